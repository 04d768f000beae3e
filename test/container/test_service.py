"""Servers under load in containers: each has its load generator with it, and reaches nobody."""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import (
    COMPARE,
    ROOT,
    UNGATED,
    Ran,
    Starter,
    Word,
    build_images,
    docker,
    eventually,
    output,
    read,
    run,
    wait_for_host,
)

pytestmark = pytest.mark.engine

SERVICES = ROOT / "test" / "services"
HEAP = {"JAVA_OPTS": "-Xmx128m"}
BOTH = ("jdk17-temurin", "jdk17-temurin+again")
OURS = "label=org.whichjvm.of=campaign"


@pytest.fixture(scope="module", autouse=True)
def services() -> None:
    output(SERVICES / "build", "javalin", "faulty")
    build_images(["jdk17-temurin"], ["jdk17-temurin"])


class Campaign:
    """Of a service whose jar is in the folder `app`."""

    def __init__(self, scratch: Path) -> None:
        wait_for_host()
        self.out = scratch / "out"
        self.out.mkdir()
        self.app = self.folder_of(scratch / "app", "javalin")

    @staticmethod
    def folder_of(folder: Path, service: str) -> Path:
        folder.mkdir()
        shutil.copy(SERVICES / service / "target" / "app.jar", folder)
        (folder / "app.jar").chmod(0o644)
        return folder

    def words(self, *words: Word, app: Path | None = None) -> list[Word]:
        return [
            *("env", "--default-signal=INT", COMPARE, "--runner", "docker", "--out", str(self.out)),
            *("--mount", str(app or self.app), *UNGATED, "--service", "8080", "--ready", "/health"),
            *("--request", "GET /notes/first", "--rate", "50", "--turn", "500ms", "--warmup", "300ms"),
            *("--memory", "512m", *words),
        ]

    def run(self, *words: Word, app: Path | None = None) -> Ran:
        return run(*self.words(*words, app=app), env=HEAP)

    def told(self, contender: str) -> Any:
        return read(self.out / "latest" / "forks" / f"001-{contender}.json")

    def printed(self, contender: str) -> str:
        return (self.out / "latest" / "forks" / f"001-{contender}.out").read_text()


@pytest.fixture
def campaign(scratch: Path) -> Campaign:
    return Campaign(scratch)


def containers() -> list[str]:
    """Of forks."""
    return docker("ps", "--all", "--quiet", "--filter", OURS).split()


def no_containers() -> None:
    eventually(lambda: not containers(), "no container is left")


def test_servers_on_one_port_are_alive_together_each_with_its_generator_in_a_container_without_a_network(
    campaign: Campaign,
) -> None:
    shell = campaign.app / "run.sh"
    shell.write_text(
        "#!/bin/sh\necho \"interfaces: $(ls /sys/class/net | tr '\\n' ' ')\"\nexec java -jar app.jar \"$1\"\n"
    )
    shell.chmod(0o755)
    campaign.run("--blocks", "1", *BOTH, "--", "./run.sh", "8080").ended()
    for name in BOTH:
        assert campaign.told(name)["status"] == "ok"
        assert campaign.told(name)["parameters"]["port"] == 8080
        assert "interfaces: lo " in campaign.printed(name)
    (median,) = [each["score"] for each in campaign.told(BOTH[0])["scores"] if each["name"] == "p50"]
    assert median > 0
    no_containers()


def test_a_server_that_does_not_fit_into_its_container_is_left_out_and_the_reason_told(campaign: Campaign) -> None:
    small, large = (f"jdk17-temurin+memory{size}m" for size in (192, 512))
    java = ("java", "-Xms256m", "-XX:+AlwaysPreTouch", "-jar", "app.jar", "8080")
    said = run(*campaign.words("--blocks", "1", small, large, "--", *java)).ended().err
    # The kernel may end the JVM that watches too, before the server's memory is free again; then nobody knows the heap.
    ended = (
        "does not fit: the kernel's OOM killer ended the server, whose container may .* with a heap of at most",
        "the JVM was killed",
    )
    assert re.search(f"skipped {re.escape(small)}: .*({'|'.join(ended)})", said), said
    assert campaign.told(large)["status"] == "ok"


# --- services of the person's beside the program ------------------------------------------------


