#!/usr/bin/env bats
# bats file_tags=beside
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
# came to no end. That the variant's own compiler is there is what the image's build has checked.
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

@test "arm64: a fork in every image verifies each message and says that it is emulated" {
  [[ ! -e $scratch/failed ]] || skip "the images were not built"
  for variant in $variants; do
    # On a busy machine an emulator may not keep even this rate, least of all with two threads that spin;
    # nothing else is tried again.
    for try in 1 2 3; do
      rm -f "$out/smoke/forks/"*"-$variant."*
      ! arm64 "$variant" --wait yield --rate 100 --duration 300ms --warmup 100ms --fork "smoke/1-$variant" >"$scratch/said" 2>&1 || break
      grep -q overloaded "$scratch/said" && ((try < 3)) || fail "$variant: $(<"$scratch/said")"
    done
    fork=$(find "$out/smoke/forks" -name "*-$variant.json")
    expect "('ok', 30, 'aarch64')" "$(json "$fork" "d['status'], d['messages']['verified'], d['host']['arch']")"
    expect "$([[ ! ${emulated:-} ]] || echo True)" "$(json "$fork" "d['host']['emulated'] or ''")"
    [[ ! ${emulated:-} ]] || contains "$(json "$fork" "d['host']['emulatedBy']")" "the kernel's CPU is x86"
  done
}

@test "arm64: nothing is decided upon emulated forks" {
  [[ -d $out/smoke ]] || skip "there are no forks"
  [[ ${emulated:-} ]] || skip "nothing is emulated here"
  WHICHJVM_RESULTS=$out run --separate-stderr docker compose run --rm --quiet-build collector report smoke
  expect "[]" "$(json "$out/smoke/result.json" "[c for c in d.get('comparisons') or [] if c.get('verdict') in ('faster', 'slower', 'equivalent')]")"
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
  arm64 jdk25-temurin command --fork programs/1-jdk25-temurin --timeout 3m -- java -version >"$scratch/said" 2>&1 || fail "$(<"$scratch/said")"
  expect "('ok', 'aarch64')" "$(json "$out/programs/forks/001-jdk25-temurin.json" "d['status'], d['host']['arch']")"
  # Its files are the fork's own user's to read.
  mkdir "$scratch/app"
  cp test/services/faulty/target/app.jar "$scratch/app"
  chmod -R a+rX "$scratch/app"
  mount=(--volume "$scratch/app:/app:ro")
  arm64 jdk25-temurin service --fork servers/1-jdk25-temurin --app /app --timeout 3m --port 8080 --ready /health --request 'GET /x' \
    --warmup 1s --turn 500ms --points 5 --passes 1 --rate 5 -- java -jar app.jar 8080 works >"$scratch/said" 2>&1 || fail "$(<"$scratch/said")"
  expect "('ok', 'aarch64')" "$(json "$out/servers/forks/001-jdk25-temurin.json" "d['status'], d['host']['arch']")"
}
