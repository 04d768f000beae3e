#!/usr/bin/env bats
# bats file_tags=beside
# workload/launch: what options, JAVA_OPTS and the environment make of a fork, and which java it starts. Each
# option that cannot be meant, and its sentence, is in the workload's RefusalsTest.

load helper
load launch

setup_file() {
  use_launch
  two_cpus
  WHICHJVM_VARIANT=some-jvm WHICHJVM_FLAGS=-XX:+UseSerialGC keep_fork alone
  # Of the campaign that has the host's lock.
  hold_host
  WHICHJVM_LOCK_HELD=1 WHICHJVM_VARIANT=some-jvm JAVA_OPTS="-Dsome=1 -XX:+UseParallelGC" \
    WHICHJVM_FLAG_SET=small WHICHJVM_FLAGS="-Xms300m -Xmx300m -Dsome=2" \
    keep_fork campaign --fork c1/7-some-jvm+zgc --cpus "$second,$first" --delay 20us
  exec {lock}<&-
}

# two_cpus: of those that this process may use, in $first and $second
two_cpus() {
  read -r first second < <(taskset --cpu-list --pid $$ | python3 -c 'import sys
ranges = [part.split("-") for part in sys.stdin.read().split(":")[1].split(",")]
print(*[cpu for ends in ranges for cpu in range(int(ends[0]), int(ends[-1]) + 1)][:2])')
}

# hold_host: its lock is this shell's until that ends or closes $lock
hold_host() {
  exec {lock}<"$shm"
  flock --wait 60 "$lock" || fail "a campaign measures on this host; run the tests when it is done"
}

setup() {
  use_launch
  make_scratch
}

teardown() { remove_scratch; }

# --- a fork ---------------------------------------------------------------------------------------

@test "WHICHJVM_VARIANT names a fork that is started by itself" {
  read_fork alone
  contains "$(result)" "-some-jvm/forks/001-some-jvm.json"
  expect "some-jvm 1" "$(of_result 'd["contender"] + " " + str(d["block"])')"
}

@test "--fork names the fork and its files, whatever the variant" {
  read_fork campaign
  expect "$out/c1/forks/007-some-jvm+zgc.json" "$(result)"
  expect "some-jvm+zgc c1 7" "$(of_result '" ".join(str(d[name]) for name in ("contender", "campaign", "block"))')"
}

@test "a fork of the campaign that has the lock does start" {
  read_fork campaign
  expect ok "$(of_result 'd["status"]')"
}

@test "the CPUs that are asked for are the ones pinned to" {
  read_fork campaign
  two_cpus
  expect "[$second, $first]" "$(of_result 'd["pinning"]["asked"]')"
  expect True "$(of_result 'd["pinning"]["verified"]')"
}

# That the work takes as long as asked is in KnownDelayTest.
@test "a known delay is told and recorded" {
  read_fork campaign
  expect 20000 "$(of_result 'd["parameters"]["delayNanos"]')"
  contains "$output" "each message was delayed by 20,000 ns on purpose: this is a calibration"
}

@test "a flag set is given to the JVM after the table and JAVA_OPTS, and recorded" {
  read_fork campaign
  expect "small True True" "$(of_result '" ".join((d["jvm"]["flagSet"],
    str("-Xmx300m" in d["jvm"]["flags"]), str(d["jvm"]["maxHeapBytes"] <= 300 << 20)))')"
  expect True "$(of_result 'd["jvm"]["flags"].index("-Dsome=1") < d["jvm"]["flags"].index("-Dsome=2")')"
}

@test "another garbage collector takes the place of the table's, from a flag set or from JAVA_OPTS" {
  read_fork alone
  expect Serial "$(of_result 'd["jvm"]["garbageCollector"]')"
  read_fork campaign
  expect Parallel "$(of_result 'd["jvm"]["garbageCollector"]')"
}

