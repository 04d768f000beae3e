#!/usr/bin/env bats
# bats file_tags=beside
# scripts/compare and scripts/report with the runner `host`: what needs real processes. What a campaign is
# made of, and each refusal of an argument, is in the collector's PlanTest and PlanFromChecksTest.

load helper

# Short, and slow enough for a busy host.
readonly short=(-- --rate 10000 --duration 500ms --warmup 200ms)

setup_file() {
  need_cpus 2
  forget_settings
  warm_up_soon
  wait_for_host
  # The jars, and one campaign for all tests that only read it.
  mkdir "$BATS_FILE_TMPDIR/out"
  "$root/scripts/compare" --runner host --out "$BATS_FILE_TMPDIR/out" --seed 7 --blocks 2 "${ungated[@]}" \
    --jdk "one=$(java_home)" one one+delay5000ns "${short[@]}" \
    >"$BATS_FILE_TMPDIR/stdout" 2>"$BATS_FILE_TMPDIR/stderr" || echo "$?" >"$BATS_FILE_TMPDIR/failed"
}

setup() {
  forget_settings
  warm_up_soon
  wait_for_host
  scratch=$(mktemp -d)
  out=$scratch/out
  mkdir "$out"
  queues_before=$(queues)
  one=(--jdk "one=$(java_home)" "${ungated[@]}")
  compare=(env "--default-signal=INT,TERM" "$root/scripts/compare" --runner host --out "$out")
  started=
}

teardown() {
  [[ -z ${started:-} ]] || kill -KILL "$started" 2>/dev/null || true
  [[ -z ${scratch:-} ]] || rm -rf "$scratch"
}

# shared_campaign: a copy of what setup_file ran, in this test's results folder; its name in `campaign`
shared_campaign() {
  [[ ! -e $BATS_FILE_TMPDIR/failed || $(<"$BATS_FILE_TMPDIR/failed") == 3 ]] || fail "$(<"$BATS_FILE_TMPDIR/stderr")"
  cp -a "$BATS_FILE_TMPDIR/out/." "$out"
  campaign=$(readlink "$out/latest")
}

# half_done: a name that only something unfinished has
half_done() { find "$out" -name '.*' -mindepth 1; }

nothing_left() {
  expect "" "$(half_done)"
  eventually no_orphans
}

# ended: to its end, though forks may have failed, as on a busy host they do
ended() { [[ $status == 0 || $status == 3 ]] || fail "exit code $status: $stderr"; }

# forks PATTERN: how many files there are of the latest campaign
forks() { find "$out/latest/forks/" -name "$1" | wc -l; }

# refused CODE PART COMMAND…: a sentence, that code, nothing in the results folder
refused() {
  local code=$1 part=$2
  shift 2
  run --separate-stderr "$@"
  expect "$code" "$status"
  contains "$stderr" "$part"
  expect "" "$output"
  expect "" "$(ls -A "$out")"
  eventually no_orphans
}

# start OPTION…: a campaign in the background
start() {
  "${compare[@]}" "$@" >"$scratch/said" 2>&1 3>&- &
  started=$!
}

says() { grep -q -- "$1" "$scratch/said"; }

@test "a campaign leaves results and the forks of every block, and says a line a block" {
  shared_campaign
  contains "$(<"$BATS_FILE_TMPDIR/stdout")" one+delay5000ns
  contains "$(<"$BATS_FILE_TMPDIR/stderr")" "2 contenders × 2 blocks of 5 turns of 100 ms: about "
  contains "$(<"$BATS_FILE_TMPDIR/stderr")" "block 2 of 2: one "
  expect 4 "$(forks '00[12]-*.json')"
  expect 7 "$(json "$out/latest/campaign.json" "d['seed']")"
  expect "host report False one=$(java_home)" "$(json "$out/latest/campaign.json" "' '.join([d['runner'], d['start']['report'], str(d['start']['usual']), *map('='.join, d['start']['jvms'].items())])")"
  expect "0 5000" "$(json "$(find "$out/latest/forks/" -name '001-one.json')" "d['parameters']['delayNanos']") $(
    json "$(find "$out/latest/forks/" -name '001-one+delay*.json')" "d['parameters']['delayNanos']"
  )"
  [[ -s $out/latest/result.json && -s $out/latest/report.md && -s $out/latest/result.csv ]]
  nothing_left

  # The report again, from the files alone; where no engine answers, by a JVM of this host.
  rm "$out/latest/result.json"
  DOCKER_HOST=unix:///nowhere run "$root/scripts/report" --out "$out" "$campaign"
  ended
  [[ -s $out/latest/result.json ]]
  DOCKER_HOST=unix:///nowhere run "$root/scripts/report" --out "$out" --fail-unless-within:5% "$campaign"
  contains "$status $output" "--fail-unless-within 5% is undecided"
  DOCKER_HOST=unix:///nowhere run --separate-stderr "$root/scripts/report" --out "$out" --export csv "$campaign"
  ended
  expect $'block,contender,turn,figure,value,unit\r' "${lines[0]}"
}

