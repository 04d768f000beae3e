#!/usr/bin/env python3
"""A Kubernetes cluster on this machine, for tests: the real programs, built from their Go modules, with one or two nodes.

  build [--check]          makes the programs in ~/.cache/whichjvm, which takes ten minutes on 2 CPUs; --check: only
                           says by exit code 4 that they are not there
  start DIR [--nodes N]    returns once 1 or 2 nodes are ready
  stop DIR                 leaves DIR/log only
  load DIR IMAGE…          gives images of the Docker engine to each node that does not have them
  stop-kubelet DIR [N]     of node-1 or node-N, whose pods go on
  start-kubelet DIR [N]    returns once the node is ready

All state of a cluster lies in DIR: kubeconfig and kubectl for tests, log/ of each program, and node-N/var/lib, which
its pods see as the node's /var/lib. Pods have no network but loopback. As root; containerd and runc come with
scripts/install-docker.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import json
import os
import random
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

CANNOT = 4

# --- programs -----------------------------------------------------------------------------------

MODULE = Path(__file__).resolve().parent / "kubernetes"
VERSION = re.findall(r"k8s\.io/kubernetes v(\S+)", (MODULE / "go.mod").read_text())[0]

# Outside the checkout, so that a fresh clone finds what an older one has built.
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "whichjvm" / f"kubernetes-{VERSION}"

OF_KUBERNETES = ("kubectl", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet")
PROGRAMS = {"etcd": "go.etcd.io/etcd/server/v3", "pause": "./pause"}
PROGRAMS |= {name: f"k8s.io/kubernetes/cmd/{name}" for name in OF_KUBERNETES}


def missing() -> list[str]:
    return [name for name in PROGRAMS if not (CACHE / name).is_file()]


def build() -> None:
    """Makes what is missing, static and stripped. Nothing else on this machine changes."""
    if not shutil.which("go"):
        stop_with(CANNOT, "go is missing; install the Go that test/cluster/kubernetes/go.mod names, or a newer one")
    # The programs refuse to talk to one another unless they say which release they are.
    major, minor, _ = VERSION.split(".")
    said = {"gitVersion": f"v{VERSION}", "gitMajor": major, "gitMinor": minor}
    flags = " ".join(["-s -w", *(f"-X k8s.io/component-base/version.{name}={said[name]}" for name in said)])
    CACHE.mkdir(parents=True, exist_ok=True)
    with locked(CACHE):
        for name in missing():
            print(f"building {name} of Kubernetes {VERSION}", flush=True)
            part = CACHE / f".{name}"
            command = ("go", "build", "-trimpath", "-ldflags", flags, "-o", str(part), PROGRAMS[name])
            if subprocess.run(command, cwd=MODULE, env={**os.environ, "CGO_ENABLED": "0"}, check=False).returncode:
                stop_with(CANNOT, f"go cannot build {name}; its own words are above")
            part.rename(CACHE / name)


# --- a cluster ----------------------------------------------------------------------------------

# A Unix socket's path has 107 bytes at most, and the longest in the folder takes 42 of them.
LONGEST_DIR = 60
# Several times what the slowest machine of the project takes.
READY_SECONDS, STOP_SECONDS = 180, 30
VOLUMES = 4
# The sandbox of each pod runs it.
PAUSE = "localhost/whichjvm-pause:1"

# The kubelet sets these for the whole machine, which measures with them as they are. It finds here what it wants to find.
KNOBS = {
    **{"vm/overcommit_memory": 1, "vm/panic_on_oom": 0, "kernel/panic": 10, "kernel/panic_on_oops": 1},
    **{"kernel/keys/root_maxkeys": 1000000, "kernel/keys/root_maxbytes": 25000000},
}

# Tests must not reach anything outside this machine, and campaigns use no network. Stands for both plugins.
NETWORK = """#!/bin/sh
case $CNI_COMMAND in
  ADD)
    nsenter --net="$CNI_NETNS" ip link set lo up
    printf '{"cniVersion": "0.3.1", "interfaces": [{"name": "%s", "sandbox": "%s"}], "ips": [{"version": "4", ' \\
      "$CNI_IFNAME" "$CNI_NETNS"
    printf '"interface": 0, "address": "198.18.0.1/32"}]}'
    ;;
  VERSION) printf '{"cniVersion": "0.3.1", "supportedVersions": ["0.3.1"]}' ;;
