"""scripts/explain of messages by turns, with the runner `host`: a known delay is in the stage that it is in."""

from __future__ import annotations

import dataclasses
import re
import signal
import statistics
from pathlib import Path

import pytest
from support import COMPARE, ROOT, UNGATED, Ran, Starter, Word, expect_recording, java_home, read, run, wait_for_host
from whichjvm.console import FORKS_FAILED

EXPLAIN = ROOT / "scripts" / "explain"

TRIES = 3


@dataclasses.dataclass(frozen=True)
class Compared:
    """A campaign that has found the delay."""

    out: Path
    campaign: str

    def explained(self, *options: str) -> Ran:
        """A host that stalls overloads a fork, whose messages then have no stages and no stacks: again then."""
        for _ in range(TRIES):
            ran = run(*self.words(*options))
            if ran.code != FORKS_FAILED:
                break
        return ran.ended()

    def words(self, *options: str) -> list[str]:
        """The command that explains it."""
        own = [str(EXPLAIN), "--out", str(self.out), *UNGATED, "--blocks", "1", *options]
        return [*own, self.campaign, "one+delay400ns", "one"]

    def newest_forks(self) -> Path:
        return self.out / "latest" / "forks"


@pytest.fixture(scope="module")
def compared(shared: Path) -> Compared:
    wait_for_host()
    out = shared / "out"
    out.mkdir()
    jdk: list[Word] = ["--runner", "host", "--out", out, "--jdk", f"one={java_home()}"]
    run(COMPARE, *jdk, *UNGATED, "--blocks", "1", "one", "one+delay400ns", "--", "--rate", "10000").ended(0, 3)
    return Compared(out, (out / "latest").resolve().name)


def test_every_other_turn_keeps_the_stages_of_its_messages_and_the_delay_is_in_the_stage_that_has_it(
    compared: Compared,
) -> None:
    said = compared.explained()
    medians = {}
    for name in ("one", "one+again", "one+delay400ns"):
        fork = read(compared.newest_forks() / f"001-{name}.json")
        turns = [turn for turn in fork["turns"]["list"] if turn["service"]]
        assert len(turns) > 5, said
        for turn in turns:
            assert (turn["round"] % 2 == 1) == ("stages" in turn), turn
        staged = [turn["stages"] for turn in turns if "stages" in turn]
        medians[name] = {stage: statistics.median(each[stage] for each in staged) for stage in staged[0]}
    more = {stage: medians["one+delay400ns"][stage] - median for stage, median in medians["one"].items()}
    assert max(more, key=lambda stage: more[stage]) == "copyOut", (more, medians, said)
    assert "copy the message out" in said.out
    assert "Every other turn reads the clock four more times a message" in said.out


def test_turns_are_profiled(compared: Compared) -> None:
    said = compared.explained("--event", "cpu").out
    assert "Without a pause a message of one+delay400ns takes " in said
    assert "At its rate a message of one+delay400ns takes " in said
    files = sorted(compared.newest_forks().glob("001-*.collapsed"))
    assert files
    for file in files:
        stacks = file.read_text()
        for stack in (
            r"^\[consumer\];.*Consumer\.consume",
            r"^\[producer-0\];.*Producer\.produce",
            r"^\[producer-0\];.*exchangeUnpaced;.*Producer\.produce",
        ):
            assert re.search(stack, stacks, re.MULTILINE), (stack, stacks[:2000])
        expect_recording(file.with_suffix(".jfr"))


def test_an_explanation_that_was_interrupted_goes_on_by_the_line_that_it_printed(
    compared: Compared, background: Starter, scratch: Path
) -> None:
    # The folder of a program would be mounted; messages have none.
    stopped = background(*compared.words(), env={"WHICHJVM_TYPED": "whichjvm explain"}, cwd=scratch)
    stopped.says("3 contenders")
    stopped.signal(signal.SIGTERM)
    ended: Ran = stopped.end()
    assert ended.code
    campaign = (compared.out / "latest").resolve().name
    words = ended.err.splitlines()[-1].split()
    assert words == ["whichjvm", "explain", "--resume", campaign, "--out", str(compared.out)]
    resumed = run(ROOT / "whichjvm", *words[1:], cwd=scratch).ended(0, 3)
    assert "links to this explanation" in resumed.err
    forks = sorted(compared.newest_forks().glob("001-*.json"))
    assert len(forks) == 3
    # A fork that a busy host overloads, or whose turns it delays, leaves nothing to explain.
    if not any(re.search('"status": ?"overloaded"|could start on time', each.read_text()) for each in forks):
        assert "Stages of a message" in resumed.out
