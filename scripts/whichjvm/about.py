"""The version of this project, versions of tools, and the current user and folder."""

from __future__ import annotations

import os
import re

from .console import ROOT


def version() -> str:
    """The line that --version prints."""
    pom = (ROOT / "pom.xml").read_text(encoding="utf-8")
    found = re.search(r"^  <version>(.*)</version>", pom, re.MULTILINE)
    return f"whichjvm {found.group(1) if found else ''} ({os.environ.get('WHICHJVM_REVISION') or _described()})"


def _described() -> str:
    import subprocess

    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    except OSError:
        return "no commit"
    return said.stdout.decode(errors="replace").strip() if said.returncode == 0 else "no commit"


def at_least(have: str, wanted: str) -> bool:
    """Whether a tool's version is the wanted one or newer. Debian appends its own revision ("2.40.3-3"); some builds have
    a v in front."""
    return _numbers(have) >= _numbers(wanted)


def _numbers(text: str) -> list[int]:
    return [int(each) for each in re.findall("[0-9]+", text)]


def natural(text: str) -> list[str | int]:
    """A sort key that compares numbers in a text as numbers, as sort -V does."""
    return [int(each) if each.isdigit() else each for each in re.split("([0-9]+)", text)]


def user() -> str:
    """The name of the current user, or the user's number if it has no name."""
    import pwd

    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def here() -> str:
    """The current folder as the person's shell calls it, who may have entered it through a link."""
    named = os.environ.get("PWD", "")
    try:
        if named.startswith("/") and os.path.samefile(named, "."):
            return named
    except OSError:
        pass
    return os.getcwd()
