"""How small a heap is enough for a program? Finds the least heap of each JVM by bisection, then compares multiples of it.

Each heap is measured in a campaign of its own, and every fork in the results folder counts: the same command goes on
where it was interrupted. The term is DaCapo's minimum heap (Blackburn et al., OOPSLA 2006), by which garbage collectors
are compared.
"""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from . import comparisons, on_loop, origin, runners
from .conflicts import workload_of
from .console import CANNOT, OUT, Stop, cannot, odd, say, wrong

if TYPE_CHECKING:
    from .asked import Asked
    from .runner import Settings

# Of each heap; one that fails in any of them is too small.
FORKS = 3
# A program that takes longer than this many times its time with a usual heap mostly collects garbage.
MOST_TIMES = 4
# The search ends when the least heap is known to this ratio, or to 1 MB.
EXACT = 1.03
# No JVM starts with less, in MB.
NONE_STARTS = 2
# Where the largest heap of the JVM is not known, in MB.
LARGEST = 4096
MULTIPLES = (1, 1.25, 1.5, 2, 3, 4, 6)
BLOCKS = 6

_HEAP = re.compile(r"\+heap([0-9]+)m")


class Tried(NamedTuple):
    """A heap with which forks ran: how many ended well, of how many."""

    good: int
    of: int

    @property
    def is_enough(self) -> bool:
        return 0 < self.good == self.of

    def __str__(self) -> str:
        return f"{self.good} of {self.of} forks ended well" if self.of else "the JVM does not start"


class Known:
    """What the forks of a results folder tell."""

    def __init__(self, settings: Settings) -> None:
        self._out = settings.out
        self._forks: dict[str, list[Mapping[str, Any]]] = {}
        # Heaps with which the JVM does not start.
        self._refused: set[str] = set()
        self.contenders: list[str] = []

    def read(self) -> None:
        self._forks.clear()
        for name in origin.campaign_names(self._out):
            campaign = self._out / name
            if not (campaign / origin.CAMPAIGN).exists():
                continue
            plan = origin.parse(campaign, origin.CAMPAIGN)
            # The first one has the usual heaps.
            self.contenders = self.contenders or [str(each) for each in plan["contenders"]]
            self.refuse(plan.get("skipped") or [])
            for contender in plan["contenders"]:
                forks = sorted((campaign / "forks").glob(f"[0-9][0-9][0-9]-{contender}.json"))
                told = [origin.parse(campaign, f"forks/{each.name}") for each in forks if each.name[:3] != "000"]
                self._forks.setdefault(contender, []).extend(told)

    def refuse(self, contenders: Iterable[str]) -> None:
        self._refused.update(contenders)

    def has(self, contender: str, forks: int) -> bool:
        """Whether that many tell, or it does not start."""
        return contender in self._refused or len(self.of(contender)) >= forks

    def of(self, contender: str) -> Sequence[Mapping[str, Any]]:
        return self._forks.get(contender, [])

    def tried(self, contender: str, mib: int) -> Tried | None:
        name = f"{contender}+heap{mib}m"
        forks = self.of(name)
        if name in self._refused:
            return Tried(0, 0)
        return Tried(sum(each["status"] == "ok" for each in forks), len(forks)) if forks else None

    def around(self, contender: str) -> tuple[int, int]:
        """The largest heap that is known to be too small, and the smallest above it that is enough, in MB."""
        named = [
            _HEAP.fullmatch(each[len(contender) :])
            for each in {*self._forks, *self._refused}
            if each.startswith(contender)
        ]
        tried = {int(each[1]): self.tried(contender, int(each[1])) for each in named if each}
        too_small = max((mib for mib, each in tried.items() if each and not each.is_enough), default=NONE_STARTS - 1)
        enough = min((mib for mib, each in tried.items() if each and mib > too_small), default=self.largest(contender))
        return too_small, enough

    def largest(self, contender: str) -> int:
        """The largest heap that its JVM takes unasked, in MB."""
        heaps = [each["jvm"].get("maxHeapBytes", 0) for each in self.of(contender) if each.get("jvm")]
        return max((int(each) >> 20 for each in heaps), default=0) or LARGEST

    def seconds(self, contender: str) -> float:
        """How long the program takes with a usual heap."""
        walls = [
            score["score"]
            for each in self.of(contender)
            for score in each.get("scores") or []
            if score["name"] in ("wall", "until")
        ]
        if not walls:
            raise cannot(
                f"the program does not end well on {contender} with its usual heap",
                "read its output, in the folder of the campaign's forks",
            )
        return float(statistics.median(walls)) / 1000


