# shellcheck shell=bash
# The settings that scripts/tune knows: the files that each is made of, how those are read and written.

readonly settings=(governor turbo c-states shmem-thp numa-balancing swappiness stat-interval watchdog
  ksm timer-migration irq-affinity workqueues thp)
# Deeper idle states take longer to leave, in µs, than a message takes.
readonly deep_micros=10

# Tests put a folder before /proc and /sys.
readonly fake=${WHICHJVM_TUNE_ROOT:-}
readonly cpu_folder=/sys/devices/system/cpu thp_folder=/sys/kernel/mm/transparent_hugepage
# An option of a mount, as if it were a file.
readonly shm_huge=/dev/shm:huge

# Settings that are one file, and what apply sets where no value is given.
declare -rA file_of=([thp]=$thp_folder/enabled ["numa-balancing"]=/proc/sys/kernel/numa_balancing
  [swappiness]=/proc/sys/vm/swappiness ["stat-interval"]=/proc/sys/vm/stat_interval [ksm]=/sys/kernel/mm/ksm/run
  ["timer-migration"]=/proc/sys/kernel/timer_migration)
declare -rA default_of=(["shmem-thp"]=always [thp]=madvise ["numa-balancing"]=0 [swappiness]=1 ["stat-interval"]=120
  [ksm]=0 ["timer-migration"]=0)

# --- CPUs -----------------------------------------------------------------------------------------

# expand LIST: 0-2,5 as 0 1 2 5, a line each
expand() {
  local range cpu
  for range in ${1//,/ }; do
    for ((cpu = 10#${range%-*}; cpu <= 10#${range#*-}; cpu++)); do
      printf '%s\n' "$cpu"
    done
  done
}

# compress: ascending numbers on stdin as a list
compress() {
  local cpu first='' last='' list=''
  while read -r cpu; do
    if [[ $last && $cpu == $((last + 1)) ]]; then
      last=$cpu
      continue
    fi
    list+=$(range "$first" "$last" "$list")
    first=$cpu last=$cpu
  done
  printf '%s' "$list$(range "$first" "$last" "$list")"
}

# range FIRST LAST BEFORE: with a comma if there is something before it
range() {
  [[ ! $1 ]] || printf '%s%s' "${3:+,}" "$1"
  [[ $1 == "$2" ]] || printf -- '-%s' "$2"
}

# mask LIST: as the kernel's hexadecimal words of 32 CPUs
mask() {
  local -a words=()
  local cpu word highest=0
  for cpu in $(expand "$1"); do
    word=$((cpu / 32))
    words[word]=$((${words[word]:-0} | 1 << cpu % 32))
    highest=$((word > highest ? word : highest))
  done
  printf '%x' "${words[highest]}"
  for ((word = highest - 1; word >= 0; word--)); do
    printf ',%08x' "${words[word]:-0}"
  done
}

# other_cpus: the list of those that are not measured; fails with a reason in `why_not`
other_cpus() {
  local measured online
  measured=${cpus:-$(read_value "$cpu_folder/isolated" 2>/dev/null || true)}
  online=$(read_value "$cpu_folder/online") || online=0
  why_not="needs to know the measured CPUs: --cpus A,B, as scripts/doctor says"
  [[ $measured ]] || return
  others=$(comm -23 <(expand "$online" | sort) <(expand "$measured" | sort) | sort -n | compress)
  why_not="beside CPU $measured there is none to move to"
  [[ $others ]]
}

# --- settings -------------------------------------------------------------------------------------

# named NAME NAME…: whether the first is one of the others
named() {
  local name=$1 other
  shift
  for other; do
    [[ $other != "$name" ]] || return 0
  done
  return 1
}

# check_setting SETTING[=VALUE]: the script ends where there is no such setting or value
check_setting() {
  local name=${1%%=*} value=${1#*=}
  named "$name" "${settings[@]}" || die "$exit_usage" "'$name' is no setting; it is one of ${settings[*]}"
  [[ $1 == *=* ]] || return 0
  [[ $action != revert ]] || die "$exit_usage" "'$1': revert puts back what was found; give the name alone, $name"
  case $name in
    shmem-thp) [[ $value =~ ^(always|within_size|advise|never)$ ]] ;;
    thp) [[ $value =~ ^(always|madvise|never)$ ]] ;;
    swappiness) [[ $value =~ ^[0-9]{1,3}$ ]] && ((10#$value <= 100)) ;;
    stat-interval) [[ $value =~ ^[0-9]{1,4}$ ]] && ((10#$value >= 1 && 10#$value <= 3600)) ;;
    *) die "$exit_usage" "'$1': $name takes no value; give its name alone" ;;
  esac || die "$exit_usage" "'$1': $name does not take '$value'; scripts/tune --help lists what it takes"
}

# there FILE VALUE: one line of targets, if there is such a file
there() { [[ ! -f $fake$1 ]] || printf '%s\t%s\n' "$1" "$2"; }

# targets SETTING[=VALUE]: the files that it is made of, and what each is set to; none where this host
# has no such thing. Fails with a reason in `why_not` where it must be told more.
targets() {
  local name=${1%%=*} value file number
  value=${default_of[$name]:-}
  [[ $1 != *=* ]] || value=${1#*=}
  case $name in
    governor)
      for file in "$fake$cpu_folder"/cpu[0-9]*/cpufreq/scaling_governor; do
        there "${file#"$fake"}" performance
      done
      ;;
    turbo)
      # With both, the first is the driver's own.
      there "$cpu_folder/intel_pstate/no_turbo" 1
      [[ -f $fake$cpu_folder/intel_pstate/no_turbo ]] || there "$cpu_folder/cpufreq/boost" 0
      ;;
    c-states)
      for file in "$fake$cpu_folder"/cpu[0-9]*/cpuidle/state*/latency; do
        { read -r number <"$file"; } 2>/dev/null || continue
        ((number > deep_micros)) || continue
        file=${file%/latency}/disable
        there "${file#"$fake"}" 1
      done
      ;;
    shmem-thp)
      # Without it the kernel knows no huge= of a tmpfs.
      [[ ! -f $fake$thp_folder/shmem_enabled || ! $(shm_mount) ]] || printf '%s\t%s\n' "$shm_huge" "$value"
      ;;
    watchdog)
      # Not kernel/watchdog, which is both at once: put back, it would start the one that was off.
      there /proc/sys/kernel/nmi_watchdog 0
      there /proc/sys/kernel/soft_watchdog 0
      ;;
    irq-affinity)
      for file in "$fake"/proc/irq/[0-9]*/smp_affinity_list; do
        there "${file#"$fake"}" "$others"
      done
      ;;
    workqueues) there /sys/devices/virtual/workqueue/cpumask "$(mask "$others")" ;;
    *) there "${file_of[$name]}" "$value" ;;
  esac
}

