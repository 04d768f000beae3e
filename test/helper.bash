# shellcheck shell=bash
# What the bats files share.

bats_require_minimum_version 1.5.0

# Of the checkout, from test/ and test/container/ alike.
readonly root=${BATS_TEST_DIRNAME%/test*}

# Where a fork's queue is unless it is told otherwise, and where the host's lock is.
readonly shm=/dev/shm

# For campaigns whose forks are counted, on a host that may be disturbed: no block is run again, also where too
# few turns could start on time.
ungated=(--retries 0)
for gate in floor-in-fork floor-in-turn floor-in-round late throttled-share steal-share waiting-share \
  sleepers-share; do
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

# build_images SERVICES BASE…: of compose.yaml, words; where no image registry is reached, after these bases
# were built from package registries, which .env names from then on
build_images() {
  local services build=(docker/keep-layers 'whichjvm/*:latest' docker compose --profile '*' --progress quiet build)
  read -r -a services <<<"$1"
  "${build[@]}" "${services[@]}" >/dev/null 2>&1 || {
    docker/packages/build build go "${@:2}" >&2
    "${build[@]}" "${services[@]}"
  }
}

# eventually COMMAND…: waits until it succeeds, for minutes where the host is busy; no test depends on how
# long that takes
eventually() {
  local tries
  for ((tries = 0; tries < 3600; tries++)); do
    ! "$@" || return 0
    sleep 0.05
  done
  fail "never came true: $*"
}

# json FILE EXPRESSION: of d, the parsed file, in Python
json() {
  python3 -c 'import json, sys
with open(sys.argv[1]) as file:
    d = json.load(file)
print(eval(sys.argv[2]))' "$1" "$2"
}

# expect WANTED GOT
expect() { [[ $2 == "$1" ]] || fail "expected '$1', got '$2'"; }

# collect ARGUMENT…: of the collector, on campaigns in $scratch/out, as scripts start it
collect() {
  WHICHJVM_COLLECTOR_JAR=$root/collector/target/whichjvm-collector.jar WHICHJVM_OUT=$scratch/out "$root/collector/collect" "$@"
}

# contains TEXT PART
contains() { [[ $1 == *"$2"* ]] || fail "no '$2' in: $1"; }
