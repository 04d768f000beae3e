#!/usr/bin/env bats
# Servers under load in containers: each has its load generator with it, and reaches nobody.

load ../helper

setup_file() {
  cd "$root" || return
  test/services/build javalin
  build_images jdk17-temurin jdk17-temurin
}

setup() {
  forget_settings
  wait_for_host
  cd "$root" || return
  own=$(mktemp -d)
  mkdir "$own/out" "$own/app"
  cp test/services/javalin/target/app.jar "$own/app"
  chmod -R a+rX "$own/app"
  export JAVA_OPTS=-Xmx128m
  compare=(env "--default-signal=INT" scripts/compare --runner docker --out "$own/out" --mount "$own/app" "${ungated[@]}"
    --service 8080 --ready /health --request 'GET /notes/first' --rate 50 --turn 500ms --warmup 300ms --memory 512m)
  started=
}

teardown() {
  [[ ! $started ]] || kill -KILL "$started" 2>/dev/null || true
  rm -rf "$own"
}

# containers: of forks
containers() { docker ps --all --quiet --filter label=org.whichjvm.of=campaign; }

no_containers() { [[ ! $(containers) ]]; }

two_containers() { (($(containers | wc -l) == 2)); }

@test "servers on one port are alive together, each with its generator in a container without a network" {
  cat >"$own/app/run.sh" <<'S'
#!/bin/sh
echo "interfaces: $(ls /sys/class/net | tr '\n' ' ')"
exec java -jar app.jar "$1"
S
  chmod a+rx "$own/app/run.sh"
  run --separate-stderr "${compare[@]}" --blocks 1 jdk17-temurin jdk17-temurin+again -- ./run.sh 8080
  [[ $status == 0 ]] || fail "exit code $status: $stderr"
  for name in jdk17-temurin jdk17-temurin+again; do
    [[ -e $own/out/latest/forks/001-$name.json ]] || fail "$name is missing: $stderr"
    expect "ok 8080" "$(json "$own/out/latest/forks/001-$name.json" "d['status'], d['parameters']['port']" | tr -d "(),'")"
    contains "$(<"$own/out/latest/forks/001-$name.out")" "interfaces: lo "
  done
  expect True "$(json "$own/out/latest/forks/001-jdk17-temurin.json" "0 < [s['score'] for s in d['scores'] if s['name'] == 'p50'][0]")"
  eventually no_containers
}

@test "no container outlives a campaign that is interrupted, and those of a killed one end" {
  local signal
  for signal in INT KILL; do
    "${compare[@]}" --blocks 9 jdk17-temurin jdk17-temurin+again -- java -jar app.jar 8080 >"$own/said" 2>&1 3>&- &
    started=$!
    eventually two_containers
    kill "-$signal" "$started"
    end_of_start
    [[ $signal == KILL ]] || expect 130 "$status"
    eventually no_containers
    wait_for_host
  done
}
