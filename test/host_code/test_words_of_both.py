"""Words that the collector and the workload have too: each list here has those of the constants in Java."""

from __future__ import annotations

import re

import pytest
from hosts import COMPARE
from support import ROOT
from whichjvm.options import EVENTS
from whichjvm.step import ENDS
from whichjvm.suffixes import kind_of
from whichjvm.values import GATES, is_percentile
from whichjvm.workloads import WORKLOADS

COLLECTOR = "collector/src/main/java/org/whichjvm/collector"
COMMON = "common/src/main/java/org/whichjvm/common"


def found(file: str, pattern: str) -> list[str]:
    return re.findall(pattern, (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)


def constants(file: str) -> list[str]:
    """The constants of an enum as people type them."""
    return [name.lower().replace("_", "-") for name in found(file, r"^ {4}([A-Z][A-Z0-9_]*)\(")]


@pytest.mark.parametrize(
    "file, here",
    [
        (f"{COLLECTOR}/model/ExclusionRule.java", list(GATES)),
        (f"{COLLECTOR}/model/fork/Workload.java", list(WORKLOADS)),
        (f"{COLLECTOR}/plan/Adapter.java", COMPARE["--adapter"].choices),
        (f"{COMMON}/Profiling.java", list(EVENTS)),
    ],
)
def test_each_has_the_constants(file: str, here: list[str]) -> None:
    assert constants(file) == here


def test_gates_have_their_usual_limits() -> None:
    limits = found(f"{COLLECTOR}/model/ExclusionRule.java", r"Kind\.(?:RATIO|SHARE),\s+([0-9.]+),")
    assert limits == [str(gate.usual) for gate in GATES.values() if gate.usual is not None]


def test_presets_are_those_of_workloads() -> None:
    assert set(COMPARE["--preset"].choices) == {
        name.lower() for name in found(f"{COLLECTOR}/model/fork/Workload.java", r"Times\(Preset\.([A-Z]+),")
    }


def test_files_of_forks_end_so() -> None:
    assert found(f"{COMMON}/ForkNames.java", r'^ {4}public static final String [A-Z_]+ = "(\.[a-z.]+)";') == list(ENDS)


def test_wait_strategies_are_suffixes() -> None:
    names = found(f"{COMMON}/WaitStrategy.java", r'^ {8}[A-Z_]+\("([a-z]+)", (?:true|false), [0-9]+, 0\)')
    assert names[0] == "spin"
    assert {kind_of(name) for name in names[1:]} == {"wait"}


def test_percentiles_can_be_decided() -> None:
    reported = found(f"{COMMON}/Percentile.java", r"asList\(([A-Z0-9_, ]+)\)")[0].split(", ")
    assert all(is_percentile(each.lower().replace("_", ".")) for each in reported)


def test_exports_are_in_the_help_of_report() -> None:
    from whichjvm.screens import screen

    text = re.sub(r"\s+", " ", screen("report"))
    for name in found(f"{COLLECTOR}/export/ExportFormat.java", r"^ {4}([A-Z]+)\("):
        assert re.search(rf"\b{name.lower()}\b", text), name
