#!/usr/bin/env bats
# Two JVMs at once in two containers, which share the host's /dev/shm.

load ../helper

setup() {
  forget_settings
  warm_up_soon
  wait_for_host
  cd "$root" || return
  own=$(mktemp -d)
  queues_before=$(queues)
  started=
}

teardown() {
  [[ -z ${started:-} ]] || kill -KILL "$started" 2>/dev/null || true
  rm -rf "$own" "$own.said"
}

# container_says NAME TEXT: by now
container_says() { docker logs "$1" 2>&1 | grep -q "$2"; }

compare=(env "--default-signal=INT,TERM" scripts/compare --runner docker --blocks 1 "${ungated[@]}"
  --producer jdk17-temurin --consumer jdk25-temurin)

nothing_left() {
  expect "" "$(find "$own" -mindepth 1 -name '.*')"
  expect "" "$(docker ps --all --quiet --filter name="whichjvm-$(readlink "$own/latest")")"
  eventually no_orphans
}

@test "two JVMs in two containers: both are in the fork, whose files, and one container killed" {
  need_root "give the folder to another user"
  chown 4321:4321 "$own"
  run --separate-stderr "${compare[@]}" --out "$own" -- --rate 10000 --duration 500ms --warmup 200ms
  [[ $status == [03] ]] || fail "exit code $status: $stderr"
  fork=$own/latest/forks/001-jdk17-temurin-to-jdk25-temurin.json
  expect "(17, 25)" "$(json "$fork" "(d['producerJvm']['major'], d['jvm']['major'])")"
  expect "('whichjvm/jdk17-temurin', 'whichjvm/jdk25-temurin')" "$(json "$fork" "(d['producerJvm']['image'], d['jvm']['image'])")"
  for side in producerJvm:jdk17-temurin jvm:jdk25-temurin; do
    expect "$(docker image inspect --format '{{.Id}}' "whichjvm/${side#*:}")" "$(json "$fork" "d['${side%:*}']['imageId']")"
  done
  # Of five turns of 800; one that could not start on time has none.
  expect True "$(json "$fork" "0 < d['messages']['sent'] == d['messages']['verified'] <= 4000")"
  expect "" "$(find "$own" ! -uid 4321 -o ! -gid 4321)"
  nothing_left

  # The images are there now, so the next one starts at once.
  rm -rf "${own:?}"/*
  "${compare[@]}" --out "$own" -- --rate 10000 --duration 30s --warmup 200ms >"$own.said" 2>&1 &
  started=$!
  eventually consumer_says 'messages of'
  docker kill "$(fork_container producer)"
  killed=$SECONDS
  status=0
  wait "$started" || status=$?
  started=
  expect 3 "$status"
  ((SECONDS - killed < 20)) || fail "the other container went on"
  expect "failed: the producer's JVM died: killed or crashed" \
    "$(json "$own/latest/forks/001-jdk17-temurin-to-jdk25-temurin.json" "d['status'] + ': ' + d['reason']")"
  expect "" "$(find "$own" ! -uid 4321 -o ! -gid 4321)"
  nothing_left
}

# consumer_says TEXT: by now
consumer_says() { docker logs "$(fork_container consumer)" 2>&1 | grep -q "$1"; }

# fork_container ROLE: of the fork that runs now, which is no check
fork_container() {
  local name
  for name in $(docker ps --format '{{.Names}}' --filter name="whichjvm-$(readlink "$own/latest" 2>/dev/null || echo none)-"); do
    [[ $(docker inspect --format '{{.Args}}' "$name") != *"--fork"*"--role $1"* ]] || printf '%s' "$name"
  done
}
