#!/usr/bin/env bats
# bats file_tags=beside
# scripts/fleet without a cluster: what is refused, and what goes between a pod and a host's folder. A kubectl that
# runs docker/pod here stands for the one that runs it in a pod; test/cluster has the real one.

load fleet

campaign() {
  mkdir -p "$scratch/pod/20260101T000000-quick/forks"
  printf '{"blocks": 2, "stopping": null}\n' >"$scratch/pod/20260101T000000-quick/campaign.json"
  head -c 300000 /dev/urandom >"$scratch/pod/20260101T000000-quick/forks/001-a.json"
  : >"$scratch/pod/20260101T000000-quick/forks/.002-a.json.tmp"
  ln -s 20260101T000000-quick "$scratch/pod/latest"
  printf '0\n' >"$scratch/pod/exit"
}

# same: whether the host's folder has the campaign's files
same() { diff -r --exclude='.*' --exclude=latest --exclude=host.json "$scratch/pod" "$scratch/out/host"; }

@test "what a pod has comes here once, by its checksum, and what is not whole stays there" {
  campaign
  python 'assert transfer.fetch(of, "pod", "keep", host)
assert host.blocks() == (1, 2), host.blocks()
assert host.exit_code() == 0'
  same
  # What is here already is not sent again.
  printf '%s\n' "$(cd "$scratch/out/host" && find . -type f ! -name host.json -exec sha256sum {} +)" |
    "$root/docker/pod" send | tar -t >"$scratch/sent"
  expect all "$(<"$scratch/sent")"
  printf 'new\n' >"$scratch/pod/20260101T000000-quick/forks/002-a.json"
  python 'assert transfer.fetch(of, "pod", "keep", host)'
  same
}

@test "a transfer that breaks off leaves whole files alone, and the next one brings the rest" {
  campaign
  head -c 20000000 /dev/urandom >"$scratch/pod/20260101T000000-quick/forks/003-a.hlog"
  cat >"$scratch/bin/cut-off" <<CUT
#!/bin/sh
"$scratch/bin/kubectl" "\$@" | head -c 5000000
CUT
  chmod +x "$scratch/bin/cut-off"
  python 'of.base = ["cut-off"]
try:
    transfer.fetch(of, "pod", "keep", host)
    raise SystemExit("nothing was missed")
except cluster.Refused as refused:
    assert "broke off" in str(refused), refused'
  python 'host.sweep()'
  expect "" "$(find "$scratch/out" -name '.*.part')"
  while IFS= read -r file; do
    cmp "$file" "$scratch/pod/${file#"$scratch/out/host/"}"
  done < <(find "$scratch/out/host" -type f)
  python 'assert transfer.fetch(of, "pod", "keep", host)'
  same
}

@test "a file whose checksum is another does not count, and no name leads out of the folder" {
  campaign
  cat >"$scratch/bin/liar" <<'LIAR'
#!/bin/sh
cat >/dev/null
cd "$(mktemp -d)"
printf '%064d  ./exit\n%s  ./../../evil\n%s  ./host.json\n' 7 "$(printf x | sha256sum | cut -c -64)" "$(printf x | sha256sum | cut -c -64)" >all
printf x >exit
mkdir -p a/b
printf x >evil
printf x >host.json
tar -cPf - all exit --transform 's,^evil,../../evil,' evil host.json
LIAR
  chmod +x "$scratch/bin/liar"
  python 'of.base = ["liar"]
assert not transfer.fetch(of, "pod", "keep", host)'
  expect "" "$(find "$scratch/out/host" -type f)"
  [[ ! -e $scratch/evil && ! -e $scratch/out/evil ]]
}

