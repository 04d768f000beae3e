#!/usr/bin/env bats
# Why messages were late: each cause is brought about on purpose, and a real fork must name it. Only
# shares are looked at, never times. Whatever else this host does is preemption, so the other causes
# are asked for where they are longer than that, or among the messages that it left alone.

load helper

setup() {
  need_cpus 2
  forget_settings
  wait_for_host
  launch=$root/workload/launch
  export WHICHJVM_JAR=$root/workload/target/whichjvm-workload.jar
  [[ -f $WHICHJVM_JAR ]] || fail "there is no $WHICHJVM_JAR; build it: ./mvnw package"
  scratch=$(mktemp -d)
  out=$scratch/out
  mkdir "$out"
  short=(--warmup 300ms --out "$out")
  started=
  busy=
  read -r first second < <(taskset --cpu-list --pid $$ | python3 -c 'import sys
ranges = [part.split("-") for part in sys.stdin.read().split(":")[1].split(",")]
print(*[cpu for ends in ranges for cpu in range(int(ends[0]), int(ends[-1]) + 1)][:2])')
}

teardown() {
  local pid
  for pid in ${started:-} ${busy:-}; do
    kill -KILL "$pid" 2>/dev/null || true
  done
  [[ -z ${scratch:-} ]] || rm -rf "$scratch"
}

# start_fork OPTION…: in the background; its JVM in $jvm
start_fork() {
  "$launch" "${short[@]}" "$@" >"$scratch/stdout" 2>"$scratch/stderr" 3>&- &
  started=$!
  eventually has_jvm_or_ended
  [[ $jvm ]] || end_of_fork
}

has_jvm_or_ended() { has_jvm || ! kill -0 "$started" 2>/dev/null; }

# The one child of launch that stays: what it starts before ends at once.
has_jvm() {
  jvm=
  jvm=$(tr -d ' ' <"/proc/$started/task/$started/children") || return 1
  grep --quiet --null-data '^--out$' "/proc/$jvm/cmdline" && return
  jvm=
  return 1
} 2>/dev/null

# end_of_fork: it must have been a whole one
end_of_fork() {
  status=0
  wait "$started" || status=$?
  started=
  [[ $status == 0 ]] || fail "the fork ended with $status: $(<"$scratch/stderr")"
}

# share LATENCY LEVEL CAUSE: of the messages beyond that level, in whole percent
share() {
  json "$(find "$out" -name '*.json')" \
    "[round(100 * level['causes']['$3'] / max(1, level['messages'])) for level in d['attribution']['$1'] if level['above'] == '$2'][0]"
}

# at_least PERCENT LATENCY LEVEL CAUSE
at_least() {
  local got
  got=$(share "$2" "$3" "$4")
  ((got >= $1)) || fail "$got % $4 of the $2 beyond $3: $(json "$(find "$out" -name '*.json')" 'd["attribution"]')"
}

@test "a JVM that is stopped was preempted" {
  start_fork --rate 20000 --duration 3s
  # Until it has ended: in the warm-up it does no harm.
  while kill -STOP "$jvm" 2>/dev/null; do
    sleep 0.02
    kill -CONT "$jvm" 2>/dev/null || break
    sleep 0.25
  done
  end_of_fork
  at_least 90 response worst preemption
  at_least 90 service worst preemption
  expect preemption "$(json "$(find "$out" -name '*.json')" 'd["disturbances"]["stalls"]["longest"][0]["cause"]')"
}

@test "a consumer that shares its CPU was preempted" {
  nice -n 5 taskset --cpu-list "$second" sh -c 'while :; do :; done' 3>&- &
  busy=$!
  start_fork --rate 10000 --duration 3s --cpus "$first,$second"
  end_of_fork
  at_least 90 response p99_9 preemption
  at_least 90 service p99_9 preemption
  expect True "$(json "$(find "$out" -name '*.json')" 'd["disturbances"]["threads"][1]["involuntarySwitches"] > 10')"
}

@test "pauses of the JVM are safepoints, and are listed" {
  # On SIGQUIT a histogram of the heap, with a collection that checks the heap twice: one pause,
  # longer than what even a busy host does to a thread.
  export JAVA_OPTS="-XX:+PrintClassHistogram -XX:+UnlockDiagnosticVMOptions -XX:+VerifyBeforeGC -XX:+VerifyAfterGC"
  start_fork --rate 20000 --duration 3s
  # Before that the JVM would take the signal as its end.
  eventually grep --quiet messages "$scratch/stderr"
  while kill -QUIT "$jvm" 2>/dev/null; do
    sleep 0.5
  done
  end_of_fork
  # Not of the service: while no thread runs, nothing is sent that could wait.
  at_least 90 response worst safepoint
  expect "True safepoint" "$(json "$(find "$out" -name '*.json')" '(lambda found: "%s %s" % (
    found["safepoints"]["count"] >= 1 and "HeapInspection" in found["safepoints"]["pauses"][0]["name"] and
    -1 <= found["safepoints"]["pauses"][0]["atSeconds"] <= 3 and
    found["safepoints"]["maxMicros"] <= found["safepoints"]["totalMicros"],
    found["stalls"]["longest"][0]["cause"]))(d["disturbances"])')"
}