@test "resuming runs only what is missing and keeps the rest" {
  shared_campaign
  rm "$out"/latest/forks/002-one.*
  touch -d 2001-01-01 "$out/latest/forks/001-one.json"
  # The link is as good a name.
  run --separate-stderr "${compare[@]:0:3}" --out "$out" --resume latest
  ended
  contains "$stderr" "block 2 of 2: one "
  expect 2001 "$(date -r "$out/latest/forks/001-one.json" +%Y)"
  expect "$campaign" "$(json "$out/latest/forks/002-one.json" "d['campaign']")"
  expect 4 "$(forks '00[12]-*.json')"

  # A dry run of it shows nothing where nothing is missing.
  run --separate-stderr "$root/scripts/compare" --out "$out" --resume "$campaign" --dry-run
  expect 0 "$status"
  expect "" "$output"
  run --separate-stderr "$root/scripts/compare" --out "$out" --resume "$campaign" --blocks 3
  expect 2 "$status"
  contains "$stderr" "--resume runs what the campaign's plan says; --blocks cannot be given too"
}

@test "a JVM that is killed is a failed fork, the others go on; what is interrupted keeps whole forks and says how to go on" {
  start --blocks 50 --retries 0 "${one[@]}" one "${short[@]}"
  eventually says ' × 50 blocks'
  eventually test -L "$out/latest"
  campaign=$(readlink "$out/latest")
  eventually pkill -KILL -f "whichjvm-workload.jar queue-latency .*--fork $campaign/001-one"
  eventually says 'block 2 of 50'
  kill -INT "$started"
  end_of_start
  expect 130 "$status"
  says "--resume $campaign --out $out" || fail "$(<"$scratch/said")"
  expect "the JVM was killed (signal 9)" "$(json "$out/latest/forks/001-one.json" "d['reason']")"
  [[ $(forks '00[1-9]-one.json') -ge 2 ]]
  nothing_left
  run pgrep -f "$out"
  expect 1 "$status"
}

@test "a campaign that cannot decide what was asked for says so, and asks a person on a terminal before it goes on" {
  local words
  printf -v words '%q ' "${compare[@]}" "${one[@]}" --precision 3% --max-time 20s one one+again -- --rate 10000 --warmup 200ms
  run timeout 120 script --quiet --return --command "$words" "$scratch/terminal" <<<n
  expect 130 "$status"
  contains "$(<"$scratch/terminal")" "are the least that can tell every contender apart"
  contains "$(<"$scratch/terminal")" "Go on all the same? [Y/n]"
  contains "$(<"$scratch/terminal")" "0 whole forks are kept. To go on:"
  nothing_left
}

@test "what is interrupted before it begins leaves nothing" {
  local signal
  for signal in INT TERM; do
    start "${one[@]}" one one+zgc one+serialgc "${short[@]}"
    eventually compgen -G "$out/*/request.json"
    kill "-$signal" "$started"
    end_of_start
    expect 130 "$status"
    expect "" "$(ls -A "$out")"
    nothing_left
  done
}

@test "a campaign that is killed as the collector's process or a fork begins leaves nobody behind, who would hold the host" {
  local began
  for began in whichjvm-collector.jar workload/launch; do
    start --blocks 1 "${one[@]}" one "${short[@]}"
    eventually pgrep -P "$started" -f "$began"
    kill -KILL "$started"
    end_of_start
    expect 137 "$status"
    wait_for_host
    # The name of a campaign has the second that it was planned in.
    sleep 1
  done
}

@test "a campaign that was killed before it began can be resumed" {
  start --blocks 1 "${one[@]}" one "${short[@]}"
  eventually compgen -G "$out/*/request.json"
  kill -KILL "$started"
  end_of_start
  wait_for_host
  campaign=$(basename "$(dirname "$out"/*/request.json)")
  [[ ! -e $out/latest ]]
  run --separate-stderr "$root/scripts/compare" --out "$out" --resume "$campaign"
  ended
  expect 1 "$(forks '001-*.json')"
}

