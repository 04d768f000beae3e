"""`calibrate report`: what a calibration showed of how small a difference this host resolves."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from . import on_loop, runners
from .given import parse
from .options import COMPARE


def main(arguments: list[str]) -> int:
    sys.argv[0] += " report"
    own = {name: COMPARE[name] for name in ("--jdk", "--out")}
    given = parse(own, arguments[1:], "calibrate")
    out = runners.results_folder(given.text("--out", runners.DEFAULT_OUT))
    return on_loop.run(_report(out, given.texts("--jdk"), given.words()))


async def _report(out: Path, jdks: Sequence[str], names: Sequence[str]) -> int:
    with runners.settings(out, jdks) as settings:
        runner = await runners.for_collector(settings)
        return await runners.collect(runner, ["calibrate", *names])
