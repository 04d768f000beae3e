# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # shared with the script that sources it, and with common.sh
# Two JVMs at once: PRODUCER-to-CONSUMER is an arm whose fork is two processes, one with each side of
# the exchange. The consumer's is the fork as all others are: its name, its process, its output.

# What the producers and the consumers of --producer and --consumer are.
producers=() consumers=()

# The producer's process, while there is one, and whose words are in fork.err.
producer_pid=
fork_side=

# How long, in tenths of a second, one side may take to end once the other has failed. It says why and
# writes the fork's file then.
readonly side_grace=50

is_pair() { [[ ${1%%+*} == *-to-* ]]; }

# arm_jvms ARM: the JVM it runs on, or the producer's and the consumer's, a line each
arm_jvms() {
  local jvms=${1%%+*}
  printf '%s\n' "${jvms%%-to-*}"
  ! is_pair "$1" || printf '%s\n' "${jvms#*-to-}"
}

# check_jvm_list OPTION VALUE
check_jvm_list() {
  [[ $2 =~ ^[a-z0-9][a-z0-9._-]*(,[a-z0-9][a-z0-9._-]*)*$ ]] ||
    die "$exit_usage" "$1 is '$2'; it takes variants without a +, with commas between, such as jdk17-temurin,jdk21-temurin"
}

# add_pairs: each producer with each consumer, after the variants that were named
add_pairs() {
  local producer consumer
  ((${#producers[@]} + ${#consumers[@]})) || return 0
  ((${#producers[@]})) || die "$exit_usage" "--consumer needs --producer too: which JVM sends, such as --producer ${consumers[0]}"
  ((${#consumers[@]})) || die "$exit_usage" "--producer needs --consumer too: which JVM receives, such as --consumer ${producers[0]}"
  for producer in "${producers[@]}"; do
    for consumer in "${consumers[@]}"; do
      variants+=("$producer-to-$consumer")
    done
  done
}

# check_pair ARM: refuses what two JVMs cannot do
check_pair() {
  is_pair "$1" || return 0
  [[ $runner == docker || ${WHICHJVM_HUGE_DIR:-} ]] || ! { [[ $(arm_mod "$1" memory) == huge ]] || uses_huge "${workload_options[@]}"; } ||
    die "$exit_usage" "the two JVMs of $1 would each see huge pages of their own; use --runner docker, or mount a tmpfs with huge=always that both see and set WHICHJVM_HUGE_DIR"
}

# start_pair ARM NAME ARGUMENT…: in a dry run, both commands
start_pair() {
  local arm=$1 name=$2 pair=PAIR
  shift 2
  (start_side producer "$arm" "$name" "$@")
  start_side consumer "$arm" "$name" "$@"
}

# start_side ROLE ARM NAME ARGUMENT…: replaces this shell by one side of the pair `pair`
start_side() {
  local role=$1 arm=$2 name=$3 jvms
  shift 3
  mapfile -t jvms < <(arm_jvms "$arm")
  if [[ $role == producer ]]; then
    start_jvm "$arm" "${jvms[0]}" "$name-producer" "$@" --role producer --pair "$pair"
  else
    start_jvm "$arm" "${jvms[1]}" "$name" "$@" --role consumer --pair "$pair"
  fi
}

# run_pair ARM ARGUMENT…: as run_fork does
run_pair() {
  local arm=$1 pair first first_status=0 status=0 stopped=0
  shift
  pair=$$-${EPOCHREALTIME//[!0-9]/}
  start_side producer "$arm" "$fork_name" "$@" </dev/null >"$scratch/producer.out" 2>"$scratch/producer.err" &
  producer_pid=$!
  start_side consumer "$arm" "$fork_name" "$@" </dev/null >"$scratch/fork.out" 2>"$scratch/fork.err" &
  fork_pid=$!
  wait -n -p first "$fork_pid" "$producer_pid" || first_status=$?
  if [[ $first == "$fork_pid" ]]; then
    ((! first_status)) || ends_soon "$producer_pid" || "${runner}_stop" "$fork_name-producer" "$producer_pid"
    fork_status=$first_status
    wait "$producer_pid" || status=$?
  else
    ((! first_status)) || ends_soon "$fork_pid" || {
      "${runner}_stop" "$fork_name" "$fork_pid"
      stopped=1
    }
    wait "$fork_pid" || fork_status=$?
    status=$first_status
  fi
  fork_pid='' producer_pid=''
  fork_side="consumer's "
  if ((status && (! fork_status || stopped))); then
    fork_side="producer's " fork_status=$status
    mv "$scratch/producer.out" "$scratch/fork.out"
    mv "$scratch/producer.err" "$scratch/fork.err"
  elif ((! fork_status)); then
    cat "$scratch/producer.out" >>"$scratch/fork.out"
    cat "$scratch/producer.err" >>"$scratch/fork.err"
  fi
  # What was killed could not clean up after itself.
  ((! fork_status)) || clean_up
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