def main(asked: Asked) -> int:
    own = asked.own
    if workload_of(asked.all) != "command":
        raise wrong("--least-heap runs a program, and there is none", "write it after --, such as -- java -jar app.jar")
    for option in (
        "--flags",
        "--within",
        "--confirm",
        "--timeout",
        "--adapter",
        "--metric",
        "--interleave",
        "--retries",
    ):
        if own.has(option):
            raise wrong(f"{option} is not for --least-heap", "leave it out")
    if not own.operands:
        raise wrong("--least-heap has no JVM", "name some, such as 17 25 or 25+zgc 25+serial")
    for each in own.operands:
        if "+heap" in each:
            raise wrong(f"the contender '{each}' has a heap, which --least-heap looks for", "leave its heap out")
    others = own.without("--out", "--least-heap", "--blocks", "--max-time", "--baseline", "--control", "--no-race")
    options = comparisons.handed_on(own, others)
    out = comparisons.own_folder(own.text("--out") or str(OUT / "least-heap"), "campaigns of one search")
    with runners.settings(out, comparisons.jdks_of(others)) as settings:
        return on_loop.run(_search(asked, settings, options))


async def _search(asked: Asked, settings: Settings, options: Sequence[str]) -> int:
    known = Known(settings)
    known.read()

    async def measure(contenders: Sequence[str], blocks: int, *more: str) -> None:
        words = [*options, "--interleave", "forks", "--retries", "0", "--blocks", str(blocks), *more, *contenders]
        try:
            await comparisons.compare(settings, [*words, *asked.own.behind], {})
        except Stop as stop:
            # Every JVM refused its heap.
            if stop.code != CANNOT or not known.contenders:
                raise
            known.refuse(contenders)
        known.read()

    if not known.contenders:
        say(f"the usual heaps: {FORKS} forks of each")
        await measure(asked.own.operands, FORKS)
    contenders = known.contenders
    timeout = math.ceil(max(1, MOST_TIMES * max(known.seconds(each) for each in contenders)))
    while True:
        while probes := [f"{each}+heap{mib}m" for each in contenders if (mib := _next(*known.around(each)))]:
            say(f"trying {', '.join(probes)}")
            await measure(probes, FORKS, "--timeout", f"{timeout}s")
            if not all(known.has(each, FORKS) for each in probes):
                raise odd(f"no fork tells whether {' or '.join(probes)} is enough")
        curves = [list(_curve(known, each).values()) for each in contenders]
        curve = [name for each in curves for name in each]
        # A heap that was enough in the search and is not always is too small: then it goes on.
        if all(known.has(each, BLOCKS) for each in curve):
            break
        say(f"time and CPU time by heap: {BLOCKS} blocks of {len(curve)} contenders")
        await measure(curve, BLOCKS, "--baseline", curves[0][-1], "--timeout", f"{timeout}s")
    for line in _answer(known, contenders):
        print(line)
    print(f"Curves: {runners.shown_out(settings.out)}/latest/report.html", flush=True)
    return 0


def _next(too_small: int, enough: int) -> int:
    """The heap to try, in MB; 0 if it is known well enough."""
    if enough - too_small <= 1 or enough / too_small <= EXACT:
        return 0
    return min(max(round(math.sqrt(too_small * enough)), too_small + 1), enough - 1)


def _curve(known: Known, contender: str) -> dict[float, str]:
    """The contenders with multiples of its least heap, none of which is larger than what its JVM takes unasked: the host
    need not have more."""
    enough = known.around(contender)[1]
    heaps = {multiple: math.ceil(multiple * enough) for multiple in MULTIPLES}
    return {at: f"{contender}+heap{mib}m" for at, mib in heaps.items() if mib <= max(enough, known.largest(contender))}


def _answer(known: Known, contenders: Sequence[str]) -> list[str]:
    """The least heaps with how sure they are, then the time with multiples of them."""
    width = max(len("contender"), *(len(each) for each in contenders))
    lines = [f"{'contender':<{width}}  least heap"]
    times = [f"{'run time with':<{width}}" + "".join(f"{f'×{multiple}':>9}" for multiple in MULTIPLES)]
    for each in contenders:
        too_small, enough = known.around(each)
        tried, less = known.tried(each, enough), known.tried(each, too_small)
        with_less = f"; with {too_small:,} MB: {less}" if less else ""
        lines.append(f"{each:<{width}}  {enough:>7,} MB  {tried or 'the usual one'}{with_less}")
        times.append(
            f"{each:<{width}}" + "".join(f"{known.seconds(name):>7.2f} s" for name in _curve(known, each).values())
        )
    return [*lines, "", *times, ""]
