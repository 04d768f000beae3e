#!/usr/bin/env bats
# scripts/fleet on a real cluster: what it measures is what a campaign by hand measures, and nothing that ends on the
# way loses a block or counts one twice. With WHICHJVM_CLUSTER=DIR, on the cluster that test/cluster/cluster started
# there.

load ../helper
load fleet

setup_file() {
  use_cluster 1
  # shellcheck disable=SC2154 # use_cluster sets it
  test/cluster/cluster load "$cluster" whichjvm/all
}

setup() {
  wait_for_host
  scratch=$(mktemp -d)
  out=$scratch/out
  mkdir "$out"
  export KUBECONFIG=$cluster/kubeconfig
  PATH=$cluster:$PATH
  kubectl create namespace "test-$BATS_TEST_NUMBER" >/dev/null
  kubectl config set-context --current --namespace "test-$BATS_TEST_NUMBER" >/dev/null
  client=
}

teardown() {
  [[ ! $client ]] || kill -KILL "$client" 2>/dev/null || true
  kubectl uncordon node-1 >/dev/null 2>&1 || true
  # Jobs first: a namespace waits for its pods, and they for their job, which looks after them no longer.
  kubectl delete jobs,pods,persistentvolumeclaims --all --timeout 90s >/dev/null || true
  kubectl delete namespace "test-$BATS_TEST_NUMBER" --timeout 60s >/dev/null || true
  rm -rf "$scratch"
}

# A node of two CPUs has none to give away.
readonly shared=(--image whichjvm/all --cpus shared --memory 4Gi --hosts kubernetes.io/os=linux)
readonly short=(--interleave forks --duration 300ms)
readonly options=(-- --warmup 100ms --rate 1000)

# fleet ARGUMENT…: in the foreground
fleet() { run --separate-stderr "$root/scripts/fleet" "$1" --out "$out" "${@:2}"; }

# begin BLOCKS [OPTION…]: a fleet of two contenders, its client in the background
begin() {
  "$root/scripts/fleet" run "${shared[@]}" "${@:2}" --out "$out" jdk17-temurin jdk21-temurin -- --blocks "$1" \
    "${short[@]}" "${ungated[@]}" "${options[@]}" >"$scratch/stdout" 2>"$scratch/stderr" 3>&- &
  client=$!
}

kill_client() {
  kill -KILL "$client" 2>/dev/null || true
  end
}

pod() { kubectl get pods --selector app.kubernetes.io/name=whichjvm --sort-by .metadata.creationTimestamp --output name | tail -n 1; }

# forks: of the campaign in the pod that are whole
forks() { kubectl exec "$(pod)" --container keep -- sh -c 'ls /out/*/forks/ 2>/dev/null' 2>/dev/null | grep -c '^00[1-9].*json$' || true; }

has_forks() { (($(forks) >= $1)); }

measuring() { [[ $(kubectl get "$(pod)" --output 'jsonpath={.status.containerStatuses[?(@.name=="measure")].state.running}' 2>/dev/null) ]]; }

# is_whole BLOCKS: each of them has its forks, and the report says nothing is missing
is_whole() {
  has_whole this.small "$1"
  [[ -s $(echo "$out"/fleet-*/fleet.html) && -s $(echo "$out"/fleet-*/fleet.json) ]] || fail "no joint report"
  expect "" "$(find "$out" -name '.*.part' -o -name '.*.tmp')"
}

@test "a fleet of one node ends with the report that a campaign by hand has" {
  fleet run "${shared[@]}" jdk17-temurin jdk21-temurin -- --blocks 2 "${short[@]}" "${ungated[@]}" "${options[@]}"
  expect 0 "$status" || fail "$stderr"
  is_whole 2
  [[ $stderr == *"measures on node-1"* && $output == *"jdk21-temurin"* ]] || fail "$stderr $output"
  # The pod's own report is what the collector here makes of its forks.
  cp -r "$out"/fleet-*/hosts/this.small/2* "$scratch/"
  "$root/scripts/report" --out "$scratch" "$(basename "$scratch"/2*)" >/dev/null
  diff "$scratch"/2*/report.md "$out"/fleet-*/hosts/this.small/2*/report.md
  expect False "$(json "$(echo "$out"/fleet-*/hosts/this.small/host.json)" 'd["cpus"]["exclusive"]')"
  fleet delete
  expect 0 "$status" || fail "$stderr"
  expect "" "$(kubectl get pods,jobs,persistentvolumeclaims --output name)"
}

@test "a pod that is deleted in block 2 of 4 resumes, and no fork is measured twice" {
  begin 4
  eventually has_forks 3
  kubectl exec "$(pod)" --container keep -- sh -c 'cd /out/2*/forks && sha256sum 001-*.json' | sort >"$scratch/before"
  kubectl delete "$(pod)" --wait=false >/dev/null
  end
  expect 0 "$status" || fail "$(<"$scratch/stderr")"
  is_whole 4
  expect "" "$(json "$(echo "$out"/fleet-*/hosts/this.small/host.json)" 'd.get("lost") or ""')"
  (cd "$out"/fleet-*/hosts/this.small/2*/forks && sha256sum 001-*.json) | sort | diff "$scratch/before" -
}

