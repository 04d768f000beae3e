#!/usr/bin/env bats
# scripts/compare and scripts/report with the runner `host`: real campaigns of short forks.

load helper

setup() {
  need_cpus 2
  forget_settings
  wait_for_host
  scratch=$(mktemp -d)
  out=$scratch/out
  mkdir "$out"
  queues_before=$(queues)
  java=$(readlink -f "$(command -v java)")
  # Two names for one JVM: what is tested is the campaign.
  one=(--jdk "one=${java%/bin/java}")
  compare=("$root/scripts/compare" --runner host --out "$out")
  short=(-- --rate 2000 --duration 500ms --warmup 200ms)
  started=
}

teardown() {
  [[ -z ${started:-} ]] || kill -KILL "$started" 2>/dev/null || true
  [[ -z ${scratch:-} ]] || rm -rf "$scratch"
}

# half_done: a name that only something unfinished has
half_done() { find "$out" -name '.*' -mindepth 1; }

# refused CODE PART COMMAND…: a sentence, that code, nothing in the results folder
refused() {
  local code=$1 part=$2
  shift 2
  run --separate-stderr "$@"
  expect "$code" "$status"
  contains "$stderr" "$part"
  expect "" "$output"
  expect "" "$(ls -A "$out")"
  expect "$queues_before" "$(queues)"
}

@test "a campaign leaves tables, results and the forks of every block" {
  run --separate-stderr "${compare[@]}" --seed 7 --blocks 2 "${one[@]}" one "${short[@]}"
  expect 0 "$status"
  contains "$output" "Table 1. The JVMs"
  contains "$output" "Table 3. Latencies"
  contains "$stderr" "block 2/2, fork 2/2, one: p50 "
  campaign=$out/$(readlink "$out/latest")
  expect 2 "$(find "$campaign/forks" -name '*.json' | wc -l)"
  expect 2 "$(find "$campaign/forks" -name '*.hlog' | wc -l)"
  expect whichjvm.result/1 "$(json "$campaign/result.json" "d['schema']")"
  expect "{'ok': 2, 'failed': 0, 'setAside': 0}" "$(json "$campaign/result.json" "d['variants'][0]['forks']")"
  expect True "$(json "$campaign/result.json" "0 < d['variants'][0]['floorNs'] < d['variants'][0]['service']['p50'] <= d['variants'][0]['service']['max']")"
  expect 7 "$(json "$campaign/campaign.json" "d['seed']")"
  [[ -s $campaign/report.md && -s $campaign/result.csv ]]
  expect "" "$(half_done)"
  expect "$queues_before" "$(queues)"

  # The report again, from the files alone, by whichever runner there is.
  rm "$campaign"/result.json
  run "$root/scripts/report" --out "$out" "$(basename "$campaign")"
  expect 0 "$status"
  [[ -s $campaign/result.json ]]
}

@test "resuming runs only what is missing and keeps the rest" {
  "${compare[@]}" --blocks 2 "${one[@]}" one "${short[@]}"
  campaign=$(readlink "$out/latest")
  rm "$out/$campaign"/forks/002-*
  touch -d 2001-01-01 "$out/$campaign"/forks/001-1-one.json
  run --separate-stderr "${compare[@]}" --resume "$campaign"
  expect 0 "$status"
  contains "$stderr" "block 2/2, fork 2/2"
  [[ $stderr != *"block 1/2"* ]]
  expect 2001 "$(date -r "$out/$campaign"/forks/001-1-one.json +%Y)"
  expect 2 "$(json "$out/$campaign/result.json" "d['variants'][0]['forks']['ok']")"
}

@test "an interrupted campaign keeps whole forks and says how to go on" {
  env --default-signal=INT,TERM "${compare[@]}" --blocks 50 "${one[@]}" one "${short[@]}" >"$scratch/said" 2>&1 &
  started=$!
  eventually grep -q 'fork 1/50' "$scratch/said"
  kill -INT "$started"
  status=0
  wait "$started" || status=$?
  started=
  expect 130 "$status"
  campaign=$(readlink "$out/latest")
  grep -q -- "--resume $campaign --out $out" "$scratch/said"
  expect "" "$(half_done)"
  expect "$queues_before" "$(queues)"
  run pgrep -f "$out"
  expect 1 "$status"
}

@test "a JVM that is killed is a failed fork, the others go on, and nothing is left" {
  "${compare[@]}" --blocks 3 "${one[@]}" one "${short[@]}" >"$scratch/said" 2>&1 &
  started=$!
  eventually grep -q 'fork 1/3' "$scratch/said"
  eventually pkill -KILL -f "whichjvm-workload.jar queue-latency .*--fork"
  status=0
  wait "$started" || status=$?
  started=
  expect 3 "$status"
  grep -q 'killed (signal 9)' "$scratch/said"
  expect "{'ok': 2, 'failed': 1, 'setAside': 0}" "$(json "$out/latest/result.json" "d['variants'][0]['forks']")"
  expect "" "$(half_done)"
  expect "$queues_before" "$(queues)"
}

@test "a truncated fork and a foreign file are named and the other forks count" {
  "${compare[@]}" --blocks 3 "${one[@]}" one "${short[@]}"
  forks=$out/latest/forks
  truncate --size=200 "$forks/001-1-one.json"
  truncate --size=200 "$forks/002-1-one.hlog"
  echo hello >"$forks/shopping.txt"
  run --separate-stderr "$root/scripts/report" --out "$out"
  expect 3 "$status"
  contains "$output" 001-1-one.json
  contains "$output" 002-1-one.hlog
  contains "$output" shopping.txt
  expect 1 "$(json "$out/latest/result.json" "d['variants'][0]['forks']['ok']")"
}

