"""Kinds of values that options take: each reads a text, or refuses it with a sentence of what it takes."""

from __future__ import annotations

import dataclasses
import os
import re
from typing import Any, Callable

from .console import wrong, wrong_value

_NANOS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9, "": 1e9, "m": 60e9, "h": 3_600e9}
_SHIFTS = {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}

_PERCENTILE = re.compile(r"(?:(?:service|response)-)?p(?:50|90|99|99[._]9|99[._]99)")

# A score's name, or a harness's benchmark, which JMH runs in a mode and with parameters; the threads that run it.
_SCORE = (
    r"(?![.-])(?:[A-Za-z0-9._-]|%[0-9A-F]{2}){1,200}(?::[a-z]{1,20}"
    r"(?::(?:[A-Za-z0-9_]|%[0-9A-F]{2}){1,99}=(?:[A-Za-z0-9._=+~-]|%[0-9A-F]{2}){0,99}){0,20})?(?:@[1-9][0-9]{0,3})?"
)


@dataclasses.dataclass(frozen=True)
class Kind:
    """`read` returns what a text means, or None if it is no such value."""

    takes: str
    read: Callable[[str], Any]

    def value(self, option: str, text: str) -> Any:
        found = self.read(text)
        if found is None:
            raise wrong_value(option, text, self.takes)
        return found


def whole(least: int, most: int, unit: str = "") -> Kind:
    def read(text: str) -> int | None:
        number = text[: -len(unit)] if unit and text.endswith(unit) else text
        is_number = re.fullmatch("[0-9]{1,9}", number) and least <= int(number) <= most
        return int(number) if is_number else None

    return Kind(f"a whole number from {least} to {most}", read)


def one_of(*names: str) -> Kind:
    takes = " or ".join(names) if len(names) == 2 else "one of " + ", ".join(names)
    return Kind(takes, lambda text: text if text in names else None)


def form(pattern: str, takes: str) -> Kind:
    """A text of this form."""
    return Kind(takes, lambda text: text if re.fullmatch(pattern, text, re.DOTALL) else None)


def nanos(text: str) -> int | None:
    """Of 30ns, 20us, 500ms, 10s, 2m or 1h; a bare number is seconds. None if the text is no such time."""
    match = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ns|us|ms|s|m|h)?", text)
    return round(float(match[1]) * _NANOS[match[2] or ""]) if match else None


def _whole_seconds(text: str) -> int | None:
    seconds = (nanos(text) or 0) / 1e9
    return int(seconds) if 1 <= seconds <= 86_400 else None


def _share(text: str) -> float | None:
    match = re.fullmatch(r"([0-9]{1,2})(?:\.([0-9]))?%", text)
    # By whole numbers: 0.07 and not 0.07000000000000001.
    share = (int(match[1]) * 10 + int(match[2] or 0)) / 1000 if match else 0.0
    return share if 0.001 <= share <= 0.5 else None


def _bytes(text: str) -> int | None:
    match = re.fullmatch("([0-9]{1,12})([kmgt]?)", text.lower())
    return int(match[1]) << _SHIFTS[match[2]] if match else None


def _memory(text: str) -> int:
    size = _bytes(text)
    if size is None:
        raise wrong_value("--memory", text, "a size, such as 256 or 64m")
    if size < 64 << 20:
        raise wrong_value("--memory", text, "at least 64m, such as 2g")
    return size


def _contrast(text: str) -> str | None:
    match = re.fullmatch(f"({_SCORE})/({_SCORE})", text)
    fits = match and match[1] != match[2] and ("@" in match[1]) == ("@" in match[2])
    return text if fits else None


def _with(text: str) -> str | None:
    """A compose file and names of its services."""
    match = re.fullmatch(r"(.+):([A-Za-z0-9._-]+(?:,[A-Za-z0-9._-]+)*)", text)
    return text if match and os.path.isfile(match[1]) else None


def _campaign(text: str) -> str | None:
    """The name of a campaign, of which a person may give the path."""
    return text.rstrip("/").rpartition("/")[2] or None


