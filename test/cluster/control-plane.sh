# shellcheck shell=bash
# What a cluster has once: etcd, the API server, the controllers, the scheduler, and its volumes. Needs
# processes.sh and the cluster's slot.

kubectl() { "$cache/bin/kubectl" --kubeconfig "$dir/kubeconfig" --cache-dir "$dir/discovery" "$@"; }

write_kubeconfig() { # FILE TOKEN
  cat >"$1" <<END
apiVersion: v1
kind: Config
clusters:
- name: cluster
  cluster: {server: "https://127.0.0.1:$api_port", certificate-authority: $dir/certs/apiserver.crt}
users:
- name: user
  user: {token: $2}
contexts:
- name: context
  context: {cluster: cluster, user: user}
current-context: context
END
}

# Who may ask the API server, and how it knows them: by tokens.
write_tokens() {
  local name line
  declare -gA token=()
  for name in admin limited controllers scheduler node1 node2; do
    token[$name]=$(openssl rand -hex 16)
  done
  for line in admin,admin,admin,system:masters limited,limited,limited \
    controllers,system:kube-controller-manager,controllers scheduler,system:kube-scheduler,scheduler \
    node1,system:node:node-1,node1,system:nodes node2,system:node:node-2,node2,system:nodes; do
    printf '%s,%s\n' "${token[${line%%,*}]}" "${line#*,}"
  done >"$dir/certs/tokens.csv"
}

# The API server and the kubelets make the certificates that they serve with.
write_keys() {
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$dir/certs/accounts.key"
  openssl pkey -in "$dir/certs/accounts.key" -pubout -out "$dir/certs/accounts.pub"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 \
    -subj '/O=system:masters/CN=apiserver' -addext extendedKeyUsage=clientAuth \
    -keyout "$dir/certs/kubelet-client.key" -out "$dir/certs/kubelet-client.crt" 2>/dev/null
}

# etcd need not outlive a power cut.
launch_etcd() {
  launch etcd "$cache/bin/etcd" --data-dir="$dir/etcd" --unsafe-no-fsync --log-level=warn \
    --listen-client-urls="$etcd" --advertise-client-urls="$etcd" \
    --listen-peer-urls="http://127.0.0.1:$((etcd_port + 1))" \
    --initial-advertise-peer-urls="http://127.0.0.1:$((etcd_port + 1))" \
    --initial-cluster="default=http://127.0.0.1:$((etcd_port + 1))"
}

# The names of the nodes are in a file that the API server alone sees in place of /etc/hosts.
launch_apiserver() {
  printf '127.0.0.1 localhost node-1 node-2\n' >"$dir/hosts"
  # shellcheck disable=SC2016 # the inner shell's
  launch kube-apiserver unshare --mount bash -c 'mount --bind "$1" /etc/hosts && shift && exec "$@"' - "$dir/hosts" \
    "$cache/bin/kube-apiserver" --bind-address=127.0.0.1 --secure-port="$api_port" --cert-dir="$dir/certs" \
    --advertise-address="$address" --endpoint-reconciler-type=none --etcd-servers="$etcd" \
    --token-auth-file="$dir/certs/tokens.csv" --authorization-mode=Node,RBAC \
    --enable-admission-plugins=NodeRestriction --service-cluster-ip-range=10.96.0.0/16 \
    --service-account-issuer=https://kubernetes.default.svc \
    --service-account-key-file="$dir/certs/accounts.pub" \
    --service-account-signing-key-file="$dir/certs/accounts.key" \
    --kubelet-client-certificate="$dir/certs/kubelet-client.crt" \
    --kubelet-client-key="$dir/certs/kubelet-client.key" \
    --kubelet-preferred-address-types=Hostname --profiling=false
}

launch_controllers() {
  launch kube-controller-manager "$cache/bin/kube-controller-manager" \
    --kubeconfig="$dir/certs/controller-manager.kubeconfig" --leader-elect=false --secure-port=0 \
    --use-service-account-credentials --service-account-private-key-file="$dir/certs/accounts.key" \
    --root-ca-file="$dir/certs/apiserver.crt" --node-monitor-period=2s --node-monitor-grace-period=25s
  launch kube-scheduler "$cache/bin/kube-scheduler" \
    --kubeconfig="$dir/certs/scheduler.kubeconfig" --leader-elect=false --secure-port=0
}

api_ready() { kubectl get --raw /readyz >/dev/null 2>&1; }

accounts_ready() { kubectl get serviceaccount default >/dev/null 2>&1; }

# volume_manifests NODES
volume_manifests() {
  local n volume
  cat <<'END'
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: local}
provisioner: kubernetes.io/no-provisioner
volumeBindingMode: WaitForFirstConsumer
END
  for ((n = 1; n <= $1; n++)); do
    for ((volume = 1; volume <= volumes; volume++)); do
      cat <<END
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: node-$n-$volume}
spec:
  capacity: {storage: 2Gi}
  accessModes: [ReadWriteOnce]
  persistentVolumeReclaimPolicy: Retain
  storageClassName: local
  local: {path: $dir/node-$n/volumes/$volume}
  nodeAffinity:
    required:
      nodeSelectorTerms:
      - matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [node-$n]}]
END
    done
  done
}
