"""Which platforms this machine can run, and what the error says of the others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from whichjvm import platforms
from whichjvm.console import Stop
from whichjvm.runners import local_platform

OTHER, HANDLER = ("arm64", "qemu-aarch64") if os.uname().machine == "x86_64" else ("amd64", "qemu-x86_64")


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """That of a kernel that has no emulator."""
    (tmp_path / "register").touch()
    monkeypatch.setattr(platforms, "TABLE", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "entry, runs",
    [
        # It is disabled, or no container has its file.
        ("disabled\ninterpreter /usr/bin/qemu\nflags: F\n", False),
        ("enabled\ninterpreter /usr/bin/qemu\nflags: OC\n", False),
        ("enabled\ninterpreter /usr/bin/qemu\nflags: POCF\n", True),
    ],
)
def test_another_platform_runs_with_an_enabled_emulator_that_containers_find(
    entry: str, runs: bool, table: Path
) -> None:
    (table / HANDLER).write_text(entry)
    assert platforms.runs(f"linux/{OTHER}") == runs


def test_this_machines_own_platform_runs(table: Path) -> None:
    assert platforms.runs(local_platform())


def test_the_builder_says_what_runs_if_the_engine_has_a_kernel_of_its_own(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (table / "register").unlink()
    (table / "docker").write_text(f"#!/bin/sh\necho 'Platforms: linux/386*, linux/{OTHER}, linux/amd64/v2'\n")
    (table / "docker").chmod(0o755)
    monkeypatch.setenv("PATH", f"{table}:{os.environ['PATH']}")
    assert platforms.runs(f"linux/{OTHER}")
    (table / "docker").write_text(f"#!/bin/sh\necho 'Platforms: linux/386, linux/{OTHER}/v2'\n")
    assert not platforms.runs(f"linux/{OTHER}")


def test_the_error_says_how_to_register_an_emulator(table: Path) -> None:
    with pytest.raises(Stop) as stop:
        platforms.check([local_platform(), f"linux/{OTHER}"])
    assert stop.value.code == 4
    for part in (
        f"linux/{OTHER} programs do not run on this machine",
        "scripts/install-docker --with-qemu",
        f"tonistiigi/binfmt --install {OTHER}",
    ):
        assert part in " ".join(stop.value.lines)
