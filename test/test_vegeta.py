"""docker/vegeta/on-host: where forks of this host find the load generator of services."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from support import ROOT, Ran, output, run

pytestmark = pytest.mark.beside

# Of this machine's programs only Debian's are on the PATH.
DEBIANS = "/usr/bin:/bin"


class Checkout:
    """One of its own, in which it keeps what it builds, and a folder bin with programs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        self.bin.mkdir()
        shutil.copytree(ROOT / "docker" / "vegeta", folder / "docker" / "vegeta")

    def on_host(self, vegeta: Path | None = None) -> Ran:
        named = str(vegeta) if vegeta else None
        path = f"{self.bin}:{DEBIANS}"
        return run(self.folder / "docker" / "vegeta" / "on-host", env={"PATH": path, "WHICHJVM_VEGETA": named})

    def program(self, name: str, text: str) -> Path:
        (self.bin / name).write_text(f"#!/bin/sh\n{text}\n")
        (self.bin / name).chmod(0o755)
        return self.bin / name


@pytest.fixture
def checkout(scratch: Path) -> Checkout:
    return Checkout(scratch)


@pytest.fixture(scope="module")
def pinned() -> str:
    found = re.search(r"/vegeta/v12 (v\S+)", (ROOT / "docker" / "vegeta" / "go.mod").read_text())
    assert found
    return found[1]


def cannot(ran: Ran, pinned: str, sentence: str) -> None:
    """It ended with that, and with how to get the pinned version."""
    ran.refused(4, sentence, f"run go install github.com/tsenart/vegeta/v12@{pinned} with Go ")
    assert ran.out == ""


def test_a_fork_that_finds_none_names_the_pinned_version_too(pinned: str) -> None:
    sources = (ROOT / "workload" / "src" / "main").rglob("*.java")
    assert any(f"github.com/tsenart/vegeta/v12@{pinned}'" in each.read_text() for each in sources)


def test_the_one_that_a_person_names_comes_first_then_the_one_on_the_path(checkout: Checkout, pinned: str) -> None:
    on_path = checkout.program("vegeta", "exit 0")
    mine = checkout.program("mine", "exit 0")
    assert checkout.on_host().ended().out == f"{on_path}\n"
    assert checkout.on_host(mine).ended().out == f"{mine}\n"
    none = checkout.bin / "none"
    cannot(checkout.on_host(none), pinned, f"WHICHJVM_VEGETA is '{none}', which is no program")


def test_without_one_go_builds_the_pinned_version_and_keeps_it(checkout: Checkout, pinned: str) -> None:
    go = shutil.which("go")
    if not go:
        pytest.skip("needs Go, which scripts/test brings")
    if shutil.which("vegeta", path=DEBIANS):
        pytest.skip("this machine has a vegeta of its own")
    (checkout.bin / "go").symlink_to(go)
    kept = checkout.folder.resolve() / ".cache" / "vegeta"
    built = checkout.on_host().ended().out
    assert built == f"{kept}/vegeta\n"
    assert output(kept / "vegeta", "--version").splitlines()[0] == f"Version: {pinned}"
    assert re.search("^=== github.com/tsenart/vegeta/v12 ", (kept / "vegeta-licences.txt").read_text(), re.MULTILINE)
    # No path of this machine is in it, so that images that are built with this Go have the same bytes.
    for folder in output(go, "env", "GOMODCACHE", "GOROOT").splitlines():
        assert folder.encode() not in (kept / "vegeta").read_bytes()


def test_it_is_said_why_there_is_none(checkout: Checkout, pinned: str) -> None:
    if any(shutil.which(each, path=DEBIANS) for each in ("vegeta", "go")):
        pytest.skip("this machine has one of its own, or Go")
    cannot(checkout.on_host(), pinned, "this machine has neither it nor Go, which builds it")
    checkout.program("go", 'echo first >&2; echo "go: the proxy does not answer" >&2; exit 1')
    cannot(checkout.on_host(), pinned, "this machine's Go cannot build it (go: the proxy does not answer)")
