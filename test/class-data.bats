#!/usr/bin/env bats
# bats file_tags=beside
# workload/launch class-data: the archive of classes that an image has, and which forks start with it.

load helper
load launch

setup_file() {
  use_launch
  make_scratch
  cp "$launch" "$scratch/launch"
  "$scratch/launch" class-data >"$scratch/said"
  export made=$scratch
}

teardown_file() {
  scratch=$made
  remove_scratch
}

setup() {
  use_launch
  make_scratch
}

teardown() { remove_scratch; }

# class_data: by which archive a fork of the launcher that has one started
class_data() {
  "$made/launch" queue-latency --fork c/1-jvm --out "$out" --rate 10000 --warmup 100ms --duration 300ms \
    >"$scratch/stdout" 2>"$scratch/stderr" || true
  of_fork 'd["cost"]["classData"]'
}

of_fork() { json "$out/c/forks/001-jvm.json" "$1"; }

@test "class data: a fork starts with the archive that was made beside its launcher" {
  [[ -s $made/class-data.jsa ]] || skip "this JVM makes none: $(cat "$made/said")"
  expect workload "$(class_data)"
}

@test "class data: what made the archive leaves nothing else and says nothing" {
  [[ -s $made/class-data.jsa ]] || skip "this JVM makes none: $(cat "$made/said")"
  expect "class-data.jsa launch out said" "$(cd "$made" && echo *)"
  expect "" "$(cat "$made/said")"
}

@test "class data: a JVM whose options the archive is not for starts without it, and nothing of that is said" {
  JAVA_OPTS=-XX:-UseCompressedOops class_data >"$scratch/had"
  [[ $(cat "$scratch/had") != workload ]]
  expect 0 "$(cat "$scratch/stdout" "$scratch/stderr" | grep -ci 'warning.*\(cds\|aot\|archive\)\|sharing')"
}

@test "class data: a person who names an archive or none has that one" {
  expect none "$(JAVA_OPTS=-Xshare:off class_data)"
}
