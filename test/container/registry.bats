#!/usr/bin/env bats
# bats file_tags=beside
# The way that most people take: an engine without an image, and image registries. A registry on the loopback stands in
# for docker.io and ghcr.io, with the genuine builds that package registries have, laid out as their vendors do.

load ../helper
load ../registries

readonly maven=maven:3.9.9-eclipse-temurin-21 golang=golang:1.27.3-alpine jdk25=eclipse-temurin:25.0.4.1_1-jdk-noble
readonly jdk17=eclipse-temurin:17.0.9_9-jdk-noble jdk21=ghcr.io/graalvm/jdk-community:21.0.8-ol9-20250801

# The table of a checkout whose images are in that registry.
table() {
  tr ' ' '\t' <<END
build base - - - - $maven
go base - - - - $golang
collector base - - - - $jdk25
all base - - - - python:3.13-slim-trixie
jdk17-temurin variant Temurin 17.0.9+9 C2 all $jdk17
jdk21-temurin variant Temurin 21.0.8+9 C2 - $jdk21
jdk25-temurin variant Temurin 25.0.4.1+1 C2 - $jdk25
END
}

setup_file() {
  local tools
  need_root "make a network and a second engine"
  tools=$(missing_tools | xargs)
  [[ ! $tools ]] || skip "needs Debian packages: $tools (apt-get install --no-install-recommends $tools)"
  forget_settings
  world=$(mktemp -d)
  copy=$world/whichjvm
  export world copy
  make_world >&2 <<END
library/$maven build same
library/$golang build same
library/python:3.13-slim-trixie all same
library/$jdk25 jdk25-temurin temurin
library/$jdk17 jdk17-temurin temurin
${jdk21#*/} jdk21-temurin graalvm
END
  mkdir -p "$copy/out"
  (cd "$root" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --target-directory "$copy")
  table >"$copy/docker/variants.tsv"
  "$copy/scripts/generate-variants"
}

teardown_file() { leave_world; }

setup() {
  forget_settings
  warm_up_soon
  wait_for_host
  cd "$copy" || return
  started=
}

teardown() {
  [[ -z ${started:-} ]] || kill "$started" 2>/dev/null || true
  fault
  [[ ! -e $world/closed ]] || reachable
}

# The plain command, but for how short its forks are.
compare=(inside scripts/compare --blocks 1 --turn 100ms "${ungated[@]}")
short=(-- --rate 10000 --duration 500ms --warmup 200ms)

# forget IMAGE…: so that it is pulled again
forget() { inside docker image rm --force "$@" >/dev/null 2>&1 || true; }

# no_word_of_packages: and no substitute
no_word_of_packages() {
  [[ $1 != *package* && $1 != *substitute* ]] || fail "$1"
}

says() { grep -qF -- "$1" "$world/said"; }

# measured: the latest campaign has a fork of each variant, and their bases are these
measured() {
  for variant in jdk17-temurin jdk21-temurin; do
    fork=$(find out/latest/forks/ -name "001-$variant.json")
    expect "$(inside docker image inspect --format '{{.Id}}' "whichjvm/$variant")" "$(json "$fork" "d['jvm']['imageId']")"
    expect None "$(json "$fork" "d['jvm']['substitute']")"
    expect "docker-image://$1" "$(json "$fork" "d['jvm']['base']")"
    shift
  done
}

# packages_give NAME…: in place of what builds bases from package registries: it has these, and notes what it is to build
packages_give() {
  cat >docker/packages/build <<END
#!/bin/sh
[ "\$1" = --list ] || { echo "\$*" >>"$world/from-packages"; exit 3; }
case " $* " in *" \$2 "*) printf '%s\tavailable\tthis\n' "\$2" ;; *) printf '%s\tunavailable\tnone carries it\n' "\$2" ;; esac
END
  rm -f "$world/from-packages"
}

# from_packages: what was to be built from package registries
from_packages() { cat "$world/from-packages" 2>/dev/null || true; }

# meets SENTENCE IMAGE [FAULT…]: why packages stand in for the image of jdk17-temurin
meets() {
  packages_give jdk17-temurin
  forget "$2"
  fault "${@:3}"
  run --separate-stderr "${compare[@]}" jdk17-temurin "${short[@]}"
  contains "$stderr" "bases come from package registries, because $1: jdk17-temurin"
  expect jdk17-temurin "$(from_packages)"
}

