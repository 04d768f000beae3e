# shellcheck shell=bash
# The settings that scripts/tune knows: the files that each is made of, how those are read and written.

# Deeper idle states take longer to leave, in µs, than a message takes.
readonly deep_micros=10

# Tests put a folder before /proc, /sys and /var.
readonly fake=${WHICHJVM_TUNE_ROOT:-}
readonly cpu_folder=/sys/devices/system/cpu thp_folder=/sys/kernel/mm/transparent_hugepage
# An option of a mount, as if it were a file.
readonly shm_huge=/dev/shm:huge

# What the kernel says of a file, as regular expressions.
readonly number='(0|[1-9][0-9]{0,8})' cpu_range='[0-9]{1,4}(-[0-9]{1,4})?' cpu_mask='[0-9a-f]{1,8}(,[0-9a-f]{8})*'
readonly cpu_list="$cpu_range(,$cpu_range)*"

# Each setting: what apply sets where no value is given (- where that depends on the host), the values that its files
# may have, and these files, N being a number. Nothing but these is ever written.
# watchdog is not kernel/watchdog, which is both at once: put back, it would start the one that was off.
settings=()
declare -A default_of=() kind_of=() files_of=()
while read -r setting value kind files; do
  settings+=("$setting")
  default_of[$setting]=$value
  kind_of[$setting]=$kind
  files_of[$setting]=$files
done <<EOF
governor        performance [a-z_]{1,16}                    $cpu_folder/cpuN/cpufreq/scaling_governor
turbo           -           [01]                            $cpu_folder/intel_pstate/no_turbo $cpu_folder/cpufreq/boost
c-states        1           [01]                            $cpu_folder/cpuN/cpuidle/stateN/disable
shmem-thp       always      always|within_size|advise|never $shm_huge
numa-balancing  0           [0-3]                           /proc/sys/kernel/numa_balancing
swappiness      1           $number /proc/sys/vm/swappiness
stat-interval   120         $number /proc/sys/vm/stat_interval
watchdog        0           [01]                            /proc/sys/kernel/nmi_watchdog /proc/sys/kernel/soft_watchdog
ksm             0           [0-2]                           /sys/kernel/mm/ksm/run
timer-migration 0           [01]                            /proc/sys/kernel/timer_migration
irq-affinity    -           $cpu_list /proc/irq/N/smp_affinity_list
workqueues      -           $cpu_mask /sys/devices/virtual/workqueue/cpumask
thp             madvise     always|madvise|never            $thp_folder/enabled
EOF
readonly settings default_of kind_of files_of

# fits SETTING VALUE: whether a file of that setting may have it
fits() { [[ $2 =~ ^(${kind_of[$1]})$ ]]; }

# may_have SETTING FILE: whether it may be one of those that the setting consists of, on any host
may_have() {
  local file
  for file in ${files_of[$1]}; do
    [[ ! $2 =~ ^${file//N/[0-9]+}$ ]] || return 0
  done
  return 1
}

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
  local cpu last='' list=''
  while read -r cpu; do
    if [[ $last && $cpu == $((last + 1)) ]]; then
      list=${list%-"$last"}-$cpu
    else
      list+=${list:+,}$cpu
    fi
    last=$cpu
  done
  printf '%s' "$list"
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
  [[ $measured =~ ^($cpu_list)$ && $online =~ ^($cpu_list)$ ]] || return
  others=$(comm -23 <(expand "$online" | sort) <(expand "$measured" | sort) | sort -n | compress)
  why_not="beside CPU $measured there is none to move to"
  [[ $others ]]
}

# --- settings -------------------------------------------------------------------------------------

# check_setting SETTING[=VALUE]: the script ends where there is no such setting or value
check_setting() {
  local name=${1%%=*} value=${1#*=}
  listed "$name" "${settings[@]}" || die "$exit_usage" "'$name' is no setting; it is one of ${settings[*]}"
  [[ $1 == *=* ]] || return 0
  [[ $action != revert ]] || die "$exit_usage" "'$1': revert puts back what was found; give the name alone, $name"
  case $name in
    shmem-thp | thp) fits "$name" "$value" ;;
    swappiness) fits "$name" "$value" && ((value <= 100)) ;;
    stat-interval) fits "$name" "$value" && ((value >= 1 && value <= 3600)) ;;
    *) die "$exit_usage" "'$1': $name takes no value; give its name alone" ;;
  esac || die "$exit_usage" "'$1': $name does not take '$value'; scripts/tune --help lists what it takes"
}

# files_here SETTING: those that it consists of on this host, a line each
files_here() {
  local pattern file
  for pattern in ${files_of[$1]}; do
    if [[ $pattern == "$shm_huge" ]]; then
      # Without shmem_enabled the kernel knows no huge= of a tmpfs.
      [[ ! -f $fake$thp_folder/shmem_enabled || ! $(shm_mount) ]] || printf '%s\n' "$pattern"
      continue
    fi
    for file in "$fake"${pattern//N/[0-9]*}; do
      file=${file#"$fake"}
      [[ ! -f $fake$file ]] || ! may_have "$1" "$file" || printf '%s\n' "$file"
    done
  done
}

# targets SETTING[=VALUE]: the files that it is made of, and what each is set to, a line each
targets() {
  local name=${1%%=*} value file
  value=${default_of[$name]}
  [[ $1 != *=* ]] || value=${1#*=}
  case $name in
    irq-affinity) value=$others ;;
    workqueues) value=$(mask "$others") ;;
  esac
  while IFS= read -r file; do
    [[ $name != c-states ]] || is_deep "$file" || continue
    case $file in
      */no_turbo) value=1 ;;
      */boost) value=0 ;;
    esac
    printf '%s\t%s\n' "$file" "$value"
    # With both, the first is the driver's own.
    [[ $name != turbo ]] || break
  done < <(files_here "$name")
}

# is_deep FILE: whether the idle state that this file disables takes long to leave
is_deep() {
  local latency
  { read -r latency <"$fake${1%/disable}/latency"; } 2>/dev/null && [[ $latency =~ ^$number$ ]] &&
    ((latency > deep_micros))
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
  [[ $(stat -c %a "$fake$1") =~ [2367][0-7]{0,2}$ && -w $fake$1 ]]
}
