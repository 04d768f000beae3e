#!/usr/bin/env bats
# bats file_tags=engine
# A program of a person's own in containers: what it sees, and what it cannot do.

load ../helper

setup() {
  forget_settings
  wait_for_host
  cd "$root" || return
  own=$(mktemp -d)
  mkdir "$own/out" "$own/app"
  fork=$own/out/latest/forks/001-jdk17-temurin.json
}

teardown() { rm -rf "$own"; }

compare=(scripts/compare --runner docker --blocks 1 --retries 0 --workload command)

# told PYTHON: of the fork of this test
told() { json "$fork" "$1"; }

# version NAME: this test's fork is that of a program of the shared campaign, whose words are left in `said`
version() {
  fork=$shared/out/latest/forks/001-jdk17-temurin+app-$1.json
  said=$(<"${fork%.json}.out")
}

# program NAME: a folder of the shared campaign, whose program is stdin
program() {
  mkdir "$shared/$1"
  cat >"$shared/$1/run.sh"
  echo first >"$shared/$1/app.log"
  versions+=(--app "$1=$shared/$1")
}

# One campaign of programs that have each its own folder.
setup_file() {
  local versions=()
  forget_settings
  wait_for_host
  cd "$root" || return
  build_images jdk17-temurin jdk17-temurin
  shared=$(mktemp -d)
  export shared
  mkdir "$shared/out"
  program limits <<'S'
#!/bin/sh
echo "as $(id -u)"
touch "$PWD/mine" && echo "writes where it runs"
touch /app/other 2>/dev/null || echo "cannot write into its folder"
echo more >>app.log && echo "app.log has $(wc -l <app.log) lines"
echo "named $(whoami), at home in $HOME" && touch ~/mine && echo "writes at home"
java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *\(user\.[nh][ao]me* = .*\)/\1/p'
echo "interfaces: $(ls /sys/class/net | tr '\n' ' ')"
echo "shared memory: $(ls /dev/shm | wc -l) files, $(df --output=size -k /dev/shm | tail -n 1) KiB"
java -XX:+PrintFlagsFinal -version 2>/dev/null | sed -n 's/^.* MaxHeapSize *= *\([0-9]*\).*/heap \1/p'
# More memory than the JVM had that was asked for its options.
head -c 100000000 /dev/zero | tail -c 100000000 >/dev/null
S
  program small <<'S'
#!/bin/sh
true
S
  program large <<'S'
#!/bin/sh
stat -c %s data/large; echo more >>app.log && ! { echo more >>data/large; } 2>/dev/null
S
  mkdir "$shared/large/data"
  truncate -s 600M "$shared/large/data/large"
  program host <<'S'
#!/bin/sh
java -cp . Host
S
  cat >"$shared/Host.java" <<'J'
class Host {
  public static void main(String[] arguments) throws Exception {
    System.out.println("on " + java.net.InetAddress.getLocalHost());
  }
}
J
  javac --release 8 -Xlint:-options -d "$shared/host" "$shared/Host.java"
  chmod -R a+rX "$shared"
  chmod a+x "$shared"/*/run.sh
  "${compare[@]}" --interleave forks --out "$shared/out" "${versions[@]}" --memory 512m jdk17-temurin -- ./run.sh >"$shared/stdout" 2>"$shared/stderr" || echo "ended with $?" >>"$shared/stderr"
}

teardown_file() { rm -rf "$shared"; }

@test "a campaign of four programs comes to its end" {
  ! grep "ended with" "$shared/stderr" || fail "$(<"$shared/stderr")"
}

@test "it has its folder read-only, no network, memory of its own, and its limits" {
  version limits
  contains "$said" "as 65534"
  contains "$said" "writes where it runs"
  contains "$said" "cannot write into its folder"
  contains "$said" "app.log has 2 lines"
  expect first "$(<"$shared/limits/app.log")"
  contains "$said" "named whichjvm, at home in /tmp/home"
  contains "$said" "writes at home"
  contains "$said" "user.home = /tmp/home"
  contains "$said" "user.name = whichjvm"
  contains "$said" "interfaces: lo "
  contains "$said" "shared memory: 0 files,"
  contains "$said" "heap 134217728"
  expect True "$(told "any(s['name'] == 'peak-memory' and 100 < s['score'] < 512 for s in d['scores'])")"
  expect "$(stat -c %u:%g "$shared/out")" "$(stat -c %u:%g "$shared/out/latest/forks/001-jdk17-temurin+app-limits.out")"
}

@test "a small program's memory is its own, and not what was there before" {
  version small
  expect True "$(told "all(s['score'] < 15 for s in d['scores'] if s['name'] == 'peak-memory')")"
}

@test "a folder too large for the memory of a container is read from where it is, and said" {
  version large
  expect 629145600 "$said"
  expect "['data']" "$(told "d['program']['notCopied']")"
  contains "$(tr -s ' \n' ' ' <"$shared/stdout")" "too large to copy, so the program could only read it: 1 of 1 fork of jdk17-temurin+app-large"
}

@test "without a network a program can resolve the name of its own host" {
  version host
  expect "on localhost/127.0.0.1" "$said"
  run docker compose run --rm --no-deps --entrypoint java --volume "$shared/host:/app:ro" jdk17-temurin -cp /app Host
  contains "$output" "on localhost/127.0.0.1"
}

@test "a program that has more memory than its limit has failed, and the report says why" {
  run --separate-stderr "${compare[@]}" --out "$own/out" --memory 256m jdk17-temurin -- \
    dd if=/dev/zero of=/dev/null bs=600M count=1
  expect 3 "$status"
  reason=$(told "d['reason']")
  [[ $reason == *"killed"* || $reason == *"exit code"* || $reason == *"memory"* ]] || fail "$reason"
}

@test "a folder that nobody else can read is said before anything runs" {
  [[ $(stat -c %u "$own/out") == "$(id -u)" && $(id -u) == 0 ]] || skip "only root's files can be another's"
  chown 1234:1234 "$own/out"
  echo secret >"$own/app/app.jar"
  chmod 0600 "$own/app/app.jar"
  chmod 0755 "$own" "$own/app"
  run --separate-stderr "${compare[@]}" --out "$own/out" --mount "$own/app" jdk17-temurin -- java '{flags}' -jar app.jar
  expect 4 "$status"
  contains "$stderr" "/app/app.jar in the mounted folder cannot be read by"
}

# says_when_it_ran: a program in the mounted folder
says_when_it_ran() {
  cat >"$own/app/run.sh" <<'S'
#!/bin/bash
for ((i = 0; i < ${1:-400000}; i++)); do
  ((i % 1000)) || echo "$EPOCHREALTIME"
done
S
  chmod -R a+rX,a+x "$own/app"
}

# took_turns FREEZER: the forks did, and that one froze them
took_turns() {
  python3 - "$own"/out/latest/forks "$1" <<'P' || fail "the forks did not take turns"
import json, sys
stamps = []
for name in ("jdk17-temurin", "jdk17-temurin+again"):
    program = json.load(open(f"{sys.argv[1]}/001-{name}.json"))["program"]
    stamps += [(float(line), name) for line in open(f"{sys.argv[1]}/001-{name}.out") if line[:1].isdigit()]
    assert program["slices"] > 1 and program["frozenSeconds"] > 0, program
    assert program["freezer"] == sys.argv[2], program
stamps.sort()
turns = sum(one[1] != other[1] for one, other in zip(stamps, stamps[1:]))
assert 2 < turns < len(stamps) / 10, (turns, len(stamps))
P
}

# frozen: the files of the control groups of containers that are
frozen() {
  grep -lsxE 'FROZEN|1' /sys/fs/cgroup/freezer/docker/*/freezer.state /sys/fs/cgroup/{docker/*,system.slice/docker-*}/cgroup.freeze
}

# nothing_stays_frozen COMMAND…: a campaign of programs by turns, once it is killed
nothing_stays_frozen() {
  local campaign tries id
  "$@" --out "$own/out" --mount "$own/app" --interleave turns \
    jdk17-temurin jdk17-temurin+again -- ./run.sh 4000000 >"$own/said" 2>"$own/err" &
  campaign=$!
  for ((tries = 0; tries < 600; tries++)); do
    [[ ! $(frozen) ]] || break
    sleep 0.1
  done
  ((tries < 600)) || fail "nothing was frozen: $(<"$own/err")"
  kill -KILL "$campaign"
  sleep 2
  expect "" "$(frozen)"
  expect "" "$(docker ps --quiet --filter status=paused --filter label=org.whichjvm.of=campaign)"
  # What it left behind is ended by the next campaign, and here.
  for id in $(docker ps --quiet --filter label=org.whichjvm.of=campaign); do
    docker rm --force "$id" >/dev/null
  done
}

@test "by turns one container runs at a time, and whoever is killed, none stays frozen" {
  need_root "freeze containers"
  says_when_it_ran
  run --separate-stderr "${compare[@]}" --out "$own/out" --mount "$own/app" --interleave turns \
    jdk17-temurin jdk17-temurin+again -- ./run.sh
  [[ $status == 0 ]] || fail "exit code $status: $stderr"
  took_turns kernel
  nothing_stays_frozen "${compare[@]}"
}

@test "by turns the engine pauses the containers of a user who may use it but is not root" {
  local become name
  need_root "become another user"
  become=(setpriv --reuid=4321 "--regid=$(stat -c %g /var/run/docker.sock)" --clear-groups env "HOME=$own/home")
  # That user cannot write this checkout, and so is given bases that are there.
  for name in build go collector jdk17-temurin; do
    ! docker tag "localhost/whichjvm-packages:$name" "localhost/whichjvm-test:$name" 2>/dev/null ||
      become+=("$(tr a-z- A-Z_ <<<"$name")_BASE=docker-image://localhost/whichjvm-test:$name")
  done
  mkdir "$own/home"
  chown -R 4321:4321 "$own"
  says_when_it_ran
  run --separate-stderr "${become[@]}" "${compare[@]}" --out "$own/out" --mount "$own/app" --interleave turns \
    jdk17-temurin jdk17-temurin+again -- ./run.sh
  [[ $status == 0 ]] || fail "exit code $status: $stderr"
  took_turns engine
  nothing_stays_frozen "${become[@]}" "${compare[@]}"
  docker image rm localhost/whichjvm-test:{build,go,collector,jdk17-temurin} >/dev/null 2>&1 || true
}

@test "a campaign is explained in its containers, with the folder that it had" {
  local campaign
  make_busy "$own/app"
  chmod -R a+rX "$own/app"
  cd "$own/app"
  run --separate-stderr "$root/scripts/compare" --runner docker --blocks 1 --retries 0 --memory 512m --flags 'c1,-' --out "$own/out" jdk17-temurin -- java -cp . Busy
  expect 0 "$status"
  campaign=$(basename "$(realpath "$own/out/latest")")
  run --separate-stderr "$root/scripts/explain" --out "$own/out" --blocks 1 "$campaign" 17+c1-only
  expect 0 "$status"
  contains "$output" "Run more blocks"
  for file in "$own"/out/latest/forks/001-*.collapsed; do
    grep -q ';Busy.main' "$file" || fail "$(<"$file")"
  done
  # In another folder it has to be granted again.
  cd /
  run --separate-stderr "$root/scripts/explain" --out "$own/out" "$campaign" 17+c1-only
  expect 2 "$status"
  contains "$stderr" "mounts '$own/app'"
}

# explaining_fork: the container of a fork of the newest campaign, where that explains
explaining_fork() { fork=$(docker ps --quiet --filter "name=whichjvm-.*-explain-[0-9]" | head -n 1) && [[ $fork ]]; }

@test "page faults are explained in containers, which may call perf_event_open and nothing else that others may not" {
  local explained
  docker info --format '{{.SecurityOptions}}' | grep -qE 'name=seccomp,profile=(builtin|default)' || skip "the engine's seccomp profile is not its own"
  (($(</proc/sys/kernel/perf_event_paranoid) <= 2)) || skip "kernel.perf_event_paranoid is $(</proc/sys/kernel/perf_event_paranoid)"
  docker/seccomp-profile "$own/profile.json" || skip "the proxy of Go modules is not reached"
  cat >"$own/app/Touch.java" <<'J'
public class Touch {
  public static void main(String[] args) {
    for (int i = 0; i < 400; i++) {
      touched();
    }
  }

  static void touched() {
    if (java.nio.ByteBuffer.allocateDirect(4 << 20).get(0) != 0) {
      System.out.println();
    }
  }
}
J
  "$(java_home)/bin/javac" --release 8 -nowarn -d "$own/app" "$own/app/Touch.java" 2>/dev/null
  chmod -R a+rX "$own/app"
  cd "$own/app"
  "$root/scripts/compare" --runner docker --blocks 1 --retries 0 --flags 'c1,-' --out "$own/out" jdk17-temurin -- java -cp . Touch >"$own/said" 2>&1
  explained=$(basename "$(realpath "$own/out/latest")")
  "$root/scripts/explain" --out "$own/out" --blocks 1 --event faults "$explained" 17+c1-only >"$own/said" 2>&1 3>&- &
  eventually explaining_fork
  docker inspect "$fork" >"$own/fork.json"
  wait "$!" || fail "$(<"$own/said")"
  grep -q ' page faults, one of ' "$own/said" || fail "$(<"$own/said")"
  for file in "$own"/out/latest/forks/001-*.collapsed; do
    grep -q ';Touch.touched;' "$file" || fail "$(<"$file")"
  done
  python3 - "$own" <<'P'
import json, sys
options = json.load(open(f"{sys.argv[1]}/fork.json"))[0]["HostConfig"]
profile, *others = sorted(options["SecurityOpt"], key=lambda each: not each.startswith("seccomp="))
assert json.loads(profile.removeprefix("seccomp=")) == json.load(open(f"{sys.argv[1]}/profile.json")), profile
assert sorted(others) == ["label=disable", "no-new-privileges:true"], others
assert not options["Privileged"] and not options["CapAdd"] and options["CapDrop"] == ["ALL"], options
P
  # What was granted once is not granted to whoever resumes it.
  rm "$own"/out/latest/forks/001-jdk17-temurin.*
  run --separate-stderr "$root/scripts/explain" --out "$own/out" --mount "$own/app" --resume latest
  expect 2 "$status"
  contains "$stderr" "if they may, give --event with that too"
  run --separate-stderr "$root/scripts/explain" --out "$own/out" --mount "$own/app" --resume latest --event faults
  [[ $status == 0 ]] || fail "$stderr"
  # Where it would show a container what others do it is not opened.
  need_root "show another kernel.perf_event_paranoid"
  echo 0 >"$own/paranoid"
  # shellcheck disable=SC2016 # for the shell that mounts
  run --separate-stderr unshare --mount sh -c 'mount --bind "$1" /proc/sys/kernel/perf_event_paranoid && shift && exec "$@"' sh "$own/paranoid" \
    "$root/scripts/explain" --out "$own/out" --blocks 1 --event faults "$explained" 17+c1-only
  expect 4 "$status"
  contains "$stderr" "kernel.perf_event_paranoid is 0"
}
