#!/usr/bin/env bats
# bats file_tags=beside
# scripts/test and what its tests share.

load helper

setup() { scratch=$(mktemp -d); }

teardown() {
  [[ ! ${busy[*]:-} ]] || kill -KILL "${busy[@]}" 2>/dev/null || true
  rm -rf "$scratch"
}

@test "a test that needs a quiet host is skipped by name where there is none, with what it measured" {
  for ((cpu = $(nproc); cpu > 0; cpu--)); do
    sh -c 'while :; do :; done' 3>&- &
    busy+=("$!")
  done
  mkdir "$scratch/test"
  cp "$root/test/helper.bash" "$scratch/test/"
  printf 'load helper\n@test "fast" {\n  need_quiet_host 1\n  false\n}\n' >"$scratch/test/some.bats"
  run bats --formatter tap "$scratch/test/some.bats"
  expect 0 "$status"
  [[ ${lines[1]} =~ ^"ok 1 fast # skip needs a quiet host: others took "[0-9]+" % of its CPUs" ]] || fail "$output"
}

@test "wrong usage of scripts/test is a sentence" {
  run --separate-stderr "$root/scripts/test" --only nothing
  expect 2 "$status"
  contains "$stderr" "--only takes one of unit lint python host container attacks, and got 'nothing'"
  run --separate-stderr "$root/scripts/test" --slow
  expect 2 "$status"
  contains "$stderr" "'--slow' is no option"
}

@test "files that have too many lines together are told with both figures" {
  # shellcheck source=scripts/lib/lint.sh
  . "$root/scripts/lib/lint.sh"
  seq 200 >"$scratch/one"
  seq 101 >"$scratch/other"
  run at_most 300 "$scratch/one" "$scratch/other"
  expect 1 "$status"
  expect "301 lines, and 300 are the most" "$output"
  run at_most 301 "$scratch/one" "$scratch/other"
  expect 0 "$status"
}

@test "a finding in a library counts if every script that sources it has it, and no rule is off for a file" {
  cd "$scratch" || return
  cat >lib.sh <<'END'
# shellcheck shell=bash
used=1
unused=2
END
  printf '#!/bin/bash\n# shellcheck source=lib.sh\n. ./lib.sh\n' | tee one >two
  echo "echo \"\$used\"" >>one
  run python3 "$root/scripts/lib/shellcheck.py" one two lib.sh
  expect 1 "$status"
  expect 1 "${#lines[@]}"
  contains "$output" "lib.sh:3:1: SC2034: unused "
  printf '#!/bin/bash\n# shellcheck disable=SC2154\necho "%s"\n' "\$nobody" >two
  run python3 "$root/scripts/lib/shellcheck.py" two
  expect 1 "$status"
  contains "$output" "two:2:1: disable: a rule is switched off for the whole file"
}

@test "a report is as wide as the screen, and in a log no name is cut" {
  local ask="PYTHONPATH=scripts python3 -B -c 'from whichjvm import runners; print(*runners.shown_as())'"
  cd "$root"
  expect "--columns 1000" "$(bash -c "$ask")"
  expect "--columns 123 --colour" \
    "$(NO_COLOR='' script --quiet --return --command "stty cols 123 <&1 && $ask" /dev/null </dev/null | tr -d '\r')"
  expect "--columns 123" \
    "$(NO_COLOR=1 script --quiet --return --command "stty cols 123 <&1 && $ask" /dev/null </dev/null | tr -d '\r')"
}
