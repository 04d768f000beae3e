"""How small a difference can this host resolve? A campaign of one JVM against itself, half of the contenders with every
message delayed by a known time, and what was seen of it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from . import usage


def main(arguments: list[str]) -> int:
    if arguments[:1] != ["report"]:
        from . import compare

        return compare.main(["--verb", "calibrate", *arguments])
    sys.argv[0] += " report"
    declared = usage.read_options(usage.help_of_compare())
    # Two of compare's.
    own = {name: declared[name] for name in ("--jdk", "--out")}
    parsed = usage.parse(own, arguments[1:], lambda: usage.topic("calibrate"))
    from . import on_loop, runners

    out = runners.results_folder(parsed.value("--out", runners.DEFAULT_OUT))
    return on_loop.run(_report(out, parsed.values("--jdk"), parsed.words()))


async def _report(out: Path, jdks: Sequence[str], names: Sequence[str]) -> int:
    from . import runners

    with runners.settings(out, jdks) as settings:
        runner = await runners.for_collector(settings)
        return await runners.collect(runner, ["calibrate", *names])
