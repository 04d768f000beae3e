"""scripts/bisect with the runner `host`: folders of one JDK that differ by a file, which says how long a program sleeps.
What is refused at once is in host_code."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support import ROOT, UNGATED, WARM_UP_SOON, Ran, java_home, run

pytestmark = pytest.mark.beside

SLEEPS = ["--", "sh", "-c", 'sleep "$(cat "$(dirname "$(command -v java)")/sleeps")"']


@pytest.fixture
def out(scratch: Path) -> Path:
    """The results folder. Beside it is a file of seven builds, of which the fifth takes four times as long as those before:
    other programs of a busy host add far less."""
    lines = []
    for build in range(1, 8):
        folder = scratch / f"jdk{build}" / "bin"
        folder.mkdir(parents=True)
        (folder / "java").symlink_to(java_home() / "bin" / "java")
        (folder / "sleeps").write_text("0.1\n" if build < 5 else "0.4\n")
        lines.append(f"build{build}={scratch}/jdk{build}\n")
    (scratch / "builds").write_text("".join(lines))
    out = scratch / "out"
    out.mkdir()
    return out


def bisect(out: Path, *words: str) -> Ran:
    return run(
        *(f"{ROOT}/scripts/bisect", "--builds", f"{out.parent}/builds", "--out", str(out), *words),
        *("--runner", "host", *UNGATED, "--interleave", "forks", "--workload", "command", *SLEEPS),
        env=WARM_UP_SOON,
    )


def campaigns(out: Path) -> list[Path]:
    """What was measured, without the link to the latest."""
    return sorted(each.parent for each in out.glob("*/campaign.json") if not each.parent.is_symlink())


def test_the_build_that_made_the_step_is_found_and_what_was_measured_is_not_measured_again(out: Path) -> None:
    said = bisect(out, "--preset", "quick").ended().out
    assert "build5 made the step: build4 has the wall of build1, and build5 that of build7." in said
    assert (out / "bisect.md").stat().st_size
    before = campaigns(out)
    assert len(before) < 7

    # What the last one told is measured again, and nothing else is.
    shutil.rmtree(before[-1])
    assert "build5 made the step" in bisect(out, "--preset", "quick").ended().out
    after = campaigns(out)
    assert len(after) == len(before)
    assert set(before[:-1]) <= set(after)


def test_where_the_ends_do_not_differ_there_is_nothing_to_look_for(out: Path) -> None:
    bisect(out, "--bad", "build4").refused(2, "build4 is not shown to differ from build1")
    assert len(campaigns(out)) == 1


@pytest.fixture
def maker(out: Path) -> Path:
    """A program that makes all builds but the third, and remembers which."""
    folder = out.parent
    (folder / "builds").write_text("".join(f"commit{build}\n" for build in range(1, 8)))
    program = folder / "make"
    program.write_text(
        f"""#!/bin/sh
echo "$1" >>{folder}/made
echo a line of its own
[ "$1" != commit3 ] || exit 3
echo {folder}/jdk${{1#commit}}
"""
    )
    program.chmod(0o755)
    return program


def test_builds_are_made_when_they_are_needed_by_a_program_of_the_persons(out: Path, maker: Path) -> None:
    assert "commit5 made the step" in bisect(out, "--make", str(maker), "--good", "commit4").ended().out
    made = (out.parent / "made").read_text().splitlines()
    assert len(made) == len(set(made))


def test_a_build_that_cannot_be_made_is_told(out: Path, maker: Path) -> None:
    bisect(out, "--make", str(maker), "--bad", "commit3").refused(
        4,
        f"{maker} made no build of commit3 (exit code 3, last line 'a line of its own')\ntry: take its line out of"
        f" {out.parent}/builds",
    )
