"""A collector that is hostile gets nothing that this command line does not grant. The collector reads files that may be
anybody's, so steps.py refuses what is not on its list; and a campaign starts nothing of it."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from whichjvm.campaign import Campaign  # noqa: E402
from whichjvm.collector import Ended  # noqa: E402
from whichjvm.console import Stop  # noqa: E402
from whichjvm.granted import Granted  # noqa: E402
from whichjvm.host import HostRunner  # noqa: E402
from whichjvm.origin import Origin  # noqa: E402
from whichjvm.runner import Prepared  # noqa: E402
from whichjvm.runners import settings  # noqa: E402
from whichjvm.steps import Allowed, Typed  # noqa: E402

PROGRAM = ["java", "-jar", "app.jar"]


def step(**changes: Any) -> dict[str, Any]:
    """A step that is allowed, but for these changes of its fork; one that is None is left out."""
    fork: dict[str, Any] = {
        "contender": "one+zgc",
        "jvm": "one",
        "environment": {
            "JAVA_OPTS": "-Xmx1g",
            "WHICHJVM_FLAG_SET": "serialgc+heap64m",
            "WHICHJVM_FLAGS": "-XX:+UseSerialGC -Xms64m -Xmx64m",
        },
        "arguments": ["command", "--fork", "c/003-one+zgc", "--timeout", "1m", "--", *PROGRAM],
        **changes,
    }
    left = {key: value for key, value in fork.items() if value is not None}
    return {"block": 3, "number": 17, "deadlineSeconds": 95, "forks": [left]}


def allowed(granted: Granted | None = None, typed: Typed | None = None) -> Allowed:
    typed = typed or Typed(PROGRAM, "-Xmx1g")
    return Allowed("c", ("queue-latency", "command"), granted or Granted(), ("one",), typed)


def refused(json_: Any, *words: str, by: Allowed | None = None) -> None:
    try:
        (by or allowed()).step(json_)
    except Stop as stop:
        sentence = " ".join(stop.lines)
        assert stop.code == 2, stop.code
        assert "\n" not in sentence and len(sentence) < 1000, sentence
        for word in words:
            assert word in sentence, sentence
        return
    raise AssertionError(f"not refused: {str(json_)[:300]}")


def test_what_is_allowed_is_a_step() -> None:
    made = allowed().step(step(memoryBytes=1 << 30, hugeQueue=True))
    assert (made.block, made.number, made.deadline, made.slice, made.members) == (3, 17, 95, "", 1)
    fork = made.forks[0]
    assert (fork.jvm, fork.workload, fork.memory_bytes, fork.shm_bytes, fork.huge_queue) == (
        "one",
        "command",
        1 << 30,
        0,
        True,
    )


def test_cpus_of_a_container() -> None:
    assert allowed().step(step(cpus=1.5)).forks[0].cpus == 1.5
    for cpus in (True, -1, 1000, "2"):
        refused(step(cpus=cpus), f"has '{cpus}' as its cpus")


def test_only_forks_of_block_0_are_frozen_to_see_how_long_that_takes() -> None:
    checks = step(arguments=["command", "--fork", "c/000-one+zgc", "--check", "--", *PROGRAM])
    assert allowed().step({**checks, "block": 0, "probe": True}).probe
    assert not allowed().step({**checks, "block": 0}).probe
    refused({**step(), "probe": True}, "has 'True' as its probe")
    refused({**checks, "block": 0, "probe": 1}, "has '1' as its probe")


def test_another_jvm_or_image() -> None:
    for jvm in ("two", "../evil", "custom", "one --privileged", "", 1, None):
        refused(step(jvm=jvm), "jvm" if not isinstance(jvm, str) else "which the campaign has not")


def test_what_a_person_grants() -> None:
    for folder in ("/", "/srv/app", "/srv/app/more", ""):
        by = allowed(Granted(mounts=[("", "/srv")]))
        refused(
            step(mount=folder),
            f"mounts '{folder}' into its forks try: if it may, give --mount ",
            by=by,
        )
    for network in ("host", "bridge", "container:x", ""):
        refused(step(network=network), f"the network '{network}'")
    refused(step(network="host"), "the network 'host'", by=allowed(Granted(network=True)))
    refused(step(**{"with": "db"}), "runs 'db' beside its forks")
    refused(step(**{"with": "db,evil"}), "runs 'db,evil'", by=allowed(Granted(with_services="db")))
    refused(step(event="cycles"), "perf_event_open for 'cycles'")
    refused(step(event=""), "perf_event_open for ''", by=allowed(Granted()))
    granted = Granted(mounts=[("old", "/srv/v1")], network=True, with_services="db", event="cycles")
    fork = allowed(granted).step(step(mount="/srv/v1", network="bridge", event="cycles", **{"with": "db"})).forks[0]
    assert (fork.mount, fork.network, fork.with_services, fork.event) == ("/srv/v1", "bridge", "db", "cycles")


def test_an_environment_that_is_not_of_a_fork() -> None:
    for name in ("LD_PRELOAD", "PATH", "BASH_ENV", "WHICHJVM_IPC", "WHICHJVM_JAR", "WHICHJVM_OUT", "JDK_JAVA_OPTIONS"):
        refused(step(environment={name: "/evil"}), f"has '{name}=/evil' in its environment")
    for value in ("0 --privileged", "-1", "1e9", "", "9" * 17, 64, None, ["1"]):
        refused(step(environment={"WHICHJVM_HEAP": value}), "WHICHJVM_HEAP")
    refused(step(environment={"JAVA_OPTS": "a\0b"}), "JAVA_OPTS")
    refused(step(environment={"JAVA_OPTS": "\ud800"}), "JAVA_OPTS")
    refused(step(environment={"WHICHJVM_MEMBERS": "2", "WHICHJVM_MEMBER": "0"}), "WHICHJVM_MEMBERS")


def test_options_of_the_engine_and_of_a_fork_that_there_are_not() -> None:
    for name in ("privileged", "image", "user", "volumes", "options", "cap-add", "ipc", "devices"):
        refused(step(**{name: "x"}), f"has a '{name}=x'")
    refused({**step(), "privileged": True}, "has a 'privileged=True'")
    for words in (["--privileged"], ["sh", "-c", "evil"], [], ["service", "--fork", "c/003-one+zgc", "--", "evil"]):
        refused(step(arguments=words), "as its workload")
    for name in ("c/003-two", "../c/003-one+zgc", "c/004-one+zgc", ""):
        refused(step(arguments=["command", "--fork", name, "--", *PROGRAM]), "as its fork")
    refused(step(arguments=["command", "--fork", "c/003-one+zgc", *PROGRAM]), "as its program")


def test_a_program_that_was_not_typed() -> None:
    front = ["command", "--fork", "c/003-one+zgc", "--"]
    for words in (["evil"], [*PROGRAM, "more"], PROGRAM[:2], ["evil", "--", *PROGRAM]):
        refused(step(arguments=[*front, *words]), "runs the program '", "give --trust-campaign")
    refused(step(arguments=[*front, "a\nb\x1b[2J"]), "runs the program ''a b [2J''")
    refused(step(environment={"JAVA_OPTS": "-XX:OnError=evil"}), "with JAVA_OPTS '-XX:OnError=evil'")
    for flags in ("-XX:OnError=evil", "-XX:+UseSerialGC -XX:OnError=evil", ""):
        refused(step(environment={"WHICHJVM_FLAG_SET": "serialgc", "WHICHJVM_FLAGS": flags}), "the flag set 'serialgc'")
    refused(step(environment={"WHICHJVM_FLAGS": "-XX:OnError=evil"}), "the flag set ''")
    refused(step(environment={"WHICHJVM_FLAG_SET": "../flags/serialgc", "WHICHJVM_FLAGS": "x"}), "WHICHJVM_FLAG_SET")
    # An engine confines it, and so it may run there.
    confined = Allowed("c", ("command",), Granted(), ("one",))
    assert confined.step(step(arguments=[*front, "evil"])).forks[0].arguments[-1] == "evil"


def test_numbers_out_of_range_and_wrong_types() -> None:
    wrong: dict[str, tuple[object, ...]] = {
        "block": (-1, 10_001, 1.5, "1", True, None, [1]),
        "number": (0, 1 << 40, "x[$(touch proof)]", {}),
        "deadlineSeconds": (0, -5, 1e9, 1 << 60, "95", None),
        "slice": (-0.1, 1, 1e300, "0.2", True, []),
        "forks": (None, [], {}, "x", [1], [None], [[]], step()["forks"] * 201),
    }
    for key, values in wrong.items():
        for value in values:
            refused({**step(), key: value})
    for key in ("memoryBytes", "shmBytes"):
        for value in (0, -1, 1 << 51, 10**18, "1g", "0 --privileged", 1.0, True, []):
            refused(step(**{key: value}), key)
    for value in ("true", 1, 0, "x"):
        refused(step(hugeQueue=value), "hugeQueue")
    for value in ("x" * 101, "../x", "x y", "X", 5):
        refused(step(contender=value), "contender")
    for value in (
        "command",
        {},
        [1],
        ["command", "--fork", "c/003-one+zgc", "--", "x" * 200_000],
        ["command"] * 10_001,
    ):
        refused(step(arguments=value))
    for value in (None, 5, "x", [], [step()]):
        refused(value)
    refused({**step(), "forks": step()["forks"] * 2}, "a contender twice")


def test_a_missing_field() -> None:
    for key in step():
        changed = copy.deepcopy(step())
        del changed[key]
        refused(changed)
    for key in ("contender", "jvm", "environment", "arguments"):
        changed = copy.deepcopy(step())
        del changed["forks"][0][key]
        refused(changed)


# --- a campaign with a hostile collector ---


@contextlib.contextmanager
def hostile(says: str) -> Iterator[tuple[Path, Any]]:
    """A campaign on this host whose collector is hostile.py."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        (out / "c/forks").mkdir(parents=True)
        (out / "c/campaign.json").write_text("{}", encoding="ascii")
        (out / "jdk/bin").mkdir(parents=True)
        java = out / "jdk/bin/java"
        java.write_text(f"#!/bin/sh\ntouch {out}/started\n", encoding="ascii")
        java.chmod(0o755)
        os.environ["WHICHJVM_HOSTILE"] = says
        with settings(out, []) as own:
            yield out, own


