#!/usr/bin/env bats
# bats file_tags=beside
# The images and their services: what they are made of, and what they refuse.

load ../helper

# Those of compare.bats.
readonly variants=(jdk8-temurin jdk11-temurin jdk17-temurin jdk21-temurin jdk25-temurin graalvm-ce-17)

setup_file() {
  cd "$root" || return
  build_images "${variants[*]}" "${variants[@]}"
  use_built jdk17-temurin
}

setup() {
  forget_settings
  cd "$root" || return
  own=$(mktemp -d)
  export WHICHJVM_RESULTS=$own
}

teardown() {
  docker image rm whichjvm-test/layers >/dev/null 2>&1 || true
  rm -rf "$own"
}

# config: compose.yaml as compose reads it, every profile
config() { docker compose --profile '*' config --format json; }

# of_base IMAGE FILE: the file of /workload, out of an image of `base`, which no container of this machine need run
of_base() {
  local container
  container=$(docker create "$1" none 2>/dev/null)
  docker cp --quiet "$container:/workload/$2" "$own/$2"
  docker rm "$container" >/dev/null
}

# elf FILE: its machine, 62 being x86-64 and 183 AArch64, and whether it needs an interpreter, as what is not static does
elf() {
  python3 - "$1" <<'PYTHON'
import struct, sys

with open(sys.argv[1], "rb") as file:
    head = file.read(4096)
at, = struct.unpack_from("<Q", head, 32)
size, count = struct.unpack_from("<HH", head, 54)
kinds = {struct.unpack_from("<I", head, at + i * size)[0] for i in range(count)}
print(struct.unpack_from("<H", head, 18)[0], "interpreted" if 3 in kinds else "static")
PYTHON
}

# That they are the same when they are built again, a test of releases shows.
@test "the same jar and load generator, byte for byte, in every image" {
  local files="whichjvm-workload.jar vegeta vegeta-licences.txt"
  for image in "${variants[@]}"; do
    # shellcheck disable=SC2086 # a list of words
    docker run --rm --network none --workdir /opt/whichjvm --entrypoint sha256sum "whichjvm/$image" $files
  done | sort -u >"$own/sums"
  expect 3 "$(wc -l <"$own/sums")"
  for file in $files; do
    of_base whichjvm/base "$file"
  done
  (cd "$own" && sha256sum --check --quiet sums)
}

@test "the load generator is static and of the image's architecture, runs in it, and has its licences beside it" {
  local machine=62 image
  [[ $(uname -m) == x86_64 ]] || machine=183
  of_base whichjvm/base vegeta
  expect "$machine static" "$(elf "$own/vegeta")"
  PREFIX=whichjvm-test TAG=arm64 PLATFORMS=linux/arm64 docker buildx bake --load --progress quiet base
  of_base whichjvm-test/base:arm64 vegeta
  docker image rm whichjvm-test/base:arm64 >/dev/null
  expect "183 static" "$(elf "$own/vegeta")"
  pinned=$(sed -n 's|.*/vegeta/v12 \(v[^ ]*\).*|\1|p' docker/vegeta/go.mod)
  for image in jdk8-temurin jdk25-temurin; do
    run docker run --rm --network none --user 4321:4321 --workdir /opt/whichjvm --entrypoint sh "whichjvm/$image" -c \
      './vegeta --version && cat vegeta-licences.txt'
    expect 0 "$status"
    expect "Version: $pinned" "${lines[0]}"
    contains "$output" "=== github.com/tsenart/vegeta/v12 $pinned"
    contains "$output" "The MIT License (MIT)"
    contains "$output" "=== golang.org/x/net "
  done
}

