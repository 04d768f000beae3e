"""The doctor in a variant's container, and scripts/tune as the service that it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import ROOT, Ran, build_images, compose, need_root, prebuilt, run

pytestmark = pytest.mark.beside

VARIANT = "jdk8-temurin"
UNDO = Path("/var/lib/whichjvm/tune-undo.tsv")
INTERVAL = Path("/proc/sys/vm/stat_interval")


class Services:
    def __init__(self, folder: Path) -> None:
        self.results = folder / "results"
        self.results.mkdir()
        self._env = {**prebuilt(folder, [VARIANT, "tune"]), "WHICHJVM_RESULTS": str(self.results)}

    def run(self, *words: str) -> Ran:
        return compose("run", "--rm", "--no-TTY", *words, env=self._env)


@pytest.fixture(scope="module")
def services(shared: Path) -> Services:
    build_images([VARIANT], [VARIANT])
    build_images(["tune"], ["jdk25-temurin"])
    return Services(shared)


@pytest.fixture
def interval() -> Iterator[str]:
    """Of the host, which the undo is of too: what a person has tuned must not be put back by a test."""
    need_root("set it")
    if UNDO.exists() and "\nstat-interval" in f"\n{UNDO.read_text()}":
        pytest.skip("this host's stat-interval is tuned; scripts/tune revert puts it back")
    before = INTERVAL.read_text()
    yield before.strip()
    INTERVAL.write_text(before)


def another(interval: str) -> str:
    return "78" if interval == "77" else "77"


def test_the_doctor_runs_in_a_container_of_the_oldest_jvm_and_says_what_it_cannot_see(services: Services) -> None:
    said = services.run(VARIANT, "doctor").ended(0, 4).out
    assert re.search(r"\n[0-9]+ pass, [0-9]+ warn, [0-9]+ fail\n\Z", said)
    assert "pass  engine           not visible from inside a container" in said
    assert "by whom is not visible from inside a container" in said
    assert "free in /out" in said


def test_a_container_that_is_too_small_for_a_fork_is_told_so(services: Services) -> None:
    small = ["--network", "none", "--cpus", "1.5", "--memory", "256m"]
    said = run("docker", "run", "--rm", *small, f"whichjvm/{VARIANT}", "doctor", "--out", "/tmp").ended(4).out
    assert "fail  cgroup-cpu       1.5 CPUs" in said
    assert "fail  cgroup-memory    256 MiB" in said
    assert "fail  shm              64 MiB free" in said


def test_tune_sets_one_setting_of_the_host_and_puts_it_back_exactly(services: Services, interval: str) -> None:
    assert "stat-interval" in services.run("tune", "show").ended().out
    services.run("tune", "apply", f"stat-interval={another(interval)}").ended()
    assert INTERVAL.read_text().strip() == another(interval)
    assert [(each.stat().st_uid, each.stat().st_mode & 0o7777) for each in (UNDO, UNDO.parent)] == [
        (0, 0o644),
        (0, 0o755),
    ]
    services.run("tune", "revert", "stat-interval").ended()
    assert INTERVAL.read_text().strip() == interval
    assert not [*services.results.iterdir()]
    assert services.run("tune", "revert", "stat-interval").out == "nothing to revert\n"


def test_what_the_service_has_set_the_script_puts_back(services: Services, interval: str) -> None:
    services.run("tune", "apply", f"stat-interval={another(interval)}").ended()
    assert INTERVAL.read_text().strip() == another(interval)
    run(ROOT / "scripts" / "tune", "revert", "stat-interval").ended()
    assert INTERVAL.read_text().strip() == interval


@pytest.mark.parametrize(
    "options, part",
    [
        ([], "/var/lib/whichjvm is not mounted here"),
        (["--tmpfs", "/var/lib/whichjvm:mode=755"], "read-only here"),
    ],
)
def test_in_any_other_container_tune_can_set_nothing_and_says_so(
    options: list[str], part: str, services: Services
) -> None:
    container = ["docker", "run", "--rm", "--network", "none", *options, "whichjvm/tune"]
    run(*container, "apply", "swappiness=7").refused(4, part)
