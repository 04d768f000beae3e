#!/usr/bin/env bats
# scripts/calibrate with the runner `host`: real campaigns of short forks. What the collector makes
# of them is not tested here.

load helper

setup() {
  need_cpus 2
  forget_settings
  wait_for_host
  scratch=$(mktemp -d)
  out=$scratch/out
  mkdir "$out"
  java=$(readlink -f "$(command -v java)")
  calibrate=("$root/scripts/calibrate" --runner host --out "$out")
  one=(--jdk "one=${java%/bin/java}" "${ungated[@]}")
  short=(--arms 2 --blocks 1 --duration 500ms)
  slow=(-- --rate 2000 --warmup 200ms)
  started=
  # A JVM that only repeats what the collector is asked to calibrate.
  mkdir -p "$scratch/jdk/bin"
  cat >"$scratch/jdk/bin/java" <<EOF
#!/usr/bin/env bash
words="\$*"
[[ \$words != *whichjvm-collector.jar\ calibrate* ]] || { echo "\${words#*collector.jar }"; exit; }
exec "$java" "\$@"
EOF
  chmod +x "$scratch/jdk/bin/java"
  PATH=$scratch/jdk/bin:$PATH
}

teardown() {
  [[ -z ${started:-} ]] || kill -KILL "$started" 2>/dev/null || true
  [[ -z ${scratch:-} ]] || rm -rf "$scratch"
}

# refused PART OPTION…: a sentence, and nothing in the results folder
refused() {
  local part=$1
  shift
  run --separate-stderr "${calibrate[@]}" "$@"
  expect 2 "$status"
  contains "$stderr" "$part"
  expect "" "$output"
  expect "" "$(ls -A "$out")"
}

forks() { find "$out/" -name '*.json' -path '*/forks/*'; }

@test "a calibration runs a JVM against itself, and half of the arms with a known delay" {
  run --separate-stderr "${calibrate[@]}" "${one[@]}" "${short[@]}" --effect 2000 one "${slow[@]}"
  campaign=$(readlink "$out/latest")
  expect "calibrate --out $out $campaign" "$output"
  contains "$stderr" "effect: 2000 ns, as asked for"
  expect "['one', 'one+delay2000ns', 'one+again', 'one+delay2000ns-2']" "$(json "$out/$campaign/campaign.json" "d['variants']")"
  expect one "$(json "$out/$campaign/campaign.json" "d['baseline']")"
  expect 4 "$(forks | wc -l)"
  [[ -s $out/$campaign/report.md ]]

  # The rest of it, and the same answer.
  rm "$(forks | head -n 1)"
  run --separate-stderr "${calibrate[@]}" --resume "$campaign"
  expect "calibrate --out $out $campaign" "$output"
  expect 4 "$(forks | wc -l)"

  # From recorded forks nothing is run.
  rm "$(forks | head -n 1)"
  run --separate-stderr "${calibrate[@]}" --from "$campaign"
  expect 0 "$status"
  expect "calibrate --out $out $campaign" "$output"
  expect 3 "$(forks | wc -l)"
}

@test "without an effect it is 5 % of the p50 of a first fork" {
  run --separate-stderr "${calibrate[@]}" "${one[@]}" "${short[@]}" one "${slow[@]}"
  [[ $stderr =~ "effect: "([0-9]+)" ns, 5 % of "([0-9]+)" ns" ]] || fail "$stderr"
  expect $(((BASH_REMATCH[2] + 10) / 20)) "${BASH_REMATCH[1]}"
  expect "one+delay${BASH_REMATCH[1]}ns" "$(json "$out/latest/campaign.json" "d['variants'][1]")"
  # The first fork is not in the results folder.
  expect 4 "$(forks | wc -l)"
}

@test "an interrupted calibration says how to go on" {
  env --default-signal=INT,TERM "${calibrate[@]}" "${one[@]}" "${short[@]}" --blocks 50 --effect 30 one "${slow[@]}" >"$scratch/said" 2>&1 &
  started=$!
  eventually grep -q 'fork 1/200' "$scratch/said"
  kill -TERM "$started"
  status=0
  wait "$started" || status=$?
  started=
  expect 130 "$status"
  contains "$(<"$scratch/said")" "scripts/compare --resume $(readlink "$out/latest") --out $out"
  contains "$(<"$scratch/said")" "or scripts/calibrate --resume"
  run pgrep -f "$out"
  expect 1 "$status"
}

@test "what cannot be meant is refused before a fork is run" {
  refused "--effect is '0'; it goes from 1 to 1000000 ns" --effect 0
  refused "--effect is '1000001'" --effect 1000001
  refused "--effect is '5%'" --effect 5%
  refused "--arms is '1'; it goes from 2 to 50" --arms 1
  refused "--blocks is '0'" "${one[@]}" --blocks 0 one
  refused "there is no JVM 'two'; there are: " "${one[@]}" two
  refused "'one+again' has a suffix; give the JVM alone, one" "${one[@]}" one+again
  refused "'one' and 'two' are two JVMs" one two
  refused "'--frobnicate' is no option" --frobnicate 3
  refused "--from and --resume take a campaign as it is" --from yesterday --blocks 3
  refused "there is no campaign 'yesterday' to resume" --resume yesterday
}
