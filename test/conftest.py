"""What every test has."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import Starter, folder_for_all, need_cpus, wait_for_host

_KEPT = (
    *("WHICHJVM_REQUIRE_BROWSER", "WHICHJVM_SCREENSHOTS", "WHICHJVM_VEGETA"),
    *("WHICHJVM_CLUSTER", "WHICHJVM_KUBELET_MINUTES"),
)

# What the person who runs the tests has set for forks of their own.
for _name in [each for each in os.environ if each == "JAVA_OPTS" or each.startswith("WHICHJVM_")]:
    if _name not in _KEPT:
        del os.environ[_name]


@pytest.fixture
def scratch() -> Iterator[Path]:
    """A folder of one test."""
    with folder_for_all() as folder:
        yield folder


@pytest.fixture(scope="module")
def shared() -> Iterator[Path]:
    """A folder of all tests of a file."""
    with folder_for_all() as folder:
        yield folder


@pytest.fixture
def out(scratch: Path) -> Path:
    """A results folder, on a host where campaigns can measure."""
    need_cpus(2)
    wait_for_host()
    folder = scratch / "out"
    folder.mkdir()
    return folder


@pytest.fixture
def background() -> Iterator[Starter]:
    """Starts programs that end with the test at the latest."""
    with folder_for_all() as folder:
        starter = Starter(folder)
        yield starter
        starter.kill()