class HostileHost(HostRunner):
    """A runner host with one JVM and the hostile collector."""

    def beside(self, campaign: str, slots: int, arguments: Any) -> tuple[list[str], dict[str, str]]:
        return [sys.executable, str(ROOT / "test/attacks/hostile.py"), *arguments], dict(os.environ)


def outcome(says: str) -> str:
    """What a campaign says that was refused; nothing was started."""
    with hostile(says) as (out, own):

        async def run() -> None:
            runner = HostileHost(own)
            runner.homes = {"one": str(out / "jdk")}
            origin = Origin("host", jvms={"one": ""})
            await Campaign(own, runner, origin, Prepared(["one"]), allowed(), "", True, ()).run()

        try:
            asyncio.run(run())
            raise AssertionError("it was not refused")
        except Stop as stop:
            assert not (out / "started").exists(), "it started a fork"
            return " ".join(stop.lines)
        except Ended:
            raise AssertionError("it has no sentence") from None


def test_a_campaign_starts_nothing_of_it() -> None:
    assert "for the JVM 'two'" in outcome(json.dumps({"step": step(jvm="two")}))
    assert "LD_PRELOAD=x" in outcome(json.dumps({"step": step(environment={"LD_PRELOAD": "x"})}))
    assert "runs the program 'evil'" in outcome(
        json.dumps({"step": step(arguments=["command", "--fork", "c/003-one+zgc", "--", "evil"])})
    )
    more = step()
    more["forks"].append(
        {**more["forks"][0], "contender": "one", "arguments": ["command", "--fork", "c/003-one", "--", *PROGRAM]}
    )
    for member, fork in enumerate(more["forks"]):
        fork["environment"] = {"WHICHJVM_MEMBERS": "2", "WHICHJVM_MEMBER": str(member)}
    assert "more forks than the collector has said" in outcome(json.dumps({"step": more}))


def test_answers_that_are_none() -> None:
    for says in ("", "x", "[]", "5", "[" * 100_000, '{"step": ' + "9" * 100_000 + "}", '{"step": NaN}', "\ud7ff"):
        assert "the collector answers what is no JSON" in outcome(says), says[:20]
    for says in ("{}", '{"end": 5}', '{"end": "0"}', '{"end": [0]}', '{"next": 1}'):
        assert "which is neither a step nor an end" in outcome(says), says


def test_answers_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    # It has this long to end, and never does.
    monkeypatch.setattr("whichjvm.collector._END_SECONDS", 1)
    assert "the collector answers more than 16 MB" in outcome("endless")
    assert "the collector says more than 1000 lines" in outcome("lines")