# spared_faults: of the messages beyond p99 that neither preemption, safepoints nor a new block of the
# queue delayed, how many there are and how many of them are page faults
spared_faults() {
  json "$(find "$out" -name '*.json')" '"%d %d" % (lambda causes: (sum(causes.values()) - causes["preemption"]
    - causes["safepoint"] - causes["remap"], causes["pageFault"]))(d["attribution"]["service"][0]["causes"])'
}

@test "what a new page of shared memory takes is a page fault" {
  local tries spared=0 faults
  [[ $(</sys/kernel/mm/transparent_hugepage/shmem_enabled) != *"[force]"* ]] || skip "this host forces huge pages"
  # Best of five: on a busy host more than one message in a hundred waits for its CPU.
  for ((tries = 0; tries < 5; tries++)); do
    rm -rf "${out:?}"/*
    start_fork --duration 2s
    status=0
    wait "$started" || status=$?
    started=
    [[ $status == 0 ]] || continue
    expect "shm 4096" "$(json "$(find "$out" -name '*.json')" 'd["memory"]["queue"] + " " + str(d["memory"]["pageBytes"])')"
    read -r spared faults < <(spared_faults)
    ((spared < 200)) || break
  done
  ((spared >= 200)) || skip "this host is too busy: preemption alone makes up the slowest 1 %"
  ((100 * faults >= 90 * spared)) || fail "$faults page faults among $spared messages beyond p99 that were not preempted"
}

@test "on huge pages next to nothing is a page fault" {
  local pages
  need_root "mount a tmpfs with huge pages"
  [[ $(</sys/kernel/mm/transparent_hugepage/shmem_enabled) != *"[deny]"* ]] || skip "this host denies huge pages"
  mkdir "$scratch/huge"
  unshare --mount true || skip "no mount namespace can be made here"
  # shellcheck disable=SC2016 # for the inner shell
  WHICHJVM_HUGE_DIR=$scratch/huge run --separate-stderr unshare --mount sh -c '
    mount -t tmpfs -o huge=always,size=1g tmpfs "$WHICHJVM_HUGE_DIR" && exec "$@"' \
    sh "$launch" "${short[@]}" --duration 2s --queue-memory huge
  expect 0 "$status"
  expect "huge huge True" "$(json "$(find "$out" -name '*.json')" '" ".join((d["memory"]["queue"],
    d["parameters"]["queueMemory"], str(d["memory"]["pageBytes"] > 65536)))')"
  pages=$(share service p99 pageFault)
  ((pages <= 5)) || fail "$pages % page faults on huge pages"
  if [[ $(json "$(find "$out" -name '*.json')" 'd["memory"]["hugeKb"]') == 0 ]]; then
    skip "this host had no huge page free"
  fi
}

@test "huge pages that are not to be had are refused with what to do" {
  run --separate-stderr "$launch" "${short[@]}" --queue-memory huge
  expect 4 "$status"
  contains "$stderr" "WHICHJVM_HUGE_DIR names none; scripts/compare --queue-memory huge mounts one"
  WHICHJVM_HUGE_DIR=$scratch/none run --separate-stderr "$launch" "${short[@]}" --queue-memory huge
  expect 4 "$status"
  contains "$stderr" "WHICHJVM_HUGE_DIR is $scratch/none, which is no folder"
  WHICHJVM_HUGE_DIR=/proc run --separate-stderr "$launch" "${short[@]}" --queue-memory huge
  expect 4 "$status"
  contains "$stderr" "WHICHJVM_HUGE_DIR is /proc, which is no tmpfs with huge=always"
  run --separate-stderr "$launch" "${short[@]}" --queue-memory large
  expect 2 "$status"
  contains "$stderr" "--queue-memory is 'large'; it is shm or huge"
}

@test "a consumer that parks has to wake up where nothing else is to blame" {
  start_fork --rate 1000 --duration 2s --wait park:100000
  end_of_fork
  expect "park:100000" "$(json "$(find "$out" -name '*.json')" 'd["parameters"]["wait"]')"
  # It sleeps most of the time, and every message waits for it.
  expect True "$(json "$(find "$out" -name '*.json')" '(d["disturbances"]["threads"][1]["voluntarySwitches"] > 1000 and
    d["cpuSeconds"]["threads"][1] < 1)')"
  expect True "$(json "$(find "$out" -name '*.json')" '[level["causes"]["wakeUp"] + level["causes"]["preemption"] >= 0.9 * level["messages"]
    for level in d["attribution"]["service"] if level["above"] == "worst"][0]')"
}

@test "--wait that is none is refused" {
  run --separate-stderr "$launch" "${short[@]}" --wait sleep
  expect 2 "$status"
  contains "$stderr" "'sleep' is not a wait strategy; give spin, yield, onspinwait (Java 9 or newer) or park:NANOS"
}
