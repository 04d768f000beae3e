#!/usr/bin/env python3
"""A kubectl for test/fleet-crowd.bats: its API server has a pod on each of some nodes, and half of the pods attack.

All that it knows lies in $CROWD: `hosts`, their names; `campaign`, what an honest one measures; and what it notes there.
"""

import hashlib
import io
import json
import os
import random
import shutil
import subprocess
import sys
import tarfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
CROWD = os.environ["CROWD"]
# Of a pod: when it is placed, when it measures, and how long.
PLACED, MEASURES, TAKES = 1, 2, 12
CAMPAIGN = "20260101T000000-quick"
ESCAPES = "\x1b[2J\x1b]0;gone\x07\u202e"
HOUR = 3600


def at(*parts):
    return os.path.join(CROWD, *parts)


def hosts():
    with open(at("hosts"), encoding="utf-8") as file:
        return file.read().split()


# --- what the API server has ------------------------------------------------------------------------------------------


def age():
    return time.time() - os.stat(at("applied")).st_mtime


def job(host):
    with open(at("jobs", host), encoding="utf-8") as file:
        return file.read()


def stage(host):
    """What has happened to its pod."""
    if os.path.exists(at("collected", host)):
        return "Succeeded"
    return sum(age() > each for each in (PLACED, MEASURES, MEASURES + TAKES))


def pod(host):
    now = stage(host)
    running, waiting = {"running": {}}, {"waiting": {}}
    ended = {"terminated": {"exitCode": 2 if host == "escapes" else 0}}
    measure = {0: waiting, 1: waiting, 2: running}.get(now, ended)
    unplaced = [{"type": "PodScheduled", "status": "False", "message": f"0/1 nodes {ESCAPES}are free"}]
    return {
        "kind": "Pod",
        "metadata": {
            "name": f"{job(host)}-0-abcde",
            "uid": host,
            "labels": {"whichjvm/host": host},
            "creationTimestamp": "2026-01-01T00:00:00Z",
        },
        "spec": {"nodeName": host} if now else {},
        "status": {
            "phase": "Pending" if now in (0, 1) else "Succeeded" if now == "Succeeded" else "Running",
            "conditions": [] if now else unplaced,
            "containerStatuses": [
                {"name": "measure", "state": measure},
                {"name": "keep", "state": waiting if now in (0, 1) else running},
            ],
        },
    }


def apply(path):
    with open(os.path.join(path, "kustomization.yaml"), encoding="utf-8") as file:
        slugs = json.load(file)["resources"]
    for name in ("jobs", "pods", "collected", "deleted"):
        os.makedirs(at(name), exist_ok=True)
    for slug in slugs:
        with open(os.path.join(path, slug, "kustomization.yaml"), encoding="utf-8") as file:
            overlay = json.load(file)
        note("jobs", overlay["labels"][0]["pairs"]["whichjvm/host"], text=f"whichjvm{overlay['nameSuffix']}")
    note("applied")


def note(*name, text=""):
    with open(at(*name), "w", encoding="utf-8") as file:
        file.write(text)


def answer(words):
    if words[:2] == ["config", "view"]:
        context = {"name": "lab", "context": {"namespace": "bench"}}
        cluster = {"cluster": {"server": "https://lab"}}
        return {"current-context": "lab", "contexts": [context], "clusters": [cluster]}
    if words[:2] == ["get", "pods"]:
        return {"items": [pod(host) for host in hosts() if not os.path.exists(at("deleted", host))]}
    if words[:2] == ["get", "nodes"]:
        label = "node.kubernetes.io/instance-type"
        ready = {"conditions": [{"type": "Ready", "status": "True"}]}
        return {"items": [{"metadata": {"name": host, "labels": {label: host}}, "status": ready} for host in hosts()]}
    if words[:2] == ["get", "jobs"]:
        found = os.listdir(at("jobs")) if os.path.exists(at("jobs")) else []
        return {"items": [{"metadata": {"name": job(host)}, "status": {}} for host in found]}
    raise SystemExit(f"error: no answer to {' '.join(words)}")


# --- what a pod sends -------------------------------------------------------------------------------------------------


def honest(host, shift=0):
    """By docker/pod, of the campaign as far as it has come by now; its clock may be wrong."""
    out = at("pods", host)
    measured = min(1, (age() - MEASURES) / TAKES)
    whole = at("campaign")
    for folder, _, names in os.walk(whole):
        target = os.path.join(out, CAMPAIGN, os.path.relpath(folder, whole))
        os.makedirs(target, exist_ok=True)
        for name in names:
            block = int(name[:3]) if os.path.basename(folder) == "forks" else 12 if name.startswith("re") else 0
            file = os.path.join(target, name)
            if block <= 12 * measured and not os.path.exists(file):
                shutil.copy2(os.path.join(folder, name), file)
                if shift:
                    os.utime(file, (time.time() + shift,) * 2)
    if measured == 1:
        with open(os.path.join(out, "exit"), "w", encoding="ascii") as file:
            file.write("2\n" if host == "escapes" else "0\n")
    return subprocess.run(
        [f"{ROOT}/docker/pod", "send"], env={**os.environ, "WHICHJVM_OUT": out}, check=False
    ).returncode


