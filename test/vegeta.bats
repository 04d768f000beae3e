#!/usr/bin/env bats
# bats file_tags=beside
# docker/vegeta/on-host: where forks of this host find the load generator of services.

load helper

setup() {
  forget_settings
  own=$(mktemp -d)
  # It keeps what it builds in a checkout of its own.
  mkdir -p "$own/docker" "$own/bin"
  cp -r "$root/docker/vegeta" "$own/docker/"
  pinned=$(sed -n 's|.*/vegeta/v12 \(v[^ ]*\).*|\1|p' "$root/docker/vegeta/go.mod")
}

teardown() { rm -rf "$own"; }

# on_host [NAME=VALUE…]: with no program of this machine's but Debian's, and those in bin
on_host() { run --separate-stderr env PATH="$own/bin:/usr/bin:/bin" "$@" "$own/docker/vegeta/on-host"; }

# program NAME WORDS: in bin
program() { printf '#!/bin/sh\n%s\n' "$2" >"$own/bin/$1" && chmod +x "$own/bin/$1"; }

# cannot SENTENCE: it ends with that, and with how to get the pinned version
cannot() {
  expect 4 "$status"
  expect "" "$output"
  contains "$stderr" "$1"
  contains "$stderr" "run go install github.com/tsenart/vegeta/v12@$pinned with Go "
}

@test "a fork that finds none names the pinned version too" {
  grep -qrF "github.com/tsenart/vegeta/v12@$pinned'" "$root/workload/src/main"
}

@test "the one that a person names comes first, then the one on the PATH" {
  program vegeta 'exit 0'
  cp "$own/bin/vegeta" "$own/mine"
  on_host
  expect "$own/bin/vegeta" "$output"
  on_host WHICHJVM_VEGETA="$own/mine"
  expect "$own/mine" "$output"
  on_host WHICHJVM_VEGETA="$own/none"
  cannot "WHICHJVM_VEGETA is '$own/none', which is no program"
}

@test "without one Go builds the pinned version, and keeps it" {
  [[ $(command -v go) ]] || skip "needs Go, which scripts/test brings"
  [[ ! $(PATH=/usr/bin:/bin command -v vegeta) ]] || skip "this machine has a vegeta of its own"
  ln -s "$(command -v go)" "$own/bin/go"
  on_host
  expect 0 "$status"
  expect "$(readlink -f "$own/.cache/vegeta/vegeta")" "$output"
  expect "Version: $pinned" "$("$output" --version | head -n 1)"
  grep -q '^=== github.com/tsenart/vegeta/v12 ' "$own/.cache/vegeta/vegeta-licences.txt"
  # Nothing of a folder is in it, so that the images have these bytes too where they are built with this Go.
  cp -r "$own/docker" "$own/other"
  "$own/other/vegeta/build" "$own/other/built"
  cmp "$output" "$own/other/built/vegeta"
}

@test "it is said why there is none" {
  [[ ! $(PATH=/usr/bin:/bin type -P vegeta go) ]] || skip "this machine has one of its own, or Go"
  on_host
  cannot "this machine has neither it nor Go, which builds it"
  program go 'echo first >&2; echo "go: the proxy does not answer" >&2; exit 1'
  on_host
  cannot "this machine's Go cannot build it (go: the proxy does not answer)"
}