@test "--check looks at options and host and runs nothing" {
  JAVA_OPTS=-Xms32m fork_once --check
  expect 0 "$status"
  expect 1 "${#lines[@]}"
  expect "arch java schema whichjvm.check/1" \
    "$(python3 -c 'import json, sys; d = json.loads(sys.argv[1]); print(*sorted(d), d["schema"])' "$output")"
  nothing_left
}

# --- what is refused ------------------------------------------------------------------------------

@test "an option that cannot be meant is refused before anything is made" {
  refused 2 "--size is 31; it goes from 32" --size 31
  expect "whichjvm: try 'whichjvm queue-latency --help'" "${stderr_lines[1]}"
}

# as_nobody OPTION…: with launcher and jar where that user can read them
as_nobody() {
  cp "$launch" "$WHICHJVM_JAR" "$scratch"
  unset WHICHJVM_JAR
  JAVA_OPTS=-Xms32m run --separate-stderr setpriv --reuid=65534 --regid=65534 --clear-groups "$scratch/launch" "$@"
}

@test "a --queue-dir that this user cannot write is refused" {
  need_root "become another user"
  mkdir -m 755 "$scratch/queues"
  chown 65534 "$out"
  as_nobody --out "$out" --queue-dir "$scratch/queues"
  [[ $stderr != *"another campaign"* ]] || skip "a campaign measures on this host"
  was_refused 2 "--queue-dir $scratch/queues cannot be written by this user"
}

@test "a results folder that this user cannot write is refused" {
  need_root "become another user"
  as_nobody --out "$out"
  was_refused 2 "the results folder $out cannot be written by this user"
}

@test "one CPU cannot run it" {
  two_cpus
  JAVA_OPTS=-Xms32m launched taskset --cpu-list "$first" "$launch" "${short[@]}"
  was_refused 4 "may use only CPU $first"
  expect 1 "${#stderr_lines[@]}"
}

@test "beside another campaign a fork does not start" {
  hold_host
  JAVA_OPTS=-Xms32m launched "$launch" "${short[@]}"
  was_refused 4 "another campaign"
}

# --- which java -----------------------------------------------------------------------------------

# a_java SAYS: first on PATH, one that says this of its version, prints how it was started, and is no JVM
a_java() {
  mkdir "$scratch/bin"
  # shellcheck disable=SC2016 # of that script
  printf '#!/bin/sh\necho '\''%s'\'' >&2\n[ "$1" = -version ] || { printf "%%s\\n" "$@"; env; }\n' "$1" >"$scratch/bin/java"
  chmod +x "$scratch/bin/java"
  PATH=$scratch/bin:$PATH
}

@test "without a java there is a sentence" {
  local tool
  mkdir "$scratch/bin"
  for tool in dirname id stat sed head date rm; do
    ln -s "$(command -v "$tool")" "$scratch/bin/$tool"
  done
  run --separate-stderr env PATH="$scratch/bin" "$launch" "${short[@]}"
  was_refused 4 "there is no java on the PATH ($scratch/bin)"
}

@test "Java 7 is refused with what it said" {
  a_java 'java version "1.7.0_80"'
  run --separate-stderr "$launch" "${short[@]}"
  was_refused 4 '1.7.0_80'
}

# starting VARIABLE=VALUE… : what the java on PATH is started with, in that environment; what it is asked is asked
starting() {
  if [[ ! -d $scratch/bin ]]; then
    mkdir "$scratch/bin"
    # shellcheck disable=SC2016 # of that script
    printf '#!/bin/sh\ncase " $* " in *" -version "*) exec "%s" "$@" ;; esac\nprintf "%%s\\n" "$@"; env\n' "$(command -v java)" >"$scratch/bin/java"
    chmod +x "$scratch/bin/java"
  fi
  launched env PATH="$scratch/bin:$PATH" "$@" "$launch" "${workload:-queue-latency}" --help
}

