"""Which platforms this machine can run, and what is said of the others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support import Ran, run

pytestmark = pytest.mark.beside

OTHER, HANDLER = ("arm64", "qemu-aarch64") if os.uname().machine == "x86_64" else ("amd64", "qemu-x86_64")


def platform(table: Path, *words: str) -> Ran:
    """A function of scripts/lib/platforms.sh, with a kernel's table of its own."""
    (table / "register").touch()
    calls = '. scripts/lib/common.sh && . scripts/lib/platforms.sh && binfmt_table=$1 && shift && "$@"'
    return run("bash", "-c", calls, "compare", table, *words)


@pytest.mark.parametrize(
    "entry, runs",
    [
        # There is no emulator, it is disabled, or no container has its file.
        ("", False),
        ("disabled\ninterpreter /usr/bin/qemu\nflags: F\n", False),
        ("enabled\ninterpreter /usr/bin/qemu\nflags: OC\n", False),
        ("enabled\ninterpreter /usr/bin/qemu\nflags: POCF\n", True),
    ],
)
def test_another_platform_runs_with_an_enabled_emulator_that_containers_find(
    entry: str, runs: bool, scratch: Path
) -> None:
    if entry:
        (scratch / HANDLER).write_text(entry)
    ran = platform(scratch, "runs_platform", f"linux/{OTHER}").ended(*([0] if runs else [1, 2]))
    assert ran.err == ""


def test_this_machines_own_platform_runs(scratch: Path) -> None:
    own = platform(scratch, "local_platform").ended().out
    platform(scratch, "runs_platform", own).ended()


def test_where_it_does_not_run_how_to_register_an_emulator_is_said(scratch: Path) -> None:
    said = platform(scratch, "how_to_run", f"linux/{OTHER}").ended().out
    assert f"linux/{OTHER} programs do not run on this machine" in said
    assert "scripts/install-docker --with-qemu" in said
    assert f"tonistiigi/binfmt --install {OTHER}" in said
