"""Runs one campaign on each of many nodes of a Kubernetes cluster, and brings the results. Kubernetes places, retries and
stores; this renders manifests, which are its only state, and reads the volumes."""

from __future__ import annotations

import concurrent.futures
import json
import re
import shutil
import string
import subprocess
import tarfile
import tempfile
import threading
import time
from pathlib import Path, PurePosixPath
from typing import Any, Callable

from . import report, runners
from .comparisons import COMPARE_ALONE
from .console import FORKS_FAILED, ROOT, Stop, cannot, one_line, say, wrong
from .given import Given, parse
from .options import COMPARE, of_verb

_FLEET, _NODE, _CONTEXT, _SERVER = "whichjvm/fleet", "whichjvm/node", "whichjvm/context", "whichjvm/server"
_MEASURE, _COLLECT = "whichjvm", "whichjvm-collect"

# A pod has its own JVMs and folder, and runs one campaign.
_NOT_IN_A_POD = (*COMPARE_ALONE, "--runner", "--out", "--jdk", "--bases")

# A campaign of 200 contenders has fewer and smaller files. The time is for one node, in s.
_MOST_FILES, _MOST_IN_HEADER, _MOST_IN_FILE, _MOST, _PATIENCE = 100_000, 1 << 16, 80 << 20, 4 << 30, 600
_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.,+_=@-]*")


def main(arguments: list[str]) -> int:
    given = parse(of_verb("fleet"), arguments, "fleet")
    tasks = {"render": _render, "wait": _wait, "collect": _collect, "report": _report, "delete": _delete}
    task = "".join(given.operands[:1])
    if task not in tasks:
        raise wrong(f"fleet has no command '{task}'", f"whichjvm fleet {'|'.join(tasks)}")
    return tasks[task](given)


