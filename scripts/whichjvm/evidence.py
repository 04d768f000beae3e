"""scripts/evidence [NAME…|all] measures these campaigns of docs/evidence.md, or all that are not measured yet, and keeps what
the page needs of each result in docs/evidence/NAME.json, with the command. Then it writes the page's tables from these files.
After Ctrl-C the same command resumes."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import comparisons, on_loop, origin, runners
from .about import version
from .console import OUT, ROOT, Stop, say, typed, wrong

PAGE, STORED = ROOT / "docs/evidence.md", ROOT / "docs/evidence"
NOT_YET = "not measured yet"

_BASE = "article-jdk17-temurin"
# The command, and the minutes that it takes on two shared CPUs if the images are there.
PLANNED = {
    "same-jvm": ("whichjvm compare --blocks 12 --control 17", 3),
    "delay": ("whichjvm compare --blocks 12 17 17+delay50ns", 3),
    "pairs": ("whichjvm compare --blocks 24 17 17+again 17+again2 17+delay20ns 17+delay20ns-2", 13),
    "harness": ("scripts/overhead --forks 12", 5),
    "article": (f"whichjvm compare --blocks 12 --baseline {_BASE} 8 11 {_BASE} graalvm-ce-17", 8),
    "arm": ("whichjvm compare --study arm-specjbb", 120),
}

Json = dict[str, Any]


def main(arguments: list[str]) -> int:
    for name in arguments:
        if name not in (*PLANNED, "all"):
            raise wrong(f"there is no campaign '{name}'", f"all, or some of: {' '.join(PLANNED)}")
    wanted = {*arguments, *(PLANNED.keys() - read(STORED).keys() if "all" in arguments else ())}
    for name in (each for each in PLANNED if each in wanted):
        code = on_loop.run(_measure(name, *PLANNED[name]))
        if code:
            return code
    stored = read(STORED)
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), stored), encoding="utf-8")
    for name, (_, minutes) in PLANNED.items():
        if name not in stored:
            say(f"{name} is {NOT_YET}: {typed()} {name} takes about {minutes} minutes")
    return 0


async def _measure(name: str, command: str, minutes: int) -> int:
    say(f"{name}, about {minutes} minutes: {command}")
    program, *words = command.split()
    out = OUT / "evidence" / name
    out.mkdir(parents=True, exist_ok=True)
    found: Json = {"command": command, "whichjvm": version()}
    with runners.settings(out, []) as settings:
        if program == "whichjvm":
            await comparisons.compare(settings, ["--resume-or-start", *words[1:]], {})
            (campaign,) = origin.campaign_names(out)
            found.update(kept(json.loads((out / campaign / "result.json").read_text(encoding="utf-8"))))
        else:
            ran = await settings.commands.run([str(ROOT / program), *words], keep_err=False)
            if not ran.ok:
                raise Stop(ran.code)
            model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
            found.update(printed=ran.out.splitlines(), created=time.strftime("%Y-%m-%d", time.gmtime()))
            found.update(host={"cpuModel": model[1] if model else os.uname().machine})
    (STORED / f"{name}.json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


def kept(result: Json) -> Json:
    """What the page needs of a result.json, and the ratios of the blocks."""
    of_contender = ("name", "substitute", "jvm", "forks", "typicalNs", "service")
    headline = {"latency": "service", "percentile": "p50"}.items()
    return {
        **{key: result[key] for key in ("campaign", "created", "parameters", "decision")},
        "host": {key: result["host"].get(key) for key in ("cpuModel", "kernel")},
        "doubts": [each["what"] for each in result["findings"] if each["level"] == "doubt"],
        "contenders": [{key: each[key] for key in of_contender} for each in result["contenders"]],
        "comparisons": [each for each in result["comparisons"] if "score" in each or headline <= each.items()],
    }


def read(folder: Path) -> dict[str, Json]:
    """What was measured, by the names of the campaigns."""
    files = {name: folder / f"{name}.json" for name in PLANNED}
    return {name: json.loads(file.read_text(encoding="utf-8")) for name, file in files.items() if file.exists()}


def written(page: str, stored: Mapping[str, Json]) -> str:
    """The page with the tables of what is stored."""
    published = json.loads((STORED / "published.json").read_text(encoding="utf-8"))
    harness = stored.get("harness")
    blocks = {
        "campaigns": _campaigns(stored),
        "known": _known(stored),
        "harness": ["```text", *(each.rstrip() for each in harness["printed"]), "```"] if harness else [NOT_YET],
        "article": _article(published["article"], stored.get("article")),
        "arm": _arm(published["arm"], stored.get("arm")),
    }
    for name, lines in blocks.items():
        before, mark, rest = page.partition(f"<!-- {name} -->\n")
        page = before + mark + "\n".join(["", *lines, "", ""]) + rest[rest.index(f"<!-- /{name} -->") :]
    return page


def _table(head: str, rows: Iterable[Sequence[str]]) -> list[str]:
    columns = head.split(" | ")
    return [f"| {' | '.join(each)} |" for each in (columns, ["---"] * len(columns), *rows)]


def _campaigns(stored: Mapping[str, Json]) -> list[str]:
    rows = []
    for name, (command, minutes) in PLANNED.items():
        found = stored.get(name, {})
        words = [found["created"][:10], found["host"]["cpuModel"], found["whichjvm"]] if found else [NOT_YET]
        for key in ("ok", "failed", "excluded") if "contenders" in found else ():
            words.append(f"forks {key}: {sum(each['forks'][key] for each in found['contenders'])}")
        words += [f"**doubt**: {each}" for each in found.get("doubts", ())]
        rows.append((name, f"`{command}`", f"{minutes} min", "; ".join(words)))
    return _table("campaign | command | takes about | measured", rows)


def _known(stored: Mapping[str, Json]) -> list[str]:
    rows: list[Sequence[str]] = []
    for name in ("same-jvm", "delay", "pairs"):
        rows += [] if name in stored else [(name, NOT_YET)]
        for each in stored[name]["comparisons"] if name in stored else ():
            delay = re.search(r"\+delay([0-9]+)ns", each["contender"])
            nanos = each["differenceNs"]
            measured = "–" if nanos is None else f"{round(nanos):+d} ns".replace("-", "−")
            row = (name, each["contender"], f"+{delay[1]} ns" if delay else "0 ns", measured)
            rows.append((*row, _change(each), each["verdict"], str(each["blocks"])))
    return _table("campaign | contender | truth | found | change (joint 95 % interval) | verdict | blocks", rows)


def _article(published: Sequence[Json], found: Json | None) -> list[str]:
    base = next(each["p50"] for each in published if each["here"] == _BASE)
    here = {each["name"]: each for each in found["contenders"] if each["typicalNs"]} if found else {}
    compared = {each["contender"]: each for each in found["comparisons"]} if found else {}
    rows = []
    for each in published:
        p50, p99_99 = each["p50"], each["p99_99"]
        row = [each["jvm"], each["build"], f"{p50} ns", _percent(p50 / base, 1), f"{p99_99:,} ns"]
        if each["here"] in here:
            one, comparison = here[each["here"]], compared.get(each["here"])
            row += [f"{one['jvm']['vendor']} {one['jvm']['version']}", f"{one['typicalNs']:.0f} ns"]
            row += [_change(comparison) if comparison else "baseline", f"{one['service']['p99_99']:,} ns"]
        else:
            row.append("not available" if not each["here"] else "no result" if found else NOT_YET)
        rows.append(row)
    head = "JVM | the article's build | median | change | 99.99 % | build here | p50 | change (joint 95 % interval)"
    return _table(f"{head} | p99.99", rows)


def _arm(published: Sequence[Json], found: Json | None) -> list[str]:
    scores = found["comparisons"] if found else ()
    compared = {(each["contender"], each["score"].partition("@")[0]): each for each in scores}
    rows = []
    for each in published:
        here = [compared.get((each["here"], f"{which}-throughput")) for which in ("max", "critical")]
        gains = [_change(one, gain=not each["without"]) if one else NOT_YET for one in here]
        rows.append((each["question"], each["max"], each["critical"], *gains))
    return _table("question | Arm: max-jOPS | critical-jOPS | here: max-throughput | critical-throughput", rows)


def _change(comparison: Json, gain: bool = False) -> str:
    """With its joint interval. A ratio is of costs; what a throughput gains is its inverse."""
    ratio, low, high = (comparison[key] for key in ("ratio", "low", "high"))
    if gain:
        ratio, low, high = (1 / each if each else None for each in (ratio, high, low))
    # As many decimals as show on which side of 0 and of the margin an end is.
    ends = [abs(each - 1) * 100 for each in (low, high) if each]
    digits = next((few for few in (1, 2, 3) if not any(round(each, few) in (0, 3) for each in ends)), 4)
    change = _percent(ratio, digits)
    return f"{change} ({_percent(low, digits)} to {_percent(high, digits)})" if low and high else change


def _percent(ratio: float | None, digits: int) -> str:
    if not ratio or not 0.5 < ratio < 2:
        return f"×{ratio:.2f}" if ratio else "–"
    percent = f"{abs(ratio - 1) * 100:.{digits}f}"
    return f"{'' if float(percent) == 0 else '+' if ratio > 1 else '−'}{percent} %"
