# shellcheck shell=bash
# One fork by workload/launch on this host's own JVMs, for launch*.bats. Real, but short.

# Seconds; the longest fork here ends by itself long before.
readonly hangs_after=150

use_launch() {
  need_cpus 2
  forget_settings
  wait_for_host
  launch=$root/workload/launch
  export WHICHJVM_JAR=$root/workload/target/whichjvm-workload.jar
  [[ -f $WHICHJVM_JAR ]] || fail "there is no $WHICHJVM_JAR; build it: ./mvnw package"
}

# make_scratch: not in bats' own folder, which other users cannot enter
make_scratch() {
  scratch=$(mktemp -d)
  chmod 755 "$scratch"
  out=$scratch/out
  mkdir "$out"
  # So few messages that the queue is not mapped anew, and that a busy host can keep up.
  short=(--rate 10000 --duration 1s --warmup 300ms --out "$out")
  started=
}

remove_scratch() {
  [[ -z ${started:-} ]] || kill -KILL "$started" 2>/dev/null || true
  [[ -z ${scratch:-} ]] || rm -rf "$scratch"
}

# launched COMMAND…: under its own process, which is in $scratch/pid, and what it says in run's variables
launched() {
  # shellcheck disable=SC2016 # of that shell, which becomes the command
  run --separate-stderr timeout --foreground "$hangs_after" sh -c 'echo $$ >"$0"; exec "$@"' "$scratch/pid" "$@"
}

# fork_once OPTION…: a short one, its results in $out; again if a campaign has begun since
fork_once() {
  local _
  for _ in 1 2 3; do
    launched "$launch" "${short[@]}" "$@"
    [[ $status == 4 && $stderr == *"another campaign"* ]] || break
    wait_for_host
  done
}

overloaded() { [[ $status == 3 && $stderr == *overloaded* ]]; }

# fork_or_overloaded OPTION…: again if this host is too busy to keep the pace
fork_or_overloaded() {
  local _
  for _ in 1 2 3; do
    fork_once "$@"
    overloaded || return 0
    rm -rf "${out:?}"/*
  done
}

# fork OPTION…: a whole one; that this host is too busy for it is not what is tested
fork() {
  fork_or_overloaded "$@"
  skip_if_overloaded
  expect 0 "$status" || fail "$stderr"
}

skip_if_overloaded() { ! overloaded || skip "this host is too busy: three forks of 10,000 messages a second were overloaded"; }

# keep_fork NAME OPTION…: for a setup_file, a fork that several tests read
keep_fork() {
  out=$BATS_FILE_TMPDIR/$1
  mkdir "$out"
  short=(--rate 10000 --duration 1s --warmup 300ms --out "$out")
  scratch=$BATS_FILE_TMPDIR
  fork_or_overloaded "${@:2}"
  printf '%s' "$status" >"$out.status"
  printf '%s' "$output" >"$out.stdout"
  printf '%s' "$stderr" >"$out.stderr"
}

# read_fork NAME: what keep_fork kept, as fork leaves it
read_fork() {
  out=$BATS_FILE_TMPDIR/$1
  status=$(<"$out.status")
  output=$(<"$out.stdout")
  stderr=$(<"$out.stderr")
  skip_if_overloaded
  expect 0 "$status" || fail "$stderr"
}

# The one JSON file, the one .hlog.
result() { find "$out" -name '*.json'; }
histograms() { find "$out" -name '*.hlog'; }

# of_result EXPRESSION: of d, in Python
of_result() { json "$(result)" "$1"; }

# queues_of PID: what that launch and its JVM have in /dev/shm, whoever else runs forks now
queues_of() { find "$shm" -maxdepth 1 -name "whichjvm-$1-*"; }

# nothing_left: neither a result, nor a half one, nor a queue
nothing_left() {
  expect "" "$(find "$out" -type f)"
  [[ ! -f $scratch/pid ]] || expect "" "$(queues_of "$(<"$scratch/pid")")"
}

# was_refused CODE PART: a sentence with PART in it, that exit code, and nothing else
was_refused() {
  expect "$1" "$status"
  contains "$stderr" "$2"
  contains "${stderr_lines[0]}" "whichjvm: "
  [[ $stderr != *$'\tat '* ]] || fail "a stack trace: $stderr"
  expect "" "$output"
  nothing_left
}

# refused CODE PART OPTION…
refused() {
  # A heap that is not touched first: half the time of a JVM that refuses at once.
  JAVA_OPTS=-Xms32m fork_once "${@:3}"
  was_refused "$1" "$2"
}
