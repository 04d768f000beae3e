"""whichjvm fleet with a kubectl that answers from files: what it renders, which cluster it asks, and what of a node's results
it takes. test/cluster has the same on a real cluster."""

from __future__ import annotations

import io
import json
import shutil
import tarfile
from pathlib import Path
from typing import Any, Callable

import pytest
from support import ROOT, Ran, run

KUBECTL = """#!/usr/bin/env python3
import json, os, pathlib, sys
words, here = sys.argv[1:], pathlib.Path(os.environ["FAKE"])
with open(here / "asked", "a") as asked:
    asked.write(json.dumps(words) + "\\n")
if words[-1] == "--minify" or "view" in words:
    print((here / "config").read_text())
elif "exec" in words:
    sys.stdout.buffer.write((here / words[words.index("exec") + 1].split("/")[1]).read_bytes())
else:
    for kind in ("nodes", "jobs"):
        if "get" in words and kind in words:
            print((here / kind).read_text())
"""


def node(name: str, kind: str = "m7g", ready: str = "True", cordoned: bool = False) -> dict[str, Any]:
    return {
        "metadata": {"name": name, "labels": {"node.kubernetes.io/instance-type": kind}},
        "spec": {"unschedulable": True} if cordoned else {},
        "status": {"conditions": [{"type": "Ready", "status": ready}]},
    }


