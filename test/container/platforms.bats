#!/usr/bin/env bats
# bats file_tags=engine
# What each command says of the other architecture.

load ../helper

setup() {
  forget_settings
  cd "$root" || return
  own=$(mktemp -d)
  other=arm64
  [[ $(uname -m) == x86_64 ]] || other=amd64
}

teardown() { rm -rf "$own"; }

# without_emulator COMMAND…: with a kernel's table of its own that is empty, whatever this machine's has,
# and with a /dev/shm of its own, for the lock on the host's may be another campaign's. It takes itself for alone then,
# and would remove another's containers, so these tests are not beside others.
without_emulator() {
  # shellcheck disable=SC2016 # $@ is the inner shell's
  run --separate-stderr unshare --mount sh -c '
    for table in /proc/sys/fs/binfmt_misc /dev/shm; do mount -t tmpfs none "$table" || exit 99; done
    : >/proc/sys/fs/binfmt_misc/register
    exec "$@"' sh "$@"
  expect 4 "$status"
  contains "$stderr" "linux/$other programs do not run on this machine"
  contains "$stderr" "scripts/install-docker --with-qemu"
}

@test "without an emulator each command says how to register one, before it builds" {
  need_root "hide the kernel's table of emulators"
  without_emulator docker/packages/build --platform "linux/$other" jdk21-temurin
  without_emulator scripts/release --platforms "linux/$other" jdk21-temurin
}

@test "compare refuses another platform than this host's, before it builds" {
  for platform in "linux/$other" linux/riscv64; do
    DOCKER_DEFAULT_PLATFORM=$platform run --separate-stderr timeout 60 scripts/compare --runner docker --out "$own" jdk21-temurin
    expect 4 "$status"
    expect "" "$output"
    expect 2 "${#stderr_lines[@]}"
    contains "${stderr_lines[0]}" "error: DOCKER_DEFAULT_PLATFORM is $platform, but this host is linux/"
    expect "try: unset DOCKER_DEFAULT_PLATFORM, or run this on a $platform host" "${stderr_lines[1]}"
    expect "" "$(ls -A "$own")"
  done
}
