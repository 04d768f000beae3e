#!/usr/bin/env bats
# workload/launch and the jar behind it: one fork on this host's own JVMs. Real, but short.

load helper

# Seconds; the longest fork here ends by itself long before.
readonly hangs_after=150

setup() {
  need_cpus 2
  forget_settings
  wait_for_host
  launch=$root/workload/launch
  export WHICHJVM_JAR=$root/workload/target/whichjvm-workload.jar
  [[ -f $WHICHJVM_JAR ]] || fail "there is no $WHICHJVM_JAR; build it: ./mvnw package"
  # Not in bats' own folder, which other users cannot enter.
  scratch=$(mktemp -d)
  chmod 755 "$scratch"
  out=$scratch/out
  mkdir "$out"
  # So few messages that the queue is not mapped anew, and that a busy host can keep up.
  short=(--rate 10000 --duration 1s --warmup 300ms --out "$out")
  queues_before=$(queues)
  started=
}

teardown() {
  [[ -z ${started:-} ]] || kill -KILL "$started" 2>/dev/null || true
  [[ -z ${scratch:-} ]] || {
    ! mountpoint --quiet "$scratch/small" || umount "$scratch/small"
    rm -rf "$scratch"
  }
}

# fork_once OPTION…: a short one, its results in $out
fork_once() { run --separate-stderr timeout --foreground "$hangs_after" "$launch" "${short[@]}" "$@"; }

