"""workload/launch: forks that fail, are interrupted or are killed, and that they leave nothing."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest
from launching import LAUNCH, WITH_JAR, Fork, fork_once, launched, nothing_left, signal_jvm
from support import Started, Starter, eventually, need_cpus, queues, wait_for_host

pytestmark = pytest.mark.beside

# A hundred nanoseconds a message is less than any queue needs.
TOO_FAST = ("--rate", "10000000", "--duration", "100ms", "--warmup", "100ms")


def has_no_numbers(fork: Fork) -> None:
    assert fork.out == ""
    assert (fork.told["service"], fork.told["response"]) == (None, None)
    assert fork.histograms == []


def test_an_overloaded_fork_says_so_and_gives_no_numbers(scratch: Path) -> None:
    fork = fork_once(scratch / "out", *TOO_FAST)
    fork.ended(3)
    assert "overloaded" in fork.err
    assert fork.told["status"] == "overloaded"
    has_no_numbers(fork)
    assert queues(fork.pid) == set()


# --- under an emulator --------------------------------------------------------------------------


@pytest.fixture
def emulated(scratch: Path) -> Path:
    """Starter launch as an emulator of user programs would start it."""
    script = scratch / "emulated"
    script.write_text(f'#!/bin/bash\nexec -a /usr/bin/qemu-aarch64-static sh {LAUNCH} "$@"\n')
    script.chmod(0o755)
    return script


def test_a_fork_under_an_emulator_verifies_its_messages_fails_and_gives_no_numbers(
    emulated: Path, scratch: Path
) -> None:
    fork = fork_once(scratch / "out", "--rate", "1000", "--duration", "300ms", "--warmup", "100ms", by=emulated)
    fork.ended(4)
    assert "300 of 300 messages were verified" in fork.err
    assert " failed: emulated" in fork.err.splitlines()[-1]
    told = fork.told
    assert (told["status"], told["reason"], told["messages"]["verified"]) == ("failed", "emulated", 300)
    assert "started through /usr/bin/qemu-aarch64-static" in told["host"]["emulatedBy"]
    has_no_numbers(fork)
    measured = {"floorNs", "turns", "warmUp", "disturbances", "attribution", "cost", "cpuSeconds"}
    assert measured.isdisjoint(told)


def test_an_emulator_that_cannot_keep_the_rate_says_nothing_of_the_jvm(emulated: Path, scratch: Path) -> None:
    fork = fork_once(scratch / "out", *TOO_FAST, by=emulated)
    fork.ended(4)
    assert (fork.told["status"], fork.told["reason"]) == ("failed", "emulated")


def test_a_program_under_an_emulator_fails_and_has_no_scores(emulated: Path, scratch: Path) -> None:
    fork = program(emulated, scratch / "out", "exit 0")
    fork.ended(4)
    assert (fork.told["status"], fork.told["reason"]) == ("failed", "emulated")
    assert {"scores", "program"}.isdisjoint(fork.told)


def test_a_program_under_an_emulator_that_ends_badly_says_so(emulated: Path, scratch: Path) -> None:
    fork = program(emulated, scratch / "out", "exit 7")
    fork.ended(3)
    assert "exit code 7" in fork.told["reason"]


def program(emulated: Path, out: Path, script: str) -> Fork:
    return launched(out, emulated, "command", "--out", out, "--fork", "c/1-a", "--", "sh", "-c", script)


def test_under_an_emulator_a_check_says_that_nothing_can_be_measured(emulated: Path, scratch: Path) -> None:
    fork = fork_once(scratch / "out", "--check", by=emulated)
    fork.refused(4, "an emulator runs this JVM (started through /usr/bin/qemu-aarch64-static")


# --- interrupted or killed ----------------------------------------------------------------------


def start_fork(background: Starter, out: Path, *options: str, queue_dir: Path | None = None) -> Started:
    """Back once its queue is there. env, because who starts the tests in the background may have let them ignore SIGINT,
    and launch could not undo that."""
    need_cpus(2)
    out.mkdir()
    own = [f"--queue-dir={queue_dir}"] if queue_dir else []

    def has_queue_or_ended() -> bool:
        made = set(queue_dir.iterdir()) if queue_dir else queues(fork.pid)
        return any(each.suffix != ".log" for each in made) or not fork.running()

    for _ in range(3):
        fork = background(
            *("env", "--default-signal=INT,TERM", LAUNCH, "--rate", "10000", "--warmup", "300ms", "--duration", "60s"),
            *("--out", out, *own, *options),
            env=WITH_JAR,
        )
        eventually(has_queue_or_ended)
        if fork.running() or "another campaign" not in fork.err:
            break
        wait_for_host()
    assert fork.running(), f"the fork ended by itself: {fork.err}"
    return fork


@pytest.mark.parametrize(
    "number, warmup, code",
    [
        pytest.param(signal.SIGTERM, "300ms", 143, id="SIGTERM-while-measuring"),
        pytest.param(signal.SIGINT, "300ms", 130, id="SIGINT-while-measuring"),
        pytest.param(signal.SIGTERM, "60s", 143, id="SIGTERM-while-warming-up"),
    ],
)
def test_a_signal_leaves_nothing(number: int, warmup: str, code: int, background: Starter, scratch: Path) -> None:
    fork = start_fork(background, scratch / "out", "--warmup", warmup)
    if warmup == "300ms":
        time.sleep(1)
    fork.signal(number)
    assert fork.end().ended(code).out == ""
    nothing_left(scratch / "out", fork.pid)


@pytest.mark.parametrize("elsewhere", [False, True], ids=["usual-queue", "another-queue-dir"])
def test_a_jvm_killed_with_signal_9_leaves_nothing(elsewhere: bool, background: Starter, scratch: Path) -> None:
    folder = scratch / "queues"
    folder.mkdir()
    fork = start_fork(background, scratch / "out", queue_dir=folder if elsewhere else None)
    signal_jvm(fork, signal.SIGKILL)
    assert "killed" in fork.end().ended(137).err
    assert list(folder.iterdir()) == []
    nothing_left(scratch / "out", fork.pid)
