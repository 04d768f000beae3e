# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # shared with the script that sources it, and with common.sh
# Workloads whose result is scores, contention and gc-steal: what differs from one of messages.

has_scores() { [[ $workload != queue-latency ]]; }

# score_settings: as `settings`. Of contention the times are those of each benchmark with each number of
# threads, of gc-steal those of the fork.
score_settings() {
  [[ $preset != article ]] || die "$exit_usage" "--preset article is about messages, and --workload $workload has none; it takes quick, full or deep"
  refuse_of_messages
  case $workload-$preset in
    contention-quick) settings 12 200ms 200ms ;;
    contention-full) settings 20 1s 500ms ;;
    contention-deep) settings 15 5s 1s ;;
    gc-steal-quick) settings 12 3s 1s ;;
    gc-steal-full) settings 20 10s 2s ;;
    gc-steal-deep) settings 15 60s 5s ;;
  esac
}

# refuse_of_messages: options that change a queue or its two threads
refuse_of_messages() {
  local option
  for option in ${memory:+--queue-memory} ${idle:+--idle}; do
    die "$exit_usage" "$option is for --workload queue-latency; $workload exchanges no messages: leave it out"
  done
  [[ ! $cpus ]] || die "$exit_usage" "--cpus names the two CPUs of --workload queue-latency; $workload uses all it may: limit them with taskset, or WHICHJVM_CPUSET in containers"
}

# check_score_arm ARM: refuses what only an exchange of messages can have
check_score_arm() {
  local mod
  [[ $(arm_service "$1") != *-to-* ]] ||
    die "$exit_usage" "the variant '$1' is two JVMs that exchange messages, and --workload $workload has none; name one JVM"
  mod=$(arm_mod "$1" delay memory idle)
  [[ ! $mod ]] ||
    die "$exit_usage" "the variant '$1' has +$mod, which is for messages, and --workload $workload has none; it takes +again and flag sets"
}

# check_contrast PAIR: A/B of two scores' names, as adjacent/padded or add@1/add@2
check_contrast() {
  local score='[a-z][a-z0-9-]*'
  [[ ($1 =~ ^$score/$score$ || $1 =~ ^$score@[0-9]+/$score@[0-9]+$) && ${1%/*} != "${1#*/}" ]] ||
    die "$exit_usage" "--contrast is '$1'; it takes two scores, such as adjacent/padded, or both with their threads as add-contended@2/add-contended@4"
}

# score_runs: how often a fork of contention warms up and measures. A check says so; without one, as in a
# dry run, it is a guess: all benchmarks with one thread and with two are 13.
score_runs() {
  local benchmarks threads
  benchmarks=$(option_value --benchmark "${workload_options[@]}")
  threads=$(option_value --threads "${workload_options[@]}")
  if [[ $runs || ! $benchmarks ]]; then
    printf '%d' "${runs:-13}"
  else
    printf '%d' $(($(values_in "$benchmarks") * $(values_in "${threads:-1,2}")))
  fi
}

# values_in LIST: how many, with commas
values_in() { tr ',' '\n' <<<"$1" | grep -c .; }

# fork_times DURATION WARM-UP: what a fork spends on them, in seconds. JMH takes 0.2 s for each run.
fork_times() {
  local times=1 more=0
  [[ $workload != contention ]] || times=$(score_runs) more=0.2
  awk -v duration="$1" -v warmup="$2" -v times="$times" -v more="$more" 'BEGIN { print times * (duration + warmup + more) }'
}

# read_runs: from what a check has said
read_runs() {
  runs=$(sed -nE 's/^whichjvm: .* benchmarks? in ([0-9]+) runs? of .*/\1/p' "$scratch/fork.err")
}

# fork_scores FILE: the first two and the number of the others, for a line of progress; nothing if it
# failed. By its indentation, as JMH's own results in the same file have scores too.
fork_scores() {
  sed -n '/^  "scores": \[/,/^  \]/p' "$1" | awk -F '"' '
    $2 == "name" { name = $4 }
    $2 == "threads" { gsub(/[^0-9]/, "", $3); name = name "@" $3 }
    $2 == "unit" { unit = $4 }
    $2 == "score" {
      gsub(/[: ,]/, "", $3)
      if (++count <= 2) line = line (count == 1 ? "" : ", ") sprintf("%s %.4g %s", name, $3, unit)
    }
    END { if (count) print line (count > 2 ? " and " count - 2 " more" : "") }'
}