# fork OPTION…: again if this host is too busy to keep the pace, which is not what is tested
fork() {
  local tries
  for ((tries = 0; tries < 5; tries++)); do
    fork_once "$@"
    [[ $status == 3 && $stderr == *overloaded* ]] || return 0
    rm -rf "${out:?}"/*
  done
}

# The one JSON file, the one .hlog.
result() { find "$out" -name '*.json'; }
histograms() { find "$out" -name '*.hlog'; }

# nothing_left: neither a result, nor a half one, nor a queue
nothing_left() {
  expect "" "$(find "$out" -type f)"
  expect "$queues_before" "$(queues)"
}

# refused CODE PART OPTION…: a sentence with PART in it, that exit code, and nothing else
refused() {
  local code=$1 part=$2
  shift 2
  # A heap that is not touched first: half the time of a JVM that refuses at once.
  JAVA_OPTS=-Xms32m fork_once "$@"
  was_refused "$code" "$part"
}

# was_refused CODE PART
was_refused() {
  expect "$1" "$status"
  contains "$stderr" "$2"
  contains "${stderr_lines[0]}" "whichjvm: "
  [[ $stderr != *$'\tat '* ]] || fail "a stack trace: $stderr"
  expect "" "$output"
  nothing_left
}

# start_fork OPTION…: in the background, and back once its queue is there. env, because a shell lets
# what it starts in the background ignore SIGINT, and launch could not undo that.
start_fork() {
  env --default-signal=INT,TERM "$launch" --warmup 300ms --duration 60s --out "$out" "$@" \
    >"$scratch/stdout" 2>"$scratch/stderr" 3>&- &
  started=$!
  eventually has_new_queue
}

has_new_queue() { [[ $(queues | grep -v '[.]log$') != "$(grep -v '[.]log$' <<<"$queues_before")" ]]; }

# end_of_fork: its exit code in $status
end_of_fork() {
  status=0
  wait "$started" || status=$?
  started=
}

# jvm_of PID: the one child of launch
jvm_of() { tr -d ' ' <"/proc/$1/task/$1/children"; }

# --- a fork ---------------------------------------------------------------------------------------

@test "a fork leaves two whole files and nothing else" {
  fork
  expect 0 "$status"
  expect 1 "$(result | wc -l)"
  expect 1 "$(histograms | wc -l)"
  expect 2 "$(find "$out" -type f | wc -l)"
  expect "$(result | sed 's/json$/hlog/')" "$(histograms)"
  expect "$(basename "$(dirname "$(dirname "$(result)")")")" "$(readlink "$out/latest")"
  expect "$queues_before" "$(queues)"
}

@test "a fork's JSON has what the schema promises" {
  fork
  expect "whichjvm.fork/2" "$(json "$(result)" 'd["schema"]')"
  expect "ok None" "$(json "$(result)" 'str(d["status"]) + " " + str(d["reason"])')"
  expect "queue-latency" "$(json "$(result)" 'd["workload"]')"
  expect "10000 256 1.0 0.3 1" "$(json "$(result)" '" ".join(str(d["parameters"][name]) for name in
    ("rate", "size", "durationSeconds", "warmupSeconds", "producers"))')"
  expect "True" "$(json "$(result)" 'd["pinning"]["asked"] == d["parameters"]["cpus"] and d["pinning"]["verified"]')"
  expect "True" "$(json "$(result)" 'all(d[name]["count"] == 10000 and 0 < d[name]["p50"] <= d[name]["p99_99"] <= d[name]["max"]
    for name in ("service", "response"))')"
  expect "True" "$(json "$(result)" 'all(list(d[name]["events"]) == ["p50", "p90", "p99", "p99_9", "p99_99", "p99_999"]
    and 0 <= d[name]["events"]["p99_99"] <= d[name]["events"]["p99"] <= 100 for name in ("service", "response"))')"
  expect "True" "$(json "$(result)" 'd["floorNs"]["before"] > 0 and d["floorNs"]["after"] > 0')"
  expect "True" "$(json "$(result)" 'len(d["jvm"]) > 3 and len(d["host"]) > 3')"
}

@test "every message is sent, received and verified" {
  fork
  expect "10000 10000 10000" "$(json "$(result)" '" ".join(str(d["messages"][name]) for name in
    ("sent", "received", "verified"))')"
}

@test "the measured threads allocate nothing a message, and no garbage is collected" {
  fork
  expect_no_garbage "$(result)"
}

@test "the histogram log has both tags" {
  fork
  grep -q '^Tag=service,' "$(histograms)"
  grep -q '^Tag=response,' "$(histograms)"
}

@test "the table is on stdout and everything else on stderr" {
  fork
  contains "${lines[0]}" "service ns"
  contains "$output" "p99.99"
  [[ $output != *whichjvm:* ]] || fail "progress on stdout: $output"
  [[ $stderr != *"service ns"* ]] || fail "the table on stderr: $stderr"
  contains "$stderr" "whichjvm: wrote $(result)"
}

@test "every JVM of this host runs a fork without a warning" {
  local home
  for home in $(find /usr/lib/jvm -mindepth 1 -maxdepth 1 -exec readlink -f '{}' + | sort -u); do
    [[ -x $home/bin/java ]] || continue
    rm -rf "${out:?}"/*
    PATH=$home/bin:$PATH fork
    expect 0 "$status"
    expect "10000" "$(json "$(result)" 'd["messages"]["verified"]')"
    [[ ${stderr,,} != *warning* ]] || fail "$home: $stderr"
  done
}

@test "the CPUs that are asked for are the ones pinned to" {
  local first second
  read -r first second < <(taskset --cpu-list --pid $$ | python3 -c 'import sys
ranges = [part.split("-") for part in sys.stdin.read().split(":")[1].split(",")]
print(*[cpu for ends in ranges for cpu in range(int(ends[0]), int(ends[-1]) + 1)][:2])')
  fork --cpus "$second,$first"
  expect 0 "$status"
  expect "[$second, $first]" "$(json "$(result)" 'd["pinning"]["asked"]')"
}

@test "a known delay raises the median, is told and recorded" {
  local undelayed
  fork
  expect 0 "$(json "$(result)" 'd["parameters"]["delayNanos"]')"
  [[ $output != *delayed* ]] || fail "a delay that nobody asked for: $output"
  undelayed=$(json "$(result)" 'd["service"]["p50"]')
  rm -rf "${out:?}"/*
  fork --delay 20us
  expect 0 "$status"
  expect 20000 "$(json "$(result)" 'd["parameters"]["delayNanos"]')"
  contains "$output" "each message was delayed by 20,000 ns on purpose: this is a calibration"
  expect True "$(json "$(result)" "d['service']['p50'] - $undelayed >= 10000")"
}

@test "WHICHJVM_VARIANT names a fork that is started by itself" {
  WHICHJVM_VARIANT=some-jvm fork
  expect 0 "$status"
  contains "$(result)" "-some-jvm/forks/001-some-jvm.json"
  expect "some-jvm 1" "$(json "$(result)" 'd["contender"] + " " + str(d["block"])')"
}

@test "--fork names the fork and its files, whatever the variant" {
  WHICHJVM_VARIANT=some-jvm fork --fork c1/7-some-jvm+zgc
  expect 0 "$status"
  expect "$out/c1/forks/007-some-jvm+zgc.json" "$(result)"
  expect "some-jvm+zgc c1 7" "$(json "$(result)" '" ".join(str(d[name]) for name in ("contender", "campaign", "block"))')"
}

@test "what a killed fork left is removed by the next one, what a living one or somebody else has is not" {
  local dead=$shm/whichjvm-$$-1 living=$shm/whichjvm-$$-2 other=$shm/whichjvm-other-$$ lock
  mkdir "$dead" "$living" "$other"
  exec {lock}<"$living"
  flock --nonblock "$lock"
  fork
  exec {lock}<&-
  rmdir "$living" "$other"
  expect 0 "$status"
  [[ ! -e $dead ]] || fail "$dead is still there"
}

@test "a JVM's log that a killed fork left is removed by the next one, what a living one has is not" {
  local dead=$shm/whichjvm-$$-1.jvm.log living=$shm/whichjvm-$$-2.jvm.log other=$shm/whichjvm-$$.log lock
  touch --date "1 hour ago" "$dead" "$living" "$other"
  exec {lock}<"$living"
  flock --nonblock "$lock"
  fork
  exec {lock}<&-
  rm "$living" "$other"
  expect 0 "$status"
  [[ ! -e $dead ]] || fail "$dead is still there"
  expect True "$(json "$(result)" 'd["disturbances"]["safepoints"]["count"] >= 0')"
}

@test "a flag set is given to the JVM after the table and JAVA_OPTS, and recorded" {
  JAVA_OPTS=-Dsome=1 WHICHJVM_FLAG_SET=small WHICHJVM_FLAGS="-Xms300m -Xmx300m -Dsome=2" fork
  expect 0 "$status"
  expect "small True True" "$(json "$(result)" '" ".join((d["jvm"]["flagSet"],
    str("-Xmx300m" in d["jvm"]["flags"]), str(d["jvm"]["maxHeapBytes"] <= 300 << 20)))')"
  expect True "$(json "$(result)" 'd["jvm"]["flags"].index("-Dsome=1") < d["jvm"]["flags"].index("-Dsome=2")')"
}

@test "another garbage collector takes the place of the table's" {
  WHICHJVM_FLAGS=-XX:+UseSerialGC fork
  expect 0 "$status"
  expect Serial "$(json "$(result)" 'd["jvm"]["garbageCollector"]')"
  rm -rf "${out:?}"/*
  JAVA_OPTS=-XX:+UseParallelGC fork
  expect 0 "$status"
  expect Parallel "$(json "$(result)" 'd["jvm"]["garbageCollector"]')"
  rm -rf "${out:?}"/*
  fork
  expect "G1 None" "$(json "$(result)" 'd["jvm"]["garbageCollector"] + " " + str(d["jvm"]["flagSet"])')"
}

@test "--help goes to stdout" {
  run --separate-stderr "$launch" --help
  expect 0 "$status"
  contains "$output" "queue-latency"
  run --separate-stderr "$launch" queue-latency --help
  expect 0 "$status"
  contains "$output" "--rate"
  expect "" "$stderr"
}

@test "--check looks at options and host and runs nothing" {
  JAVA_OPTS=-Xms32m fork_once --check
  expect 0 "$status"
  expect 1 "${#lines[@]}"
  expect "arch java schema whichjvm.check/1" \
    "$(python3 -c 'import json, sys; d = json.loads(sys.argv[1]); print(*sorted(d), d["schema"])' "$output")"
  nothing_left
  refused 2 "--size is 31" --check --size 31
}

# --- a fork that fails ----------------------------------------------------------------------------

@test "an overloaded fork says so and gives no numbers" {
  # Twenty nanoseconds a message is more than any queue can do.
  fork_once --rate 50000000 --size 32 --duration 100ms --warmup 100ms
  expect 3 "$status"
  expect "" "$output"
  contains "$stderr" "overloaded"
  expect "overloaded" "$(json "$(result)" 'd["status"]')"
  expect "None None" "$(json "$(result)" 'str(d["service"]) + " " + str(d["response"])')"
  expect "" "$(histograms)"
  expect "$queues_before" "$(queues)"
}

@test "SIGTERM while measuring leaves nothing" {
  start_fork
  sleep 1
  kill -TERM "$started"
  end_of_fork
  expect 143 "$status"
  nothing_left
  expect "" "$(cat "$scratch/stdout")"
}

@test "SIGINT while measuring leaves nothing" {
  start_fork
  sleep 1
  kill -INT "$started"
  end_of_fork
  expect 130 "$status"
  nothing_left
  expect "" "$(cat "$scratch/stdout")"
}

@test "SIGTERM while warming up leaves nothing" {
  start_fork --warmup 60s
  kill -TERM "$started"
  end_of_fork
  expect 143 "$status"
  nothing_left
}

@test "a JVM killed with signal 9 leaves nothing" {
  start_fork
  kill -KILL "$(jvm_of "$started")"
  end_of_fork
  expect 137 "$status"
  contains "$(cat "$scratch/stderr")" "killed"
  nothing_left
}

@test "a JVM killed with signal 9 leaves nothing in another --queue-dir either" {
  mkdir "$scratch/queues"
  env --default-signal=INT,TERM "$launch" --rate 1000 --duration 60s --out "$out" --queue-dir="$scratch/queues" \
    >"$scratch/stdout" 2>"$scratch/stderr" 3>&- &
  started=$!
  eventually has_entries "$scratch/queues"
  kill -KILL "$(jvm_of "$started")"
  end_of_fork
  expect 137 "$status"
  expect "" "$(find "$scratch/queues" -mindepth 1)"
}

has_entries() { [[ $(find "$1" -mindepth 1 | head -n 1) ]]; }

# --- what cannot be meant -------------------------------------------------------------------------

@test "an unknown option is refused" { refused 2 "--pace" --pace 3; }
@test "an unknown workload is refused" {
  run --separate-stderr "$launch" queue-speed
  was_refused 2 "queue-speed"
}
@test "--rate 0 is refused" { refused 2 "--rate is 0; it goes from 1 to" --rate 0; }
@test "--rate -5 is refused" { refused 2 "--rate is -5" --rate -5; }
@test "--rate abc is refused" { refused 2 "'abc'" --rate abc; }
@test "--rate of 10^12 is refused" { refused 2 "--rate is 1,000,000,000,000" --rate 1000000000000; }
@test "--rate beyond any number is refused" { refused 2 "99999999999999999999" --rate 99999999999999999999; }
@test "a --rate of no message is refused" { refused 2 "less than one message" --rate 1 --duration 100ms; }
@test "--size 0 is refused" { refused 2 "--size is 0" --size 0; }
@test "--size 31 is refused" { refused 2 "--size is 31; it goes from 32" --size 31; }
@test "--size 2m is refused" { refused 2 "--size is 2,097,152" --size 2m; }
@test "--duration 0 is refused" { refused 2 "--duration is 0" --duration 0; }
@test "--duration x is refused" { refused 2 "'x' is not a duration" --duration x; }
@test "--duration 25h is refused" { refused 2 "it goes from 100ms to 24h" --duration 25h; }
@test "--duration -1s is refused" { refused 2 "-1s" --duration -1s; }
@test "--warmup 1ms is refused" { refused 2 "--warmup is 0.001 s" --warmup 1ms; }
@test "--delay 2ms is refused" { refused 2 "--delay is 2,000,000; it goes from 0 to 1,000,000 ns" --delay 2ms; }
@test "--delay soon is refused" { refused 2 "'soon' is not a duration" --delay soon; }
@test "--producers 0 is refused" { refused 2 "--producers is 0" --producers 0; }
@test "--block-size 1k is refused" { refused 2 "--block-size is 1,024" --block-size 1k; }
@test "an unknown --roll-cycle is refused" { refused 2 "NEVER" --roll-cycle NEVER; }
@test "one CPU twice is refused" { refused 2 "--cpus is 0,0; it takes 2 different CPUs" --cpus 0,0; }
@test "a CPU that is not there is refused" { refused 2 "--cpus is 0,9999; this process may use CPU" --cpus 0,9999; }
@test "--cpus a,b is refused" { refused 2 "--cpus" --cpus a,b; }
@test "a --fork that is none is refused" { refused 2 "CAMPAIGN/BLOCK-CONTENDER" --fork ../../etc/1-a; }
@test "a --fork without a contender is refused" { refused 2 "CAMPAIGN/BLOCK-CONTENDER" --fork a/1; }
@test "a --fork of block 0 is refused" { refused 2 "a block from 1 to 10000" --fork a/0-a; }
@test "a --fork of block 10001 is refused" { refused 2 "a block from 1 to 10000" --fork a/10001-a; }

@test "a results folder that is missing is refused" {
  run --separate-stderr "$launch" --out "$scratch/none"
  was_refused 2 "$scratch/none is missing; make it, or give --out DIR"
}

@test "a --queue-dir that is missing is refused" {
  refused 2 "--queue-dir $scratch/none is not a folder" --queue-dir "$scratch/none"
}

# as_nobody COMMAND…: with launcher and jar where that user can read them
as_nobody() {
  cp "$launch" "$WHICHJVM_JAR" "$scratch"
  unset WHICHJVM_JAR
  run --separate-stderr setpriv --reuid=65534 --regid=65534 --clear-groups "$scratch/launch" "$@"
}

@test "a --queue-dir that this user cannot write is refused" {
  need_root "become another user"
  mkdir -m 755 "$scratch/queues"
  chown 65534 "$out"
  as_nobody --out "$out" --queue-dir "$scratch/queues"
  was_refused 2 "--queue-dir $scratch/queues cannot be written by this user"
}

@test "a results folder that this user cannot write is refused" {
  need_root "become another user"
  as_nobody --out "$out"
  was_refused 2 "the results folder $out cannot be written by this user"
}

# --- what this host cannot do ---------------------------------------------------------------------

@test "more threads than CPUs cannot run" {
  local cpus
  cpus=$(nproc)
  refused 4 "$((cpus + 1)) threads need a CPU each" --producers "$cpus"
  expect 1 "${#stderr_lines[@]}"
}

@test "one CPU cannot run it" {
  local only
  only=$(taskset --cpu-list --pid $$ | sed 's/.*: *\([0-9]*\).*/\1/')
  run --separate-stderr taskset --cpu-list "$only" "$launch" "${short[@]}"
  was_refused 4 "may use only CPU $only"
}

