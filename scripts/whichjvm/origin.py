"""What a campaign's folder says to this host before the collector reads it. The folder may be anybody's, so its files are
read bounded and without links, and each value is checked."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import stat
from pathlib import Path
from typing import Any, NoReturn

from .console import odd, one_line

CAMPAIGN = "campaign.json"
# Before the campaign begins.
REQUEST = "request.json"

# The most bytes of a file that is read; that of the collector's is the same.
_MOST = 1 << 20

_JVM = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}")
_REPORTS = ("report", "calibrate", "race", "confirmation", "explain")


@dataclasses.dataclass(frozen=True)
class Origin:
    """The runner, the report that it ends with, whether nobody named a contender, each JVM with its home or its image,
    which is empty of others, and the name of the study that it answers, if there is one."""

    runner: str = ""
    report: str = "report"
    usual: bool = False
    jvms: dict[str, str] = dataclasses.field(default_factory=dict)
    study: str = ""

    @classmethod
    def of(cls, campaign: Path) -> Origin:
        name = CAMPAIGN if (campaign / CAMPAIGN).exists() else REQUEST
        said = _object(campaign, name, parse(campaign, name))
        start = _object(campaign, name, said.get("start"))
        host = said if name == CAMPAIGN else _object(campaign, name, said.get("host"))
        return cls._checked(campaign, name, {**start, "runner": host.get("runner"), "study": said.get("study")})

    @classmethod
    def _checked(cls, campaign: Path, file: str, start: dict[str, Any]) -> Origin:
        for key, allowed in (("runner", ("docker", "host")), ("report", _REPORTS), ("usual", (True, False))):
            value = start.get(key)
            # 1 is true to Python.
            if not any(type(value) is type(each) and value == each for each in allowed):
                refuse(campaign, file, f"has the {key} '{one_line(str(value))[:200]}'")
        jvms = _object(campaign, file, start.get("jvms"))
        for name, home in jvms.items():
            if not _JVM.fullmatch(name):
                refuse(campaign, file, f"has the JVM '{one_line(name)[:200]}'")
            if not isinstance(home, str) or "\0" in home:
                refuse(campaign, file, f"has no home of the JVM '{name}'")
        study = start.get("study")
        named = study.get("name") if isinstance(study, dict) else ""
        return cls(start["runner"], start["report"], start["usual"], jvms, named if isinstance(named, str) else "")

    @property
    def homes(self) -> dict[str, str]:
        return {name: home for name, home in self.jvms.items() if home}


def is_campaign(folder: Path) -> bool:
    return (folder / CAMPAIGN).is_file() or (folder / REQUEST).is_file()


def campaign_names(out: Path) -> list[str]:
    """The campaigns of a results folder, the newest last; one whose name begins with a dot was never whole."""
    folders = (each for each in out.iterdir() if not each.name.startswith(".") and not each.is_symlink())
    return sorted(each.name for each in folders if is_campaign(each))


def session_of(folder: Path) -> str:
    """Its own number, also if it has none; a pipe would never end, and a link may lead anywhere."""
    if not (folder / "session").is_file() or (folder / "session").is_symlink():
        return ""
    session = read(folder, "session")[:9].decode(errors="replace").strip()
    if not re.fullmatch("[0-9]{0,4}", session):
        refuse(folder, "session", f"has '{session}', which is no session's number")
    return session


def parse(campaign: Path, name: str) -> Any:
    """A file of JSON."""
    try:
        return parse_json(read(campaign, name))
    except ValueError as error:
        refuse(campaign, name, f"is no JSON ({error})")


def parse_json(text: bytes) -> Any:
    """A ValueError says that it is no JSON, or has a number or a depth that nobody writes."""

    def whole(digits: str) -> int:
        # A long number would take minutes.
        if len(digits) > 19:
            raise ValueError("a number is too long")
        return int(digits)

    def constant(name: str) -> NoReturn:
        raise ValueError(f"{name} is no number")

    try:
        return json.loads(text, parse_int=whole, parse_constant=constant)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def read(campaign: Path, name: str) -> bytes:
    """A file of a campaign's folder: a regular one, and no link, which may lead anywhere."""
    path = campaign / name
    try:
        # A pipe would never end.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        refuse(campaign, name, "is missing, or a link")
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            refuse(campaign, name, "is no file")
        text = file.read(_MOST + 1)
    if len(text) > _MOST:
        refuse(campaign, name, f"has more than {_MOST >> 20} MB")
    return text


def _object(campaign: Path, name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        refuse(campaign, name, "does not say how its forks are started")
    return value


def refuse(campaign: Path, name: str, sentence: str) -> NoReturn:
    raise odd(f"{campaign}/{name} {sentence}")
