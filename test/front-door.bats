#!/usr/bin/env bats
# bats file_tags=beside
# whichjvm, the front door: its verbs, help and completion, and what it makes of short names and of a program.
# Nothing is measured.

load helper

setup() {
  forget_settings
  scratch=$(mktemp -d)
  mkdir "$scratch/bin" "$scratch/out" "$scratch/app" "$scratch/home"
  ln -s "$root/whichjvm" "$scratch/bin/whichjvm"
  PATH=$scratch/bin:$PATH
  dry=(--runner host --dry-run --out "$scratch/out" --jdk "jdk99-mine=$(java_home)")
  export HOME=$scratch/home
  cd "$scratch/app" || return
}

teardown() { rm -rf "$scratch"; }

# whichjvm ARGUMENT…: by a link on the PATH, from another folder
whichjvm() { run --separate-stderr "$scratch/bin/whichjvm" "$@"; }

# completed WORD…: what the last one may become, in one line
completed() { "$scratch/bin/whichjvm" completion words "$@" | paste -sd ' '; }

@test "help is there at once, and nothing is built for it" {
  local best=1000000 began i name
  # Neither Java nor Maven nor an engine.
  mkdir "$scratch/few"
  ln -s "$(command -v readlink)" "$scratch/few/readlink"
  ln -s "$(python3 -c 'import sys; print(sys.executable)')" "$scratch/few/python3"
  for ((i = 0; i < 5; i++)); do
    began=${EPOCHREALTIME/[.,]/}
    PATH=$scratch/few "$root/whichjvm" --help >"$scratch/help"
    began=$((${EPOCHREALTIME/[.,]/} - began))
    best=$((began < best ? began : best))
  done
  ((best < 100000)) || fail "it takes $best µs at best"
  for verb in compare race explain report list doctor tune sessions bisect calibrate fleet completion version help; do
    grep -q "^  $verb " "$scratch/help" || fail "no $verb in $(<"$scratch/help")"
  done
  grep -q '^    program  *your own program' "$scratch/help" || fail "$(<"$scratch/help")"
  expect "$(<"$scratch/help")" "$("$root/whichjvm")"
}

@test "a Python that is too old, or none, is a sentence before anything is started" {
  local verb
  mkdir "$scratch/few"
  ln -s "$(command -v readlink)" "$scratch/few/readlink"
  for verb in compare race explain calibrate sessions bisect report doctor; do
    run --separate-stderr env PATH="$scratch/few" "$root/whichjvm" "$verb"
    expect 4 "$status"
    contains "$stderr" "error: there is no python3 on the PATH, and whichjvm needs 3.9 or newer"
    contains "$stderr" "try: "
  done
}

@test "each verb is the script's, by a link and from any folder" {
  whichjvm version
  expect 0 "$status"
  [[ $output == "whichjvm "*" ("*")" ]] || fail "$output"
  local verb twice
  for verb in race explain report doctor tune sessions bisect calibrate fleet; do
    whichjvm "$verb" --help
    expect 0 "$status"
    contains "$output" "usage: "
  done
  whichjvm list flags
  contains "$output" "zgc: "
  whichjvm list studies
  contains "$output" "start-up: "
  whichjvm list --runner host --jdk "jdk99-mine=$(java_home)"
  contains "$output" jdk99-mine
  whichjvm list --runner host --jdk "one=$(java_home)" --jdk "one=$(java_home)"
  expect 0 "$status"
  contains "$output" one
  for twice in "two=$(java_home)" "one=$scratch/another"; do
    mkdir -p "$scratch/another/bin"
    ln -sf "$(java_home)/bin/java" "$scratch/another/bin/java"
    whichjvm list --runner host --jdk "one=$(java_home)" --jdk "$twice"
    expect "2 whichjvm compare: --jdk $twice: another --jdk has this name or is this JDK; give each JDK one name, and say name+again to run it twice" "$status $stderr"
  done
  whichjvm compare --presett full
  expect "2 whichjvm compare: '--presett' is no option (did you mean --preset?); whichjvm compare --help lists them" "$status $stderr"
  whichjvm compere
  expect "2 whichjvm: 'compere' is no verb (did you mean compare?); whichjvm help lists them" "$status $stderr"
  whichjvm brew
  expect "2 whichjvm: 'brew' is no verb; whichjvm help lists them" "$status $stderr"
}

