#!/usr/bin/env bats
# bats file_tags=beside
# --workload command: programs of other people, from the real jar with real processes.

load helper
load programs

# script NAME: a program in the folder, from stdin
script() {
  cat >"$app/$1"
  chmod +x "$app/$1"
}

nothing_is_left() {
  local left each tries all
  mapfile -t all < <(
    find /tmp -maxdepth 1 -name 'whichjvm-*-*' -newer "$app" 2>/dev/null
    # The groups by which a program's memory is counted.
    find /sys/fs/cgroup -type d -name 'whichjvm-*-*' -newer "$app" 2>/dev/null
  )
  for each in "${all[@]}"; do
    # Another test's program, which runs beside, has its folder until it ends.
    for ((tries = 0; tries < 120; tries++)); do
      [[ -e $each ]] || break
      sleep 0.5
    done
    [[ ! -e $each ]] || fail "left behind: $each"
  done
  left=$(pgrep -f "$scratch/app" || true)
  [[ ! $left ]] || fail "still running: $left"
}

@test "a program's time, CPU time and memory are scores, in a folder of its own" {
  script run.sh <<'S'
#!/bin/sh
printf 'in %s\n' "$PWD"
ls
echo here > written
i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done
# The kernel tells system time only where a tick of its clock fell into it.
dd if=/dev/zero of=/dev/null bs=1 count=1000000 2>/dev/null
S
  program -- ./run.sh
  expect 0 "$status"
  expect True "$(told "300 < score('wall') < 10000 and 0 < score('cpu-user') < score('wall')")"
  expect "['wall', 'cpu-user', 'cpu-system', 'context-switches', 'page-faults']" \
    "$(told "[n for n in scores if not n.startswith('peak-')]")"
  expect "True None" "$(told "scores['cpu-user'].get('beside'), scores['wall'].get('beside')" | tr -d "(),")"
  [[ ! -e $app/written ]] || fail "the program wrote into its folder"
  grep -q '^run.sh$' "$out/c/forks/001-jvm.out"
  nothing_is_left
}

@test "wall time is what another clock says of the same process" {
  # The program says itself how long it has been alive, by the clock that its start is counted in.
  script run.sh <<'S'
#!/bin/bash
sleep 1
exec sleep 0.5
S
  program -- ./run.sh
  expect 0 "$status"
  # No more than 20 ms of it are the watcher's; how much more a busy host adds is not this test's.
  expect True "$(told "1500 <= score('wall')")"
}

@test "options of the JVM go where {flags} is" {
  # shellcheck disable=SC2030,SC2031 # each test has an environment of its own
  export WHICHJVM_FLAG_SET=x WHICHJVM_FLAGS="-Dcolour=green -Xmx77m" JAVA_OPTS=-Dshape=round
  cat >"$app/Show.java" <<'J'
public class Show {
  public static void main(String[] args) {
    System.out.println(System.getProperty("colour") + System.getProperty("shape") + args[0]);
  }
}
J
  program -- java '{flags}' '{app}/Show.java' end
  expect 0 "$status"
  expect greenroundend "$(<"$out/c/forks/001-jvm.out")"
  expect "['-Dshape=round', '-Dcolour=green', '-Xmx77m']" "$(told "fork['jvm']['flags']")"
  expect 81788928 "$(told "fork['jvm']['maxHeapBytes']")"
  # Without it they go behind the first java.
  rm -r "$out/c"
  program -- env A=1 java '{app}/Show.java' end
  expect 0 "$status"
  expect greenroundend "$(<"$out/c/forks/001-jvm.out")"
}

@test "options of the JVM reach a script's JVM" {
  # shellcheck disable=SC2030,SC2031 # each test has an environment of its own
  export JAVA_OPTS=-Xmx77m
  script run.sh <<'S'
#!/bin/sh
"$JAVA_HOME/bin/java" -XX:+PrintFlagsFinal -version | grep ' MaxHeapSize '
echo "opts: $JAVA_OPTS"
S
  program -- ./run.sh
  expect 0 "$status"
  grep -q ' 81788928 ' "$out/c/forks/001-jvm.out"
  grep -q '^opts: $' "$out/c/forks/001-jvm.out"
}

