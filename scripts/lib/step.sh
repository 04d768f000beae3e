# Runs the commands of one step: all are started together, and each leaves the file of its fork, or the
# collector records why it did not.

# How long, in tenths of a second, the other commands of a contender may take to end once one of them
# has failed. They say why and write the fork's file then.
readonly side_grace=50

# How many bytes of what a command says are kept, of stdout and of stderr: the last ones, in which it says
# why it ends.
readonly most_output=$((1 << 20))

# While a step runs this process ends every so many seconds, for the step's deadline, and because bash (5.2) was seen to
# miss that a command has ended, once in hundreds of forks, until another one did.
timer=
readonly between_looks=20

# How long, in s, programs of a block are let run one at a time; empty where they are not. The process that does so,
# and its stdin.
slice= slicer= slicing=
# Stands before the name of a fork to make the name of its control group.
group_of=

# Of the commands that run: index to process, and to the name of process or container.
declare -A running=() name_of=()
# Processes that were killed; a sentence on those of a command that live all the same is in NAME.left.
killed=()
# What the last command that ended said last.
last_words=

# start_command INDEX NAME: replaces this shell by that command of the step
start_command() {
  local environment arguments jvm deadline fork contender=${contenders[$1]}
  printf -v fork '%s/%03d-%s' "$campaign" "$block" "$contender"
  read_command "${command_at[${commands[$1]}]}"
  environment+=("WHICHJVM_STEP=${step_number:-0}" WHICHJVM_LOCK_HELD=1)
  # By its number a session draws its CPUs, and the length of the environment, on which depends where a stack begins
  # (Mytkowicz et al., "Producing wrong data without doing anything obviously wrong!", ASPLOS 2009).
  [[ ! ${WHICHJVM_SESSION:-} ]] || {
    environment+=("WHICHJVM_SESSION=$WHICHJVM_SESSION")
    printf -v "environment[${#environment[@]}]" 'WHICHJVM_PADDING=%*s' "$WHICHJVM_SESSION" ''
  }
  # Programs know of no turns: they are let run from outside.
  [[ ! $slice ]] || member_of=()
  ((${#member_of[@]} < 2)) || environment+=("WHICHJVM_MEMBERS=${#member_of[@]}" "WHICHJVM_MEMBER=${member_of[$contender]}")
  # Behind -- is somebody's own program.
  "${runner}_fork" "$2" "$1" "$jvm" "${arguments[0]}" --fork "$fork" "${arguments[@]:1}"
}

# run_step: the one that was taken. In the background, so that a signal is dealt with at once; from then on
# nothing runs here until the commands have ended. Forks that take turns belong together: what a killed
# campaign has of them is measured again.
run_step() {
  local i file ended status failed=() readers=() stopping=() longest=0 waited=0 tick to_out to_err
  local -A exits=() late=()
  step_number=$$${EPOCHREALTIME//[!0-9]/}
  read_limits
  begin_step
  for i in "${!contenders[@]}"; do
    fork_file "$i"
    rm -f "$file" "${file%.json}".{hlog,out,jfr,collapsed,compiled}
    name_of[$i]=whichjvm-$campaign-$step-$i
    open_readers "$i"
    start_command "$i" "${name_of[$i]}" \
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
      ((${#member_of[@]} < 2)) || [[ $slice ]] || request ended "${member_of[${contenders[i]}]}"
      ((! status)) || {
        failed+=("$i")
        end_others "${contenders[i]}"
      }
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

# open_readers INDEX: the end of what a command writes into `to_out` and `to_err` is kept in files
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
  local ready members=${#member_of[@]}
  [[ ! $slice ]] || members=1
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

# read_limits: of the step's commands, into `slice`, and into `longest` after how many seconds the slowest is ended: what
# the plan says, unless a person says WHICHJVM_DEADLINE
read_limits() {
  local command entry environment arguments jvm deadline
  slice=
  for command in "${commands[@]}"; do
    read_command "${command_at[$command]}"
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
}

# start_slices: the programs of the step run one at a time from now on
start_slices() {
  local i groups=()
  [[ $slice ]] || return 0
  # In the order of the commands, by which slices are told apart; that of name_of is any.
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

# missed_end: a command that has ended and that nobody has told of, into `ended`, and its `status`
missed_end() {
  for ended in "${running[@]}"; do
    kill -0 "$ended" 2>/dev/null && continue
    wait "$ended" || status=$?
    return 0
  done
  return 1
}

# give_up: on the commands that live though they were killed
give_up() {
  local i
  for i in "${!running[@]}"; do
    [[ ! -s $scratch/${name_of[$i]}.left ]] || unset "running[$i]"
  done
}

# keep_left NAME PID…: which of the processes of a command live 5 s after they were killed
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

# end_others CONTENDER: its commands that still run, once one has failed
end_others() {
  local other
  for other in "${!running[@]}"; do
    [[ ${contenders[other]} == "$1" ]] || continue
    ends_soon "${running[$other]}" || "${runner}_stop" "${name_of[$other]}" "${running[$other]}"
  done
}

# ends_soon PID [TENTHS]: whether it ends by itself. Nothing is measured any more.
ends_soon() {
  local tenths
  for ((tenths = 0; tenths < ${2:-$side_grace}; tenths++)); do
    kill -0 "$1" 2>/dev/null || return 0
    sleep 0.1
  done
  return 1
}

# keep_outcomes: the collector takes the files of each fork, or writes why there are none; `failed` has the
# commands that failed, the first one first
keep_outcomes() {
  local line contender i other slot bytes outputs
  local -A told=()
  for i in "${!contenders[@]}"; do
    # In place of the words of a JVM that was killed.
    [[ ! -s $scratch/${name_of[$i]}.left ]] || { cat "$scratch/${name_of[$i]}.left" >>"$scratch/$i.err" && exits[$i]=1; }
    while IFS= read -r line; do
      line=${line#whichjvm: }
      last_words=${line//[[:cntrl:]]/ }
    done < <(tail -n 1 "$scratch/$i.err")
  done
  ((! ${#failed[@]})) || clean_up
  if [[ $slice ]]; then
    stat -c %s "$scratch/slices" >"$scratch/bytes"
    read -r bytes <"$scratch/bytes"
    request slices "$bytes"
    cat "$scratch/slices" >&"$requests" || beside_ended
  fi
  # The command that failed first speaks for its contender.
  for i in "${failed[@]}" "${!contenders[@]}"; do
    contender=${contenders[i]}
    [[ ! ${told[$contender]:-} ]] || continue
    told[$contender]=yes
    outputs=("$scratch/$i".{err,out})
    for other in "${!contenders[@]}"; do
      [[ ${contenders[other]} == "$contender" ]] || continue
      # The result is in the folder of the last command, which is a pair's consumer.
      slot=$other
      ((other == i)) || outputs+=("$scratch/$other".{err,out})
    done
    cat "${outputs[@]}" >"$scratch/outputs"
    stat -c %s "$scratch/outputs" >"$scratch/bytes"
    read -r bytes <"$scratch/bytes"
    request fork "$slot" "$contender" "${commands[i]}" "${exits[$i]}" "${late[$i]:-0}" "$bytes"
    cat "$scratch/outputs" >&"$requests" || beside_ended
  done
  request kept
  answer ready
}

# stop_step: whatever of it runs, all contenders at once
stop_step() {
  local i last stopping
  end_timer
  end_slices
  # Of a pair the last command first: the consumer would keep a fork whose producer was stopped.
  for last in 0 1; do
    stopping=()
    for i in "${!running[@]}"; do
      ((last)) || [[ ${contenders[i + 1]:-} != "${contenders[i]}" ]] || continue
      "${runner}_stop" "${name_of[$i]}" "${running[$i]}" &
      stopping[i]=$!
    done
    # Without any it would wait for the collector too.
    ((! ${#stopping[@]})) || wait "${stopping[@]}" 2>/dev/null || true
    for i in "${!stopping[@]}"; do
      { [[ -s $scratch/${name_of[$i]}.left ]] && cat "$scratch/${name_of[$i]}.left" >&2; } || ends_soon "${running[$i]}" 600 || true
      unset "running[$i]"
    done
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