esac
"""

# Lowering an OOM score may be refused, and runc would fail then.
CONTAINERD = """version = 2
root = "{node}/containerd/root"
state = "{node}/containerd/state"
disabled_plugins = ["io.containerd.internal.v1.opt", "io.containerd.nri.v1.nri", "io.containerd.tracing.processor.v1.otlp"]
[grpc]
address = "{node}/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "{pause}"
restrict_oom_score_adj = true
netns_mounts_under_state_dir = true
disable_hugetlb_controller = true
tolerate_missing_hugetlb_controller = true
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "{dir}/cni"
conf_dir = "{dir}/cni"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"
"""

# The kubelet listens on loopback only, where the API server finds it by its name. A lost node is found within half a
# minute, and a full disk of the machine must not evict the tests' pods. Without a name server it would warn at each pod.
KUBELET = """apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: 127.0.0.1
port: {port}
healthzPort: 0
authentication: {{anonymous: {{enabled: false}}, webhook: {{enabled: true}}, x509: {{clientCAFile: {dir}/certs/client.crt}}}}
authorization: {{mode: Webhook}}
cgroupDriver: cgroupfs
cgroupRoot: /{group}
containerRuntimeEndpoint: unix://{node}/containerd.sock
failCgroupV1: false
failSwapOn: false
oomScoreAdj: 0
makeIPTablesUtilChains: false
clusterDNS: [10.96.0.10]
clusterDomain: cluster.local
resolvConf: /dev/null
podLogsDir: {node}/logs
volumePluginDir: {node}/plugins
evictionHard: {{memory.available: 100Mi, nodefs.available: 1%, imagefs.available: 1%}}
imageGCHighThresholdPercent: 100
nodeLeaseDurationSeconds: 12
nodeStatusUpdateFrequency: 5s
"""

KUBECONFIG = """apiVersion: v1
kind: Config
clusters: [{{name: cluster, cluster: {{server: "https://127.0.0.1:{port}", certificate-authority: {certs}/apiserver.crt}}}}]
users: [{{name: user, user: {{token: {token}}}}}]
contexts: [{{name: context, context: {{cluster: cluster, user: user}}}}]
current-context: context
"""

# A claim of the class `local` is bound to a folder of the node that its pod comes to.
STORAGE_CLASS = """apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: local}
provisioner: kubernetes.io/no-provisioner
volumeBindingMode: WaitForFirstConsumer
"""
VOLUME = """---
apiVersion: v1
kind: PersistentVolume
metadata: {{name: {node.name}-{volume}}}
spec:
  capacity: {{storage: 20Gi}}
  accessModes: [ReadWriteOnce]
  storageClassName: local
  local: {{path: {node}/volumes/{volume}}}
  nodeAffinity:
    required:
      nodeSelectorTerms: [matchExpressions: [{{key: kubernetes.io/hostname, operator: In, values: [{node.name}]}}]]
