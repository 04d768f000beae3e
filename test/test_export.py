"""Exports of campaigns written by code, as the programs that read them see them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from support import ROOT, Ran, collect, need_command, output, run

pytestmark = pytest.mark.beside


@pytest.fixture(scope="module")
def out(shared: Path) -> Path:
    """The campaigns. Their code is compiled here, for the stage does not build the unit tests."""
    collector = ROOT / "collector" / "target" / "whichjvm-collector.jar"
    tests = ROOT / "collector" / "src" / "test" / "java"
    fixture = tests / "org" / "whichjvm" / "collector" / "model" / "CampaignFixture.java"
    classes, campaigns = shared / "classes", shared / "out"
    classes.mkdir()
    campaigns.mkdir()
    output("javac", "--release", "17", "-cp", collector, "-sourcepath", tests, "-d", classes, fixture)
    output(
        *("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", f"{classes}:{collector}"),
        *("org.whichjvm.collector.model.CampaignFixture", campaigns),
    )
    return campaigns


def exported(out: Path, campaign: str, *exports: str) -> Ran:
    options = [f"--export={each}" for each in exports]
    # Of `demo` and `hostile` one fork failed.
    return collect(out, "report", *options, campaign).ended(0, 3)


@pytest.mark.parametrize("campaign", ["demo", "hostile", "scores", "steal"])
def test_prometheus_reads_openmetrics_and_has_nothing_to_say_against_it(
    campaign: str, out: Path, scratch: Path
) -> None:
    need_command("promtool", "prometheus")
    exported(out, campaign, f"openmetrics={scratch}/export")
    checked = run("promtool", "check", "metrics", stdin=(scratch / "export").read_text()).ended()
    assert checked.out + checked.err == ""


def test_the_long_csv_table_has_a_line_for_each_figure_of_each_fork(out: Path, scratch: Path) -> None:
    exported(out, "scores", f"csv={scratch}/export")
    with (scratch / "export").open(newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    with (out / "scores" / "result.csv").open(newline="") as file:
        forks = [
            each for each in csv.DictReader(file, strict=True) if each["status"] == "ok" and not each["excluded_by"]
        ]
    assert list(rows[0]) == ["block", "contender", "turn", "metric", "value", "unit"]
    assert len(rows) == len(forks) * len({row["metric"] for row in rows})
    fork = forks[0]
    same = [row for row in rows if (row["block"], row["contender"]) == (fork["block"], fork["contender"])]
    value = next(float(row["value"]) for row in same if row["metric"] == "adjacent@2")
    assert value == pytest.approx(float(fork["adjacent@2_ns_per_op"]), abs=0.06)


def test_an_export_on_stdout_is_alone_there_and_whole_in_a_file(out: Path, scratch: Path) -> None:
    said = exported(out, "steal", "bmf", f"jmh={scratch}/result").ended().out
    for measures in json.loads(said).values():
        for metric in measures.values():
            assert metric["value"] > 0
            assert set(metric) <= {"value", "lower_value", "upper_value"}
    assert json.loads((scratch / "result").read_text())
