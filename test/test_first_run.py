"""The first run of a program, before its campaign: what it waits for, and whether contenders take turns by that."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from programs import Program, processes, program_in
from support import COMPARE, Starter, compile_java, eventually, java_home, need_root, read, run

pytestmark = pytest.mark.beside

COMPUTES = "long x = 0; for (long i = 0; i < 4_000_000_000L; i++) { x += i * i; } System.out.println(x);"


@pytest.fixture
def program(scratch: Path) -> Iterator[Program]:
    with program_in(scratch) as made:
        yield made


def first_run(program: Program, body: str) -> dict[str, Any]:
    """Of a Java program with that body."""
    source = f"public class Main {{ public static void main(String[] args) throws Exception {{ {body} }} }}"
    compile_java(program.app, "Main", source)
    out = program.fork("--check", "--first-run", "--", "java", "-cp", ".", "Main").ended().out
    (line,) = (each for each in out.splitlines() if each.startswith("{"))
    told = json.loads(line)["firstRun"]
    assert isinstance(told, dict)
    return told


def idle(told: dict[str, Any]) -> float:
    assert told["samples"] > 20, told
    return float(told["idleSamples"] / told["samples"])


def test_a_program_that_computes_waits_for_nothing(program: Program) -> None:
    told = first_run(program, COMPUTES)
    assert (told["sockets"], told["processes"]) == (0, 1), told
    assert idle(told) <= 0.03, told
    assert told["cpuMillis"] > 0
    assert told["maxHeapBytes"] > 0
    assert not (program.out / "c").exists()


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("Thread.sleep(2_000);", id="sleeps"),
        pytest.param(
            "long end = System.nanoTime() + 2_000_000_000L;"
            "while (System.nanoTime() < end) { java.util.concurrent.locks.LockSupport.parkNanos(5_000_000); }",
            id="polls",
        ),
    ],
)
def test_a_program_that_waits_for_the_clock_is_idle(program: Program, body: str) -> None:
    assert idle(first_run(program, body)) > 0.1


def test_other_processes_and_sockets_are_seen(program: Program) -> None:
    told = first_run(program, f'new ProcessBuilder("true").start().waitFor(); {COMPUTES}')
    assert told["processes"] > 1, told
    told = first_run(program, f"var socket = new java.net.ServerSocket(0); {COMPUTES} socket.close();")
    assert told["sockets"] == 1, told
    # A JVM that uses files by channels has a socket that is connected to nothing.
    files = 'java.nio.channels.FileChannel.open(java.nio.file.Path.of("Main.class"))'
    told = first_run(program, f"var file = {files}; {COMPUTES} file.close();")
    assert told["sockets"] == 0, told


def test_a_first_run_that_fails_is_told_and_the_campaign_may_begin(program: Program) -> None:
    ran = program.fork("--check", "--first-run", "--", "java", "-cp", ".", "None").ended()
    assert "the first run: the program failed with exit code 1" in ran.err
    assert "firstRun" not in ran.out


def test_an_interrupt_of_a_first_run_keeps_nothing(program: Program, background: Starter) -> None:
    out = program.scratch / "campaigns"
    out.mkdir()
    program.script("run.sh", "#!/bin/sh\necho $$ >pid; exec sleep 297\n")
    words: list[Any] = ["--runner", "host", "--out", out, "--jdk", f"one={java_home()}", "--control", "one"]
    started = background(COMPARE, *words, "--", "./run.sh", cwd=program.app)
    eventually(lambda: not started.running() or processes("sleep 297"), "its first run has begun")
    started.signal(signal.SIGINT)
    ran = started.end().ended(130)
    assert "interrupted before the first block, so nothing is kept" in ran.err
    assert not list(out.glob("*quick*"))
    assert not processes("sleep 297")


def campaign(program: Program, body: str) -> dict[str, Any]:
    """Of that program twice; it is over after its first block."""
    source = f"public class Main {{ public static void main(String[] args) throws Exception {{ {body} }} }}"
    compile_java(program.app, "Main", source)
    words: list[Any] = [
        "--runner",
        "host",
        "--out",
        program.scratch / "campaigns",
        "--jdk",
        f"one={java_home()}",
    ]
    words += ["--max-time", "1s", "--control", "one", "--", "java", "-Xmx64m", "-cp", ".", "Main"]
    (program.scratch / "campaigns").mkdir()
    run(COMPARE, *words, cwd=program.app).ended()
    told = read(program.scratch / "campaigns" / "latest" / "campaign.json")
    assert isinstance(told, dict)
    return told


def test_programs_that_compute_take_turns_unasked(program: Program) -> None:
    need_root("freeze control groups")
    # Long enough on a fast host not to be a short program, of which a fork has several starts.
    told = campaign(program, COMPUTES.replace("4_000_000_000L", "6_000_000_000L"))
    # A host that is so busy is no place for turns.
    busy = re.fullmatch(r"a freeze took [0-9.]+ ms|the program kept only .*", told.get("whyForks", ""))
    assert told["interleave"] == ("forks" if busy else "turns"), told
    if not busy:
        (fork, _) = (program.scratch / "campaigns/latest/forks").glob("001-*.json")
        assert read(fork)["program"]["slices"] > 1


def test_programs_that_wait_run_one_after_another_and_the_report_says_why(program: Program) -> None:
    need_root("freeze control groups")
    told = campaign(program, "Thread.sleep(1_500);")
    assert told["interleave"] == "forks"
    assert "% of its time" in told["whyForks"], told["whyForks"]
    report = (program.scratch / "campaigns/latest/report.md").read_text()
    assert "The programs ran one after another, because the program only waited" in report