@test "a profiled program leaves a recording that other tools read, on each JVM" {
  local version
  mkdir "$own/app" "$own/out"
  make_busy "$own/app"
  chmod -R a+rX "$own"
  for version in 8 11 17 21 25; do
    docker run --rm --network none --volume "$own/app:/app:ro" --volume "$own/out:/out" "whichjvm/jdk$version-temurin" \
      command --fork "each/001-$version" --app /app --profile cpu -- java -cp . Busy >/dev/null
    expect_recording "$own/out/each/forks/001-$version.jfr"
    grep -q ';Busy.main' "$own/out/each/forks/001-$version.collapsed"
  done
}

@test "each container finds the volume for huge pages empty, and of the size asked for" {
  config >"$own/config.json"
  expect "[]" "$(json "$own/config.json" "[n for n, s in d['services'].items() if s.get('environment', {}).get('WHICHJVM_HUGE_DIR') and 'huge' not in [v['source'] for v in s['volumes']]]")"
  # in_volume COMMAND: as the user that the launcher becomes
  in_volume() {
    WHICHJVM_HUGE_SIZE=64m built run --rm --no-TTY --user 4321:4321 --entrypoint sh jdk17-temurin -c "$1"
  }
  in_volume 'echo left > /queue/left'
  run --separate-stderr in_volume 'ls -A /queue; grep " /queue " /proc/mounts'
  docker volume rm whichjvm_huge_always_64m
  expect 0 "$status"
  contains "$output" size=65536k
  contains "$output" huge=always
  [[ $output != *left* ]]
}

@test "an image is kept until the build that takes its name is over, and not longer" {
  # labelled TEXT: builds an image of that label, and tells its id
  labelled() {
    printf 'FROM scratch\nLABEL is=%s\n' "$1" | docker build --quiet --tag whichjvm-test/layers - >/dev/null
    docker image inspect --format '{{.Id}}' whichjvm-test/layers
  }
  # replace ID: builds an image that takes the name of another, and looks for that one
  replace() { labelled second >"$own/second" && docker image inspect "$1" >/dev/null && exit 7; }
  export own
  export -f labelled replace
  first=$(labelled first)
  run docker/keep-layers 'whichjvm-test/layers:*' bash -c "replace $first"
  expect 7 "$status"
  expect "$(<"$own/second")" "$(docker image inspect --format '{{.Id}}' whichjvm-test/layers)"
  run ! docker image inspect "$first"
  expect whichjvm-test/layers:latest "$(docker image ls --filter reference=whichjvm-test/layers --format '{{.Repository}}:{{.Tag}}')"
}

@test "a base that is not what the name promises does not become an image" {
  base=$(docker compose config jdk17-temurin | sed -n 's/^ *jdk: //p')
  # jdk21 on the base of 17
  JDK21_TEMURIN_BASE=$base run docker compose --progress plain build jdk21-temurin
  [[ $status != 0 ]]
  contains "$output" "where 21"
}

@test "none but tune is privileged, none keeps added capabilities, or is in bake's list twice or not at all" {
  config >"$own/config.json"
  expect "['tune']" "$(json "$own/config.json" "[n for n, s in d['services'].items() if s.get('privileged')]")"
  expect "[]" "$(json "$own/config.json" "[n for n, s in d['services'].items() if n not in ('base', 'tune') and s['cap_drop'] != ['ALL']]")"
  for group in default article history; do
    docker buildx bake --print "$group" 2>/dev/null >"$own/$group.json"
    profile=${group/default/variant}
    wanted=$(json "$own/config.json" "' '.join(sorted(n for n, s in d['services'].items() if s.get('profiles') == ['$profile'] or ('$group', n) == ('default', 'collector')))")
    expect "$wanted" "$(json "$own/$group.json" "' '.join(sorted(d['group']['$group']['targets']))")"
  done
}

@test "a variant adds little to its base" {
  for variant in "${variants[@]}"; do
    added=$(docker history --human=false --format '{{.Size}} {{.CreatedBy}}' "whichjvm/$variant" |
      awk '/opt\/whichjvm|WORKDIR|LABEL/ { sum += $1 } END { print sum }')
    ((added > 1000000 && added <= 28 * 1024 * 1024)) || fail "$variant adds $added bytes"
  done
}
