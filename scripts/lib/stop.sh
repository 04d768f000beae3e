# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # shared with the script that sources it, and with common.sh
# When a campaign is precise enough: --precision, --max-time and --margin of scripts/compare. What is
# precise enough the collector says, at the blocks that it planned to look at; here is the clock.

readonly max_time_default=1800 cap_least=8 cap_most=1000

# What a fork takes beside its warm-up and duration, in seconds: JVM, unpaced warm-up, floor,
# container.
readonly docker_fork_overhead=3 host_fork_overhead=2

# percentage OPTION VALUE: prints the value
percentage() {
  [[ $2 =~ ^([0-9]{1,2})(\.([0-9]))?%$ ]] || percentage_wrong "$@"
  local tenths=$((10 * 10#${BASH_REMATCH[1]} + 10#${BASH_REMATCH[3]:-0}))
  ((tenths >= 1 && tenths <= 500)) || percentage_wrong "$@"
  printf '%s' "$2"
}

percentage_wrong() { die "$exit_usage" "$1 is '$2'; it is a percentage from 0.1% to 50%, such as 2%"; }

# whole_seconds OPTION VALUE: prints the value in seconds
whole_seconds() {
  local found
  # Nothing below a second is within the range.
  found=$(seconds "$2" | awk '{ printf "%d", $1 }') || true
  ((found >= 1 && found <= 86400)) || die "$exit_usage" "$1 is '$2'; it is a time from 1s to 24h, such as 10m"
  printf '%s' "$found"
}

# seconds T: 500ms, 10s, 2m, 1h or 10 as a number of seconds. Fails if it is none.
seconds() {
  [[ $1 =~ ^([0-9]{1,9}(\.[0-9]{1,9})?)(ns|us|ms|s|m|h)?$ ]] || return
  awk -v number="${BASH_REMATCH[1]}" -v unit="${BASH_REMATCH[3]:-s}" 'BEGIN {
    split("ns 1e-9 us 1e-6 ms 1e-3 s 1 m 60 h 3600", words, " ")
    for (i = 1; words[i] != unit; i += 2);
    print number * words[i + 1]
  }'
}

check_stopping() {
  [[ $precision || ! $max_time ]] ||
    die "$exit_usage" "--max-time ends a campaign that --precision lets run on; give that too, such as --precision 2%"
  [[ ! $precision ]] || max_time=${max_time:-$max_time_default}
}

# fork_seconds: what a fork is expected to take
fork_seconds() {
  local duration warmup overhead=${runner}_fork_overhead
  duration=$(workload_seconds --duration) || return
  warmup=$(workload_seconds --warmup) || return
  awk -v times="$(fork_times "$duration" "$warmup")" -v rest="${!overhead}" 'BEGIN { print times + rest }'
}

# choose_blocks: as many as fit into the time, unless --blocks says how many at most
choose_blocks() {
  [[ ! $blocks ]] || return 0
  local fork
  fork=$(fork_seconds) || exit
  blocks=$(awk -v time="$max_time" -v fork="$fork" -v forks="${#ready[@]}" \
    -v least="$cap_least" -v most="$cap_most" 'BEGIN {
      fit = int(time / (forks * fork))
      print (fit < least ? least : (fit > most ? most : fit))
    }')
}

# workload_seconds OPTION: its last value on the workload's command line
workload_seconds() {
  local value
  value=$(option_value "$1" "${workload_options[@]}")
  seconds "$value" || die "$exit_usage" "$1 is '$value', which is no duration; write it like 500ms, 10s, 2m or 1h"
}

# announce: what is about to be run, and how long that takes
announce() {
  local duration fork total
  duration=$(workload_seconds --duration) || exit
  [[ $workload != contention ]] || duration="$(score_runs) runs of $duration"
  fork=$(fork_seconds) || exit
  total=$(awk -v a="$fork" -v b="$blocks" -v c="${#ready[@]}" 'BEGIN { printf "%d", a * b * c + 0.5 }')
  if [[ $precision ]]; then
    say "$(counted ${#ready[@]} variant) × at most $(counted "$blocks" block) of $duration s: at most $(rounded_time $((total < max_time ? total : max_time)))"
  else
    say "$(counted ${#ready[@]} variant) × $(counted "$blocks" block) of $duration s: about $(rounded_time "$total")"
  fi
}

# counted N WORD: 1 block, 2 blocks
counted() { printf '%d %s%s' "$1" "$2" "$([[ $1 == 1 ]] || printf s)"; }

# rounded_time SECONDS: 45 s, 9 min, 2 h 05 min
rounded_time() {
  local minutes=$((($1 + 30) / 60))
  if (($1 < 90)); then
    printf '%d s' "$1"
  elif ((minutes < 100)); then
    printf '%d min' "$minutes"
  else
    printf '%d h %02d min' $((minutes / 60)) $((minutes % 60))
  fi
}

# read_looks: the blocks after which the collector wants to be asked. The list may be on one line or
# on many.
read_looks() {
  read -ra looks < <(tr -d '[:space:]' <"$out/$campaign/campaign.json" |
    sed -n 's/.*"looks":\[\([0-9,]*\)\].*/\1/p' | tr ',' ' ') || true
}

# go_on BLOCK SECONDS: after a block's last fork, so many seconds after the first; fails if the
# campaign is to end. Nothing measures meanwhile.
go_on() {
  if listed "$1" "${looks[@]}"; then
    look "$1" || return
  fi
  if [[ $max_time ]] && (($2 >= max_time)); then
    look "$1" --last || return
  fi
}

# look BLOCK [--last]: asks the collector, tells its answer, and fails if that is to stop
look() {
  local block=$1 answer
  shift
  "${runner}_collector" look "$@" "$campaign" >"$scratch/answer" && read -r answer <"$scratch/answer" &&
    [[ $answer == "go on: "* || $answer == "stop: "* ]] ||
    die "$exit_cannot" "the collector cannot say after block $block whether to go on (see above); the forks are kept: scripts/compare --resume $campaign"
  end_progress
  say "block $block: $answer"
  [[ $answer == "go on: "* && $# == 0 ]]
}

# has_stopped: whether the campaign that is to be resumed has ended of itself
has_stopped() { [[ -e $out/$campaign/stopped.json ]]; }