@test "start-up is the time to a line, and the program is ended" {
  script run.sh <<'S'
#!/bin/bash
trap 'echo bye; exit 0' TERM
sleep 0.2
echo "Started in no time"
for i in {1..1000}; do sleep 0.1; done
S
  program --until 'Started in' -- ./run.sh
  expect 0 "$status"
  expect True "$(told "200 < score('until') < 5000")"
  grep -q '^bye$' "$out/c/forks/001-jvm.out"
  nothing_is_left
}

@test "a program that does not end politely is ended" {
  script run.sh <<'S'
#!/bin/bash
trap '' TERM
echo up
while true; do sleep 0.1; done
S
  program --until up -- ./run.sh
  expect 0 "$status"
  expect 137 "$(told "fork['program']['exit']")"
  nothing_is_left
}

@test "a pattern that never matches, a program that fails, and one that takes too long have failed" {
  program --until never -- echo something
  expect 3 "$status"
  [[ $(told "fork['reason']") == *"(exit code 0) before a line of its output matched --until never; it said last: something" ]]
  script fail.sh <<'S'
#!/bin/sh
echo one; echo two >&2; echo three; echo four; exit 7
S
  program -- ./fail.sh
  expect 3 "$status"
  expect "the program failed with exit code 7; it said last: two | three | four" "$(told "fork['reason']")"
  program --timeout 1s -- sleep 30
  expect 3 "$status"
  expect "the program had not ended after 1 s (--timeout); it printed nothing" "$(told "fork['reason']")"
  nothing_is_left
}

@test "processes that a program leaves behind are ended and counted" {
  script run.sh <<'S'
#!/bin/bash
( trap '' TERM HUP; while true; do :; done ) &
setsid sleep 1000 &
disown -a
sleep 1
S
  program -- ./run.sh
  expect 0 "$status"
  expect 2 "$(told "fork['program']['leftProcesses']")"
  # The shell alone takes a few milliseconds; the process that it left had a CPU for a second.
  expect True "$(told "score('cpu-user') > 300")"
  nothing_is_left
}

@test "scores are taken from the output" {
  script run.sh <<'S'
#!/bin/sh
echo "Throughput: 1,234.5 ops/s"
printf 'Ergebnis \033[1m41,7\033[0m ms\n'
echo "p99 latency 250 us"
S
  program --metric 'rate=Throughput: ([0-9.,]+)' --metric 'p99=p99 latency ([0-9]+)' -- ./run.sh
  expect 0 "$status"
  expect "1234.5 ops/s 0.25 ms True" \
    "$(told "score('rate'), scores['rate']['unit'], score('p99'), scores['p99']['unit'], scores['wall'].get('beside')" | tr -d "(),'")"
  program --metric 'r=Ergebnis ([0-9.,]+) ms' -- ./run.sh
  expect 3 "$status"
  [[ $(told "fork['reason']") == *"'41,7' has a decimal comma; write ,decimal-comma behind the regular expression"* ]]
  rm -r "$out/c"
  program --metric 'r=Ergebnis ([0-9.,]+) ms,decimal-comma' -- ./run.sh
  expect 0 "$status"
  expect 41.7 "$(told "score('r')")"
  program --metric 'rate=Nothing ([0-9]+)' -- ./run.sh
  expect 3 "$status"
  [[ $(told "fork['reason']") == "no line of the output matched --metric rate="* ]]
}

@test "of output of hundreds of megabytes 1 MiB is kept" {
  script run.sh <<'S'
#!/bin/sh
yes "a line of output that goes on and on" | head -c 300000000
echo end
S
  program --metric 'end=(1)never,more' -- ./run.sh
  expect 3 "$status"
  expect 300000004 "$(told "fork['program']['outputBytes']")"
  (($(stat -c %s "$out/c/forks/001-jvm.out") <= 1048576 + 100))
}