# This comes first: an engine that has a layer does not fetch it.
@test "a transfer that breaks off is told, and no other build takes the image's place" {
  packages_give build jdk17-temurin
  fault broken library/maven
  run --separate-stderr "${compare[@]}" jdk17-temurin "${short[@]}"
  expect 4 "$status"
  contains "$stderr" "there is nothing to build the images with: $maven: docker.io broke off while it sent that image (unexpected EOF); run this again"
  # The next attempt has the image, here until the fault is met again.
  fault
  inside docker pull --quiet "$maven"
  inside docker pull --quiet "$jdk25"
  fault broken library/eclipse-temurin
  run --separate-stderr "${compare[@]}" jdk17-temurin "${short[@]}"
  contains "$stderr" "skipped jdk17-temurin: $jdk17: docker.io broke off while it sent that image (unexpected EOF); run this again"
  expect "" "$(from_packages)"
}

@test "the plain command pulls from image registries, checks and measures; a slow registry is waited for" {
  forget "$maven" "$golang" "$jdk25"
  fault hold graalvm/jdk-community
  "${compare[@]}" "${short[@]}" >"$world/said" 2>&1 3>&- &
  started=$!
  eventually says "pulling $jdk21"
  eventually grep -q "held /v2/graalvm/jdk-community" "$world/proxy.log"
  ! says "block 1" || fail "$(<"$world/said")"
  kill -0 "$started"
  fault
  end_of_start
  # A busy host may not keep a fork's pace.
  [[ $status == [03] ]] || fail "exit code $status: $(<"$world/said")"
  no_word_of_packages "$(<"$world/said")"
  for image in "$maven" "$golang" "$jdk25" "$jdk17" "$jdk21"; do
    expect 1 "$(grep -c "^pulling $image\$" "$world/said")"
  done
  measured "$jdk17" "$jdk21"
}

@test "a registry that limits pulls, lacks an image or its platform: a sentence, and packages stand in" {
  meets "docker.io limits how often one may pull, and this limit is reached; log in (docker login), or wait for an hour, and run this again" \
    "$jdk17" limit "/manifests/${jdk17#*:}"
  meets "docker.io does not have that image" "$jdk17" missing "/manifests/${jdk17#*:}"
  meets "docker.io has that image, but not for $(inside docker version --format '{{.Server.Os}}/{{.Server.Arch}}')" \
    "$jdk17" foreign "/manifests/${jdk17#*:}"
}

@test "where packages do not stand in, the variant is skipped with the registry's sentence" {
  packages_give
  forget "$jdk17" "$jdk21"
  fault limit "/manifests/${jdk17#*:}"
  run --separate-stderr "${compare[@]}" --bases registry jdk17-temurin "${short[@]}"
  contains "$stderr" "skipped jdk17-temurin: $jdk17: docker.io limits how often one may pull"
  fault missing graalvm
  run --separate-stderr "${compare[@]}" jdk21-temurin "${short[@]}"
  contains "$stderr" "skipped jdk21-temurin: $jdk21: ghcr.io does not have that image; from packages: none carries it"
}

@test "the plain command pulls each image of the table by the digest that its pin has" {
  while read -r image; do
    inside docker pull --quiet "$image" >/dev/null
    digest=$(inside docker image inspect --format '{{index .RepoDigests 0}}' "$image")
    sed -i "s|\t$image\$|&@${digest#*@}|" docker/variants.tsv
  done < <(cut -f 7 docker/variants.tsv)
  expect 7 "$(grep -cP '@sha256:[0-9a-f]{64}$' docker/variants.tsv)"
  scripts/generate-variants
  mapfile -t pins < <(cut -f 7 docker/variants.tsv)
  inside docker image prune --all --force >/dev/null
  forget "$maven" "$golang" "$jdk17" "$jdk21" "$jdk25"
  run --separate-stderr "${compare[@]}" "${short[@]}"
  [[ $status == [03] ]] || fail "exit code $status: $stderr"
  no_word_of_packages "$output$stderr"
  for pin in "${pins[@]:0:3}" "${pins[@]:4:2}"; do
    contains "$stderr" "pulling $pin"
  done
  measured "${pins[4]}" "${pins[5]}"
  expect "${pins[4]#*@}" "$(inside docker image inspect --format '{{.Id}}' "${pins[4]}")"
}

@test "without a registry what was pulled is enough, and packages stand in for the rest" {
  unreachable
  pin=$(awk '$1 == "jdk17-temurin" { print $7 }' FS='\t' docker/variants.tsv)
  run --separate-stderr "${compare[@]}" jdk17-temurin "${short[@]}"
  [[ $status == [03] ]] || fail "exit code $status: $stderr"
  no_word_of_packages "$output$stderr"
  [[ $stderr != *pulling* ]] || fail "$stderr"
  meets "docker.io cannot be reached (connection refused)" "$pin"
}