# distinct VALUE…: each once
distinct() {
  local -A seen=()
  local value list=
  for value; do
    [[ ! ${seen[x$value]:-} ]] || continue
    seen[x$value]=yes
    list+=${list:+, }$value
  done
  printf '%s' "$list"
}

# look SETTING[=VALUE]: fills files, values (to be set) and now. Fails where there is nothing to set,
# with the reason in `why_not`.
look() {
  local file value found
  files=() values=() now=()
  others=
  if [[ ${1%%=*} == irq-affinity || ${1%%=*} == workqueues ]]; then
    other_cpus || return
  fi
  why_not="there is no mount command here; run it on the host, as root"
  [[ ${1%%=*} != shmem-thp ]] || command -v mount >/dev/null || return
  while IFS=$'\t' read -r file value; do
    # What cannot be read could not be put back.
    found=$(read_value "$file" 2>/dev/null) || continue
    # Of an interrupt that the kernel itself has placed, for each CPU one.
    [[ ${1%%=*} != irq-affinity ]] || can_write "$file" || continue
    files+=("$file")
    values+=("$value")
    now+=("$found")
  done < <(targets "$1")
  why_not="not on this host"
  ((${#files[@]}))
}

# --- values ---------------------------------------------------------------------------------------

# shm_mount: device and options of the tmpfs on /dev/shm that lies on top, if there is one
shm_mount() {
  local device folder type options found=
  while read -r device folder type options _; do
    [[ $folder != /dev/shm ]] || {
      found=
      [[ $type != tmpfs ]] || found="$device $options"
    }
  done <"$fake/proc/mounts"
  printf '%s' "$found"
}

# read_value FILE: of a choice such as "always [madvise] never" the word in brackets
read_value() {
  local line
  if [[ $1 == "$shm_huge" ]]; then
    line=$(shm_mount)
    [[ $line == *huge=* ]] || line=huge=never
    line=${line#*huge=}
    line=${line%%,*}
  else
    read -r line <"$fake$1" || [[ ${line:-} ]] || return
  fi
  [[ $line != *\[*\]* ]] || {
    line=${line#*\[}
    line=${line%%\]*}
  }
  printf '%s' "$line"
}

# write_value FILE VALUE: what the kernel says against it is left in `error`
write_value() {
  if [[ $1 == "$shm_huge" ]]; then
    remount_shm "$2" && return
  else
    error=$({ printf '%s\n' "$2" >"$fake$1"; } 2>&1) && return
  fi
  error=${error##*: }
  return 1
}

# remount_shm HUGE: with the flags it has; the rest of its options stay by themselves. With device and
# folder given, mount does not ask /etc/fstab.
remount_shm() {
  local device options option flags=
  read -r device options < <(shm_mount && printf '\n')
  for option in ${options//,/ }; do
    case $option in
      ro | rw | nosuid | nodev | noexec | relatime | noatime | nodiratime | strictatime | sync) flags+=$option, ;;
    esac
  done
  error=$(mount -o "remount,${flags}huge=$1" "$device" /dev/shm 2>&1)
}

# same FILE VALUE VALUE: as the kernel prints them
same() {
  local a=$2 b=$3
  if [[ $1 == */cpumask ]]; then
    a=${a//,/} b=${b//,/}
    a=${a#"${a%%[!0]*}"} b=${b#"${b%%[!0]*}"}
  fi
  [[ $a == "$b" ]]
}

# can_write FILE: root may open what has no mode to be written, and the kernel refuses later
can_write() {
  [[ $1 == "$shm_huge" ]] && return
  local mode
  mode=$(stat -c %a "$fake$1") && ((8#$mode & 8#222)) && [[ -w $fake$1 ]]
}
