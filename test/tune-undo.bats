#!/usr/bin/env bats
# bats file_tags=beside
# scripts/tune revert: what was found is put back, whatever happened since. On a host made of files.

load helper
load tune-host

@test "revert with a name leaves the rest to be reverted later" {
  fake_host
  before=$(snapshot)
  tune apply governor ksm
  tune revert governor
  expect 0 "$status"
  expect powersave "$(now /sys/devices/system/cpu/cpu3/cpufreq/scaling_governor)"
  expect 0 "$(now /sys/kernel/mm/ksm/run)"
  tune revert
  expect "$before" "$(snapshot)"
}

@test "applied twice, the first-found values are put back" {
  fake_host
  before=$(snapshot)
  tune apply stat-interval
  tune apply stat-interval
  contains "$output" "is so already"
  tune apply stat-interval=200
  expect 200 "$(now /proc/sys/vm/stat_interval)"
  tune revert
  expect 0 "$status"
  expect "$before" "$(snapshot)"
}

@test "killed at any moment, revert puts back what was found" {
  fake_host
  before=$(snapshot)
  # The undo file goes to the disk once a setting, before its files are written.
  for ((last = 1; last <= 9; last++)); do
    rm -f "$scratch/syncs"
    # shellcheck disable=SC2016 # for the script that it writes
    fake_command sync 'printf x >>'"$scratch"'/syncs
      (($(wc -c <'"$scratch"'/syncs) < '"$last"')) || kill -KILL "$PPID"'
    tune apply
    expect 137 "$status"
    rm "$scratch/bin/sync"
    [[ -s $undo ]] || fail "killed at the sync $last, nothing was kept"
    ((last < 2)) || [[ $(snapshot) != "$before" ]] || fail "killed at the sync $last, nothing was set"
    tune revert
    expect 0 "$status"
    expect "$before" "$(snapshot)"
  done
}

@test "a line of the undo file that was cut short is no harm" {
  fake_host
  before=$(snapshot)
  tune apply ksm
  printf 'governor\t/sys/devices/system/cpu/cpu0/cpuf' >>"$undo"
  tune apply swappiness
  tune revert
  expect 0 "$status"
  expect "$before" "$(snapshot)"
}

@test "after a reboot the values are the kernel's own, and stay" {
  fake_host
  tune apply swappiness
  fake /proc/sys/kernel/random/boot_id second-boot
  tune show
  [[ -e $undo ]] || fail "show has removed the undo file"
  tune revert
  expect 0 "$status"
  contains "$stderr" "was booted since"
  expect "nothing to revert" "$output"
  expect 1 "$(now /proc/sys/vm/swappiness)"
  [[ ! -e $undo ]] || fail "the undo file is still there"
}

@test "a value that somebody else has changed is left alone" {
  fake_host
  tune apply swappiness ksm
  fake /proc/sys/vm/swappiness 10
  tune revert
  expect 0 "$status"
  contains "$stderr" "/proc/sys/vm/swappiness is '10', which apply did not set"
  contains "$stderr" "found was '60'"
  expect 10 "$(now /proc/sys/vm/swappiness)"
  expect 1 "$(now /sys/kernel/mm/ksm/run)"
  tune revert
  expect "nothing to revert" "$output"
}

@test "a value that cannot be put back is said, and kept to try again" {
  fake_host
  fake_mount
  tune apply shmem-thp
  expect 0 "$status"
  fake_command mount 'exit 32'
  tune revert
  expect 4 "$status"
  contains "$stderr" "does not take 'never' back"
  fake_mount
  tune revert
  expect 0 "$status"
  expect "tmpfs /dev/shm tmpfs rw,nosuid,size=1024k 0 0" "$(now /proc/mounts)"
}
