"""Words to a person, exit codes, and where this checkout is."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# Where results go unless a person names another folder.
OUT = ROOT / "out"

# Exit codes; 0 is done. Those from 10 on are the collector's: the campaign has ended, and nothing is to be run.
USAGE, FORKS_FAILED, CANNOT, INTERRUPTED = 2, 3, 4, 130
CAMPAIGN_ENDED, NOTHING_TO_RUN = 10, 11


class Stop(Exception):
    """Ends this program with an exit code, after its two lines are on stderr: what is wrong, with the value, and what to do.
    It has none if another program has printed them."""

    def __init__(self, code: int, error: str = "", attempt: str = "") -> None:
        super().__init__(error, attempt)
        self.code = code
        self.error = error
        self.lines = [f"error: {error}", f"try: {attempt}"] if error else []


def typed() -> str:
    """The command as a person typed it, who may have come by the front door."""
    return os.environ.get("WHICHJVM_TYPED") or sys.argv[0]


def wrong(error: str, attempt: str) -> Stop:
    """Wrong usage."""
    return Stop(USAGE, error, attempt)


def cannot(error: str, attempt: str) -> Stop:
    """This host or engine cannot run it."""
    return Stop(CANNOT, error, attempt)


def wrong_value(option: str, value: str, takes: str) -> Stop:
    """Wrong usage: the value of an option is none of those that it takes."""
    return wrong(f"{option} is '{value}'", takes)


def odd(error: str) -> Stop:
    """The collector or a campaign's folder has what this project never writes."""
    return wrong(error, "a new campaign; if it ends so too, report that with these lines and what --version prints")


def nearest(mistaken: str, names: Iterable[str], prefix: str = "") -> str:
    """The most similar name, as the end of a sentence; empty if none is similar."""
    near = next((each for each in by_likeness(mistaken, names) if _likeness(mistaken, each) >= 0.7), "")
    return f" (did you mean {prefix}{near}?)" if near else ""


def by_likeness(mistaken: str, names: Iterable[str]) -> list[str]:
    """Names, the most similar ones first."""
    return sorted(names, key=lambda name: -_likeness(mistaken, name))


def _likeness(one: str, other: str) -> float:
    import difflib

    return difflib.SequenceMatcher(None, one, other).ratio()


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def say_skipped(reasons: Mapping[str, str]) -> None:
    """What is skipped, by name, and why: a line for each reason."""
    names: dict[str, list[str]] = {}
    for name, reason in reasons.items():
        names.setdefault(reason, []).append(name)
    for reason, alike in names.items():
        say(f"skipped {', '.join(alike)}: {reason}")


def show(command: Iterable[str]) -> None:
    """Prints a command as a shell would take it."""
    print(shlex.join(command), flush=True)


def last_line(text: str) -> str:
    """The last line that has more than blanks."""
    return next((line for line in reversed(text.splitlines()) if line.strip(" ")), "")


def one_line(text: str, replacement: str = " ") -> str:
    """A text of unknown origin as it may be shown: without control characters."""
    return "".join(replacement if ord(char) < 32 or 127 <= ord(char) < 160 else char for char in text)
