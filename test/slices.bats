#!/usr/bin/env bats
# bats file_tags=beside
# --interleave turns of programs, with the runner `host`: real processes, frozen by the kernel while others run. What the
# collector makes of it is tested in Java.

load helper

setup() {
  need_root "freeze control groups"
  forget_settings
  scratch=$(mktemp -d)
  mkdir "$scratch/out" "$scratch/app"
  java=$(java_home)
  compare=("$root/scripts/compare" --runner host --out "$scratch/out" --jdk "one=$java" "${ungated[@]}"
    --interleave turns)
  # It says when it ran.
  cat >"$scratch/app/run.sh" <<'S'
#!/bin/bash
for ((i = 0; i < ${1:-400000}; i++)); do
  ((i % 1000)) || echo "$EPOCHREALTIME"
done
S
  chmod +x "$scratch/app/run.sh"
  cd "$scratch/app" || return
}

teardown() { rm -rf "$scratch"; }

# nothing_is_frozen: of what campaigns of this project made
nothing_is_frozen() {
  local file state
  for file in /sys/fs/cgroup/{freezer/,}whichjvm-*/{freezer.state,cgroup.freeze}; do
    [[ -e $file ]] || continue
    read -r state <"$file"
    [[ $state == THAWED || $state == 0 ]] || fail "$file: $state"
  done
}

# until_frozen: a program of the campaign that runs
until_frozen() {
  local tries
  for ((tries = 0; tries < 300; tries++)); do
    ! grep -qsE '^(FROZEN|1)$' /sys/fs/cgroup/{freezer/,}whichjvm-*/{freezer.state,cgroup.freeze} || return 0
    sleep 0.1
  done
  fail "nothing was frozen: $(<"$scratch/err")"
}

@test "programs of a block run one at a time, and their time is what they ran" {
  run --separate-stderr "${compare[@]}" --blocks 1 one one+again -- ./run.sh
  expect 0 "$status"
  python3 - "$scratch"/out/latest/forks <<'P' || fail "$output $stderr"
import json, sys
forks = {}
stamps = []
for name in ("one", "one+again"):
    fork = json.load(open(f"{sys.argv[1]}/001-{name}.json"))
    stamps += [(float(line), name) for line in open(f"{sys.argv[1]}/001-{name}.out") if line[:1].isdigit()]
    program = fork["program"]
    scores = {each["name"]: each["score"] for each in fork["scores"]}
    whole = (program["endedMicros"] - program["startedMicros"]) / 1e3
    assert program["slices"] > 1, program
    assert abs(scores["wall"] + program["frozenSeconds"] * 1e3 - whole) < 1, (scores, program)
    # It has one thread, which computes no longer than it is let run.
    assert scores["cpu-user"] + scores.get("cpu-system", 0) < 1.1 * scores["wall"], scores
stamps.sort()
turns = sum(one[1] != other[1] for one, other in zip(stamps, stamps[1:]))
assert 2 < turns < len(stamps) / 10, (turns, len(stamps))
P
  nothing_is_frozen
  expect 0 "$(find /sys/fs/cgroup/ /sys/fs/cgroup/freezer -maxdepth 1 -name 'whichjvm-*' 2>/dev/null | wc -l)"
}

@test "whoever is killed, nothing stays frozen" {
  local campaign slicer
  "${compare[@]}" --blocks 4 one one+again -- ./run.sh 4000000 >"$scratch/said" 2>"$scratch/err" &
  campaign=$!
  until_frozen
  kill -KILL "$campaign"
  sleep 1
  nothing_is_frozen
  pkill -KILL -f "$scratch/app/run.sh|run.sh 4000000" || true
  wait_for_host

  "${compare[@]}" --blocks 4 one one+again -- ./run.sh 4000000 >"$scratch/said" 2>"$scratch/err" &
  campaign=$!
  until_frozen
  slicer=$(pgrep -P "$campaign" -f whichjvm.slices)
  kill -KILL "$slicer"
  wait "$campaign" && fail "it went on" || expect 4 "$?"
  contains "$(<"$scratch/err")" "nothing stays frozen"
  nothing_is_frozen
}