@test "what was saved goes into the next pod, unless that is on another node" {
  campaign
  python 'assert transfer.fetch(of, "pod", "keep", host)
host.note(node="node-1", state="partial")'
  rm -rf "${scratch:?}/pod"
  mkdir "$scratch/pod"
  python 'transfer.give_back(of, "pod", "restore", host)'
  [[ -e $scratch/pod/.restored ]]
  cmp "$scratch"/{pod,out/host}/20260101T000000-quick/forks/001-a.json
  # A volume that comes from another node.
  printf 'node-2\n' >"$scratch/pod/node"
  FAILED=1 "$root/docker/pod" restore
  [[ ! -e $scratch/pod/20260101T000000-quick && -e $(echo "$scratch"/pod/.lost/*/20260101T000000-quick) ]]
  python 'host.set_aside("its node was lost")
assert host.campaign() is None and host.exit_code() is None
assert host.facts["lost"] == [{"node": "node-1", "blocks": 1, "reason": "its node was lost"}], host.facts'
}

@test "a pod that follows a lost one waits for what was saved, and no longer than it has patience" {
  run env FAILED=0 IGNORED=0 "$root/docker/pod" restore
  expect 0 "$status"
  expect "" "$output"
  run env FAILED=0 IGNORED=1 WHICHJVM_PATIENCE=1 "$root/docker/pod" restore
  expect 0 "$status"
  [[ $output == *"the campaign begins again" ]] || fail "$output"
}

@test "the results are held until they are safe, but those of wrong usage" {
  exec 8>"$scratch/pod/.lock"
  flock 8
  : >"$scratch/pod/.began"
  "$root/docker/pod" keep 8>&- 3>&- &
  keeper=$!
  sleep 0.5
  printf '0\n' >"$scratch/pod/exit"
  exec 8>&-
  sleep 1.5
  kill -0 "$keeper"
  "$root/docker/pod" collected
  wait "$keeper"
  rm "$scratch/pod/.collected"
  printf '2\n' >"$scratch/pod/exit"
  "$root/docker/pod" keep
  # Nobody comes: they are held for a while, from their end on.
  printf '3\n' >"$scratch/pod/exit"
  run env WHICHJVM_KEEP=1 "$root/docker/pod" keep
  expect "0 whichjvm: nobody collected the results in 1 s" "$status $output"
  # Killed: it ends once it was saved, or nobody came.
  rm "$scratch/pod/exit"
  run env WHICHJVM_PATIENCE=1 "$root/docker/pod" keep
  expect 1 "$status"
}

@test "selectors are those of kubectl, hosts are named by their label, and what is wrong is a sentence" {
  python 'assert hosts.requirements("a in (b, c),d!=e,f,!g,h=i") == [
    {"key": "a", "operator": "In", "values": ["b", "c"]}, {"key": "d", "operator": "NotIn", "values": ["e"]},
    {"key": "f", "operator": "Exists"}, {"key": "g", "operator": "DoesNotExist"},
    {"key": "h", "operator": "In", "values": ["i"]}], hosts.requirements("a in (b, c),d!=e,f,!g,h=i")
def node(name, ready="True", cordoned=False, **labels):
    return {"metadata": {"name": name, "labels": labels}, "spec": {"unschedulable": cordoned},
            "status": {"conditions": [{"type": "Ready", "status": ready}]}}
found = hosts.pick([node("x", t="big"), node("y", "Unknown", t="big"), node("z"), node("w", t="arm"), node("e", t=""),
                    node("v", "False", t="gone"), node("u", cordoned=True, t="cordoned"), {"metadata": {"labels": {"t": "new"}}}], "t")
assert found == (["arm", "big"], ["cordoned", "gone", "new"]), found
taken = {hosts.slug("m7g.metal", set())}
assert taken == {"m7g-metal"} and hosts.slug("m7g-metal", taken) == "m7g-metal-2"
assert len(hosts.slug("x" * 63, set())) <= 30'
  # asked WORD… -- SENTENCE
  asked() {
    local -a words=()
    while [[ $1 != -- ]]; do
      words+=("$1")
      shift
    done
    run --separate-stderr "$root/scripts/fleet" "${words[@]}" --out "$scratch/out"
    expect 2 "$status"
    [[ $stderr == *"$2"* ]] || fail "$stderr"
  }
  asked run a -- "run needs --hosts SELECTOR"
  asked run --hosts x=y -- "run needs a VARIANT"
  asked run a --image i --hosts 'x y' -- "'x y', which is no requirement on labels"
  asked run a --hosts x=y -- "run needs --image IMAGE, as scripts/release --push has printed it"
  asked run a --image i --hosts x=y --cpus 1 -- "argument --cpus: it is '1'; it takes a whole number from 2 on"
  asked run a --image i --hosts x=y --keep 3x -- "argument --keep: it is '3x'; it takes a time such as 90s, 30m or 24h"
  asked run a --image i --hosts x=y --huge mnt -- "argument --huge: it is 'mnt'; it takes an absolute path of the nodes, such as /mnt/huge"
  for alone in --runner=docker --jdk --out --explain --verb=race --list=flags; do
    run --separate-stderr "$root/scripts/fleet" run a --out "$scratch/out" --image i --hosts x=y -- --preset full "$alone"
    expect 2 "$status"
    contains "$stderr" "${alone%=*} is not for a fleet"
  done
  # Of a program they may be.
  run --separate-stderr "$root/scripts/fleet" run a --out "$scratch/out" --image i --hosts x=y -- --workload command -- java --explain
  expect 4 "$status"
  asked run a --hosts x=y --resume z -- "takes no VARIANT"
  asked run --resume z --dry-run --wait 2h -- "it takes no --wait and no --dry-run"
  asked run --resume z -- "there is no fleet 'z'"
  asked status -- "scripts/fleet run starts one"
}

@test "huge pages of the nodes are where the campaign looks for them, and in no other pod" {
  python 'asked = dict(cpus="2", memory="4Gi", shm="2Gi", arguments=["a+huge"], keepSeconds=1, tolerations=[])
def pod(**more):
    return render.patch({**asked, **more}, {"requirements": []})["spec"]["template"]["spec"]
measure = pod(huge="/mnt/huge")["containers"][0]
place = measure["volumeMounts"][0]
assert measure["env"] == [{"name": "WHICHJVM_HUGE_DIR", "value": place["mountPath"]}], measure
paths = {each["name"]: each.get("hostPath", {}).get("path") for each in pod(huge="/mnt/huge")["volumes"]}
assert paths == {"shm": None, place["name"]: "/mnt/huge"}, paths
assert pod(keepSeconds=90000)["containers"][1] == {"name": "keep", "env": [{"name": "WHICHJVM_KEEP", "value": "90000"}]}
assert "activeDeadlineSeconds" not in str(render.patch(asked, {"requirements": []})), "who waits or measures for a day is killed"
assert "hostPath" not in str(pod()) and "env" not in pod()["containers"][0], pod()'
}

# cluster: a kubectl whose cluster has one node; what it is asked for fails if a file of that name is there
cluster() {
  cat >"$scratch/bin/kubectl" <<KUBECTL
#!/bin/sh
case "\$*" in
  *"config view"*) echo '{"current-context": "c", "contexts": [{"context": {}}], "clusters": [{"cluster": {"server": "s"}}]}' ;;
  *"get nodes"*) cat "$scratch/nodes" ;;
  *kustomize*) [ ! -e "$scratch/fails" ] && echo manifests ;;
esac
KUBECTL
  ready True
}

# ready STATUS: of the node, by the kubelet
ready() {
  printf '{"items": [{"metadata": {"labels": {"t": "big"}}, "status": {"conditions": [{"type": "Ready", "status": "%s"}]}}]}' "$1" >"$scratch/nodes"
}

@test "a dry run leaves nothing, whatever comes of it, and no fleet loses its results by one" {
  cluster
  local dry=(run a --image i --hosts t --per-host-label t --dry-run --out "$scratch/out")
  run --separate-stderr "$root/scripts/fleet" "${dry[@]}"
  expect "0 manifests" "$status $output" "$stderr"
  touch "$scratch/fails"
  run --separate-stderr "$root/scripts/fleet" "${dry[@]}"
  expect 4 "$status"
  expect "" "$(ls -A "$scratch/out")"
  rm "$scratch/fails"
  python 'run = {"hosts": {}, "cpus": "2", "waitSeconds": 1, **of.place()}
os.makedirs(folder.Fleet.make("'"$scratch"'/out", run).path + "/hosts/x/campaign")'
  fleet=$(basename "$scratch"/out/fleet-*)
  run --separate-stderr "$root/scripts/fleet" run --resume "$fleet" --dry-run --out "$scratch/out"
  expect 2 "$status" "$stderr"
  contains "$stderr" "it takes no --dry-run"
  [[ -d $scratch/out/$fleet/hosts/x/campaign ]]
}

@test "a host none of whose nodes is ready has no campaign, and is told at once" {
  cluster
  ready Unknown
  run --separate-stderr "$root/scripts/fleet" run a --image i --hosts t --per-host-label t --dry-run --out "$scratch/out"
  expect 2 "$status" "$output"
  contains "$stderr" "finds 1 nodes, and none of them is ready to take a pod (big)"
}

@test "the newest fleet is the one that was made last, whatever it is called" {
  python 'for name in ("mine", "fleet-20260101-000000-aaaa", ".fleet-b.tmp"):
    os.makedirs("'"$scratch"'/out/" + name + "/hosts")
os.utime("'"$scratch"'/out/mine/hosts", (1, 1))
assert folder.Fleet.find("'"$scratch"'/out", None).name == "fleet-20260101-000000-aaaa"
os.utime("'"$scratch"'/out/fleet-20260101-000000-aaaa/hosts", (0, 0))
assert folder.Fleet.find("'"$scratch"'/out", None).name == "mine"'
}
