# shellcheck shell=bash
# A host made of files, for the tests of scripts/tune.

setup() {
  forget_settings
  scratch=$(mktemp -d)
  chmod 755 "$scratch"
  export WHICHJVM_TUNE_ROOT=$scratch/host
  undo=$WHICHJVM_TUNE_ROOT/var/lib/whichjvm/tune-undo.tsv
  real_before=
}

teardown() {
  [[ -z ${real_before:-} ]] || printf '%s\n' "$real_before" >/proc/sys/vm/swappiness
  [[ -z ${scratch:-} ]] || rm -rf "$scratch"
}

# fake FILE VALUE
fake() {
  mkdir -p "$(dirname "$WHICHJVM_TUNE_ROOT$1")"
  printf '%s\n' "$2" >"$WHICHJVM_TUNE_ROOT$1"
}

# now FILE
now() { cat "$WHICHJVM_TUNE_ROOT$1"; }

# fake_host: four CPUs, 2 and 3 isolated, nothing tuned
fake_host() {
  local cpu
  for cpu in 0 1 2 3; do
    fake /sys/devices/system/cpu/cpu$cpu/cpufreq/scaling_governor powersave
    fake /sys/devices/system/cpu/cpu$cpu/cpuidle/state0/latency 0
    fake /sys/devices/system/cpu/cpu$cpu/cpuidle/state0/disable 0
    fake /sys/devices/system/cpu/cpu$cpu/cpuidle/state2/latency 133
    fake /sys/devices/system/cpu/cpu$cpu/cpuidle/state2/disable 0
  done
  fake /sys/devices/system/cpu/online 0-3
  fake /sys/devices/system/cpu/isolated 2-3
  fake /sys/devices/system/cpu/intel_pstate/no_turbo 0
  fake /sys/kernel/mm/transparent_hugepage/enabled madvise
  fake /sys/kernel/mm/ksm/run 1
  fake /sys/devices/virtual/workqueue/cpumask f
  fake /proc/sys/kernel/numa_balancing 1
  fake /proc/sys/kernel/nmi_watchdog 0
  fake /proc/sys/kernel/soft_watchdog 1
  fake /proc/sys/kernel/timer_migration 1
  fake /proc/sys/kernel/random/boot_id first-boot
  fake /proc/sys/vm/swappiness 60
  fake /proc/sys/vm/stat_interval 1
  fake /proc/irq/24/smp_affinity_list 0-3
  fake /proc/irq/25/smp_affinity_list 0
  fake /proc/mounts "tmpfs /dev/shm tmpfs rw,nosuid,size=1024k 0 0"
}

# snapshot: every file of the fake host with what is in it, but for the undo
snapshot() { (cd "$WHICHJVM_TUNE_ROOT" && find . -path ./var -prune -o -type f -print0 | sort -z | xargs -0 grep -H ''); }

tune() { run --separate-stderr "$root/scripts/tune" "$@"; }

# fake_command NAME TEXT: before those of the PATH
fake_command() {
  mkdir -p "$scratch/bin"
  printf '#!/usr/bin/env bash\n%s\n' "$2" >"$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
  PATH=$scratch/bin:$PATH
}

# fake_mount: a mount that knows the fake host's table
fake_mount() {
  fake /sys/kernel/mm/transparent_hugepage/shmem_enabled "always within_size advise [never] deny force"
  # shellcheck disable=SC2016 # for the script that it writes
  fake_command mount 'huge=${2##*huge=}
    printf "%s\n" "$*" >>"$WHICHJVM_TUNE_ROOT/../mounted"
    options=rw,nosuid,size=1024k
    [[ $huge == never ]] || options+=,huge=$huge
    printf "tmpfs /dev/shm tmpfs %s 0 0\n" "$options" >"$WHICHJVM_TUNE_ROOT/proc/mounts"'
}
