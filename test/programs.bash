# shellcheck shell=bash
# What the tests of programs share: a folder for one, a fork of it, and what the fork tells.

setup() {
  forget_settings
  wait_for_host
  launch=$root/workload/launch
  export WHICHJVM_JAR=$root/workload/target/whichjvm-workload.jar
  [[ -f $WHICHJVM_JAR ]] || fail "there is no $WHICHJVM_JAR; build it: ./mvnw package"
  scratch=$(mktemp -d)
  out=$scratch/out
  app=$scratch/app
  mkdir "$out" "$app"
  started=''
}

teardown() {
  [[ ! $started ]] || kill -KILL "$started" 2>/dev/null || true
  pkill -KILL -f "$scratch" 2>/dev/null || true
  rm -rf "$scratch"
}

# program OPTION… -- PROGRAM…: a fork of it
program() { run --separate-stderr "$launch" command --fork c/1-jvm --out "$out" --app "$app" "$@"; }

# told PYTHON: an expression of the fork's JSON, `fork`, and of `score`, a function of names
told() {
  python3 -c "
import json
fork = json.load(open('$out/c/forks/001-jvm.json'))
scores = {s['name']: s for s in fork.get('scores', [])}
score = lambda name: scores[name]['score']
print($1)"
}
