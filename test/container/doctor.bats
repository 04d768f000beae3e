#!/usr/bin/env bats
# bats file_tags=beside
# The doctor in a variant's container, and scripts/tune as the service that it is.

load ../helper

readonly variant=jdk8-temurin undo=/var/lib/whichjvm/tune-undo.tsv

setup_file() {
  cd "$root" || return
  build_images "$variant" "$variant"
  build_images tune jdk25-temurin
  use_built "$variant" tune
}

setup() {
  forget_settings
  cd "$root" || return
  scratch=$(mktemp -d)
  export WHICHJVM_RESULTS=$scratch
  real_before=
}

teardown() {
  [[ -z ${real_before:-} ]] || printf '%s\n' "$real_before" >/proc/sys/vm/stat_interval || true
  rm -rf "$scratch"
}

# service NAME ARGUMENT…
service() {
  run --separate-stderr built run --rm --no-TTY "$@"
}

@test "the doctor runs in a container of the oldest JVM, and says what it cannot see" {
  service "$variant" doctor
  ((status == 0 || status == 4)) || fail "exit code $status: $stderr"
  [[ ${lines[-1]} =~ ^[0-9]+\ pass,\ [0-9]+\ warn,\ [0-9]+\ fail$ ]] || fail "${lines[-1]}"
  contains "$output" "pass  engine           not visible from inside a container"
  contains "$output" "by whom is not visible from inside a container"
  contains "$output" "free in /out"
}

@test "a container that is too small for a fork is told so" {
  run --separate-stderr docker run --rm --network none --cpus 1.5 --memory 256m "whichjvm/$variant" doctor --out /tmp
  expect 4 "$status"
  contains "$output" "fail  cgroup-cpu       1.5 CPUs"
  contains "$output" "fail  cgroup-memory    256 MiB"
  contains "$output" "fail  shm              64 MiB free"
}

# untuned: the undo is the host's, and what a person has tuned must not be put back by a test
untuned() {
  need_root "set it"
  ! grep -qs ^stat-interval "$undo" || skip "this host's stat-interval is tuned; scripts/tune revert puts it back"
}

@test "tune sets one setting of the host and puts it back exactly" {
  untuned
  real_before=$(</proc/sys/vm/stat_interval)
  wanted=$((real_before == 77 ? 78 : 77))
  service tune show
  expect 0 "$status"
  contains "$output" stat-interval
  service tune apply "stat-interval=$wanted"
  expect 0 "$status"
  expect "$wanted" "$(</proc/sys/vm/stat_interval)"
  expect "0 644 0 755" "$(stat -c '%u %a' "$undo" "${undo%/*}" | xargs)"
  service tune revert stat-interval
  expect 0 "$status"
  expect "$real_before" "$(</proc/sys/vm/stat_interval)"
  expect "" "$(ls "$scratch")"
  service tune revert stat-interval
  expect "nothing to revert" "$output"
}

@test "what the service has set the script puts back" {
  untuned
  real_before=$(</proc/sys/vm/stat_interval)
  wanted=$((real_before == 77 ? 78 : 77))
  service tune apply "stat-interval=$wanted"
  expect "$wanted" "$(</proc/sys/vm/stat_interval)"
  scripts/tune revert stat-interval
  expect "$real_before" "$(</proc/sys/vm/stat_interval)"
}

@test "in any other container tune can set nothing, and says so" {
  run --separate-stderr docker run --rm --network none whichjvm/tune apply swappiness=7
  expect 4 "$status"
  contains "$stderr" "/var/lib/whichjvm is not mounted here"
  run --separate-stderr docker run --rm --network none --tmpfs /var/lib/whichjvm:mode=755 whichjvm/tune apply swappiness=7
  expect 4 "$status"
  contains "$stderr" "read-only here"
}