@test "a jar that needs a newer Java says so" {
  # A class file of Java 90: the number is all that a JVM looks at before it refuses.
  printf '\xca\xfe\xba\xbe\x00\x00\x00\x86\x00\x01' >"$app/Newer.class"
  program -- java -cp '{app}' Newer
  expect 3 "$status"
  [[ $(told "fork['reason']") == "the program needs Java 90 or newer (Newer), and this is Java "* ]] ||
    fail "$(told "fork['reason']")"
}

@test "what cannot be started is refused before" {
  program --check -- nothing-of-that-name
  expect 4 "$status"
  [[ $stderr == *"there is no program 'nothing-of-that-name' here"* ]]
  program --
  expect 2 "$status"
  [[ $stderr == *"there is no program; write it behind --"* ]]
  run --separate-stderr "$launch" command --out "$out" --app "$scratch/missing" -- true
  expect 4 "$status"
  [[ $stderr == *"the mounted folder $scratch/missing is missing"* ]]
  # shellcheck disable=SC2030,SC2031 # each test has an environment of its own
  export JAVA_OPTS=-XX:+NoSuchOption
  program --check -- java '{flags}' -version
  expect 4 "$status"
  [[ $stderr == *"this JVM refuses -XX:+NoSuchOption: "* ]]
  expect "" "$(ls "$out")"
}

@test "a signal ends the program, leaves no file and no process" {
  script run.sh <<'S'
#!/bin/bash
setsid sleep 1001 &
sleep 1000
S
  local i
  for signal in TERM HUP KILL; do
    # Whoever runs the tests under nohup has SIGHUP ignored in them, and so in what they start.
    env --default-signal=HUP "$launch" command --fork c/1-jvm --out "$out" --app "$app" -- ./run.sh 2>"$scratch/stderr" >&2 &
    started=$!
    for ((i = 0; i < 100; i++)); do
      ! pgrep -f "sleep 1001" >/dev/null || break
      sleep 0.1
    done
    if [[ $signal == KILL ]]; then
      kill -KILL "$(pgrep -P "$started" java)"
    else
      kill -"$signal" "$started"
    fi
    wait "$started" || true
    expect "" "$(find "$out" -type f)"
    ! pgrep -f 'sleep 100[01]' || fail "the program runs on after SIG$signal"
    nothing_is_left
  done
}

@test "a program has copies of its folder's files, new for each fork, and the person's stay as they were" {
  local before
  mkdir "$app/data" "$scratch/elsewhere"
  echo first >"$app/app.log"
  echo deep >"$app/data/table"
  echo shared >"$scratch/elsewhere/shared"
  ln -s data/table "$app/inner"
  ln -s "$scratch/elsewhere/shared" "$app/outer"
  ln -s ../elsewhere "$app/folder"
  ln -s nowhere "$app/dangling"
  chmod 600 "$app/app.log"
  script run.sh <<'S'
#!/bin/sh
[ "$(cat app.log)" = first ] || echo "app.log has another fork's line"
[ "$(stat -c %a app.log)" = 600 ] || echo "app.log has another mode"
[ -L dangling ] || echo "a link is gone"
for file in app.log data/table inner outer folder/shared "$1/app.log"; do
  echo more >>"$file" || echo "$file cannot be written"
done
[ "$(wc -l <data/table)" = 3 ] || echo "inner is not data/table"
rm run.sh
S
  before=$(cd "$scratch" && find app elsewhere -type f -exec sha256sum {} + | sort)
  for _ in 1 2; do
    rm -rf "$out/c"
    program -- ./run.sh '{app}'
    expect 0 "$status"
    expect "" "$(<"$out/c/forks/001-jvm.out")"
    expect "$before" "$(cd "$scratch" && find app elsewhere -type f -exec sha256sum {} + | sort)"
  done
  nothing_is_left
}