@test "a campaign that is killed resumes too, from a volume where there is one" {
  begin 3 --storage local
  eventually has_forks 2
  kubectl exec "$(pod)" --container measure -- sh -c 'kill -KILL -1' || true
  # Nobody follows it meanwhile.
  kill_client
  kubectl delete "$(pod)" --grace-period=0 --force >/dev/null 2>&1
  again
  end
  expect 0 "$status" || fail "$(<"$scratch/stderr")"
  is_whole 3
}

@test "the client may be killed at any moment, and called again" {
  begin 2
  # Before the folder, before the job, before the pod, while it starts, and while it measures.
  for moment in 0.1 0.5 1 3 8; do
    sleep "$moment"
    kill_client
    [[ $(echo "$out"/fleet-*) != *'*' ]] || {
      begin 2
      continue
    }
    again
  done
  end
  expect 0 "$status" || fail "$(<"$scratch/stderr")"
  expect 1 "$(find "$out" -maxdepth 1 -name 'fleet-*' | wc -l)"
  is_whole 2
}

@test "a Ctrl-C leaves the fleet alone and says how to go on, and two clients are one too many" {
  begin 2
  eventually measuring
  fleet run --resume "$(basename "$out"/fleet-*)"
  expect 2 "$status"
  [[ $stderr == *"another scripts/fleet works on fleet-"* ]] || fail "$stderr"
  kill -INT "$client"
  end
  expect 130 "$status"
  [[ $(<"$scratch/stderr") == *"scripts/fleet run --resume fleet-"* ]] || fail "$(<"$scratch/stderr")"
  fleet status
  expect 0 "$status"
  [[ $output == *"this.small"* ]] || fail "$output"
  fleet delete
  expect 2 "$status"
  [[ $stderr == *"has results that were not collected, of this.small"* ]] || fail "$stderr"
  again
  end
  expect 0 "$status"
  is_whole 2
}

@test "two fleets on one node: the second waits for the first" {
  begin 2
  eventually measuring
  mkdir "$scratch/second"
  "$root/scripts/fleet" run "${shared[@]}" --cpus shared --out "$scratch/second" jdk17-temurin -- --blocks 1 "${short[@]}" \
    "${ungated[@]}" "${options[@]}" >"$scratch/second.out" 2>"$scratch/second.err" 3>&- &
  second=$!
  end
  expect 0 "$status" || fail "$(<"$scratch/stderr")"
  wait "$second"
  grep -q "pending.*no node takes it" "$scratch/second.err" || fail "$(<"$scratch/second.err")"
  is_whole 2
  # It is not for want of CPUs that it waits.
  kubectl delete jobs --all --timeout 90s >/dev/null
  kubectl run first --image whichjvm/all --image-pull-policy IfNotPresent --labels app.kubernetes.io/name=whichjvm \
    --command -- sleep 60 >/dev/null
  kubectl wait --for condition=Ready pod/first >/dev/null
  fleet run "${shared[@]}" --wait 10s jdk17-temurin
  expect 3 "$status"
  [[ $stderr == *"anti-affinity"* ]] || fail "$stderr"
}

@test "what cannot be run is a sentence: usage, image, quota, node, rights" {
  fleet run "${shared[@]}" jdk99-temurin -- --blocks 1
  expect 3 "$status"
  [[ $stderr == *"failed"*"jdk99-temurin"* ]] || fail "$stderr"
  fleet run "${shared[@]}" --image localhost/whichjvm/missing:1 --wait 20s jdk17-temurin
  expect 3 "$status"
  [[ $stderr == *"the image"* ]] || fail "$stderr"
  kubectl cordon node-1 >/dev/null
  fleet run "${shared[@]}" --wait 20s jdk17-temurin
  expect 3 "$status"
  [[ $stderr == *"no node takes it"*"unschedulable"* ]] || fail "$stderr"
  kubectl uncordon node-1 >/dev/null
  kubectl delete jobs --all --timeout 90s >/dev/null
  kubectl create quota none --hard=pods=0 >/dev/null
  fleet run "${shared[@]}" --wait 25s jdk17-temurin
  expect 3 "$status"
  [[ $stderr == *"exceeded quota"* ]] || fail "$stderr"
  KUBECONFIG=$cluster/kubeconfig-limited fleet run "${shared[@]}" jdk17-temurin
  expect 4 "$status"
  [[ $stderr == *"cannot list resource \"nodes\""* ]] || fail "$stderr"
}

@test "a kubelet that is gone for a while takes nothing with it" {
  begin 3
  eventually has_forks 1
  "$root/test/cluster/cluster" stop-kubelet "$cluster"
  sleep 60
  "$root/test/cluster/cluster" start-kubelet "$cluster"
  end
  expect 0 "$status" || fail "$(<"$scratch/stderr")"
  is_whole 3
}
