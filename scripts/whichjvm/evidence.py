"""scripts/evidence [NAME…|all] measures these campaigns of docs/evidence.md, or all that are not measured yet, and keeps what
the page needs of each result in docs/evidence/NAME.json, with the command. Then it writes the page's tables from these files.
After Ctrl-C the same command resumes. Of a campaign that is repeated, each repetition is kept as it ends."""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import statistics
import time
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from . import comparisons, maven, on_loop, origin, runners
from .about import version
from .console import OUT, ROOT, Stop, cannot, say, typed, wrong
from .runner import Settings

PAGE, STORED = ROOT / "docs/evidence.md", ROOT / "docs/evidence"
NOT_YET = "not measured yet"

_BASE = "article-jdk17-temurin"
_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"


class Planned(NamedTuple):
    """A campaign, the minutes that it takes on two shared CPUs if the images are there, and how often it is repeated.
    The command runs in a folder of these files: a name, and either Maven's coordinates or the text. What follows `!` is
    an entry of that jar; a name that ends with / is a folder of all its entries."""

    command: str
    minutes: int
    times: int = 1
    files: Mapping[str, str] = {}


_CLOSURE = "java -jar closure-compiler.jar --js lodash.js --js_output_file out.js"
_CLOSURE_FILES = {
    "closure-compiler.jar": "com.google.javascript:closure-compiler:v20230802",
    "lodash.js": "org.webjars.npm:lodash:4.17.21!META-INF/resources/webjars/lodash/4.17.21/lodash.js",
}
_SCRIPT = """create table t as select x id, x * 7919 % 100003 n, 'name ' || x s from system_range(1, 200000);
create index i on t(n);
select count(*), sum(a.id) from t a join t b on a.n = b.id where b.s like '%9%';
"""
_SAME = "--blocks 20 --control 17"
PLANNED = {
    "same-jvm": Planned("whichjvm compare --blocks 12 --control 17", 3),
    "delay": Planned("whichjvm compare --blocks 12 17 17+delay50ns", 3),
    "pairs": Planned("whichjvm compare --blocks 24 17 17+again 17+again2 17+delay20ns 17+delay20ns-2", 13),
    "harness": Planned("scripts/overhead --forks 12", 5),
    "closure": Planned(f"whichjvm compare 11 17 -- {_CLOSURE}", 5, 10, _CLOSURE_FILES),
    "closure-same": Planned(f"whichjvm compare --control 17 -- {_CLOSURE}", 5, 20, _CLOSURE_FILES),
    "queue": Planned("whichjvm compare", 11, 10),
    "ecj": Planned(
        "whichjvm compare 17 25 -- java -jar ecj.jar -8 -proc:none -nowarn -d out sources",
        5,
        10,
        {"ecj.jar": "org.eclipse.jdt:ecj:3.33.0", "sources/": "org.apache.commons:commons-lang3:3.14.0:jar:sources"},
    ),
    "h2": Planned(
        "whichjvm compare 17 25 -- java -cp h2.jar org.h2.tools.RunScript -url jdbc:h2:mem: -script script.sql",
        5,
        10,
        {"h2.jar": "com.h2database:h2:2.2.224", "script.sql": _SCRIPT},
    ),
    "jruby": Planned(
        "whichjvm compare 17 25 -- java -jar jruby.jar squares.rb",
        5,
        10,
        {
            "jruby.jar": "org.jruby:jruby-complete:9.4.5.0",
            "squares.rb": "puts (1..1_500_000).map { |n| n * n % 7 }.sort.sum\n",
        },
    ),
    "same-queue": Planned(f"whichjvm compare --runner docker {_SAME}", 5),
    "same-queue-host": Planned(f"whichjvm compare --runner host {_SAME}", 5),
    "same-program": Planned(f"whichjvm compare --runner docker {_SAME} -- {_CLOSURE}", 5, files=_CLOSURE_FILES),
    "same-program-host": Planned(f"whichjvm compare --runner host {_SAME} -- {_CLOSURE}", 5, files=_CLOSURE_FILES),
    "article": Planned(f"whichjvm compare --blocks 12 --baseline {_BASE} 8 11 {_BASE} graalvm-ce-17", 8),
    "arm": Planned("whichjvm compare --study arm-specjbb", 120),
}