@test "memory is the program's own: of a small one, and of pages that are mapped more than once" {
  # Without a control group nothing of it is told but of what runs long enough to be looked at.
  program -- true
  expect 0 "$status"
  expect True "$(told "all(scores[name]['score'] < 10 for name in scores if name.startswith('peak-'))")"
  rm -r "$out/c"
  # 100 MB in memory, which one process has three times in its address space.
  program -- python3 -c '
import mmap, os, time
file = os.memfd_create("pages")
os.ftruncate(file, 100 << 20)
maps = [mmap.mmap(file, 100 << 20) for _ in range(3)]
for each in maps:
    for at in range(0, 100 << 20, 4096):
        each[at] = 1
time.sleep(2)'
  expect 0 "$status"
  expect True "$(told "any(100 < scores[name]['score'] < 150 for name in scores if name.startswith('peak-'))")"
}

@test "memory of a user who may make no control group is sampled, and the fork says how often" {
  need_root "become another user"
  local become=(setpriv --reuid=4321 --regid=4321 --clear-groups env "HOME=$scratch")
  "${become[@]}" test -r "$WHICHJVM_JAR" || skip "another user cannot read this checkout"
  chmod 0777 "$scratch" "$out"
  run --separate-stderr "${become[@]}" "$launch" command --fork c/1-jvm --out "$out" --app "$app" -- python3 -c '
import time
pages = b"1" * (100 << 20)
time.sleep(8)'
  expect 0 "$status"
  expect True "$(told "fork['program']['memorySamples'] > 0 < fork['program']['memorySampleSeconds']")"
  # Fewer than five of them are no figure, and more are none to decide by unless somebody asks.
  expect True "$(told "('peak-pss' in scores) == (fork['program']['memorySamples'] >= 5)")"
  expect "[]" "$(told "[s for s in scores.values() if s['name'].startswith('peak-') and not (s['beside'] and 100 < s['score'] < 150)]")"
}

