#!/usr/bin/env bats
# scripts/compare with workloads of scores and with studies, runner `host`: real campaigns of short forks.
# What the report makes of scores is the collector's to test.

# shellcheck disable=SC2030,SC2031 # each test sees what it set itself

load helper

setup() {
  need_cpus 2
  forget_settings
  wait_for_host
  scratch=$(mktemp -d)
  out=$scratch/out
  mkdir "$out"
  java=$(readlink -f "$(command -v java)")
  one=(--jdk "one=${java%/bin/java}" "${ungated[@]}")
  compare=("$root/scripts/compare" --runner host --out "$out")
  # Nothing is measured here, and a heap that is touched first takes longer than the rest.
  export JAVA_OPTS=-XX:-AlwaysPreTouch
  study=$scratch/some.study
}

teardown() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

# refused CODE PART COMMAND…: a sentence, that code, nothing in the results folder
refused() {
  local code=$1 part=$2
  shift 2
  run --separate-stderr "$@"
  expect "$code" "$status"
  contains "$stderr" "$part"
  expect "" "$output"
  expect "" "$(ls -A "$out")"
}

# dry OPTION…: what would be run, in $output, said in $stderr
dry() {
  run --separate-stderr "${compare[@]}" --dry-run "$@"
  expect 0 "$status"
}

