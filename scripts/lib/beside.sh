# The collector's process that lives beside a campaign: it takes the forks of each step, and says after a
# block how the campaign goes on. Its Javadoc (NextCommand) has the requests and answers. They go through
# two pipes, so that it sees the end of its stdin whatever becomes of this shell.

# Its process, if it runs; and how many folders for forks it has.
beside= slots=0
# The pipes' descriptors: this shell's ends, those of the process, and both ends of the one that was opened last.
requests= answers= their_requests= their_answers= reads= writes=
# User and group that own the results folder, as a container sees them.
owner=

# restart_beside: with a folder for each contender of the plan's widest step
restart_beside() {
  local line jvm uid gid options=()
  local -A wide=()
  end_beside
  slots=1
  for line in "${plan[@]}"; do
    line=${line#*$'\t'} line=${line%%$'\t'*}
    wide[$line]=$((${wide[$line]:-0} + 1))
    slots=$((wide[$line] > slots ? wide[$line] : slots))
  done
  if ! has_begun; then
    for jvm in "${jvms[@]}"; do
      listed "$jvm" "${ready[@]}" || options+=("--missing=$jvm=${missing[$jvm]:-it cannot be had}")
    done
    options+=("${substitutes[@]/#/--substitute=}")
    ((! dry_run)) || options+=(--unchecked)
  fi
  rm -f "$scratch/requests" "$scratch/answers"
  open_pipe "$scratch/requests"
  their_requests=$reads requests=$writes
  open_pipe "$scratch/answers"
  answers=$reads their_answers=$writes
  "${runner}_beside" next "${options[@]}" "$campaign" <&"$their_requests" >&"$their_answers" \
    {requests}>&- {answers}<&- {their_requests}<&- {their_answers}>&- &
  beside=$!
  exec {their_requests}<&- {their_answers}>&-
  trap beside_ended PIPE
  answer owner uid gid
  [[ $uid$gid =~ ^[0-9]{1,20}$ ]] || beside_ended
  owner=$uid:$gid
  "${runner}_begun_beside"
}

# open_pipe FILE: into `reads` and `writes`. Both ends are open before there are two processes: one would wait for ever to
# open its own, with the host's lock, if the other had ended before.
open_pipe() {
  local both
  [[ -p $1 ]] || mkfifo "$1"
  # To open one end does not wait where both are open already.
  # shellcheck disable=SC2094 # a pipe is read and written
  exec {both}<>"$1" {reads}<"$1" {writes}>"$1" {both}>&-
}

# end_beside: once it has done what it was asked
end_beside() {
  [[ $beside ]] || return 0
  exec {requests}>&- {answers}<&-
  wait "$beside" 2>/dev/null || true
  beside=
}

# beside_ended: it has said why. What runs measures for nobody.
beside_ended() {
  end_beside
  stop_step
  ! has_begun || say "the forks are kept: $(resume_command)"
  die "$exit_cannot" "the collector has ended before the campaign did (a line above says why)"
}

# request WORD…
request() {
  local IFS=$'\t'
  { printf '%s\n' "$*" 1>&"$requests"; } 2>/dev/null
}

# answer WORD VARIABLE…: the next answer must begin with the word
answer() {
  local said_first
  IFS=$'\t' read -r -u "$answers" said_first "${@:2}" || beside_ended
  [[ $said_first == "$1" ]] || beside_ended
}
