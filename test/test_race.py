"""scripts/race with the runner `host`: real forks of a program that is faster with one flag set and fails with another.
What the collector makes of it is tested in Java, and what the host's code refuses in host_code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from support import ROOT, UNGATED, Ran, compile_java, java_home, run

pytestmark = pytest.mark.beside(minutes=4)

RACE = str(ROOT / "scripts" / "race")
PROGRAM = ["one", "--", "java", "-cp", ".", "Planted"]

# Faster with the flag set no-bounds-checks.
PLANTED = """
public class Planted {
  public static void main(String[] args) throws Exception {
    Thread.sleep(Boolean.getBoolean("bytes.bounds.unchecked") ? 5 : 605);
  }
}
"""


class Races(NamedTuple):
    out: Path
    app: Path
    search: str
    ran: list[Ran]


def on_one(out: Path) -> list[str]:
    return ["--runner", "host", "--out", str(out), "--jdk", f"one={java_home()}"]


@pytest.fixture(scope="module")
def races(shared: Path) -> Races:
    """A search, and what confirms it."""
    out, app = shared / "out", shared / "app"
    out.mkdir()
    app.mkdir()
    compile_java(app, "Planted", PLANTED)
    race = [RACE, *on_one(out), *UNGATED, "--flags", "no-bounds,c1,serial,thp"]
    searched = run(*race, "--max-time", "30s", *PROGRAM, cwd=app)
    search = next(out.glob("*-race")).name
    # On a busy host the rest of that time is too short for a verdict.
    confirmed = run(*race, "--max-time", "10m", "--confirm", search, *PROGRAM, cwd=app)
    return Races(out, app, search, [searched, confirmed])


def test_a_planted_fast_flag_set_wins_is_confirmed_and_is_what_makes_it_faster(races: Races) -> None:
    for each in races.ran:
        each.ended()
    said = "".join(each.out for each in races.ran)
    told = "".join(each.err for each in races.ran)
    assert "leads 5 contenders" in said
    assert "Confirmed: one is " in said
    assert "of 5 contenders had seen 0." in said
    assert re.search("^no-bounds-checks .* makes it faster$", said, re.MULTILINE), said
    to_copy = r"^(- )?To copy: one: java .*-Dbytes\.bounds\.unchecked=true"
    assert re.search(to_copy, said, re.MULTILINE), said
    assert len(list(races.out.glob("*-race"))) == 1
    assert len(list(races.out.glob("*-confirmation"))) == 2
    assert "5 contenders, of which the slower half leaves" in told
    assert re.search(r" · dropped: one\S*, one\S* \(slower\)", told)


def resumed(races: Races) -> Ran:
    return run(RACE, "--resume", races.search, "--out", races.out, "--mount", ".", cwd=races.app).ended()


def test_a_search_that_ended_resumes_and_is_already_confirmed(races: Races) -> None:
    again = resumed(races)
    assert "--confirm" not in again.err
    assert "leads 5 contenders" in again.out


def test_a_search_that_ended_says_how_to_confirm_it(races: Races, scratch: Path) -> None:
    confirmations = list(races.out.glob("*-confirmation"))
    for each in confirmations:
        each.rename(scratch / each.name)
    try:
        again = resumed(races)
    finally:
        for each in confirmations:
            (scratch / each.name).rename(each)
    assert f"the race's other arguments, and --confirm {races.search}" in again.err


def test_only_a_race_that_is_there_is_confirmed(scratch: Path) -> None:
    (scratch / "out").mkdir()
    race = [RACE, *on_one(scratch / "out"), "--confirm", "nothing", *PROGRAM]
    run(*race, cwd=scratch).refused(2, "no campaign nothing in")


KEEPS = """
public class Keeps {
  public static void main(String[] args) {
    byte[][] kept = new byte[40][];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = new byte[1 << 20];
    }
    System.out.println(kept.length);
  }
}
"""


def test_the_least_heap_is_found_and_the_time_by_heap_drawn(scratch: Path) -> None:
    app = scratch / "app"
    app.mkdir()
    compile_java(app, "Keeps", KEEPS)
    race = [RACE, "--least-heap", *on_one(scratch / "out"), "one+serialgc", "--", "java", "-cp", ".", "Keeps"]
    said = run(*race, cwd=app).ended().out
    least = re.search(
        r"^one\+serialgc +([0-9]+) MB  9 of 9 forks ended well; with ([0-9]+) MB: 0 of 3", said, re.MULTILINE
    )
    assert least, said
    assert 40 < int(least[2]) < int(least[1]) < 100
    chart = scratch / "out" / "latest" / "charts" / "heaps-wall.svg"
    assert f"one+serialgc (1 is {least[1]} MB)" in chart.read_text()
