#!/usr/bin/env bats
# The images and the runner `docker`: real containers of the variants that can be had here.

load ../helper

# Different JDK majors, and Graal's JIT.
readonly variants=(jdk8-temurin jdk11-temurin jdk17-temurin jdk21-temurin jdk25-temurin graalvm-ce-17)

setup_file() {
  cd "$BATS_TEST_DIRNAME/../.." || return
  scratch=$(mktemp -d)
  mkdir "$scratch/out"
  export scratch
  # One campaign for all tests that look at one, and images for those that start one themselves.
  status=0
  scripts/compare --runner docker --out "$scratch/out" --blocks 1 "${ungated[@]}" "${variants[@]}" \
    -- --rate 10000 --duration 500ms --warmup 1s >/dev/null 2>"$scratch/stderr" || status=$?
  echo "$status" >"$scratch/status"
  scripts/report --out "$scratch/out" --details >"$scratch/stdout"
  use_built jdk17-temurin
}

teardown_file() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

setup() {
  forget_settings
  warm_up_soon
  wait_for_host
  cd "$root" || return
  out=$scratch/out
  own=$(mktemp -d)
  export WHICHJVM_RESULTS=$own
  queues_before=$(queues)
  started=
}

teardown() {
  [[ -z ${started:-} ]] || kill -KILL "$started" 2>/dev/null || true
  rm -rf "$own"
}

# freely COMMAND…: by bats' run; again if another campaign has begun since
freely() {
  local _
  for _ in 1 2 3; do
    run --separate-stderr "$@"
    [[ $status == 4 && $stderr == *"another campaign"* ]] || break
    wait_for_host
  done
}

short=(--rate 10000 --duration 500ms --warmup 200ms)

@test "a campaign in containers of six variants, every fork there" {
  # A busy host may not keep a fork's pace.
  [[ $(<"$scratch/status") == [03] ]] || {
    cat "$scratch/stderr" >&2
    return 1
  }
  expect "${#variants[@]}" "$(find "$out/latest/forks" -name '001-*.json' | wc -l)"
  for variant in "${variants[@]}"; do
    # One that a busy host kept from its pace has a result of its own, in which it says so.
    expect "" "$(json "$out/latest/forks/001-$variant.json" "'' if d['jvm'] else d['reason']")"
    grep -q "$variant" "$scratch/stdout"
  done
  expect "" "$(find "$out" ! -uid "$EUID")"
  eventually no_orphans
  expect "" "$(docker ps --all --quiet --filter name=whichjvm-)"
}