@test "another arm of a JVM is the same JVM under another name" {
  run --separate-stderr "${compare[@]}" --blocks 1 "${one[@]}" one one+delay5us "${short[@]}"
  expect 2 "$status"
  contains "$stderr" "the variant 'one+delay5us' has the unknown suffix '+delay5us'; it takes +again, +again2 to"

  "${compare[@]}" --blocks 1 --control "${one[@]}" one one+again2 one+delay5000ns "${short[@]}" || true
  forks=$out/latest/forks
  expect "['one', 'one+again2', 'one+delay5000ns', 'one+again']" "$(json "$out/latest/campaign.json" "d['variants']")"
  expect "${java%/bin/java}" "$(json "$out/latest/campaign.json" "d['settings']['jdk.one']")"
  for arm in one one+again2 one+again one+delay5000ns; do
    fork=$(find "$forks/" -name "001-?-$arm.json")
    expect "$arm" "$(json "$fork" "d['variant']")"
    expect "$(if [[ $arm == *delay* ]]; then echo 5000; else echo 0; fi)" "$(json "$fork" "d['parameters']['delayNanos']")"
  done

  # Resuming finds the JVM of each arm again.
  campaign=$(readlink "$out/latest")
  rm "$forks"/*again2*
  run --separate-stderr "${compare[@]}" --resume "$campaign"
  contains "$stderr" "fork 4/4, one+again2: p50"
  expect 1 "$(find "$forks/" -name '*again2.json' | wc -l)"
}

@test "suffixes that no arm has are refused, and a control of an arm" {
  for suffix in + +again1 +again100 +Again +again2x +delay +delay0ns +delay1000001ns +delay030ns +delay30 +delay30ns-1 +delay30ns-100 +again+again; do
    refused 2 "has the unknown suffix '$suffix'" "${compare[@]}" "${one[@]}" "one$suffix"
  done
  refused 2 "there is no variant 'two' for --runner host" "${compare[@]}" "${one[@]}" two+again
  refused 2 "--jdk is 'a+again=" "${compare[@]}" --jdk a+again="${java%/bin/java}"
  refused 2 "the baseline one+again is such an arm itself" "${compare[@]}" "${one[@]}" --control --baseline one+again one
}

@test "two campaigns at once: the second does not measure" {
  exec {lock}<"$shm"
  flock --nonblock "$lock"
  refused 4 "another campaign measures on this host" "${compare[@]}" "${one[@]}" one "${short[@]}"
}

@test "a dry run prints the commands and does nothing" {
  run --separate-stderr "${compare[@]}" --dry-run --blocks 2 "${one[@]}" one "${short[@]}"
  expect 0 "$status"
  expect 2 "$(grep -c 'workload/launch queue-latency' <<<"$output")"
  contains "$output" " plan "
  contains "$output" " report "
  expect "" "$(ls -A "$out")"
}

@test "an unknown variant, option, preset, runner or workload is refused with what there is" {
  refused 2 "there is no variant 'jdk99-temurin'" "${compare[@]}" jdk99-temurin
  refused 2 "'--frobnicate' is no option" "${compare[@]}" --frobnicate
  refused 2 "--preset is 'slow'; it is one of: quick article" "${compare[@]}" --preset slow
  refused 2 "--runner is 'podman'; it is one of: auto docker host" "$root/scripts/compare" --out "$out" --runner podman
  refused 2 "--workload is 'specjbb'" "${compare[@]}" --workload specjbb
  refused 2 "--bases is 'cloud'" "${compare[@]}" --bases cloud
}

@test "numbers that cannot be meant are refused" {
  refused 2 "--blocks is '0'" "${compare[@]}" --blocks 0
  refused 2 "--blocks is '-3'" "${compare[@]}" --blocks -3
  refused 2 "--blocks is 'many'" "${compare[@]}" --blocks many
  refused 2 "--seed is 'x'" "${compare[@]}" --seed x
  refused 2 "--blocks needs a value" "${compare[@]}" --blocks
}

@test "what no fork could run with is refused before there is a campaign" {
  refused 2 "--rate is 0" "${compare[@]}" "${one[@]}" one -- --rate 0
  refused 2 "'soon' is not a duration" "${compare[@]}" "${one[@]}" --duration soon one
  refused 2 "--cpus is 0,4711" "${compare[@]}" "${one[@]}" --cpus 0,4711 one
  refused 4 "MiB of heap and this JVM has 512 MiB" "${compare[@]}" "${one[@]}" one -- --duration 1h
  refused 4 "the queue needs" "${compare[@]}" "${one[@]}" one -- --size 1m --rate 10000 --duration 10s
}

@test "a JDK that is not there, a results folder that is not there or not writable" {
  refused 2 "there is no /nowhere/bin/java" "${compare[@]}" --jdk x=/nowhere
  refused 2 "--jdk is 'JDK 17'" "${compare[@]}" --jdk "JDK 17"
  run --separate-stderr "$root/scripts/compare" --runner host --out "$scratch/missing"
  expect 2 "$status"
  contains "$stderr" "is missing; make it"
}

@test "resuming what is not there names what is" {
  refused 2 "there is no campaign 'yesterday' to resume" "${compare[@]}" --resume yesterday
}

@test "a report of nothing says how to start" {
  run --separate-stderr "$root/scripts/report" --out "$out"
  expect 2 "$status"
  contains "$stderr" "scripts/compare"
}
