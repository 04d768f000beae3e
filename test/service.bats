#!/usr/bin/env bats
# bats file_tags=beside
# --workload service with the runner `host`: campaigns of real servers, small rates and short turns. The figures of a
# server of which all is known are tested in Java.

load helper

setup_file() { "${BATS_TEST_DIRNAME%/test*}/test/services/build" javalin faulty; }

setup() {
  forget_settings
  wait_for_host
  scratch=$(mktemp -d)
  mkdir "$scratch/out"
  first_port=$(free_ports)
  # Each server has as much heap as it takes and no more: the host gives them no limit.
  export JAVA_OPTS=-Xmx128m
  compare=(env "--default-signal=INT" "$root/scripts/compare" --runner host --out "$scratch/out" --jdk "one=$(java_home)"
  "${ungated[@]}" --service "$first_port" --ready /health --warmup 300ms)
  cd "$root/test/services/javalin/target" || return
  started=
}

teardown() {
  [[ ! $started ]] || kill -KILL "$started" 2>/dev/null || true
  pkill -KILL -f "[ -]jar app.jar ${first_port%?}" 2>/dev/null || true
  rm -rf "$scratch"
}

# free_ports: the first of ten that nobody has, and that differ in their last digit
free_ports() {
  python3 -c 'import contextlib, random, socket
while True:
    first = 10 * random.randrange(1000, 3000)
    with contextlib.ExitStack() as stack, contextlib.suppress(OSError):
        for port in range(first, first + 10):
            stack.enter_context(socket.socket()).bind(("", port))
        print(first)
        break'
}

# campaign OPTION…
campaign() { run --separate-stderr "${compare[@]}" "$@"; }

# told FORK PYTHON: of the newest campaign
told() { json "$scratch/out/latest/forks/$1.json" "$2"; }

# servers: processes that listen, or are to, on the ports of this test
servers() { pgrep -f "[ -]jar app.jar ${first_port%?}"; }

no_servers() { ! servers >/dev/null; }

# no_folders: of forks of this test, which have a link to its program
no_folders() {
  [[ ! $(find /tmp "$shm" -maxdepth 3 -path '*/whichjvm-*/work/app.jar' \( -lname "$scratch/*" -o -lname "$PWD/*" \) 2>/dev/null) ]]
}

nothing_is_left() {
  eventually no_servers
  eventually no_folders
}

@test "a server is compared with itself: all are alive, get the same rates by turns, and have the scores of services" {
  local block name
  campaign --blocks 2 --turn 300ms --points 5 --request '3:GET /notes/first' \
    --request 'GET /health' one one+again -- java -jar app.jar '{port}'
  # On a busy host a server may not answer in time.
  [[ $status == 0 || $status == 3 ]] || fail "exit code $status: $stderr"
  [[ $stderr != *"skipped one"* ]] || fail "$stderr"
  for block in 001 002; do
    for name in one one+again; do
      [[ $status == 3 ]] || expect ok "$(told "$block-$name" "d['status']")"
      [[ $(told "$block-$name" "d['status']") == ok ]] || continue
      expect "5 3" "$(told "$block-$name" "len(d['load']['curve']), sum(t['rate'] == 0 for t in d['turns']['list'])" | tr -d '(),')"
      expect True "$(told "$block-$name" \
        "{'max-throughput', 'start-to-ready', 'warm-up', 'cpu-per-request', 'peak-rss'} <= {s['name'] for s in d['scores']}")"
    done
    # A fork that failed has none.
    [[ $(told "$block-one" "d['status']")$(told "$block-one+again" "d['status']") == okok ]] || continue
    expect "$(told "$block-one" "d['parameters']['ladder']")" "$(told "$block-one+again" "d['parameters']['ladder']")"
  done
  contains "$output" "max-throughput"
  nothing_is_left
}

# faulty NAME WORDS [FIRST]: a version of the program that is a server which fails in that way, or at first in another
faulty() {
  mkdir "$scratch/$1"
  cp "$root/test/services/faulty/target/app.jar" "$scratch/$1"
  # The folder that the campaign mounts is its own on a host, so that a second start can know of the first.
  # shellcheck disable=SC2016 # for the program
  printf '#!/bin/sh\nway="%s"\nif mkdir %s/%s/began 2>/dev/null; then way="%s"; fi\nexec java -jar app.jar "$1" $way\n' \
    "$2" "$scratch" "$1" "${3:-$2}" >"$scratch/$1/run.sh"
  chmod +x "$scratch/$1/run.sh"
  versions+=(--app "$1=$scratch/$1")
}

# skips VERSION SENTENCE: what it fails by is said before the campaign, which it is not in
skips() {
  local line
  line=$(grep -F "skipped one+app-$1: " "$scratch/said")
  contains "$line" "$2"
  [[ ! -e $scratch/out/latest/forks/001-one+app-$1.json ]]
}

@test "a server that fails says in which way, before the campaign or in it, and the others go on" {
  local versions=()
  faulty works works
  faulty crashes 'crashes 100' works
  faulty exits exits
  faulty never-ready never-ready
  faulty fails fails
  faulty closes closes
  faulty other-port other-port
  faulty two two-processes
  campaign --blocks 1 "${versions[@]}" --timeout 3s --rate 50 --turn 500ms one -- ./run.sh '{port}'
  expect 3 "$status"
  printf '%s\n' "$stderr" >"$scratch/said"
  skips exits "the server failed with exit code 5, before it was ready; it said last: "
  skips exits "There is no configuration."
  skips never-ready "the server was not ready after 3 s (--timeout): GET /health was answered last by: 503 Service Unavailable"
  skips fails "the server answered none of its requests well in a warm-up of "
  skips fails "500 Internal Server Error ("
  skips closes "EOF ("
  skips other-port "port $((first_port + 6)) accepts no connection, and its processes listen on port $((first_port + 7))"
  expect failed "$(told 001-one+app-crashes "d['status']")"
  contains "$(told 001-one+app-crashes "d['reason']")" "the server failed with exit code 7, while it was kept busy; it said last: "
  contains "$(<"$scratch/out/latest/forks/001-one+app-crashes.out")" "The disk is full."
  expect "ok ok" "$(told 001-one+app-works "d['status']") $(told 001-one+app-two "d['status']")"
  nothing_is_left
}

@test "no server outlives its campaign, whether that is interrupted or killed" {
  local signal
  for signal in INT KILL; do
    "${compare[@]}" --blocks 9 --turn 100ms --rate 20 --request 'GET /health' one one+again -- java -jar app.jar '{port}' >"$scratch/said" 2>&1 3>&- &
    started=$!
    eventually both_serve
    kill "-$signal" "$started"
    end_of_start
    [[ $signal == KILL ]] || expect 130 "$status"
    nothing_is_left
    wait_for_host
  done
}

both_serve() { (($(servers | wc -l) == 2)); }
