#!/usr/bin/env bats
# bats file_tags=beside
# scripts/doctor on the real host, whatever it is. What it makes of hosts is DoctorTest's.

load helper

setup_file() {
  # Of all tests that read it.
  export said=$BATS_FILE_TMPDIR/doctor.json
  "$root/scripts/doctor" --json --out "$BATS_FILE_TMPDIR" >"$said" || [[ $? == 4 ]]
}

setup() {
  forget_settings
  jar=$root/workload/target/whichjvm-workload.jar
  [[ -f $jar ]] || fail "there is no $jar; build it: ./mvnw package"
  scratch=$(mktemp -d)
  mkdir "$scratch/out"
}

teardown() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

doctor() { run --separate-stderr "$root/scripts/doctor" --out "$scratch/out" "$@"; }

# fork OPTION…: a short one
fork() {
  # Its file tells the CPUs even where the host is too busy to keep the pace.
  WHICHJVM_LOCK_HELD=1 WHICHJVM_JAR=$jar run --separate-stderr flock --wait 120 "$shm" \
    "$root/workload/launch" --out "$scratch/out" --rate 2000 --duration 300ms --warmup 300ms "$@"
  [[ -e $(find "$scratch/out" -name '*.json') ]] || fail "$stderr"
}

# count STATUS: lines of it
count() { grep -c "^$1 " <<<"$output" || true; }

@test "a line for each thing, then the CPUs and why, then the sums, and the exit code of the sums" {
  doctor
  expect "$(count pass) pass, $(count warn) warn, $(count fail) fail" "${lines[-1]}"
  [[ ${lines[-2]} =~ ^CPU\ [0-9]+.*:\ . ]] || fail "no CPUs and why: ${lines[-2]}"
  expect "$(($(count fail) ? 4 : 0))" "$status"
  expect "" "$(find "$scratch/out" -type f)"
  for name in cpus shm virtual governor shmem-thp clock-source engine out; do
    grep -qE "^(pass|warn|fail)  $name  " <<<"$output" || fail "nothing of $name"
  done
  # What is not to be done is not advised, and what is wrong is.
  expect "" "$(grep -E '^pass .* – ' <<<"$output")"
  expect "" "$(grep -E '^(warn|fail) ' <<<"$output" | grep -v ' – ')"
}

@test "--json is one document with the same in it" {
  expect True "$(json "$said" "all(set(c) == {'name', 'status', 'value', 'advice'} for c in d['checks'])")"
  expect True "$(json "$said" "all((c['status'] == 'pass') == (c['advice'] is None) for c in d['checks'])")"
  expect True "$(json "$said" "len(d['checks']) > 15 and len(d['cpus']['chosen']) > 0 and d['cpus']['reason'].startswith('CPU ')")"
}

@test "the setting of tune that an advice names is one that tune knows" {
  known=$("$root/scripts/tune" show | awk '{ print $1 }')
  # Of every advice there is, not only of this host's.
  named=$(grep -rohE 'scripts/tune (--cpus " \+ .* \+ " )?apply [a-z0-9-]+' "$root/workload/src/main/java" | sed 's/.* //' | sort -u)
  (($(wc -l <<<"$named") >= 5)) || fail "found too few: $named"
  for name in $named; do
    grep -qx "$name" <<<"$known" || fail "tune has no setting $name"
  done
}

@test "one CPU cannot measure" {
  command -v taskset >/dev/null || skip "taskset is not installed"
  first=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')
  output=$(taskset -c "$first" "$root/scripts/doctor" --out "$scratch/out" 2>"$scratch/stderr") && status=0 || status=$?
  expect 4 "$status"
  contains "$output" "fail  cpus             1 (CPU $first)"
}

@test "a fork and the doctor choose the same CPUs, and the fork keeps why" {
  need_cpus 2
  fork
  reason=$(json "$said" "d['cpus']['reason']")
  contains "$stderr" "$reason"
  fork=$(find "$scratch/out" -name '*.json')
  expect "$reason" "$(json "$fork" "d['pinning']['reason']")"
  expect "$(json "$said" "d['cpus']['chosen']")" "$(json "$fork" "d['pinning']['asked']")"
}

@test "CPUs that were asked for have no reason" {
  need_cpus 2
  if ! taskset -c 0 true || ! taskset -c 1 true; then skip "needs CPU 0 and 1"; fi
  fork --cpus 1,0
  expect "[1, 0] True None" \
    "$(json "$(find "$scratch/out" -name '*.json')" "' '.join(str(d['pinning'].get(key)) for key in ('asked', 'verified', 'reason'))")"
}

@test "wrong usage is a sentence" {
  for wrong in --frobnicate frobnicate "--jdk" "--jdk x=$scratch/none"; do
    # shellcheck disable=SC2086 # words
    doctor $wrong
    expect 2 "$status"
    expect 1 "$(wc -l <<<"$stderr")"
  done
  doctor --out "$scratch/none"
  expect 2 "$status"
}

@test "where no JVM of this host can run it the image of a variant does" {
  need_root "hide the JVMs of this host"
  mkdir "$scratch/bin"
  cat >"$scratch/bin/docker" <<'DOCKER'
#!/bin/sh
case $* in
  "compose version --short") echo 9.9 ;;
  *"config jdk17-temurin") echo "      jdk: docker-image://docker.io/library/x:1" ;;
  "image inspect --format {{.Os}}"*) echo this/one ;;
  *" run --rm "*) echo "it answers: $*" ;;
esac
DOCKER
  chmod +x "$scratch/bin/docker"
  # shellcheck disable=SC2016 # the inner shell's
  run --separate-stderr unshare --mount --propagation private sh -c 'mount -t tmpfs none /usr/lib/jvm && exec "$@"' sh env -u JAVA_HOME \
    HOME="$scratch" PATH="$scratch/bin:/usr/bin:/bin" DOCKER_DEFAULT_PLATFORM=this/one "$root/scripts/doctor" --out "$scratch/out" --json
  expect 0 "$status" || fail "$stderr"
  contains "$output" "it answers: "
  contains "$output" "run --rm --no-TTY jdk17-temurin doctor --json"
}
