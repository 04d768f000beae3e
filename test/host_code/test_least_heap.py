"""The search for the least heap, on JVMs that are made up: each has a heap from which on the program ends well."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from whichjvm import comparisons, least_heap, on_loop, runners
from whichjvm.asked import Asked
from whichjvm.console import CANNOT, Stop

GREATEST = 4096
Search = Callable[..., "tuple[MadeUp, list[str]]"]


class MadeUp:
    """A host of JVMs with their least heaps, in MB. One that is not slow does not start with half of it."""

    def __init__(self, out: Path, jvms: Mapping[str, int]) -> None:
        self.out = out
        self.jvms = jvms
        self.campaigns: list[list[str]] = []
        # Of forks with exactly the least heap, one of this number fails.
        self.unsure = 0
        self._forks = 0

    async def compare(self, settings: object, arguments: Sequence[str], env: object) -> None:
        blocks = int(arguments[arguments.index("--blocks") + 1])
        names = [each for each in arguments[: arguments.index("--")] if each.startswith("jdk")]
        names = names[1:] if "--baseline" in arguments else names
        self.campaigns.append(names)
        starts = [each for each in names if self._heap(each) * 2 > self.jvms[each.partition("+")[0]] or "slow" in each]
        if not starts:
            raise Stop(CANNOT)
        folder = self.out / f"c{len(self.campaigns):03d}"
        (folder / "forks").mkdir(parents=True)
        skipped = {each: "it is too small" for each in names if each not in starts}
        (folder / "campaign.json").write_text(json.dumps({"contenders": starts, "skipped": skipped}))
        for block in range(1, blocks + 1):
            for name in starts:
                (folder / "forks" / f"{block:03d}-{name}.json").write_text(json.dumps(self._fork(name)))

    def _heap(self, name: str) -> int:
        heap = re.search("heap([0-9]+)m", name)
        return int(heap[1]) if heap else GREATEST

    def _fork(self, name: str) -> dict[str, object]:
        least = self.jvms[name.partition("+")[0]]
        self._forks += 1
        at_least = self._heap(name) == least and self.unsure and self._forks % self.unsure == 0
        ok = self._heap(name) >= least and not at_least
        return {
            "status": "ok" if ok else "does-not-fit",
            "jvm": {"maxHeapBytes": GREATEST << 20},
            "scores": [{"name": "wall", "score": 2000.0}] if ok else [],
        }


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Search:
    def run(jvms: Mapping[str, int], unsure: int = 0) -> tuple[MadeUp, list[str]]:
        made_up = MadeUp(tmp_path / "out", jvms)
        made_up.unsure = unsure
        made_up.out.mkdir(exist_ok=True)

        monkeypatch.setattr(comparisons, "compare", made_up.compare)
        words = ["--least-heap", "--workload", "command", "--out", str(made_up.out), *jvms, "--", "java", "A"]
        with runners.settings(made_up.out, []) as settings:
            asked = Asked.of("race", words)
            assert on_loop.run(least_heap._search(asked, settings, [])) == 0
        return made_up, capsys.readouterr().out.splitlines()

    return run


def test_each_jvm_has_its_own_and_the_curve_begins_there(search: Search) -> None:
    made_up, said = search({"jdk17": 52, "jdk25-slow": 301})
    told = {line.split()[0]: int(line.split()[1].replace(",", "")) for line in said[1:3]}
    assert said[-3].split() == ["jdk25-slow", *["2.00", "s"] * 7]
    assert 52 <= told["jdk17"] <= 54
    assert 301 <= told["jdk25-slow"] <= 310
    assert "9 of 9 forks ended well" in said[1]
    assert len(made_up.campaigns) < 14
    least = told["jdk17"]
    assert made_up.campaigns[-1][:2] == [f"jdk17+heap{least}m", f"jdk17+heap{-(-least * 5 // 4)}m"]
    assert len(made_up.campaigns[-1]) == 14


def test_a_heap_with_which_no_jvm_starts_is_too_small(search: Search) -> None:
    _, said = search({"jdk17": 600})
    assert re.match("jdk17 +6[01][0-9] MB", said[1])


def test_a_heap_that_is_not_always_enough_is_too_small(search: Search) -> None:
    """Of its forks each eighth fails, so that some of those of the curve do."""
    _, said = search({"jdk17": 40}, unsure=8)
    assert int(said[1].split()[1]) > 40 or "9 of 9" in said[1]


def test_the_curve_ends_with_what_the_jvm_takes_unasked(search: Search) -> None:
    """A host need not have six times a heap that is large already."""
    made_up, said = search({"jdk17": 1500})
    assert made_up.campaigns[-1][-1].startswith("jdk17+heap30")
    assert len(said[-3].split()) == 1 + 2 * 4


def test_what_was_measured_is_not_measured_again(search: Search) -> None:
    _, before = search({"jdk17": 52})
    again, after = search({"jdk17": 52})
    assert again.campaigns == []
    assert before == after


@pytest.mark.parametrize(
    "words, why",
    [
        (["17", "--"], "--least-heap runs a program, and there is none"),
        (["--", "java", "A"], "--least-heap has no JVM"),
        (["17+heap64m", "--", "java", "A"], "has a heap, which --least-heap looks for"),
        (["--flags", "zgc,serial", "17", "--", "java", "A"], "--flags is not for --least-heap"),
    ],
)
def test_what_it_cannot_search_is_refused(words: Sequence[str], why: str) -> None:
    given = ["--least-heap", *([] if words == ["17", "--"] else ["--workload", "command"]), *words]
    with pytest.raises(Stop) as stop:
        least_heap.main(Asked.of("race", given))
    assert why in " ".join(stop.value.lines)
