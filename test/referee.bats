#!/usr/bin/env bats
# Contenders of a block by workload/launch, with this host's java, and the referee by which they take turns.
# Two of them are real; what becomes of them is told by the time at which their first round started.

load helper
load launch

setup() {
  use_launch
  make_scratch
  warm_up_soon
  turns=$scratch/turns
  pids=()
}

teardown() {
  ((! ${#pids[@]})) || kill -KILL "${pids[@]}" 2>/dev/null || true
  remove_scratch
}

# referee MEMBERS: in the background; members may come before it is there
referee() {
  WHICHJVM_COLLECTOR_JAR=$root/collector/target/whichjvm-collector.jar \
    "$root/collector/collect" referee --turns "$turns" --members "$1" --warm-up 200ms 3>&- &
  pids+=($!)
  referee=$!
  members=$1
}

# member NUMBER COMMAND…: with the environment of that contender, in the background
member() {
  env WHICHJVM_STEP=1 WHICHJVM_LOCK_HELD=1 WHICHJVM_MEMBERS="$members" WHICHJVM_MEMBER="$1" \
    WHICHJVM_TURNS="$turns/$1" "${@:2}" 2>"$scratch/$1.err" 3>&- &
  pids+=($!)
}

# contender NUMBER [OPTION…]: one that measures for half a second
contender() {
  member "$1" "$launch" "${short[@]}" --warmup 200ms --duration 500ms --turn 100ms --fork "c/001-$1" "${@:2}"
}

# started NUMBER: when its first round did, by its fork's file
started() { json "$out/c/forks/001-$1.json" "d['turns']['startedNanos']"; }

# all_end: with whatever exit codes; the referee with 0
all_end() {
  wait "${pids[@]:1}" || true
  wait "$referee" || fail "the referee ended with $?"
  pids=()
}

# started_together NUMBER…
started_together() {
  local number
  expect 1 "$(for number; do started "$number"; done | sort -u | wc -l)"
  contains "$(<"$turns/referee/state")" "start $(started "$1")"
}

@test "the contenders of a block start their first round at once, when all are warm" {
  referee 2
  contender 0
  contender 1
  all_end
  started_together 0 1
  expect "whichjvm.turns/1" "$(grep -v '^start ' "$turns/referee/state")"
  # A launcher may have said since that a fork failed.
  for number in 0 1; do
    expect 1 "$(find "$turns/$number/own" -name 'here.*' | wc -l)"
    expect warm "$(find "$turns/$number/own" -type f ! -name 'here.*' ! -name gone -printf '%f')"
  done
}

@test "a contender whose JVM is killed while it warms up costs its own fork alone" {
  referee 2
  # Long enough to be killed in.
  contender 0 --warmup 60s
  contender 1
  eventually grep -sqx 'place 0' "$turns/referee/state"
  eventually pkill -KILL -P "${pids[1]}" java
  all_end
  started 1
  [[ ! -e $out/c/forks/001-0.json ]]
  contains "$(<"$turns/referee/state")" "out 0 gone"
}

@test "a contender without a java is not waited for" {
  referee 2
  mkdir -p "$turns/0/own"
  member 0 env PATH=/nowhere /bin/sh "$launch" --fork c/001-0
  contender 1
  all_end
  started 1
  contains "$(<"$scratch/0.err")" "there is no java on the PATH"
  contains "$(<"$turns/referee/state")" "out 0 gone"
}

@test "a hostile contender costs its own fork alone" {
  cat >"$scratch/hostile" <<'END'
#!/usr/bin/env bash
until [[ -d $WHICHJVM_TURNS/own ]]; do sleep 0.05; done
cd "$WHICHJVM_TURNS/own"
mkfifo warm here.0 gone.0
ln -s /dev/zero state
truncate --size 1T huge
for ((i = 0; i < 2000; i++)); do : >"name-$i"; done
# By which contenders once met: who truncated it ended them all.
truncate --size 0 /dev/shm/whichjvm-"$WHICHJVM_STEP"/turns 2>/dev/null
for ((i = 0; i < 100; i++)); do
  rm -f warm && : >warm
  sleep 0.05
done
END
  chmod +x "$scratch/hostile"
  referee 3
  member 0 "$scratch/hostile"
  contender 1
  contender 2
  all_end
  started_together 1 2
  # Which of them was found out first is a matter of moments.
  contains "$(<"$turns/referee/state")" "out 0 "
}

@test "a contender that comes when the others have gone on says so, and keeps no result" {
  referee 2
  mkdir -p "$turns/0/own"
  : >"$turns/0/own/gone"
  contender 1
  eventually grep -sq '^place 1' "$turns/referee/state"
  rm "$turns/0/own/gone"
  contender 0
  all_end
  started 1
  contains "$(<"$scratch/0.err")" "the block went on without this JVM, which was said to have ended"
  expect failed "$(json "$out/c/forks/001-0.json" "d['status']")"
}

@test "who takes turns with others and does not know where is told" {
  WHICHJVM_MEMBERS=2 refused 2 "WHICHJVM_MEMBERS is 2 and WHICHJVM_STEP is not set; give all contenders" --turn 100ms
  WHICHJVM_MEMBERS=2 WHICHJVM_STEP=1 \
    refused 2 "WHICHJVM_MEMBERS is 2 and WHICHJVM_TURNS is not set; start 'collector/collect referee'" --turn 100ms
}
