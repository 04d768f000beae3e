#!/usr/bin/env bats
# bats file_tags=beside
# scripts/compare with workloads of scores and with studies, runner `host`: real campaigns of short forks.
# Which studies there are and what is refused of them is the collector's to test, as is what the report
# makes of scores.

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
}

teardown() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

# forks EXPRESSION: of each fork of the latest campaign, in Python
forks() {
  local fork
  for fork in "$out"/latest/forks/00[1-9]-*.json; do
    json "$fork" "$1"
  done
}

@test "a study goes through a campaign, and a resumed one is of the same workload" {
  # JAVA_OPTS would be the benchmarks' too.
  unset JAVA_OPTS
  run --separate-stderr "${compare[@]}" --study false-sharing --blocks 2 "${one[@]}" one
  [[ $status == 0 || $status == 3 ]] || fail "exit code $status: $stderr"
  contains "$stderr" "study false-sharing: What does it cost"
  contains "$stderr" "block 2 of 2: one "
  expect "ok command jmh" "$(forks "d['status'], d['workload'], d['parameters']['adapter']" | tr -d "',()" | sort -u)"
  # Which of the two takes longer two short forks of a busy host need not tell.
  expect "adjacent:avgt@2 padded:avgt@2 2" "$(json "$out/latest/result.json" \
    '" ".join([d["contrasts"][0][key].split(".")[-1] for key in ("score", "against")] + [str(d["contrasts"][0]["forks"])])')"
  # Each thread of each benchmark says where it is, and two are never on one CPU.
  for fork in "$out"/latest/forks/00[12]-one.out; do
    expect "2 2" "$(sed -n 's/.*whichjvm: thread [12] of 2 is pinned to CPU //p' "$fork" | sort | uniq -c | awk '{print $1}' | xargs)"
  done

  rm "$out"/latest/forks/002-*
  run --separate-stderr "$root/scripts/compare" --out "$out" --resume "$(readlink "$out/latest")"
  contains "$stderr" "block 2 of 2: one "
  expect 2 "$(forks "d['workload']" | grep -c command)"
}

@test "gc-steal goes through a campaign, and keeps what hit its window" {
  JAVA_OPTS="${JAVA_OPTS:-} -Xms32m -Xmx32m" run --separate-stderr "${compare[@]}" --workload gc-steal --blocks 1 "${one[@]}" one one+parallelgc one+no-lse \
    -- --duration 200ms --warmup 100ms
  [[ $status == 0 || $status == 3 ]] || fail "exit code $status: $stderr"
  [[ $(uname -m) != x86_64 ]] || contains "$stderr" "skipped one+no-lse: the flag set no-lse needs aarch64, and this JVM is Java"
  expect "gc-steal G1 True
gc-steal Parallel True" "$(forks "' '.join((d['workload'], d['jvm']['garbageCollector'], str(d['disturbances']['gcCount'] > 0)))" | sort)"
  expect True "$(forks "'pressureMicros' in d['disturbances']['host'] or 'otherMillis' in d['disturbances']['host']" | sort -u)"
}

@test "a runtime without jdk.management runs every workload" {
  # The same JVM, its runtime linked again with what the workloads need and no more.
  local home=$scratch/small workload fork
  [[ -x ${java%/java}/jlink && -d ${java%/bin/java}/jmods ]] || skip "needs a JDK with jlink and jmods"
  "${java%/java}/jlink" --add-modules java.se,jdk.unsupported --output "$home"
  export WHICHJVM_JAR=$root/workload/target/whichjvm-workload.jar
  # Beside others: nothing is measured.
  export WHICHJVM_LOCK_HELD=1
  for workload in gc-steal queue-latency; do
    options=(--duration 200ms --warmup 100ms)
    [[ $workload != queue-latency ]] || options+=(--rate 1000)
    JAVA_OPTS="${JAVA_OPTS:-} -Xms64m -Xmx64m" PATH=$home/bin:$PATH run --separate-stderr "$root/workload/launch" "$workload" --out "$out" "${options[@]}"
    # A busy host may take the CPUs away for all of so short a time.
    ((status == 0)) || [[ $stderr == *" overloaded: "* ]] || fail "$workload: exit code $status: $stderr"
    fork=$(find "$out" -name '*.json')
    expect "G1 C2 True" "$(json "$fork" "' '.join((d['jvm']['garbageCollector'], d['jvm']['compiler'], str(d['cpuSeconds']['process'] > 0)))")"
    [[ $workload != queue-latency ]] || expect "[None, None]" "$(json "$fork" "d['disturbances']['allocatedBytes']")"
    rm -r "${out:?}"/*
  done
}
