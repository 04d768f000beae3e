#!/usr/bin/env bats
# bats file_tags=beside
# workload/launch: forks that fail, are interrupted or are killed, and that they leave nothing.

load helper
load launch

setup() {
  use_launch
  make_scratch
}

teardown() { remove_scratch; }

# start_fork OPTION…: in the background, and back once its queue is there. env, because a shell lets
# what it starts in the background ignore SIGINT, and launch could not undo that.
start_fork() {
  local _
  for _ in 1 2 3; do
    env --default-signal=INT,TERM "$launch" --rate 10000 --warmup 300ms --duration 60s --out "$out" "$@" \
      >"$scratch/stdout" 2>"$scratch/stderr" 3>&- &
    started=$!
    echo "$started" >"$scratch/pid"
    eventually has_queue_or_ended
    kill -0 "$started" 2>/dev/null && return
    grep --quiet "another campaign" "$scratch/stderr" || break
    wait_for_host
  done
  fail "the fork ended by itself: $(<"$scratch/stderr")"
}

has_queue_or_ended() {
  queues_of "$started" | grep --quiet -v '[.]log$' || has_entries "$scratch/queues" || ! kill -0 "$started" 2>/dev/null
}

has_entries() { [[ $(find "$1" -mindepth 1 2>/dev/null | head -n 1) ]]; }

# jvm_of PID: the one child of launch
jvm_of() { tr -d ' ' <"/proc/$1/task/$1/children"; }

# is_interrupted SIGNAL CODE
is_interrupted() {
  kill -s "$1" "$started"
  end_of_start
  expect "$2" "$status"
  nothing_left
  expect "" "$(<"$scratch/stdout")"
}

@test "an overloaded fork says so and gives no numbers" {
  # A hundred nanoseconds a message is less than any queue needs.
  fork_once --rate 10000000 --duration 100ms --warmup 100ms
  expect 3 "$status"
  expect "" "$output"
  contains "$stderr" "overloaded"
  expect "overloaded" "$(of_result 'd["status"]')"
  expect "None None" "$(of_result 'str(d["service"]) + " " + str(d["response"])')"
  expect "" "$(histograms)"
  expect "" "$(queues_of "$(<"$scratch/pid")")"
}

# under_emulator: launch is started from now on as an emulator of user programs would start it
under_emulator() {
  printf '#!/bin/bash\nexec -a /usr/bin/qemu-aarch64-static sh %q "$@"\n' "$launch" >"$scratch/emulated"
  chmod +x "$scratch/emulated"
  launch=$scratch/emulated
}

@test "a fork under an emulator verifies its messages, fails and gives no numbers" {
  under_emulator
  fork_once --rate 1000 --duration 300ms --warmup 100ms
  expect 4 "$status"
  expect "" "$output"
  contains "$stderr" "300 of 300 messages were verified"
  contains "${stderr_lines[-1]}" " failed: emulated"
  expect "failed emulated 300" "$(of_result '" ".join((d["status"], d["reason"], str(d["messages"]["verified"])))')"
  contains "$(of_result 'd["host"]["emulatedBy"]')" "started through /usr/bin/qemu-aarch64-static"
  expect "None None" "$(of_result 'str(d["service"]) + " " + str(d["response"])')"
  expect "[]" "$(of_result '[name for name in ("floorNs", "turns", "warmUp", "disturbances", "attribution", "cost", "cpuSeconds") if name in d]')"
  expect "" "$(histograms)"
}

@test "an emulator that cannot keep the rate says nothing of the JVM" {
  under_emulator
  fork_once --rate 10000000 --duration 100ms --warmup 100ms
  expect 4 "$status"
  expect "failed emulated" "$(of_result 'd["status"] + " " + d["reason"]')"
}

@test "a program under an emulator fails and has no scores, and one that ends badly says so" {
  under_emulator
  launched "$launch" command --out "$out" --fork c/1-a -- sh -c 'exit 0'
  expect 4 "$status"
  expect "failed emulated False False" "$(of_result '" ".join((d["status"], d["reason"], str("scores" in d), str("program" in d)))')"
  launched "$launch" command --out "$out" --fork c/1-a -- sh -c 'exit 7'
  expect 3 "$status"
  contains "$(of_result 'd["reason"]')" "exit code 7"
}

@test "under an emulator a check says that nothing can be measured" {
  under_emulator
  fork_once --check
  was_refused 4 "an emulator runs this JVM (started through /usr/bin/qemu-aarch64-static"
}

@test "SIGTERM while measuring leaves nothing" {
  start_fork
  sleep 1
  is_interrupted TERM 143
}

@test "SIGINT while measuring leaves nothing" {
  start_fork
  sleep 1
  is_interrupted INT 130
}

@test "SIGTERM while warming up leaves nothing" {
  start_fork --warmup 60s
  is_interrupted TERM 143
}

@test "a JVM killed with signal 9 leaves nothing" {
  start_fork
  kill -KILL "$(jvm_of "$started")"
  end_of_start
  expect 137 "$status"
  contains "$(<"$scratch/stderr")" "killed"
  nothing_left
}

@test "a JVM killed with signal 9 leaves nothing in another --queue-dir either" {
  mkdir "$scratch/queues"
  start_fork --queue-dir="$scratch/queues"
  kill -KILL "$(jvm_of "$started")"
  end_of_start
  expect 137 "$status"
  expect "" "$(find "$scratch/queues" -mindepth 1)"
  nothing_left
}
