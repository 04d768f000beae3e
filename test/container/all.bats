#!/usr/bin/env bats
# whichjvm/all: campaigns in one image, without an engine inside.

load ../helper

setup_file() {
  cd "$root" || return
  wait_for_host
  build_images "all jdk17-temurin-on-base" all collector jdk{8,11,17,21,25,27}-temurin graalvm-ce-17
}

setup() {
  scratch=$(mktemp -d)
  mkdir "$scratch/out"
}

teardown() { rm -rf "$scratch"; }

# all OPTION… -- ARGUMENT…: of docker run, and of the image
all() {
  local -a options=()
  while [[ $1 != -- ]]; do
    options+=("$1")
    shift
  done
  shift
  run --separate-stderr docker run --rm --network none "${options[@]}" whichjvm/all "$@"
}

@test "it has the JVMs of its group, the right ones, and says what it is" {
  all -- list
  expect 0 "$status"
  expect "graalvm-ce-17 jdk8-temurin jdk11-temurin jdk17-temurin jdk21-temurin jdk25-temurin jdk27-temurin" "$(xargs <<<"$output")"
  all -- --version
  expect 0 "$status"
  [[ $output == "whichjvm 0."*" ("*")" ]] || fail "$output"
  all -- help program
  contains "$output" "  --until REGEX "
  all --
  contains "$output" "usage: docker run --rm --ipc=host"
  contains "$output" "  help TOPIC  explains a verb"
  run docker run --rm --entrypoint sh whichjvm/all -c 'for jvm in /opt/jvms/*; do echo "$jvm $("$jvm/bin/java" -version 2>&1 | head -n 1)"; done'
  expect 0 "$status"
  for version in 1.8 11 17 21 25 27; do
    [[ $output == *" version \"$version"* ]] || fail "no $version: $output"
  done
  run docker run --rm --entrypoint /opt/jvms/graalvm-ce-17/bin/java whichjvm/all -XX:+PrintFlagsFinal -version
  [[ $output =~ UseJVMCICompiler\ +=\ true ]] || fail "$output"
  run docker run --rm --entrypoint sh whichjvm/all -c '"$(/opt/whichjvm/docker/vegeta/on-host)" --version'
  [[ $output == "Version: v12."* ]] || fail "$output"
  run docker run --rm --entrypoint find whichjvm/all /opt/jvms -xtype l
  expect "" "$output"
}

@test "a campaign runs in it as another user, without an engine, and its files are that user's" {
  need_cpus 2
  chown 12345:12345 "$scratch/out"
  all --ipc=host --user 12345:12345 --cap-drop ALL -v "$scratch/out:/out" -- compare --blocks 1 --interleave forks --duration 500ms "${ungated[@]}" 17 27 -- --warmup 100ms --rate 1000
  expect 0 "$status"
  [[ $output == *"jdk27-temurin"* && $output == *"Report: "* ]] || fail "$output"
  expect 12345 "$(find "$scratch/out" -printf '%U\n' | sort -u)"
  expect "2 whichjvm/all" "$(python3 -c "
import glob, json
forks = [json.load(open(f)) for f in glob.glob('$scratch/out/latest/forks/001-*.json')]
print(len(forks), *{fork['jvm']['image'] for fork in forks})")"
  expect "" "$(find /dev/shm -maxdepth 1 -name 'whichjvm-*' -user 12345)"
  # What is there is resumed, reported again, and nothing is left to do.
  all --ipc=host --user 12345:12345 --cap-drop ALL -v "$scratch/out:/out" -- compare --resume latest
  expect 0 "$status"
  all --user 12345:12345 -v "$scratch/out:/out" -- report
  expect 0 "$status"
  [[ $output == *"jdk27-temurin"* ]] || fail "$output"
  all --ipc=host --user 12345:12345 -v "$scratch/out:/out" -- doctor --json
  [[ $output == *'"checks"'* ]] || fail "$output $stderr"
}

@test "sessions run in it, and what is for hosts is a sentence" {
  need_cpus 2
  mkdir "$scratch/out/tomorrow"
  chown -R 12345:12345 "$scratch/out"
  all --ipc=host --user 12345:12345 --cap-drop ALL -v "$scratch/out:/out" -- sessions --out /out/tomorrow --count 1 --blocks 1 --interleave forks \
    --duration 500ms "${ungated[@]}" 17 27 -- --warmup 100ms --rate 1000
  expect 0 "$status" "$stderr"
  [[ $output == *"whichjvm over 1 session"* ]] || fail "$output"
  all --user 12345:12345 -v "$scratch/out:/out" -- sessions --out /out/tomorrow
  expect 0 "$status" "$stderr"
  [[ $output == *"whichjvm over 1 session"* ]] || fail "$output"
  for verb in tune fleet bisect; do
    all -- "$verb"
    expect 2 "$status"
    [[ $stderr == *"$verb is for hosts, and this is a container"* ]] || fail "$stderr"
  done
}

@test "as root it becomes the owner of the results, and what it cannot do is a sentence" {
  chown 12345:12345 "$scratch/out"
  all --ipc=host -v "$scratch/out:/out" -- compare --blocks 1 --interleave forks --duration 200ms "${ungated[@]}" jdk17-temurin -- --warmup 100ms --rate 1000
  expect 0 "$status"
  expect 12345 "$(find "$scratch/out" -printf '%U\n' | sort -u)"
  all -- compare jdk17-temurin
  expect 2 "$status"
  [[ $stderr == *"the results folder '/out' is missing; make it, or give --out DIR"* ]] || fail "$stderr"
  all -- sh
  expect 2 "$status"
  [[ $stderr == *"'sh' is no verb; "* ]] || fail "$stderr"
}

@test "a variant on the base of this image is the same JVM beside the same libc" {
  local image
  for image in all jdk17-temurin-on-base jdk17-temurin; do
    docker run --rm --network none --entrypoint sh "whichjvm/$image" -c '
      [ ! -d /opt/jvms/jdk17-temurin ] || PATH=/opt/jvms/jdk17-temurin/bin:$PATH
      java -version 2>&1
      cat "$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")/whichjvm.env" || true
      sha256sum "$(ldd "$(readlink -f "$(command -v java)")" | sed -n "s/.* => \(.*libc[.]so[^ ]*\) .*/\1/p")"' \
      >"$scratch/$image" 2>/dev/null
  done
  diff "$scratch/all" "$scratch/jdk17-temurin-on-base"
  # The same JVM as in its own image, whatever that has beside it.
  expect "$(head -n 1 "$scratch/jdk17-temurin")" "$(head -n 1 "$scratch/jdk17-temurin-on-base")"
  [[ $(tail -n 1 "$scratch/all") =~ ^[0-9a-f]{64}\ .*libc ]] || fail "$(<"$scratch/all")"
}
