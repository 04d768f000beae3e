# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # shared with the script that sources it, and with common.sh
# Arms. A variant's name is a JVM, and after each + one thing that is different: jdk17-temurin+again,
# +delay30ns, +huge (the queue's memory), +yield (what a thread does that has nothing to do), +zgc (a
# flag set of docker/flags). At most one of a kind.

readonly flags_folder=$root/docker/flags
readonly memories=(shm huge)
readonly needs_pattern='(aarch64|amd64|(aarch64 |amd64 )?([0-9]+-|-[0-9]+|[0-9]+-[0-9]+))'

# Name to JVM options, to the sentence that says what they change, to the JVMs that they fit and why.
declare -A flag_options=() flag_says=() flag_needs=()

# read_flag_sets: every docker/flags/NAME.options: comments, then a JVM option a line. The comment
# `# needs: aarch64 11-: WHY` says that they are for that os.arch and that major version or a newer one;
# -16 is that or an older one, 11-16 from the one to the other; without WHY nothing follows the colon.
read_flag_sets() {
  local file
  for file in "$flags_folder"/*.options; do
    [[ -e $file ]] || continue
    read_flag_set "$file"
  done
}

# read_flag_set FILE
read_flag_set() {
  local name=${1##*/} line options=() says=() needs
  name=${name%.options}
  [[ $name =~ ^[a-z][a-z0-9-]*$ && ! $(own_kind "$name") ]] ||
    die "$exit_usage" "$1 cannot be the name of a flag set; it takes a-z, 0-9 and -, a letter first, and no word that arms have already, such as huge or yield"
  while IFS= read -r line || [[ $line ]]; do
    case $line in
      '# needs: '*)
        needs=${line#'# needs: '}
        [[ $needs =~ ^$needs_pattern(: .*)?$ && ! ${flag_needs[$name]:-} ]] ||
          die "$exit_usage" "$1 has '$line'; once it may have # needs: with aarch64 or amd64, with versions as 11-, -16 or 11-16, or both, and : and why"
        flag_needs[$name]=${needs//[\\\"]/}
        ;;
      '#'*) says+=("${line#*# }") ;;
      -*[[:space:]\\\"\'*?[]*) die "$exit_usage" "$1 has '$line'; a line is one JVM option, without blanks, quotes, backslashes, * ? and [" ;;
      -*) options+=("$line") ;;
      *[![:space:]]*) die "$exit_usage" "$1 has '$line'; a line is a JVM option, such as -XX:+UseZGC, or a comment that begins with #" ;;
    esac
  done <"$1"
  ((${#options[@]})) || die "$exit_usage" "$1 has no JVM option; write one a line, or remove the file"
  # Kept in campaign.json as one line.
  says=("${says[@]//[\\\"]/}")
  flag_options[$name]=${options[*]}
  flag_says[$name]=${says[*]}
}

list_flag_sets() {
  local name
  for name in $(flag_sets); do
    printf '%s: %s\n' "$name" "${flag_says[$name]}"
  done
}

flag_sets() { printf '%s\n' "${!flag_options[@]}" | sort; }

# mod_kind MOD: what such a suffix changes: again, delay, memory, idle or flags. Nothing if it is none.
mod_kind() {
  if [[ $1 =~ ^[a-z][a-z0-9-]*$ && ${flag_options[$1]:-} ]]; then
    printf flags
  else
    own_kind "$1"
  fi
}

# own_kind MOD: the same without the flag sets
own_kind() {
  if [[ $1 =~ ^again([2-9]|[1-9][0-9])?$ ]]; then
    printf again
  elif [[ $1 =~ ^delay([1-9][0-9]{0,6})ns(-([2-9]|[1-9][0-9]))?$ ]] && ((BASH_REMATCH[1] <= 1000000)); then
    printf delay
  elif [[ $1 == huge ]]; then
    printf memory
  elif [[ $1 == yield || $1 == onspinwait ]] || [[ $1 =~ ^park([1-9][0-9]{0,9})ns$ && ${BASH_REMATCH[1]} -le 1000000000 ]]; then
    printf idle
  fi
}

# arm_mods ARM: its suffixes, a line each
arm_mods() {
  [[ $1 != *+* ]] || tr + '\n' <<<"${1#*+}"
}

# check_arm ARM: refuses a suffix that is none, and two of a kind
check_arm() {
  local mod kind
  local -A seen=()
  while IFS= read -r mod; do
    kind=$(mod_kind "$mod")
    [[ $kind ]] ||
      die "$exit_usage" "the variant '$1' has the unknown suffix '+$mod'; it takes +again, +again2 to +again99, +delay30ns, +delay30ns-2 to +delay30ns-99 (1 to 1000000 ns), +huge, +yield, +onspinwait, +park1000ns (1 to 1000000000 ns), or a flag set: $(flag_sets | sed 's/^/+/' | paste -sd ' ')"
    [[ ! ${seen[$kind]:-} ]] ||
      die "$exit_usage" "the variant '$1' has both +${seen[$kind]} and +$mod; give one of them"
    seen[$kind]=$mod
  done < <(arm_mods "$1")
}

# arm_mod ARM KIND…: its first suffix of these kinds, nothing if it has none
arm_mod() {
  local arm=$1 mod
  shift
  while IFS= read -r mod; do
    if listed "$(mod_kind "$mod")" "$@"; then
      printf '%s' "$mod"
      return
    fi
  done < <(arm_mods "$arm")
}

# arm_options ARM: what it adds to the workload's options
arm_options() {
  local mod words=()
  while IFS= read -r mod; do
    case $(mod_kind "$mod") in
      delay) words+=(--delay "${mod:5}") words[-1]=${words[-1]%-*} ;;
      memory) words+=(--queue-memory "$mod") ;;
      idle)
        [[ $mod != park* ]] || mod=park:${mod//[!0-9]/}
        words+=(--idle "$mod")
        ;;
    esac
  done < <(arm_mods "$1")
  printf '%s' "${words[*]}"
}

# arm_flags ARM: the environment that gives its JVM the options of its flag set, a line each; nothing
# without one
arm_flags() {
  local name
  name=$(arm_mod "$1" flags)
  [[ ! $name ]] || printf 'WHICHJVM_FLAG_SET=%s\nWHICHJVM_FLAGS=%s\n' "$name" "${flag_options[$name]}"
}

# flags_misfit NAME MAJOR ARCH: why that flag set is not for such a JVM, in a sentence; nothing if it is
flags_misfit() {
  local needs=${flag_needs[$1]} why='' word first last
  [[ $needs != *': '* ]] || why=": ${needs#*: }"
  needs=${needs%%: *}
  for word in $needs; do
    if [[ $word == [0-9-]* ]]; then
      first=${word%-*} last=${word#*-}
      ((${first:-0} <= $2 && $2 <= ${last:-999})) && continue
    elif [[ $word == "$3" ]]; then
      continue
    fi
    printf 'the flag set %s needs %s, and this JVM is Java %s on %s%s' "$1" "$(needs_words "$needs")" "$2" "$3" "$why"
    return
  done
}

# needs_words NEEDS: such as aarch64 and Java 11 or newer
needs_words() {
  sed -E 's/^([a-z][a-z0-9]*) /\1 and /
    s/([0-9]+)-$/Java \1 or newer/
    s/(^| )-([0-9]+)$/\1Java \2 or older/
    s/(^| )([0-9]+)-([0-9]+)$/\1Java \2 to \3/' <<<"$1"
}

# check_memory LIST, check_idle LIST: of --queue-memory and --idle, with commas
check_memory() { check_values --queue-memory "$1" "$(printf '%s, ' "${memories[@]}")or both as shm,huge"; }

check_idle() { check_values --idle "$1" "spin, yield, onspinwait, park:1000 (1 to 1000000000 ns), or several, as spin,yield"; }

# check_values OPTION LIST ALLOWED: each value once
check_values() {
  local value values
  local -A seen=()
  IFS=, read -ra values <<<"$2,"
  for value in "${values[@]}"; do
    [[ $value && $(value_kind "$value") == "$1" && ! ${seen[$value]:-} ]] ||
      die "$exit_usage" "$1 is '$2'; it takes $3"
    seen[$value]=1
  done
}

# value_kind VALUE: the option whose value it is
value_kind() {
  local mod
  if listed "$1" "${memories[@]}"; then
    printf -- --queue-memory
  elif [[ $1 == spin || $1 == yield || $1 == onspinwait ]] ||
    { [[ $1 == park:* ]] && mod=$(value_suffix "$1") && [[ $(own_kind "${mod#+}") == idle ]]; }; then
    printf -- --idle
  fi
}

# value_suffix VALUE: what an arm with it is called
value_suffix() {
  case $1 in
    shm | spin) ;;
    park:*) printf '+park%sns' "${1#park:}" ;;
    *) printf '+%s' "$1" ;;
  esac
}

# each_with LIST: of the arms that are read, one for each value
each_with() {
  local arm value values
  IFS=, read -ra values <<<"$1"
  while IFS= read -r arm; do
    for value in "${values[@]}"; do
      printf '%s%s\n' "$arm" "$(value_suffix "$value")"
    done
  done
}
