# shellcheck shell=bash
# What the tests of a fleet on a real cluster share. Needs test/helper.bash, and scratch and out of the test.

readonly images=(all collector jdk{8,11,17,21,25,27}-temurin graalvm-ce-17)

# use_cluster NODES: the one that WHICHJVM_CLUSTER names, or else one that ends with the file's tests; and the images
# shellcheck disable=SC2154 # helper.bash has root
use_cluster() {
  cd "$root" || return
  export cluster=${WHICHJVM_CLUSTER:-$(mktemp -d /tmp/whichjvm-XXXXXX)}
  wait_for_host
  build_images all "${images[@]}"
  [[ ${WHICHJVM_CLUSTER:-} ]] || test/cluster/cluster start "$cluster" --nodes "$1"
}

teardown_file() {
  [[ ${WHICHJVM_CLUSTER:-} ]] || {
    "$root/test/cluster/cluster" stop "$cluster"
    rm -rf "$cluster"
  }
}

# again: the fleet is resumed with a person's patience, its client in the background
# shellcheck disable=SC2154 # the test has out and scratch
again() {
  "$root/scripts/fleet" run --resume "$(basename "$out"/fleet-*)" --out "$out" >>"$scratch/stdout" 2>>"$scratch/stderr" 3>&- &
  client=$!
}

# end: of the client, in status
# shellcheck disable=SC2034 # the test reads it
end() {
  status=0
  wait "$client" || status=$?
  client=
}

# has_whole HOST BLOCKS: each of them has one fork of each of both contenders
has_whole() {
  local host i
  host=$(echo "$out"/fleet-*/hosts/"$1")
  expect whole "$(json "$host/host.json" 'd["state"]')"
  expect "$(for ((i = 1; i <= $2; i++)); do printf '%03d-jdk17-temurin.json %03d-jdk21-temurin.json ' $i $i; done | xargs)" \
    "$(find "$host"/2*/forks -name '0*.json' ! -name '000-*' -printf '%f\n' | sort | xargs)"
}
