#!/usr/bin/env bats
# bats file_tags=beside
# Whom scripts/tune trusts: it runs as root, so what it keeps for revert is root's alone, and revert writes only
# what a setting may have. On a host made of files.

load helper
load tune-host

# stand_in: a file that is no setting's
stand_in() {
  fake /etc/sudoers "root ALL=(ALL) ALL"
  fake /etc/smp_affinity_list 0-3
}

# keep LINE: of the undo, which is made as apply would make it
keep() {
  mkdir -p "${undo%/*}"
  # shellcheck disable=SC2059 # with its tabs
  printf "$1\n" >>"$undo"
  chmod 644 "$undo"
}

@test "a line that names no setting, or a file, a value or an option of a mount that is not the setting's, is refused" {
  fake_host
  fake_mount
  stand_in
  before=$(snapshot)
  # The value found, which revert would write, is what somebody else wants to be there.
  # shellcheck disable=SC2016 # as it is
  for line in \
    'swappiness\t/etc/sudoers\tevil ALL=(ALL) NOPASSWD: ALL\troot ALL=(ALL) ALL' \
    'sudoers\t/etc/sudoers\tevil ALL=(ALL) NOPASSWD: ALL\troot ALL=(ALL) ALL' \
    'irq-affinity\t/proc/irq/24/../../../etc/smp_affinity_list\t0\t0-3' \
    'irq-affinity\t/proc/irq/../../etc/smp_affinity_list\t0\t0-3' \
    'ksm\t/proc/sys/vm/swappiness\t1\t60' \
    'swappiness\t/proc/sys/vm/swappiness\t1 2\t60' \
    'swappiness\t/proc/sys/vm/swappiness\ta[$(id)]\t60' \
    'governor\t/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor\t../x\tpowersave' \
    'workqueues\t/sys/devices/virtual/workqueue/cpumask\tg\tf' \
    'thp\t/sys/kernel/mm/transparent_hugepage/enabled\tnow\tmadvise' \
    'shmem-thp\t/dev/shm:huge\talways,suid,mode=777\tnever' \
    'swappiness\t/proc/sys/vm/swappiness\t10\tsixty'; do
    rm -f "$undo"
    keep "$line\tfirst-boot"
    tune revert
    expect "$before" "$(snapshot)"
    [[ ! -e $scratch/mounted ]] || fail "mounted: $(<"$scratch/mounted")"
    expect 4 "$status"
    contains "$stderr" "line 1 of $undo is refused"
    expect "nothing to revert" "$output"
  done
}

@test "what is refused stands in the way of nothing else, and is not kept" {
  fake_host
  stand_in
  tune apply swappiness
  keep 'ksm\t/etc/sudoers\tevil\troot ALL=(ALL) ALL\tfirst-boot'
  tune apply ksm
  expect 4 "$status"
  tune show ksm
  contains "$stderr" "line 2 of $undo is refused"
  tune revert
  expect 4 "$status"
  expect 60 "$(now /proc/sys/vm/swappiness)"
  expect 1 "$(now /sys/kernel/mm/ksm/run)"
  expect "root ALL=(ALL) ALL" "$(now /etc/sudoers)"
  [[ ! -e $undo ]] || fail "$undo is still there: $(<"$undo")"
}

@test "what a terminal would obey is not printed as it is" {
  fake_host
  keep 'swappiness\t/proc/sys/vm/swappiness\t\033]0;mine\007\t60\tfirst-boot'
  tune revert
  expect 4 "$status"
  [[ $stderr != *$'\033'* ]] || fail "the escape sequence was printed"
}

@test "a line of another boot is left out, and those of this one are put back" {
  fake_host
  fake /proc/sys/vm/stat_interval 120
  tune apply swappiness
  keep 'stat-interval\t/proc/sys/vm/stat_interval\t1\t120\tan-earlier-boot'
  tune revert
  expect 0 "$status"
  contains "$stderr" "was booted since"
  expect 60 "$(now /proc/sys/vm/swappiness)"
  expect 120 "$(now /proc/sys/vm/stat_interval)"
}

