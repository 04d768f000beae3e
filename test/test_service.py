"""--workload service with the runner `host`: campaigns of real servers, small rates and short turns. The figures of a
server of which all is known are tested in Java."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from programs import processes
from support import (
    COMPARE,
    ROOT,
    SHM,
    UNGATED,
    Ran,
    Starter,
    Word,
    eventually,
    free_ports,
    java_home,
    output,
    read,
    run,
    wait_for_host,
)

pytestmark = pytest.mark.beside

SERVICES = ROOT / "test" / "services"

# Each server has as much heap as it takes and no more: the host gives them no limit.
HEAP = {"JAVA_OPTS": "-Xmx128m"}


@pytest.fixture(scope="module", autouse=True)
def services() -> None:
    output(SERVICES / "build", "javalin", "faulty")


class Campaign:
    """Of the service javalin, from the folder in which it was built."""

    folder = SERVICES / "javalin" / "target"

    def __init__(self, scratch: Path) -> None:
        wait_for_host()
        self.scratch = scratch
        self.out = scratch / "out"
        self.out.mkdir()
        self.port = free_ports()
        self.words: list[Word] = [
            *("env", "--default-signal=INT", COMPARE, "--runner", "host", "--out", self.out),
            *("--jdk", f"one={java_home()}", *UNGATED),
            *("--service", str(self.port), "--ready", "/health", "--warmup", "300ms"),
        ]

    def run(self, *words: Word) -> Ran:
        return run(*self.words, *words, env=HEAP, cwd=self.folder)

    def file(self, name: str) -> Path:
        return self.out / "latest" / "forks" / name

    def told(self, fork: str) -> Any:
        return read(self.file(f"{fork}.json"))

    def servers(self) -> set[int]:
        """Processes that listen, or are to, on the ports of this test."""
        return processes(f"jar app.jar {self.port // 10}")

    def folders(self) -> list[str]:
        """Of forks of this test, which have a link to its program."""
        found = []
        for place in (Path("/tmp"), SHM):
            for each in place.glob("whichjvm-*/work/app.jar"):
                with contextlib.suppress(OSError):
                    if os.readlink(each).startswith((str(self.scratch), str(self.folder))):
                        found.append(str(each))
        return found

    def nothing_is_left(self) -> None:
        eventually(lambda: not self.servers(), "no server is left")
        eventually(lambda: not self.folders(), "no folder of a fork is left")

    def end(self) -> None:
        for pid in self.servers():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


@pytest.fixture
def campaign(scratch: Path) -> Iterator[Campaign]:
    made = Campaign(scratch)
    yield made
    made.end()


def test_a_server_is_compared_with_itself_all_get_the_same_rates_by_turns_and_have_the_scores_of_services(
    campaign: Campaign,
) -> None:
    requests = ("--request", "3:GET /notes/first", "--request", "GET /health")
    ran = campaign.run(
        *("--blocks", "2", "--turn", "300ms", "--points", "5", *requests),
        *("one", "one+again", "--", "java", "-jar", "app.jar", "{port}"),
    )
    # On a busy host a server may not answer in time.
    ran.ended(0, 3)
    assert "skipped one" not in ran.err
    for block in ("001", "002"):
        forks = [campaign.told(f"{block}-{name}") for name in ("one", "one+again")]
        # A fork that failed has no figures.
        well = [each for each in forks if each["status"] == "ok"]
        assert ran.code == 3 or well == forks
        for fork in well:
            assert len(fork["load"]["curve"]) == 5
            assert [each["rate"] for each in fork["turns"]["list"]].count(0) == 3
            names = {each["name"] for each in fork["scores"]}
            assert names >= {"max-throughput", "start-to-ready", "warm-up", "cpu-per-request", "peak-rss"}
        ladders = [each["parameters"]["ladder"] for each in well]
        assert ladders == ladders[:1] * len(ladders)
    assert "max-throughput" in ran.out
    campaign.nothing_is_left()


# A version of the program for each way to fail, and at first another where it has two.
FAULTY = {
    "works": ("works",),
    "crashes": ("crashes 100", "works"),
    "exits": ("exits",),
    "never-ready": ("never-ready",),
    "fails": ("fails",),
    "closes": ("closes",),
    "other-port": ("other-port",),
    "two": ("two-processes",),
}


def faulty(scratch: Path, name: str) -> Path:
    """The folder of a version. The folder that the campaign mounts is its own on a host, so that a second start can know
    of the first."""
    folder = scratch / name
    folder.mkdir()
    shutil.copy(SERVICES / "faulty" / "target" / "app.jar", folder)
    way, first = FAULTY[name][0], FAULTY[name][-1]
    (folder / "run.sh").write_text(
        f'#!/bin/sh\nway="{way}"\nif mkdir {folder}/began 2>/dev/null; then way="{first}"; fi\n'
        'exec java -jar app.jar "$1" $way\n'
    )
    (folder / "run.sh").chmod(0o755)
    return folder


def test_a_server_that_fails_says_in_which_way_before_the_campaign_or_in_it_and_the_others_go_on(
    campaign: Campaign,
) -> None:
    versions = [word for name in FAULTY for word in ("--app", f"{name}={faulty(campaign.scratch, name)}")]
    said = campaign.run(
        *("--blocks", "1", *versions, "--timeout", "3s", "--rate", "50", "--turn", "500ms"),
        *("one", "--", "./run.sh", "{port}"),
    ).ended(3)

    def skips(version: str, *sentences: str) -> None:
        """The version's error is printed before the campaign, and the campaign leaves the version out."""
        (line,) = [each for each in said.err.splitlines() if f"skipped one+app-{version}: " in each]
        for sentence in sentences:
            assert sentence in line
        assert not campaign.file(f"001-one+app-{version}.json").exists()

    skips(
        "exits",
        "the server failed with exit code 5, before it was ready; it said last: ",
        "There is no configuration.",
    )
    skips(
        "never-ready",
        "the server was not ready after 3 s (--timeout): GET /health was answered last by: 503 Service Unavailable",
    )
    skips(
        "fails",
        "the server answered none of its requests well in a warm-up of ",
        "500 Internal Server Error (",
    )
    skips("closes", "EOF (")
    port = campaign.port
    skips("other-port", f"port {port + 6} accepts no connection, and its processes listen on port {port + 7}")
    crashes = campaign.told("001-one+app-crashes")
    assert crashes["status"] == "failed"
    assert "the server failed with exit code 7, while it was kept busy; it said last: " in crashes["reason"]
    assert "The disk is full." in campaign.file("001-one+app-crashes.out").read_text()
    assert campaign.told("001-one+app-works")["status"] == "ok"
    assert campaign.told("001-one+app-two")["status"] == "ok"
    campaign.nothing_is_left()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_server_outlives_its_campaign_whether_that_is_interrupted_or_killed(
    number: signal.Signals, campaign: Campaign, background: Starter
) -> None:
    started = background(
        *campaign.words,
        *("--blocks", "9", "--turn", "100ms", "--rate", "20", "--request", "GET /health"),
        *("one", "one+again", "--", "java", "-jar", "app.jar", "{port}"),
        env=HEAP,
        cwd=campaign.folder,
    )

    def both_serve() -> bool:
        assert started.running(), started.err
        return len(campaign.servers()) == 2

    eventually(both_serve, "both serve")
    started.signal(number)
    ended = started.end()
    if number == signal.SIGINT:
        ended.ended(130)
    campaign.nothing_is_left()
