"""The scripts on a machine whose language has another capital i."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from support import ROOT, output, turkish

pytestmark = pytest.mark.beside


def in_turkish(folder: Path, statements: str, *words: str | Path) -> str:
    """What Python says there, with the package of the host's scripts."""
    env = {**turkish(folder), "PYTHONPATH": str(ROOT / "scripts")}
    return output(sys.executable, "-X", "utf8", "-c", statements, *words, env=env)


def test_the_variable_of_a_base_is_that_of_compose_yaml(scratch: Path) -> None:
    said = in_turkish(
        scratch,
        "from whichjvm.images import base_variable; print(base_variable('build'), base_variable('jdk21-microsoft'))",
    )
    assert said == "BUILD_BASE JDK21_MICROSOFT_BASE"


def test_a_jvm_of_this_machine_has_its_usual_name_and_is_started_in_the_language_of_this_machine(scratch: Path) -> None:
    java = scratch / "jdk" / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text(
        """#!/bin/sh
echo "$LC_ALL" >"${0%/*}/language"
echo "    java.specification.version = 21"
echo "    java.vendor = Imaginary Inc."
"""
    )
    java.chmod(0o755)
    said = in_turkish(
        scratch,
        """
import asyncio, sys
from pathlib import Path
from whichjvm import runners
from whichjvm.host import HostRunner
async def names(home):
    with runners.settings(Path("out"), [f"mine={home}"]) as settings:
        print(await HostRunner(settings).name_of(home))
asyncio.run(names(sys.argv[1]))
""",
        scratch / "jdk",
    )
    assert said == "jdk21-imaginary"
    assert (java.parent / "language").read_text() == "tr_TR.UTF-8\n"
