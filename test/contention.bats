#!/usr/bin/env bats
# bats file_tags=beside
# The workloads of scores, contention and gc-steal, from the real jar. Real, but short.

load helper

# Seconds; the longest fork here ends by itself long before.
readonly hangs_after=150

# use_jar: for forks that measure nothing, so that a heap is not touched first, which takes longer than
# the rest
use_jar() {
  need_cpus 2
  forget_settings
  wait_for_host
  launch=$root/workload/launch
  jar=$root/workload/target/whichjvm-workload.jar
  export WHICHJVM_JAR=$jar
  [[ -f $jar ]] || fail "there is no $jar; build it: ./mvnw package"
  export JAVA_OPTS="-XX:-AlwaysPreTouch"
}

setup_file() {
  use_jar
  # One fork of contention for all tests that look at one.
  scratch=$BATS_FILE_TMPDIR
  out=$scratch/whole
  mkdir "$out"
  short=(--warmup 100ms --duration 100ms --out "$out")
  fork contention --threads 1,2 --fork c1/7-some-jvm
  printf '%s' "$status" >"$out.status"
  printf '%s' "$output" >"$out.stdout"
  printf '%s' "$stderr" >"$out.stderr"
  left_behind >"$out.left"
}

# read_whole: the fork of setup_file, as fork leaves it
read_whole() {
  rm -r "$out"
  out=$BATS_FILE_TMPDIR/whole
  stderr=$(<"$out.stderr")
  mapfile -t lines <"$out.stdout"
  expect 0 "$(<"$out.status")" || fail "$stderr"
}

setup() {
  use_jar
  scratch=$(mktemp -d)
  out=$scratch/out
  mkdir "$out"
  short=(--warmup 100ms --duration 100ms --out "$out")
  started='' busy=''
}

teardown() {
  kill -KILL ${started:+"$started"} ${busy:+"$busy"} 2>/dev/null || true
  [[ -z ${scratch:-} ]] || rm -rf "$scratch"
}

# fork WORKLOAD OPTION…: a short one, its result in $out; again if a campaign has begun since
fork() {
  local tries
  for ((tries = 0; tries < 5; tries++)); do
    # shellcheck disable=SC2016 # of that shell, which becomes launch
    run --separate-stderr timeout --foreground "$hangs_after" \
      sh -c 'echo $$ >"$0"; exec "$@"' "$scratch/pid" "$launch" "$1" "${short[@]}" "${@:2}"
    [[ $status == 4 && $stderr == *"another campaign"* ]] || return 0
    wait_for_host
  done
}

# left_behind: what launch and its JVM made in /dev/shm, whoever else runs forks now
left_behind() {
  [[ ! -f $scratch/pid ]] || find "$shm" -maxdepth 1 -name "whichjvm-$(<"$scratch/pid")-*"
}

# small_heap: so small that a tenth of a second collects garbage
small_heap() { JAVA_OPTS+=" -Xms32m -Xmx32m"; }

result() { find "$out" -name '*.json'; }

# only_a_result: one whole file and nothing else, here or in /dev/shm
only_a_result() {
  expect 1 "$(result | wc -l)"
  expect 1 "$(find "$out" -type f | wc -l)"
  expect "" "$(left_behind)"
}

nothing_left() {
  expect "" "$(find "$out" -type f)"
  expect "" "$(left_behind)"
}

# was_refused CODE PART: a sentence with PART in it, that exit code, and nothing else
was_refused() {
  expect "$1" "$status"
  contains "${stderr_lines[0]}" "whichjvm: "
  contains "$stderr" "$2"
  [[ $stderr != *$'\tat '* ]] || fail "a stack trace: $stderr"
  expect "" "$output"
  nothing_left
}

# --- contention -----------------------------------------------------------------------------------

@test "contention measures every benchmark with every number of threads that fits it" {
  read_whole
  expect 1 "$(find "$out" -type f | wc -l)"
  expect "" "$(<"$out.left")"
  expect "whichjvm.fork/3 ok None contention None None" "$(json "$(result)" '" ".join(str(d[name]) for name in
    ("schema", "status", "reason", "workload", "service", "response"))')"
  expect "cas-1 cas-2 cas-contended-2 add-1 add-2 add-contended-2 set-1 set-2 set-contended-2 adjacent-2 padded-2 hand-off-2 round-trip-2" \
    "$(json "$(result)" '" ".join(each["name"] + "-" + str(each["threads"]) for each in d["scores"])')"
  expect True "$(json "$(result)" 'all(each["unit"] == "ns/op" and each["score"] > 0 and len(each["iterations"]) == 10
    for each in d["scores"])')"
  expect True "$(json "$(result)" 'd["floorNs"]["before"] > 0 and d["floorNs"]["after"] > 0')"
  expect True "$(json "$(result)" 'd["wallSeconds"] > 0 and d["cpuSeconds"]["process"] > 0')"
  expect True "$(json "$(result)" 'd["warmUp"]["seconds"] > 1.3 and d["warmUp"]["compilersIdle"] in (True, False)')"
  expect True "$(json "$(result)" 'd["disturbances"]["helpers"]["compiler"] >= 0')"
  # 13 runs without their warm-ups; what the kernel counts of their threads, CPU by CPU.
  expect True "$(json "$(result)" '1.3 <= d["disturbances"]["windowSeconds"] < d["wallSeconds"]')"
  expect "$(json "$(result)" 'd["parameters"]["cpus"][-2:]')" "$(json "$(result)" '[each["cpu"] for each in d["disturbances"]["threads"]]')"
  expect True "$(json "$(result)" 'all(each["runQueueMillis"] >= 0 for each in d["disturbances"]["threads"])')"
  expect True "$(json "$(result)" 'd["disturbances"]["host"]["otherMillis"] >= 0')"
}