Json = dict[str, Any]


def main(arguments: list[str]) -> int:
    for name in arguments:
        if name not in (*PLANNED, "all"):
            raise wrong(f"there is no campaign '{name}'", f"all, or some of: {' '.join(PLANNED)}")
    wanted = {*arguments, *(PLANNED if "all" in arguments else ())}
    for name in (each for each in PLANNED if each in wanted):
        # One campaign that is named is reported again even if it was measured. Of many, the missing ones are measured.
        again = name in arguments and PLANNED[name].times == 1
        while again or missing(name, read(STORED)):
            code = on_loop.run(_measure(name, PLANNED[name]))
            if code:
                return code
            again = False
    stored = read(STORED)
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), stored), encoding="utf-8")
    for name, planned in PLANNED.items():
        if times := missing(name, stored):
            how = f" {times} of {planned.times} times" if planned.times > 1 else ""
            say(f"{name} is {NOT_YET}{how}: {typed()} {name} takes about {times * planned.minutes} minutes")
    return 0


def missing(name: str, stored: Mapping[str, Json]) -> int:
    """How many times this campaign is still to be measured."""
    return PLANNED[name].times - (len(stored[name].get("campaigns", "1")) if name in stored else 0)


async def _measure(name: str, planned: Planned) -> int:
    before: list[Json] = read(STORED).get(name, {}).get("campaigns", [])
    which = f" {len(before) + 1} of {planned.times}" if planned.times > 1 else ""
    say(f"{name}{which}, about {planned.minutes} minutes: {planned.command}")
    program, *words = planned.command.split()
    out = OUT / "evidence" / name / (str(len(before) + 1) if which else "")
    is_new = not out.exists()
    out.mkdir(parents=True, exist_ok=True)
    found: Json = {"command": planned.command, "whichjvm": version()}
    with runners.settings(out, []) as settings:
        if program == "whichjvm":
            os.chdir(await _folder(settings, name, planned.files) if planned.files else ROOT)
            start = time.monotonic()
            await comparisons.compare(settings, ["--resume-or-start", *words[1:]], {})
            seconds = round(time.monotonic() - start)
            (campaign,) = origin.campaign_names(out)
            result = json.loads((out / campaign / "result.json").read_text(encoding="utf-8"))
            if which:
                found.update(campaigns=[*before, {**short(result), "seconds": seconds if is_new else None}])
            else:
                found.update(kept(result))
        else:
            ran = await settings.commands.run([str(ROOT / program), *words], keep_err=False)
            if not ran.ok:
                raise Stop(ran.code)
            model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
            found.update(printed=ran.out.splitlines(), created=time.strftime("%Y-%m-%d", time.gmtime()))
            found.update(host={"cpuModel": model[1] if model else os.uname().machine})
    (STORED / f"{name}.json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


async def _folder(settings: Settings, name: str, files: Mapping[str, str]) -> Path:
    """A new folder of the files of a program."""
    jars, folder = OUT / "evidence/jars", OUT / "evidence" / f"{name}-program"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for file, text in files.items():
        if "\n" in text:
            (folder / file).write_text(text, encoding="utf-8")
            continue
        coordinates, _, entry = text.partition("!")
        copy = (f"-Dartifact={coordinates}", f"-DoutputDirectory={jars / file}", "-Dmdep.stripVersion=true")
        if not (jars / file).exists() and not (await maven.run_maven(settings, "-N", _COPY, *copy)).ok:
            raise cannot(f"{coordinates} cannot be had", "look at what Maven says above")
        (jar,) = (jars / file).iterdir()
        if entry:
            with zipfile.ZipFile(jar) as opened:
                (folder / file).write_bytes(opened.read(entry))
        elif file.endswith("/"):
            shutil.unpack_archive(jar, folder / file, "zip")
        else:
            shutil.copyfile(jar, folder / file)
    return folder


def short(result: Json) -> Json:
    """What the page needs of one of many campaigns."""
    left_out = ("blockRatios", "byFloor", "starts")
    comparisons_kept = [{k: v for k, v in each.items() if k not in left_out} for each in kept(result)["comparisons"]]
    return {
        "created": result["created"],
        "cpuModel": result["host"].get("cpuModel"),
        "doubts": kept(result)["doubts"],
        "comparisons": comparisons_kept,
    }


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
        "repeated": _repeated(stored),
        "places": _places(stored),
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
    for name, planned in PLANNED.items():
        found = stored.get(name, {})
        minutes = f"{planned.minutes} min" if planned.times == 1 else f"{planned.times} × {planned.minutes} min"
        rows.append((name, f"`{planned.command}`", minutes, _measured(found, planned.times) if found else NOT_YET))
    return _table("campaign | command | takes about | measured", rows)


def _measured(found: Json, times: int) -> str:
    """When, where, by which version, and what is to be doubted."""
    repeated = found.get("campaigns")
    if repeated:
        days = sorted({each["created"][:10] for each in repeated})
        words = [" to ".join({days[0]: 0, days[-1]: 0}), *sorted({each["cpuModel"] for each in repeated})]
        words += [found["whichjvm"], f"{len(repeated)} of {times}"]
        doubts = Counter(doubt for each in repeated for doubt in each["doubts"])
    else:
        words = [found["created"][:10], found["host"]["cpuModel"], found["whichjvm"]]
        for key in ("ok", "failed", "excluded") if "contenders" in found else ():
            words.append(f"forks {key}: {sum(each['forks'][key] for each in found['contenders'])}")
        doubts = Counter(found.get("doubts", ()))
    words += [f"**doubt**{f' ({times})' if repeated else ''}: {doubt}" for doubt, times in doubts.items()]
    return "; ".join(words)


def _repeated(stored: Mapping[str, Json]) -> list[str]:
    """A row for each comparison of a campaign that is repeated."""
    rows: list[Sequence[str]] = []
    for name, planned in PLANNED.items():
        campaigns = stored.get(name, {}).get("campaigns", []) if planned.times > 1 else []
        rows += [] if campaigns or planned.times == 1 else [(name, NOT_YET)]
        found: dict[tuple[str, str], list[Json]] = {}
        for each in (comparison for one in campaigns for comparison in one["comparisons"]):
            found.setdefault((each["contender"], each.get("score", "p50")), []).append(each)
        minutes = [each["seconds"] / 60 for each in campaigns if each["seconds"]]
        for (contender, metric), some in found.items():
            ratios = [each["ratio"] for each in some if each["ratio"]]
            verdicts = Counter(each["verdict"] for each in some)
            pool = math.exp(statistics.fmean(map(math.log, ratios))) if ratios else None
            rows.append(
                (
                    *(name, contender, metric, _percent(pool, 1)),
                    f"{_percent(min(ratios), 1)} to {_percent(max(ratios), 1)}" if ratios else "–",
                    ", ".join(f"{verdict}: {times}" for verdict, times in sorted(verdicts.items())),
                    *(_median_of([each["blocks"] for each in some]), _median_of(minutes) if minutes else "–"),
                )
            )
    head = "campaign | contender | metric | change, pooled | changes | verdicts | blocks | minutes"
    return _table(head, rows)


def _median_of(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.0f} ({min(values):.0f}–{max(values):.0f})"


def _places(stored: Mapping[str, Json]) -> list[str]:
    """The same JVM twice, in containers and on the host."""
    rows: list[Sequence[str]] = []
    for name in (each for each in PLANNED if each.startswith("same-") and each != "same-jvm"):
        rows += [] if name in stored else [(name, NOT_YET)]
        for each in stored[name]["comparisons"] if name in stored else ():
            logs = [math.log(ratio) for ratio in each["blockRatios"] if ratio]
            metric = each.get("score", "p50")
            rows.append((name, metric, _change(each), each["verdict"], f"{statistics.stdev(logs):.3f}", str(len(logs))))
    head = "campaign | metric | change (joint 95 % interval) | verdict | standard deviation of a block | blocks"
    return _table(head, rows)


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
