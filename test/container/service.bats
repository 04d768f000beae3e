#!/usr/bin/env bats
# bats file_tags=engine
# Servers under load in containers: each has its load generator with it, and reaches nobody.

load ../helper

setup_file() {
  cd "$root" || return
  test/services/build javalin faulty
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
  # A volume of the person's own.
  data=
}

teardown() {
  [[ ! ${data:-} ]] || docker volume rm --force "$data" >/dev/null
  [[ ! $started ]] || kill -KILL "$started" 2>/dev/null || true
  rm -rf "$own"
}

# containers: of forks
containers() { docker ps --all --quiet --filter label=org.whichjvm.of=campaign; }

no_containers() { [[ ! $(containers) ]]; }

# Of each server its own, its network's, and `other`.
all_containers() { (($(containers | wc -l) == 6)); }

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

# with_notes: a compose file with a service `notes`, which has of its own what two of them cannot both have, and data of
# the person's own
with_notes() {
  mkdir "$own/faulty"
  cp test/services/faulty/target/app.jar "$own/faulty"
  chmod -R a+rX "$own/faulty"
  asking=("${compare[@]/#"$own/app"/"$own/faulty"}")
  data=whichjvm-test-$$
  docker volume create "$data" >/dev/null
  cat >"$own/services.yaml" <<S
services:
  notes:
    image: whichjvm/jdk17-temurin
    container_name: notes
    hostname: notes
    entrypoint: [java, -jar, /program/app.jar, "9000"]
    ports: ["127.0.0.1:9000:9000"]
    networks: [own]
    volumes: ["$own/app:/program:ro", "data:/data"]
    depends_on: [other]
  other:
    build: {context: $own, dockerfile_inline: "FROM whichjvm/jdk17-temurin"}
    entrypoint: [sleep, infinity]
    restart: always
  broken:
    image: whichjvm/jdk17-temurin
    entrypoint: [sh, -c, "echo no data >&2; exit 7"]
networks: {own: {}}
volumes:
  data: {external: true, name: $data}
S
}

no_volumes() { [[ $(docker volume ls --quiet --filter label=org.whichjvm.of=campaign) == '' ]]; }

@test "each server has the services of the person's compose file beside it, and no data of the person's is touched" {
  local name
  with_notes
  run --separate-stderr "${asking[@]}" --with "$own/services.yaml:notes" --request 'GET /x' --blocks 1 \
    jdk17-temurin jdk17-temurin+again -- java -jar app.jar 8080 asks 9000
  docker volume inspect "$data"
  [[ $status == 0 ]] || fail "exit code $status: $stderr"
  for name in jdk17-temurin jdk17-temurin+again; do
    expect "ok notes" "$(json "$own/out/latest/forks/001-$name.json" "d['status'], d['parameters']['with']" | tr -d "(),'")"
  done
  eventually no_containers
  eventually no_volumes
}

@test "a program that ends has them too" {
  with_notes
  # shellcheck disable=SC2016 # for the program
  run --separate-stderr scripts/compare --runner docker --out "$own/out" --mount "$own/app" "${ungated[@]}" --workload command \
    --with "$own/services.yaml:notes" --blocks 1 jdk17-temurin -- bash -c 'for try in {1..100}; do
      exec 3<>/dev/tcp/notes/9000 && printf "GET /health HTTP/1.0\r\n\r\n" >&3 && head -n 1 <&3 && exit; sleep 0.1; done 2>/dev/null; exit 3'
  [[ $status == 0 ]] || fail "exit code $status: $stderr"
  expect "ok notes" "$(json "$own/out/latest/forks/001-jdk17-temurin.json" "d['status'], d['parameters']['with']" | tr -d "(),'")"
  eventually no_containers
}

@test "services that cannot be had are a sentence: no file, no such service, one that ends" {
  with_notes
  run --separate-stderr "${asking[@]}" --with "$own/none.yaml:notes" jdk17-temurin -- java -jar app.jar 8080 asks 9000
  expect 2 "$status"
  contains "$stderr" "--with is '$own/none.yaml:notes'; it takes FILE:SERVICE[,SERVICE]"
  run --separate-stderr "${asking[@]}" --with "$own/services.yaml:db" jdk17-temurin -- java -jar app.jar 8080 asks 9000
  expect 2 "$status"
  contains "$stderr" "--with names the service 'db', which $own/services.yaml has not; it has: "
  run --separate-stderr "${asking[@]}" --network --with "$own/services.yaml:notes" jdk17-temurin -- java -jar app.jar 8080 asks 9000
  expect 2 "$status"
  contains "$stderr" "--with gives the program a network of its own; leave out --network"
  run --separate-stderr "${asking[@]}" --with "$own/services.yaml:broken" --blocks 1 jdk17-temurin -- java -jar app.jar 8080 works
  expect 4 "$status"
  contains "$stderr" "the services of --with broken did not start: "
  no_containers
}

@test "no container outlives a campaign that is interrupted, and those of a killed one end" {
  local signal
  with_notes
  for signal in INT KILL; do
    "${compare[@]}" --with "$own/services.yaml:other" --blocks 9 jdk17-temurin jdk17-temurin+again -- java -jar app.jar 8080 >"$own/said" 2>&1 3>&- &
    started=$!
    eventually all_containers
    kill "-$signal" "$started"
    end_of_start
    [[ $signal == KILL ]] || expect 130 "$status"
    eventually no_containers
    wait_for_host
  done
}
