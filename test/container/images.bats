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

@test "the same jar, byte for byte, in every image and when it is built again" {
  for image in "${variants[@]}"; do
    docker run --rm --network none --entrypoint sha256sum "whichjvm/$image" /opt/whichjvm/whichjvm-workload.jar
  done | cut -d ' ' -f 1 | sort -u >"$own/sums"
  expect 1 "$(wc -l <"$own/sums")"
  docker/keep-layers 'whichjvm/*:latest' docker compose --progress quiet build --no-cache base
  container=$(docker create whichjvm/base none)
  docker cp --quiet "$container:/workload/whichjvm-workload.jar" "$own/again.jar"
  docker rm "$container" >/dev/null
  expect "$(<"$own/sums")" "$(sha256sum "$own/again.jar" | cut -d ' ' -f 1)"
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
    ((added > 1000000 && added <= 20 * 1024 * 1024)) || fail "$variant adds $added bytes"
  done
}
