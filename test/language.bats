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

# in_turkish STATEMENTS ARGUMENT…: with the package of the host's scripts
in_turkish() { "${turkish[@]}" env PYTHONPATH="$root/scripts" PYTHONDONTWRITEBYTECODE=1 python3 -X utf8 -c "$@"; }

@test "the variable of a base is that of compose.yaml" {
  cd "$root"
  run in_turkish 'from whichjvm.images import base_variable; print(base_variable("build"), base_variable("jdk21-microsoft"))'
  expect "BUILD_BASE JDK21_MICROSOFT_BASE" "$output"
}

@test "a JVM of this machine has its usual name, and is started in the language of this machine" {
  cd "$root"
  mkdir -p "$scratch/jdk/bin"
  # shellcheck disable=SC2016 # for the script that it writes
  printf '#!/bin/sh\necho "$LC_ALL" >"${0%%/*}/language"\necho "    java.specification.version = 21"\necho "    java.vendor = Imaginary Inc."\n' \
    >"$scratch/jdk/bin/java"
  chmod +x "$scratch/jdk/bin/java"
  run in_turkish '
import asyncio, sys
from pathlib import Path
from whichjvm import runners
from whichjvm.host import Host
async def names(home):
    with runners.settings(Path("out"), [f"mine={home}"]) as settings:
        print(await Host(settings).name_of(home))
asyncio.run(names(sys.argv[1]))' "$scratch/jdk"
  expect jdk21-imaginary "$output"
  expect tr_TR.UTF-8 "$(<"$scratch/jdk/bin/language")"
}
