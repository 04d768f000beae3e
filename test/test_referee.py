"""Contenders of a block by workload/launch, with this host's java, and the referee by which they take turns. Two of them
are real; what becomes of them is told by the time at which their first round started."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from launching import LAUNCH, SMALL_HEAP, WITH_JAR, fork_once, signal_jvm
from support import ROOT, SHORT, WARM_UP_SOON, Started, Starter, Word, eventually, need_cpus, read, wait_for_host


class Block:
    """A referee in the background, and its contenders, which may come before it is there."""

    def __init__(self, background: Starter, folder: Path, members: int) -> None:
        self._background, self._out, self._members = background, folder / "out", members
        self.turns = folder / "turns"
        self._out.mkdir()
        self._started: list[Started] = []
        self._referee = background(
            *(ROOT / "collector" / "collect", "referee", "--turns", self.turns, "--members", members),
            *("--warm-up", "200ms"),
            env={"WHICHJVM_COLLECTOR_JAR": str(ROOT / "collector" / "target" / "whichjvm-collector.jar")},
        )

    def member(self, number: int, *words: Word, env: dict[str, str] | None = None) -> Started:
        """A process with the environment of that contender."""
        own = {
            "WHICHJVM_STEP": "1",
            "WHICHJVM_LOCK_HELD": "1",
            "WHICHJVM_MEMBERS": str(self._members),
            "WHICHJVM_MEMBER": str(number),
            "WHICHJVM_TURNS": str(self.turns / str(number)),
        }
        started = self._background(*words, env={**WITH_JAR, **WARM_UP_SOON, **own, **(env or {})})
        self._started.append(started)
        return started

    def contender(self, number: int, *options: str) -> Started:
        """One that measures for two turns, so that a busy host seldom makes it overloaded."""
        own = ("--out", self._out, "--duration", "200ms", "--turn", "100ms", "--fork", f"c/001-{number}")
        return self.member(number, LAUNCH, *SHORT, *own, *options)

    def own(self, number: int) -> Path:
        """The folder that a contender writes."""
        return self.turns / str(number) / "own"

    def state(self) -> str:
        """What the referee says."""
        file = self.turns / "referee" / "state"
        return file.read_text() if file.exists() else ""

    def all_end(self) -> None:
        """With whatever exit codes; the referee with 0."""
        for each in self._started:
            each.end()
        self._referee.end().ended()

    def fork(self, number: int) -> Path:
        return self._out / "c" / "forks" / f"001-{number}.json"

    def told(self, number: int) -> Any:
        return read(self.fork(number))

    def started(self, *numbers: int) -> None:
        """At the same time all of them started their first round, which is the referee's."""
        forks = [self.told(number) for number in numbers]
        assert all(each["turns"] for each in forks), [(each["status"], each["reason"]) for each in forks]
        (start,) = {each["turns"]["startedNanos"] for each in forks}
        assert start
        assert f"start {start}" in self.state().splitlines()


@pytest.fixture
def block(background: Starter, scratch: Path) -> Callable[[int], Block]:
    need_cpus(2)
    wait_for_host()
    return lambda members: Block(background, scratch, members)


def test_the_contenders_of_a_block_start_their_first_round_at_once_when_all_are_warm(
    block: Callable[[int], Block],
) -> None:
    two = block(2)
    two.contender(0)
    two.contender(1)
    two.all_end()
    two.started(0, 1)
    assert [each for each in two.state().splitlines() if not each.startswith("start ")] == ["whichjvm.turns/1"]
    for number in (0, 1):
        files = [each.name for each in two.own(number).iterdir()]
        assert len([each for each in files if each.startswith("here.")]) == 1
        # A launcher may have said since that a fork failed.
        assert [each for each in files if not each.startswith("here.") and each != "gone"] == ["warm"]


def test_a_contender_whose_jvm_is_killed_while_it_warms_up_costs_its_own_fork_alone(
    block: Callable[[int], Block],
) -> None:
    two = block(2)
    # Long enough to be killed in.
    killed = two.contender(0, "--warmup", "60s")
    two.contender(1)
    eventually(lambda: "place 0" in two.state().splitlines())
    signal_jvm(killed, signal.SIGKILL)
    two.all_end()
    two.started(1)
    assert not two.fork(0).exists()
    assert "out 0 gone" in two.state()


def test_a_contender_without_a_java_is_not_waited_for(block: Callable[[int], Block]) -> None:
    two = block(2)
    two.own(0).mkdir(parents=True)
    without = two.member(0, "/bin/sh", LAUNCH, "--fork", "c/001-0", env={"PATH": "/nowhere"})
    two.contender(1)
    two.all_end()
    two.started(1)
    assert "there is no java on the PATH" in without.err
    assert "out 0 gone" in two.state()


HOSTILE = """#!/usr/bin/env bash
until [[ -d $WHICHJVM_TURNS/own ]]; do sleep 0.05; done
cd "$WHICHJVM_TURNS/own"
mkfifo warm here.0 gone.0
ln -s /dev/zero state
truncate --size 1T huge
for ((i = 0; i < 2000; i++)); do : >"name-$i"; done
# By which contenders once met: who truncated it ended them all.
truncate --size 0 /dev/shm/whichjvm-"$WHICHJVM_STEP"/turns 2>/dev/null
for ((i = 0; i < 100; i++)); do
  rm -f warm && : >warm
  sleep 0.05
done
"""


def test_a_hostile_contender_costs_its_own_fork_alone(block: Callable[[int], Block], scratch: Path) -> None:
    hostile = scratch / "hostile"
    hostile.write_text(HOSTILE)
    hostile.chmod(0o755)
    three = block(3)
    three.member(0, hostile)
    three.contender(1)
    three.contender(2)
    three.all_end()
    three.started(1, 2)
    # Which of them was found out first is a matter of moments.
    assert "out 0 " in three.state()


def test_a_contender_that_comes_when_the_others_have_gone_on_says_so_and_keeps_no_result(
    block: Callable[[int], Block],
) -> None:
    two = block(2)
    gone = two.own(0) / "gone"
    gone.parent.mkdir(parents=True)
    gone.touch()
    two.contender(1)
    eventually(lambda: "place 1" in two.state())
    gone.unlink()
    late = two.contender(0)
    two.all_end()
    two.started(1)
    assert "the block went on without this JVM, which was said to have ended" in late.err
    assert two.told(0)["status"] == "failed"


@pytest.mark.parametrize(
    "env, sentence",
    [
        ({}, "WHICHJVM_MEMBERS is 2 and WHICHJVM_STEP is not set\ntry: give all contenders"),
        (
            {"WHICHJVM_STEP": "1"},
            "WHICHJVM_MEMBERS is 2 and WHICHJVM_TURNS is not set\ntry: start 'collector/collect referee'",
        ),
    ],
    ids=["no-step", "no-turns"],
)
def test_who_takes_turns_with_others_and_does_not_know_where_is_told(
    env: dict[str, str], sentence: str, scratch: Path
) -> None:
    own = {**SMALL_HEAP, "WHICHJVM_MEMBERS": "2", **env}
    fork_once(scratch / "out", "--turn", "100ms", env=own).refused(2, sentence)
