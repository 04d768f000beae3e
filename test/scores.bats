#!/usr/bin/env bats
# bats file_tags=beside
# The workload gc-steal and the benchmarks of the real jar, which JMH runs. Real, but short.

load helper

# Seconds; the longest fork here ends by itself long before.
readonly hangs_after=150

setup() {
  need_cpus 2
  forget_settings
  wait_for_host
  launch=$root/workload/launch
  jar=$root/workload/target/whichjvm-workload.jar
  export WHICHJVM_JAR=$jar
  [[ -f $jar ]] || fail "there is no $jar; build it: ./mvnw package"
  # A heap is not touched first, which takes longer than the rest.
  export JAVA_OPTS="-XX:-AlwaysPreTouch"
  scratch=$(mktemp -d)
  out=$scratch/out
  mkdir "$out"
  short=(--warmup 100ms --duration 100ms --out "$out")
  started='' before=()
}

teardown() {
  kill -KILL ${started:+"$started"} 2>/dev/null || true
  [[ -z ${scratch:-} ]] || rm -rf "$scratch"
}

# fork WORKLOAD OPTION…: a short one, its result in $out; again if a campaign has begun since
fork() {
  local tries
  for ((tries = 0; tries < 5; tries++)); do
    # shellcheck disable=SC2016 # of that shell, which becomes launch
    run --separate-stderr timeout --foreground "$hangs_after" \
      sh -c 'echo $$ >"$0"; exec "$@"' "$scratch/pid" "${before[@]}" "$launch" "$1" "${short[@]}" "${@:2}"
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

# --- benchmarks, as whichjvm compare --adapter jmh runs them ---------------------------------------

# benchmarks OPTION…: a fork in which JMH runs these benchmarks
benchmarks() {
  short=(--out "$out")
  fork command --adapter jmh -- java '{flags}' -cp '{jar}' org.openjdk.jmh.Main -f 0 -wi 1 -w 50ms -i 1 -r 50ms -bm avgt -tu ns "$@"
}

@test "every JVM of this host runs the benchmarks, and gc-steal without a warning" {
  local home
  for home in $(find /usr/lib/jvm -mindepth 1 -maxdepth 1 -exec readlink -f '{}' + | sort -u); do
    [[ -x $home/bin/java ]] || continue
    rm -rf "${out:?}"/*
    PATH=$home/bin:$PATH benchmarks -t 2
    expect 0 "$status"
    expect 10 "$(json "$(result)" 'sum(each["unit"] == "ns/op" and each["threads"] == 2 and each["score"] > 0 for each in d["scores"])')"
    contains "$(cat "$out"/*/forks/*.out)" "# Blackhole mode: full + dont-inline hint"
    rm -rf "${out:?}"/*
    short=(--warmup 100ms --duration 100ms --out "$out")
    JAVA_OPTS+=" -Xms32m -Xmx32m" PATH=$home/bin:$PATH fork gc-steal
    expect 0 "$status"
    [[ ${stderr,,} != *warning* ]] || fail "$home: $stderr"
  done
}

@test "a benchmark that has no CPU for each thread fails the fork with the reason" {
  local only
  only=$(taskset --cpu-list --pid $$ | sed 's/.*: *\([0-9]*\).*/\1/')
  before=(taskset --cpu-list "$only")
  benchmarks FalseSharing.padded
  expect 3 "$status"
  expect "" "$output"
  contains "$(json "$(result)" 'd["reason"]')" "FalseSharing.padded:avgt="
  contains "$(json "$(result)" 'd["reason"]')" "2 threads need a CPU each, and this process may use only CPU $only"
}

@test "no workload loads JMH" {
  small_heap
  JAVA_OPTS+=" -verbose:class" fork gc-steal
  contains "$output" "org.whichjvm.workload.gc.GcSteal"
  [[ $output != *org.openjdk.jmh* ]] || fail "gc-steal loads JMH"
  JAVA_OPTS+=" -verbose:class" fork queue-latency --rate 1000
  contains "$output" "org.whichjvm.workload.queue.Exchange"
  [[ $output != *org.openjdk.jmh* ]] || fail "queue-latency loads JMH"
}

# --- gc-steal -------------------------------------------------------------------------------------

@test "--check looks at options and host and runs nothing" {
  fork gc-steal --check
  expect 0 "$status"
  nothing_left
}

@test "a signal while it measures leaves nothing" {
  local signal
  for signal in TERM KILL; do
    start_fork gc-steal
    kill "-$signal" "$(jvm_of "$started")"
    end_of_start
    [[ $status == 143 || $status == 137 ]] || fail "$signal: $status"
    nothing_left
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