@test "a block that a gate excludes is run again, and the time ends a campaign that may stop" {
  # No floor is the same twice.
  run --separate-stderr "${compare[@]}" --blocks 1 "${one[@]}" --retries 1 \
    --gate floor-in-fork=1 --gate floor-in-turn=1 one "${short[@]}"
  ended
  contains "$stderr" "block 2 of 2: one "
  expect 2 "$(forks '00[1-9]-one.json')"

  run --separate-stderr "${compare[@]}" --precision 2% --max-time 1s --blocks 5 "${one[@]}" one "${short[@]}"
  ended
  contains "$stderr" "the campaign stops: "
  expect 1 "$(forks '00[1-9]-one.json')"
  # What has stopped stays so.
  run --separate-stderr "$root/scripts/compare" --out "$out" --resume "$(readlink "$out/latest")"
  ended
  contains "$stderr" "the campaign has stopped: "
  expect 1 "$(forks '00[1-9]-one.json')"
}

@test "contenders of memory, wait strategy and flags are what their names say, in a folder of another user" {
  need_root "mount a tmpfs"
  chown 4321:4321 "$out"
  run --separate-stderr "${compare[@]}" --blocks 1 "${one[@]}" --jdk "$(mute_flags)" \
    one+huge one+park20000ns+no-bounds-checks stubborn+thp "${short[@]}"
  ended
  contains "$stderr" "skipped stubborn+thp: the JVM refuses it: Unrecognized VM option 'UseTransparentHugePages'"
  expect 2 "$(forks '001-*.json')"
  # contender NAME EXPRESSION WANTED
  contender() { expect "$3" "$(json "$out/latest/forks/001-$1.json" "$2")"; }
  contender one+huge "d['parameters']['queueMemory'], d['memory']['pageBytes'], d['memory']['hugeKb'] > 0" "('huge', 2097152, True)"
  contender one+park20000ns+no-bounds-checks "d['parameters']['wait'], d['jvm']['flagSet']" "('park:20000', 'no-bounds-checks')"
  # Nobody else has seen the mount, and it is gone.
  expect 0 "$(grep -c ' /dev/shm .*huge=always.*whichjvm' /proc/mounts)"
  expect "" "$(find "$out" -mindepth 1 ! -uid 4321 ! -path '*/forks/*')"
  nothing_left
}

# mute_flags: --jdk's value for a JVM that knows no flag of a set
mute_flags() {
  mkdir -p "$scratch/stubborn/bin"
  cat >"$scratch/stubborn/bin/java" <<EOF
#!/usr/bin/env bash
[[ " \$* " != *UseTransparentHugePages* ]] || {
  echo "Unrecognized VM option 'UseTransparentHugePages'
Error: Could not create the Java Virtual Machine." >&2
  exit 1
}
exec "$(java_home)/bin/java" "\$@"
EOF
  chmod +x "$scratch/stubborn/bin/java"
  printf 'stubborn=%s' "$scratch/stubborn"
}

# with_huge COMMAND…: as a fork with +huge is started
with_huge() {
  python3 -I "$root/scripts/whichjvm/huge.py" "$@"
}

@test "huge pages of a user who is not root, and what works where none may be mounted" {
  need_root "become another user"
  chmod 711 "$scratch"
  chown 4321:4321 "$out"
  become=(setpriv --reuid=4321 --regid=4321 --clear-groups)
  "${become[@]}" unshare --user --map-root-user --mount true || skip "no user namespaces here"
  export -f with_huge
  export root out
  # shellcheck disable=SC2016 # for the inner shell
  run --separate-stderr "${become[@]}" bash -c 'with_huge sh -c "grep \" /dev/shm .*huge=always\" /proc/self/mounts; touch /dev/shm/queue $out/file"'
  expect 0 "$status"
  contains "$output" huge=always
  expect 4321:4321 "$(stat -c %u:%g "$out/file")"
  [[ ! -e $shm/queue ]]

  mkdir "$scratch/bin"
  printf '#!/bin/sh\necho unshare: unshare failed: Operation not permitted >&2\nexit 1\n' >"$scratch/bin/unshare"
  chmod +x "$scratch/bin/unshare"
  PATH=$scratch/bin:$PATH run --separate-stderr with_huge true
  expect 4 "$status"
  contains "$stderr" "root may mount none here (unshare: unshare failed: Operation not permitted); leave out +huge or --queue-memory huge"
  WHICHJVM_HUGE_DIR=/mnt PATH=$scratch/bin:$PATH run --separate-stderr with_huge true
  expect 0 "$status"
}