def tar(files, links=(), stream=None):
    """Of (name, bytes, mtime), with the list of them that docker/pod puts ahead."""
    lines = "".join(f"{hashlib.sha256(text).hexdigest()}  ./{name}\n" for name, text, _ in files)
    with tarfile.open(fileobj=stream or sys.stdout.buffer, mode="w|", format=tarfile.PAX_FORMAT) as archive:
        for link in links:
            archive.addfile(link)
        for name, text, mtime in [("all", lines.encode(), 1), *files]:
            member = tarfile.TarInfo(name)
            member.size, member.mtime = len(text), mtime
            archive.addfile(member, io.BytesIO(text))


def for_ever(chunk):
    while True:
        sys.stdout.buffer.write(chunk)


def garbage(_):
    sys.stdout.buffer.write(random.Random(1).randbytes(300_000))


def stderr(_):
    sys.stderr.write("x\n" * 150_000 + f"error: {ESCAPES}and so on\ncommand terminated with exit code 1\n")
    return 1


def large(_):
    member = tarfile.TarInfo(f"{CAMPAIGN}/forks/001-a.json")
    member.size = 10 << 30
    sys.stdout.buffer.write(member.tobuf())
    for_ever(bytes(1 << 20))


def many(_):
    # First as many as there may be.
    names = "".join(f"{0:064}  ./{number:06}\n" for number in range(100_000)).encode()
    member = tarfile.TarInfo("all")
    member.size = len(names)
    sys.stdout.buffer.write(member.tobuf() + names + bytes(-len(names) % tarfile.BLOCKSIZE))
    for_ever(tarfile.TarInfo("1").tobuf() * 2000)


def silent(_):
    time.sleep(HOUR)


def kinds(_):
    tar(
        [
            ("cpus.json", b"", 1),
            ("doctor.json", b"[" * 200_000, 1),
            (f"{CAMPAIGN}/campaign.json", b"{}\n", 1e300),
            (f"{CAMPAIGN}/seconds.tsv/x", b"a folder", 1),
            (f"{CAMPAIGN}/forks/001-a.json", b"\xff", 1),
            ("exit", b"0", 1),
        ]
    )


def forged(_):
    link = tarfile.TarInfo(CAMPAIGN)
    link.type, link.linkname = tarfile.SYMTYPE, CROWD
    names = ["evil", f"{CROWD}/evil", "../evil", "../../../evil", f"{CAMPAIGN}/../../evil"]
    names = [*names, f"{CAMPAIGN}/evil", "../honest-01/host.json", "host.json"]
    tar([(name, b'{"state": "whole"}', 1) for name in names] + [("exit", b"0", 1)], [link])


def cut(_):
    whole = io.BytesIO()
    tar([(f"{CAMPAIGN}/forks/00{number}-a.json", b"x" * 500_000, 1) for number in range(4)], stream=whole)
    sys.stdout.buffer.write(whole.getvalue()[:1_234_567])


def escapes(host):
    """Also its last words, and why it was not placed at first."""
    os.makedirs(at("pods", host), exist_ok=True)
    note("pods", host, f"{ESCAPES}name")
    return honest(host)


def clock(host):
    return honest(host, HOUR)


ATTACKS = {each.__name__: each for each in (garbage, stderr, large, many, silent, kinds, forged, cut, escapes, clock)}


def inside(name, task):
    host = next(host for host in hosts() if name == f"{job(host)}-0-abcde")
    if task == "collected":
        note("collected", host)
        return 0
    if task != "send":
        raise SystemExit(f"error: {task} is not asked here")
    if host in ATTACKS and host not in ("escapes", "clock"):
        sys.stdin.buffer.read()
    return ATTACKS.get(host, honest)(host)


def main():
    words = sys.argv[1:]
    if words[0] == "--request-timeout":
        del words[:2]
    if words[0] == "exec":
        return inside(words[2], words[-1])
    if words[0] == "apply":
        apply(words[-1])
    elif words[:2] == ["delete", "job"]:
        note("deleted", next(host for host in hosts() if job(host) == words[2]))
    elif words[0] == "logs":
        print(f"compare: the plan {ESCAPES}cannot be read")
    else:
        print(json.dumps(answer(words)))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        # Nobody listens any more.
        os._exit(1)
