#!/usr/bin/env bats
# The campaign of scripts/test --quick: one real one on this host, of two forks. All tests look at the same.

load helper

setup_file() {
  need_cpus 2
  forget_settings
  wait_for_host
  scratch=$(mktemp -d)
  queues_before=$(queues)
  export scratch queues_before
  chmod 755 "$scratch"
  mkdir "$scratch/out"
  # Somebody else's folder, where this user can give one away.
  ((EUID != 0)) || chown 4321:4321 "$scratch/out"
  java=$(readlink -f "$(command -v java)")
  run_campaign
  # Where others take the CPUs forks are overloaded, which is not what is tested.
  for _ in 2 3; do
    ((status == 3)) || break
    quiet_host 20 || true
    rm -r "${scratch:?}/out"/*
    run_campaign
  done
  echo "$status" >"$scratch/status"
}

run_campaign() {
  status=0
  "$root/scripts/compare" --runner host --out "$scratch/out" --blocks 2 --duration 500ms "${ungated[@]}" \
    --jdk "one=${java%/bin/java}" one -- --rate 10000 --warmup 200ms \
    >"$scratch/stdout" 2>"$scratch/stderr" || status=$?
}

teardown_file() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

setup() { campaign=$scratch/out/latest; }

@test "a campaign on this host comes to its end, and its forks are whole" {
  [[ $(<"$scratch/status") != 3 ]] || need_quiet_host 1
  expect 0 "$(<"$scratch/status")" || fail "$(<"$scratch/stderr")"
  # Block 0 is the check of what can run here.
  expect 2 "$(find "$campaign/forks/" -name '*.json' ! -name '000-*' | wc -l)"
  expect 2 "$(find "$campaign/forks/" -name '*.hlog' | wc -l)"
  for fork in "$campaign"/forks/00[12]-*.json; do
    expect "('ok', True)" "$(json "$fork" "d['status'], 0 < d['messages']['sent'] == d['messages']['verified']")"
  done
}

@test "it leaves a result to read, for programs and for people" {
  expect whichjvm.result/3 "$(json "$campaign/result.json" "d['schema']")"
  for file in result.csv report.md report.html; do
    [[ -s $campaign/$file ]] || fail "there is no $file: $(ls "$campaign")"
  done
  contains "$(<"$scratch/stdout")" report.html
}

@test "all of it belongs to the owner of the results folder, and nothing is half-written" {
  owner=$(stat -c %u "$scratch/out")
  expect "" "$(find "$scratch/out" -mindepth 1 ! -uid "$owner")"
  expect "" "$(find "$scratch/out" -mindepth 1 -name '.*')"
}

@test "no queue is left in /dev/shm" {
  eventually no_orphans
}