class World:
    """A folder of results, and a cluster."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.out = folder, folder / "out"
        self.out.mkdir()
        # No other kubectl is on its PATH.
        (folder / "bin").mkdir()
        for name in ("python3", "readlink", "env"):
            (folder / "bin" / name).symlink_to(str(shutil.which(name)))
        self.kubectl = folder / "bin/kubectl"
        self.kubectl.write_text(KUBECTL, encoding="utf-8")
        self.kubectl.chmod(0o755)
        self.is_at("https://one:6443")
        self.has_nodes(node("node-1"), node("node-2"))

    def is_at(self, server: str, namespace: str = "bench") -> None:
        context = {"name": "prod", "context": {"namespace": namespace}}
        config = {"contexts": [context], "clusters": [{"cluster": {"server": server}}]}
        (self.folder / "config").write_text(json.dumps(config), encoding="utf-8")

    def has_nodes(self, *nodes: dict[str, Any]) -> None:
        (self.folder / "nodes").write_text(json.dumps({"items": nodes}), encoding="utf-8")

    def has_jobs(self, *names: str, succeeded: int = 1) -> None:
        metadata = [{"name": f"job-{name}", "annotations": {"whichjvm/node": name}} for name in names]
        jobs = [{"metadata": each, "status": {"succeeded": succeeded}} for each in metadata]
        (self.folder / "jobs").write_text(json.dumps({"items": jobs}), encoding="utf-8")

    def __call__(self, task: str, *words: str) -> Ran:
        env = {"PATH": str(self.folder / "bin"), "FAKE": str(self.folder)}
        return run(ROOT / "scripts/fleet", task, "--out", self.out, *words, env=env)

    def render(self, *words: str) -> Ran:
        return self("render", "--hosts", "pool=bench", "--image", "my/all:1", *words)

    def rendered(self, *words: str) -> Path:
        self.render("--every-node", *words, "17").ended(0)
        return next(self.out.glob("fleet-*"))

    def sends_bytes(self, name: str, sent: bytes) -> None:
        (self.folder / f"job-{name}").write_bytes(sent)

    def sends(self, name: str, *members: tuple[tarfile.TarInfo, bytes], cut: int | None = None) -> None:
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w") as tar:
            for member, content in members:
                tar.addfile(member, io.BytesIO(content))
        self.sends_bytes(name, buffer.getvalue()[:cut])

    def sends_header(self, name: str, kind: bytes, size: int) -> None:
        member, _ = of_kind("large", kind, size)
        self.sends_bytes(name, member.tobuf(tarfile.GNU_FORMAT))

    def asked(self) -> list[list[str]]:
        return [json.loads(line) for line in (self.folder / "asked").read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def world(scratch: Path) -> World:
    return World(scratch)


def file(name: str, content: bytes = b"{}") -> tuple[tarfile.TarInfo, bytes]:
    member = tarfile.TarInfo(name)
    member.size = len(content)
    return member, content


def of_kind(name: str, kind: bytes, size: int = 0) -> tuple[tarfile.TarInfo, bytes]:
    member = tarfile.TarInfo(name)
    member.type, member.size, member.linkname = kind, size, "/etc/passwd"
    return member, b""


FOLDER = of_kind("./c", tarfile.DIRTYPE)
GOOD = (of_kind(".", tarfile.DIRTYPE), FOLDER, file("./c/campaign.json"))


def test_one_node_of_each_kind_that_takes_pods_gets_a_campaign(world: World) -> None:
    world.has_nodes(
        node("a-1", "m7g", ready="False"), node("a-2", "m7g"), node("a-3", "m7g"), node("b-1", "m7a", cordoned=True)
    )
    world.render("17", "21", "--", "--blocks", "3", "--", "--rate", "1000").ended(0)
    fleet = next(world.out.iterdir())
    assert {each.parent.name for each in fleet.glob("manifests/*-*/kustomization.yaml")} == {"a-2"}
    text = (fleet / "manifests/a-2/kustomization.yaml").read_text(encoding="utf-8")
    words = '["compare", "--resume-or-start", "17", "21", "--blocks", "3", "--", "--rate", "1000"]'
    assert f"value: {words}}}" in text
    assert 'values: ["a-2"]' in text
    assert world.asked()[-1][-2:] == ["kustomize", str(fleet / "manifests")]


def test_every_node_is_applied_in_the_namespace_that_was_named(world: World) -> None:
    ran = world.render("--every-node", "--apply", "--context", "prod", "--namespace", "mine", "17").ended(0)
    top = json.loads(next(world.out.glob("*/manifests/kustomization.yaml")).read_text(encoding="utf-8"))
    assert (top["resources"], top["namespace"]) == (["node-1", "node-2"], "mine")
    assert world.asked()[-1][:6] == ["--context", "prod", "--namespace", "mine", "apply", "--kustomize"]
    assert "context prod" not in ran.err


def test_it_says_which_cluster_it_asks_unless_that_was_said(world: World) -> None:
    assert "context prod (https://one:6443), namespace bench" in world.render("17").ended(0).err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--every-node", "17", "--", "--out", "x"), "--out is not for a fleet"),
        (("--every-node", "17", "--", "--blokcs", "3"), "'--blokcs' is no option (did you mean --blocks?)"),
        (("--cpus", "1", "17"), "--cpus is '1'"),
        (("--memory", "8g", "17"), "--memory is '8g'"),
        (("--results", "here", "17"), "--results is 'here'"),
        (("--tolerate", "=x", "17"), "--tolerate is '=x'"),
        (("--per-host-label", "no", "17"), "none of them takes pods and has the label no"),
    ],
)
def test_what_is_wrong_is_refused_and_leaves_nothing(world: World, words: tuple[str, ...], says: str) -> None:
    world.render(*words).refused(2, says)
    assert list(world.out.iterdir()) == []


def test_what_is_missing_is_named(world: World) -> None:
    world("render", "--image", "x", "17").refused(2, "fleet render needs --hosts")
    world("render", "--hosts", "x", "17").refused(2, "fleet render needs --image")
    world("wait").refused(2, "there is no fleet yet in ", "try: whichjvm fleet render")
    world("run").refused(2, "fleet has no command 'run'", "render|wait|collect|report|delete")
    world.kubectl.unlink()
    world.render("17").refused(4, "kubectl is not on the PATH")


@pytest.mark.parametrize("task", ["wait", "collect", "delete"])
@pytest.mark.parametrize(("server", "namespace"), [("https://two:6443", "bench"), ("https://one:6443", "other")])
def test_another_cluster_or_namespace_than_that_of_the_fleet_is_refused(
    world: World, task: str, server: str, namespace: str
) -> None:
    world.rendered()
    world.is_at(server, namespace)
    world(task).refused(2, "was rendered for context prod (https://one:6443), namespace bench", "--namespace bench")


def test_the_words_of_pods_are_shown_without_what_a_terminal_obeys(world: World) -> None:
    told = KUBECTL + 'if "logs" in words:\n    print("[pod/x] \\033[2J\\007gone")\n'
    world.kubectl.write_text(told, encoding="utf-8")
    fleet = world.rendered()
    world.has_jobs("node-1", "node-2")
    ran = world("wait").ended(0)
    assert "[pod/x]  [2J gone" in ran.out
    assert f"whichjvm fleet collect {fleet.name}" in ran.err
    world.has_jobs("node-2", succeeded=0)
    assert "failed: node-2" in world("wait").ended(3).err


def test_results_come_into_a_folder_for_each_node_and_replace_older_ones(world: World) -> None:
    fleet = world.rendered()
    world.has_jobs("node-1", "node-2")
    for name in ("node-1", "node-2"):
        world.sends(name, *GOOD)
    world("collect").ended(0)
    world.sends("node-1", *GOOD, file("./c/result.json", b"[1]"))
    world("collect").ended(0)
    there = {str(each.relative_to(fleet / "hosts")) for each in (fleet / "hosts").rglob("*") if each.is_file()}
    assert there == {"node-1/c/campaign.json", "node-1/c/result.json", "node-2/c/campaign.json"}
    assert not list(fleet.glob(".*"))
    # compare leaves a link to the newest campaign, and links are refused.
    assert all("--exclude=./latest" in each for each in world.asked() if "exec" in each)
    suspended = [each[-1] for each in world.asked() if "patch" in each and "job-node-2" in each]
    assert suspended == ['{"spec": {"suspend": false}}', '{"spec": {"suspend": true}}'] * 2


HOSTILE: dict[str, Callable[[World], None]] = {
    "its results have c/link": lambda world: world.sends("node-2", FOLDER, of_kind("c/link", tarfile.SYMTYPE)),
    "its results have c/hard": lambda world: world.sends("node-2", FOLDER, of_kind("c/hard", tarfile.LNKTYPE)),
    "its results have c/null": lambda world: world.sends("node-2", FOLDER, of_kind("c/null", tarfile.CHRTYPE)),
    "10,737,418,240 bytes": lambda world: world.sends_header("node-2", tarfile.REGTYPE, 10 << 30),
    "of type b'x' and 8,589,934,592 bytes": lambda world: world.sends_header("node-2", tarfile.XHDTYPE, 8 << 30),
    "the name '../../escaped'": lambda world: world.sends("node-2", file("../../escaped")),
    "the name '/tmp/escaped'": lambda world: world.sends("node-2", file("/tmp/escaped")),
    "the name 'a b": lambda world: world.sends("node-2", file("a b\033[2J")),
    "File exists": lambda world: world.sends("node-2", *GOOD, file("./c/campaign.json")),
    "unexpected end of data": lambda world: world.sends("node-2", FOLDER, file("c/a", b"x" * 3000), cut=2000),
    "invalid header": lambda world: world.sends_bytes("node-2", b"garbage" * 200),
}


@pytest.mark.parametrize("says", list(HOSTILE))
def test_results_that_no_campaign_writes_cost_their_own_node(world: World, says: str) -> None:
    fleet = world.rendered()
    world.has_jobs("node-1", "node-2")
    world.sends("node-1", *GOOD)
    HOSTILE[says](world)
    before = {each for each in world.folder.rglob("*") if fleet not in each.parents}
    ran = world("collect").ended(3)
    assert "node-2: nothing was collected: " in ran.err
    assert says in ran.err
    assert "\033" not in ran.err
    assert {each for each in world.folder.rglob("*") if fleet not in each.parents} == before
    left = {str(each.relative_to(fleet)) for each in fleet.rglob("*") if "manifests" not in each.parts}
    assert left == {
        "hosts",
        "hosts/node-1",
        "hosts/node-1/c",
        "hosts/node-1/c/campaign.json",
        "hosts/node-2",
    }


def test_results_that_were_not_collected_are_not_deleted_unasked(world: World) -> None:
    world.rendered()
    world.has_jobs("node-1")
    world.sends("node-1", *GOOD)
    world("collect").ended(0)
    world("delete").refused(2, "nothing was collected of node-2")
    world("delete", "--force").ended(0)
    assert world.asked()[-1][4:6] == ["delete", "--kustomize"]
