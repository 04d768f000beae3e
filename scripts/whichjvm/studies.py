"""A study is a question as a file, studies/NAME.study: a comment that asks it, then lines of KEY VALUE. Keys are
options of compare without their dashes, and `variants`, `options` (the workload's) and `machine`."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from .console import ROOT, nearest, wrong
from .flag_sets import lines_of

FOLDER = ROOT / "studies"
END = ".study"

_OWN = ("variants", "options", "machine")

# Options that belong to a question; the others belong to the person who asks it.
_OPTIONS = (
    *("adapter", "baseline", "blocks", "decide", "duration", "interleave", "margin", "max-time", "precision", "preset"),
    *("rate", "retries", "service-level", "turn", "workload"),
)


@dataclasses.dataclass(frozen=True)
class Study:
    name: str
    asks: str
    # Its lines as options of compare, without contrasts.
    arguments: list[str]
    contrasts: list[str]
    contenders: list[str]
    # Of the workload.
    options: list[str]
    # arm64 or amd64, if only such a machine can answer it.
    machine: str


def is_there(name: str) -> bool:
    """Whether this checkout has a study of that name."""
    return re.fullmatch("[a-z][a-z0-9-]*", name) is not None and (FOLDER / f"{name}{END}").is_file()


def read(named: str) -> Study:
    """By its name, or the file if that has a / in it; a Stop says that there is none, or which line is wrong."""
    name = re.sub(r"\.study$", "", named.rpartition("/")[2])
    file = Path(named) if "/" in named else FOLDER / f"{name}{END}"
    if not re.fullmatch("[a-z][a-z0-9-]*", name) or not file.is_file():
        names = sorted(each.name[: -len(END)] for each in FOLDER.glob(f"*{END}"))
        raise wrong(
            f"there is no study '{named}'{nearest(name, names)}",
            f"one of: {' '.join(names)}, or a file's path with a / in it",
        )
    return _parse(name, named if "/" in named else f"studies/{name}{END}", file)


def _parse(name: str, shown: str, file: Path) -> Study:
    asks: list[str] = []
    arguments: list[str] = []
    contrasts: list[str] = []
    own: dict[str, str] = {}
    seen: set[str] = set()
    for number, line in enumerate(lines_of(file, shown), 1):
        if line.startswith("#"):
            if len(asks) == number - 1:
                asks.append(re.sub("^# ?", "", line))
            continue
        if not line.strip():
            continue
        key, value = [*line.strip().split(None, 1), ""][:2]
        mistake = _mistake(key, value, seen)
        if mistake:
            raise wrong(f"{shown}, line {number}: {mistake[0]}", mistake[1])
        seen.add(key)
        if key in _OWN:
            own[key] = value
        elif key == "contrast":
            contrasts += ["--contrast", value]
        else:
            arguments += [f"--{key}", value] if value else [f"--{key}"]
    if not asks:
        raise wrong(f"{shown}, line 1: it does not begin with a comment", "a first line such as # What is measured?")
    words = {key: own.get(key, "").split() for key in ("variants", "options")}
    return Study(
        name, " ".join(asks), arguments, contrasts, words["variants"], words["options"], own.get("machine", "")
    )


def _mistake(key: str, value: str, seen: set[str]) -> tuple[str, str] | None:
    """What is wrong with a line, and what to do; None if nothing is."""
    if key not in (*_OPTIONS, *_OWN, "contrast", "control"):
        return (
            f"'{key}' is no key of a study",
            f"one of: {' '.join(_OPTIONS)} contrast control variants options machine",
        )
    if key in seen and key != "contrast":
        return f"{key} is there twice", "give it once, with all its values"
    if key == "control":
        return (
            (f"control has the value '{value}' and takes none", "leave the value out, or the line") if value else None
        )
    if not value:
        return f"{key} has no value", f"{key} and its value, or remove the line"
    if key == "machine" and value not in ("arm64", "amd64"):
        return f"machine is '{value}'", "arm64 or amd64"
    return None
