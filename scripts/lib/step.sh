# Runs the forks of one step: all are started together, and each leaves its file, or the collector records why it
# did not.

# How many bytes of what a fork says are kept, of stdout and of stderr: the last ones, in which it says
# why it ends.
readonly most_output=$((1 << 20))

# While a step runs this process ends every so many seconds, for the step's deadline, and because bash (5.2) was seen to
# miss that a fork has ended, once in hundreds of forks, until another one did.
timer=
readonly between_looks=20

# How long, in s, programs of a block are let run one at a time; empty where they are not. The process that does so,
# and its stdin.
slice= slicer= slicing=
# Stands before the name of a fork to make the name of its control group.
group_of=

# Of the forks that run: the contender's number to the process, and to the name of process or container.
declare -A running=() name_of=()
# Processes that were killed; a sentence on those of a fork that live all the same is in NAME.left.
killed=()
# What the last fork that ended said last.
last_words=

# start_fork NUMBER NAME: replaces this shell by the fork of that contender of the step
start_fork() {
  local environment arguments jvm deadline fork contender=${contenders[$1]}
  printf -v fork '%s/%03d-%s' "$campaign" "$block" "$contender"
  read_command "${command_of[$contender]}"
  environment+=("WHICHJVM_STEP=${step_number:-0}" WHICHJVM_LOCK_HELD=1)
  # By its number a session draws its CPUs, and the length of the environment, on which depends where a stack begins
  # (Mytkowicz et al., "Producing wrong data without doing anything obviously wrong!", ASPLOS 2009).
  [[ ! ${WHICHJVM_SESSION:-} ]] || {
    environment+=("WHICHJVM_SESSION=$WHICHJVM_SESSION")
    printf -v "environment[${#environment[@]}]" 'WHICHJVM_PADDING=%*s' "$WHICHJVM_SESSION" ''
  }
  ((members < 2)) || environment+=("WHICHJVM_MEMBERS=$members" "WHICHJVM_MEMBER=$1")
  # Behind -- is somebody's own program.
  "${runner}_fork" "$2" "$1" "$jvm" "${arguments[0]}" --fork "$fork" "${arguments[@]:1}"
}

