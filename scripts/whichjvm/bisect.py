"""Which build made a JVM slower, or faster? Measures builds between a good and a bad one next to the good one.

Each time it measures the one that tells most, until the answer is right 19 times of 20.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .console import Stop, cannot, say, wrong
from .given import Given, parse
from .options import of_verb

if TYPE_CHECKING:
    from .runner import Runner, Settings


@dataclasses.dataclass(frozen=True)
class Search:
    """A search: its builds, and what each of its comparisons takes."""

    out: Path
    # The file of the builds, and the person's program that makes them, if any.
    file: str
    make: str
    # Their names, from the good one to the bad one.
    builds: list[str]
    # By name: the source of a build that is made; the option that says where a build is, once that is known.
    sources: dict[str, str]
    places: dict[str, str]
    compared: list[str]
    # The words from -- on.
    behind: list[str]
    jdks: list[str]


def main(arguments: list[str]) -> int:
    given = parse(of_verb("bisect"), arguments, "bisect")
    from . import on_loop

    return on_loop.run(_search(_asked(given)))


def _asked(given: Given) -> Search:
    from . import comparisons
    from .asked import Asked

    for option, _ in given.options:
        if option in ("--blocks", "--baseline"):
            raise wrong(
                f"{option} is not for whichjvm bisect", "leave it out: the search chooses blocks and baseline itself"
            )
    others = given.without("--out", "--builds", "--make", "--good", "--bad")
    compared = comparisons.handed_on(given, others)
    for word in given.operands[:1]:
        raise wrong(f"'{word}' is no option", "--builds FILE, a file with a build a line")
    # What compare would refuse.
    Asked.of("compare", compared + given.behind)
    out = comparisons.own_folder(given.text("--out"), "campaigns of one search")
    file, make = given.text("--builds"), given.text("--make")
    if not os.path.isfile(file):
        raise wrong(
            f"--builds is '{file}', which is no file", "a file with a build a line, from the good one to the bad one"
        )
    builds, sources, places = _read_builds(file, make)
    builds = _between(file, builds, given.text("--good"), given.text("--bad"))
    return Search(out, file, make, builds, sources, places, compared, given.behind, comparisons.jdks_of(others))


def _read_builds(file: str, make: str) -> tuple[list[str], dict[str, str], dict[str, str]]:
    """Each line is a build, from the good one to the bad one: NAME, NAME=IMAGE or NAME=FOLDER. With --make it is NAME
    or NAME=SOURCE."""
    builds: list[str] = []
    sources: dict[str, str] = {}
    places: dict[str, str] = {}
    with open(file, encoding="utf-8", errors="surrogateescape", newline="\n") as lines:
        for line in lines:
            line = re.split("[#\r\n]", line)[0]
            before, has_place, after = line.partition("=")
            name = re.sub("[ \t]", "", before)
            if not name:
                continue
            builds.append(name)
            place = (after if has_place else line).strip(" \t")
            if make:
                sources[name] = place
            elif has_place:
                places[name] = _option_of(name, place, f"{file} has")
    return builds, sources, places


def _option_of(name: str, place: str, who: str) -> str:
    """The option that says where a build is; `who` named the place. A folder begins with a / or a dot."""
    if place[:1] in ("/", "."):
        if not os.path.exists(place):
            raise wrong(
                f"{who} '{name}={place}', and there is no such folder", "the JDK's folder, in which bin/java is"
            )
        place = os.path.realpath(place)
    return f"--jdk={name}={place}"


def _between(file: str, builds: Sequence[str], good: str, bad: str) -> list[str]:
    """The builds from the good one to the bad one; by default the first and the last."""
    first, last = good or "".join(builds[:1]), bad or "".join(builds[-1:])
    found: list[str] = []
    inside = False
    for build in builds:
        inside = inside or build == first
        if inside:
            found.append(build)
            inside = build != last
    if len(found) < 3 or found[-1] != last:
        raise wrong(
            f"{file} has no build between '{first}' and '{last}', in this order",
            "three builds or more, a line each, from the good one to the bad one",
        )
    return found


async def _search(search: Search) -> int:
    from . import runners

    with runners.settings(search.out, search.jdks) as settings:
        runner = await runners.for_collector(settings)
        while True:
            step = (await _told(runner, ["bisect", *search.builds])).rstrip("\n")
            if not step:
                return await runners.collect(runner, ["bisect", "--report", *search.builds])
            build, _, blocks = step.partition("\t")
            await _measure(search, settings, build, blocks)
            if blocks:
                report = (await _told(runner, ["bisect", "--report", *search.builds])).split("\n")
                for line in report[2:3]:
                    say(line)


async def _told(runner: Runner, arguments: Sequence[str]) -> str:
    """What the collector prints; if it fails, a Stop has its exit code."""
    command, env = runner.collector(arguments)
    said = await runner.settings.commands.run(command, env=env, keep_err=False)
    if not said.ok:
        raise Stop(said.code)
    return said.out


async def _measure(search: Search, settings: Settings, build: str, blocks: str) -> None:
    """Compares a build with the good one; without a number, in as many blocks as a decision takes."""
    from . import comparisons

    good = search.builds[0]
    for each in (good, build):
        if search.make and each not in search.places:
            search.places[each] = await _make(search, settings, each)
    places = [search.places[each] for each in (good, build) if each in search.places]
    say(f"measuring {build} beside {good}")
    number = ["--blocks", blocks] if blocks else []
    arguments = [*search.compared, *places, "--baseline", good, *number, good, build, *search.behind]
    await comparisons.compare(settings, arguments, {})


async def _make(search: Search, settings: Settings, build: str) -> str:
    """Makes a build by the person's program, whose last line says where it is."""
    say(f"making {build}")
    source = search.sources[build]
    done = await settings.commands.run([search.make, source], keep_err=False)
    if done.err:
        # It could not be started.
        say(done.err)
    made = re.sub("\n$", "", done.out).rpartition("\n")[2]
    if not done.ok or not made:
        raise cannot(
            f"{search.make} made no build of {source} (exit code {done.code}, last line '{made}')",
            f"take its line out of {search.file}, and run this again",
        )
    return _option_of(build, made, f"{search.make} says")
