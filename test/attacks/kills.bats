#!/usr/bin/env bats
# bats file_tags=engine
# Three kills at random moments; test/kills/kills does as many as one wants, of the engine too.

load ../helper

@test "campaigns that are killed are whole when they are resumed, and leave nothing" {
  need_root "kill what the engine started, and mount a disk to fill"
  forget_settings
  wait_for_host
  cd "$root" || return
  build_images "jdk17-temurin jdk21-temurin" jdk17-temurin jdk21-temurin >&2
  # It prints its seed.
  test/kills/kills 3 --seed "$RANDOM" --runners docker --kinds group,script,container,client --blocks 3
}