@test "the table's garbage collector stays beside options that choose none" {
  local options
  for options in -Dsome=1 -XX:+UseAdaptiveSizePolicyWithSystemGC -XX:-UseSerialGC "-XX:+UseSerialGC -XX:-UseSerialGC"; do
    starting JAVA_OPTS="$options"
    contains "$output" -XX:+UseG1GC
  done
}

@test "the table's garbage collector gives way to another, wherever a JVM finds it" {
  local variable
  printf '%s\n' -XX:+UseSerialGC >"$scratch/file"
  printf '%s' -XX:+UseSerialGC >"$scratch/vm-options"
  for variable in JAVA_OPTS WHICHJVM_FLAGS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS; do
    starting "$variable=-XX:+UseSerialGC"
    [[ $output != *UseG1GC* ]] || fail "$variable: $output"
  done
  for variable in "JAVA_OPTS=@$scratch/file" "JDK_JAVA_OPTIONS=@$scratch/file" "JAVA_OPTS=-XX:VMOptionsFile=$scratch/vm-options"; do
    starting "$variable"
    [[ $output != *UseG1GC* ]] || fail "$variable: $output"
  done
}

@test "the phases of ZGC are logged where its pauses are read, wherever it is chosen" {
  local workload=gc-steal
  starting JDK_JAVA_OPTIONS=-XX:+UseZGC
  contains "$output" ,gc+phases:
  starting JAVA_OPTS="-XX:+UseZGC -XX:-UseZGC"
  [[ $output != *gc+phases* ]] || fail "$output"
}

@test "options of the environment are the program's, and not those of the JVM that watches it" {
  local workload=command
  starting JAVA_TOOL_OPTIONS=-XX:+UseParallelGC JDK_JAVA_OPTIONS=-Da=1 _JAVA_OPTIONS=-Db=1
  contains "$output" -XX:+UseSerialGC
  expect "" "$(grep -E '^(JAVA_TOOL|JDK_JAVA|_JAVA)_OPTIONS=' <<<"$output")"
}

# The words of Semeru's, of which none was at hand.
@test "OpenJ9 gets no option that only HotSpot has, and its pauses are logged where they are read" {
  a_java 'openjdk version "25.0.4" 2026-07-21 LTS
IBM Semeru Runtime Open Edition 25.0.4.0 (build 25.0.4+7-LTS)
Eclipse OpenJ9 VM 25.0.4.0 (build openj9-0.61.0, JRE 25 Linux amd64-64-Bit)'
  local workload
  for workload in queue-latency gc-steal retail; do
    run --separate-stderr "$launch" "$workload" "${short[@]}"
    expect 0 "$status"
    [[ $output != *-Xlog* && $output != *UseG1GC* ]] || fail "$output"
    [[ $workload != queue-latency ]] || continue
    contains "$output" "-Xverbosegclog:$shm/whichjvm-"
  done
}

@test "what an image of several JVMs says of one of them is told with its forks" {
  a_java 'openjdk version "17.0.1"'
  printf 'WHICHJVM_SUBSTITUTE=one that stands in for another\n' >"$scratch/whichjvm.env"
  run --separate-stderr "$launch" --help
  expect 0 "$status"
  contains "$output" "WHICHJVM_SUBSTITUTE=one that stands in for another"
}

@test "JAVA_HOME does not choose the JVM, and --help goes to stdout" {
  JAVA_HOME=$scratch/none JAVA_OPTS=-Xms32m run --separate-stderr "$launch" --help
  expect 0 "$status"
  contains "$output" "queue-latency"
  expect "" "$stderr"
}

@test "an image that is named one for another machine than its programs are for is refused" {
  local arch
  a_java 'openjdk version "17.0.1"'
  for arch in amd64 arm64; do
    WHICHJVM_ARCH=$arch run --separate-stderr "$launch" --help
    if [[ $(uname -m) == "${arch/amd64/x86_64}" || $(uname -m) == "${arch/arm64/aarch64}" ]]; then
      expect 0 "$status"
    else
      expect 4 "$status"
      contains "$stderr" "this image is named one for $arch, but its programs are for "
    fi
  done
}