# memory_group NAME: a control group that counts memory, inside this process's own if it can, into `group`
memory_group() {
  local own
  need_root "make a control group"
  own=$(sed -n 's/^[0-9]*:memory:\(.*[^/]\)$/\1/p' /proc/self/cgroup)
  group=/sys/fs/cgroup/memory$own/$1
  [[ -d ${group%/*} ]] || group=/sys/fs/cgroup/$1
  mkdir "$group" 2>/dev/null || skip "cannot make $group"
  if [[ ! -e $group/memory.peak && ! -e $group/memory.max_usage_in_bytes ]]; then
    rmdir "$group"
    skip "the kernel does not count memory in $group"
  fi
}

# remove_groups GROUP…: innermost first
remove_groups() {
  local each tries
  for each in "$@"; do
    for ((tries = 0; tries < 50; tries++)); do
      ! rmdir "$each" 2>/dev/null || break
      sleep 0.1
    done
    [[ ! -e $each ]] || fail "left: $each"
  done
}

# inside COMMAND…: in `group`
inside() { bash -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"; }

# memory_of_container MB: a fork of a program of that size in a container, `group`, in which something had 400 MB before
memory_of_container() {
  inside python3 -c 'b"1" * (400 << 20)'
  run --separate-stderr inside env WHICHJVM_IN_IMAGE=1 WHICHJVM_VARIANT=jvm "WHICHJVM_QUEUE_ID=$$-1" "WHICHJVM_OUT=$out" \
    java -Xmx64m -jar "$WHICHJVM_JAR" command --fork c/1-jvm --app "$app" -- python3 -c "b'1' * ($1 << 20)"
  remove_groups "$group"
}

@test "memory in a container is not told if what ran there before had more" {
  local group limit
  memory_group "test-$$"
  limit=$group/memory.max
  [[ -e $limit ]] || limit=$group/memory.limit_in_bytes
  echo $((512 << 20)) >"$limit"
  memory_of_container 300
  [[ $status == 0 ]] || fail "exit code $status: $stderr"
  expect "[]" "$(told "[s for s in scores.values() if s['name'].startswith('peak-')]")"
}

@test "memory in a container is told of a program that had more than what ran there before" {
  local group
  memory_group "test-$$"
  memory_of_container 600
  [[ $status == 0 ]] || fail "exit code $status: $stderr"
  expect True "$(told "600 < score('peak-memory') < 700")"
}

@test "a program's control group is inside that of who started it, of any name" {
  local group
  memory_group "whichjvm-nightly-$$.service"
  inside python3 -c 'b"1" * (300 << 20)'
  # Whose watcher would take as much memory as the service once had, if that were the fork's own.
  # shellcheck disable=SC2016 # for the program's shell
  run --separate-stderr inside "$launch" command --fork c/1-jvm --out "$out" --app "$app" -- \
    sh -c 'sed -n "s/^VmRSS: *//p" "/proc/$PPID/status"; cat /proc/self/cgroup'
  remove_groups "$group"
  [[ $status == 0 ]] || fail "exit code $status: $stderr"
  grep -q "/whichjvm-nightly-$$.service" "$out/c/forks/001-jvm.out" || fail "it left: $(<"$out/c/forks/001-jvm.out")"
  (($(sed -n '1s/ kB//p' "$out/c/forks/001-jvm.out") < 200000)) || fail "the watcher has $(head -n 1 "$out/c/forks/001-jvm.out")"
}

@test "a program does not leave the control group of who started it, whose limits hold for it" {
  local group outer
  need_root "become another user"
  local become=(setpriv --reuid=4321 --regid=4321 --clear-groups env "HOME=$scratch")
  "${become[@]}" test -r "$WHICHJVM_JAR" || skip "another user cannot read this checkout"
  chmod 0777 "$scratch" "$out"
  memory_group "outer-$$"
  outer=$group
  group=$outer/inner
  mkdir "$group"
  # This user may make groups in the outer one.
  chown 4321 "$outer" "$outer"/cgroup.*
  run --separate-stderr inside "${become[@]}" "$launch" command --fork c/1-jvm --out "$out" --app "$app" -- cat /proc/self/cgroup
  remove_groups "$group" "$outer"
  [[ $status == 0 ]] || fail "exit code $status: $stderr"
  grep -q "/outer-$$/inner\$" "$out/c/forks/001-jvm.out" || fail "it left: $(<"$out/c/forks/001-jvm.out")"
}

@test "the control group of a large program goes with a fork that is killed" {
  local i
  "$launch" command --fork c/1-jvm --out "$out" --app "$app" -- \
    python3 -c 'import sys, time; pages = b"1" * (800 << 20); open(sys.argv[1], "w"); time.sleep(1000)' "$scratch/large" 2>"$scratch/stderr" >&2 &
  started=$!
  for ((i = 0; i < 300; i++)); do
    [[ ! -e $scratch/large ]] || break
    sleep 0.1
  done
  kill -KILL "$(pgrep -P "$started" java)"
  wait "$started" || true
  expect "" "$(find /sys/fs/cgroup -type d -name "whichjvm-$started-*" 2>/dev/null)"
}

@test "memory of a harness whose own JVM has other options is told beside its scores" {
  script jmh.sh <<'S'
#!/bin/sh
while [ "$1" != -rff ]; do shift; done
echo '[{"benchmark": "a.B.c", "mode": "avgt", "threads": 1, "primaryMetric": {"score": 1, "scoreUnit": "ms/op"}}]' >"$2"
S
  program --adapter jmh -- ./jmh.sh
  [[ $status == 0 ]] || fail "exit code $status: $stderr"
  expect "[]" "$(told "[s for s in scores.values() if s['name'].startswith('peak-') and not s.get('beside')]")"
}
