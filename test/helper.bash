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

# warm_up_soon: for forks whose figures nobody looks at: by the first compiler alone they warm up in half the time
warm_up_soon() { export JAVA_OPTS="-XX:TieredStopAtLevel=1 -XX:-AlwaysPreTouch"; }

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

# others_percent: of all CPUs, what everything else on this host takes of them within a second, the host
# of a virtual machine included
others_percent() {
  local -a then now
  local i busy=0 all=0
  read -r -a then </proc/stat
  sleep 1
  read -r -a now </proc/stat
  # user nice system idle iowait irq softirq steal; guests are in user already.
  for i in 1 2 3 4 5 6 7 8; do
    all=$((all + now[i] - then[i]))
    ((i == 4 || i == 5)) || busy=$((busy + now[i] - then[i]))
  done
  printf '%d' $((all ? 100 * busy / all : 100))
}

# Of two CPUs a tenth is a fifth of one: less than what a fork's own JVM needs to spare.
readonly quiet_percent=10

# quiet_host SECONDS: waits so long until others leave the CPUs alone, and fails if they do not; what
# they took at last is in $others
quiet_host() {
  local end=$((SECONDS + $1))
  until others=$(others_percent) && ((others <= quiet_percent)); do
    ((SECONDS < end)) || return
  done
}

# need_quiet_host [SECONDS]: for a test whose outcome load changes
need_quiet_host() {
  quiet_host "${1:-60}" ||
    skip "needs a quiet host: others took $others % of its CPUs after ${1:-60} s of waiting, and $quiet_percent % are the most"
}

need_root() { ((EUID == 0)) || skip "needs root, to $1"; }

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

# use_built SERVICE…: for a setup_file after build_images. Left alone, each `compose run` builds the
# service's contexts first, which takes longer than most of what the tests run.
use_built() {
  { printf 'services:\n' && printf '  %s: {build: !reset null, pull_policy: never}\n' "$@"; } >"$BATS_FILE_TMPDIR/prebuilt.yaml"
}

# built ARGUMENT…: of docker compose, for services that use_built has named
built() {
  COMPOSE_FILE=compose.yaml:$BATS_FILE_TMPDIR/prebuilt.yaml docker compose --progress quiet "$@"
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

# queues: folders of queues that are there now
queues() { find "$shm" -maxdepth 1 -name 'whichjvm-*'; }

# orphans: queues and logs that were not there before ($queues_before) and that no JVM holds
orphans() {
  local left
  for left in $(comm -13 <(sort <<<"$queues_before") <(queues | sort)); do
    ! flock --nonblock "$left" true 2>/dev/null || printf '%s\n' "$left"
  done
}

# no_orphans: to be asked eventually, for somebody else's JVM that just starts or ends may be there
no_orphans() { [[ ! $(orphans) ]]; }

# in_python STATEMENTS ARGUMENT…: with the package of the host's scripts
in_python() { PYTHONPATH=$root/scripts PYTHONDONTWRITEBYTECODE=1 python3 -c "$@"; }

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
  expect "" "$(json "$1" "''.join('%d bytes ' % b for b in d['disturbances']['allocatedBytes'] if b and b >= d['messages']['sent'])")"
}

# expect_recording FILE.jfr: the JDK's own tool finds samples in it, as many as its stacks have
expect_recording() {
  local stacks=${1%.jfr}.collapsed read
  read=$("$(java_home)/bin/jfr" summary "$1" | awk '$1 == "jdk.ExecutionSample" { print $2 }')
  ((read > 0)) || fail "$1 has no samples"
  expect "$(awk '{ all += $NF } END { print all }' "$stacks")" "$read"
}

# collect ARGUMENT…: of the collector, on campaigns in $scratch/out, as scripts start it
collect() {
  WHICHJVM_COLLECTOR_JAR=$root/collector/target/whichjvm-collector.jar WHICHJVM_OUT=$scratch/out "$root/collector/collect" "$@"
}

# contains TEXT PART
contains() { [[ $1 == *"$2"* ]] || fail "no '$2' in: $1"; }

# java_home: of the java that PATH has
java_home() {
  local java
  java=$(readlink -f "$(command -v java)")
  printf '%s' "${java%/bin/java}"
}

# make_turkish FOLDER: `turkish` starts a program in a language whose capital i is no I and whose errors are no English
# ones; its locale is made in the folder
make_turkish() {
  localedef --inputfile tr_TR --charmap UTF-8 "$1/tr_TR.UTF-8"
  turkish=(env LOCPATH="$1" LC_ALL=tr_TR.UTF-8)
}

# end_of_start: of the process in `started`; its exit code into `status`
end_of_start() {
  status=0
  wait "$started" || status=$?
  started=
}

# make_busy FOLDER: the program Busy, whose CPU time is that of one method
make_busy() {
  cat >"$1/Busy.java" <<'J'
public class Busy {
  public static void main(String[] args) {
    long sum = 0;
    for (int i = 0; i < 60_000_000; i++) {
      sum = sum * 31 + Integer.reverse(i);
    }
    System.out.println(sum);
  }
}
J
  "$(java_home)/bin/javac" --release 8 -nowarn -d "$1" "$1/Busy.java" 2>/dev/null
}
