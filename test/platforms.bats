#!/usr/bin/env bats
# bats file_tags=beside
# Which platforms this machine can run, and what is said of the others.

load helper

setup() {
  cd "$root" || return
  table=$(mktemp -d)
  touch "$table/register"
  other=arm64 handler=qemu-aarch64
  [[ $(uname -m) == x86_64 ]] || other=amd64 handler=qemu-x86_64
}

teardown() { rm -rf "$table"; }

# platform FUNCTION ARGUMENT…: of scripts/lib/platforms.sh, with a kernel's table of its own
platform() {
  bash -c '. scripts/lib/common.sh && . scripts/lib/platforms.sh && binfmt_table=$1 && shift && "$@"' compare "$table" "$@"
}

@test "this machine's own platform runs, another one with an enabled emulator that containers find" {
  platform runs_platform "$(platform local_platform)"
  ! platform runs_platform "linux/$other" || fail "there is no emulator"
  printf 'disabled\ninterpreter /usr/bin/qemu\nflags: F\n' >"$table/$handler"
  ! platform runs_platform "linux/$other" || fail "the emulator is disabled"
  printf 'enabled\ninterpreter /usr/bin/qemu\nflags: OC\n' >"$table/$handler"
  ! platform runs_platform "linux/$other" || fail "no container has /usr/bin/qemu"
  printf 'enabled\ninterpreter /usr/bin/qemu\nflags: POCF\n' >"$table/$handler"
  platform runs_platform "linux/$other"
}

@test "where it does not run, how to register an emulator is said" {
  said=$(platform how_to_run "linux/$other")
  contains "$said" "linux/$other programs do not run on this machine"
  contains "$said" "scripts/install-docker --with-qemu"
  contains "$said" "tonistiigi/binfmt --install $other"
}