class _Cluster:
    """What kubectl is asked, always in one context and namespace."""

    def __init__(self, given: Given) -> None:
        self._words = [word for word in ("--context", given.text("--context")) if given.has("--context")]
        config = self.json("config", "view", "--minify")
        context, server = config["contexts"][0], config["clusters"][0]["cluster"]["server"]
        self.namespace = given.text("--namespace") or context["context"].get("namespace") or "default"
        self.place = {_CONTEXT: context["name"], _SERVER: server}
        self._words = ["--context", context["name"], "--namespace", self.namespace]
        if not given.has("--context") or not given.has("--namespace"):
            say(f"context {context['name']} ({server}), namespace {self.namespace}")

    def command(self, *words: str) -> list[str]:
        return ["kubectl", *self._words, *words]

    def text(self, *words: str, given: str | None = None) -> str:
        try:
            done = subprocess.run(self.command(*words), input=given, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            raise cannot("kubectl is not on the PATH", "install kubectl 1.31 or newer") from None
        if done.returncode:
            said = one_line(done.stderr.strip().rpartition("\n")[2])
            raise cannot(f"kubectl {' '.join(words[:2])}: {said}", "correct this, then repeat the command")
        return done.stdout

    def json(self, *words: str) -> Any:
        return json.loads(self.text(*words, "--output", "json"))


def _out(given: Given) -> Path:
    return runners.results_folder(given.text("--out", runners.DEFAULT_OUT))


def _named(given: Given) -> list[Path]:
    """The folders of the fleets that are named, or of the newest."""
    there = sorted(each.parent for each in _out(given).glob("fleet-*/manifests"))
    named = [each for each in there if each.name in given.operands[1:]] if given.operands[1:] else there[-1:]
    if not named or len(named) < len(given.operands[1:]):
        raise wrong(
            f"there is no fleet {' '.join(given.operands[1:]) or 'yet'} in {_out(given)}",
            f"one of these: {' '.join(each.name for each in there)}" if there else "whichjvm fleet render",
        )
    return named


def _top(fleet: Path) -> Any:
    return json.loads((fleet / "manifests/kustomization.yaml").read_text(encoding="utf-8"))


def _node(job: Any) -> str:
    return str(job["metadata"]["annotations"][_NODE])


def _found(given: Given) -> tuple[Path, _Cluster, Callable[[str], list[str]]]:
    """A fleet, its cluster, and what selects its objects with a name."""
    fleet, cluster = _named(given)[-1], _Cluster(given)
    top = _top(fleet)
    was = top["commonAnnotations"]
    if (was, top["namespace"]) != (cluster.place, cluster.namespace):
        raise wrong(
            f"{fleet.name} was rendered for context {was[_CONTEXT]} ({was[_SERVER]}), namespace {top['namespace']}",
            f"--context {was[_CONTEXT]} --namespace {top['namespace']}",
        )
    return fleet, cluster, lambda name: ["--selector", f"{_FLEET}={fleet.name},app.kubernetes.io/name={name}"]


def _render(given: Given) -> int:
    """Writes manifests for each node, and prints or applies them."""
    compared = parse(COMPARE, [*given.operands[1:], *given.program()], "compare")
    for option in (name for name, _ in compared.options if name in _NOT_IN_A_POD):
        raise wrong(
            f"{option} is not for a fleet", "leave it out: a pod has its own JVMs and folder, and runs one campaign"
        )
    for option in (each for each in ("--hosts", "--image") if not given.has(each)):
        raise wrong(f"fleet render needs {option}", "whichjvm fleet --help")
    # Names of objects have the time too.
    out, cluster, stamp = _out(given), _Cluster(given), time.strftime("%m%d%H%M%S", time.gmtime())
    nodes = _pick(cluster.json("get", "nodes", "--selector", given.text("--hosts"))["items"], given)
    fleet = out / f"fleet-{stamp}"
    template = string.Template((ROOT / "fleet/node.template").read_text(encoding="utf-8"))
    overlay = _overlay(given, fleet.name, [*given.operands[1:], *given.program()])
    with tempfile.TemporaryDirectory(dir=out, prefix=".") as scratch:
        written = Path(scratch, "fleet")
        shutil.copytree(ROOT / "fleet", written / "manifests")
        for number, node in enumerate(nodes, 1):
            values = {**overlay, "node": node, "suffix": f"-{stamp}-{number}"}
            as_json = {key: json.dumps(each) for key, each in values.items()}
            _write(written / "manifests" / node, template.substitute(as_json))
        top = {"namespace": cluster.namespace, "commonAnnotations": cluster.place, "resources": nodes}
        top["labels"] = [{"pairs": {_FLEET: fleet.name}, "includeTemplates": True}]
        # JSON is YAML too.
        _write(written / "manifests", json.dumps(top, indent=2))
        written.rename(fleet)
    action = ["apply", "--kustomize"] if given.has("--apply") else ["kustomize"]
    print(cluster.text(*action, str(fleet / "manifests")), end="")
    say(f"{fleet.name}: {', '.join(nodes)}; manifests: {fleet / 'manifests'}")
    return 0


def _write(folder: Path, kustomization: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "kustomization.yaml").write_text(kustomization, encoding="utf-8")


def _pick(items: list[Any], given: Given) -> list[str]:
    """Names of nodes that take pods: one of each kind, or all."""
    kinds: dict[str, str] = {}
    label = given.text("--per-host-label", "node.kubernetes.io/instance-type")
    for item in items:
        name = item["metadata"]["name"]
        kind = name if given.has("--every-node") else item["metadata"]["labels"].get(label)
        is_ready = any((each["type"], each["status"]) == ("Ready", "True") for each in item["status"]["conditions"])
        if kind and is_ready and not item["spec"].get("unschedulable"):
            kinds.setdefault(kind, name)
    if not kinds:
        error = f"--hosts finds {len(items)} nodes, and none of them takes pods and has the label {label}"
        raise wrong(error, "kubectl get nodes --show-labels, then --per-host-label or --every-node")
    return sorted(kinds.values())


def _overlay(given: Given, fleet: str, words: list[str]) -> dict[str, Any]:
    """What fleet/node.template replaces on every node."""
    cpus, memory = given.text("--cpus", "4"), given.text("--memory", "8Gi")
    # Without a limit no quota stops it; other programs may run on its CPUs.
    least, most = ("1", {}) if cpus == "shared" else (cpus, {"cpu": cpus})
    results, pod = given.text("--results", "claim"), "/spec/template/spec"
    volume, huge, storage = [], [], []
    if results != "claim":
        shared, node = {"persistentVolumeClaim": {"claimName": "whichjvm-shared"}}, {"hostPath": {"path": results}}
        where = shared if results == "shared" else node
        volume = [{"op": "add", "path": f"{pod}/volumes/-", "value": {"name": "results", **where}}]
    if given.has("--huge"):
        # A pod may mount no tmpfs itself. Kubernetes' own huge pages are hugetlbfs, whose files take no short mapping.
        added = {"volumes": {"name": "huge", "hostPath": {"path": given.text("--huge"), "type": "Directory"}}}
        added["containers/0/volumeMounts"] = {"name": "huge", "mountPath": "/queue"}
        added["containers/0/env"] = {"name": "WHICHJVM_HUGE_DIR", "value": "/queue"}
        huge = [{"op": "add", "path": f"{pod}/{path}/-", "value": value} for path, value in added.items()]
    if given.has("--storage"):
        storage = [{"op": "add", "path": "/spec/storageClassName", "value": given.text("--storage")}]
    return {
        "fleet": fleet,
        "image": given.text("--image"),
        "resource": "../overlays/claim" if results == "claim" else "../base",
        "resources": {"requests": {"cpu": least, "memory": memory}, "limits": {**most, "memory": memory}},
        "words": ["compare", "--resume-or-start", *words],
        "tolerations": [given.declared["--tolerate"].read(each) for each in given.texts("--tolerate")],
        "shm": f"{int(memory[:-2]) * (1024 if memory.endswith('Gi') else 1) // 2}Mi",
        # A patch is a text.
        **{name: json.dumps(ops) for name, ops in (("volume", volume), ("huge", huge), ("storage", storage))},
    }


def _wait(given: Given) -> int:
    """Waits until each job has ended, and prints what their pods said last."""
    fleet, cluster, selector = _found(given)
    # A job has no condition before it ends.
    cluster.text("wait", "jobs", *selector(_MEASURE), "--for=jsonpath={.status.conditions[0].type}", "--timeout=-1s")
    logs = ["--all-containers", "--prefix", "--tail=3", "--ignore-errors", "--max-log-requests=1000"]
    print("\n".join(map(one_line, cluster.text("logs", *selector(_MEASURE), *logs).splitlines())))
    jobs = cluster.json("get", "jobs", *selector(_MEASURE))["items"]
    failed = [_node(each) for each in jobs if not each["status"].get("succeeded")]
    say(f"{len(jobs) - len(failed)} of {len(jobs)} nodes are done; failed: {', '.join(failed) or 'none'}")
    say(f"next: whichjvm fleet collect {fleet.name}")
    return FORKS_FAILED if failed else 0


def _collect(given: Given) -> int:
    """Brings the results of each node, by a job on it that is suspended before and after."""
    fleet, cluster, selector = _found(given)

    def bring(job: Any) -> bool:
        name, folder = job["metadata"]["name"], fleet / "hosts" / _node(job)
        # A node without results is in the report too.
        folder.mkdir(parents=True, exist_ok=True)
        try:
            cluster.text("patch", "job", name, "--patch", '{"spec": {"suspend": false}}')
            cluster.text("wait", "job", name, "--for=jsonpath={.status.ready}=1", "--timeout=120s")
            with tempfile.TemporaryDirectory(dir=fleet, prefix=".") as scratch:
                files = _bring(cluster, name, Path(scratch, "new"))
                folder.rename(Path(scratch, "old"))
                Path(scratch, "new").rename(folder)
            say(f"{folder.name}: {files} files and folders")
            return True
        except (Stop, OSError, tarfile.TarError, RecursionError) as error:
            said = error.error if isinstance(error, Stop) else one_line(str(error))
            say(f"{folder.name}: nothing was collected: {said}")
            return False
        finally:
            cluster.text("patch", "job", name, "--patch", '{"spec": {"suspend": true}}')

    jobs = cluster.json("get", "jobs", *selector(_COLLECT))["items"]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        return 0 if all(list(pool.map(bring, jobs))) else FORKS_FAILED


class _Member(tarfile.TarInfo):
    """Refuses what no campaign writes, before tarfile reads it into memory."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> _Member:
        member = super().frombuf(buf, encoding, errors)
        is_header = member.type in (tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME)
        most = _MOST_IN_HEADER if is_header else _MOST_IN_FILE
        if not (member.isreg() or member.isdir() or is_header) or member.size > most:
            raise _hostile(f"{member.name}, of type {member.type!r} and {member.size:,} bytes")
        return member


def _hostile(found: str) -> OSError:
    return OSError(f"its results have {found}, and no campaign writes that")


def _bring(cluster: _Cluster, job: str, folder: Path) -> int:
    """Writes what a job's pod sends into a new folder; returns how many files and folders that are."""
    words = cluster.command(
        "exec", f"job/{job}", "--", "tar", "-cf", "-", "-C", "/out", "--exclude=./.?*", "--exclude=./latest", "."
    )
    files = size = 0
    folder.mkdir()
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as sender:
        timer = threading.Timer(_PATIENCE, sender.kill)
        timer.start()
        try:
            with tarfile.open(fileobj=sender.stdout, mode="r|", tarinfo=_Member) as tar:
                for member in tar:
                    files, size = files + 1, size + member.size
                    names = PurePosixPath(member.name).parts
                    if files > _MOST_FILES or size > _MOST:
                        raise _hostile(f"{files:,} files with {size:,} bytes")
                    if not all(map(_FILE.fullmatch, names)):
                        raise _hostile(f"the name '{member.name}'")
                    target = folder.joinpath(*names)
                    if member.isdir():
                        target.mkdir(exist_ok=True)
                        continue
                    with tar.extractfile(member) as content, target.open("xb") as file:  # type: ignore[union-attr]
                        shutil.copyfileobj(content, file)
            if sender.wait():
                raise OSError(f"kubectl exec ended with {sender.returncode}")
        finally:
            timer.cancel()
            sender.kill()
    return files


def _report(given: Given) -> int:
    return report.main([word for each in _named(given) for word in ("--hosts", str(each / "hosts"))])


def _delete(given: Given) -> int:
    """Removes the fleet's objects, with its claims."""
    fleet, cluster, _ = _found(given)
    lacking = [each for each in _top(fleet)["resources"] if not any((fleet / "hosts" / each).glob("*"))]
    if lacking and not given.has("--force"):
        raise wrong(
            f"nothing was collected of {', '.join(lacking)}", f"whichjvm fleet collect {fleet.name}, or --force"
        )
    print(cluster.text("delete", "--kustomize", str(fleet / "manifests"), "--ignore-not-found"), end="")
    return 0
