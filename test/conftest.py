"""What every test has."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

import pytest
from support import Started, folder_for_all

# What the person who runs the tests has set for forks of their own.
for _name in [each for each in os.environ if each == "JAVA_OPTS" or each.startswith("WHICHJVM_")]:
    if _name not in ("WHICHJVM_REQUIRE_BROWSER", "WHICHJVM_SCREENSHOTS", "WHICHJVM_VEGETA"):
        del os.environ[_name]


class Starts(Protocol):
    """Starts a program in the background: what Started takes, without its folder."""

    def __call__(self, *words: Any, env: Mapping[str, str | None] | None = None, **more: Any) -> Started: ...


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
def background() -> Iterator[Starts]:
    """Starts programs that end with the test at the latest."""
    started: list[Started] = []

    with folder_for_all() as folder:

        def start(*words: Any, env: Mapping[str, str | None] | None = None, **more: Any) -> Started:
            own = folder / str(len(started))
            own.mkdir()
            started.append(Started(words, own, env, **more))
            return started[-1]

        yield start
        for each in started:
            each.kill()