@test "without a name every variant of the profile is meant" {
  scripts/compare --runner docker --dry-run --blocks 1 >"$own/all" 2>/dev/null
  for variant in $(docker compose --profile '*' config --format json | python3 -c 'import json, sys
print(*(n for n, s in json.load(sys.stdin)["services"].items() if s.get("profiles") == ["variant"]))'); do
    grep -q "run --rm .* $variant queue-latency .*--fork" "$own/all" || fail "$variant is not in $(<"$own/all")"
  done
  ! grep -q 'article-jdk17-temurin queue-latency' "$own/all" || fail "a variant of another profile"
}

@test "a build of another kind than its name promises is compared only if it is named" {
  run --separate-stderr scripts/compare --runner docker --dry-run --blocks 1 --bases packages
  contains "$stderr" "skipped graalvm-ce-17: from packages: a build of another kind alone"
  contains "$output" " jdk17-temurin queue-latency "
  # A dry run shows the checks of what cannot be had too.
  ! grep -q "CAMPAIGN-1 .* graalvm-ce-[0-9]* queue-latency " <<<"$output" || fail "a build of another kind is compared"
  run --separate-stderr scripts/compare --runner docker --dry-run --blocks 1 --bases packages graalvm-ce-17 jdk17-temurin
  contains "$output" " graalvm-ce-17 queue-latency "
}

@test "each JVM is the one its name promises, and substitutes are told" {
  for variant in "${variants[@]}"; do
    fork=$(find "$out/latest/forks/" -name "001-$variant.json")
    expected=C2
    [[ $variant != graalvm-* ]] || expected=Graal
    expect "$expected" "$(json "$fork" "d['jvm']['compiler']")"
    expect "$(tr -dc '0-9' <<<"$variant")" "$(json "$fork" "d['jvm']['major']")"
    expect "whichjvm/$variant" "$(json "$fork" "d['jvm']['image']")"
    expect "$(docker image inspect --format '{{.Id}}' "whichjvm/$variant")" "$(json "$fork" "d['jvm']['imageId']")"
    substitute=$(json "$fork" "d['jvm']['substitute'] or ''")
    [[ -z $substitute ]] || grep -qF "$substitute" "$scratch/stdout"
  done
}

@test "the measured threads allocate nothing a message, and nothing is collected" {
  for fork in "$out"/latest/forks/001-*.json; do
    # Graal's compiler in Java, which stands in for the image's, is still at work in a window this
    # short: it uses the JVM's own heap, and a frame it gives up puts its objects there.
    [[ $(json "$fork" "d['jvm']['compiler']") != Graal ]] || continue
    expect_no_garbage "$fork"
  done
}

@test "compose run, files belong to the owner of the results folder" {
  need_root "give the folder to another user"
  chown 4321:4321 "$own"
  freely docker compose run --rm --quiet-build jdk17-temurin "${short[@]}"
  expect 0 "$status" || fail "$stderr"
  contains "$output" "service ns"
  run --separate-stderr docker compose run --rm --quiet-build collector
  expect 0 "$status"
  contains "$output" jdk17-temurin
  run --separate-stderr scripts/report --out "$own" --export bmf --export "csv=$own/table.csv"
  expect 0 "$status" || fail "$stderr"
  python3 -c 'import json, sys; json.load(sys.stdin)["queue-latency/jdk17-temurin"]' <<<"$output"
  [[ -s $own/table.csv ]]
  expect "" "$(find "$own" ! -uid 4321 -o ! -gid 4321)"
}

@test "compose run by a user who may use the engine but is not root" {
  need_root "become another user"
  home=$(mktemp -d)
  chown 4321:4321 "$own" "$home"
  group=$(stat -c %g /var/run/docker.sock)
  freely setpriv --reuid=4321 --regid="$group" --clear-groups \
    env HOME="$home" WHICHJVM_RESULTS="$own" \
    docker compose run --rm --quiet-build jdk17-temurin "${short[@]}"
  rm -rf "$home"
  expect 0 "$status" || fail "$stderr"
  expect "4321" "$(stat -c %u "$own"/latest/forks/*.json)"
}

@test "contenders with the queue in huge pages and with a flag set: what they are, whose files, nothing left" {
  need_root "give the folder to another user"
  chown 4321:4321 "$own"
  run --separate-stderr scripts/compare --runner docker --out "$own" --blocks 1 "${ungated[@]}" \
    jdk17-temurin jdk17-temurin+huge+serialgc+delay30ns jdk17-temurin+compact-headers jdk8-temurin+onspinwait -- "${short[@]}"
  [[ $status == 0 || $status == 3 ]] || fail "exit code $status: $stderr"
  contains "$stderr" "skipped jdk17-temurin+compact-headers: the JVM refuses it: Unrecognized VM option 'UseCompactObjectHeaders'"
  contains "$stderr" "skipped jdk8-temurin+onspinwait: --wait onspinwait needs Java 9"
  expect 2 "$(find "$own/latest/forks" -name '001-*.json' | wc -l)"
  fork=$(find "$own/latest/forks/" -name '001-*+huge+serialgc+delay30ns.json')
  expect "('huge', 2097152, True)" "$(json "$fork" "d['memory']['queue'], d['memory']['pageBytes'], d['memory']['hugeKb'] > 0")"
  expect "('Serial', 'serialgc', 30)" "$(json "$fork" "d['jvm']['garbageCollector'], d['jvm']['flagSet'], d['parameters']['delayNanos']")"
  # Contenders of a variant are of its image.
  expect "whichjvm/jdk17-temurin" "$(json "$fork" "d['jvm']['image']")"
  expect "" "$(find "$own" ! -uid 4321 -o ! -gid 4321)"
  expect "" "$(docker volume ls --quiet --filter name=whichjvm_huge)"
  eventually no_orphans
}

@test "stopping the container leaves nothing and says so" {
  for _ in 1 2 3; do
    built run --rm --name whichjvm-test-stop jdk17-temurin --duration 60s --warmup 200ms >"$own.said" 2>&1 &
    started=$!
    eventually grep -qE 'messages of|another campaign' "$own.said"
    ! grep -q 'another campaign' "$own.said" || {
      end_of_start
      wait_for_host
      continue
    }
    break
  done
  sleep 1
  docker stop whichjvm-test-stop >/dev/null
  end_of_start
  rm "$own.said"
  expect 143 "$status"
  expect "" "$(ls -A "$own")"
  eventually no_orphans
}

# ended: the campaign's exit code into `status`
ended() {
  end_of_start
  expect "" "$(docker ps --all --quiet --filter name=whichjvm-)"
  expect "" "$(find "$own" -mindepth 1 -name '.*')"
  eventually no_orphans
}

says() { grep -q -- "$1" "$scratch/said"; }

@test "a JVM that is killed is a failed fork, the others go on; Ctrl-C keeps whole forks, and the rest can be run" {
  # One campaign for both, as a campaign's images take longer to look at than its forks to run.
  env --default-signal=INT,TERM scripts/compare --runner docker --out "$own" --blocks 4 "${ungated[@]}" jdk17-temurin \
    -- "${short[@]}" >"$scratch/said" 2>&1 &
  started=$!
  eventually says "block 1 of 4"
  campaign=$(readlink "$own/latest")
  eventually pkill -KILL -f "whichjvm-workload.jar queue-latency .*--fork $campaign/00[23]-"
  eventually grep -sq "killed (signal 9)" "$own"/latest/forks/002-jdk17-temurin.json "$own"/latest/forks/003-jdk17-temurin.json
  kill -INT "$started"
  ended
  expect 130 "$status"
  says "--resume $campaign"
  whole=$(find "$own/latest/forks" -name '00[1-4]-*.json' | wc -l)
  ((whole >= 2 && whole < 4)) || fail "$whole forks are kept"
  run --separate-stderr scripts/compare --resume "$campaign" --out "$own"
  expect 3 "$status" || fail "$stderr"
  expect 4 "$(find "$own/latest/forks" -name '00[1-4]-*.json' | wc -l)"
  expect 1 "$(grep -l "killed (signal 9)" "$own"/latest/forks/00[1-4]-*.json | wc -l)"
}

@test "one CPU, a CPU that is not there, and a results folder that is not there" {
  WHICHJVM_CPUSET=0 run --separate-stderr built run --rm jdk17-temurin "${short[@]}"
  expect 4 "$status"
  contains "$stderr" "only CPU 0"
  WHICHJVM_CPUSET=4711 run built run --rm jdk17-temurin "${short[@]}"
  [[ $status != 0 ]]
  contains "$output" "4711"
  WHICHJVM_RESULTS=$own/missing run built run --rm jdk17-temurin "${short[@]}"
  [[ $status != 0 ]]
  contains "$output" "$own/missing"
  [[ ! -e $own/missing ]]
}
