"""whichjvm fleet on a Kubernetes of two nodes: Kubernetes loses no block and repeats none, whatever goes away, and what a
hostile pod leaves costs its own node's results only.

On the cluster that `cluster.py start DIR --nodes 2` started, if WHICHJVM_CLUSTER=DIR is set. Each test prints what it saw.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support import ROOT, UNGATED, Ran, build_images, output, read, run, wait_for_host

# The cluster has two of them on two CPUs.
pytestmark = pytest.mark.engine

NODES = ("node-1", "node-2")
CONTENDERS = ("jdk17-temurin", "jdk21-temurin")
BLOCKS = 3
CAMPAIGN = ["--blocks", str(BLOCKS), "--interleave", "forks", "--duration", "300ms", *UNGATED]
PROGRAM = ["--warmup", "100ms", "--rate", "1000"]

# By hand, several minutes.
KUBELET_SECONDS = 60 * float(os.environ.get("WHICHJVM_KUBELET_MINUTES", "1"))

# A node of two CPUs has none to give away.
SMALL = ["--cpus", "shared", "--memory", "4Gi"]
RESULTS = "var/lib/whichjvm-results"

# Longer than any campaign here takes, in s.
PATIENCE = 900

# A busy host overloads forks, which are measured all the same.
ENDED = (0, 3)

Forks = dict[str, str]


def cluster(*words: str | Path) -> None:
    run(sys.executable, "-B", ROOT / "test/cluster/cluster.py", *words).ended()


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Of a cluster that has the images."""
    wait_for_host()
    jvms = [*(f"jdk{each}-temurin" for each in (8, 11, 17, 21, 25, 27)), "graalvm-ce-17"]
    build_images(["all"], ["all", "collector", *jvms])
    own = "" if "WHICHJVM_CLUSTER" in os.environ else tempfile.mkdtemp(prefix="whichjvm-", dir="/tmp")
    made = Path(own or os.environ["WHICHJVM_CLUSTER"])
    try:
        if own:
            cluster("start", made, "--nodes", "2")
        cluster("load", made, "whichjvm/all")
        for node in NODES:
            output("install", "-d", "-g", "10001", "-m", "2775", made / node / RESULTS)
        yield made
    finally:
        if own:
            cluster("stop", made)
            shutil.rmtree(made)


