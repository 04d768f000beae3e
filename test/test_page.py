"""report.html and hosts.html as a browser shows them: of campaigns written by code, looked at by page.py."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import NoReturn

import pytest
from support import ROOT, collect, output, run

pytestmark = pytest.mark.beside

JAR = ROOT / "collector" / "target" / "whichjvm-collector.jar"


def cannot(reason: str) -> NoReturn:
    """A skip, or a failure where the browser must be there."""
    if os.environ.get("WHICHJVM_REQUIRE_BROWSER") == "1":
        pytest.fail(f"WHICHJVM_REQUIRE_BROWSER is 1, but {reason}")
    pytest.skip(reason)


def browser() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    cannot("no Chromium is on PATH (Debian: apt-get install chromium)")


def tools() -> Path:
    """The folder that scripts/test puts its tools into."""
    for found in ROOT.glob(".cache/tools/*/playwright"):
        return found.parent
    cannot("playwright is not in .cache/tools: scripts/test puts it there, for Python 3.10 to 3.14")


def written(folder: Path) -> Path:
    """The results folder. What writes it is compiled here, for the stage does not build the unit tests."""
    out, classes = folder / "out", folder / "classes"
    out.mkdir()
    classes.mkdir()
    tests = ROOT / "collector" / "src" / "test" / "java"
    fixtures = ("model.CampaignFixture", "across.HostsFixture")
    files = [tests / "org" / "whichjvm" / "collector" / f"{each.replace('.', '/')}.java" for each in fixtures]
    output("javac", "--release", "17", "-cp", JAR, "-sourcepath", tests, "-d", classes, *files)
    for each in fixtures:
        output(
            *("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", f"{classes}:{JAR}"),
            *(f"org.whichjvm.collector.{each}", out),
        )
    return out


def test_reports_show_in_a_browser_charts_dark_phone_paper_and_hostile_texts_as_text(scratch: Path) -> None:
    executable, modules = browser(), tools()
    out = written(scratch)
    for code, words in (
        # Of each one fork failed.
        (3, "report demo"),
        (3, "report hostile"),
        # Together they are not of the same settings.
        (2, "report scores steal"),
        (0, "report scores"),
        (0, "report steal"),
        (0, f"report --hosts={out}/hosts-1"),
        (0, f"report --hosts={out}/hosts-200"),
        (0, f"report --hosts={out}/hosts-scores"),
        # A host has no campaign.
        (3, f"report --hosts={out}/hosts-3"),
        (3, f"report --hosts={out}/hosts-12"),
    ):
        collect(out, *words.split()).ended(code)
    run(sys.executable, ROOT / "test" / "page.py", executable, out, env={"PYTHONPATH": str(modules)}).ended()
