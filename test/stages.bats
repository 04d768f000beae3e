#!/usr/bin/env bats
# scripts/explain of messages by turns, with the runner `host`: a known delay is in the stage that it is in.

load helper

setup_file() {
  local java
  forget_settings
  java=$(java_home)
  runs=$(mktemp -d)
  mkdir "$runs/out"
  export runs
  wait_for_host
  "$root/scripts/compare" --runner host --out "$runs/out" --jdk "one=$java" "${ungated[@]}" --blocks 1 one one+delay400ns -- --rate 20000 >"$runs/said" 2>"$runs/told"
  campaign=$(basename "$(realpath "$runs/out/latest")")
  export campaign
  # A host that stalls overloads a fork, whose messages then have no stages: once more.
  explained || explained || echo "ended with $?" >>"$runs/told"
}

explained() { "$root/scripts/explain" --out "$runs/out" "${ungated[@]}" --blocks 1 "$campaign" one+delay400ns one >"$runs/said" 2>"$runs/told"; }

teardown_file() { rm -rf "$runs"; }

setup() { forget_settings; }

@test "every other turn keeps the stages of its messages, and the delay is in the stage that has it" {
  ! grep "ended with" "$runs/told" || fail "$(<"$runs/told")"
  python3 - "$runs"/out/latest/forks <<'P' || fail "$(<"$runs/said") $(<"$runs/told")"
import json, statistics, sys
medians = {}
for name in ("one", "one+again", "one+delay400ns"):
    fork = json.load(open(f"{sys.argv[1]}/001-{name}.json"))
    turns = [turn for turn in fork["turns"]["list"] if turn["service"]]
    assert len(turns) > 5, fork["turns"]
    for turn in turns:
        assert (turn["round"] % 2 == 1) == ("stages" in turn), turn
    staged = [turn["stages"] for turn in turns if "stages" in turn]
    medians[name] = {stage: statistics.median(each[stage] for each in staged) for stage in staged[0]}
more = {stage: medians["one+delay400ns"][stage] - medians["one"][stage] for stage in medians["one"]}
assert max(more, key=more.get) == "copyOut", (more, medians)
P
  contains "$(<"$runs/said")" "copy the message out"
  contains "$(<"$runs/said")" "Every other turn reads the clock four more times a message"
}

@test "turns are profiled" {
  local file
  run --separate-stderr "$root/scripts/explain" --out "$runs/out" "${ungated[@]}" --blocks 1 --event cpu "$campaign" one+delay400ns one
  expect 0 "$status"
  contains "$output" "Without a pause a message of one+delay400ns takes "
  contains "$output" "At its rate a message of one+delay400ns takes "
  for file in "$runs"/out/latest/forks/001-*.collapsed; do
    grep -qE '^\[consumer\];.*Consumer\.consume' "$file" || fail "$(head -n 5 "$file")"
    grep -qE '^\[producer-0\];.*Producer\.produce' "$file" || fail "$(head -n 5 "$file")"
    grep -qE '^\[producer-0\];.*exchangeUnpaced;.*Producer\.produce' "$file" || fail "$(head -n 5 "$file")"
    expect_recording "${file%.collapsed}.jfr"
  done
}

@test "an explanation that was interrupted goes on by the line that it printed" {
  local -a words
  # The folder of a program would be mounted; messages have none.
  cd "$runs"
  WHICHJVM_TYPED="whichjvm explain" "$root/scripts/explain" --out "$runs/out" "${ungated[@]}" --blocks 1 "$campaign" one+delay400ns one 2>"$runs/stopped" >&2 &
  named() { grep -q '^3 contenders' "$runs/stopped"; }
  eventually named
  kill -TERM $!
  ! wait $! || fail "$(<"$runs/stopped")"
  read -r -a words < <(tail -n 1 "$runs/stopped")
  expect "whichjvm explain --resume $(basename "$(realpath "$runs/out/latest")") --out $runs/out" "${words[*]}"
  run --separate-stderr "$root/whichjvm" "${words[@]:1}"
  [[ $status == [03] ]] || fail "$stderr"
  contains "$stderr" "links to this explanation"
  expect 3 "$(find "$runs/out/latest/forks" -name '001-*.json' | wc -l)"
  # A fork that a busy host overloads leaves nothing to explain.
  grep -qE '"status": ?"overloaded"' "$runs"/out/latest/forks/001-*.json || contains "$output" "Stages of a message"
}

@test "what has no stages to keep is a sentence" {
  run --separate-stderr "$root/scripts/explain" --out "$runs/out" --event alloc "$campaign" one+delay400ns one
  expect 2 "$status"
  contains "$stderr" "--event alloc is for"
  run --separate-stderr "$root/scripts/compare" --runner host --out "$runs/out" --jdk "one=$(java_home)" one -- --stages
  expect 2 "$status"
  contains "$stderr" "whichjvm explain"
}