# forks EXPRESSION: of each fork of the latest campaign, in Python
forks() {
  local fork
  for fork in "$out"/latest/forks/*.json; do
    json "$fork" "$1"
  done
}

@test "contention goes through a campaign, and its forks are the plan's" {
  run --separate-stderr "${compare[@]}" --workload contention --blocks 2 --control "${one[@]}" one \
    -- --duration 100ms --warmup 100ms --benchmark add,padded --threads 2
  [[ $status == 0 || $status == 3 ]] || fail "exit code $status: $stderr"
  contains "$stderr" "2 variants × 2 blocks of 2 runs of 0.1 s: about "
  [[ $stderr =~ "block 2/2, fork 4/4, one"(\+again)?": add@2 "[0-9.]+" ns/op, padded@2 "[0-9.]+" ns/op, floor "[0-9]+" ns, 0 s left" ]] ||
    fail "no progress: $stderr"
  expect "ok contention 2" "$(forks "d['status'], d['workload'], len(d['scores'])" | tr -d "',()" | sort -u)"
  expect "contention 2" "$(json "$out/latest/campaign.json" "d['settings']['workload'] + ' ' + d['settings']['runs']")"

  # Resuming runs what is missing, of the same workload.
  rm "$out"/latest/forks/002-2-*
  run --separate-stderr "${compare[@]}" --resume "$(readlink "$out/latest")"
  contains "$stderr" "block 2/2, fork 4/4"
  expect 4 "$(forks "d['workload']" | grep -c contention)"
}

@test "gc-steal goes through a campaign, and keeps what hit its window" {
  JAVA_OPTS+=" -Xms32m -Xmx32m"
  run --separate-stderr "${compare[@]}" --workload gc-steal --blocks 1 "${one[@]}" one one+parallelgc \
    -- --duration 200ms --warmup 100ms
  [[ $status == 0 || $status == 3 ]] || fail "exit code $status: $stderr"
  [[ $stderr =~ one": pause-p50@"[0-9]+" "[0-9.]+" ms, pause-p99@"[0-9]+" "[0-9.]+" ms and 4 more, " ]] || fail "no progress: $stderr"
  expect "gc-steal G1 True
gc-steal Parallel True" "$(forks "' '.join((d['workload'], d['jvm']['collector'], str(d['disturbances']['gcCount'] > 0)))" | sort)"
  expect True "$(forks "'pressureMicros' in d['disturbances']['host'] or 'otherMillis' in d['disturbances']['host']" | sort -u)"
}

@test "the presets of scores are times for each benchmark, or for the fork" {
  dry --workload contention "${one[@]}" one -- --benchmark add,padded --threads 2
  contains "$stderr" "1 variant × 12 blocks of 2 runs of 0.2 s: about "
  contains "$output" "launch contention --duration 200ms --warmup 200ms "
  dry --workload contention --preset full "${one[@]}" one
  contains "$output" "launch contention --duration 1s --warmup 500ms "
  dry --workload gc-steal --preset deep "${one[@]}" one
  contains "$stderr" "1 variant × 15 blocks of 60 s: about 17 min"
  contains "$output" "launch gc-steal --duration 60s --warmup 5s "
  [[ $output != *queueMemory* ]] || fail "a queue: $output"
}

@test "what only messages have is refused of a workload of scores" {
  local workload
  for workload in contention gc-steal; do
    refused 2 "--preset article is about messages" "${compare[@]}" --workload "$workload" --preset article
    refused 2 "--queue-memory is for --workload queue-latency" "${compare[@]}" --workload "$workload" --queue-memory huge
    refused 2 "--idle is for --workload queue-latency" "${compare[@]}" --workload "$workload" --idle yield
    refused 2 "--cpus names the two CPUs of --workload queue-latency" "${compare[@]}" --workload "$workload" --cpus 0,1
    refused 2 "the variant 'one+delay30ns' has +delay30ns, which is for messages" \
      "${compare[@]}" --workload "$workload" "${one[@]}" one+delay30ns
    refused 2 "the variant 'one+zgc+huge' has +huge, which is for messages" "${compare[@]}" --workload "$workload" "${one[@]}" one+zgc+huge
  done
  refused 2 "'one+yield' has +yield" "${compare[@]}" --workload contention "${one[@]}" one+yield
  refused 2 "--workload is 'retail'; it is one of: queue-latency contention gc-steal" "${compare[@]}" --workload retail
}

@test "contrasts are the collector's to plan, and only of scores" {
  dry --workload contention --contrast adjacent/padded --contrast add@1/add@2 "${one[@]}" one
  contains "$output" " --contrast adjacent/padded --contrast add@1/add@2 "
  refused 2 "--contrast compares two scores, and --workload queue-latency has none" "${compare[@]}" --contrast adjacent/padded
  local wrong
  for wrong in adjacent adjacent/ /padded padded/padded a/b/c A/b add@/add; do
    refused 2 "--contrast is '$wrong'; it takes two scores, such as adjacent/padded" "${compare[@]}" --workload contention --contrast "$wrong"
  done
}

# --- flag sets that are not for every JVM -----------------------------------------------------------

@test "a flag set of another architecture says why it cannot be" {
  [[ $(uname -m) == x86_64 ]] || skip "needs an amd64 host"
  refused 4 "skipped one+no-lse: the flag set no-lse needs aarch64, and this JVM is Java" \
    "${compare[@]}" --workload contention "${one[@]}" one+no-lse
  refused 4 "skipped one+lse: the flag set lse needs aarch64" "${compare[@]}" --workload gc-steal "${one[@]}" one+lse
}

# jvm_that_says MAJOR ARCH: the home of a JVM that says it is this one, and runs nothing
jvm_that_says() {
  mkdir -p "$scratch/$1-$2/bin"
  cat >"$scratch/$1-$2/bin/java" <<END
#!/usr/bin/env bash
case \$* in
  -version) echo 'openjdk version "$1.0.1"' >&2 ;;
  *) echo "whichjvm: Java $1 on $2: somebody's" >&2 ;;
esac
END
  chmod +x "$scratch/$1-$2/bin/java"
  printf '%s' "$scratch/$1-$2"
}

@test "it is the JVM that says what it is, not the host" {
  local arch major jvms=() arms=()
  for arch in aarch64 amd64; do
    for major in 9 10; do
      jvms+=(--jdk "$arch-$major=$(jvm_that_says $major $arch)")
      arms+=("$arch-$major+no-lse" "$arch-$major+specjbb-tuned")
    done
  done
  # These are no JVMs, so their forks fail.
  run --separate-stderr "${compare[@]}" --workload gc-steal --blocks 1 --retries 0 "${jvms[@]}" "${arms[@]}"
  expect 3 "$status"
  expect "aarch64-9+specjbb-tuned: the flag set specjbb-tuned needs Java 10 or newer, and this JVM is Java 9 on aarch64
amd64-10+no-lse: the flag set no-lse needs aarch64, and this JVM is Java 10 on amd64
amd64-9+no-lse: the flag set no-lse needs aarch64, and this JVM is Java 9 on amd64
amd64-9+specjbb-tuned: the flag set specjbb-tuned needs Java 10 or newer, and this JVM is Java 9 on amd64" \
    "$(sed -n 's/^skipped \(.*: the .*\): .*/\1/p' <<<"$stderr" | sort)"
  expect "aarch64-10+no-lse aarch64-10+specjbb-tuned aarch64-9+no-lse amd64-10+specjbb-tuned" \
    "$(json "$out/latest/campaign.json" "' '.join(sorted(d['variants']))")"
}

