#!/usr/bin/env bats
# bats file_tags=beside
# The scripts on a machine whose language has another capital i.

load helper

setup() {
  forget_settings
  scratch=$(mktemp -d)
  make_turkish "$scratch"
}

teardown() { rm -rf "$scratch"; }

# in_turkish COMMAND…: of bash, with the functions of the scripts
in_turkish() { "${turkish[@]}" bash -euc ". scripts/lib/common.sh; . scripts/lib/host.sh; $1"; }

@test "the variable of a base is that of compose.yaml" {
  cd "$root"
  run in_turkish "base_variable build; base_variable jdk21-microsoft"
  expect "BUILD_BASEJDK21_MICROSOFT_BASE" "$output"
}

@test "a JVM of this machine has its usual name, and is started in the language of this machine" {
  cd "$root"
  mkdir -p "$scratch/jdk/bin"
  # shellcheck disable=SC2016 # for the script that it writes
  printf '#!/bin/sh\necho "$LC_ALL" >"${0%%/*}/language"\necho "    java.specification.version = 21"\necho "    java.vendor = Imaginary Inc."\n' \
    >"$scratch/jdk/bin/java"
  chmod +x "$scratch/jdk/bin/java"
  run in_turkish "jvm_name '$scratch/jdk'"
  expect jdk21-imaginary "$output"
  expect tr_TR.UTF-8 "$(<"$scratch/jdk/bin/language")"
}
