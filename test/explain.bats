#!/usr/bin/env bats
# bats file_tags=beside
# scripts/explain with the runner `host`: a real profiler in real JVMs, and a program whose second version spends CPU time
# in a method. What the collector makes of stacks is tested in Java.

load helper

setup_file() {
  local java
  forget_settings
  java=$(java_home)
  runs=$(mktemp -d)
  mkdir "$runs/out" "$runs/old" "$runs/new"
  export runs
  cat >"$runs/App.java" <<'J'
public class App {
  static long sink;
  static byte[] kept;

  static void garbage(int kilobytes) {
    for (int i = 0; i < kilobytes; i++) {
      kept = new byte[1_000];
    }
  }

  static void shared(int rounds) {
    for (int i = 0; i < rounds; i++) {
      sink = sink * 31 + Long.rotateLeft(sink ^ i, 7);
    }
  }

  static void planted(int rounds) {
    for (int i = 0; i < rounds; i++) {
      sink = sink * 37 + Long.rotateRight(sink ^ i, 9);
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 200; i++) {
      shared(400_000);
      planted(VERSION);
      garbage(GARBAGE);
    }
    if (sink == 42) {
      System.out.println(sink);
    }
  }
}
J
  sed 's/VERSION/100_000/; s/GARBAGE/200/' "$runs/App.java" >"$runs/old/App.java"
  sed 's/VERSION/1_000_000/; s/GARBAGE/400/' "$runs/App.java" >"$runs/new/App.java"
  for version in old new; do
    "$java/bin/javac" -d "$runs/$version" "$runs/$version/App.java"
  done
  host=(--runner host --out "$runs/out" "${ungated[@]}" --app "old=$runs/old" --app "new=$runs/new")
  "$root/scripts/compare" "${host[@]}" --jdk "one=$java" --blocks 8 one -- java -cp . App >"$runs/said" 2>"$runs/told"
  campaign=$(basename "$(realpath "$runs/out/latest")")
  export campaign
  "$root/scripts/explain" "${host[@]}" --blocks 8 -- java -cp . App >"$runs/said" 2>"$runs/told" || echo "ended with $?" >>"$runs/told"
}

teardown_file() { rm -rf "$runs"; }

setup() { forget_settings; }

@test "the method of a slower version is named, and holds the difference" {
  local said
  said=$(<"$runs/said")
  ! grep "ended with" "$runs/told" || fail "$(<"$runs/told")"
  grep -qE '^App\.planted +itself +[0-9.,]+ +[0-9.,]+ +\+' <<<"$said" || fail "$said"
  # A busy host's caches make what both versions share a little slower beside what one does more of.
  awk '/^App\.(planted|shared) +itself/ { gsub(",", "", $5); of[$1] = $5 + 0 }
    END { exit !(of["App.shared"] < of["App.planted"] / 10) }' <<<"$said" || fail "$said"
  contains "$said" "A run of one+app-new takes "
  contains "$said" "The control, one+app-old against itself"
  # The campaign that it explains has it too, and links to it.
  cmp "$runs/out/latest/explain.html" "$runs/out/$campaign/explain-cpu.html"
  grep -q 'href="explain-cpu.html"' "$runs/out/$campaign/report.html" || fail "no link"
  grep -qE '^App\.planted \| itself|\| App\.planted' "$runs"/out/latest/explain.md || fail "$(<"$runs/out/latest/explain.md")"
}

