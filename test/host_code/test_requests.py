"""The golden requests: test/requests/NAME.args has a command line, a word a line and the verb first, and NAME.json the
request that it makes, which the collector's GoldenRequestsTest plans. `python3 test_requests.py` writes them again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hosts import COMPARE, requested
from support import ROOT

REQUESTS = ROOT / "test" / "requests"
ARGUMENTS = sorted(REQUESTS.glob("*.args"))

# None of these is about what one campaign measures.
NOT_IN_REQUESTS = {
    *("--out", "--resume", "--resume-or-start", "--trust-campaign", "--dry-run", "--list", "--help"),
    "--least-heap",
}


def made(arguments: Path) -> dict[str, Any]:
    verb, *words = arguments.read_text(encoding="utf-8").splitlines()
    return requested(verb, words, java_options="-Xms1g")


def expected(arguments: Path) -> Path:
    return arguments.with_suffix(".json")


def test_each_command_line_makes_its_request() -> None:
    for each in ARGUMENTS:
        assert made(each) == json.loads(expected(each).read_text(encoding="utf-8")), each.name


def test_each_request_has_a_command_line() -> None:
    assert {each.stem for each in ARGUMENTS} == {each.stem for each in REQUESTS.glob("*.json")}


def test_they_have_every_option() -> None:
    lines = [each.read_text(encoding="utf-8").partition("\n--\n")[0].splitlines() for each in ARGUMENTS]
    assert set(COMPARE) - {word for each in lines for word in each} == NOT_IN_REQUESTS


def test_they_have_every_verb_and_workload() -> None:
    every = [json.loads(expected(each).read_text(encoding="utf-8")) for each in ARGUMENTS]
    assert {each["verb"] for each in every} == {"compare", "race", "explain", "calibrate"}
    assert len({each["workload"] for each in every}) == 6


if __name__ == "__main__":
    for file in ARGUMENTS:
        text = json.dumps(made(file), indent=2, ensure_ascii=False)
        expected(file).write_text(text + "\n", encoding="utf-8")