# run_step: the one that was taken. In the background, so that a signal is dealt with at once; from then on
# nothing runs here until the forks have ended. Forks that take turns belong together: what a killed
# campaign has of them is measured again.
run_step() {
  local i file ended status failed='' readers=() stopping=() longest=0 waited=0 tick to_out to_err
  local -A exits=() late=()
  step_number=$$${EPOCHREALTIME//[!0-9]/}
  read_limits
  begin_step
  for i in "${!contenders[@]}"; do
    fork_file "$i"
    rm -f "$file" "${file%.json}".{hlog,out,jfr,collapsed,compiled}
    name_of[$i]=whichjvm-$campaign-$step-$i
    open_readers "$i"
    start_fork "$i" "${name_of[$i]}" \
      </dev/null >&"$to_out" 2>&"$to_err" {to_out}>&- {to_err}>&- {requests}>&- {answers}<&- &
    running[$i]=$!
    exec {to_out}>&- {to_err}>&-
  done
  start_slices
  start_timer
  while ((${#running[@]})); do
    status=0
    wait -n -p ended "${running[@]}" "$beside" $timer $slicer || status=$?
    # Nobody is there to take what the forks measure.
    [[ $ended != "$beside" ]] || beside_ended
    [[ $ended != "$slicer" ]] || slicer_ended
    if [[ $ended == "$timer" ]]; then
      waited=$((waited + tick))
      start_timer
      ((waited < longest || ${#late[@]})) || for i in "${!running[@]}"; do
        late[$i]=$longest
        "${runner}_stop" "${name_of[$i]}" "${running[$i]}" &
        stopping+=("$!")
      done
      give_up
      missed_end || continue
    fi
    for i in "${!running[@]}"; do
      [[ ${running[$i]} == "$ended" ]] || continue
      exits[$i]=$status
      unset "running[$i]"
      # Who takes turns is not waited for by the others of the block.
      ((members < 2)) || request ended "$i"
      ((! status)) || failed=yes
    done
  done
  end_timer
  end_slices
  ((! ${#stopping[@]})) || wait "${stopping[@]}" || true
  for i in "${readers[@]}"; do
    # A process that a fork has left behind may keep its end of a pipe.
    ends_soon "$i" || kill "$i" 2>/dev/null || true
    wait "$i" 2>/dev/null || true
  done
  keep_outcomes
}

# open_readers NUMBER: the end of what a fork writes into `to_out` and `to_err` is kept in files
open_readers() {
  local from_out from_err
  open_pipe "$scratch/$1.out.pipe"
  from_out=$reads to_out=$writes
  open_pipe "$scratch/$1.err.pipe"
  from_err=$reads to_err=$writes
  tail -c "$most_output" <&"$from_out" >"$scratch/$1.out" {from_err}<&- {to_out}>&- {to_err}>&- {requests}>&- {answers}<&- &
  readers+=("$!")
  tail -c "$most_output" <&"$from_err" >"$scratch/$1.err" {from_out}<&- {to_out}>&- {to_err}>&- {requests}>&- {answers}<&- &
  readers+=("$!")
  exec {from_out}<&- {from_err}<&-
}

# begin_step [AGAIN]: nothing of another fork is left where those of this step write
begin_step() {
  local ready
  request start "$block" "$members"
  IFS= read -r -u "$answers" ready || beside_ended
  if [[ $ready == dirty && ! ${1:-} ]]; then
    # A fork has left what cannot be removed. New folders have nothing of it.
    restart_beside
    begin_step again
    return
  fi
  [[ $ready == ready ]] || die "$exit_cannot" "the folders that forks write into cannot be emptied; look what holds files in them"
}

# read_limits: of the step's forks, into `slice`, and into `longest` after how many seconds the slowest is ended: what
# the plan says, unless a person says WHICHJVM_DEADLINE
read_limits() {
  local contender entry environment arguments jvm deadline
  slice=
  for contender in "${contenders[@]}"; do
    read_command "${command_of[$contender]}"
    deadline=${deadline:-600}
    longest=$((deadline > longest ? deadline : longest))
    for entry in "${environment[@]}"; do
      [[ $entry != WHICHJVM_SLICE=* ]] || slice=${entry#*=}
    done
  done
  longest=${WHICHJVM_DEADLINE:-$longest}
  [[ ! $slice || $group_of ]] || "${runner}_check_freezer"
  # Checks run one by one.
  ((block)) || slice=
  # Programs know of no turns: they are let run from outside.
  [[ ! $slice ]] || members=1
}

# start_slices: the programs of the step run one at a time from now on
start_slices() {
  local i groups=()
  [[ $slice ]] || return 0
  # In the order of the contenders, by which slices are told apart; that of name_of is any.
  for i in "${!contenders[@]}"; do
    groups+=("$group_of${name_of[$i]}")
  done
  open_pipe "$scratch/slicing"
  slicing=$writes
  setsid "$root/scripts/lib/slices" "$slice" "$scratch/slices" "${groups[@]}" \
    <&"$reads" {reads}<&- {slicing}>&- {host_lock}<&- {requests}>&- {answers}<&- &
  slicer=$!
  exec {reads}<&-
}

# end_slices: whatever still runs does so all at once
end_slices() {
  [[ $slicing ]] || return 0
  exec {slicing}>&-
  wait "$slicer" 2>/dev/null || true
  slicer= slicing=
  "${runner}_remove_groups" "${name_of[@]}"
}

# slicer_ended: somebody has ended it, and it cannot thaw what it froze
slicer_ended() {
  thaw_groups "${name_of[@]/#/$group_of}"
  stop_step
  say "the forks are kept: $(resume_command)"
  die "$exit_cannot" "scripts/lib/slices has ended before the programs did that it let run one at a time; nothing stays frozen"
}

# start_timer: until the next look, or the deadline
start_timer() {
  tick=$((longest - waited))
  ((tick > 0 && tick < between_looks)) || tick=$between_looks
  # It may outlive this shell, so it holds nothing of it.
  (
    [[ ! $slicing ]] || exec {slicing}>&-
    exec sleep "$tick"
  ) {host_lock}<&- {requests}>&- {answers}<&- &
  timer=$!
}

# missed_end: a fork that has ended and that nobody has told of, into `ended`, and its `status`
missed_end() {
  for ended in "${running[@]}"; do
    kill -0 "$ended" 2>/dev/null && continue
    wait "$ended" || status=$?
    return 0
  done
  return 1
}

# give_up: on the forks that live though they were killed
give_up() {
  local i
  for i in "${!running[@]}"; do
    [[ ! -s $scratch/${name_of[$i]}.left ]] || unset "running[$i]"
  done
}

# keep_left NAME PID…: which of the processes of a fork live 5 s after they were killed
keep_left() {
  local process state tenths=0
  for process in "${@:2}"; do
    while { read -r state <"/proc/$process/stat"; } 2>/dev/null && state=${state##*) } && [[ $state != Z* ]]; do
      ((tenths++ < 50)) || {
        printf 'whichjvm: process %s is in state %s and outlives SIGKILL, so it was left behind; see what it waits for in /proc/%s, or restart this host\n' \
          "$process" "${state%% *}" "$process"
        break
      }
      sleep 0.1
    done
  done >"$scratch/$1.left"
}

end_timer() {
  [[ $timer ]] || return 0
  kill "$timer" 2>/dev/null || true
  wait "$timer" 2>/dev/null || true
  timer=
}

# ends_soon PID [TENTHS]: whether it ends by itself, within 5 s or so many tenths of one. Nothing is measured any more.
ends_soon() {
  local tenths
  for ((tenths = 0; tenths < ${2:-50}; tenths++)); do
    kill -0 "$1" 2>/dev/null || return 0
    sleep 0.1
  done
  return 1
}

# keep_outcomes: the collector takes the files of each fork, or writes why there are none
keep_outcomes() {
  local line i bytes
  for i in "${!contenders[@]}"; do
    # In place of the words of a JVM that was killed.
    [[ ! -s $scratch/${name_of[$i]}.left ]] || { cat "$scratch/${name_of[$i]}.left" >>"$scratch/$i.err" && exits[$i]=1; }
    while IFS= read -r line; do
      line=${line#whichjvm: }
      last_words=${line//[[:cntrl:]]/ }
    done < <(tail -n 1 "$scratch/$i.err")
  done
  [[ ! $failed ]] || clean_up
  if [[ $slice ]]; then
    stat -c %s "$scratch/slices" >"$scratch/bytes"
    read -r bytes <"$scratch/bytes"
    request slices "$bytes"
    cat "$scratch/slices" >&"$requests" || beside_ended
  fi
  for i in "${!contenders[@]}"; do
    cat "$scratch/$i".{err,out} >"$scratch/outputs"
    stat -c %s "$scratch/outputs" >"$scratch/bytes"
    read -r bytes <"$scratch/bytes"
    request fork "$i" "${contenders[i]}" "${exits[$i]}" "${late[$i]:-0}" "$bytes"
    cat "$scratch/outputs" >&"$requests" || beside_ended
  done
  request kept
  answer ready
}

# stop_step: whatever of it runs, all contenders at once
stop_step() {
  local i stopping=()
  end_timer
  end_slices
  for i in "${!running[@]}"; do
    "${runner}_stop" "${name_of[$i]}" "${running[$i]}" &
    stopping+=("$!")
  done
  # Without any it would wait for the collector too.
  ((! ${#stopping[@]})) || wait "${stopping[@]}" 2>/dev/null || true
  for i in "${!running[@]}"; do
    { [[ -s $scratch/${name_of[$i]}.left ]] && cat "$scratch/${name_of[$i]}.left" >&2; } || ends_soon "${running[$i]}" 600 || true
    unset "running[$i]"
  done
  clean_up
}

# clean_up: what a fork or a report that is gone left half-made
clean_up() {
  ((! ${#name_of[@]})) || "${runner}_remove" "${name_of[@]}"
  # A campaign that could not begin has no folder any more.
  [[ ! $campaign || ! -d $campaigns_folder/$campaign ]] || find "$campaigns_folder/$campaign" -name '.*.tmp' -exec rm -rf {} +
  sweep_shm
}

# sweep_shm: queues and logs that killed forks left; what is another user's is left to them
sweep_shm() {
  [[ $alone ]] || return 0
  find /dev/shm -maxdepth 1 -regextype posix-extended -regex '.*/whichjvm-[0-9]+(-[0-9]+)?(\.jvm\.log)?' \
    -exec rm -rf {} + 2>/dev/null || true
}
