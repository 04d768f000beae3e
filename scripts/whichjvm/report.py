"""Writes and prints the report of campaigns: scripts/report [--out DIR] [CAMPAIGN…], without a name the latest; or the
joint report of hosts: scripts/report --hosts DIR."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from .console import wrong
from .given import parse
from .options import of_verb


def main(arguments: list[str]) -> int:
    words = [re.sub("^--fail-unless-within:", "--fail-unless-within=", each) for each in arguments]
    given = parse(of_verb("report"), words, "report")
    from . import on_loop, runners

    for each in given.texts("--hosts"):
        if not os.path.isdir(each):
            raise wrong(
                f"--hosts is '{each}', which is no folder", "whichjvm fleet collect, or a folder of hosts' folders"
            )
    hosts = [runners.results_folder(each) for each in given.texts("--hosts")]
    # The joint report is written into the last folder of hosts, and belongs to its owner.
    out = hosts[-1] if hosts else runners.results_folder(given.text("--out", runners.DEFAULT_OUT), has_campaigns=True)
    options = given.words_of(given.without("--out", "--jdk", "--hosts"))
    return on_loop.run(_report(out, given.texts("--jdk"), hosts, options, given.words()))


async def _report(out: Path, jdks: Sequence[str], hosts: Sequence[Path], options: list[str], names: list[str]) -> int:
    from . import runners
    from .engine import Docker

    with runners.settings(out, jdks) as settings:
        runner = await runners.for_collector(settings)
        shown = ["report", *runners.shown_as(), "--shown-out", runners.shown_out(out)]
        if not isinstance(runner, Docker):
            return await runners.collect(runner, [*shown, *_of_hosts(hosts), *options, *names])
        folders, options = _mounted_exports(options)
        places = ["/out" if each == out else f"/hosts/{i}" for i, each in enumerate(hosts)]
        folders.update((place, str(each)) for place, each in zip(places, hosts) if each != out)
        command = runner.collector_with(folders, [*shown, *_of_hosts(places), *options, *names])
        return await runners.run_collector(runner, command)


def _of_hosts(places: Sequence[Path | str]) -> list[str]:
    return [f"--hosts={each}" for each in places]


def _mounted_exports(options: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """The folders of exports, and the options with paths in the container, which otherwise sees only the results."""
    from .about import here

    folders: dict[str, str] = {}
    mounted: list[str] = []
    for word in options:
        export, has_file, file = word.partition("=")
        if mounted[-1:] == ["--export"] and has_file:
            folder = os.path.normpath(os.path.join(here(), os.path.dirname(file)))
            if not os.path.isdir(folder):
                raise wrong(f"--export is '{word}', and its folder is missing", f"mkdir -p {shlex.quote(folder)}")
            mount = f"/exports/{len(folders)}"
            folders[mount] = folder
            word = f"{export}={mount}/{os.path.basename(file)}"
        mounted.append(word)
    return folders, mounted