"""


class Cluster:
    def __init__(self, folder: str) -> None:
        self.dir = Path(folder).resolve()
        # A node has folders of its own in place of some.
        if not re.fullmatch(r"(?!/(run|var/lib|var/log|proc|sys|dev)/)(/[\w.-]+)+", f"{self.dir}"):
            stop_with(2, f"'{self.dir}' cannot be a cluster's folder; use a plain name, such as /tmp/cluster")
        if len(f"{self.dir}") > LONGEST_DIR:
            stop_with(2, f"'{self.dir}' is too long for the sockets in it; use {LONGEST_DIR} characters at most")

    # --- commands -------------------------------------------------------------------------------

    def start(self, nodes: int) -> None:
        if os.geteuid():
            stop_with(CANNOT, "a cluster makes mounts and namespaces, which needs root")
        for tool in ("docker", "containerd", "ctr", "runc", "openssl", "ip", "unshare", "nsenter"):
            if not shutil.which(tool):
                stop_with(CANNOT, f"'{tool}' is missing; scripts/install-docker installs docker, containerd and runc")
        if missing():
            stop_with(CANNOT, f"{CACHE} has no {missing()[0]}; run: test/cluster/cluster.py build")
        if not (self.dir / "pids").is_dir() and {*self.dir.glob("*")} - {self.dir / "log"}:
            stop_with(2, f"'{self.dir}' is not empty and no cluster; name another folder")
        self.stop()
        shutil.rmtree(self.dir / "log", ignore_errors=True)
        for each in ("pids", "log", "certs", "cni"):
            (self.dir / each).mkdir(parents=True)
        # By names without blanks.
        for name, target in (("bin", CACHE), ("kubectl", CACHE / "kubectl"), ("cluster.py", Path(__file__).resolve())):
            (self.dir / name).symlink_to(target)
        # Until this one listens, another would take the same ports.
        with locked(CACHE):
            (self.dir / "port").write_text(f"{free_ports()}")
            self._start_control_plane()
            self._write_network()
            for number in range(1, nodes + 1):
                self._start_node(number)
            self._await("kube-apiserver", lambda: self._kubectl("get", "--raw", "/readyz"))
        self._start_controllers()
        self._make_pause()
        for number in range(1, nodes + 1):
            self._await(f"containerd-{number}", (self._node(number) / "containerd.sock").exists)
            self._import("pause.tar", [self._node(number)])
            self._start_kubelet(number)
        claimed = [VOLUME.format(node=self._node(1 + each % nodes), volume=each) for each in range(VOLUMES * nodes)]
        if not self._kubectl("create", "--filename", "-", input=STORAGE_CLASS + "".join(claimed)):
            stop_with(1, "the cluster refused its volumes")
        for number in range(1, nodes + 1):
            self.start_kubelet(number)
        self._await("kube-controller-manager", lambda: self._kubectl("get", "serviceaccount", "default"))

    def stop(self) -> None:
        """Also what is left of a start that was cut short."""
        for name in [each.name for each in (self.dir / "pids").glob("*")]:
            self._end(name, signal.SIGKILL)
        if (self.dir / "port").is_file() and not within(STOP_SECONDS, self._remove_groups):
            stop_with(1, f"a process is left in {self._group} of /sys/fs/cgroup")
        for each in self.dir.glob("*"):
            if each.name != "log":
                subprocess.run(["rm", "-rf", "--one-file-system", each], check=True)

    def load(self, images: list[str]) -> None:
        for image in images:
            asked = ("docker", "image", "inspect", "--format", "{{.Id}}", image)
            told = subprocess.run(asked, stdout=subprocess.PIPE, check=True).stdout
            loaded = [node / "images" / image.replace("/", "_") for node in self.dir.glob("node-?")]
            lacking = [each for each in loaded if not each.is_file() or each.read_bytes() != told]
            if lacking:
                subprocess.run(["docker", "save", "--output", self.dir / "image.tar", image], check=True)
                self._import("image.tar", [each.parents[1] for each in lacking])
            for each in lacking:
                each.write_bytes(told)

    def stop_kubelet(self, number: int) -> None:
        self._end(f"kubelet-{number}", signal.SIGTERM)

    def start_kubelet(self, number: int) -> None:
        if not self._running(f"kubelet-{number}"):
            self._start_kubelet(number)
        # The API server has a node whose kubelet just ended for ready.
        self._await(f"kubelet-{number}", lambda: listens(self._port(4 + number)))
        ready = 'jsonpath={.status.conditions[?(@.type=="Ready")].status}'
        asked = ("get", "node", f"node-{number}", "--output", ready)
        self._await(f"kubelet-{number}", lambda: self._kubectl(*asked) == "True")

    # --- its programs ---------------------------------------------------------------------------

    def _start_control_plane(self) -> None:
        certs, api, etcd, peer = self.dir / "certs", self._port(0), self._port(1), self._port(2)
        certs.chmod(0o700)
        # The API server and the kubelets make the certificates that they serve with. This one is the API server's as a
        # client of the kubelets, and its key signs the tokens of service accounts.
        made = f"""openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -keyout {certs}/key
            -subj /O=system:masters/CN=apiserver -addext extendedKeyUsage=clientAuth -out {certs}/client.crt"""
        subprocess.run(made.split(), check=True, capture_output=True)
        # It is a key to root's rights on this machine.
        token = secrets.token_hex(16)
        (certs / "tokens.csv").write_text(f"{token},admin,admin,system:masters\n")
        (self.dir / "kubeconfig").touch(0o600)
        (self.dir / "kubeconfig").write_text(KUBECONFIG.format(port=api, certs=certs, token=token))
        self._start(
            "etcd",
            f"""{self.dir}/bin/etcd --data-dir={self.dir}/etcd --unsafe-no-fsync --log-level=warn
            --listen-client-urls=http://127.0.0.1:{etcd} --advertise-client-urls=http://127.0.0.1:{etcd}
            --listen-peer-urls=http://127.0.0.1:{peer} --initial-advertise-peer-urls=http://127.0.0.1:{peer}
            --initial-cluster=default=http://127.0.0.1:{peer}""",
        )
        # The names of the nodes are in a file that only the API server sees in place of /etc/hosts.
        (self.dir / "hosts").write_text("127.0.0.1 localhost node-1 node-2\n")
        (self.dir / "apiserver").write_text(f'mount --bind {self.dir}/hosts /etc/hosts && exec "$@"\n')
        self._start(
            "kube-apiserver",
            f"""unshare --mount sh {self.dir}/apiserver {self.dir}/bin/kube-apiserver --bind-address=127.0.0.1
            --secure-port={api} --cert-dir={certs} --advertise-address={address()} --endpoint-reconciler-type=none
            --etcd-servers=http://127.0.0.1:{etcd} --token-auth-file={certs}/tokens.csv --authorization-mode=RBAC
            --service-cluster-ip-range=10.96.0.0/16 --service-account-issuer=https://kubernetes.default.svc
            --service-account-key-file={certs}/client.crt --service-account-signing-key-file={certs}/key
            --kubelet-client-certificate={certs}/client.crt --kubelet-client-key={certs}/key
            --kubelet-preferred-address-types=Hostname --profiling=false""",
        )

    def _start_controllers(self) -> None:
        both = f"--kubeconfig={self.dir}/kubeconfig --leader-elect=false --secure-port=0"
        self._start("kube-scheduler", f"{self.dir}/bin/kube-scheduler {both}")
        self._start(
            "kube-controller-manager",
            f"""{self.dir}/bin/kube-controller-manager {both} --root-ca-file={self.dir}/certs/apiserver.crt
            --service-account-private-key-file={self.dir}/certs/key
            --node-monitor-period=2s --node-monitor-grace-period=25s""",
        )

    def _write_network(self) -> None:
        network = {"cniVersion": "0.3.1", "name": "pods", "plugins": [{"type": "none"}]}
        (self.dir / "cni" / "pods.conflist").write_text(json.dumps(network))
        for plugin in ("none", "loopback"):
            (self.dir / "cni" / plugin).write_text(NETWORK)
            (self.dir / "cni" / plugin).chmod(0o755)

    def _make_pause(self) -> None:
        packed = subprocess.run(["tar", "-c", "-C", CACHE, "pause"], stdout=subprocess.PIPE, check=True).stdout
        imported = ["docker", "import", "--change", 'ENTRYPOINT ["/pause"]', "-", PAUSE]
        subprocess.run(imported, input=packed, stdout=subprocess.DEVNULL, check=True)
        subprocess.run(["docker", "save", "--output", self.dir / "pause.tar", PAUSE], check=True)
        subprocess.run(["docker", "image", "rm", PAUSE], stdout=subprocess.DEVNULL, check=True)

    def _start_node(self, number: int) -> None:
        """A node has mounts, processes and a host name of its own. What it leaves goes away with its first process:
        volumes, containers and network namespaces."""
        node = self._node(number)
        for each in ("images", "knobs", "var/lib", "var/log", "var/run", *(f"volumes/{n}" for n in range(2 * VOLUMES))):
            (node / each).mkdir(parents=True)
        (node / "containerd.toml").write_text(CONTAINERD.format(node=node, dir=self.dir, pause=PAUSE))
        told = {"port": self._port(4 + number), "dir": self.dir, "group": f"{self._group}/{node.name}", "node": node}
        (node / "kubelet.yaml").write_text(KUBELET.format(**told))
        for group in self._groups():
            make_group(group / node.name)
        namespaces = "unshare --mount --pid --uts --fork --kill-child --mount-proc"
        self._start(node.name, f"{namespaces} python3 -B {self.dir}/cluster.py node {self.dir} {number}")

    def node(self, number: int) -> NoReturn:
        """The first process of a node, in the node's namespaces. It ends the processes without a parent."""
        node = self._node(number)
        # Volumes that a pod mounts are seen by others only if the mounts are shared.
        mounts = ["--make-rshared /"]
        # The kubelet and containerd have fixed folders in these.
        mounts += [
            f"--bind {node}/var/{each} {at}" for each, at in (("lib", "/var/lib"), ("log", "/var/log"), ("run", "/run"))
        ]
        for knob, value in KNOBS.items():
            if Path("/proc/sys", knob).exists():
                found = node / "knobs" / Path(knob).name
                found.write_text(f"{value}\n")
                mounts.append(f"--bind {found} /proc/sys/{knob}")
        for each in mounts:
            subprocess.run(["mount", *each.split()], check=True)
        socket.sethostname(node.name)
        with (self.dir / "log" / f"containerd-{number}.log").open("ab") as log:
            subprocess.Popen(["containerd", "--config", node / "containerd.toml"], stdout=log, stderr=log)
        while True:
            os.wait()

    def _start_kubelet(self, number: int) -> None:
        node = self._node(number)
        unshare = (self.dir / "pids" / node.name).read_text()
        first = Path(f"/proc/{unshare}/task/{unshare}/children").read_text().strip()
        self._start(
            f"kubelet-{number}",
            f"""nsenter --target {first} --mount --pid --uts -- {self.dir}/bin/kubelet --config={node}/kubelet.yaml
            --kubeconfig={self.dir}/kubeconfig --root-dir={node}/kubelet --cert-dir={node}/kubelet/pki
            --hostname-override={node.name} --node-ip={address()}
            --node-labels=node.kubernetes.io/instance-type={("this", "that")[number - 1]}.small""",
        )

    # --- control groups -------------------------------------------------------------------------

    @property
    def _group(self) -> str:
        return f"whichjvm-cluster-{self._port(0)}"

    def _groups(self) -> list[Path]:
        """In the one hierarchy of version 2, or in each of version 1."""
        root = Path("/sys/fs/cgroup")
        tops = [root] if (root / "cgroup.controllers").exists() else filter(os.path.ismount, root.iterdir())
        return [each / self._group for each in tops]

    def _remove_groups(self) -> bool:
        folders = [each for top in self._groups() for each, _, _ in os.walk(top, topdown=False)]
        for each in folders:
            with contextlib.suppress(OSError):
                os.rmdir(each)
        return not folders

    # --- processes ------------------------------------------------------------------------------

    def _start(self, name: str, command: str) -> None:
        with (self.dir / "log" / f"{name}.log").open("ab") as log:
            started = subprocess.Popen(
                command.split(), cwd=self.dir, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        (self.dir / "pids" / name).write_text(f"{started.pid}")

    def _running(self, name: str) -> bool:
        """Each process has the folder among its arguments, so that a number that the kernel gave to another process since
        is not taken for it."""
        with contextlib.suppress(OSError):
            pid = (self.dir / "pids" / name).read_text()
            return f"{self.dir}/".encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
        return False

    def _end(self, name: str, number: int) -> None:
        if self._running(name):
            os.killpg(int((self.dir / "pids" / name).read_text()), number)
        if not within(STOP_SECONDS, lambda: not self._running(name)):
            stop_with(1, f"{name} does not end")

    def _await(self, name: str, condition: Callable[[], object]) -> None:
        if not within(READY_SECONDS, condition):
            log = self.dir / "log" / f"{name}.log"
            last = log.read_text().splitlines()[-5:]
            stop_with(1, f"{name} was not ready within {READY_SECONDS} s; {log} ends with", *last)

    def _kubectl(self, *words: str, input: str = "") -> str:
        """What it says; nothing if it fails."""
        command = (f"{self.dir}/kubectl", "--kubeconfig", f"{self.dir}/kubeconfig", f"--cache-dir={self.dir}/discovery")
        return subprocess.run([*command, *words], input=input, capture_output=True, text=True, check=False).stdout

    def _import(self, archive: str, nodes: list[Path]) -> None:
        words = ("--namespace", "k8s.io", "images", "import", self.dir / archive)
        commands = [("ctr", "--address", node / "containerd.sock", *words) for node in nodes]
        started = [subprocess.Popen(each, stdout=subprocess.DEVNULL) for each in commands]
        codes = [each.wait() for each in started]
        if any(codes):
            stop_with(1, f"containerd cannot take {archive}")

    def _port(self, offset: int) -> int:
        return int((self.dir / "port").read_text()) + offset

    def _node(self, number: int) -> Path:
        return self.dir / f"node-{number}"


# --- this machine -------------------------------------------------------------------------------


def stop_with(code: int, *lines: str) -> NoReturn:
    print(f"{sys.argv[0]}: " + "\n  ".join(lines), file=sys.stderr)
    sys.exit(code)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    number = os.open(folder, os.O_RDONLY)
    fcntl.flock(number, fcntl.LOCK_EX)
    yield
    os.close(number)


def make_group(folder: Path) -> None:
    """A group of version 1 has no CPUs until it is told which; one of version 2 gives its own what it hands on."""
    folder.mkdir(parents=True)
    for group in (folder.parent.parent, folder.parent, folder):
        if (group / "cgroup.controllers").exists():
            has = (group / "cgroup.controllers").read_text().split()
            (group / "cgroup.subtree_control").write_text(" ".join(f"+{each}" for each in has))
        elif group != folder.parent.parent and (group / "cpuset.cpus").exists():
            for name in ("cpuset.cpus", "cpuset.mems"):
                (group / name).write_text((group.parent / name).read_text())


def within(seconds: float, condition: Callable[[], object]) -> bool:
    """Whether it comes true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def listens(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def free_ports() -> int:
    """The first of ten, below those that the kernel gives to clients."""
    firsts = list(range(20000, 22500, 10))
    random.shuffle(firsts)
    return next(first for first in firsts if not any(listens(first + n) for n in range(10)))


def address() -> str:
    """The kubelet refuses a loopback address for its node. Nothing listens on this one."""
    found = json.loads(subprocess.check_output(["ip", "-json", "-4", "address", "show", "scope", "global"]) or b"[]")
    if not found:
        stop_with(CANNOT, "this machine has no IPv4 address besides loopback, and a node needs one")
    return str(found[0]["addr_info"][0]["local"])


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("command", choices=("build", "start", "stop", "load", "stop-kubelet", "start-kubelet", "node"))
    parser.add_argument("dir", nargs="?")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--nodes", type=int, choices=(1, 2), default=1)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    if given.command == "build":
        if not given.check:
            build()
        sys.exit(CANNOT * bool(missing()))
    cluster = Cluster(given.dir or parser.error(f"{given.command} needs DIR"))
    words = {"start": [given.nodes], "stop": [], "load": [given.words]}
    number = [] if given.command in words else [int(*given.words or [1])]
    getattr(cluster, given.command.replace("-", "_"))(*words.get(given.command, number))


if __name__ == "__main__":
    main()
