#!/usr/bin/env bats
# bats file_tags=engine
# Images of a person's own, by names of their own: scripts/compare --jdk NAME=IMAGE.

load ../helper

setup() {
  forget_settings
  warm_up_soon
  wait_for_host
  cd "$root" || return
  own=$(mktemp -d)
  queues_before=$(queues)
  build_images jdk17-temurin jdk17-temurin
  for tag in 1 2; do
    docker tag whichjvm/jdk17-temurin "whichjvm-test/jdk:$tag"
  done
}

teardown() {
  docker image rm whichjvm-test/jdk:{1,2} {whichjvm/,localhost/whichjvm-image:}test-{old,new} >/dev/null 2>&1 || true
  rm -rf "$own"
}

compare=(scripts/compare --runner docker --blocks 1 "${ungated[@]}")
short=(-- --rate 10000 --duration 500ms --warmup 200ms)

@test "two images of one's own are two contenders, their forks say which image ran, and a resumed campaign has them" {
  run --separate-stderr "${compare[@]}" --out "$own" --jdk test-old=whichjvm-test/jdk:1 \
    --jdk test-new=whichjvm-test/jdk:2 test-old test-new "${short[@]}"
  [[ $status == [03] ]] || fail "exit code $status: $stderr"
  for name in test-old test-new; do
    fork=$own/latest/forks/001-$name.json
    expect "whichjvm/$name" "$(json "$fork" "d['jvm']['image']")"
    expect "$(docker image inspect --format '{{.Id}}' "whichjvm/$name")" "$(json "$fork" "d['jvm']['imageId']")"
  done
  expect whichjvm-test/jdk:1 "$(json "$own/latest/campaign.json" "d['start']['jvms']['test-old']")"
  rm "$own"/latest/forks/001-test-new.*
  run --separate-stderr scripts/compare --out "$own" --resume latest
  [[ $status == [03] ]] || fail "exit code $status: $stderr"
  [[ -e $own/latest/forks/001-test-new.json ]]
  eventually no_orphans
}

@test "an image that cannot be had is skipped with its name, and a name that is taken is refused" {
  run --separate-stderr "${compare[@]}" --out "$own" --jdk test-old=localhost/whichjvm-test/none:1 test-old
  expect 4 "$status"
  [[ $stderr != *"has ended before"* ]] || fail "$stderr"
  contains "$stderr" "skipped test-old: localhost/whichjvm-test/none:1: "
  run --separate-stderr "${compare[@]}" --out "$own" --jdk jdk17-temurin=whichjvm-test/jdk:1 jdk17-temurin
  expect 2 "$status"
  contains "$stderr" "compose.yaml has a service jdk17-temurin; give another name"
  run --separate-stderr "${compare[@]}" --out "$own" --jdk whichjvm-test/jdk:1 jdk17-temurin
  expect 2 "$status"
  contains "$stderr" "--jdk is 'whichjvm-test/jdk:1'; it takes NAME=PATH or NAME=IMAGE"
  expect "" "$(ls -A "$own")"
}
