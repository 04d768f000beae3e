# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # shared with the script that sources it, and with common.sh
# What a campaign is going to be: which arms can be run, and what the collector is told to plan.

# What no fork could run with ends here, before there is a campaign; what one JVM refuses is left out.
check_arms() {
  local arm tried=()
  fork_name=whichjvm-check-$$
  for arm in "${ready[@]}"; do
    # One that has nothing of its own speaks for all.
    if ((! ${#tried[@]})) || has_own "$arm"; then
      try_arm "$arm" || continue
    fi
    tried+=("$arm")
  done
  # Whatever is wrong is wrong for all.
  ((${#tried[@]})) || exit "$fork_status"
  ready=("${tried[@]}")
}

# has_own ARM: whether one JVM may refuse what another takes
has_own() {
  [[ $(arm_mod "$1" memory idle flags) || ${JAVA_OPTS:-} || $(option_value --idle "${workload_options[@]}") ||
  $(option_value --queue-memory "${workload_options[@]}") ]]
}

# try_arm ARM: fails, and says why, if it cannot be run or would not be what its name says
try_arm() {
  local arm=$1 sentence
  fits "$arm" || return
  run_fork "$arm" --check
  read_runs
  ((fork_status != 0)) || ! listed --help "${workload_options[@]}" || {
    cat "$scratch/fork.out"
    exit
  }
  if ((fork_status != 0)); then
    has_own "$arm" || {
      cat "$scratch/fork.err" >&2
      exit "$fork_status"
    }
    sentence=$(fork_says)
    grep -q '^whichjvm: ' "$scratch/fork.err" || sentence="the JVM refuses it: $sentence"
  else
    sentence=$(jvm_ignores "$arm")
    fork_status=$exit_cannot
  fi
  [[ $sentence ]] || return 0
  say "skipped $arm: $sentence"
  return 1
}

# fits ARM: fails, and says why, if its flag set is not for its JVM. That is asked without the set, with
# which it may not even start.
fits() {
  local name jvm major arch sentence
  name=$(arm_mod "$1" flags)
  [[ $name && ${flag_needs[$name]:-} ]] || return 0
  for jvm in $(arm_jvms "$1"); do
    run_fork "$jvm" --check
    read -r major arch < <(sed -nE 's/^whichjvm: Java ([0-9]+) on ([a-z0-9_]+):.*/\1 \2/p' "$scratch/fork.err") || continue
    sentence=$(flags_misfit "$name" "$major" "$arch")
    [[ $sentence ]] || continue
    fork_status=$exit_cannot
    say "skipped $1: $sentence"
    return 1
  done
}

# jvm_ignores ARM: the warning of a JVM that goes on without what the flag set is for
jvm_ignores() {
  local warning
  [[ $(arm_mod "$1" flags) ]] || return 0
  warning=$(sed -nE 's/^(\[[^]]*\])*\[warning\](\[[^]]*\])? *|^.* VM warning: //p' "$scratch/fork.out" "$scratch/fork.err" |
    grep -m 1 -E -i 'disabled|ignor|to false|failed to|not supported|cannot') || return 0
  printf 'the JVM goes on without it: %s' "$warning"
}

plan() {
  local arguments
  campaign=$(date -u +%Y%m%dT%H%M%S)-${study:-$preset}
  plan_arguments
  "${runner}_collector" plan "${arguments[@]}" >&2 || die "$exit_cannot" "the campaign could not be planned (see above)"
}

# plan_arguments: the collector's, into `arguments`
plan_arguments() {
  local variant service name
  arguments=(--campaign "$campaign" --blocks "$blocks" --seed "$seed" --baseline "$baseline")
  for variant in "${ready[@]}"; do
    arguments+=(--variant "$variant")
  done
  arguments+=(--set runner="$runner" --set preset="$preset" --set workload="$workload"
    --set options="${workload_options[*]}" --set javaOptions="${JAVA_OPTS:-}")
  has_scores ||
    arguments+=(--set queueMemory="$(setting_of --queue-memory "$memory" shm)" --set idle="$(setting_of --idle "$idle" spin)")
  [[ ! $precision ]] || arguments+=(--set maxTime="$max_time" --precision "$precision" --max-time "$max_time")
  [[ ! $margin ]] || arguments+=(--margin "$margin")
  [[ ! $decide ]] || arguments+=(--decide "$decide")
  arguments+=("${gates[@]}")
  [[ ! $retries ]] || arguments+=(--retries "$retries")
  for name in "${contrasts[@]}"; do
    arguments+=(--contrast "$name")
  done
  [[ ! $study ]] || arguments+=(--set study="$study" --set studySays="$study_says")
  # For --resume, which checks no arm and asks no JVM.
  [[ ! $runs ]] || arguments+=(--set runs="$runs")
  for name in $(used_flag_sets "${ready[@]}"); do
    arguments+=(--set "flags.$name=${flag_options[$name]}" --set "flagsSay.$name=${flag_says[$name]}")
  done
  if [[ $runner == host ]]; then
    for service in $(arm_services "${ready[@]}"); do
      arguments+=(--set "jdk.$service=${jvm_home[$service]}")
    done
  fi
}

# setting_of OPTION LIST DEFAULT: what the arms have, asked for here or among the workload's options
setting_of() {
  local value=$2
  [[ $value == *,* ]] || value=$(option_value "$1" "${workload_options[@]}")
  printf '%s' "${value:-$3}"
}

# used_flag_sets ARM…: the names, each once
used_flag_sets() {
  local arm
  for arm; do
    printf '%s\n' "$(arm_mod "$arm" flags)"
  done | awk '$0 != "" && !seen[$0]++'
}

show_plan() {
  local block variant arguments
  campaign=CAMPAIGN
  plan_arguments
  "${runner}_collector" plan "${arguments[@]}"
  say "# in each block in random order:"
  for ((block = 1; block <= blocks; block++)); do
    for variant in "${ready[@]}"; do
      start_fork "$variant" "whichjvm-CAMPAIGN-$block" --fork "CAMPAIGN/$block-POSITION"
    done
  done
  "${runner}_collector" report CAMPAIGN
}
