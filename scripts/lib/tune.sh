# The settings that scripts/tune knows: the files that each is made of, how those are read and written, and what is kept
# to put them back.

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

# check_cpus: the script ends where --cpus names none of this host: what belongs to others would go to the measured ones
check_cpus() {
  local range online
  local -a wrong=("--cpus is '$cpus'" "a list of CPUs, such as 2,3")
  [[ $cpus =~ ^($cpu_list)$ ]] || die "$exit_usage" "${wrong[@]}"
  for range in ${cpus//,/ }; do
    ((10#${range%-*} <= 10#${range#*-})) || die "$exit_usage" "${wrong[@]}"
  done
  online=$(read_value "$cpu_folder/online" 2>/dev/null) || online=$cpus
  [[ ! $(comm -13 <(expand "$online" | sort) <(expand "$cpus" | sort)) ]] ||
    die "$exit_usage" "--cpus is '$cpus', and this host has the CPUs $online" "CPUs of those"
}

# other_cpus: the list of those that are not measured; fails with a reason in `why_not`
other_cpus() {
  local measured online
  measured=${cpus:-$(read_value "$cpu_folder/isolated" 2>/dev/null || true)}
  online=$(read_value "$cpu_folder/online") || online=0
  why_not="needs to know the measured CPUs: --cpus A,B, as whichjvm doctor says"
  [[ $measured =~ ^($cpu_list)$ && $online =~ ^($cpu_list)$ ]] || return
  others=$(comm -23 <(expand "$online" | sort) <(expand "$measured" | sort) | sort -n | compress)
  why_not="beside CPU $measured there is none to move to"
  [[ $others ]]
}

# --- settings -------------------------------------------------------------------------------------

# check_setting SETTING[=VALUE]: the script ends where there is no such setting or value
check_setting() {
  local name=${1%%=*} value=${1#*=}
  listed "$name" "${settings[@]}" || die "$exit_usage" "'$name' is no setting" "one of ${settings[*]}"
  [[ $1 == *=* ]] || return 0
  [[ $action != revert ]] || die "$exit_usage" "'$1' has a value, and revert puts back what was found" "revert $name"
  case $name in
    shmem-thp | thp) fits "$name" "$value" ;;
    swappiness) fits "$name" "$value" && ((value <= 100)) ;;
    stat-interval) fits "$name" "$value" && ((value >= 1 && value <= 3600)) ;;
    *) die "$exit_usage" "'$1' has a value, and $name takes none" "apply $name" ;;
  esac || die "$exit_usage" "$name does not take '$value'" "$typed --help, which lists what it takes"
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

# is_deep FILE: whether the idle state that this file disables takes long to leave
is_deep() {
  local latency
  { read -r latency <"$fake${1%/disable}/latency"; } 2>/dev/null && [[ $latency =~ ^$number$ ]] &&
    ((latency > deep_micros))
}

# distinct VALUE…: each once
distinct() {
  local value list=', '
  for value; do
    [[ $list == *", $value, "* ]] || list+="$value, "
  done
  list=${list#, }
  printf '%s' "${list%, }"
}

# look SETTING[=VALUE]: fills files, values (to be set), now, and differ with the numbers of those whose value is to change.
# Fails where there is nothing to set, with the reason in `why_not`.
look() {
  local name=${1%%=*} file value found others
  files=() values=() now=() differ=()
  value=${default_of[$name]}
  [[ $1 != *=* ]] || value=${1#*=}
  case $name in
    irq-affinity | workqueues)
      other_cpus || return
      value=$others
      [[ $name == irq-affinity ]] || value=$(mask "$others")
      ;;
    shmem-thp)
      why_not="there is no mount command here; run it on the host, as root"
      command -v mount >/dev/null || return
      ;;
  esac
  while IFS= read -r file; do
    [[ $name != c-states ]] || is_deep "$file" || continue
    case $file in
      */no_turbo) value=1 ;;
      */boost) value=0 ;;
    esac
    # What cannot be read could not be put back.
    found=$(read_value "$file" 2>/dev/null) || continue
    # Of an interrupt that the kernel itself has placed, for each CPU one.
    [[ $name != irq-affinity ]] || can_write "$file" || continue
    same "$file" "$found" "$value" || differ+=("${#files[@]}")
    files+=("$file")
    values+=("$value")
    now+=("$found")
    # With both, the first is the driver's own.
    [[ $name != turbo ]] || break
  done < <(files_here "$name")
  why_not="not on this host"
  ((${#files[@]}))
}

# --- values ---------------------------------------------------------------------------------------

# shm_mount: device and options of the tmpfs on /dev/shm that lies on top, if there is one
shm_mount() {
  local device folder type options found=
  while read -r device folder type options _; do
    [[ $folder != /dev/shm ]] || found="$type $device $options"
  done <"$fake/proc/mounts"
  [[ $found != tmpfs\ * ]] || printf '%s' "${found#tmpfs }"
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
  line=${line#*\[}
  line=${line%%\]*}
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

# --- undo -----------------------------------------------------------------------------------------

# What scripts/tune has changed is in a file: setting, file, value found, value set, boot; a line a file. Who can write
# it tells root what to write. So it is where only root can, and revert writes nothing that apply may not.

readonly undo_folder=$fake/var/lib/whichjvm
readonly undo=$undo_folder/tune-undo.tsv
# Whose they are: root's, and on a host made of files those of who runs this.
keeper=0
[[ ! $fake ]] || keeper=$EUID
readonly keeper

declare -A found_of=() sets_of=() setting_of=() lines_of=()
undo_files=() undo_settings=()

boot_id() { cat "$fake/proc/sys/kernel/random/boot_id" 2>/dev/null || printf unknown; }

# check_owner PATH: what is there must be nobody else's to write
check_owner() {
  [[ -e $1 || -L $1 ]] || return 0
  [[ $(stat -c '%u %a %F' "$1") =~ ^$keeper\ ([0-7]*[0145])?[0145]\ (directory|regular( empty)? file)$ ]] ||
    die "$exit_cannot" "$1 is a link, or others may write it, and only $(id -un "$keeper") may own it and write it" "find out who did that, and remove it"
}

# lock_undo: the host and its containers share the undo, and each rewrites it. apply makes its folder.
lock_undo() {
  check_owner "$undo_folder"
  if [[ ! -d $undo_folder ]]; then
    [[ $action == apply ]] || return 0
    [[ ! ${WHICHJVM_IN_IMAGE:-} ]] ||
      die "$exit_cannot" "the host's $undo_folder is not mounted here, and an undo inside of the container would go with it" \
        "docker compose run --rm tune apply"
    mkdir -p "$undo_folder" ||
      die "$exit_cannot" "$undo_folder cannot be made, and nothing is set that could not be put back" "make that folder"
  fi
  command -v flock >/dev/null ||
    die "$exit_cannot" "flock is not installed, and without it two could write $undo at once" "apt-get install util-linux (Debian)"
  exec {undo_lock}<"$undo_folder"
  flock "$undo_lock"
}

# refusal SETTING FILE FOUND SET: why revert must not believe it; fails if it may
refusal() {
  if ! listed "$1" "${settings[@]}"; then
    printf '%s is no setting' "${1@Q}"
  elif ! may_have "$1" "$2"; then
    printf '%s has no file %s' "$1" "${2@Q}"
  elif ! fits "$1" "$3"; then
    printf '%s cannot have been %s' "$1" "${3@Q}"
  elif ! fits "$1" "$4"; then
    printf '%s cannot be set to %s' "$1" "${4@Q}"
  else
    return 1
  fi
}

# load_undo: what this boot's applies found and set. Of a file that was set twice the first-found value
# counts.
load_undo() {
  local line fields file why count=0 booted=
  check_owner "$undo_folder"
  check_owner "$undo"
  [[ -f $undo ]] || return 0
  while IFS= read -r line || [[ $line ]]; do
    count=$((count + 1))
    IFS=$'\t' read -r -a fields <<<"$line"
    if ((${#fields[@]} < 5)); then
      say "line $count of $undo was cut short, so nothing was set after it was written: it is left out"
    elif why=$(refusal "${fields[@]:0:4}"); then
      complain "line $count of $undo is refused: $why; nothing of it is written"
    elif [[ ${fields[4]} != "$(boot_id)" ]]; then
      booted=yes
    else
      file=${fields[1]}
      [[ ${found_of[$file]+set} ]] || {
        setting_of[$file]=${fields[0]}
        found_of[$file]=${fields[2]}
        undo_files+=("$file")
        undo_settings+=("${fields[0]}")
      }
      sets_of[$file]+=${fields[3]}$'\n'
      lines_of[$file]+=$line$'\n'
    fi
  done <"$undo"
  [[ ! $booted ]] ||
    say "the host was booted since $undo was written: its settings are the kernel's own again, and there is nothing to put back"
  ((${#undo_files[@]})) || [[ $action == show ]] || rm -f "$undo"
}

# keep_undo SETTING INDEX…: of what `look` found, before any of it is written, and on the disk
keep_undo() {
  local i
  [[ ! -s $undo || ! $(tail -c 1 "$undo") ]] || printf '\n' >>"$undo"
  for i in "${@:2}"; do
    printf '%s\t%s\t%s\t%s\t%s\n' "$1" "${files[i]}" "${now[i]}" "${values[i]}" "$(boot_id)" >>"$undo" ||
      die "$exit_cannot" "$undo cannot be written, and nothing is set that could not be put back" "make room for it"
  done
  sync "$undo" "$undo_folder"
}

# forget_undo FILE…: all but these, in the order in which they were set, are done with
forget_undo() {
  local file kept=$undo.new
  rm -f "$kept"
  for file; do
    printf '%s' "${lines_of[$file]}"
  done >"$kept"
  sync "$kept"
  mv "$kept" "$undo"
  [[ -s $undo ]] || rm "$undo"
}
