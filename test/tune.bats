#!/usr/bin/env bats
# bats file_tags=beside
# scripts/tune: on a host made of files, and one harmless setting of the real one.

load helper
load tune-host

@test "apply sets all that is recommended, and revert puts every file back exactly" {
  fake_host
  fake_mount
  before=$(snapshot)
  tune apply
  expect 0 "$status"
  for cpu in 0 1 2 3; do
    expect performance "$(now /sys/devices/system/cpu/cpu$cpu/cpufreq/scaling_governor)"
    expect 1 "$(now /sys/devices/system/cpu/cpu$cpu/cpuidle/state2/disable)"
    expect 0 "$(now /sys/devices/system/cpu/cpu$cpu/cpuidle/state0/disable)"
  done
  expect 1 "$(now /sys/devices/system/cpu/intel_pstate/no_turbo)"
  expect 0 "$(now /sys/kernel/mm/ksm/run)"
  expect 3 "$(now /sys/devices/virtual/workqueue/cpumask)"
  expect 0-1 "$(now /proc/irq/24/smp_affinity_list)"
  expect 0 "$(now /proc/sys/kernel/numa_balancing)"
  expect 0 "$(now /proc/sys/kernel/soft_watchdog)"
  expect 1 "$(now /proc/sys/vm/swappiness)"
  expect 120 "$(now /proc/sys/vm/stat_interval)"
  contains "$(now /proc/mounts)" huge=always
  expect "-o remount,rw,nosuid,huge=always tmpfs /dev/shm" "$(<"$scratch/mounted")"
  # Not recommended.
  expect madvise "$(now /sys/kernel/mm/transparent_hugepage/enabled)"
  contains "$stderr" "scripts/tune revert"

  tune revert
  expect 0 "$status"
  expect "$before" "$(snapshot)"
  [[ ! -e $undo ]] || fail "the undo file is still there: $(<"$undo")"
  tune revert
  expect 0 "$status"
  expect "nothing to revert" "$output"
}

@test "apply with names sets those alone, with the value that is given" {
  fake_host
  fake /sys/kernel/mm/transparent_hugepage/enabled "always [madvise] never"
  before=$(snapshot)
  tune apply thp=always swappiness=0
  expect 0 "$status"
  expect always "$(now /sys/kernel/mm/transparent_hugepage/enabled)"
  expect 0 "$(now /proc/sys/vm/swappiness)"
  expect 1 "$(now /proc/sys/vm/stat_interval)"
  # The kernel shows what was written in brackets.
  fake /sys/kernel/mm/transparent_hugepage/enabled "[always] madvise never"
  tune revert
  expect 0 "$status"
  expect madvise "$(now /sys/kernel/mm/transparent_hugepage/enabled)"
  expect 60 "$(now /proc/sys/vm/swappiness)"
}

@test "turbo is the switch of the driver, and of the whole host where the driver has none" {
  fake_host
  fake /sys/devices/system/cpu/cpufreq/boost 1
  tune apply turbo
  expect 1 "$(now /sys/devices/system/cpu/intel_pstate/no_turbo)"
  expect 1 "$(now /sys/devices/system/cpu/cpufreq/boost)"
  rm "$WHICHJVM_TUNE_ROOT/sys/devices/system/cpu/intel_pstate/no_turbo"
  tune apply turbo
  expect 0 "$(now /sys/devices/system/cpu/cpufreq/boost)"
}

@test "what a host does not have is said, left alone and never made" {
  fake /proc/sys/vm/stat_interval 1
  fake /proc/mounts "tmpfs /tmp tmpfs rw 0 0"
  tune apply
  expect 0 "$status"
  contains "$stderr" "governor: not on this host; left alone"
  contains "$stderr" "shmem-thp: not on this host; left alone"
  contains "$stderr" "irq-affinity: needs to know the measured CPUs"
  expect "./proc/mounts ./proc/sys/vm/stat_interval" \
    "$(cd "$WHICHJVM_TUNE_ROOT" && find . -path ./var -prune -o -type f -print | sort | xargs)"
  tune show governor
  contains "$output" "not on this host"
}

@test "what was named and is not there is a failure, what is only recommended is none" {
  fake /proc/sys/vm/stat_interval 1
  fake /proc/mounts "tmpfs /tmp tmpfs rw 0 0"
  tune apply governor stat-interval
  expect 4 "$status"
  contains "$stderr" "governor: not on this host; left alone"
  expect 120 "$(now /proc/sys/vm/stat_interval)"
}

@test "an interrupt that cannot be moved is left where it is" {
  fake_host
  chmod 444 "$WHICHJVM_TUNE_ROOT/proc/irq/24/smp_affinity_list"
  fake /proc/irq/26/smp_affinity_list 3
  tune apply irq-affinity
  expect 0 "$status"
  expect 0-3 "$(now /proc/irq/24/smp_affinity_list)"
  expect 0-1 "$(now /proc/irq/26/smp_affinity_list)"
}

