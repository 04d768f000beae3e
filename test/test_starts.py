"""Several starts of a program in each fork, with the runner `host`: real processes. How many starts a campaign has, the
collector decides, and its tests are in Java: here the plan is changed before its forks are run."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from support import COMPARE, UNGATED, Word, java_home, read, run, wait_for_host

pytestmark = pytest.mark.beside

STARTS = 4

# It says when and where it began, and whether an earlier start has left something.
RUN = """#!/bin/bash
echo "$EPOCHREALTIME $PWD $(ls)"
: >written
"""


@pytest.fixture(scope="module")
def block(shared: Path) -> dict[str, tuple[dict[str, Any], list[str]]]:
    """A block of two versions of a program, whose forks start it four times: of each the fork, and what it printed."""
    wait_for_host()
    apps = []
    for name in ("old", "new"):
        (shared / name).mkdir()
        (shared / name / "run.sh").write_text(RUN)
        (shared / name / "run.sh").chmod(0o755)
        apps.append(f"--app={name}={shared / name}")
    compare: list[Word] = [COMPARE, "--out", shared / "out"]
    own = ["--runner", "host", "--jdk", f"one={java_home()}", *UNGATED, "--interleave", "forks", "--blocks", "1"]
    run(*compare, *own, *apps, "one", "--", "./run.sh").ended()
    campaign = shared / "out" / "latest"
    plan = read(campaign / "campaign.json")
    plan.update(interleave="turns", turnSeconds=1, options=["--starts", str(STARTS), "--slot", "1s", *plan["options"]])
    (campaign / "campaign.json").write_text(json.dumps(plan))
    for each in (campaign / "forks").iterdir():
        each.unlink()
    run(*compare, "--resume", "latest", *apps, "--", "./run.sh").ended()
    stems = {name: campaign / "forks" / f"001-one+app-{name}" for name in ("old", "new")}
    return {
        name: (read(stem.with_name(f"{stem.name}.json")), stem.with_name(f"{stem.name}.out").read_text().splitlines())
        for name, stem in stems.items()
    }


def test_contenders_start_in_turns_and_each_round_is_the_mirror_of_the_one_before(
    block: dict[str, tuple[dict[str, Any], list[str]]],
) -> None:
    began = sorted((float(line.split()[0]), name) for name, (_, lines) in block.items() for line in lines)
    order = [name for _, name in began]
    first, second = order[:2]
    assert order == [first, second, second, first] * (STARTS // 2)
    assert first != second


def test_each_start_has_a_fresh_copy_of_the_folder_at_the_same_path(
    block: dict[str, tuple[dict[str, Any], list[str]]],
) -> None:
    for _, lines in block.values():
        path = lines[0].split()[1]
        assert [line.split()[1:] for line in lines] == [[path, "run.sh"]] * STARTS


def test_a_fork_keeps_what_each_start_took_and_its_score_is_their_median(
    block: dict[str, tuple[dict[str, Any], list[str]]],
) -> None:
    for fork, _ in block.values():
        assert fork["parameters"]["starts"] == STARTS
        assert 0 <= fork["program"]["overran"] <= STARTS
        scores = {each["name"]: each for each in fork["scores"]}
        assert len(scores["wall"]["iterations"]) == STARTS
        assert abs(scores["wall"]["score"] - median(scores["wall"]["iterations"])) < 0.01
