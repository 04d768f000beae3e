"""renovate.json: its expressions find every pin of the project's own tables. Renovate's own validator is a part of lint.

Pins are found here as Renovate does, by the customManagers of renovate.json, and as each table is read in its own way.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support import ROOT, output

pytestmark = pytest.mark.beside

CONFIG = "renovate.json"


class Pin(NamedTuple):
    file: str
    name: str
    version: str
    digest: str | None
    datasource: str


# --- what a table pins ---


def rows(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


def image(file: str, text: str) -> Pin:
    tagged, _, digest = text.partition("@")
    name, _, tag = tagged.rpartition(":")
    return Pin(file, name, tag, digest or None, "docker")


def packages(file: str, text: str) -> Iterator[Pin]:
    for _, _, source, version, origin, *_ in rows(text):
        if source in ("debian", "build"):
            yield Pin(file, origin.split()[0].partition("/")[2], version, None, "repology")
        elif source == "graal":
            yield Pin(file, "org.graalvm.compiler:compiler", version, None, "maven")
        elif source not in ("none", "same", "os"):
            yield Pin(file, source, version, None, "pypi")


def named(file: str, text: str, pattern: str, datasource: str) -> list[Pin]:
    return [Pin(file, name, version, None, datasource) for name, version in re.findall(pattern, text)]


READ: dict[str, Callable[[str, str], Iterable[Pin]]] = {
    "docker/variants.tsv": lambda file, text: [image(file, row[-1]) for row in rows(text)],
    "compose.yaml": lambda file, text: [image(file, each) for each in re.findall(r":-docker-image://([^}\s]+)}", text)],
    "docker/packages/versions.tsv": packages,
    "docker/packages/graal.tsv": lambda file, text: [
        Pin(file, row[1].rpartition(":")[0], row[0], None, "maven") for row in rows(text)
    ],
    "test/lint.py": lambda file, text: [
        *named(file, text, r"(github.com/\w+/\w+)/\S+@(v[0-9.]+)", "go"),
        *named(file, text, r"=(\w+)@([0-9]\S+)", "npm"),
    ],
    "docker/seccomp-profile": lambda file, text: named(file, text, r'"(github.com/\S+)", "(v\S+)"', "go"),
}


# --- what Renovate finds ---


def expression(text: str) -> re.Pattern[str]:
    """Renovate's are RE2's, in which no look-ahead and no back reference is; Python names a group in another way."""
    assert not re.search(r"\(\?[=!<][=!]?(?![A-Za-z])", text), f"{text!r} is no expression of RE2's"
    assert not re.search(r"\\[1-9]", text), f"{text!r} is no expression of RE2's"
    return re.compile(text.replace("(?<", "(?P<"))


def matches(levels: Sequence[str], content: str, recursive: bool) -> Iterator[dict[str, str | None]]:
    """The groups of each match; of recursive ones, of the text that the one before matched."""
    for level, text in enumerate(levels):
        for match in expression(text).finditer(content):
            if not recursive or level == len(levels) - 1:
                yield match.groupdict()
                continue
            for inner in matches(levels[1:], match.group(), recursive):
                yield {**match.groupdict(), **inner}
        if recursive:
            return


def config(folder: Path) -> Any:
    return json.loads((folder / CONFIG).read_text())


def found(folder: Path) -> Iterator[Pin]:
    for manager in config(folder)["customManagers"]:
        recursive = manager.get("matchStringsStrategy") == "recursive"
        for pattern in manager["managerFilePatterns"]:
            # A pattern between slashes is an expression.
            files = [file for file in READ if expression(pattern.strip("/")).search(file)]
            assert files, f"{pattern} is the pattern of no file that has a pin"
            for file in files:
                for groups in matches(manager["matchStrings"], (folder / file).read_text(), recursive):
                    name = groups.get("depName") or manager["depNameTemplate"]
                    version = groups["currentValue"] or ""
                    yield Pin(file, name, version, groups.get("currentDigest"), manager["datasourceTemplate"])


def not_found(folder: Path) -> list[Pin]:
    """Pins that Renovate does not find there, or not as they are. Where it misses none it finds no other either."""
    there = Counter(pin for file, read in READ.items() for pin in read(file, (folder / file).read_text()))
    assert {pin.file for pin in there} == set(READ)
    finds = Counter(found(folder))
    lost = [*(there - finds).elements()]
    assert lost or not finds - there
    return lost


@pytest.fixture
def checkout(scratch: Path) -> Path:
    for name in (CONFIG, *READ):
        (scratch / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, scratch / name)
    return scratch


def add(file: Path, *columns: str) -> None:
    with file.open("a") as table:
        table.write("\t".join(columns) + "\n")


def test_every_pin_of_the_tables_is_found() -> None:
    assert not not_found(ROOT)


def test_an_image_with_a_digest_is_found_with_it_and_one_from_a_registry_with_a_port(checkout: Path) -> None:
    digest = f"sha256:{7:064}"
    pinned = f"here.example:5000/team/jdk:99_1-x@{digest}"
    add(checkout / "docker" / "variants.tsv", "jdk99-x", "more", "X", "any", "C2", "-", pinned)
    python = "docker-image://python:3.13-slim-trixie"
    text = (checkout / "compose.yaml").read_text()
    assert python in text
    (checkout / "compose.yaml").write_text(text.replace(python, f"{python}@{digest}"))
    assert not not_found(checkout)


@pytest.mark.parametrize(
    "file, columns, pin",
    [
        (
            "docker/variants.tsv",
            ("jdk99-x", "more", "X", "any", "C2", "-", "team/jdk:99 -"),
            ("team/jdk", "99 -", None, "docker"),
        ),
        ("docker/packages/versions.tsv", ("jdk99-x", "any", "conda", "1.2", "x", ""), ("conda", "1.2", None, "pypi")),
    ],
)
def test_a_pin_that_no_expression_finds_is_named(
    file: str, columns: tuple[str, ...], pin: tuple[str, str, str | None, str], checkout: Path
) -> None:
    add(checkout / file, *columns)
    assert not_found(checkout) == [Pin(file, *pin)]


PLACES = [
    (manager, at)
    for manager, each in enumerate(config(ROOT)["customManagers"])
    for at in range(len(each["matchStrings"]))
]


def test_there_are_expressions() -> None:
    assert len(PLACES) > 8


@pytest.mark.parametrize("manager, at", PLACES)
def test_an_expression_that_is_broken_loses_pins(manager: int, at: int, checkout: Path) -> None:
    broken = config(ROOT)
    expressions = broken["customManagers"][manager]["matchStrings"]
    expressions[at] = f"nowhere{expressions[at]}"
    (checkout / CONFIG).write_text(json.dumps(broken))
    assert not_found(checkout)


def test_no_from_names_an_image_whose_pin_renovate_is_told_not_to_look_for() -> None:
    files = [ROOT / each for each in output("git", "ls-files").splitlines()]
    dockerfiles = [
        each for each in files if each.name.partition(".")[0] == "Dockerfile" or each.name.endswith(".Dockerfile")
    ]
    lines = [line for each in dockerfiles for line in each.read_text().splitlines() if line.startswith("FROM")]
    assert lines
    assert not [line for line in lines if re.match("FROM .*[a-z0-9]:[a-zA-Z0-9]", line)]