@test "compare has a screen of help, and its topics have the rest" {
  whichjvm compare --help
  expect 0 "$status"
  (($(grep -c '^  \(-h, \)\?--' <<<"$output") <= 20)) || fail "$output"
  ((${#lines[@]} <= 40)) || fail "${#lines[@]} lines"
  whichjvm help program
  contains "$output" "  --until REGEX "
  whichjvm help rates
  contains "$output" "  --service-level T "
  whichjvm calibrate --help
  contains "$output" "  --effect NS "
  expect "$output" "$("$root/whichjvm" calibrate report --help)"
  whichjvm help doctor
  contains "$output" "--json"
  whichjvm help nothing
  expect "2 whichjvm: 'nothing' is no topic of help; whichjvm help lists them" "$status $stderr"
}

@test "a shell completes verbs, options, choices, JVMs, flag sets, studies and campaigns" {
  expect "report" "$(completed rep)"
  expect "--max-time --memory --metric --mount" "$(completed compare 17 --m | sed 's/--margin //')"
  expect "report" "$(completed calibrate repo)"
  expect "quick full deep article" "$(completed compare --preset '')"
  expect "jvms flags studies" "$(completed compare --list '')"
  contains " $(completed compare --study s) " " start-up "
  contains " $(completed compare 17+z) " " 17+zgc "
  contains " $(completed compare 17+y) " " 17+yield "
  contains " $(completed help r) " " rates "
  expect "" "$(completed compare 17 -- java --m)"
  printf '#!/bin/sh\n' >"$scratch/bin/docker"
  chmod +x "$scratch/bin/docker"
  contains " $(completed compare 2) " " 21 "
  contains " $(completed compare jdk21-c) " " jdk21-corretto "
  contains " $(completed compare --baseline g) " " graalvm-ce-21 "
  local shell
  for shell in bash zsh fish; do
    whichjvm completion "$shell"
    expect 0 "$status"
    ! command -v "$shell" >/dev/null || "$shell" -n <<<"$output"
  done
  # As bash itself asks for them.
  whichjvm completion bash
  # shellcheck source=/dev/null
  . /dev/stdin <<<"$output"
  COMP_WORDS=(whichjvm compare --preset q) COMP_CWORD=3
  _whichjvm "$scratch/bin/whichjvm"
  expect quick "${COMPREPLY[*]}"
}

@test "short names are the JVMs', and a wrong one has candidates" {
  whichjvm compare "${dry[@]}" 99 99+serialgc
  expect 0 "$status"
  contains "$output" "000-jdk99-mine "
  contains "$output" "001-jdk99-mine+serialgc"
  whichjvm compare "${dry[@]}" jdk99-mien
  expect 2 "$status"
  contains "$stderr" "there is no variant 'jdk99-mien' (did you mean jdk99-mine?) for --runner host; it knows: "
  whichjvm compare "${dry[@]}" 99+serailgc
  expect 2 "$status"
  contains "$stderr" "(did you mean +serialgc?)"
}

@test "a server needs its port, sees the current folder alone, and shares a block with the others" {
  whichjvm compare "${dry[@]}" --service 8080 --ready /health --seed 7 --blocks 1 99 99+serialgc -- java '{flags}' -jar app.jar '{port}'
  expect 0 "$status"
  contains "$output" " --app $scratch/app "
  contains "$output" " service --fork "
  contains "$output" " --port 8080 --ready /health --request 'GET /' --warmup 10s --turn 1500ms --points 8 --passes 1 --turn-seed 7"
  contains "$output" " --port 8081 -- java '{flags}' -jar app.jar '{port}'"
  # Each is checked, and then both start in one step.
  expect 2 "$(grep -c -- ' service --fork .* --check ' <<<"$output")"
  expect 2 "$(grep -c 'WHICHJVM_MEMBERS=2' <<<"$output")"
  contains "$stderr" "the commands of forks have no --rates yet"
  whichjvm compare "${dry[@]}" --service 8080 99 99+serialgc -- java -jar app.jar
  expect 2 "$status"
  contains "$stderr" "write {port} where the program takes its port"
  whichjvm compare "${dry[@]}" --service 8080 --request @requests 99 -- java -jar app.jar
  expect 2 "$status"
  expect "" "$output"
  contains "$stderr" "--request is '@requests', and $scratch/app has no such file"
  local name
  printf 'POST /a\r\n@here\r\n\nPOST /b\n@gone\n' >requests
  : >here
  # Nothing is built or planned for it, by neither runner: that would print more.
  for name in host docker; do
    run --separate-stderr "$scratch/bin/whichjvm" compare --runner "$name" --dry-run --service 8080 --request @requests 17 -- java -jar app.jar
    expect 2 "$status"
    expect "1 1" "$(grep -c . <<<"$stderr") $(grep -cF "$scratch/app/requests names the body 'gone', and $scratch/app has no such file" <<<"$stderr")"
  done
}

@test "a program needs no option, and sees the current folder alone" {
  whichjvm compare "${dry[@]}" 99 -- java -jar app.jar
  expect 0 "$status"
  contains "$output" " --app $scratch/app "
  contains "$output" " command --fork "
  contains "$output" " --app $scratch/app -- java -jar app.jar"
  # What begins with a dash is the workload's.
  whichjvm compare "${dry[@]}" 99 -- --rate 50000
  expect 0 "$status"
  contains "$output" " queue-latency --fork "
  [[ $output != *" --app "* ]] || fail "$output"
  # Who names the workload says all of it.
  whichjvm compare "${dry[@]}" --workload command 99 -- java -version
  expect 0 "$status"
  [[ $output != *" --app "* ]] || fail "$output"
}

@test "two versions of a program are contenders, each with its own folder alone" {
  mkdir "$scratch/v1" "$scratch/v2"
  whichjvm compare "${dry[@]}" --app "old=$scratch/v1" --app new=../v2 99 -- java -jar app.jar
  expect 0 "$status"
  expect "1 1" "$(grep -c "001-jdk99-mine+app-old --app $scratch/v1 -- java" <<<"$output") $(
    grep -c "001-jdk99-mine+app-new --app $scratch/v2 -- java" <<<"$output"
  )"
  whichjvm compare "${dry[@]}" --app "old=$scratch/none" 99 -- java -version
  expect 2 "$status"
  contains "$stderr" "--app is 'old=$scratch/none', which is no folder that"
}

@test "a folder with the home folder in it is not mounted unasked" {
  local folder
  for folder in / "$scratch/home" "$scratch"; do
    cd "$folder" || return
    whichjvm compare "${dry[@]}" 99 -- java -version
    expect 2 "$status"
    contains "$stderr" "the current folder, $folder, is not mounted unasked, because your home folder is in it; give --mount DIR"
  done
  whichjvm compare "${dry[@]}" --mount "$scratch/app" 99 -- java -version
  expect 0 "$status"
  contains "$output" " --app $scratch/app "
}

@test "an empty name is no campaign to resume, and none begins" {
  for name in '' /; do
    whichjvm compare "${dry[@]}" --resume "$name"
    expect 2 "$status"
    contains "$stderr" "--resume is '$name'; it takes the name of a campaign in the results folder"
    expect "" "$output"
  done
}

@test "a container mounts a folder whatever its name" {
  # shellcheck disable=SC2016 # for the inner shell
  mounts() {
    in_python '
import sys
from whichjvm.engine import Shared, confine
from whichjvm.runner import Fork
from whichjvm.steps import ForkPlan
fork = Fork(0, "fork", ForkPlan("jvm", "jvm", {}, [], mount=sys.argv[1]), {}, 1)
print(*confine(fork, ["--init"], Shared(user="1:1", volumes={"/forks/0": "x"})).own, sep="\n")' "$1"
  }
  contains "$(mounts '/a, b/"c":d')" $'\ntype=bind,"source=/a, b/""c"":d",target=/app,readonly'
}