def is_percentile(word: str) -> bool:
    """Whether it is a percentile of a latency, as a campaign may decide it."""
    return bool(_PERCENTILE.fullmatch(word))


def is_score(word: str) -> bool:
    return bool(re.fullmatch(_SCORE, word))


ANY = Kind("a text", lambda text: text)
TIME = Kind("a time, such as 500ms, 10s, 2m or 1h", lambda text: text if nanos(text) is not None else None)
SHARE = Kind("a percentage from 0.1% to 50%, such as 2%", _share)
WHOLE_SECONDS = Kind("a time from 1s to 24h, such as 10m", _whole_seconds)
MEMORY = Kind("a size, such as 256 or 64m", _memory)
SEED = Kind(
    "a whole number of at most 18 digits", lambda text: int(text) if re.fullmatch("[0-9]{1,18}", text) else None
)
CONTRAST = Kind(
    "two different scores, such as adjacent/padded, or both with their threads, such as add@2/add@1", _contrast
)
WITH = Kind("FILE:SERVICE[,SERVICE], a compose file and services of it, such as compose.yaml:db", _with)
CAMPAIGN = Kind("the name of a campaign in the results folder, such as latest", _campaign)
WITHIN = form(
    r"[a-z0-9][a-z0-9_.@-]*(:[0-9]{1,4}(\.[0-9]{1,3})?x|<[0-9]{1,12}(\.[0-9]{1,3})?(ns|us|ms|s|MB|GB|))",
    "a metric and what it may be of the baseline's, as in peak-memory:1.2x, or at most, as in p99<5ms or wall<2s",
)


def _turn(text: str) -> str | None:
    length = nanos(text)
    if length == 0:
        raise wrong_value("--turn", text, "a time above 0, such as 100ms")
    return None if length is None else text


TURN = Kind(TIME.takes, _turn)


@dataclasses.dataclass(frozen=True)
class Gate:
    """An exclusion rule: its usual limit, and the least that it may be; None and NaN of one that is on or off."""

    usual: float | None
    least: float = 0


# The collector's ExclusionRule says what each looks at.
GATES = {
    "floor-in-fork": Gate(1.25, 1),
    "floor-in-turn": Gate(1.25, 1),
    "floor-in-round": Gate(1.25, 1),
    "late": Gate(None),
    "throttled-share": Gate(0.001),
    "steal-share": Gate(0.02),
    "waiting-share": Gate(0.25),
    "sleepers-share": Gate(0.02),
}


def _gate(text: str) -> tuple[str, str]:
    """Its name and its limit, or off."""
    name, _, limit = text.partition("=")
    if name not in GATES:
        raise wrong(
            f"--gate is '{text}', which is no exclusion rule", f"NAME=LIMIT, where NAME is one of {', '.join(GATES)}"
        )
    gate = GATES[name]
    if limit == "off" or (gate.usual is None and limit == "on"):
        return name, limit
    if gate.usual is None:
        raise wrong(f"--gate is '{text}', and {name} has no limit", f"{name}=on or {name}=off")
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", limit) or not gate.least <= float(limit) <= 1000:
        raise wrong(
            f"--gate is '{text}', and {name} cannot have this limit",
            f"{name}={gate.usual} or another number from {gate.least:g} to 1000, or {name}=off",
        )
    return name, limit


GATE = Kind("NAME=LIMIT", _gate)


def _taint(text: str) -> dict[str, str] | None:
    """As kubectl taint takes it, as a toleration."""
    match = re.fullmatch(r"([A-Za-z0-9./_-]+)(=([A-Za-z0-9._-]*))?(:(NoSchedule|PreferNoSchedule|NoExecute))?", text)
    if not match:
        return None
    value = {"operator": "Equal", "value": match[3]} if match[2] else {"operator": "Exists"}
    return {"key": match[1], **value, **({"effect": match[5]} if match[5] else {})}


TAINT = Kind("KEY[=VALUE][:EFFECT], such as dedicated=bench:NoSchedule", _taint)
