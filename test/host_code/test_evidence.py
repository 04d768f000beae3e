"""docs/evidence.md is what scripts/evidence would write, and each of its campaigns is a command that can run."""

from __future__ import annotations

import json
import re
from typing import Any

from hosts import requested
from support import ROOT
from whichjvm import evidence

RESULT = ROOT / "collector/src/test/resources/results/turns.json"
PAGE = evidence.PAGE.read_text(encoding="utf-8")
STORED = evidence.read(evidence.STORED)

JVMS = "jdk8-temurin jdk11-temurin jdk17-temurin jdk25-temurin article-jdk17-temurin graalvm-ce-17 history-jdk11-0-12 history-jdk16"


def kept(result: str, contender: str) -> dict[str, Any]:
    """A result of the collector's tests, as the page keeps it, with its contender by another name."""
    text = (ROOT / f"collector/src/test/resources/results/{result}.json").read_text(encoding="utf-8")
    found = json.loads(text.replace('"jdk21"', f'"{contender}"'))
    return {"whichjvm": "1.0", **evidence.kept({**found, "created": "2026-11-28T10:00:00Z"})}


def rows(stored: dict[str, Any], start: str) -> list[str]:
    return [line for line in evidence.written(PAGE, stored).splitlines() if line.startswith(f"| {start} |")]


def test_every_number_of_the_page_is_from_a_file_and_every_file_of_the_planned_command() -> None:
    assert evidence.written(PAGE, STORED) == PAGE, "scripts/evidence writes the page"
    by_hand = re.sub(r"<!-- ([a-z]+) -->.*?<!-- /\1 -->", "", PAGE, flags=re.DOTALL)
    assert not re.findall(r"[0-9]\s*(?:%|[nµm]s\b)", by_hand)
    assert all(found["command"] == evidence.PLANNED[name].command for name, found in STORED.items())


def test_each_campaign_is_a_command_that_can_be_resumed() -> None:
    commands = [planned.command.split() for planned in evidence.PLANNED.values()]
    for _, verb, *words in (command for command in commands if command[0] == "whichjvm"):
        made = requested(verb, ["--resume-or-start", *words], dict.fromkeys(JVMS.split(), ""))
        assert len(made["contenders"]) > 1 or made["control"]


def test_what_has_no_file_has_no_figure() -> None:
    for name in evidence.PLANNED:
        assert all("not measured yet" in row for row in rows({}, name))
    assert rows({}, "OpenJDK 11")[0].endswith("| 370 ns | +27.6 % | 4,210 ns | not measured yet |")


def test_what_was_measured_is_beside_the_truth_and_beside_the_article() -> None:
    campaign, known = rows({"delay": kept("turns", "jdk17+delay20ns")}, "delay")
    assert campaign.endswith("2026-11-28; AMD EPYC 7763; 1.0; forks ok: 24; forks failed: 0; forks excluded: 0 |")
    assert known == "| delay | jdk17+delay20ns | +20 ns | +22 ns | +4.5 % (+4.3 % to +4.7 %) | slower | 12 |"
    article = {"article": kept("turns", "jdk11-temurin")}
    assert rows(article, "OpenJDK 11")[0].endswith(" | 523 ns | +4.5 % (+4.3 % to +4.7 %) | 5,203 ns |")
    assert rows(article, "OpenJDK 8")[0].endswith("| no result |")


def test_ours_is_beside_arms_and_the_gain_of_a_throughput_is_the_inverse_of_its_cost() -> None:
    found = kept("scores", "history-jdk16")
    found["comparisons"][0].update(score="critical-throughput@2", ratio=0.8, low=0.7994, high=1.0004)
    assert rows({"arm": found}, "11 → 16")[0].endswith("| not measured yet | +25.00 % (−0.04 % to +25.09 %) |")


def test_campaigns_that_are_repeated_are_one_row_and_the_missing_ones_are_measured() -> None:
    one = evidence.short({**json.loads(RESULT.read_text(encoding="utf-8")), "created": "2026-11-28T10:00:00Z"})
    faster = json.loads(json.dumps(one))
    faster["comparisons"][0].update(ratio=0.9, verdict="faster")
    stored = {"closure": {"whichjvm": "1.0", "campaigns": [{**one, "seconds": 120}, {**faster, "seconds": None}]}}
    assert evidence.missing("closure", stored) == 8
    assert evidence.missing("queue", stored) == 10
    assert evidence.missing("same-queue", stored) == 1
    assert evidence.missing("same-queue", {"same-queue": {}}) == 0
    campaign, repeated = rows(stored, "closure")
    assert campaign.endswith("| 2026-11-28; AMD EPYC 7763; 1.0; 2 of 10 |")
    first, pool = one["comparisons"][0], round((0.9 * one["comparisons"][0]["ratio"]) ** 0.5 * 100 - 100, 1)
    assert repeated.startswith(f"| closure | {first['contender']} | p50 | {pool:+.1f} % ".replace("-", "−"))
    assert "| faster: 1, slower: 1 | 12 (12–12) | 2 (2–2) |" in repeated
