"""scripts/calibrate with the runner `host`: a real campaign of short forks. What the collector makes of it, and what it
refuses, is not tested here."""

from __future__ import annotations

import dataclasses
import re
import shutil
from pathlib import Path

import pytest
from support import NO_ENGINE, ROOT, UNGATED, WARM_UP_SOON, Ran, Word, java_home, need_cpus, read, run, wait_for_host

pytestmark = pytest.mark.beside

CALIBRATE = ROOT / "scripts" / "calibrate"

SOON = {**WARM_UP_SOON, **NO_ENGINE}


@dataclasses.dataclass(frozen=True)
class Calibrated:
    """A calibration that has run, and what it said at last."""

    out: Path
    ran: Ran

    @property
    def folder(self) -> Path:
        return (self.out / "latest").resolve()

    def forks(self) -> int:
        return len(list((self.folder / "forks").glob("00[1-9]-*.json")))

    def answered(self) -> None:
        """With what a calibration says, if the host was quiet enough for two forks to count."""
        if "has no two forks" in self.ran.err:
            return
        self.ran.ended(0, 3)
        assert f"whichjvm calibration: {self.folder.name}" in self.ran.out
        assert (self.folder / "calibration.md").stat().st_size > 0

    def without_a_fork(self, folder: Path) -> Path:
        """A copy of all campaigns, in which the first fork has left nothing."""
        out = folder / "out"
        shutil.copytree(self.out, out, symlinks=True)
        for each in (out / "latest" / "forks").glob("001-one.*"):
            each.unlink()
        return out


@pytest.fixture(scope="module")
def calibrated(shared: Path) -> Calibrated:
    need_cpus(2)
    wait_for_host()
    out = shared / "out"
    out.mkdir()
    jdk: list[Word] = ["--runner", "host", "--out", out, "--jdk", f"one={java_home()}"]
    words = ["--contenders", "2", "--blocks", "1", "--duration", "500ms", "one", "--", "--rate", "10000"]
    return Calibrated(out, run(CALIBRATE, *jdk, *UNGATED, *words, "--warmup", "200ms", env=SOON))


def test_a_calibration_runs_a_jvm_against_itself_half_of_the_contenders_with_a_delay_from_a_first_fork(
    calibrated: Calibrated,
) -> None:
    said = re.search(r"effect: ([0-9]+) ns, 5 % of the p50 service time of a first fork", calibrated.ran.err)
    assert said, calibrated.ran
    delayed = f"one+delay{said[1]}ns"
    calibrated.answered()
    campaign = read(calibrated.folder / "campaign.json")
    assert campaign["contenders"] == ["one", delayed, "one+again", f"{delayed}-2"]
    assert campaign["baseline"] == "one"
    assert campaign["calibration"] == {"effect": int(said[1]), "contenders": 2}
    assert calibrated.forks() == 4
    assert (calibrated.folder / "report.md").stat().st_size > 0


def test_the_rest_of_a_calibration_is_run_and_the_answer_is_the_same(calibrated: Calibrated, scratch: Path) -> None:
    out = calibrated.without_a_fork(scratch)
    resumed = run(CALIBRATE, "--resume", calibrated.folder.name, "--out", out, env=SOON)
    again = Calibrated(out, resumed)
    again.answered()
    assert again.forks() == 4


def test_from_recorded_forks_nothing_is_run(calibrated: Calibrated, scratch: Path) -> None:
    out = calibrated.without_a_fork(scratch)
    again = Calibrated(out, run(CALIBRATE, "report", "--out", out, calibrated.folder.name, env=SOON))
    again.answered()
    assert again.forks() == 3


@pytest.mark.parametrize(
    "command, sentence",
    [
        ("calibrate --runner host --effect 5% one", "--effect is '5%'"),
        ("calibrate report --blocks 3 yesterday", "'--blocks' is no option"),
        # What the verbs have of their own is nothing of another's.
        ("calibrate --from yesterday", "is no option"),
        ("report --calibrate yesterday", "is no option"),
        ("report --fleet yesterday", "is no option"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_a_fork_is_run(command: str, sentence: str, scratch: Path) -> None:
    verb, *words = command.split()
    run(ROOT / "scripts" / verb, *words, "--out", scratch).refused(2, sentence)
    assert not list(scratch.iterdir())