class Fleet:
    """A namespace, and a results folder with one fleet."""

    def __init__(self, folder: Path, scratch: Path, namespace: str) -> None:
        self.cluster, self.scratch, self.namespace = folder, scratch, namespace
        self.out = scratch / "out"
        self.out.mkdir()
        shutil.copy(folder / "kubeconfig", scratch / "kubeconfig")
        self.env = {"KUBECONFIG": str(scratch / "kubeconfig"), "PATH": f"{folder}:{os.environ['PATH']}"}
        self.kubectl("create", "namespace", namespace)
        self.kubectl("config", "set-context", "--current", "--namespace", namespace)

    def kubectl(self, *words: str | Path) -> str:
        return output("kubectl", *words, env=self.env)

    def __call__(self, task: str, *words: str) -> Ran:
        return run(ROOT / "whichjvm", "fleet", task, "--out", self.out, *words, env=self.env)

    def starts(self, hosts: str, *words: str, image: str = "whichjvm/all") -> None:
        chosen = ["--apply", "--hosts", hosts, "--image", image, *SMALL, *words, *CONTENDERS]
        self("render", *chosen, "--", *CAMPAIGN, "--", *PROGRAM).ended()

    @property
    def folder(self) -> Path:
        return next(self.out.glob("fleet-*"))

    def on(self, node: str) -> Path:
        """The folder of this fleet's results on a node; it may not be there yet."""
        own, there = f"{self.folder.name}/{node}", self.cluster / node
        return next(there.glob(f"volumes/*/{own}"), there / RESULTS / own)

    def forks_on(self, node: str) -> Forks:
        return forks_in(self.on(node))

    def has_ended_on(self, node: str) -> bool:
        state = self.on(node) / ".started.json"
        return state.is_file() and read(state)["exit"] is not None

    def brings(self) -> dict[str, Forks]:
        """What is collected, for each node."""
        self("collect").ended()
        return {each.name: forks_in(each) for each in sorted((self.folder / "hosts").iterdir())}

    def exits(self) -> list[int]:
        """Of the pods of campaigns that are still there."""
        pods = json.loads(self.kubectl("get", "pods", "--output", "json"))["items"]
        states = [each["state"] for pod in pods for each in pod["status"].get("containerStatuses", [])]
        return sorted(each["terminated"]["exitCode"] for each in states if "terminated" in each)

    def end(self) -> None:
        for each in NODES:
            cluster("start-kubelet", self.cluster, each[-1])
            self.kubectl("uncordon", each)
        # Jobs first, because a namespace waits for its pods, and they for their job.
        self.kubectl("delete", "jobs,pods,persistentvolumeclaims", "--all", "--timeout", "120s")
        self.kubectl("delete", "namespace", self.namespace, "--timeout", "120s")
        volumes = self.kubectl("get", "persistentvolumes", "--output", "jsonpath={.items[*].metadata.name}").split()
        # They are free again.
        self.kubectl("patch", "persistentvolumes", *volumes, "--type=merge", "--patch", '{"spec": {"claimRef": null}}')
        for left in [*self.cluster.glob(f"node-?/{RESULTS}/*"), *self.cluster.glob("node-?/volumes/*/*")]:
            shutil.rmtree(left)


@pytest.fixture
def fleet(folder: Path, scratch: Path, request: pytest.FixtureRequest) -> Iterator[Fleet]:
    made = Fleet(folder, scratch, f"test-{hashlib.sha256(request.node.name.encode()).hexdigest()[:8]}")
    try:
        yield made
    finally:
        made.end()


def forks_in(host: Path) -> Forks:
    """Names and checksums, without those of block 0, which is the check of what can run here."""
    found = [each for each in host.glob("2*/forks/*.json") if each.name[:3] != "000"]
    return {each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in found}


def is_whole(forks: Forks) -> None:
    wanted = [f"{block:03}-{each}.json" for block in range(1, BLOCKS + 1) for each in CONTENDERS]
    assert sorted(forks) == wanted


def until(condition: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.3)


def test_no_client_is_needed_between_render_and_collect(fleet: Fleet) -> None:
    began = time.monotonic()
    fleet.starts("kubernetes.io/os=linux", "--storage", "local")
    until(lambda: all(map(fleet.has_ended_on, NODES)))
    took = time.monotonic() - began
    before = {each: fleet.forks_on(each) for each in NODES}
    fleet("wait").ended(*ENDED)
    assert fleet.brings() == before
    for each in NODES:
        is_whole(before[each])
    report = fleet("report").ended()
    assert read(fleet.folder / "hosts/hosts.json")
    assert all(each in report.out for each in NODES)
    print(f"\nno client for {took:.0f} s; forks of each node: {[len(each) for each in before.values()]}\n{report.out}")
    fleet("delete").ended()
    assert not fleet.kubectl("get", "jobs,pods,persistentvolumeclaims", "--output", "name")


def deleted(fleet: Fleet) -> str:
    fleet.kubectl("delete", "pods", "--all", "--wait=false")
    return "its pod was deleted"


def cut_off(fleet: Fleet) -> str:
    cluster("stop-kubelet", fleet.cluster, "1")
    before = len(fleet.forks_on("node-1"))
    time.sleep(KUBELET_SECONDS)
    meanwhile = len(fleet.forks_on("node-1")) - before
    cluster("start-kubelet", fleet.cluster, "1")
    return f"its kubelet was gone for {KUBELET_SECONDS:.0f} s, in which {meanwhile} forks were measured"