@test "a measured CPU that is shared is seen" {
  # One thread is on the last CPU.
  nice -n 5 taskset --cpu-list "$(taskset --cpu-list --pid $$ | sed 's/.*[^0-9]//')" \
    sh -c 'while :; do :; done' 3>&- &
  busy=$!
  fork contention --benchmark cas --threads 1 --warmup 500ms --duration 500ms
  kill -KILL "$busy"
  busy=
  expect 0 "$status"
  # A quarter of its time is what the weight of that process is due.
  expect True "$(json "$(result)" 'd["disturbances"]["threads"][0]["runQueueMillis"] > 100 * d["disturbances"]["windowSeconds"]')"
  expect True "$(json "$(result)" 'd["disturbances"]["threads"][0]["involuntarySwitches"] > 0')"
}

@test "contention keeps JMH's own results" {
  read_whole
  # JMH has them in the order in which they were run.
  expect "$(json "$(result)" "[(each['threads'], 'avgt', 'ns/op', 0) for each in sorted(d['scores'], key=lambda each: each['score'])]")" \
    "$(json "$(result)" "[(each['threads'], each['mode'], each['primaryMetric']['scoreUnit'], each['forks'])
      for each in sorted(d['jmh'], key=lambda each: each['primaryMetric']['score'])]")"
  expect True "$(json "$(result)" "all(abs(score - jmh) < 0.01 for score, jmh in zip(
    sorted(each['score'] for each in d['scores']), sorted(each['primaryMetric']['score'] for each in d['jmh'])))")"
}

@test "contention prints its table on stdout and all else on stderr" {
  local line
  read_whole
  contains "${lines[0]}" "threads"
  for line in "${lines[@]:1}"; do
    [[ $line =~ ^[a-z-]+\ +[12]\ +[0-9.,]+\ +ns/op$ ]] || fail "no score: $line"
  done
  expect 14 "${#lines[@]}"
  contains "$stderr" "whichjvm: wrote $(result)"
  [[ ${stderr,,} != *warning* ]] || fail "a warning: $stderr"
}