@test "what a flag set needs is read as it is written" {
  # misfit NEEDS MAJOR ARCH WANTED
  misfit() {
    printf '# Something.\n# needs: %s\n-XX:+UseG1GC\n' "$1" >"$scratch/some.options"
    # shellcheck disable=SC2016 # of that shell
    run bash -c '. "$0/scripts/lib/common.sh"; . "$0/scripts/lib/arms.sh"; read_flag_set "$1"; flags_misfit some "$2" "$3"' \
      "$root" "$scratch/some.options" "$2" "$3"
    expect "$4" "$output"
  }
  misfit 'aarch64' 11 aarch64 ''
  misfit 'aarch64' 11 amd64 'the flag set some needs aarch64, and this JVM is Java 11 on amd64'
  misfit 'aarch64 11-' 11 aarch64 ''
  misfit 'aarch64 11-: it is "new"' 8 aarch64 'the flag set some needs aarch64 and Java 11 or newer, and this JVM is Java 8 on aarch64: it is new'
  misfit '-16' 16 amd64 ''
  misfit '-16' 17 amd64 'the flag set some needs Java 16 or older, and this JVM is Java 17 on amd64'
  misfit '11-16' 17 amd64 'the flag set some needs Java 11 to 16, and this JVM is Java 17 on amd64'
  misfit '11-16' 10 amd64 'the flag set some needs Java 11 to 16, and this JVM is Java 10 on amd64'
  misfit 'sparc' 10 amd64 "$root: $scratch/some.options has '# needs: sparc'; once it may have # needs: with aarch64 or amd64, with versions as 11-, -16 or 11-16, or both, and : and why"
}

# --- studies ----------------------------------------------------------------------------------------

@test "every study that is there can be read, and says what it asks" {
  run --separate-stderr "${compare[@]}" --list-studies
  expect 0 "$status"
  expect "article false-sharing flags gc-steal lse versions" "$(cut -d : -f 1 <<<"$output" | paste -sd ' ')"
  local name
  while IFS= read -r name; do
    # No JVM of this host, or not on this machine: it was read.
    run --separate-stderr "${compare[@]}" --dry-run --study "$name"
    [[ $status == 0 || $status == 4 ]] || fail "$name: $stderr"
    contains "$stderr" "study $name"
  done < <(cut -d : -f 1 <<<"$output")
}

@test "false-sharing is one command, and what is given with it wins" {
  dry --study false-sharing --jdk "jdk17-temurin=${java%/bin/java}"
  contains "$stderr" "study false-sharing: What does it cost that two threads"
  contains "$stderr" "1 variant × 12 blocks of 2 runs of 0.5 s: about 48 s"
  contains "$output" "--set workload=contention "
  contains "$output" " --contrast adjacent/padded --set study=false-sharing --set studySays=What\\ does"
  expect 12 "$(grep -c "launch contention .*--benchmark adjacent\\\\,padded --threads 2 --warmup 300ms --fork" <<<"$output")"

  dry --blocks 3 --contrast padded/adjacent --study=false-sharing --duration 100ms "${one[@]}" one one+parallelgc -- --threads max
  contains "$output" " --baseline one --variant one --variant one+parallelgc "
  contains "$output" " --contrast padded/adjacent --set study="
  [[ $output != *"--contrast adjacent/padded"* ]] || fail "both contrasts: $output"
  expect 6 "$(grep -c "launch contention --duration 100ms .*--threads max" <<<"$output")"
}

