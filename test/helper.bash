# shellcheck shell=bash
# What the bats files share.

bats_require_minimum_version 1.5.0

# Of the checkout, from test/ and test/container/ alike.
readonly root=${BATS_TEST_DIRNAME%/test*}

# Where a fork's queue is unless it is told otherwise, and where the host's lock is.
readonly shm=/dev/shm

# For campaigns whose forks are counted, on a host that may be disturbed: no block is run again.
ungated=()
for gate in floor-in-fork floor-in-block throttled-share steal-share waiting-share jit-share overloaded; do
  ungated+=(--gate "$gate=off")
done
readonly ungated

# forget_settings: what the person who runs the tests has set for forks of their own
forget_settings() {
  local name
  for name in JAVA_OPTS $(compgen -e | grep '^WHICHJVM_' || true); do
    unset "$name"
  done
}

# wait_for_host: forks refuse to run beside another campaign, and would spoil it
wait_for_host() {
  flock --wait 60 "$shm" true || fail "a campaign measures on this host; run the tests when it is done"
}

fail() {
  printf '%s\n' "$*" >&2
  return 1
}

need_cpus() {
  local have
  have=$(nproc)
  ((have >= $1)) || skip "needs $1 CPUs, and this process may use $have"
}

need_root() { ((EUID == 0)) || skip "needs root, to $1"; }

# eventually COMMAND…: waits until it succeeds; no test depends on how long that takes
eventually() {
  local tries
  for ((tries = 0; tries < 600; tries++)); do
    ! "$@" || return 0
    sleep 0.05
  done
  fail "never came true: $*"
}

# queues: folders of queues that are there now
queues() { find "$shm" -maxdepth 1 -name 'whichjvm-*'; }

# orphans: queues and logs that were not there before ($queues_before) and that no JVM holds
orphans() {
  local left
  for left in $(comm -13 <(sort <<<"$queues_before") <(queues | sort)); do
    ! flock --nonblock "$left" true 2>/dev/null || printf '%s\n' "$left"
  done
}

no_orphans() { [[ ! $(orphans) ]]; }

# json FILE EXPRESSION: of d, the parsed file, in Python
json() {
  python3 -c 'import json, sys
with open(sys.argv[1]) as file:
    d = json.load(file)
print(eval(sys.argv[2]))' "$1" "$2"
}

# expect WANTED GOT
expect() { [[ $2 == "$1" ]] || fail "expected '$1', got '$2'"; }

# expect_no_garbage FORK: no collection, and no measured thread allocates a message. Bytes there may
# be, though never one of each message, where an object has 16: a JVM that gives up a compiled frame
# makes the texts of that method's constants on the thread's heap (seen in a flight recording of 17:
# 784 bytes, String and byte[], at a method that the loop has long been in).
expect_no_garbage() {
  expect 0 "$(json "$1" "d['disturbances']['gcCount']")"
  expect "" "$(json "$1" "''.join('%d bytes ' % b for b in d['disturbances']['allocatedBytes'] if b >= d['messages']['sent'])")"
}

# contains TEXT PART
contains() { [[ $1 == *"$2"* ]] || fail "no '$2' in: $1"; }
