"""Writes and prints the report of campaigns: scripts/report [--out DIR] [CAMPAIGN…], without a name the latest."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from .console import wrong
from .given import parse
from .options import of_verb


def main(arguments: list[str]) -> int:
    words = [re.sub("^--fail-unless-within:", "--fail-unless-within=", each) for each in arguments]
    given = parse(of_verb("report"), words, "report")
    from . import on_loop, runners

    out = runners.results_folder(given.text("--out", runners.DEFAULT_OUT))
    options = given.words_of(given.without("--out", "--jdk"))
    return on_loop.run(_report(out, given.texts("--jdk"), options, given.words()))


async def _report(out: Path, jdks: Sequence[str], options: list[str], names: list[str]) -> int:
    from . import runners
    from .engine import Docker

    with runners.settings(out, jdks) as settings:
        runner = await runners.for_collector(settings)
        # Of a fleet scripts/fleet wants the joint report.
        what = "fleet" if any(names) and (out / names[0] / "hosts").is_dir() else "report"
        shown = [*runners.shown_as(), "--shown-out", runners.shown_out(out)]
        if not isinstance(runner, Docker):
            return await runners.collect(runner, [what, *shown, *options, *names])
        folders, options = _mounted_exports(options)
        command = runner.collector_with(folders, [what, *shown, *options, *names])
        return await runners.run_collector(runner, command)


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
                raise wrong(f"the folder of '{file}' is missing; make it, or give --export another file")
            mount = f"/exports/{len(folders)}"
            folders[mount] = folder
            word = f"{export}={mount}/{os.path.basename(file)}"
        mounted.append(word)
    return folders, mounted
