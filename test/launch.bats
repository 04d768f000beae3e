#!/usr/bin/env bats
# workload/launch and the jar behind it: what a fork leaves behind. All tests look at the same one;
# the last one starts another for each other JVM.

load helper
load launch

setup_file() {
  use_launch
  leave_things_behind
  keep_fork plain
  # What is there now, before it is removed.
  find "$shm" -maxdepth 1 -name "whichjvm-*$$*" -printf '%f\n' >"$BATS_FILE_TMPDIR/survivors"
  find "$shm" -maxdepth 1 -name "whichjvm-$(<"$BATS_FILE_TMPDIR/pid")-*" >"$BATS_FILE_TMPDIR/queues"
  remove_things_left
}

# leave_things_behind: as a killed fork does (1) and as a living one has it (2), a queue and a JVM's log each,
# and what is somebody else's
leave_things_behind() {
  left=$shm/whichjvm-$$
  mkdir "$left-1" "$left-2" "$shm/whichjvm-other-$$"
  touch --date "1 hour ago" "$left"-{1,2}.jvm.log "$left.log"
  exec {queue_lock}<"$left-2" {log_lock}<"$left-2.jvm.log"
  flock --nonblock "$queue_lock"
  flock --nonblock "$log_lock"
}

remove_things_left() {
  exec {queue_lock}<&- {log_lock}<&-
  rm -rf "$left"-{1,2} "$left"-{1,2}.jvm.log "$left.log" "$shm/whichjvm-other-$$"
}

teardown_file() { [[ -z ${left:-} ]] || remove_things_left 2>/dev/null || true; }

setup() {
  use_launch
  make_scratch
}

teardown() { remove_scratch; }

@test "a fork leaves two whole files and nothing else" {
  read_fork plain
  expect 1 "$(result | wc -l)"
  expect 1 "$(histograms | wc -l)"
  expect 2 "$(find "$out" -type f | wc -l)"
  expect "$(result | sed 's/json$/hlog/')" "$(histograms)"
  expect "$(basename "$(dirname "$(dirname "$(result)")")")" "$(readlink "$out/latest")"
  expect "" "$(<"$BATS_FILE_TMPDIR/queues")"
}

@test "a fork's JSON has what the schema promises" {
  read_fork plain
  expect "whichjvm.fork/3" "$(of_result 'd["schema"]')"
  expect "ok None" "$(of_result 'str(d["status"]) + " " + str(d["reason"])')"
  expect "queue-latency" "$(of_result 'd["workload"]')"
  expect "10000 256 1.0 0.3 1" "$(of_result '" ".join(str(d["parameters"][name]) for name in
    ("rate", "size", "durationSeconds", "warmupSeconds", "producers"))')"
  expect "True" "$(of_result 'd["pinning"]["asked"] == d["parameters"]["cpus"] and d["pinning"]["verified"]')"
  expect "True" "$(json <(python3 "$root/test/latencies.py" "$(result)") 'all(d[name]["count"] == 10000
    and 0 < d[name]["p50"] <= d[name]["max"] for name in ("service", "response"))')"
  expect "True" "$(of_result 'all(list(d[name]["events"]) == ["p50", "p90", "p99", "p99_9", "p99_99", "p99_999"]
    and 0 <= d[name]["events"]["p99_99"] <= d[name]["events"]["p99"] <= 100 for name in ("service", "response"))')"
  expect "True" "$(of_result 'd["floorNs"]["before"] > 0 and d["floorNs"]["after"] > 0')"
  expect "True" "$(of_result 'd["disturbances"]["safepoints"]["count"] >= 0')"
  expect "True" "$(of_result 'len(d["jvm"]) > 3 and len(d["host"]) > 3')"
}

@test "every message is sent, received and verified" {
  read_fork plain
  expect "10000 10000 10000" "$(of_result '" ".join(str(d["messages"][name]) for name in
    ("sent", "received", "verified"))')"
}

@test "the measured threads allocate nothing a message, and no garbage is collected" {
  read_fork plain
  expect_no_garbage "$(result)"
}

@test "the histogram log has both tags" {
  read_fork plain
  grep -q '^Tag=service,' "$(histograms)"
  grep -q '^Tag=response,' "$(histograms)"
}

@test "the table is on stdout and everything else on stderr" {
  read_fork plain
  contains "${output%%$'\n'*}" "service ns"
  contains "$output" "p99.99"
  [[ $output != *whichjvm:* ]] || fail "progress on stdout: $output"
  [[ $stderr != *"service ns"* ]] || fail "the table on stderr: $stderr"
  contains "$stderr" "whichjvm: wrote $(result)"
}

@test "a fork that is told nothing has the table's collector, no flag set and no delay" {
  read_fork plain
  expect "G1 None 0" "$(of_result '" ".join(map(str,
    (d["jvm"]["garbageCollector"], d["jvm"]["flagSet"], d["parameters"]["delayNanos"])))')"
  [[ $output != *delayed* ]] || fail "a delay that nobody asked for: $output"
}

# survives NAME, is_removed NAME: of leave_things_behind, while the fork ran
survives() { grep -qx "whichjvm-$1" "$BATS_FILE_TMPDIR/survivors" || fail "whichjvm-$1 was removed"; }
is_removed() { ! survives "$1" 2>/dev/null || fail "whichjvm-$1 is still there"; }

@test "what a killed fork left is removed by the next one, what a living one or somebody else has is not" {
  read_fork plain
  is_removed '[0-9]*-1'
  survives '[0-9]*-2'
  survives 'other-[0-9]*'
}

@test "a JVM's log that a killed fork left is removed by the next one, what a living one has is not" {
  read_fork plain
  is_removed '[0-9]*-1[.]jvm[.]log'
  survives '[0-9]*-2[.]jvm[.]log'
  survives '[0-9]*[.]log'
}

@test "every JVM of this host runs a fork without a warning" {
  local home default
  read_fork plain
  [[ ${stderr,,} != *warning* ]] || fail "$stderr"
  default=$(readlink -f "$(command -v java)")
  make_scratch
  for home in $(find /usr/lib/jvm -mindepth 1 -maxdepth 1 -exec readlink -f '{}' + | sort -u); do
    [[ -x $home/bin/java && $home/bin/java != "$default" ]] || continue
    rm -rf "${out:?}"/*
    # shellcheck disable=SC2119 # no options beside the short ones
    PATH=$home/bin:$PATH fork
    expect "10000" "$(of_result 'd["messages"]["verified"]')"
    [[ ${stderr,,} != *warning* ]] || fail "$home: $stderr"
  done
}
