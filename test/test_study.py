"""scripts/compare with workloads of scores and with studies, runner `host`: real campaigns of short forks. Which studies
there are and what is refused of them is the collector's to test, as is what the report makes of scores."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from support import (
    COMPARE,
    ROOT,
    UNGATED,
    Ran,
    Word,
    after_block,
    forks_of,
    java_home,
    output,
    read,
    run,
)

pytestmark = pytest.mark.beside(minutes=1)

# Nothing is measured here, and a heap that is touched first takes longer than the rest.
QUICK = {"JAVA_OPTS": "-XX:-AlwaysPreTouch"}


def compare(out: Path, *words: Word, env: Mapping[str, str | None] | None = None) -> Ran:
    """On the JVM `one`."""
    return run(COMPARE, "--runner", "host", "--out", out, "--jdk", f"one={java_home()}", *UNGATED, *words, env=env)


def told(out: Path) -> list[Any]:
    """What each fork of the latest campaign leaves."""
    return [read(each) for each in forks_of(out / "latest")]


def test_a_study_goes_through_a_campaign_and_a_resumed_one_is_of_the_same_workload(out: Path) -> None:
    # JAVA_OPTS would be the benchmarks' too.
    said = compare(out, "--study", "false-sharing", "--blocks", "2", "one").ended(0, 3).err
    assert "study false-sharing: What does it cost" in said
    assert after_block(2, 2).search(said)
    forks = {(each["status"], each["workload"], each["parameters"]["adapter"]) for each in told(out)}
    assert forks == {("ok", "command", "jmh")}
    # Which of the two takes longer two short forks of a busy host need not tell.
    contrast = read(out / "latest" / "result.json")["contrasts"][0]
    scores = [contrast[each].rpartition(".")[2] for each in ("score", "against")]
    assert [*scores, contrast["forks"]] == ["adjacent:avgt@2", "padded:avgt@2", 2]
    # Each thread of each benchmark says where it is, and two are never on one CPU.
    for fork in forks_of(out / "latest"):
        cpus = re.findall(
            "whichjvm: thread [12] of 2 is pinned to CPU (.*)", fork.with_suffix(".out").read_text(errors="replace")
        )
        assert list(Counter(cpus).values()) == [2, 2]

    for each in (out / "latest" / "forks").glob("002-*"):
        each.unlink()
    resumed = run(COMPARE, "--out", out, "--resume", os.readlink(out / "latest"))
    assert after_block(2, 2).search(resumed.err)
    assert [each["workload"] for each in told(out)] == ["command", "command"]


def test_gc_steal_goes_through_a_campaign_and_keeps_what_hit_its_window(out: Path) -> None:
    said = compare(
        *(out, "--workload", "gc-steal", "--blocks", "1", "one", "one+parallelgc", "one+no-lse"),
        *("--", "--duration", "200ms", "--warmup", "100ms"),
        env={"JAVA_OPTS": f"{QUICK['JAVA_OPTS']} -Xms32m -Xmx32m"},
    ).ended(0, 3)
    if os.uname().machine == "x86_64":
        assert "skipped one+no-lse: the flag set no-lse needs aarch64, and this JVM is Java" in said.err
    forks = told(out)
    assert sorted(each["jvm"]["garbageCollector"] for each in forks) == ["G1", "Parallel"]
    for each in forks:
        assert each["workload"] == "gc-steal"
        assert each["disturbances"]["gcCount"] > 0
        assert {"pressureMicros", "otherMillis"} & set(each["disturbances"]["host"])


@pytest.fixture(scope="module")
def small_runtime(shared: Path) -> Path:
    """The same JVM, its runtime linked again with what the workloads need and no more."""
    jlink = java_home() / "bin" / "jlink"
    if not os.access(jlink, os.X_OK) or not (java_home() / "jmods").is_dir():
        pytest.skip("needs a JDK with jlink and jmods")
    output(jlink, "--add-modules", "java.se,jdk.unsupported", "--output", shared / "small")
    return shared / "small"


@pytest.mark.parametrize("workload", ["gc-steal", "queue-latency"])
def test_a_runtime_without_jdk_management_runs_every_workload(workload: str, small_runtime: Path, out: Path) -> None:
    is_of_messages = workload == "queue-latency"
    ran = run(
        *(f"{ROOT}/workload/launch", workload, "--out", str(out), "--duration", "200ms", "--warmup", "100ms"),
        *(["--rate", "1000"] if is_of_messages else []),
        env={
            "WHICHJVM_JAR": str(ROOT / "workload" / "target" / "whichjvm-workload.jar"),
            # Beside others: nothing is measured.
            "WHICHJVM_LOCK_HELD": "1",
            "JAVA_OPTS": f"{QUICK['JAVA_OPTS']} -Xms64m -Xmx64m",
            "PATH": f"{small_runtime}/bin:{os.environ['PATH']}",
        },
    )
    # A busy host may take the CPUs away for all of so short a time.
    if " overloaded: " not in ran.err:
        ran.ended()
    (fork,) = out.rglob("*.json")
    of_fork = read(fork)
    assert (of_fork["jvm"]["garbageCollector"], of_fork["jvm"]["compiler"]) == ("G1", "C2")
    assert of_fork["cpuSeconds"]["process"] > 0
    if is_of_messages:
        assert of_fork["disturbances"]["allocatedBytes"] == [None, None]
