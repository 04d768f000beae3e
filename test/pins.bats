#!/usr/bin/env bats
# bats file_tags=beside
# scripts/pins, against registries on the loopback: image registries are not reached from everywhere.

load helper

setup() {
  scratch=$(mktemp -d)
  copy=$scratch/whichjvm
  mkdir -p "$copy/docker"
  cp -r "$root/scripts" "$copy/"
  cp "$root/compose.yaml" "$root/docker-bake.hcl" "$root/README.md" "$copy/"
  cp "$root/docker/all.Dockerfile" "$copy/docker/"
  cp -r "$root/docker/vegeta" "$copy/docker/"
  mkdir "$copy/docker/packages" "$scratch/bin"
  PATH=$scratch/bin:$PATH
  go_says
  printf '# none\n' >"$copy/docker/packages/versions.tsv"
  python3 "$root/test/registry.py" "$scratch/port" &
  server=$!
  for _ in {1..100}; do
    [[ ! -s $scratch/port ]] || break
    sleep 0.1
  done
  at=localhost:$(<"$scratch/port")
}

teardown() {
  [[ ! ${server:-} ]] || kill "$server" 2>/dev/null || true
  rm -rf "$scratch"
}

# go_says [WORDS]: in place of Go, which asks a proxy of modules; without words it reaches none
go_says() { printf '#!/bin/sh\n%s\n' "${1:-echo no proxy >&2; exit 1}" >"$scratch/bin/go" && chmod +x "$scratch/bin/go"; }

# table LINE…: the variants of the copy, fields with blanks between
table() {
  local line
  for line; do
    printf '%s\n' "$line" | tr ' ' '\t'
  done >"$copy/docker/variants.tsv"
}

@test "the newest of a line is another number of the same form, of the same major version" {
  table "jdk17-x variant X 17.0.20+8 C2 - $at/team/jdk:17.0.20_8-jdk -"
  run --separate-stderr "$copy/scripts/pins"
  expect 0 "$status"
  [[ $output == *"jdk17-x"*"$at/team/jdk:17.0.20_8-jdk"*"17.0.21_9-jdk"*" days"* ]] || fail "$output"
  run "$copy/scripts/pins" --check
  expect 1 "$status"
}

@test "--update writes the newest with its digest, its version and the day, and what follows from them" {
  table "jdk17-x variant X 17.0.20+8 C2 all $at/team/jdk:17.0.20_8-jdk -" \
    "jdk8-x more X any C2 - $at/team/jdk:8-jdk -"
  run --separate-stderr "$copy/scripts/pins" --update
  expect 0 "$status"
  today=$(date +%F)
  expect "jdk17-x variant X 17.0.21+9 C2 all $at/team/jdk:17.0.21_9-jdk@sha256:17.0.21_9-jdk $today" \
    "$(sed -n 1p "$copy/docker/variants.tsv" | tr '\t' ' ')"
  expect "jdk8-x more X any C2 - $at/team/jdk:8-jdk@sha256:8-jdk $today" "$(sed -n 2p "$copy/docker/variants.tsv" | tr '\t' ' ')"
  grep -qF "docker-image://$at/team/jdk:17.0.21_9-jdk@sha256:17.0.21_9-jdk}" "$copy/compose.yaml"
  grep -q "registries: $today" "$copy/README.md"
  run "$copy/scripts/pins" --check
  expect 0 "$status"
}

@test "a base that is no JVM gets its digest and keeps its Java, and has no version to set" {
  table "build base - - - - $at/team/maven:3.9.9-x-21 -" "jdk17-x variant X 17.0.20+8 C2 - $at/team/jdk:17.0.20_8-jdk -"
  run --separate-stderr "$copy/scripts/pins" --update build
  expect 0 "$status"
  expect "" "$stderr"
  expect "build base - - - - $at/team/maven:3.9.12-x-21@sha256:3.9.12-x-21 $(date +%F)" \
    "$(sed -n 1p "$copy/docker/variants.tsv" | tr '\t' ' ')"
  grep -qF "docker-image://$at/team/maven:3.9.12-x-21@sha256:3.9.12-x-21}" "$copy/compose.yaml"
  # It is no service, and in no group of bake's.
  run ! grep -E '^  build:$|"build",' "$copy/compose.yaml" "$copy/docker-bake.hcl"
}

@test "a registry that asks for a token gets one, and one that is not there is named" {
  table "jdk17-x variant X 17.0.20+8 C2 - $at/secret/jdk:17.0.20_8-jdk -" \
    "jdk21-x variant X 21 C2 - localhost:1/team/jdk:21 2026-01-02"
  run --separate-stderr "$copy/scripts/pins"
  expect 0 "$status"
  [[ $output == *"17.0.21_9-jdk"* ]] || fail "$output"
  [[ $output == *"jdk21-x"*"not reached: "*"Connection refused"*"2026-01-02"* ]] || fail "$output"
}

@test "what is no variant, and a table that is none, are named" {
  table "jdk17-x variant X 17.0.20+8 C2 - $at/team/jdk:17.0.20_8-jdk -"
  run "$copy/scripts/pins" jdk99
  expect 2 "$status"
  [[ $output == *"there is no variant 'jdk99'; there are: jdk17-x"* ]] || fail "$output"
  table "jdk17-x variant"
  run "$copy/scripts/pins"
  expect 1 "$status"
  [[ $output == *"docker/variants.tsv, line 1: 'jdk17-x"*"it has 8 fields with tabs between"* ]] || fail "$output"
  table "jdk21-x variant X 21 C2 - localhost:1/team/jdk:21 -"
  run "$copy/scripts/pins"
  expect 4 "$status"
}

@test "a day is only written where an image registry was reached: a package registry is not one" {
  table "jdk21-x variant X 21 C2 - localhost:1/team/jdk:21 -"
  printf 'jdk21-x\tany\tdebian\t1\tsid/some\t\n' >"$copy/docker/packages/versions.tsv"
  printf '#!/bin/sh\nprintf "sid/some\\t2\\n"\n' >"$copy/docker/packages/build"
  chmod +x "$copy/docker/packages/build"
  cp "$copy/README.md" "$scratch/before"
  run --separate-stderr "$copy/scripts/pins" --update
  expect 0 "$status"
  [[ $stderr == *"no image registry was reached, so that nothing is written"* ]] || fail "$stderr"
  cmp "$scratch/before" "$copy/README.md"
}

@test "vegeta, which every image has, is listed with the newest that the proxy of Go modules has" {
  pinned=$(sed -n 's|.*/vegeta/v12 \(v[^ ]*\).*|\1|p' "$root/docker/vegeta/go.mod")
  table "jdk17-x variant X 17.0.21+9 C2 - $at/team/jdk:17.0.21_9-jdk -"
  run "$copy/scripts/pins"
  [[ $output == *"vegeta"*"$pinned"*"not reached: no proxy"* ]] || fail "$output"
  go_says "echo $pinned"
  run "$copy/scripts/pins" --check
  expect 0 "$status"
  go_says "echo v12.99.0"
  run "$copy/scripts/pins" --check
  expect 1 "$status"
  [[ $output == *"vegeta"*"$pinned"*"v12.99.0"* ]] || fail "$output"
  # Who asks for a variant gets no more.
  run "$copy/scripts/pins" jdk17-x
  [[ $output != *vegeta* ]] || fail "$output"
}