@test "a program is frozen while it starts another one by exec" {
  local group file i pid
  # Its other threads may be frozen before exec has ended them, and it then waits for them for ever.
  cat >"$scratch/execs.py" <<'P'
import os, sys, threading, time
for _ in range(8):
    threading.Thread(target=time.sleep, args=(9,), daemon=True).start()
os.execv(sys.executable, [sys.executable, "-S", "-E"] + sys.argv)
P
  group=$(in_python 'from whichjvm import freezer; print(freezer.root())')/whichjvm-execs-$$
  mkdir "$group"
  file=$group/freezer.state
  [[ -e $file ]] || file=$group/cgroup.freeze
  (echo "$BASHPID" >"$group/cgroup.procs" && exec python3 -S -E "$scratch/execs.py") 3>&- &
  pid=$!
  export -f in_python
  export root
  run timeout 60 bash -c 'in_python "$@"' freezes '
import random, sys, time
from whichjvm.freezer import Freezer
freezer = Freezer(sys.argv[1], sys.argv[2])
try:
    for _ in range(300):
        freezer.freeze()
        time.sleep(random.random() / 100)
        freezer.thaw()
        time.sleep(random.random() / 30)
finally:
    freezer.thaw()' "$group" "$file"
  kill -KILL "$pid"
  wait "$pid" || true
  for i in {1..50}; do
    rmdir "$group" 2>/dev/null && break || sleep 0.1
  done
  expect 0 "$status"
}

@test "the time of each program is its own, whatever the order in which they began" {
  local version
  mkdir "$scratch/short" "$scratch/long"
  sed 's/400000/100000/' "$scratch/app/run.sh" >"$scratch/short/run.sh"
  sed 's/400000/800000/' "$scratch/app/run.sh" >"$scratch/long/run.sh"
  chmod +x "$scratch"/{short,long}/run.sh
  run --separate-stderr "${compare[@]}" --blocks 1 --app "short=$scratch/short" --app "long=$scratch/long" one -- ./run.sh
  expect 0 "$status"
  for version in short long; do
    json "$scratch/out/latest/forks/001-one+app-$version.json" "[s['score'] for s in d['scores'] if s['name'] == 'wall'][0]" >"$scratch/$version.wall"
  done
  expect True "$(python3 -c "print($(<"$scratch/long.wall") > 3 * $(<"$scratch/short.wall"))")"
}

@test "a process that outlives SIGKILL fails its fork with a sentence, and the campaign goes on" {
  local whole group=/sys/fs/cgroup/freezer/stuck-$$ reason
  [[ -w /sys/fs/cgroup/freezer/cgroup.procs ]] || skip "needs the freezer of control groups version 1, which holds a process like a dead disk"
  # The first program freezes itself; in the second campaign the fork's JVM and launcher too.
  cat >"$scratch/app/stuck.sh" <<'S'
#!/bin/bash
[[ -e $2 ]] && mkdir "$1" 2>/dev/null || exit 0
processes=($$)
[[ ! $3 ]] || processes+=("$PPID" "$(sed -n 's/^PPid:\t//p' "/proc/$PPID/status")")
for each in "${processes[@]}"; do
  echo "$each" >"$2/cgroup.procs"
done
echo FROZEN >"$2/freezer.state"
sleep 0.1
S
  chmod +x "$scratch/app/stuck.sh"
  for whole in '' whole; do
    mkdir "$group$whole"
    WHICHJVM_DEADLINE=8 run --separate-stderr timeout --kill-after 5 200 "${compare[@]}" --interleave forks --blocks 2 one \
      -- ./stuck.sh "$scratch/once$whole" "$group$whole" "$whole"
    echo THAWED >"$group$whole/freezer.state"
    eventually rmdir "$group$whole"
    expect 3 "$status" || fail "$stderr"
    reason=$(json "$(readlink -f "$scratch/out/latest")/forks/001-one.json" "d['reason']")
    [[ $reason =~ "it was ended after 8 s, its deadline; its last words: process "[0-9]+" is in state D and outlives SIGKILL" ]] || fail "$reason"
    expect ok "$(json "$scratch/out/latest/forks/002-one.json" "d['status']")"
  done
}

@test "the copy of a program's folder goes with a fork that is killed, and so does one that a killed campaign left" {
  local dead=/tmp/whichjvm-4194305-$$ alive=/tmp/whichjvm-$$-$$
  # No process has that number.
  mkdir "$dead" "$alive"
  # Stopped processes do not end when they are asked to.
  cat >"$scratch/app/stops.sh" <<'S'
#!/bin/bash
launcher=$(sed -n 's/^PPid:\t//p' "/proc/$PPID/status")
dirname "$PWD" >"$1"
kill -STOP "$launcher" "$PPID"
sleep 1000
S
  chmod +x "$scratch/app/stops.sh"
  WHICHJVM_DEADLINE=8 run --separate-stderr timeout --kill-after 5 200 "${compare[@]}" --interleave forks --blocks 1 one \
    -- ./stops.sh "$scratch/copy"
  [[ -d $alive ]] && rmdir "$alive" || fail "$alive was removed: $stderr"
  [[ ! -e $dead ]] || { rmdir "$dead" && fail "left behind: $dead"; }
  contains "$(<"$scratch/copy")" /tmp/whichjvm-
  [[ ! -e $(<"$scratch/copy") ]] || { rm -r "$(<"$scratch/copy")" && fail "left behind: $(<"$scratch/copy")"; }
}