class Notes:
    """A compose file with a service `notes`, which has of its own what two of them cannot both have, and data of the
    person's own; and a server that asks it."""

    def __init__(self, scratch: Path, campaign: Campaign) -> None:
        self.campaign = campaign
        self.faulty = campaign.folder_of(scratch / "faulty", "faulty")
        self.data = f"whichjvm-test-{os.getpid()}"
        docker("volume", "create", self.data)
        self.file = scratch / "services.yaml"
        self.file.write_text(
            f"""\
services:
  notes:
    image: whichjvm/jdk17-temurin
    container_name: notes
    hostname: notes
    entrypoint: [java, -jar, /program/app.jar, "9000"]
    ports: ["127.0.0.1:9000:9000"]
    networks: [own]
    volumes: ["{campaign.app}:/program:ro", "data:/data"]
    depends_on: [other]
  other:
    build: {{context: {scratch}, dockerfile_inline: "FROM whichjvm/jdk17-temurin"}}
    entrypoint: [sleep, infinity]
    restart: always
  broken:
    image: whichjvm/jdk17-temurin
    entrypoint: [sh, -c, "echo no data >&2; exit 7"]
networks: {{own: {{}}}}
volumes:
  data: {{external: true, name: {self.data}}}
"""
        )

    def asking(self, *words: Word) -> Ran:
        return self.campaign.run(*words, app=self.faulty)

    def told(self, contender: str) -> tuple[str, str]:
        told = self.campaign.told(contender)
        return told["status"], told["parameters"]["with"]


@pytest.fixture
def notes(scratch: Path, campaign: Campaign) -> Iterator[Notes]:
    made = Notes(scratch, campaign)
    yield made
    docker("volume", "rm", "--force", made.data)


def test_each_server_has_the_services_of_the_persons_compose_file_beside_it_and_no_data_of_theirs_is_touched(
    notes: Notes,
) -> None:
    ran = notes.asking(
        *("--with", f"{notes.file}:notes", "--request", "GET /x", "--blocks", "1", *BOTH),
        *("--", "java", "-jar", "app.jar", "8080", "asks", "9000"),
    )
    docker("volume", "inspect", notes.data)
    ran.ended()
    assert [notes.told(name) for name in BOTH] == 2 * [("ok", "notes")]
    no_containers()
    eventually(lambda: not docker("volume", "ls", "--quiet", "--filter", OURS), "no volume is left")


def test_a_program_that_ends_has_them_too(notes: Notes) -> None:
    asks = (
        "for try in {1..100}; do exec 3<>/dev/tcp/notes/9000 && printf 'GET /health HTTP/1.0\\r\\n\\r\\n' >&3 &&"
        " head -n 1 <&3 && exit; sleep 0.1; done 2>/dev/null; exit 3"
    )
    run(
        *(COMPARE, "--runner", "docker", "--out", str(notes.campaign.out), "--mount", str(notes.campaign.app)),
        *(*UNGATED, "--workload", "command", "--with", f"{notes.file}:notes", "--blocks", "1", BOTH[0]),
        *("--", "bash", "-c", asks),
        env=HEAP,
    ).ended()
    assert notes.told(BOTH[0]) == ("ok", "notes")
    no_containers()


ASKS = ("java", "-jar", "app.jar", "8080", "asks", "9000")


@pytest.mark.parametrize(
    ("words", "program", "code", "sentence"),
    [
        (
            ["--with", "none.yaml:notes"],
            ASKS,
            2,
            "--with is '{folder}/none.yaml:notes'\ntry: FILE:SERVICE[,SERVICE]",
        ),
        (
            ["--with", "services.yaml:db"],
            ASKS,
            2,
            "--with names the service 'db', which {folder}/services.yaml does not have\ntry: one of its services: ",
        ),
        (
            ["--network", "--with", "services.yaml:notes"],
            ASKS,
            2,
            "--with gives the program a network of its own, and --network another\ntry: leave out --network",
        ),
        (
            ["--blocks", "1", "--with", "services.yaml:broken"],
            ("java", "-jar", "app.jar", "8080", "works"),
            4,
            "the services of --with broken did not start: ",
        ),
    ],
    ids=["no file", "no such service", "with --network", "one that ends"],
)
def test_services_that_cannot_be_had_are_a_sentence(
    words: list[str], program: tuple[str, ...], code: int, sentence: str, notes: Notes
) -> None:
    folder = notes.file.parent
    options = [*words[:-1], f"{folder}/{words[-1]}"]
    notes.asking(*options, BOTH[0], "--", *program).refused(code, sentence.format(folder=folder))
    assert not containers()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_container_outlives_a_campaign_that_is_interrupted_and_those_of_a_killed_one_end(
    number: signal.Signals, notes: Notes, background: Starter
) -> None:
    words = ("--with", f"{notes.file}:other", "--blocks", "9", *BOTH, "--", "java", "-jar", "app.jar", "8080")
    started = background(*notes.campaign.words(*words), env=HEAP)

    def all_there() -> bool:
        """Of each server its own, its network's, and `other`."""
        assert started.running(), started.err
        return len(containers()) == 6

    eventually(all_there, "all containers are there")
    started.signal(number)
    ended = started.end()
    if number == signal.SIGINT:
        ended.ended(130)
    no_containers()