def drained(fleet: Fleet) -> str:
    fleet.kubectl("drain", "node-1", "--ignore-daemonsets", "--delete-emptydir-data", "--timeout", "120s")
    there = fleet.forks_on("node-1")
    time.sleep(5)
    assert fleet.forks_on("node-1") == there
    pending = fleet.kubectl("get", "pods", "--field-selector", "status.phase=Pending", "--output", "name")
    assert pending
    fleet.kubectl("uncordon", "node-1")
    return f"its node was drained, and {len(pending.split())} pod waited for it"


@pytest.mark.parametrize("goes", [deleted, cut_off, drained])
def test_no_block_is_lost_or_measured_twice_if_something_goes_away(fleet: Fleet, goes: Callable[[Fleet], str]) -> None:
    fleet.starts("kubernetes.io/hostname=node-1", "--results", f"/{RESULTS}")
    until(lambda: len(fleet.forks_on("node-1")) >= len(CONTENDERS))
    before = fleet.forks_on("node-1")
    what = goes(fleet)
    fleet("wait").ended(*ENDED)
    after = fleet.brings()["node-1"]
    kept = [each for each in before if after.get(each) == before[each]]
    print(f"\n{what}: {len(kept)} of {len(before)} forks kept, {len(after)} at the end; exit codes {fleet.exits()}")
    is_whole(after)
    assert kept == [*before]
    assert read(fleet.on("node-1") / ".started.json")["exit"] in ENDED


NONSENSE = "20260101T000000-quick"

# Stands for the entry point. On node-2 it leaves each attack in a folder of its own.
HOSTILE = r"""#!/bin/sh
[ "$1 $WHICHJVM_NODE" = "compare node-2" ] || exec /opt/whichjvm/honest "$@"
mkdir -p /out/.attacks && cd /out/.attacks && mkdir links fifo large control many 20260101T000000-quick
ln -s /etc links/etc && ln -s ../../../../canary links/canary
mkfifo fifo/pipe
truncate --size 10G large/file
: >"control/$(printf 'a\033[2J\033]0;gone\007b')"
python3 -c 'for n in range(200000): open(f"many/{n}", "w").close()'
head -c 1000000 /dev/urandom >20260101T000000-quick/campaign.json
"""

# Stands for tar, which sends what it is given.
TAR = """#!/bin/sh
[ ! -e /out/.sent ] || exec cat /out/.sent
exec /bin/tar "$@"
"""


RECIPE = """FROM whichjvm/all
COPY --from=whichjvm/all /opt/whichjvm/all /opt/whichjvm/honest
COPY --chmod=755 all /opt/whichjvm/
COPY --chmod=755 tar /usr/local/bin/
"""


