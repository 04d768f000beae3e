# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # shared with the script that sources it, and with common.sh
# Runs a campaign: its plan line by line, whatever is missing, and what it says meanwhile.

# The lines of plan.tsv: block, position, variant; and how many a block has.
plan=()
per_block=
# Whether the collector is asked after each block if that has to be run again.
gated=0

# --- a campaign that is there -----------------------------------------------------------------

# What the campaign was started with; the plan says the rest.
read_campaign() {
  [[ -f $out/$campaign/plan.tsv ]] || die "$exit_usage" "there is no campaign '$campaign' to resume in $out; it has: $(campaigns)"
  [[ -z $blocks$precision$max_time$margin$decide$duration$cpus$baseline$memory$idle$retries && $control == 0 && ${#variants[@]} == 0 && ${#producers[@]} == 0 && ${#consumers[@]} == 0 && ${#gates[@]} == 0 && ${#workload_options[@]} == 0 && ${#contrasts[@]} == 0 && ! $study ]] || die "$exit_usage" "--resume runs what the campaign's plan says; variants and options cannot be changed"
  mapfile -t variants < <(awk -F '\t' 'NR > 1 && !seen[$3]++ { print $3 }' "$out/$campaign/plan.tsv")
  runner=$(setting runner)
  preset=$(setting preset)
  workload=$(setting workload)
  runs=$(setting runs)
  max_time=$(setting maxTime)
  read -ra workload_options <<<"$(setting options)"
  JAVA_OPTS=$(setting javaOptions)
  export JAVA_OPTS
  # What the files of docker/flags say by now is another flag set.
  local name
  while IFS= read -r name; do
    flag_options["$name"]=$(setting "flags.$name")
  done < <(sed -n 's/^ *"flags\.\([^"]*\)": .*/\1/p' "$out/$campaign/campaign.json")
  if [[ $runner == host ]]; then
    local service
    for service in $(arm_services "${variants[@]}"); do
      jdks+=("$service=$(setting "jdk.$service")")
    done
  fi
}

# What cannot be had any more is not a failed fork.
same_variants() {
  local variant
  for variant in "${variants[@]}"; do
    listed "$variant" "${ready[@]}" ||
      die "$exit_cannot" "$variant of the campaign $campaign cannot be had now (a line above says why); resume when it can"
  done
}

# setting KEY: campaign.json has a line a setting, whose values have neither quotes nor backslashes.
setting() { sed -n "s/^ *\"${1//./\\.}\": \"\(.*\)\",\{0,1\}$/\1/p" "$out/$campaign/campaign.json"; }

campaigns() { find "$out" -mindepth 2 -maxdepth 2 -name plan.tsv -printf '%P\n' | sed 's|/plan.tsv||' | sort | tr '\n' ' '; }

# --- forks ------------------------------------------------------------------------------------

# start_fork VARIANT NAME ARGUMENT…: replaces this shell by the fork
start_fork() {
  if is_pair "$1"; then
    start_pair "$@"
  else
    start_jvm "$1" "$(arm_service "$1")" "${@:2}"
  fi
}

# start_jvm VARIANT JVM NAME ARGUMENT…: replaces this shell by a JVM of the fork. An arm's own options
# come last, so they win.
start_jvm() {
  local variant=$1 jvm=$2 name=$3 own
  shift 3
  read -ra own <<<"$(arm_options "$variant")"
  "${runner}_fork" "$variant" "$jvm" "$name" "$workload" "${workload_options[@]}" "${own[@]}" "$@"
}

# run_fork VARIANT ARGUMENT…: its exit code is left in `fork_status`. In the background, so that a
# signal is dealt with at once; from then on nothing runs here until the fork has ended.
run_fork() {
  local variant=$1
  shift
  fork_status=0
  fork_side=
  if is_pair "$variant"; then
    run_pair "$variant" "$@"
    return
  fi
  start_fork "$variant" "$fork_name" "$@" </dev/null >"$scratch/fork.out" 2>"$scratch/fork.err" &
  fork_pid=$!
  wait "$fork_pid" || fork_status=$?
  fork_pid=
}

# Between forks this shell takes nothing from a substitution: bash (5.2) forgets a SIGINT that comes as one
# ends (measured: up to 1 in 20), and a Ctrl-C would be lost. So what needs some, as progress, is in the
# background.
run_campaign() {
  local line=0 block position variant file done_before ran=0 news=0 started=$SECONDS took spent=0
  read_looks
  read_gates
  read_plan
  ((! resuming)) || catch_up || return 0
  done_before=$line
  while ((line < ${#plan[@]})); do
    IFS=$'\t' read -r block position variant <<<"${plan[line]}"
    ((++line))
    fork_file "$block" "$position" "$variant"
    if [[ -e $file ]]; then
      ((++done_before))
    else
      fork_name=whichjvm-$campaign-$block-$position
      run_fork "$variant" --fork "$campaign/$block-$position"
      [[ -e $file ]] || fork_died "$block" "$position" "$variant"
      ((++ran, news = 1))
      took=$((spent + SECONDS - started))
      progress "$block" $((done_before + ran)) "${#plan[@]}" "$variant" "$file" \
        "$(seconds_left "$took" $(((took - spent) * (${#plan[@]} - done_before - ran) / ran)))" &
      wait "$!"
    fi
    if ((news && line % per_block == 0)); then
      news=0
      after_block "$block" "$took" || break
    fi
  done
  end_progress
}

# fork_file BLOCK POSITION VARIANT: left in `file`
fork_file() { printf -v file '%s/%03d-%d-%s.json' "$out/$campaign/forks" "$1" "$2" "$3"; }

# read_plan: again after each block, to which the collector may have added one
read_plan() {
  mapfile -t plan < <(tail -n +2 "$out/$campaign/plan.tsv")
  blocks=${plan[-1]%%$'\t'*}
  per_block=$((${#plan[@]} / blocks))
}

# catch_up: leads `line` to the first fork that is missing, and asks what may not have been asked after
# the block before it. `spent` is what the forks that are there took.
catch_up() {
  local block position variant file
  while ((line < ${#plan[@]})); do
    IFS=$'\t' read -r block position variant <<<"${plan[line]}"
    fork_file "$block" "$position" "$variant"
    [[ -e $file ]] || break
    ((++line))
  done
  [[ ! $max_time ]] ||
    spent=$(awk -v forks="$line" -v fork="$(fork_seconds)" 'BEGIN { printf "%d", forks * fork }')
  ((line && line % per_block == 0 && (gated || line < ${#plan[@]}))) || return 0
  after_block $((line / per_block)) "$spent"
}

# after_block BLOCK SECONDS: fails if the campaign is to end
after_block() {
  if ((gated)); then
    judge "$1"
    read_plan
  else
    go_on "$@"
  fi
}

# read_gates: a campaign that ends of itself has no blocks to run again
read_gates() {
  gated=0
  ((${#looks[@]})) || ! tr -d '[:space:]' <"$out/$campaign/campaign.json" | grep -F '"gates":{"' >/dev/null || gated=1
}

announce_retries() {
  local number
  number=$(sed -n 's/^ *"retries": \([1-9][0-9]*\),\{0,1\}$/\1/p' "$out/$campaign/campaign.json")
  [[ ! $number ]] || say "at most $(counted "$number" block) more, for those that a gate sets aside"
}

# judge BLOCK: lets the collector add the block once more to the plan, if something spoilt it
judge() {
  local answer
  "${runner}_collector" gate "$campaign" "$1" >"$scratch/answer" && read -r answer <"$scratch/answer" &&
    [[ $answer == clean || $answer == "again: "* || $answer == "set aside: "* ]] ||
    die "$exit_cannot" "the collector cannot say whether block $1 is to be run again (see above); the forks are kept: scripts/compare --resume $campaign"
  [[ $answer != clean ]] || return 0
  end_progress
  say "$answer"
}

# What a fork that is gone left half-made. No other fork lives while this holds the host's lock; what
# is another user's is left to them.
clean_up() {
  "${runner}_remove" "$fork_name" "$fork_name-producer"
  [[ -z $campaign ]] || rm -f "$out/$campaign/forks/".*.tmp
  find /dev/shm -maxdepth 1 -regextype posix-extended -regex '.*/whichjvm-[0-9]+(-[0-9]+)?(\.jvm\.log)?' \
    -exec rm -rf {} + 2>/dev/null || true
}

# A fork that left no file is one that failed; what it left half-made goes.
fork_died() {
  local reason
  reason=$(fork_says)
  ((fork_status != 137)) || reason="the ${fork_side}JVM was killed (signal 9)"
  clean_up
  "${runner}_collector" failed --campaign "$campaign" --block "$1" --position "$2" --variant "$3" \
    --reason "${reason:-it ended without a word} (exit code $fork_status)" >&2 ||
    die "$exit_cannot" "fork $1-$2 of $3 left no result and none could be written for it: ${reason:-exit code $fork_status}"
}

# fork_says: why it did not run: the workload's own sentence, else what a JVM says first beside its
# warnings and that there will be no JVM
fork_says() {
  local sentence
  sentence=$(sed -n 's/^whichjvm: //p' "$scratch/fork.err" | grep -v -e '--help' | tail -n 1) || true
  [[ $sentence ]] || sentence=$(grep -hvE '^ *#? *$|[Ww]arning|^Error: (Could not create|A fatal)|^Error occurred during init|^Uncaught exception' \
    "$scratch/fork.err" "$scratch/fork.out" | head -n 1) || true
  printf '%s' "$sentence"
}

# --- progress ---------------------------------------------------------------------------------

# seconds_left TOOK REST: of what the other forks take at most, and of the time there is
seconds_left() {
  local left=$2
  [[ ! $max_time ]] || ((left < max_time - $1)) || left=$((max_time > $1 ? max_time - $1 : 0))
  printf '%d' "$left"
}

# progress BLOCK FORK FORKS VARIANT FILE SECONDS_LEFT: after a fork, never during one
progress() {
  local line
  line="block $1/$blocks, fork $2/$3, $4: $(fork_summary "$5"), $(human_seconds "$6") left"
  if [[ -t 2 ]]; then
    printf '\r\033[K%s' "$line" >&2
  else
    say "$line"
  fi
}

end_progress() { [[ ! -t 2 ]] || printf '\r\033[K' >&2; }

# The two figures of a fork's file that say most, or why there are none.
fork_summary() {
  local p50 floor scores
  p50=$(fork_p50 "$1")
  scores=$(fork_scores "$1")
  floor=$(sed -n '/^  "floorNs": {/,/}/s/^ *"before": \([0-9]*\).*/\1/p' "$1")
  if [[ $p50 ]]; then
    printf 'p50 %s ns, floor %s ns' "$p50" "$floor"
  elif [[ $scores ]]; then
    printf '%s%s' "$scores" "${floor:+, floor $floor ns}"
  else
    printf 'failed (%s)' "$(sed -n 's/^  "reason": "\(.*\)",\{0,1\}$/\1/p' "$1")"
  fi
}

interrupted() {
  trap '' INT TERM HUP
  end_progress
  if [[ $fork_pid ]]; then
    # The consumer first: it would keep a fork whose producer was stopped.
    "${runner}_stop" "$fork_name" "$fork_pid"
    [[ ! $producer_pid ]] || "${runner}_stop" "$fork_name-producer" "$producer_pid"
    clean_up
  fi
  if [[ -f $out/$campaign/plan.tsv && $campaign ]]; then
    say "interrupted; $(find "$out/$campaign/forks" -name '*.json' | wc -l) whole forks are kept. To go on:"
    say "  scripts/compare --resume $campaign$([[ $out == "$root/out" ]] || printf ' --out %q' "$out")"
  fi
  exit "$exit_interrupted"
}
