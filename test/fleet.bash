# shellcheck shell=bash
# What the tests of scripts/fleet without a cluster share: a kubectl that runs docker/pod here stands for the one that
# runs it in a pod.

load helper

# shellcheck disable=SC2154 # helper.bash has root
setup() {
  scratch=$(mktemp -d)
  mkdir "$scratch/bin" "$scratch/pod" "$scratch/out"
  export WHICHJVM_OUT=$scratch/pod NODE=node-1
  cat >"$scratch/bin/kubectl" <<KUBECTL
#!/bin/sh
while [ "\$1" != /opt/whichjvm/pod ] && [ "\$#" -gt 0 ]; do shift; done
[ "\$#" = 0 ] && exit 1
shift
exec "$root/docker/pod" "\$@"
KUBECTL
  chmod +x "$scratch/bin/kubectl"
  PATH=$scratch/bin:$PATH
}

teardown() { rm -rf "$scratch"; }

# python CODE: with the modules of scripts/fleet, `pod` and a host's folder
python() {
  PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$root/scripts/lib python3 -c "
import os, sys
from fleet import cluster, folder, hosts, render, transfer
of = cluster.Cluster()
host = folder.Host('$scratch/out/host', 'host')
$1"
}
