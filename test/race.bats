#!/usr/bin/env bats
# bats file_tags=beside
# scripts/race with the runner `host`: real forks of a program that is faster with one flag set and fails with another.
# What the collector makes of it is tested in Java.

load helper

setup_file() {
  local java
  forget_settings
  java=$(java_home)
  races=$(mktemp -d)
  mkdir "$races/out" "$races/app"
  export races
  cat >"$races/app/Planted.java" <<'J'
public class Planted {
  public static void main(String[] args) throws Exception {
    // Of the flag set no-bounds-checks.
    Thread.sleep(Boolean.getBoolean("bytes.bounds.unchecked") ? 5 : 205);
  }
}
J
  "$java/bin/javac" -d "$races/app" "$races/app/Planted.java"
  race=("$root/scripts/race" --runner host --out "$races/out" --jdk "one=$java" "${ungated[@]}" --flags 'no-bounds,c1,serial,thp')
  program=(-- java -cp . Planted)
  cd "$races/app" || return
  "${race[@]}" --max-time 30s one "${program[@]}" >"$races/said" 2>"$races/told" || echo "ended with $?" >>"$races/told"
  # On a busy host the rest of that time is too short for a verdict.
  search=$(basename "$races"/out/*-race)
  export search
  "${race[@]}" --max-time 10m --confirm "$search" one "${program[@]}" >>"$races/said" 2>>"$races/told" || echo "ended with $?" >>"$races/told"
}

teardown_file() { rm -rf "$races"; }

@test "a planted fast flag set wins, is confirmed, and is what makes it faster" {
  local said
  said=$(<"$races/said")
  ! grep "ended with" "$races/told" || fail "$(<"$races/told")"
  contains "$said" "leads 5 contenders"
  contains "$said" "Confirmed: one is "
  contains "$said" "of 5 contenders had seen 0."
  grep -qE '^no-bounds-checks .* makes it faster$' <<<"$said" || fail "$said"
  grep -qE '^To copy: one: java .*-Dbytes.bounds.unchecked=true .*-cp \. Planted$|^- To copy: one: java .*-Dbytes.bounds.unchecked=true' <<<"$said" || fail "$said"
  expect 1 "$(find "$races/out" -maxdepth 1 -name '*-race' | wc -l)"
  expect 2 "$(find "$races/out" -maxdepth 1 -name '*-confirmation' | wc -l)"
  contains "$(<"$races/told")" "5 contenders, of which the slower half leaves"
  contains "$(<"$races/told")" "in the slower half, and so out of the race"
}

@test "a search that ended resumes, and says how to confirm it unless that is done" {
  local campaign=$search
  cd "$races/app"
  run --separate-stderr "$root/scripts/race" --resume "$campaign" --out "$races/out" --mount .
  expect 0 "$status"
  [[ $stderr != *--confirm* ]] || fail "$stderr"
  contains "$output" "leads 5 contenders"
  mkdir "$races/elsewhere"
  mv "$races"/out/*-confirmation "$races/elsewhere"
  run --separate-stderr "$root/scripts/race" --resume "$campaign" --out "$races/out" --mount .
  mv "$races"/elsewhere/* "$races/out"
  expect 0 "$status"
  contains "$stderr" "the race's other arguments, and --confirm $campaign"
}

@test "what cannot be a race is a sentence" {
  cd "$races/app"
  run --separate-stderr "$root/scripts/race" --runner host --out "$races/out" --jdk "one=$(java_home)" --flags 'zgc,serial x g1' one -- java -cp . Planted
  expect 2 "$status"
  contains "$stderr" "has +g1gc and +zgc, and both set the garbage collector; give one"
  run --separate-stderr "$root/scripts/race" --runner host --out "$races/out" --jdk "one=$(java_home)" --flags 'fast' one -- java -cp . Planted
  expect 2 "$status"
  contains "$stderr" "has the unknown suffix '+fast'"
  run --separate-stderr "$root/scripts/race" --runner host --out "$races/out" --jdk "one=$(java_home)" --within speed one -- java -cp . Planted
  expect 2 "$status"
  contains "$stderr" "--within is 'speed'; it takes a figure"
  run --separate-stderr "$root/scripts/race" --runner host --out "$races/out" --jdk "one=$(java_home)" --confirm nothing one -- java -cp . Planted
  expect 2 "$status"
  contains "$stderr" "no campaign nothing in"
}