@test "every JVM of this host has its fields where contention says, and runs without a warning" {
  local home
  for home in $(find /usr/lib/jvm -mindepth 1 -maxdepth 1 -exec readlink -f '{}' + | sort -u); do
    [[ -x $home/bin/java ]] || continue
    rm -rf "${out:?}"/*
    PATH=$home/bin:$PATH fork contention --benchmark adjacent,padded
    expect 0 "$status"
    [[ ${stderr,,} != *warning* ]] || fail "$home: $stderr"
    rm -rf "${out:?}"/*
    JAVA_OPTS+=" -Xms32m -Xmx32m" PATH=$home/bin:$PATH fork gc-steal
    expect 0 "$status"
    [[ ${stderr,,} != *warning* ]] || fail "$home: $stderr"
  done
}

@test "a fork of a campaign takes the plan's name" {
  read_whole
  expect "$out/c1/forks/007-some-jvm.json" "$(result)"
}

@test "a benchmark that ends by itself fails the fork with the reason" {
  # A jar without the loop that JMH generated.
  python3 -c 'import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as jar, zipfile.ZipFile(sys.argv[2], "w") as less:
    for each in jar.infolist():
        if not each.filename.endswith("AtomicBenchmarks_getAndAddOwn_jmhTest.class"):
            less.writestr(each, jar.read(each))' "$jar" "$scratch/less.jar"
  WHICHJVM_JAR=$scratch/less.jar fork contention --benchmark cas,add --threads 1
  expect 3 "$status"
  expect "" "$output"
  only_a_result
  expect "failed None None" "$(json "$(result)" '" ".join(str(d[name]) for name in ("status", "service", "response"))')"
  expect True "$(json "$(result)" 'd["reason"].startswith("the benchmark add ended: ") and "scores" not in d')"
  contains "$stderr" "failed: the benchmark add ended: "
  [[ $stderr != *$'\tat '* ]] || fail "a stack trace: $stderr"
}

# That contention loads JMH its results show.
@test "JMH is loaded for nothing but contention" {
  small_heap
  JAVA_OPTS+=" -verbose:class" fork gc-steal
  contains "$output" "org.whichjvm.workload.gc.GcSteal"
  [[ $output != *org.openjdk.jmh* ]] || fail "gc-steal loads JMH"
  JAVA_OPTS+=" -verbose:class" fork queue-latency --rate 1000
  contains "$output" "org.whichjvm.workload.queue.Exchange"
  [[ $output != *org.openjdk.jmh* ]] || fail "queue-latency loads JMH"
}

@test "a signal while it measures leaves nothing" {
  local workload signal
  for workload in contention gc-steal; do
    for signal in TERM KILL; do
      start_fork "$workload"
      kill "-$signal" "$(jvm_of "$started")"
      end_of_start
      [[ $status == 143 || $status == 137 ]] || fail "$workload, $signal: $status"
      nothing_left
    done
  done
}

# start_fork WORKLOAD: in the background, and back once it measures
start_fork() {
  rm -f "$scratch/stderr"
  env --default-signal=INT,TERM "$launch" "$1" --warmup 1s --duration 60s --out "$out" \
    >"$scratch/stdout" 2>"$scratch/stderr" 3>&- &
  started=$!
  printf '%s\n' "$started" >"$scratch/pid"
  eventually grep -qs warm-up "$scratch/stderr"
  sleep 1
}

# jvm_of PID: the one child of launch
jvm_of() { tr -d ' ' <"/proc/$1/task/$1/children"; }

# What else cannot be meant is in the workload's RefusalsTest.
@test "one CPU cannot run what takes two threads, and runs the rest" {
  local only
  only=$(taskset --cpu-list --pid $$ | sed 's/.*: *\([0-9]*\).*/\1/')
  run --separate-stderr taskset --cpu-list "$only" "$launch" contention "${short[@]}"
  was_refused 4 "cas-contended needs two threads with a CPU each, and this process may use only CPU $only"
  run --separate-stderr taskset --cpu-list "$only" "$launch" contention "${short[@]}" --benchmark set
  expect 0 "$status"
  expect "[$only] False" "$(json "$(result)" 'str(d["parameters"]["cpus"]) + " " + str("floorNs" in d)')"
}

@test "--check looks at options and host and runs nothing" {
  fork contention --check
  expect 0 "$status"
  contains "$stderr" "10 benchmarks"
  expect 1 "${#lines[@]}"
  expect True "$(python3 -c 'import json, sys; print(json.loads(sys.argv[1])["runs"] >= 10)' "$output")"
  nothing_left
  fork gc-steal --check
  expect 0 "$status"
  nothing_left
}

# --- gc-steal -------------------------------------------------------------------------------------

@test "gc-steal gives pauses and throughput, by every parallel garbage collector, with threads and seed as asked" {
  local collector
  small_heap
  for collector in G1 Parallel; do
    rm -rf "${out:?}"/*
    if [[ $collector == G1 ]]; then
      fork gc-steal
    else
      # Its threads are those of the JVM.
      JAVA_OPTS+=" -XX:-UseG1GC -XX:+UseParallelGC -XX:ParallelGCThreads=1" fork gc-steal --seed 7
    fi
    expect 0 "$status"
    only_a_result
    expect "ok gc-steal $collector" "$(json "$(result)" 'd["status"] + " " + d["workload"] + " " + d["jvm"]["garbageCollector"]')"
    expect "pause-p50:ms pause-p99:ms pause-max:ms pause-per-gb:ms/GB allocation:objects/s collections:count" \
      "$(json "$(result)" '" ".join(each["name"] + ":" + each["unit"] for each in d["scores"])')"
    expect True "$(json "$(result)" '(lambda of: 0 < of["pause-p50"] <= of["pause-p99"] <= of["pause-max"]
      and of["pause-per-gb"] > 0 and of["collections"] >= 1)({each["name"]: each["score"] for each in d["scores"]})')"
    expect True "$(json "$(result)" "((d['parameters']['gcThreads'], d['parameters']['seed']) == (1, 7)
      if '$collector' == 'Parallel' else d['parameters']['gcThreads'] >= 1 and d['parameters']['seed'] == 1)")"
  done
}

@test "gc-steal without a collection says so and gives no numbers" {
  JAVA_OPTS+=" -Xms2g -Xmx2g -Xmn1900m" fork gc-steal --live 1m
  expect 3 "$status"
  expect "" "$output"
  only_a_result
  expect True "$(json "$(result)" 'd["reason"].startswith("no garbage was collected in ")')"
}

@test "a heap that runs out fails the fork with what to do" {
  JAVA_OPTS+=" -Xms8m -Xmx8m" fork gc-steal --live 2m
  expect 3 "$status"
  only_a_result
  expect True "$(json "$(result)" 'd["reason"].endswith("ran out; give a larger one (JAVA_OPTS=-Xmx…)")')"
}
