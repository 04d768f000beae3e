# shellcheck shell=bash
# Runs the commands of one step: all are started together, and each leaves the file of its fork, or the
# collector records why it did not.

# How long, in tenths of a second, the other commands of a contender may take to end once one of them
# has failed. They say why and write the fork's file then.
readonly side_grace=50

# Of the commands that run: index to process, and to the name of process or container.
declare -A running=() name_of=()
# What the last command that ended said last.
last_words=

# read_command FILE: into `environment` and `arguments`, which an empty entry divides
read_command() {
  local entry behind=0
  environment=() arguments=() jvm=
  while IFS= read -r -d '' entry; do
    if ((behind)); then
      arguments+=("$entry")
    elif [[ $entry ]]; then
      environment+=("$entry")
      [[ $entry != WHICHJVM_JVM=* ]] || jvm=${entry#*=}
    else
      behind=1
    fi
  done <"$1"
}

# start_command BLOCK CONTENDER COMMAND NAME: replaces this shell by it
start_command() {
  local environment arguments jvm fork
  printf -v fork '%s/%03d-%s' "$campaign" "$1" "$2"
  read_command "$campaigns_folder/$campaign/$3"
  environment+=("WHICHJVM_STEP=${step_number:-0}" WHICHJVM_LOCK_HELD=1)
  ((${#member_of[@]} < 2)) || environment+=("WHICHJVM_MEMBERS=${#member_of[@]}" "WHICHJVM_MEMBER=${member_of[$2]}")
  # Behind -- is somebody's own program.
  "${runner}_fork" "$4" "$jvm" "${arguments[0]}" --fork "$fork" "${arguments[@]:1}"
}

# run_step: that of `lines`. In the background, so that a signal is dealt with at once; from then on
# nothing runs here until the commands have ended. Forks that take turns belong together: what a killed
# campaign has of them is measured again.
run_step() {
  local line block step contender command file i=0 ended status failed=()
  local -A exits=()
  step_number=$$${EPOCHREALTIME//[!0-9]/}
  for line in "${lines[@]}"; do
    IFS=$'\t' read -r block step contender command <<<"$line"
    fork_file "$block" "$contender"
    rm -f "$file" "${file%.json}".{hlog,out}
    name_of[$i]=whichjvm-$campaign-$step-$i
    start_command "$block" "$contender" "$command" "${name_of[$i]}" \
      </dev/null >"$scratch/$i.out" 2>"$scratch/$i.err" &
    running[$i]=$!
    i=$((i + 1))
  done
  while ((${#running[@]})); do
    status=0
    wait -n -p ended "${running[@]}" || status=$?
    for i in "${!running[@]}"; do
      [[ ${running[$i]} == "$ended" ]] || continue
      exits[$i]=$status
      unset "running[$i]"
      ((! status)) || {
        failed+=("$i")
        end_others "$i"
      }
    done
  done
  keep_outcomes
}

# end_others INDEX: those of the same contender, once that command has failed
end_others() {
  local other
  for other in "${!running[@]}"; do
    same_contender "$1" "$other" || continue
    ends_soon "${running[$other]}" || "${runner}_stop" "${name_of[$other]}" "${running[$other]}"
  done
}

# same_contender INDEX INDEX
same_contender() {
  local one other _
  IFS=$'\t' read -r _ _ one _ <<<"${lines[$1]}"
  IFS=$'\t' read -r _ _ other _ <<<"${lines[$2]}"
  [[ $one == "$other" ]]
}

# ends_soon PID: whether it ends by itself. Nothing is measured any more.
ends_soon() {
  local tenths
  for ((tenths = 0; tenths < side_grace; tenths++)); do
    kill -0 "$1" 2>/dev/null || return 0
    sleep 0.1
  done
  return 1
}

# keep_outcomes: the collector writes the file of each fork that left none; `failed` has the commands that
# failed, the first one first
keep_outcomes() {
  local line block contender command i file
  for i in "${!lines[@]}"; do
    while IFS= read -r line; do
      last_words=${line#whichjvm: }
    done <"$scratch/$i.err"
  done
  ((! ${#failed[@]})) || clean_up
  # The command that failed first speaks for its contender.
  for i in "${failed[@]}" "${!lines[@]}"; do
    IFS=$'\t' read -r block _ contender command <<<"${lines[$i]}"
    fork_file "$block" "$contender"
    [[ ! -e $file ]] || continue
    outputs "$i" |
      "${runner}_collector" record --block "$block" --contender "$contender" --command "$command" --exit "${exits[$i]}" "$campaign" >&2 ||
      die "$exit_cannot" "fork $block of $contender left no result, and none could be written for it (see above)"
  done
}

# outputs INDEX: of that command first, then of the others of its contender
outputs() {
  local i
  cat "$scratch/$1.err" "$scratch/$1.out"
  for i in "${!lines[@]}"; do
    [[ $i == "$1" ]] || ! same_contender "$1" "$i" || cat "$scratch/$i.err" "$scratch/$i.out"
  done
}

# stop_step: whatever of it runs, all contenders at once
stop_step() {
  local i last stopping
  # Of a pair the last command first: the consumer would keep a fork whose producer was stopped.
  for last in 0 1; do
    stopping=()
    for i in "${!running[@]}"; do
      ((last)) || [[ ! ${lines[i + 1]:-} ]] || ! same_contender "$i" $((i + 1)) || continue
      "${runner}_stop" "${name_of[$i]}" "${running[$i]}" &
      stopping+=("$!" "${running[$i]}")
      unset "running[$i]"
    done
    wait "${stopping[@]}" 2>/dev/null || true
  done
  clean_up
}

# clean_up: what a fork or a report that is gone left half-made. No other fork lives while this holds the
# host's lock; what is another user's is left to them.
clean_up() {
  ((! ${#name_of[@]})) || "${runner}_remove" "${name_of[@]}"
  [[ ! $campaign ]] || find "$campaigns_folder/$campaign" -name '.*.tmp' -exec rm -rf {} +
  sweep_shm
}

# sweep_shm: queues and logs that killed forks left; a fork leaves this to whoever holds the lock
sweep_shm() {
  find /dev/shm -maxdepth 1 -regextype posix-extended -regex '.*/whichjvm-[0-9]+(-[0-9]+)?(\.jvm\.log)?' \
    -exec rm -rf {} + 2>/dev/null || true
}
