# shellcheck shell=bash
# A node of a cluster: its namespaces, containerd and its kubelet. Needs processes.sh and the cluster's slot.

# A node has mounts, processes and a host name of its own. Whatever it leaves behind goes away with its
# first process: volumes, containers, shims, and network namespaces with their interfaces.
launch_node() { # N
  launch "node-$1" unshare --mount --pid --uts --fork --kill-child --mount-proc bash "$self" node "$dir/node-$1"
}

# The first process of a node, in the node's namespaces. Bash ends the processes without a parent.
node() {
  local n=${1##*-} folder
  dir=${1%/*}
  node=$1
  # Volumes that a pod mounts are seen by others only if the mounts are shared.
  mount --make-rshared /
  # The kubelet and containerd have fixed folders in these.
  for folder in lib log run; do
    mkdir -p "$node/var/$folder"
  done
  mount --bind "$node/var/lib" /var/lib
  mount --bind "$node/var/log" /var/log
  mount --bind "$node/var/run" /run
  shield_kernel
  printf 'node-%s\n' "$n" >/proc/sys/kernel/hostname
  containerd --config "$node/containerd.toml" >>"$dir/log/containerd-$n.log" 2>&1 &
  sleep infinity &
  while :; do
    wait || true
  done
}

# The kubelet sets these for the whole machine, which measures with them as they are. It finds here what
# it wants to find.
shield_kernel() {
  local knob value
  mkdir -p "$node/knobs"
  while read -r knob value; do
    [[ -e /proc/sys/$knob ]] || continue
    printf '%s\n' "$value" >"$node/knobs/${knob##*/}"
    mount --bind "$node/knobs/${knob##*/}" "/proc/sys/$knob"
  done <<'END'
vm/overcommit_memory 1
vm/panic_on_oom 0
kernel/panic 10
kernel/panic_on_oops 1
kernel/keys/root_maxkeys 1000000
kernel/keys/root_maxbytes 25000000
END
}

prepare_node() { # N
  local node=$dir/node-$1 volume
  mkdir -p "$node/cni" "$node/kubelet" "$node/images"
  : >"$node/resolv.conf"
  for ((volume = 1; volume <= volumes; volume++)); do
    mkdir -p "$node/volumes/$volume"
    chmod 1777 "$node/volumes/$volume"
  done
  make_cgroups "$1"
  write_containerd_config "$node"
  write_network "$1"
  write_kubelet_config "$1"
  write_kubeconfig "$node/kubeconfig" "${token[node$1]}"
}

# Lowering an OOM score may be refused, and runc fails where it is.
write_containerd_config() { # FOLDER
  cat >"$1/containerd.toml" <<END
version = 2
root = "$1/containerd/root"
state = "$1/containerd/state"
disabled_plugins = ["io.containerd.internal.v1.opt", "io.containerd.snapshotter.v1.aufs",
  "io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.devmapper",
  "io.containerd.snapshotter.v1.zfs", "io.containerd.nri.v1.nri", "io.containerd.tracing.processor.v1.otlp"]
[grpc]
address = "$1/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "$pause_image"
restrict_oom_score_adj = true
netns_mounts_under_state_dir = true
disable_hugetlb_controller = true
tolerate_missing_hugetlb_controller = true
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "$cache/cni"
conf_dir = "$1/cni"
[plugins."io.containerd.grpc.v1.cri".containerd]
default_runtime_name = "runc"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
SystemdCgroup = false
END
}

# A pair of interfaces for each pod, which goes away with the pod. Pods have no route to anywhere but
# their node: tests must not reach anything outside this machine.
write_network() { # N
  cat >"$dir/node-$1/cni/10-pods.conflist" <<END
{"cniVersion": "1.0.0", "name": "pods", "plugins": [{"type": "ptp", "ipMasq": false, "ipam": {"type": "host-local",
  "dataDir": "$dir/node-$1/addresses", "ranges": [[{"subnet": "198.$((17 + $1)).$slot.0/24"}]]}}]}
END
}

# The kubelet listens on loopback alone, where the API server finds it by its name.
write_kubelet_config() { # N
  local node=$dir/node-$1
  cat >"$node/kubelet.yaml" <<END
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: 127.0.0.1
port: $((kubelet_port + $1))
healthzPort: 0
authentication:
  anonymous: {enabled: false}
  webhook: {enabled: true}
  x509: {clientCAFile: $dir/certs/kubelet-client.crt}
authorization: {mode: Webhook}
cgroupDriver: cgroupfs
cgroupRoot: /$cgroup/node-$1
containerRuntimeEndpoint: unix://$node/containerd.sock
failCgroupV1: false
failSwapOn: false
oomScoreAdj: 0
makeIPTablesUtilChains: false
# No name server is there, but a kubelet without one warns at each pod.
clusterDNS: [10.96.0.10]
clusterDomain: cluster.local
resolvConf: $node/resolv.conf
podLogsDir: $node/logs
volumePluginDir: $node/plugins
# A full disk of the machine must not evict the tests' pods.
evictionHard: {memory.available: 100Mi, nodefs.available: 1%, imagefs.available: 1%}
imageGCHighThresholdPercent: 100
# A lost node is found within half a minute.
nodeLeaseDurationSeconds: 12
nodeStatusUpdateFrequency: 5s
END
}

# The folders of the groups that pods are in. With version 1 of cgroups, a new group has no CPUs until
# it is told which.
make_cgroups() { # N
  local hierarchy folder
  if [[ -e /sys/fs/cgroup/cgroup.controllers ]]; then
    mkdir -p "/sys/fs/cgroup/$cgroup/node-$1"
    for folder in /sys/fs/cgroup "/sys/fs/cgroup/$cgroup" "/sys/fs/cgroup/$cgroup/node-$1"; do
      printf '+cpu +cpuset +io +memory +pids\n' >"$folder/cgroup.subtree_control"
    done
    return
  fi
  for hierarchy in /sys/fs/cgroup/*/; do
    mountpoint --quiet "$hierarchy" || continue
    for folder in "$hierarchy$cgroup" "$hierarchy$cgroup/node-$1"; do
      mkdir -p "$folder"
      [[ ! -e $folder/cpuset.cpus ]] || {
        cat "${folder%/*}/cpuset.cpus" >"$folder/cpuset.cpus"
        cat "${folder%/*}/cpuset.mems" >"$folder/cpuset.mems"
      }
    done
  done
}

launch_kubelet() { # N
  local node=$dir/node-$1 kinds=(this that) init
  init=$(! running "node-$1" || child "node-$1")
  [[ $init ]] || fail "node-$1 does not run: see $dir/log/node-$1.log"
  launch "kubelet-$1" nsenter --target "$init" --mount --pid --uts -- "$cache/bin/kubelet" \
    --config="$node/kubelet.yaml" --kubeconfig="$node/kubeconfig" --root-dir="$node/kubelet" \
    --cert-dir="$node/kubelet/pki" --hostname-override="node-$1" --node-ip="$address" \
    --node-labels="node.kubernetes.io/instance-type=${kinds[$1 - 1]}.small" --v=1
}

# The kubelet refuses a loopback address for its node. Nothing listens on this one.
find_address() {
  address=$(ip -4 -o address show scope global | awk '!found { sub("/.*", "", $4); print $4; found = 1 }')
  [[ $address ]] || die "$exit_cannot" "this machine has no IPv4 address besides loopback, and a node needs one."
}

ctr_of() { # N ARGUMENT…
  local node=$dir/node-$1
  shift
  ctr --address "$node/containerd.sock" --namespace k8s.io "$@"
}

containerd_answers() { [[ -S $dir/node-$1/containerd.sock ]] && ctr_of "$1" version >/dev/null 2>&1; }

kubelet_answers() { (: <"/dev/tcp/127.0.0.1/$((kubelet_port + $1))") 2>/dev/null; }

node_ready() {
  [[ $(kubectl get node "node-$1" --ignore-not-found \
    --output 'jsonpath={.status.conditions[?(@.type=="Ready")].status}' 2>/dev/null) == True ]]
}

# load_image IMAGE: the engine reads it once, however many nodes take it
load_image() {
  local image=$1 id n node pipe pipes=() taking=() failed=
  id=$(docker image inspect --format '{{.Id}}' "$image" 2>/dev/null) || fail "the Docker engine has no image '$image'"
  for node in "$dir"/node-?; do
    [[ $(cat "$node/images/${image//\//_}" 2>/dev/null) != "$id" ]] || continue
    pipe=$node/images/pipe
    rm -f "$pipe"
    mkfifo "$pipe"
    ctr_of "${node##*-}" images import - <"$pipe" >/dev/null &
    taking+=("$!")
    pipes+=("$pipe")
  done
  ((${#pipes[@]})) || return 0
  docker save "$image" | tee "${pipes[@]}" >/dev/null || failed=yes
  for n in "${!taking[@]}"; do
    wait "${taking[n]}" || failed=yes
    rm -f "${pipes[n]}"
  done
  [[ ! $failed ]] || fail "'$image' cannot be loaded into every node"
  for pipe in "${pipes[@]}"; do
    printf '%s\n' "$id" >"${pipe%/*}/${image//\//_}"
  done
}
