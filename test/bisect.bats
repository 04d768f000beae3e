#!/usr/bin/env bats
# bats file_tags=beside
# scripts/bisect with the runner `host`: folders of one JDK that differ by a file, which says how long a program sleeps.

load helper

setup() {
  forget_settings
  warm_up_soon
  scratch=$(mktemp -d)
  out=$scratch/out
  mkdir "$out"
  java=$(readlink -f "$(command -v java)")
  # The fifth of seven builds takes twice as long as those before it.
  for build in 1 2 3 4 5 6 7; do
    mkdir -p "$scratch/jdk$build/bin"
    ln -s "$java" "$scratch/jdk$build/bin/java"
    echo "0.$((build < 5 ? 1 : 2))" >"$scratch/jdk$build/bin/sleeps"
    echo "build$build=$scratch/jdk$build" >>"$scratch/builds"
  done
  bisect=("$root/scripts/bisect" --builds "$scratch/builds" --out "$out")
  # shellcheck disable=SC2016 # for the program
  compared=(--runner host "${ungated[@]}" --workload command -- sh -c 'sleep "$(cat "$(dirname "$(command -v java)")/sleeps")"')
}

teardown() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

measured() { find "$out" -mindepth 2 -maxdepth 2 -name campaign.json | wc -l; }

@test "the build that made the step is found, and what was measured is not measured again" {
  run --separate-stderr "${bisect[@]}" --preset quick "${compared[@]}"
  expect 0 "$status" "$stderr"
  contains "$output" "build5 made the step: build4 has the wall of build1, and build5 that of build7."
  [[ -s $out/bisect.md ]]
  before=$(measured)
  ((before < 7)) || fail "$before campaigns for seven builds"

  # What the last one told is measured again, and nothing else is.
  last=$(find "$out" -mindepth 1 -maxdepth 1 -type d | sort | tail -n 1)
  rm -r "$last"
  run --separate-stderr "${bisect[@]}" --preset quick "${compared[@]}"
  expect 0 "$status" "$stderr"
  contains "$output" "build5 made the step"
  expect "$before" "$(measured)"
}

@test "where the ends do not differ there is nothing to look for" {
  run --separate-stderr "${bisect[@]}" --bad build4 "${compared[@]}"
  expect 2 "$status" "$stderr"
  contains "$stderr" "build4 is not shown to differ from build1"
  expect 1 "$(measured)"
}

@test "builds are made when they are needed, by a program of the person's" {
  # shellcheck disable=SC2016 # for the program
  printf '#!/bin/sh\necho "$1" >>%s/made\necho a line of its own\n[ "$1" != commit3 ] || exit 3\necho %s/jdk${1#commit}\n' \
    "$scratch" "$scratch" >"$scratch/make"
  chmod +x "$scratch/make"
  for build in 1 2 3 4 5 6 7; do echo "commit$build"; done >"$scratch/builds"
  run --separate-stderr "${bisect[@]}" --make "$scratch/make" --good commit4 "${compared[@]}"
  expect 0 "$status" "$stderr"
  contains "$output" "commit5 made the step"
  expect "" "$(sort "$scratch/made" | uniq -d)"

  rm -r "$out"
  mkdir "$out"
  run --separate-stderr "${bisect[@]}" --make "$scratch/make" --bad commit3 "${compared[@]}"
  expect 4 "$status"
  contains "$stderr" "$scratch/make made no build of commit3 (exit code 3, last line 'a line of its own'); take its line out of $scratch/builds"
}

@test "what cannot be meant is refused before anything is measured" {
  run --separate-stderr "$root/scripts/bisect" --builds "$scratch/builds" "${compared[@]}"
  expect 2 "$status"
  contains "$stderr" "--out is missing"
  run --separate-stderr "$root/scripts/bisect" --builds "$scratch/none" --out "$out" "${compared[@]}"
  expect 2 "$status"
  contains "$stderr" "--builds is '$scratch/none', which is no file"
  run --separate-stderr "${bisect[@]}" --good build5 --bad build6 "${compared[@]}"
  expect 2 "$status"
  contains "$stderr" "has no build between 'build5' and 'build6'"
  run --separate-stderr "${bisect[@]}" --good build5 --bad build2 "${compared[@]}"
  expect 2 "$status"
  # The last line has no end, a folder has a blank in its name, and an editor has put in blanks and carriage returns.
  mkdir "$scratch/with blank"
  printf ' # no build\r\nbuild8 = %s/with blank \r\nbuild9=%s' "$scratch" "$scratch" >>"$scratch/builds"
  run --separate-stderr "${bisect[@]}" --good build8 "${compared[@]}"
  contains "$stderr" "has no build between 'build8' and 'build9'"
  run --separate-stderr "${bisect[@]}" build3 "${compared[@]}"
  contains "$stderr" "'build3' is no option; builds come from --builds FILE"
  expect 0 "$(measured)"
}
