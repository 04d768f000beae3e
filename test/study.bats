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

@test "a study of contention goes through a campaign, and a resumed one is of the same workload" {
  printf '# What?\n\nworkload contention\nduration 100ms\noptions --benchmark add,padded --threads 2 --warmup 100ms\ncontrast add/padded\nvariants one\n' >"$scratch/some.study"
  cd "$scratch"
  run --separate-stderr "${compare[@]}" --study ./some.study --blocks 2 "${one[@]}"
  [[ $status == 0 || $status == 3 ]] || fail "exit code $status: $stderr"
  contains "$stderr" "study some: What?"
  contains "$stderr" "1 contender × 2 blocks of 2 runs of 100 ms: about "
  contains "$stderr" "block 2 of 2: one "
  expect "ok contention 2" "$(forks "d['status'], d['workload'], len(d['scores'])" | tr -d "',()" | sort -u)"
  expect "some ['add/padded']" "$(json "$out/latest/campaign.json" "d['study']['name'] + ' ' + str(d['contrasts'])")"

  rm "$out"/latest/forks/002-*
  run --separate-stderr "$root/scripts/compare" --out "$out" --resume "$(readlink "$out/latest")"
  contains "$stderr" "block 2 of 2: one "
  expect 2 "$(forks "d['workload']" | grep -c contention)"
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
  for workload in contention gc-steal queue-latency; do
    options=(--duration 200ms --warmup 100ms)
    [[ $workload != contention ]] || options+=(--benchmark padded)
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