@test "what a study lacks here is skipped, and too little of it ends it" {
  run --separate-stderr "${compare[@]}" --dry-run --study gc-steal --jdk "history-jdk11-0-12=${java%/bin/java}"
  expect 4 "$status"
  contains "$stderr" "skipped history-jdk11-0-8+parallelgc: there is no JVM history-jdk11-0-8 for --runner host; give one with --jdk"
  contains "$stderr" "the study gc-steal compares 2 variants at least, and only 1 variant can be had here (history-jdk11-0-12+parallelgc)"
  refused 4 "none of the JVMs of the study article can be had" "${compare[@]}" --study article
}

@test "a study of another machine is refused, whatever emulates it" {
  printf '# What?\nmachine %s\nvariants jdk17-temurin\n' "$([[ $(uname -m) == x86_64 ]] && echo arm64 || echo amd64)" >"$study"
  refused 4 "docs/arm-study.md says how to run it there, and why an emulator cannot" "${compare[@]}" --study "$study"
}

@test "a study file that is wrong is refused with file, line and what was expected" {
  # wrong LINE PART: after a first and a second line that are right
  wrong() {
    printf '# What?\n\n%s\n' "$1" >"$study"
    refused 2 "$study, line 3: $2" "${compare[@]}" --study "$study"
  }
  wrong "colour blue" "'colour' is no key of a study; there are: workload preset blocks "
  wrong "out /tmp" "'out' is no key of a study"
  wrong "variants jdk17-temurin jdk99-temurin" "'jdk99-temurin' is no variant; compose.yaml has: jdk8-temurin "
  wrong "variants base" "'base' is no variant"
  wrong "variants jdk17-temurin+nothing" "the variant 'jdk17-temurin+nothing' has the unknown suffix '+nothing'; it takes +again"
  wrong "blocks many" "--blocks is 'many'; it goes from 1 to 10000"
  wrong "preset slow" "--preset is 'slow'; it is one of: quick article full deep"
  wrong "contrast adjacent" "--contrast is 'adjacent'; it takes two scores"
  wrong "machine sparc" "machine is 'sparc'; it is arm64 or amd64"
  wrong "workload" "workload has no value"
  printf '# What?\nblocks 1\nblocks 2\n' >"$study"
  refused 2 "$study, line 3: blocks is there twice" "${compare[@]}" --study "$study"
  printf 'blocks 1\n' >"$study"
  refused 2 "it does not begin with a comment; say there what the study asks" "${compare[@]}" --study "$study"
  refused 2 "there is no study 'nothing'" "${compare[@]}" --study nothing
  refused 2 "there is no study 'none' ($scratch/none.study); there are: article false-sharing " "${compare[@]}" --study "$scratch/none.study"
  refused 2 "--study needs a value" "${compare[@]}" --study
}

# --- JVMs without the module jdk.management ---------------------------------------------------------

@test "a runtime without jdk.management runs every workload" {
  # The same JVM, its runtime linked again with what the workloads need and no more.
  local home=$scratch/small workload fork
  [[ -x ${java%/java}/jlink && -d ${java%/bin/java}/jmods ]] || skip "needs a JDK with jlink and jmods"
  "${java%/java}/jlink" --add-modules java.se,jdk.unsupported --output "$home"
  export WHICHJVM_JAR=$root/workload/target/whichjvm-workload.jar
  JAVA_OPTS+=" -Xms64m -Xmx64m"
  # Beside others: nothing is measured.
  export WHICHJVM_LOCK_HELD=1
  for workload in contention gc-steal queue-latency; do
    options=(--duration 200ms --warmup 100ms)
    [[ $workload != contention ]] || options+=(--benchmark padded)
    [[ $workload != queue-latency ]] || options+=(--rate 1000)
    PATH=$home/bin:$PATH run --separate-stderr "$root/workload/launch" "$workload" --out "$out" "${options[@]}"
    # A busy host may take the CPUs away for all of so short a time.
    ((status == 0)) || [[ $stderr == *" failed: overloaded: "* ]] || fail "$workload: exit code $status: $stderr"
    fork=$(find "$out" -name '*.json')
    expect "G1 C2 True" "$(json "$fork" "' '.join((d['jvm']['collector'], d['jvm']['compiler'], str(d['cpuSeconds']['process'] > 0)))")"
    [[ $workload != queue-latency ]] || expect "[None, None]" "$(json "$fork" "d['disturbances']['allocatedBytes']")"
    rm -r "${out:?}"/*
  done
}