@test "a --queue-dir that is too small is refused with both figures" {
  need_root "mount a small tmpfs"
  mkdir "$scratch/small"
  mount -t tmpfs -o size=64m tmpfs "$scratch/small" || skip "tmpfs cannot be mounted here"
  refused 4 "and $scratch/small has 64 MiB free" --queue-dir "$scratch/small"
  [[ $stderr =~ "the queue needs "([0-9]+)" MiB" ]] && ((BASH_REMATCH[1] > 64))
  expect "" "$(find "$scratch/small" -mindepth 1)"
}

@test "more messages than the heap can hold are refused with both figures" {
  refused 4 "messages need" --rate 100000 --duration 24h
  [[ $stderr =~ [0-9]" MiB of heap and this JVM has "[0-9]+" MiB" ]]
}

@test "without a java there is a sentence" {
  local tool
  mkdir "$scratch/bin"
  for tool in dirname id stat sed head date rm; do
    ln -s "$(command -v "$tool")" "$scratch/bin/$tool"
  done
  run --separate-stderr env PATH="$scratch/bin" "$launch" "${short[@]}"
  was_refused 4 "there is no java on the PATH ($scratch/bin)"
}

@test "JAVA_HOME does not choose the JVM" {
  JAVA_HOME=$scratch/none run --separate-stderr "$launch" --help
  expect 0 "$status"
}

