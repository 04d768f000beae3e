# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # shared with the script that sources it, and with common.sh
# Studies: a question as a file, studies/NAME.study: comments, then lines of KEY VALUE…. Keys are options
# of scripts/compare without their dashes, and variants, options (the workload's) and machine.

readonly studies_folder=$root/studies
# Options that belong to a question; what is left belongs to who asks it.
readonly study_options=(workload preset blocks precision max-time margin decide contrast duration baseline
  queue-memory idle retries)
readonly study_keys=("${study_options[@]}" control variants options machine)

# What the file says, until it is known what the command line says.
study_file=
study_variants=()
study_workload_options=()
study_contrasts=()
study_baseline=
study_machine=

# read_study ARGUMENT…: the file of --study, if that is among them
read_study() {
  local line key value number=0 says=() before=1 word
  local -A seen=()
  study=$(study_named "$@") || exit
  [[ $study ]] || return 0
  study_file=$studies_folder/$study.study
  if [[ $study == */* ]]; then
    study_file=$study study=${study##*/} study=${study%.study}
  fi
  [[ $study =~ ^[a-z][a-z0-9-]*$ && -f $study_file ]] ||
    die "$exit_usage" "there is no study '$study' ($study_file); there are: $(studies), or a file's path with a / in it"
  while IFS= read -r line || [[ $line ]]; do
    ((++number))
    read -r key value <<<"$line" || true
    case $key in
      '') before=0 ;;
      '#'*) ((! before)) || says+=("${line#*# }") ;;
      *)
        before=0
        listed "$key" "${study_keys[@]}" || study_wrong "'$key' is no key of a study; there are: ${study_keys[*]}"
        [[ ! ${seen[$key]:-} || $key == contrast ]] || study_wrong "$key is there twice; give it once, with all its values"
        seen[$key]=1
        [[ $value || $key == control ]] || study_wrong "$key has no value"
        study_line "$key" "$value"
        ;;
    esac
  done <"$study_file"
  # As it is kept in campaign.json.
  says=("${says[@]//[\\\"]/}")
  study_says=${says[*]}
  [[ $study_says ]] || study_wrong "it does not begin with a comment; say there what the study asks"
  study_contrasts=("${contrasts[@]}")
  contrasts=()
  study_baseline=$baseline
}

# study_wrong SENTENCE: of the line that was read last
study_wrong() { die "$exit_usage" "${study_file#"$root/"}, line $number: $1"; }

# study_named ARGUMENT…: the last value of --study among those before --
study_named() {
  local words=()
  while (($#)) && [[ $1 != -- ]]; do
    words+=("$1")
    shift
  done
  option_value --study "${words[@]}"
}

# study_line KEY VALUE
study_line() {
  local said arm service known
  case $1 in
    control) control=1 ;;
    machine)
      [[ $2 == arm64 || $2 == amd64 ]] || study_wrong "machine is '$2'; it is arm64 or amd64"
      study_machine=$2
      ;;
    options) read -ra study_workload_options <<<"$2" ;;
    variants)
      mapfile -t known < <(services_written)
      read -ra study_variants <<<"$2"
      for arm in "${study_variants[@]}"; do
        said=$(check_arm "$arm" 2>&1) || study_wrong "${said#"$0: "}"
        service=$(arm_service "$arm")
        listed "$service" "${known[@]}" ||
          study_wrong "'$service' is no variant; compose.yaml has: ${known[*]}"
      done
      ;;
    *)
      # Once to hear what is wrong with it, and where.
      said=$(option "--$1" "$2" 2>&1) || study_wrong "${said#"$0: "}"
      option "--$1" "$2"
      ;;
  esac
}

# services_written: the variants of compose.yaml, without an engine to ask
services_written() {
  awk '/^[^ #]/ { inside = /^services:/ } inside && /^  [a-z0-9-]+: *$/ { print substr($1, 1, length($1) - 1) }' \
    "$root/compose.yaml" | grep -vxE 'base|collector|tune'
}

# use_study: what the study says where the command line says nothing
use_study() {
  [[ $study ]] || return 0
  check_machine
  ((${#contrasts[@]})) || contrasts=("${study_contrasts[@]}")
  # The last one of an option counts.
  workload_options=("${study_workload_options[@]}" "${workload_options[@]}")
  if ((! ${#variants[@]})); then
    variants=("${study_variants[@]}")
  elif ! listed "$baseline" "${variants[@]}" && [[ $baseline == "$study_baseline" ]]; then
    # Of other variants than the study's.
    baseline=
  fi
  ((list)) || say "study $study: $study_says"
}

# check_machine: no emulator answers for a machine, so this host's it is
check_machine() {
  local here
  here=$(uname -m)
  case $here in
    x86_64) here=amd64 ;;
    aarch64) here=arm64 ;;
  esac
  [[ ! ${study_machine:-} || $study_machine == "$here" ]] ||
    die "$exit_cannot" "the study $study can be answered on an $study_machine machine only, and this is $here: $study_says docs/arm-study.md says how to run it there, and why an emulator cannot answer it"
}

# known_of_study: leaves those of a study's variants that this runner knows
known_of_study() {
  local variant service kept=()
  for variant in "${variants[@]}"; do
    service=$(arm_service "$variant")
    if listed "$service" "$@" || ! listed "$variant" "${study_variants[@]}"; then
      kept+=("$variant")
    else
      say "skipped $variant: there is no JVM $service for --runner $runner; give one with --jdk $service=PATH, or use the runner docker"
    fi
  done
  variants=("${kept[@]}")
}

# enough_for_study: one arm answers a study that compares scores within it, two any other
enough_for_study() {
  local least=2
  [[ $study ]] || return 0
  ((! ${#contrasts[@]})) || least=1
  ((${#ready[@]} >= least)) ||
    die "$exit_cannot" "the study $study compares $(counted "$least" variant) at least, and only $(counted "${#ready[@]}" variant) can be had here${ready:+ ($ready)}; the lines above say why"
}

studies() { find "$studies_folder" -name '*.study' -printf '%f\n' | sed 's/\.study$//' | sort | paste -sd ' '; }

list_studies() {
  local name
  for name in $(studies); do
    printf '%s: %s\n' "$name" "$(awk '!/^#/ { exit } { sub(/^# ?/, ""); print }' "$studies_folder/$name.study" | paste -sd ' ')"
  done
}
