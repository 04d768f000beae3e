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
  # One campaign for all tests that look at one.
  status=0
  scripts/compare --runner docker --out "$scratch/out" --blocks 2 --details "${ungated[@]}" "${variants[@]}" \
    -- --rate 10000 --duration 500ms --warmup 1s >"$scratch/stdout" 2>"$scratch/stderr" || status=$?
  echo "$status" >"$scratch/status"
}

teardown_file() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

setup() {
  forget_settings
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

# config: compose.yaml as compose reads it, every profile
config() { docker compose --profile '*' config --format json; }

short=(--rate 10000 --duration 500ms --warmup 200ms)

@test "a campaign in containers of six variants, every fork there" {
  # A busy host may not keep a fork's pace.
  [[ $(<"$scratch/status") == [03] ]] || {
    cat "$scratch/stderr" >&2
    return 1
  }
  expect 12 "$(find "$out/latest/forks" -name '00[12]-*.json' | wc -l)"
  for variant in "${variants[@]}"; do
    expect 2 "$(find "$out/latest/forks" -name "00[12]-$variant.json" | wc -l)"
    grep -q "$variant" "$scratch/stdout"
  done
  expect "$queues_before" "$(queues)"
  expect "" "$(docker ps --all --quiet --filter name=whichjvm-)"
}

@test "without a name every variant of the profile is meant, and contenders start their JVM's service" {
  scripts/compare --runner docker --dry-run --blocks 1 >"$own/all" 2>/dev/null
  for variant in $(docker compose --profile '*' config --format json |
    python3 -c 'import json, sys; print(*(n for n, s in json.load(sys.stdin)["services"].items() if s.get("profiles") == ["variant"]))'); do
    grep -q "run --rm .* $variant queue-latency .*--fork" "$own/all" || fail "$variant is not in $(<"$own/all")"
  done
  ! grep -q 'article-jdk17-temurin queue-latency' "$own/all" || fail "a variant of another profile"
  scripts/compare --runner docker --dry-run --blocks 1 --control jdk17-temurin jdk17-temurin+delay30ns >"$own/contenders" 2>/dev/null
  expect 3 "$(grep -c ' jdk17-temurin queue-latency .*--fork .*/001-' "$own/contenders")"
  grep -q ' jdk17-temurin queue-latency .*--delay 30ns --fork .*/001-jdk17-temurin+delay30ns' "$own/contenders" || fail "$(<"$own/contenders")"
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
  for fork in "$out"/latest/forks/00[12]-*.json; do
    # Graal's compiler in Java, which stands in for the image's, is still at work in a window this
    # short: it uses the JVM's own heap, and a frame it gives up puts its objects there.
    [[ $(json "$fork" "d['jvm']['compiler']") != Graal ]] || continue
    expect_no_garbage "$fork"
  done
}

@test "the same jar, byte for byte, in every image and when it is built again" {
  for image in "${variants[@]}"; do
    docker run --rm --network none --entrypoint sha256sum "whichjvm/$image" /opt/whichjvm/whichjvm-workload.jar
  done | cut -d ' ' -f 1 | sort -u >"$own/sums"
  expect 1 "$(wc -l <"$own/sums")"
  docker compose --progress quiet build --no-cache base
  container=$(docker create whichjvm/base none)
  docker cp --quiet "$container:/workload/whichjvm-workload.jar" "$own/again.jar"
  docker rm "$container" >/dev/null
  expect "$(<"$own/sums")" "$(sha256sum "$own/again.jar" | cut -d ' ' -f 1)"
}

@test "compose run, files belong to the owner of the results folder" {
  need_root "give the folder to another user"
  for owner in 0:0 4321:4321; do
    rm -rf "${own:?}"/*
    chown "$owner" "$own"
    run --separate-stderr docker compose run --rm --quiet-build jdk17-temurin "${short[@]}"
    expect 0 "$status"
    contains "$output" "service ns"
    expect "" "$(find "$own" ! -uid "${owner%:*}" -o ! -gid "${owner#*:}")"
    run --separate-stderr docker compose run --rm --quiet-build collector
    expect 0 "$status"
    contains "$output" jdk17-temurin
    expect "" "$(find "$own" ! -uid "${owner%:*}" -o ! -gid "${owner#*:}")"
  done
}

@test "compose run by a user who may use the engine but is not root" {
  need_root "become another user"
  home=$(mktemp -d)
  chown 4321:4321 "$own" "$home"
  group=$(stat -c %g /var/run/docker.sock)
  run --separate-stderr setpriv --reuid=4321 --regid="$group" --clear-groups \
    env HOME="$home" WHICHJVM_RESULTS="$own" \
    docker compose run --rm --quiet-build jdk17-temurin "${short[@]}"
  rm -rf "$home"
  expect 0 "$status"
  expect "4321" "$(stat -c %u "$own"/latest/forks/*.json)"
}

@test "contenders with the queue in huge pages and with a flag set: what they are, whose files, nothing left" {
  need_root "give the folder to another user"
  chown 4321:4321 "$own"
  run --separate-stderr scripts/compare --runner docker --out "$own" --blocks 1 "${ungated[@]}" \
    jdk17-temurin jdk17-temurin+huge+serialgc jdk17-temurin+compact-headers jdk8-temurin+onspinwait -- "${short[@]}"
  [[ $status == 0 || $status == 3 ]] || fail "exit code $status: $stderr"
  contains "$stderr" "skipped jdk17-temurin+compact-headers: the JVM refuses it: Unrecognized VM option 'UseCompactObjectHeaders'"
  contains "$stderr" "skipped jdk8-temurin+onspinwait: --wait onspinwait needs Java 9"
  expect 2 "$(find "$own/latest/forks" -name '001-*.json' | wc -l)"
  fork=$(find "$own/latest/forks/" -name '001-*+huge+serialgc.json')
  expect "('huge', 2097152, True)" "$(json "$fork" "d['memory']['queue'], d['memory']['pageBytes'], d['memory']['hugeKb'] > 0")"
  expect "('Serial', 'serialgc')" "$(json "$fork" "d['jvm']['garbageCollector'], d['jvm']['flagSet']")"
  expect "" "$(find "$own" ! -uid 4321 -o ! -gid 4321)"
  expect "" "$(docker volume ls --quiet --filter name=whichjvm_huge)"
  expect "$queues_before" "$(queues)"
}

@test "each container finds the volume for huge pages empty, and of the size asked for" {
  config >"$own/config.json"
  expect "[]" "$(json "$own/config.json" "[n for n, s in d['services'].items() if s.get('environment', {}).get('WHICHJVM_HUGE_DIR') and 'huge' not in [v['source'] for v in s['volumes']]]")"
  # in_volume COMMAND: as the user that the launcher becomes
  in_volume() {
    WHICHJVM_HUGE_SIZE=64m docker compose --progress quiet run --rm --quiet-build --no-TTY --user 4321:4321 \
      --entrypoint sh jdk17-temurin -c "$1"
  }
  in_volume 'echo left > /queue/left'
  run --separate-stderr in_volume 'ls -A /queue; grep " /queue " /proc/mounts'
  docker volume rm whichjvm_huge_always_64m
  expect 0 "$status"
  contains "$output" size=65536k
  contains "$output" huge=always
  [[ $output != *left* ]]
}

@test "stopping the container leaves nothing and says so" {
  docker compose run --rm --quiet-build --name whichjvm-test-stop jdk17-temurin --duration 60s --warmup 200ms >"$own.said" 2>&1 &
  started=$!
  eventually grep -q 'messages of' "$own.said"
  sleep 1
  docker stop whichjvm-test-stop >/dev/null
  status=0
  wait "$started" || status=$?
  started=
  rm "$own.said"
  expect 143 "$status"
  expect "" "$(ls -A "$own")"
  expect "$queues_before" "$(queues)"
}

# start_campaign BLOCKS: in the background, of one variant, and back after its first fork
start_campaign() {
  env --default-signal=INT,TERM scripts/compare --runner docker --out "$own" --blocks "$1" "${ungated[@]}" jdk17-temurin \
    -- "${short[@]}" >"$scratch/said" 2>&1 &
  started=$!
  # Again where the host is busy: the images are looked at first.
  eventually grep -q "block 1 of $1" "$scratch/said" || eventually grep -q "block 1 of $1" "$scratch/said"
}

# ended: the campaign's exit code into `status`
ended() {
  status=0
  wait "$started" || status=$?
  started=
  expect "" "$(docker ps --all --quiet --filter name=whichjvm-)"
  expect "" "$(find "$own" -mindepth 1 -name '.*')"
  expect "$queues_before" "$(queues)"
}

@test "Ctrl-C stops the container, keeps whole forks, and the rest can be run" {
  start_campaign 3
  kill -INT "$started"
  ended
  expect 130 "$status"
  campaign=$(readlink "$own/latest")
  grep -q -- "--resume $campaign" "$scratch/said"
  run --separate-stderr scripts/compare --resume "$campaign" --out "$own"
  [[ $status == [03] ]] || fail "exit code $status: $stderr"
  expect 3 "$(find "$own/latest/forks" -name '00[123]-*.json' | wc -l)"
}

@test "a JVM that is killed in its container is a failed fork, and the others go on" {
  start_campaign 3
  eventually pkill -KILL -f "whichjvm-workload.jar queue-latency .*--fork .*/00[23]-"
  ended
  expect 3 "$status"
  expect 3 "$(find "$own/latest/forks" -name '00[123]-*.json' | wc -l)"
  grep -q "killed (signal 9)" "$own"/latest/forks/00[23]-*.json
}

@test "one CPU, a CPU that is not there, and a results folder that is not there" {
  WHICHJVM_CPUSET=0 run --separate-stderr docker compose run --rm --quiet-build jdk17-temurin "${short[@]}"
  expect 4 "$status"
  contains "$stderr" "only CPU 0"
  WHICHJVM_CPUSET=4711 run docker compose run --rm --quiet-build jdk17-temurin "${short[@]}"
  [[ $status != 0 ]]
  contains "$output" "4711"
  WHICHJVM_RESULTS=$own/missing run docker compose run --rm --quiet-build jdk17-temurin "${short[@]}"
  [[ $status != 0 ]]
  contains "$output" "$own/missing"
  [[ ! -e $own/missing ]]
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
