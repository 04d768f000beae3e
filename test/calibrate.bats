#!/usr/bin/env bats
# bats file_tags=beside
# scripts/calibrate with the runner `host`: a real campaign of short forks. What the collector makes of it, and
# what it refuses, is not tested here.

load helper

setup() {
  need_cpus 2
  forget_settings
  warm_up_soon
  wait_for_host
  scratch=$(mktemp -d)
  out=$scratch/out
  mkdir "$out"
  java=$(readlink -f "$(command -v java)")
  calibrate=("$root/scripts/calibrate" --runner host --out "$out" --jdk "one=${java%/bin/java}" "${ungated[@]}")
}

teardown() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

forks() { find "$out/" -name '00[1-9]-*.json' | wc -l; }

# answered: with what a calibration says, if the host was quiet enough for two forks to count
answered() {
  [[ $stderr != *"has no two forks"* ]] || return 0
  [[ $status == 0 || $status == 3 ]] || fail "exit code $status: $stderr"
  contains "$output" "whichjvm calibration: $(readlink "$out/latest")"
  [[ -s $out/latest/calibration.md ]]
}

@test "a calibration runs a JVM against itself, half of the contenders with a delay from a first fork" {
  run --separate-stderr "${calibrate[@]}" --contenders 2 --blocks 1 --duration 500ms one -- --rate 10000 --warmup 200ms
  [[ $stderr =~ "effect: "([0-9]+)" ns, 5 % of the p50 service time of a first fork" ]] || fail "$stderr"
  delayed=one+delay${BASH_REMATCH[1]}ns
  answered
  campaign=$(readlink "$out/latest")
  expect "['one', '$delayed', 'one+again', '$delayed-2']" "$(json "$out/latest/campaign.json" "d['contenders']")"
  expect "one {'effect': ${BASH_REMATCH[1]}, 'contenders': 2}" \
    "$(json "$out/latest/campaign.json" "d['baseline'] + ' ' + str(d['calibration'])")"
  expect 4 "$(forks)"
  [[ -s $out/latest/report.md ]]

  # The rest of it, and the same answer.
  rm "$out"/latest/forks/001-one.*
  run --separate-stderr "$root/scripts/calibrate" --resume "$campaign" --out "$out"
  answered
  expect 4 "$(forks)"

  # From recorded forks nothing is run.
  rm "$out"/latest/forks/001-one.*
  run --separate-stderr "$root/scripts/calibrate" report --out "$out" "$campaign"
  answered
  expect 3 "$(forks)"
}

@test "what cannot be meant is refused before a fork is run" {
  run --separate-stderr "${calibrate[@]}" --effect 5% one
  expect 2 "$status"
  contains "$stderr" "--effect is '5%'"
  run --separate-stderr "$root/scripts/calibrate" report --out "$out" --blocks 3 yesterday
  expect 2 "$status"
  contains "$stderr" "'--blocks' is no option"
  # What the verbs have of their own is nothing of another's.
  for other in "calibrate --from yesterday" "report --calibrate yesterday" "report --fleet yesterday"; do
    # shellcheck disable=SC2086 # words
    run --separate-stderr "$root"/scripts/${other/ / --out "$out" }
    expect 2 "$status"
    contains "$stderr" "is no option"
  done
  expect "" "$(ls -A "$out")"
}
