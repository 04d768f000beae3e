# shellcheck shell=bash
# What test/cluster/build makes and test/cluster/cluster starts. Needs scripts/lib/common.sh.

readonly module=$root/test/cluster/kubernetes

# The release that go.mod pins, such as 1.36.3.
kubernetes_version=$(sed -n 's|^require k8s.io/kubernetes v||p' "$module/go.mod")
readonly kubernetes_version

# Outside the checkout, so that a fresh clone finds what an older one has built.
# shellcheck disable=SC2034 # for the scripts that source this
readonly cache=${XDG_CACHE_HOME:-$HOME/.cache}/whichjvm/kubernetes-$kubernetes_version

# What is built from the module, and what Debian has built.
# shellcheck disable=SC2034 # for the scripts that source this
readonly built=(kube-apiserver kube-controller-manager kube-scheduler kubelet)
# shellcheck disable=SC2034 # for the scripts that source this
readonly packaged=(bin/etcd bin/kubectl cni/host-local cni/loopback cni/ptp)

# The sandbox of each pod runs this image.
# shellcheck disable=SC2034 # for the scripts that source this
readonly pause_image=localhost/whichjvm-pause:1
