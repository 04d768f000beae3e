#!/usr/bin/env bats
# Why messages were late: each cause is brought about on purpose, and a real fork must name it. Only
# shares are looked at, never times. Whatever else this host does is preemption or unexplained, so the
# other causes are asked for where they are longer than that, or best of three.

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
  launch_with=()
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

# measured DISTURBANCE OPTION…: a whole fork while that function runs beside it; again where this host is too
# busy for the pace or a campaign has begun since, and skipped if it stays so
measured() {
  local tries
  for ((tries = 0; tries < 3; tries++)); do
    rm -rf "${out:?}"/*
    measured_once "$@"
    [[ $status != 0 ]] || return 0
    could_not || fail "the fork ended with $status: $(<"$scratch/stderr")"
    wait_for_host
  done
  skip "this host is too busy: $tries forks were overloaded or refused"
}

# measured_once DISTURBANCE OPTION…: its exit code in $status, its JVM in $jvm while there is one
measured_once() {
  "${launch_with[@]}" "$launch" "${short[@]}" "${@:2}" >"$scratch/stdout" 2>"$scratch/stderr" 3>&- &
  started=$!
  eventually has_jvm_or_ended
  [[ ! $jvm ]] || "$1"
  status=0
  wait "$started" || status=$?
  started=
}

could_not() {
  case $status in
    3) grep --quiet overloaded "$scratch/stderr" ;;
    4) grep --quiet "another campaign" "$scratch/stderr" ;;
    *) return 1 ;;
  esac
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

# of_result EXPRESSION: of d, in Python
of_result() { json "$(find "$out" -name '*.json')" "$1"; }

# share LATENCY LEVEL CAUSE: of the messages beyond that level, in whole percent
share() {
  of_result "[round(100 * level['causes']['$3'] / max(1, level['messages'])) for level in d['attribution']['$1'] if level['above'] == '$2'][0]"
}

# at_least PERCENT LATENCY LEVEL CAUSE
at_least() {
  local got
  got=$(share "$2" "$3" "$4")
  ((got >= $1)) || fail "$got % $4 of the $2 beyond $3: $(of_result 'd["attribution"]')"
}

# mostly LATENCY LEVEL CAUSE: whether it is two of three messages beyond that level which no safepoint delayed;
# one that something else makes longer is a safepoint still
mostly() {
  local these others
  read -r these others < <(of_result "['%d %d' % (level['causes']['$3'],
    level['messages'] - level['causes']['$3'] - level['causes']['safepoint'])
    for level in d['attribution']['$1'] if level['above'] == '$2'][0]")
  ((these > 0 && these >= 2 * others))
}

# longest_stall_is CAUSE
longest_stall_is() { [[ $(of_result 'd["disturbances"]["stalls"]["longest"][0]["cause"]') == "$1" ]]; }

# stop_and_continue: until it has ended; in the warm-up it does no harm
stop_and_continue() {
  while kill -STOP "$jvm" 2>/dev/null; do
    sleep 0.02
    kill -CONT "$jvm" 2>/dev/null || break
    sleep 0.25
  done
}

@test "a JVM that is stopped did not wait for its CPU: that is unexplained, and never preemption" {
  local tries longest
  # Best of three: a busy host takes the CPU for longer than the stops.
  for ((tries = 0; tries < 3; tries++)); do
    measured stop_and_continue --rate 20000 --duration 3s
    longest=$(of_result 'd["disturbances"]["stalls"]["longest"][0]["cause"]')
    [[ $longest == preemption ]] || break
  done
  [[ $longest != preemption ]] || skip "this host is too busy: it takes the CPU for longer than the JVM is stopped"
  expect unexplained "$longest"
  # A stop is 20 ms long: of stalls of half of that or more, none that did not wait is preemption.
  expect True "$(of_result 'all((stall["cause"] == "preemption") == (2 * (stall["runQueueMicros"] or 0) >= stall["micros"])
    for stall in d["disturbances"]["stalls"]["longest"] if stall["micros"] > 10000)')"
}

@test "a consumer that shares its CPU was preempted" {
  local tries
  nice -n 5 taskset --cpu-list "$second" sh -c 'while :; do :; done' 3>&- &
  busy=$!
  # Best of three: a busy host stops the whole machine for longer than the other process has the CPU, and the
  # messages that were due then are the latest. Not beyond p99.9: what is late is so in one go.
  for ((tries = 0; tries < 3; tries++)); do
    measured true --rate 10000 --duration 3s --cpus "$first,$second"
    ! mostly response worst preemption || ! mostly service worst preemption || break
  done
  ((tries < 3)) || longest_stall_is preemption ||
    skip "this host is too busy: it stops a thread for longer than another process has its CPU"
  ((tries < 3)) || fail "not preemption: $(of_result 'd["attribution"]')"
  expect True "$(of_result 'd["disturbances"]["threads"][1]["involuntarySwitches"] > 10')"
  # The other process has the CPU for milliseconds at a time. The longest stall may be the host's own.
  expect True "$(of_result '(lambda preempted: len(preempted) > 2
    and all(2 * stall["runQueueMicros"] >= stall["micros"] for stall in preempted))(
    [stall for stall in d["disturbances"]["stalls"]["longest"] if stall["cause"] == "preemption"])')"
}

# ask_for_pauses: by SIGQUIT, which the JVM would take as its end before it says how it measures
ask_for_pauses() {
  eventually says_messages_or_ended
  while kill -QUIT "$jvm" 2>/dev/null; do
    sleep 0.5
  done
}

says_messages_or_ended() { grep --quiet messages "$scratch/stderr" || ! kill -0 "$started" 2>/dev/null; }

# longer_than_pauses: whether half of the longest stall is no pause of the JVM, however long that was
longer_than_pauses() {
  of_result 'd["disturbances"]["stalls"]["longest"][0]["micros"] > 2 * d["disturbances"]["safepoints"]["maxMicros"]'
}

@test "pauses of the JVM are safepoints, and are listed" {
  local tries longest
  # On SIGQUIT a histogram of the heap, with a collection that checks the heap twice: one pause,
  # longer than what even a busy host usually does to a thread.
  export JAVA_OPTS="-XX:+PrintClassHistogram -XX:+UnlockDiagnosticVMOptions -XX:+VerifyBeforeGC -XX:+VerifyAfterGC"
  for ((tries = 0; tries < 3; tries++)); do
    measured ask_for_pauses --rate 20000 --duration 3s
    longest=$(of_result 'd["disturbances"]["stalls"]["longest"][0]["cause"]')
    [[ $longest == preemption || $(longer_than_pauses) == True ]] || break
  done
  [[ $longest != preemption && $(longer_than_pauses) == False ]] ||
    skip "this host is too busy: what it does to a thread is longer than a pause"
  expect safepoint "$longest"
  # Not of the service: while no thread runs, nothing is sent that could wait.
  at_least 90 response worst safepoint
  expect True "$(of_result '(lambda found: found["count"] >= 1 and "HeapInspection" in found["pauses"][0]["name"]
    and "atSeconds" in found["pauses"][0] and found["maxMicros"] <= found["totalMicros"])(d["disturbances"]["safepoints"])')"
}

# page_faults: how many of the messages beyond p99 they delayed
page_faults() { of_result 'd["attribution"]["service"][0]["causes"]["pageFault"]'; }

# is_busy: whether the consumer stalled for so long that one message in a hundred waited for that alone
is_busy() {
  [[ $(of_result '1e4 < d["disturbances"]["threads"][1]["stalls"]["totalMicros"] / d["parameters"]["durationSeconds"]') == True ]]
}

@test "what a new page of shared memory takes is a page fault" {
  local tries faults=0
  [[ $(</sys/kernel/mm/transparent_hugepage/shmem_enabled) != *"[force]"* ]] || skip "this host forces huge pages"
  # Best of three: on a busy host more than one message in a hundred waits for its CPU.
  for ((tries = 0; tries < 3; tries++)); do
    measured true --duration 2s
    expect "shm 4096" "$(of_result 'd["memory"]["queue"] + " " + str(d["memory"]["pageBytes"])')"
    faults=$(page_faults)
    ((faults < 200)) || break
  done
  ((faults > 0)) || ! is_busy || skip "this host is too busy: stalls alone make up the slowest 1 %"
  # One message in sixteen is the first on a page; of 200,000 messages 2,000 are beyond p99.
  ((faults >= 200)) || is_busy || fail "$faults page faults beyond p99: $(of_result 'd["attribution"]')"
}

# What is refused where there are none is in QueueMemoryTest.
@test "on huge pages there are next to no page faults" {
  need_root "mount a tmpfs with huge pages"
  [[ $(</sys/kernel/mm/transparent_hugepage/shmem_enabled) != *"[deny]"* ]] || skip "this host denies huge pages"
  mkdir "$scratch/huge"
  unshare --mount true || skip "no mount namespace can be made here"
  export WHICHJVM_HUGE_DIR=$scratch/huge
  # shellcheck disable=SC2016 # for the inner shell
  launch_with=(unshare --mount sh -c '
    mount -t tmpfs -o huge=always,size=1g tmpfs "$WHICHJVM_HUGE_DIR" && exec "$@"' sh)
  measured true --duration 2s --queue-memory huge
  expect "huge huge True" "$(of_result '" ".join((d["memory"]["queue"],
    d["parameters"]["queueMemory"], str(d["memory"]["pageBytes"] > 65536)))')"
  [[ $(of_result '2 * d["memory"]["hugeKb"] > d["memory"]["residentKb"]') == True ]] ||
    skip "this host had too few huge pages free"
  # Of each thread, a quarter of the pages that small ones would be: how many messages one of them delays
  # depends on how long this host takes to clear it.
  expect True "$(of_result 'all(4 * 4096 * (thread["minorFaults"] or 0) < d["messages"]["sent"] * d["parameters"]["size"]
    for thread in d["disturbances"]["threads"])')"
}

@test "a consumer that parks has to wake up where nothing else is to blame" {
  measured true --rate 1000 --duration 2s --wait park:100000
  expect "park:100000" "$(of_result 'd["parameters"]["wait"]')"
  # It sleeps most of the time, and every message waits for it.
  expect True "$(of_result 'd["disturbances"]["threads"][1]["voluntarySwitches"] > 1000')"
  expect True "$(of_result '[level["causes"]["wakeUp"] + level["causes"]["preemption"] >= 0.9 * level["messages"]
    for level in d["attribution"]["service"] if level["above"] == "worst"][0]')"
}
