#!/usr/bin/env bats
# What a pod, an API server and a person's kubectl may do to a fleet, on a real cluster of two nodes: each costs node-2
# alone, with a sentence, and node-1 is whole. test/fleet-crowd.bats has more attacks, without a cluster. With
# WHICHJVM_CLUSTER=DIR, on the cluster that `test/cluster/cluster start DIR --nodes 2` started there.

load ../helper
load fleet

# For how long the API server does not answer: by hand, ten.
readonly api_minutes=${WHICHJVM_API_MINUTES:-1}
# 200 MB, in kB.
readonly most_kb=200000

setup_file() {
  use_cluster 2
  docker build --quiet --tag whichjvm/attack --file - test/cluster >/dev/null <<'END'
FROM whichjvm/all
COPY --from=whichjvm/all /opt/whichjvm/pod /opt/whichjvm/pod.honest
COPY attack-pod /opt/whichjvm/pod
COPY --chmod=755 <<'DATE' /opt/whichjvm/clock/date
#!/bin/sh
exec /bin/date --date '+1 hour' "$@"
DATE
END
  # shellcheck disable=SC2154 # use_cluster sets it
  test/cluster/cluster load "$cluster" whichjvm/attack
}

setup() {
  wait_for_host
  scratch=$(mktemp -d)
  out=$scratch/out
  mkdir "$out"
  : >"$scratch/stderr"
  # A copy, for a test changes it.
  cp "$cluster/kubeconfig" "$scratch/kubeconfig"
  export KUBECONFIG=$scratch/kubeconfig
  PATH=$cluster:$PATH
  kubectl create namespace "attack-$BATS_TEST_NUMBER" >/dev/null
  kubectl config set-context --current --namespace "attack-$BATS_TEST_NUMBER" >/dev/null
  client=
}

teardown() {
  # A test may have failed while it was stopped.
  kill -CONT "$(<"$cluster/pids/kube-apiserver")" 2>/dev/null || true
  [[ ! $client ]] || kill -KILL "$client" 2>/dev/null || true
  cp "$cluster/kubeconfig" "$scratch/kubeconfig"
  kubectl delete namespace "attack-$BATS_TEST_NUMBER" --timeout 90s >/dev/null || true
  rm -rf "$scratch"
}

# begin ATTACK BLOCKS: a fleet of both nodes, its client in the background. A container that sends has a twentieth of a
# CPU, so that silence is a matter of a minute.
begin() {
  python3 "$root/test/impatient.py" "$scratch/peak" 60 50 run --image whichjvm/attack --cpus shared --memory 4Gi \
    --hosts kubernetes.io/os=linux --out "$out" "$1" jdk17-temurin jdk21-temurin -- --blocks "$2" --interleave forks \
    --duration 300ms "${ungated[@]}" -- --warmup 100ms --rate 1000 >"$scratch/stdout" 2>"$scratch/stderr" 3>&- &
  client=$!
}

# ends STATUS: of the client
ends() {
  end
  expect "$1" "$status" || fail "$(cat "$scratch"/std{out,err})"
}

measuring() { [[ $(<"$scratch/stderr") == *"this.small"*"measures on node-1"* ]]; }

# costs_node_2 ATTACK STATE PATTERN: what becomes of it, and of the other
costs_node_2() {
  local file reason
  begin "$1" 1
  ends 3
  has_whole this.small 1
  file=$(echo "$out"/fleet-*/hosts/that.small/host.json)
  reason=$(json "$file" 'd["reason"]')
  printf '#   %-8s %s\n' "$1" "$(tr -d '\000-\037' <<<"$reason")" >&3
  expect "$2" "$(json "$file" 'd["state"]')"
  # shellcheck disable=SC2053 # a pattern
  [[ $reason == $3 ]] || fail "$reason"
  (($(<"$scratch/peak") <= most_kb)) || fail "the client had $(<"$scratch/peak") kB"
  ! grep -lP '[\x00-\x08\x0b-\x1f\x7f]' "$scratch/stdout" "$scratch/stderr" || fail "the screen has escape sequences"
}

@test "a pod that sends garbage costs its host alone" {
  costs_node_2 garbage partial "what was asked of its pod failed for 50 s (the transfer from * broke off: *"
}

@test "a pod that sends 300 kB of stderr costs its host alone" {
  costs_node_2 stderr partial "what was asked of its pod failed for 50 s (*and so on)*"
}

@test "a pod that sends nothing costs its host alone" {
  costs_node_2 silent partial "what was asked of its pod failed for 50 s (*was silent for 60 s)*"
}

@test "a pod that sends 10 GB costs its host alone" {
  costs_node_2 large failed "its pod sent a file of 10,737,418,240 bytes*"
}

@test "a pod whose clock is an hour off costs nobody anything" {
  begin clock 1
  ends 0
  has_whole this.small 1
  has_whole that.small 1
}

@test "an API server that does not answer for minutes costs no block" {
  begin honest 3
  eventually measuring
  kill -STOP "$(<"$cluster/pids/kube-apiserver")"
  sleep $((60 * api_minutes))
  kill -CONT "$(<"$cluster/pids/kube-apiserver")"
  ends 0
  has_whole this.small 3
  has_whole that.small 3
}

@test "another current context changes nothing, and another cluster behind the context is refused" {
  begin honest 2
  eventually measuring
  kill -KILL "$client"
  wait "$client" || true
  kubectl config set-cluster elsewhere --server https://127.0.0.1:1 >/dev/null
  kubectl config set-context prod --cluster elsewhere --user user >/dev/null
  kubectl config use-context prod >/dev/null
  again
  ends 0
  has_whole this.small 2
  has_whole that.small 2
  kubectl config set-context context --cluster elsewhere >/dev/null
  run --separate-stderr "$root/scripts/fleet" delete --out "$out"
  expect 2 "$status"
  contains "$stderr" "and kubectl's context context now leads to https://127.0.0.1:1; give the context its cluster again"
}