@test "two campaigns at once: the second does not measure; a list and a dry run need no host of their own" {
  exec {lock}<"$shm"
  flock --nonblock "$lock"
  refused 4 "another campaign measures on this host" "${compare[@]}" "${one[@]}" one "${short[@]}"
  run --separate-stderr "$root/scripts/compare" --list flags
  expect 0 "$status"
  expect "$(find "$root/docker/flags" -name '*.options' | wc -l)" "$(grep -cE '^[a-z][a-z0-9-]*: [A-Z].*\.$' <<<"$output")"
  run --separate-stderr "$root/scripts/compare" --list studies
  expect "arm-specjbb article base false-sharing flags gc-steal jdk27 lse rate start-up vendors versions" "$(cut -d : -f 1 <<<"$output" | paste -sd ' ')"
  run --separate-stderr "${compare[@]}" --list jvms "${one[@]}"
  contains "$output" one
  refused 2 "--list is 'images'; it takes one of jvms, flags, studies" "$root/scripts/compare" --list images
  JAVA_OPTS='-Da="b c"' run --separate-stderr "${compare[@]}" --dry-run --blocks 2 "${one[@]}" one one+again "${short[@]}"
  expect 0 "$status"
  # The checks of both, and two blocks.
  expect 6 "$(grep -c 'workload/launch queue-latency .*--rate 10000' <<<"$output")"
  expect 2 "$(grep -c -- '--fork .*00[12]-one+again ' <<<"$output")"
  expect 4 "$(grep -c 'WHICHJVM_MEMBERS=2 WHICHJVM_MEMBER=[01] ' <<<"$output")"
  contains "$output" "'JAVA_OPTS=-Da=\"b c\"'"
  contains "$stderr" "2 contenders × 2 blocks of 5 turns of 100 ms"
  expect "" "$(ls -A "$out")"
}

@test "where there is no JVM and no engine, a sentence says what to install" {
  need_root "hide this machine's JVMs"
  run --separate-stderr unshare --mount --propagation private sh -c 'mount -t tmpfs none /usr/lib/jvm && exec "$@"' sh \
    env -u JAVA_HOME -u SDKMAN_DIR HOME="$scratch" PATH=/usr/bin:/bin DOCKER_HOST=unix:///nowhere "$root/scripts/compare" --out "$out"
  expect 4 "$status"
  contains "$stderr" "there is no JVM on this machine (JAVA_HOME, PATH, /usr/lib/jvm, SDKMAN); install one"
}

@test "what is no option, and a value that is none, is refused at once" {
  refused 2 "'--frobnicate' is no option" "${compare[@]}" --frobnicate
  refused 2 "--blocks needs a value" "${compare[@]}" --blocks
  refused 2 "--control takes no value, and got 'yes'" "${compare[@]}" --control=yes
  refused 2 "--runner is 'podman'; it takes one of docker, host, auto" "$root/scripts/compare" --out "$out" --runner podman
  refused 2 "--bases is 'cloud'" "${compare[@]}" --bases cloud
  refused 2 "there is no study './none.study'" "${compare[@]}" --study ./none.study
  refused 2 "there is no campaign 'yesterday' to resume" "$root/scripts/compare" --out "$out" --resume yesterday
  refused 2 "there is no /nowhere/bin/java" "${compare[@]}" --jdk x=/nowhere
  refused 2 "--jdk is 'JDK 17'" "${compare[@]}" --jdk "JDK 17"
  refused 2 "error: --jdk is 'old=my/jdk:1', which is no folder with a bin/java" "${compare[@]}" --jdk old=my/jdk:1
  contains "$stderr" "try: --jdk old=/opt/jdk-17, or --runner docker"
  refused 2 "error: --jdk is 'old=/opt/jdk-17', which is a path" "$root/scripts/compare" --out "$out" --runner docker --jdk old=/opt/jdk-17
  contains "$stderr" "try: --jdk old=my/jdk:17, or --runner host"
  refused 2 "is missing; make it" "$root/scripts/compare" --runner host --out "$scratch/missing"
  WHICHJVM_HUGE_SIZE=lots refused 2 "WHICHJVM_HUGE_SIZE is 'lots'; it is a size" "${compare[@]}" "${one[@]}" one
  DOCKER_HOST=unix:///nowhere refused 2 scripts/compare "$root/scripts/report" --out "$out"
}

@test "the collector's and the workload's refusals have their exit codes, and leave nothing" {
  refused 2 "--blocks is '0'" "${compare[@]}" --blocks 0
  refused 4 "none of the JVMs of the study article can be had" "${compare[@]}" --study article
  refused 2 "--rate is 0" "${compare[@]}" "${one[@]}" one -- --rate 0
  refused 4 "MiB of heap and this JVM has 512 MiB" "${compare[@]}" "${one[@]}" one -- --duration 1h
  run --separate-stderr "${compare[@]}" "${one[@]}" one -- --help
  expect 0 "$status"
  contains "$output" "--rate=N"
  expect "" "$(ls -A "$out")"
}
