#!/usr/bin/env bats
# bats file_tags=beside
# scripts/sessions with the runner `host`: real campaigns of short forks. What holds over them is the collector's to
# say, and not tested here.

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
  sessions=("$root/scripts/sessions" --out "$out")
  compared=(--runner host --jdk "one=${java%/bin/java}" "${ungated[@]}" --control --blocks 1 --duration 500ms one -- --rate 10000 --warmup 200ms)
}

teardown() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

# begun: how many sessions there are
begun() { find "$out" -mindepth 2 -maxdepth 2 -name campaign.json | wc -l; }

@test "sessions are campaigns of one folder, and what was planned is run once" {
  run --separate-stderr "${sessions[@]}" --count 2 "${compared[@]}"
  [[ $status == 0 || $status == 3 ]] || fail "exit code $status: $stderr"
  expect 2 "$(begun)"
  expect 2 "$(<"$out/sessions.tsv")"
  contains "$output" "whichjvm over 2 sessions"
  [[ -s $out/sessions.md ]]

  # The report again, and no further session.
  run --separate-stderr "${sessions[@]}"
  contains "$output" "whichjvm over 2 sessions"
  run --separate-stderr "${sessions[@]}" "${compared[@]}"
  expect 2 "$status"
  contains "$stderr" "all 2 sessions that were planned are there; give --count N to add some"
  expect 2 "$(begun)"

  # Where some are missing, the report alone starts no other comparison.
  echo 4 >>"$out/sessions.tsv"
  run --separate-stderr "${sessions[@]}"
  contains "$output" "whichjvm over 2 sessions"
  expect 2 "$(begun)"
}

@test "what a session draws anew is its forks' environment, and it stays when it is resumed" {
  # shellcheck disable=SC2016 # for the program
  run --separate-stderr env WHICHJVM_SESSION=17 "$root/scripts/compare" --out "$out" --runner host --jdk "one=${java%/bin/java}" \
    "${ungated[@]}" --blocks 1 --workload command one -- sh -c 'echo "${#WHICHJVM_PADDING} spaces" >&2; java -version'
  contains "$(cat "$out"/latest/forks/001-one.out)" "17 spaces"
  rm "$out"/latest/forks/001-one.*
  # shellcheck disable=SC2016 # for the program
  WHICHJVM_SESSION=3 "$root/scripts/compare" --out "$out" --resume "$(basename "$(readlink "$out/latest")")" \
    -- sh -c 'echo "${#WHICHJVM_PADDING} spaces" >&2; java -version'
  contains "$(cat "$out"/latest/forks/001-one.out)" "17 spaces"
}

@test "what cannot be meant is refused, and leaves no plan" {
  run --separate-stderr "$root/scripts/sessions" --count 2 one
  contains "$stderr" "--out is missing"
  expect 2 "$status"
  run --separate-stderr "${sessions[@]}"
  contains "$stderr" "there is no session in $out; give --count N"
  run --separate-stderr "${sessions[@]}" --count many one
  contains "$stderr" "--count is 'many'"
  run --separate-stderr "${sessions[@]}" --count 2 --presett quick
  contains "$stderr" "--presett' is no option"
  # What would make further campaigns of each session.
  for alone in --explain --confirm=x --resume=x --dry-run; do
    run --separate-stderr "${sessions[@]}" --count 2 "$alone" one
    expect 2 "$status"
    contains "$stderr" "${alone%=*} is for whichjvm compare alone"
  done
  # An empty value is none of what follows.
  run --separate-stderr "${sessions[@]}" --count 2 --runner host --blocks= nosuch
  contains "$stderr" "--blocks is ''; it takes a whole number"
  run --separate-stderr "${sessions[@]}" --count 2 --runner host nosuch
  contains "$stderr" "there is no variant 'nosuch'"
  # With this host's engine it would remove the containers of campaigns that run beside it.
  run --separate-stderr "${sessions[@]}" --count 2 --runner host --blocks none one
  expect 2 "$status"
  expect "" "$(cat "$out/sessions.tsv")"
}

@test "a folder of somebody else is read, and nothing in it is run or written through" {
  # shellcheck disable=SC2016 # as it is
  for line in 'count[$(touch '"$scratch"'/run)]' 08 -1 1000000; do
    printf '%s\n' "$line" >"$out/sessions.tsv"
    run --separate-stderr "${sessions[@]}" one
    expect 2 "$status"
    contains "$stderr" "$out/sessions.tsv has the line '$line'; each line is a number of sessions"
    run --separate-stderr "${sessions[@]}" --count 2 one
    expect 2 "$status"
    expect "$line" "$(<"$out/sessions.tsv")"
  done
  [[ ! -e $scratch/run ]] || fail "a line of sessions.tsv was run"

  rm "$out/sessions.tsv"
  printf '2\n' >"$scratch/mine"
  ln -s "$scratch/mine" "$out/sessions.tsv"
  run --separate-stderr "${sessions[@]}" --count 2 --runner host --jdk "one=$scratch" one
  contains "$stderr" "$out/sessions.tsv is no file"
  expect 2 "$(<"$scratch/mine")"
  rm "$out/sessions.tsv"
  mkfifo "$out/sessions.tsv"
  run --separate-stderr timeout 20 "${sessions[@]}"
  contains "$stderr" "$out/sessions.tsv is no file"
}

@test "whoever ends the script alone ends its campaign too, which is kept, and no further session begins" {
  mkdir "$scratch/program"
  "${sessions[@]}" --count 2 --runner host --jdk "one=${java%/bin/java}" "${ungated[@]}" --control --blocks 2 \
    --mount "$scratch/program" one -- sh -c 'echo $$ >'"$scratch"'/began; sleep 300' >"$scratch/said" 2>&1 &
  script=$!
  until [[ -s $scratch/began ]] || ! kill -0 "$script"; do sleep 0.1; done
  kill -TERM "$script"
  wait "$script" || status=$?
  expect 130 "$status"
  contains "$(<"$scratch/said")" "interrupted; 0 whole forks are kept"
  ! kill -0 "$(<"$scratch/began")" || fail "the program still runs"
  expect 1 "$(begun)"
}
