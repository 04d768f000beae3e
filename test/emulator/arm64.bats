#!/usr/bin/env bats
# The images for arm64 of the oldest and of the newest JVM: each proves its machine and runs a fork, under an
# emulator where this machine is another one. scripts/test --emulator runs these tests.

load ../helper

# platform FUNCTION ARGUMENT…: of scripts/lib/platforms.sh
platform() { bash -c '. scripts/lib/common.sh && . scripts/lib/platforms.sh && "$@"' platform "$@"; }

setup_file() {
  cd "$BATS_TEST_DIRNAME/../.." || return
  platform runs_platform linux/arm64 || skip "$(platform how_to_run linux/arm64)"
  scratch=$(mktemp -d)
  mkdir "$scratch/out"
  # Images differ in their bases alone, and an emulator takes a minute for each.
  variants="jdk8-temurin jdk25-temurin"
  export scratch variants
  local platforms=linux/arm64
  # One base for both platforms, or the tests that follow would build it again.
  [[ $(platform local_platform) == linux/arm64 ]] || platforms=$(platform local_platform),linux/arm64
  # shellcheck disable=SC2086 # a list of words
  docker/packages/build --platform "$platforms" $variants >"$scratch/built" 2>&1 &&
    TAG=arm64 PLATFORMS=linux/arm64 docker buildx bake --load --progress plain $variants >>"$scratch/built" 2>&1 ||
    echo "exit code $?" >"$scratch/failed"
  [[ $(uname -m) == aarch64 ]] || export emulated=1
}

teardown_file() { [[ -z ${scratch:-} ]] || rm -rf "$scratch"; }

setup() {
  forget_settings
  cd "$root" || return
  out=$scratch/out mount=()
}

# arm64 VARIANT ARGUMENT…: runs its image. Nobody holds the lock, as emulated forks measure nothing. The
# quick compiler is enough: under an emulator C2 takes longer than all the rest, and with it a fork of 8
# came to no end. The image's build has checked that the variant's own compiler is there.
arm64() {
  local variant=$1
  shift
  docker run --rm --init --network none --ipc host --platform linux/arm64 --volume "$out:/out" \
    "${mount[@]}" --env WHICHJVM_LOCK_HELD=1 --env JAVA_OPTS=-XX:TieredStopAtLevel=1 "whichjvm/$variant:arm64" "$@"
}

@test "arm64: images are built, and proved their machine" {
  [[ ! -e $scratch/failed ]] || fail "$(tail -n 40 "$scratch/built")"
  for variant in $variants; do
    expect linux/arm64 "$(docker image inspect --format '{{.Os}}/{{.Architecture}}' "whichjvm/$variant:arm64")"
  done
  # libjvm.so of each, from outside: the ELF header's machine, 183 being AArch64.
  expect "$(wc -w <<<"$variants")" "$(for variant in $variants; do
    docker run --rm --network none --platform linux/arm64 --entrypoint sh "whichjvm/$variant:arm64" -c \
      'od -An -j 18 -N 2 -t u2 "$(find -L /opt/java -name libjvm.so | head -n 1)"'
  done | grep -cx ' *183')"
  for variant in $variants; do
    run docker run --rm --network none --platform linux/arm64 --entrypoint /opt/whichjvm/vegeta "whichjvm/$variant:arm64" --version
    contains "$output" linux/arm64
  done
}

# expect_fork EXIT FILE: the fork ran to its end; under an emulator it failed for that reason alone
expect_fork() {
  local wanted=("0" "('ok', None, 'aarch64')")
  [[ ! ${emulated:-} ]] || wanted=("4" "('failed', 'emulated', 'aarch64')")
  [[ $1 == "${wanted[0]}" ]] || fail "exit code $1: $(<"$scratch/said")"
  expect "${wanted[1]}" "$(json "$2" "d['status'], d['reason'], d['host']['arch']")"
}

@test "arm64: a fork in every image verifies each message, and fails under an emulator" {
  [[ ! -e $scratch/failed ]] || skip "the images were not built"
  for variant in $variants; do
    status=0
    arm64 "$variant" --wait yield --rate 100 --duration 300ms --warmup 100ms --fork "smoke/1-$variant" >"$scratch/said" 2>&1 || status=$?
    fork=$out/smoke/forks/001-$variant.json
    expect_fork "$status" "$fork"
    expect "30" "$(json "$fork" "d['messages']['verified']")"
    [[ ! ${emulated:-} ]] || contains "$(json "$fork" "d['host']['emulatedBy']")" "the kernel's CPU is x86"
    [[ ! ${emulated:-} ]] || expect "None" "$(json "$fork" "d['service'] or d.get('floorNs')")"
  done
}

@test "arm64: the doctor finds the emulator" {
  [[ ! -e $scratch/failed ]] || skip "the images were not built"
  [[ ${emulated:-} ]] || skip "nothing is emulated here"
  run --separate-stderr arm64 jdk25-temurin doctor
  expect 4 "$status"
  contains "$output" "aarch64, but the kernel's CPU is x86"
}

@test "arm64: a program and a server have forks too" {
  [[ ! -e $scratch/failed ]] || skip "the images were not built"
  test/services/build faulty
  status=0
  arm64 jdk25-temurin command --fork programs/1-jdk25-temurin --timeout 3m -- java -version >"$scratch/said" 2>&1 || status=$?
  expect_fork "$status" "$out/programs/forks/001-jdk25-temurin.json"
  # Its files are the fork's own user's to read.
  mkdir "$scratch/app"
  cp test/services/faulty/target/app.jar "$scratch/app"
  chmod -R a+rX "$scratch/app"
  mount=(--volume "$scratch/app:/app:ro")
  status=0
  arm64 jdk25-temurin service --fork servers/1-jdk25-temurin --app /app --timeout 3m --port 8080 --ready /health --request 'GET /x' \
    --warmup 1s --turn 500ms --points 5 --passes 1 --rate 5 -- java -jar app.jar 8080 works >"$scratch/said" 2>&1 || status=$?
  expect_fork "$status" "$out/servers/forks/001-jdk25-temurin.json"
}