@test "an undo that is a link, or that others can write, is refused, and nothing is written through it" {
  fake_host
  stand_in
  tune apply swappiness
  cp "$undo" "$scratch/kept"
  before=$(snapshot)
  for how in link write own folder-link folder-write folder-own; do
    rm -rf "${undo%/*}"
    mkdir -p "${undo%/*}"
    install -m 644 "$scratch/kept" "$undo"
    mkdir -p "$scratch/elsewhere"
    case $how in
      link) ln -sf "$WHICHJVM_TUNE_ROOT/etc/sudoers" "$undo" ;;
      write) chmod g+w "$undo" ;;
      own)
        ((EUID == 0)) || continue
        chown 65534 "$undo"
        ;;
      folder-link)
        rm -r "${undo%/*}"
        install -m 644 "$scratch/kept" "$scratch/elsewhere/${undo##*/}"
        ln -s "$scratch/elsewhere" "${undo%/*}"
        ;;
      folder-write) chmod o+w "${undo%/*}" ;;
      folder-own)
        ((EUID == 0)) || continue
        chown 65534 "${undo%/*}"
        ;;
    esac
    owner=$(stat -c %u:%a "$WHICHJVM_TUNE_ROOT/etc/sudoers")
    for action in "apply ksm" revert show; do
      # shellcheck disable=SC2086 # words
      tune $action
      expect "$before" "$(snapshot)"
      expect "$owner" "$(stat -c %u:%a "$WHICHJVM_TUNE_ROOT/etc/sudoers")"
      expect 4 "$status"
      contains "$stderr" "only $(id -un) may own it and write it"
    done
  done
}

@test "what is kept can be written by its owner alone, whatever the umask" {
  fake_host
  umask 000
  tune apply swappiness
  expect 0 "$status"
  expect "644 755" "$(stat -c %a "$undo" "${undo%/*}" | xargs)"
  expect "$EUID $EUID" "$(stat -c %u "$undo" "${undo%/*}" | xargs)"
}

@test "a value that revert could not put back is not replaced" {
  fake_host
  fake /proc/sys/kernel/numa_balancing "what a later kernel says"
  tune apply numa-balancing
  expect 4 "$status"
  contains "$stderr" "is 'what a later kernel says', which revert could not put back"
  expect "what a later kernel says" "$(now /proc/sys/kernel/numa_balancing)"
}

# waited_for: whether somebody waits for the lock on the undo's folder
waited_for() { grep -q -- "-> FLOCK .*:$(stat -c %i "${undo%/*}") " /proc/locks; }

@test "of two at once one waits for the other, since both rewrite one undo" {
  fake_host
  mkdir -p "${undo%/*}"
  exec {lock}<"${undo%/*}"
  flock "$lock"
  "$root/scripts/tune" apply ksm {lock}<&- 3>&- >/dev/null 2>&1 &
  started=$!
  eventually waited_for
  expect 1 "$(now /sys/kernel/mm/ksm/run)"
  exec {lock}<&-
  end_of_start
  expect 0 "$status"
  expect 0 "$(now /sys/kernel/mm/ksm/run)"
}

@test "an image that has not the host's folder keeps no undo of its own, which would go with it" {
  fake_host
  WHICHJVM_IN_IMAGE=1 tune apply ksm
  expect 4 "$status"
  contains "$stderr" "docker compose run --rm tune apply"
  expect 1 "$(now /sys/kernel/mm/ksm/run)"
  mkdir -p "${undo%/*}"
  WHICHJVM_IN_IMAGE=1 tune apply ksm
  expect 0 "$status"
  expect 0 "$(now /sys/kernel/mm/ksm/run)"
}

@test "what the kernel refuses is said in its own words, whatever the language" {
  fake_host
  make_turkish "$scratch"
  # The kernel has no such setting, but a file that holds a number and takes no list.
  rm "$WHICHJVM_TUNE_ROOT/proc/irq/24/smp_affinity_list"
  ln -s /proc/self/oom_score_adj "$WHICHJVM_TUNE_ROOT/proc/irq/24/smp_affinity_list"
  run --separate-stderr "${turkish[@]}" "$root/scripts/tune" apply irq-affinity
  expect 4 "$status"
  contains "$stderr" "(Invalid argument)"
}

@test "what a file of the host says is text, and nothing in it is run" {
  fake_host
  for file in cpu0/cpuidle/state2/latency isolated online; do
    cp -a "$WHICHJVM_TUNE_ROOT" "$scratch/untouched"
    fake "/sys/devices/system/cpu/$file" "PATH[\$(touch $scratch/ran)]"
    tune apply c-states irq-affinity
    [[ ! -e $scratch/ran ]] || fail "what $file says was run"
    rm -r "$WHICHJVM_TUNE_ROOT"
    mv "$scratch/untouched" "$WHICHJVM_TUNE_ROOT"
  done
}
