#!/usr/bin/env bats
# bats file_tags=beside
# scripts/history with the runner `host`: a real campaign that is added, and Apache Otava itself. What a change is told with
# is the collector's to say, and not tested here.

load helper

setup_file() {
  # It installs Apache Otava, and then finds no campaign.
  mkdir "$BATS_FILE_TMPDIR/none" "$BATS_FILE_TMPDIR/out"
  "${BATS_TEST_DIRNAME%/test*}/scripts/history" --history "$BATS_FILE_TMPDIR/none" --out "$BATS_FILE_TMPDIR/out" || true
}

setup() {
  forget_settings
  scratch=$(mktemp -d)
  out=$scratch/out
  # An engine's volumes end their paths at a colon.
  mkdir "$out" "$scratch/a:history"
  java=$(readlink -f "$(command -v java)")
}

teardown() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

@test "a campaign is added once, and its history is written" {
  run --separate-stderr "$root/scripts/compare" --out "$out" --runner host --jdk "one=${java%/bin/java}" "${ungated[@]}" --control \
    --blocks 7 --workload command one -- sh -c 'sleep 0.05'
  expect 0 "$status" "$stderr"
  for _ in 1 2; do
    run --separate-stderr "$root/scripts/history" --history "$scratch/a:history" --out "$out" --jdk "one=${java%/bin/java}" latest
    expect 0 "$status" "$stderr"
    contains "$output" "whichjvm history: 1 sessions"
  done
  expect "whichjvm.history/1" "$(json "$(echo "$scratch"/a:history/*.json)" "d['schema']")"
  [[ -s $scratch/a:history/history.html && -s $scratch/a:history/history.md ]]
  run ! compgen -G "$scratch/a:history/.*.tmp"
}

@test "a nightly job is one session and its place in the history" {
  local night
  for night in 1 2; do
    run --separate-stderr "$root/scripts/watch" --history "$scratch/a:history" --fail-on slower:3% --out "$out" --runner host \
      --jdk "one=${java%/bin/java}" "${ungated[@]}" --control --blocks 7 --workload command one -- sh -c 'sleep 0.05'
    expect 0 "$status" "$stderr"
    contains "$output" "whichjvm history: $night sessions"
  done
  run --separate-stderr "$root/scripts/watch" one
  expect 2 "$status"
  contains "$stderr" "--history is missing"
}

@test "what cannot be meant is refused" {
  run --separate-stderr "$root/scripts/history" --history "$scratch/none"
  expect 2 "$status"
  contains "$stderr" "the folder of the history '$scratch/none' is missing"
  run --separate-stderr "$root/scripts/history" --history "$scratch/a:history" --out "$out"
  expect 2 "$status"
  contains "$stderr" "has no campaign yet"
}

@test "change points: steps are found soon, and none are where nothing changed" {
  "$root/.cache/otava/bin/python3" - "$root" <<'END'
import random
import subprocess
import sys
import time

root, seed = sys.argv[1], time.time_ns() % 10**9
draw = random.Random(seed)
print("seed", seed)


def found(series):
    """Of each series the numbers of its changes."""
    values = "".join(f"{i}\t{value}\n" for i, one in enumerate(series) for value in one)
    told = subprocess.run([sys.executable, root + "/scripts/lib/change-points.py"], input=values, text=True, stdout=subprocess.PIPE, check=True)
    changes = [[] for _ in series]
    for line in told.stdout.splitlines():
        number, at = line.split("\t")
        changes[int(number)].append(int(at))
    return changes


def noise(sessions, level=0.0):
    return [draw.gauss(level, 0.01) for _ in range(sessions)]


SERIES, AT, WITHIN = 60, 100, 5
for step, share in ((0.02, 0.50), (0.03, 0.80), (0.05, 0.95)):
    right = sum(any(abs(at - AT) <= 2 for at in each) for each in found([noise(AT) + noise(WITHIN, step) for _ in range(SERIES)]))
    print(f"{step:.0%} step, within {WITHIN} sessions: {right} of {SERIES}, goal {share:.0%}")
    # Of so many, this is a thousandth part's luck below the goal.
    assert right >= SERIES * share - 3.1 * (SERIES * share * (1 - share)) ** 0.5, f"seed {seed}"
false = sum(map(len, found([noise(200) for _ in range(25)])))
print(f"false changes in 5,000 sessions: {false}, goal 10")
assert false <= 20, f"seed {seed}"
END
}
