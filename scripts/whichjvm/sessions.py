"""Is a difference the same tomorrow? Runs one comparison as several sessions and says what holds over all of them.

For each session everything is drawn again that can be without changing this host.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from .console import Stop, one_line, say, wrong
from .given import parse
from .options import of_verb

if TYPE_CHECKING:
    from .runner import Settings


def main(arguments: list[str]) -> int:
    given = parse(of_verb("sessions"), arguments, "sessions")
    from . import comparisons, on_loop
    from .asked import Asked

    count = int(given.text("--count", "0"))
    others = given.without("--out", "--count")
    compared = comparisons.handed_on(given, others) + given.words()
    # What compare would refuse is refused before a session is planned.
    Asked.of("compare", compared)
    # Whether the command line says what to compare, and not only on which JVMs and runner.
    named = any(option not in ("--jdk", "--runner") for option, _ in others) or any(given.words())
    folder = comparisons.own_folder(given.text("--out"), "sessions of one comparison")
    plan = Plan(folder)
    planned = plan.read()
    if not count and not planned:
        raise wrong(
            f"there is no session in {folder}",
            f"whichjvm sessions --out {folder} --count 6 and what whichjvm compare takes",
        )
    if named and not count and _sessions(folder) >= planned:
        raise wrong(f"all {planned} sessions that were planned are there", "--count N, such as --count 3, to add some")
    # If it does not say what to compare, compare would take its defaults: another comparison.
    wanted = compared if count or named else None
    return on_loop.run(_sessions_and_report(plan, comparisons.jdks_of(others), count, wanted))


class Plan:
    """The file of the planned looks: each line is a number of sessions. The intervals account for every look."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / "sessions.tsv"

    def read(self) -> int:
        """How many sessions are planned in all; 0 if none."""
        if self._file.is_symlink() or (self._file.exists() and not self._file.is_file()):
            raise wrong(f"{self._file} is no file", f"rm -r {self._file}, and begin the sessions again")
        if not self._file.exists():
            return 0
        text = self._file.read_text(encoding="utf-8", errors="replace")
        last = re.sub("\n$", "", text).rpartition("\n")[2]
        if not re.fullmatch("([1-9][0-9]{0,5})?", last):
            raise wrong(
                f"{self._file} has the line '{one_line(last)}'",
                "a number of sessions in each line, greater than the one before",
            )
        return int(last or 0)

    def add(self, count: int) -> int:
        planned = self.read() + count
        with self._file.open("a", encoding="utf-8") as file:
            file.write(f"{planned}\n")
        return planned

    def remove_last(self) -> None:
        text = self._file.read_bytes()
        os.truncate(self._file, text.rfind(b"\n", 0, len(text) - 1) + 1)


def _sessions(folder: Path) -> int:
    """How many sessions have begun. A link such as latest does not count."""
    with os.scandir(folder) as entries:
        return sum(
            each.is_dir(follow_symlinks=False) and os.path.lexists(f"{each.path}/campaign.json") for each in entries
        )


async def _sessions_and_report(plan: Plan, jdks: list[str], count: int, compared: list[str] | None) -> int:
    from . import runners

    with runners.settings(plan.folder, jdks) as settings:
        planned = plan.add(count) if count else plan.read()
        if compared is not None:
            await _run_missing(settings, plan, planned, count, compared)
        runner = await runners.for_collector(settings)
        return await runners.collect(runner, ["sessions"])


async def _run_missing(settings: Settings, plan: Plan, planned: int, count: int, compared: list[str]) -> None:
    import random

    from . import comparisons

    while _sessions(plan.folder) < planned:
        say(f"session {_sessions(plan.folder) + 1} of {planned}")
        try:
            await comparisons.compare(settings, compared, {"WHICHJVM_SESSION": str(random.randrange(4096))})
        except Stop:
            # No session began, so the plan is taken back.
            if count and _sessions(plan.folder) <= planned - count:
                plan.remove_last()
            raise