@test "each fork has its stacks, in the form that other tools read" {
  local file files=("$runs"/out/latest/forks/*.collapsed)
  expect 24 "${#files[@]}"
  for file in "${files[@]}"; do
    ! grep -vqE '^\[[^;]*\](;[^;]+)* [0-9]+$' "$file" || fail "$(grep -vE '^\[[^;]*\](;[^;]+)* [0-9]+$' "$file" | head -n 3)"
  done
  # Nothing but the stacks is left of the profiler, and it has said nothing among the program's words.
  ! grep -H . "$runs"/out/latest/forks/*.out || fail "it has said something"
  expect 0 "$(find "$runs/out" /dev/shm -name '*asyncProfiler*' 2>/dev/null | wc -l)"
}

@test "an explanation is resumed by its own verb" {
  run --separate-stderr "$root/scripts/explain" --out "$runs/out" --app "old=$runs/old" --app "new=$runs/new" --resume latest
  [[ $status == 0 ]] || fail "$stderr"
  contains "$output" "A run of one+app-new takes "
}

@test "each fork has its recording, which other tools read" {
  local file files=("$runs"/out/latest/forks/*.jfr)
  expect 24 "${#files[@]}"
  for file in "${files[@]::3}"; do
    expect_recording "$file"
  done
}

@test "a program of several JVMs has one recording, without those of JVMs that were killed" {
  local java files
  java=$(java_home)
  mkdir "$runs/several" "$runs/script"
  cat >"$runs/script/Sleeper.java" <<'J'
public class Sleeper {
  public static void main(String[] args) throws InterruptedException {
    Thread.sleep(600_000);
  }
}
J
  cat >"$runs/script/run.sh" <<'S'
#!/bin/sh
java -cp . App
java -cp . Sleeper &
until [ -s "../scratch/profile-$!.jfr" ]; do sleep 0.05; done
kill -KILL "$!"
java -cp . App
S
  chmod +x "$runs/script/run.sh"
  cp "$runs/old/App.class" "$runs/script"
  "$java/bin/javac" "$runs/script/Sleeper.java"
  export WHICHJVM_JAR=$root/workload/target/whichjvm-workload.jar
  "$root/workload/launch" command --out "$runs/several" --fork several/001-one --app "$runs/script" --profile cpu -- ./run.sh
  files=("$runs"/several/several/forks/*.jfr)
  expect 1 "${#files[@]}"
  expect_recording "${files[0]}"
  contains "$("$java/bin/jfr" summary "${files[0]}")" "Chunks: 2"
}

@test "allocation is explained too" {
  cd "$runs"
  run --separate-stderr "$root/scripts/explain" --out "$runs/out" --app "old=$runs/old" --app "new=$runs/new" "${ungated[@]}" --blocks 8 --event alloc "$campaign" -- java -cp . App
  expect 0 "$status"
  grep -qE '^App\.garbage +with its calls +[0-9.,]+ +[0-9.,]+ +\+' <<<"$output" || fail "$output"
  contains "$output" " MB of allocation, "
  ! grep -qE '^App\.(planted|shared) ' <<<"$output" || fail "$output"
}

@test "page faults are explained where the kernel tells of them, and else it is said that it does not" {
  cd "$runs"
  run --separate-stderr "$root/scripts/explain" --out "$runs/out" --app "old=$runs/old" --app "new=$runs/new" "${ungated[@]}" --blocks 1 --event faults "$campaign" -- java -cp . App
  if [[ $status == 0 ]]; then
    contains "$output" " page faults, one of one+app-old "
  else
    expect 3 "$status"
    grep -qi 'perf' "$runs"/out/latest/forks/*.json || fail "$(cat "$runs"/out/latest/forks/*.json)"
  fi
}

@test "a fork keeps the log of what its JVM compiled, where the flag set asks for it" {
  local log
  mkdir "$runs/logged"
  run --separate-stderr "$root/scripts/compare" --runner host --out "$runs/logged" --jdk "one=$(java_home)" "${ungated[@]}" --blocks 1 \
    one+log-compilation -- java '{flags}' -version
  expect 0 "$status"
  log=$(echo "$runs"/logged/latest/forks/001-*.compilation.log)
  grep -q '^<hotspot_log ' "$log" || fail "$(ls "$runs"/logged/latest/forks)"
  expect "" "$(find "$root" -maxdepth 1 -name 'hotspot_pid*.log')"
  run --separate-stderr "$root/scripts/compare" --runner host --out "$runs/logged" --jdk "one=$(java_home)" "${ungated[@]}" --blocks 1 \
    --interleave forks --duration 200ms one+log-compilation -- --warmup 100ms --rate 1000
  # A busy host may fail the fork, since logging slows its JVM.
  [[ $status == 0 || $status == 3 ]] || fail "$stderr"
  log=$(echo "$runs"/logged/latest/forks/001-*.compilation.log)
  grep -q "Producer" "$log" || fail "$(ls "$runs"/logged/latest/forks)"
  expect "" "$(find /tmp -maxdepth 1 -name 'whichjvm-*.compilations' -o -maxdepth 1 -name 'hs_c*_pid*.log')"
}

@test "retail is explained by what its transactions spend" {
  local compared retail=("$root/scripts/explain" --out "$runs/retail" "${ungated[@]}" --blocks 1)
  mkdir "$runs/retail"
  "$root/scripts/compare" --runner host --out "$runs/retail" --jdk "one=$(java_home)" "${ungated[@]}" --blocks 1 --workload retail \
    one+heap256m one+heap256m+serialgc -- --warmup 300ms --turn 100ms --points 5 --live 32m >/dev/null
  compared=$(basename "$(realpath "$runs/retail/latest")")
  run --separate-stderr "${retail[@]}" --event cpu "$compared" one+heap256m+serialgc one+heap256m
  expect 0 "$status"
  contains "$output" "A batch of 10,000 transactions of one+heap256m+serialgc takes "
  grep -q '^\[worker-0\];.*Transactions\.run' "$runs"/retail/latest/forks/001-one+heap256m.collapsed || fail "no stack of a transaction"
}

@test "a dry run prints what would run, and leaves nothing" {
  local before
  before=$(ls "$runs/out")
  run --separate-stderr "$root/scripts/explain" --dry-run --out "$runs/out" --app "old=$runs/old" --app "new=$runs/new" "$campaign" -- java -cp . App
  expect 0 "$status"
  contains "$output" "--profile cpu"
  expect "$before" "$(ls "$runs/out")"
}

@test "what cannot be explained is a sentence" {
  local explain=("$root/scripts/explain" --out "$runs/out")
  run --separate-stderr "${explain[@]}" latest
  expect 2 "$status"
  contains "$stderr" "has explained a campaign itself"
  # Without a name it is the newest that explains none.
  run --separate-stderr "${explain[@]}" one+app-new one+app-none
  expect 2 "$status"
  contains "$stderr" "$campaign has no contender 'one+app-none'"
  run --separate-stderr "${explain[@]}" "$campaign" one+app-new
  expect 2 "$status"
  contains "$stderr" "mounts '$runs/"
  run --separate-stderr "${explain[@]}" "$campaign" one+app-new one+app-none
  expect 2 "$status"
  contains "$stderr" "has no contender 'one+app-none'; it has: one+app-old one+app-new"
  run --separate-stderr "${explain[@]}" "$campaign" one+app-old one+app-old
  expect 2 "$status"
  contains "$stderr" "does not differ from itself"
  run --separate-stderr "${explain[@]}" --event heat "$campaign"
  expect 2 "$status"
  contains "$stderr" "--event is 'heat'"
  run --separate-stderr "${explain[@]}" --out "$runs/old"
  expect 2 "$status"
  contains "$stderr" "there is no campaign to explain"
}

@test "compare explains at the end what it has decided, or says that it has decided nothing" {
  cd "$runs/old"
  run --separate-stderr "$root/scripts/compare" --runner host --out "$runs/out" "${ungated[@]}" --jdk "one=$(java_home)" --blocks 1 --explain one one+again -- java -cp . App
  expect 2 "$status"
  contains "$stderr" "has decided no difference; name the two contenders to explain"
  run --separate-stderr "$root/scripts/compare" --runner host --out "$runs/out" --workload gc-steal --explain
  expect 2 "$status"
  contains "$stderr" "--explain is for --workload"
}