@test "with measured CPUs alone there is none to move work to" {
  fake_host
  tune --cpus 0-3 apply irq-affinity
  expect 4 "$status"
  contains "$stderr" "beside CPU 0-3 there is none to move to"
  tune --cpus 1 apply irq-affinity workqueues
  expect 0,2-3 "$(now /proc/irq/24/smp_affinity_list)"
  expect d "$(now /sys/devices/virtual/workqueue/cpumask)"
}

@test "a read-only file is said, the rest is set, and the exit code tells" {
  fake_host
  before=$(snapshot)
  chmod 444 "$WHICHJVM_TUNE_ROOT/proc/sys/vm/swappiness"
  tune show swappiness
  contains "$output" read-only
  tune apply swappiness stat-interval
  expect 4 "$status"
  contains "$stderr" "/proc/sys/vm/swappiness is '60' and read-only here"
  expect 60 "$(now /proc/sys/vm/swappiness)"
  expect 120 "$(now /proc/sys/vm/stat_interval)"
  tune revert
  expect "$before" "$(snapshot)"
}

@test "what the kernel refuses is said in its words" {
  fake_host
  fake_mount
  fake_command mount 'echo "mount: /dev/shm: permission denied." >&2; exit 32'
  tune apply shmem-thp ksm
  expect 4 "$status"
  contains "$stderr" "shmem-thp: /dev/shm:huge stays 'never': the kernel does not take 'always' (permission denied.)"
  expect 0 "$(now /sys/kernel/mm/ksm/run)"
  tune revert
  expect 0 "$status"
  expect 1 "$(now /sys/kernel/mm/ksm/run)"
}

@test "show changes nothing" {
  fake_host
  before=$(snapshot)
  tune show
  expect 0 "$status"
  expect "$before" "$(snapshot)"
  [[ ! -e $undo ]] || fail "show has written $undo"
  contains "$output" "swappiness       60                       1              can be set"
  tune apply swappiness
  tune show swappiness
  contains "$output" "is so"
  contains "$output" "for revert to put back: swappiness"
}

@test "wrong usage is a sentence, and changes nothing" {
  fake_host
  before=$(snapshot)
  for wrong in "" "frobnicate" "apply nonsense" "apply swappiness=101" "apply governor=slow" \
    "revert swappiness=1" "--cpus a apply" "--cpus 3-2 apply" "--cpus 2,4 apply" "--cpus , apply" "--frobnicate show" "apply thp=sometimes" "show --cpus"; do
    # shellcheck disable=SC2086 # words
    run --separate-stderr "$root/scripts/tune" $wrong
    expect 2 "$status"
    contains "$stderr" "tune: "
    expect 1 "$(wc -l <<<"$stderr")"
  done
  expect "$before" "$(snapshot)"
}

@test "without root show works and apply says what it needs" {
  need_root "become another user"
  unset WHICHJVM_TUNE_ROOT
  # The checkout may lie where no other user gets to.
  mkdir -p "$scratch/bin/lib/usage"
  cp "$root/scripts/tune" "$scratch/bin/"
  cp "$root"/scripts/lib/{tune,common}.sh "$scratch/bin/lib/"
  cp "$root/scripts/lib/usage/tune.txt" "$scratch/bin/lib/usage/"
  chmod -R a+rX "$scratch/bin"
  run --separate-stderr chroot --userspec=65534:65534 / "$scratch/bin/tune" apply swappiness
  expect 4 "$status"
  contains "$stderr" "apply needs root"
  run chroot --userspec=65534:65534 / "$scratch/bin/tune" show
  expect 0 "$status"
  contains "$output" stat-interval
}

@test "a setting of the real host is set and put back exactly" {
  need_root "set it"
  [[ -w /proc/sys/vm/swappiness ]] || skip "vm.swappiness cannot be written here"
  # Another setting than the service's test has, which may run now.
  unset WHICHJVM_TUNE_ROOT
  ! grep -qs ^swappiness /var/lib/whichjvm/tune-undo.tsv || skip "this host's swappiness is tuned; scripts/tune revert puts it back"
  real_before=$(</proc/sys/vm/swappiness)
  wanted=$((real_before == 77 ? 78 : 77))
  tune apply "swappiness=$wanted"
  expect 0 "$status"
  expect "$wanted" "$(</proc/sys/vm/swappiness)"
  # Nothing else that is tuned here, by whom ever, is put back.
  tune revert swappiness
  expect 0 "$status"
  expect "$real_before" "$(</proc/sys/vm/swappiness)"
}