def sent(**member: Any) -> bytes:
    """An archive of one member."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as tar:
        made = tarfile.TarInfo("file")
        for name, value in member.items():
            setattr(made, name, value)
        tar.addfile(made)
    return stream.getvalue()


SENT = {
    "noise": os.urandom(300_000),
    "device": sent(type=tarfile.CHRTYPE, devmajor=1, devminor=3),
    "hard link": sent(type=tarfile.LNKTYPE, linkname="/etc/passwd"),
    "parent": sent(name="../canary"),
    "absolute": sent(name="/tmp/whichjvm-canary"),
    "long name": sent(name="x" * 100_000),
    "cut short": sent(size=1000)[:600],
}


def test_what_a_hostile_pod_leaves_costs_the_results_of_its_own_node_only(fleet: Fleet) -> None:
    context = fleet.scratch / "context"
    context.mkdir()
    for name, text in (("all", HOSTILE), ("tar", TAR)):
        (context / name).write_text(text)
    (context / "Dockerfile").write_text(RECIPE)
    output("docker", "build", "--quiet", "--tag", "whichjvm/attack", context)
    cluster("load", fleet.cluster, "whichjvm/attack")
    fleet.starts("kubernetes.io/os=linux", "--results", f"/{RESULTS}", image="whichjvm/attack")
    fleet("wait").ended(*ENDED)
    canary = fleet.out / "canary"
    canary.write_text("alive")
    own = fleet.on("node-2")
    attacks = [each.name for each in sorted((own / ".attacks").iterdir())]
    assert attacks == [NONSENSE, "control", "fifo", "large", "links", "many"]
    for attack in [*attacks, *SENT]:
        if attack in SENT:
            (own / ".sent").write_bytes(SENT[attack])
        else:
            (own / ".attacks" / attack).rename(own / attack)
        collected = fleet("collect")
        print(f"\n{attack}: {[each for each in collected.err.splitlines() if each.startswith('node-2')]}")
        is_whole(forks_in(fleet.folder / "hosts/node-1"))
        assert canary.read_text() == "alive"
        assert not Path("/tmp/whichjvm-canary").exists()
        assert {each.name for each in fleet.folder.iterdir()} == {"manifests", "hosts"}
        assert "\x1b" not in collected.err
        # A campaign folder of nonsense is for the report to refuse.
        assert collected.code == (0 if attack == NONSENSE else 3)
        if attack != NONSENSE:
            assert "node-2: nothing was collected: " in collected.err
            assert not [*(fleet.folder / "hosts/node-2").glob(attack)]
        shutil.rmtree(own / attack, ignore_errors=True)
    report = fleet("report")
    print(f"report: exit {report.code}: {report.out}{report.err}")
    assert "node-2" in report.out


def test_without_our_script_kubectl_gives_the_same_results(fleet: Fleet) -> None:
    """The overlay is copied, for its arguments, CPUs and memory are for another node."""
    copy = fleet.scratch / "fleet"
    shutil.copytree(ROOT / "fleet", copy)
    only = {"nodeSelectorTerms": [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["node-1"]}]}]}
    resources = {"requests": {"cpu": "1", "memory": "4Gi"}, "limits": {"memory": "4Gi"}}
    both = {"affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution": only}
    measure = {f"{each}/0/resources": resources for each in ("initContainers", "containers")}
    words = {"containers/0/args": ["compare", "--resume-or-start", *CAMPAIGN, *CONTENDERS, "--", *PROGRAM]}

    def patch(target: dict[str, str], values: dict[str, Any]) -> dict[str, Any]:
        changes = [{"op": "replace", "path": f"/spec/template/spec/{each}", "value": values[each]} for each in values]
        return {"target": {"kind": "Job", **target}, "patch": json.dumps(changes)}

    patches = [patch({}, both), patch({"name": "whichjvm"}, {**measure, **words})]
    (copy / "kustomization.yaml").write_text(json.dumps({"resources": ["overlays/node"], "patches": patches}))
    fleet.kubectl("apply", "-k", copy)
    fleet.kubectl("wait", "job/whichjvm", "--for", "jsonpath={.status.conditions[0].type}", "--timeout", f"{PATIENCE}s")
    host = fleet.out / "by-hand" / "node-1"
    host.mkdir(parents=True)
    fleet.kubectl("patch", "job", "whichjvm-collect", "--patch", '{"spec": {"suspend": false}}')
    fleet.kubectl("wait", "job", "whichjvm-collect", "--for", "jsonpath={.status.ready}=1", "--timeout", "120s")
    brings = 'kubectl exec job/whichjvm-collect -- tar -cf - -C /out . | tar -xf - -C "$0"'
    run("sh", "-c", brings, host, env=fleet.env).ended()
    is_whole(forks_in(host))
    assert forks_in(host) == forks_in(fleet.cluster / "node-1" / RESULTS / "fleet" / "node-1")
    report = run(ROOT / "whichjvm", "report", "--hosts", host.parent).ended()
    assert read(host.parent / "hosts.json")
    print(f"\nby kubectl only: {len(forks_in(host))} forks; report: {report.out[:300]}")