@test "Java 7 is refused with what it said" {
  mkdir "$scratch/bin"
  printf '#!/bin/sh\necho '\''java version "1.7.0_80"'\'' >&2\n' >"$scratch/bin/java"
  chmod +x "$scratch/bin/java"
  run --separate-stderr env PATH="$scratch/bin:$PATH" "$launch" "${short[@]}"
  was_refused 4 '1.7.0_80'
}

@test "beside another campaign a fork does not start" {
  local lock
  exec {lock}<"$shm"
  flock --nonblock "$lock"
  refused 4 "another campaign"
}

@test "a fork of the campaign that has the lock does start" {
  local lock
  exec {lock}<"$shm"
  flock --nonblock "$lock"
  WHICHJVM_LOCK_HELD=1 fork
  expect 0 "$status"
}

@test "an image that is named one for another machine than its programs are for is refused" {
  for arch in amd64 arm64; do
    WHICHJVM_ARCH=$arch run --separate-stderr "$root/workload/launch" --help
    if [[ $(uname -m) == "${arch/amd64/x86_64}" || $(uname -m) == "${arch/arm64/aarch64}" ]]; then
      expect 0 "$status"
    else
      expect 4 "$status"
      contains "$stderr" "this image is named one for $arch, but its programs are for "
    fi
  done
}
