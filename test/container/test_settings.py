"""What the container of a fork is started with."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import COMPARE, ROOT, UNGATED, Starter, docker, eventually, run, wait_for_host

pytestmark = pytest.mark.engine

BESIDE = "whichjvm-test-settings"
OVERRIDE = ROOT / "compose.override.yaml"

OF_A_PERSON = """
services:
  jdk17-temurin:
    cpus: 1.5
    pids_limit: 5000
    ulimits: {{nofile: {{soft: 1000, hard: 2000}}}}
    tmpfs: ["/tmp:exec,size=64m"]
    environment: {{OF_A_PERSON: "1, 2"}}
    volumes: ["{folder}:/extra:ro"]
"""

# What a fork has otherwise than a container that a person starts, or has of its own.
OWN = ("AutoRemove", "ContainerIDFile", "ConsoleSize")
CONFINED = ("CapAdd", "LogConfig", "Memory", "MemorySwap", "ReadonlyRootfs", "Mounts", "Binds")
OWN_ENVIRONMENT = tuple(
    f"WHICHJVM_{name}=" for name in ("IMAGE_ID", "REVISION", "JVM", "LOCK_HELD", "STEP", "DEADLINE", "MEMORY")
)


def plain(value: Any) -> Any:
    """Without what is empty, and without the order of lists."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items() if plain(each)}
    return sorted(map(plain, value), key=str) if isinstance(value, list) else value


def compared(container: Any) -> Any:
    """The settings that all containers of one service share, out of what the engine says of a container."""
    host, mounts, config = container["HostConfig"], container["Mounts"], container["Config"]
    return plain(
        {
            "host": {key: value for key, value in host.items() if key not in OWN + CONFINED},
            "mounts": [each for each in mounts if each["Destination"] not in ("/out", "/queue", "/etc/passwd")],
            "config": {key: config.get(key) for key in ("WorkingDir", "Image", "Entrypoint", "StopSignal")},
            "environment": [each for each in config["Env"] if not each.startswith(OWN_ENVIRONMENT)],
        }
    )


def inspect(container: str) -> Any:
    return json.loads(docker("inspect", container))[0]


@pytest.fixture
def settings_of_a_person(scratch: Path) -> Iterator[None]:
    if OVERRIDE.exists():
        pytest.skip("compose.override.yaml is there already")
    OVERRIDE.write_text(OF_A_PERSON.format(folder=scratch))
    yield
    OVERRIDE.unlink()
    run("docker", "rm", "--force", BESIDE)


def test_a_forks_container_has_the_settings_that_compose_run_would_give_it_those_of_a_person_among_them(
    settings_of_a_person: None, background: Starter, scratch: Path
) -> None:
    wait_for_host()
    env = {"WHICHJVM_RESULTS": str(scratch), "WHICHJVM_CPUSET": "0-1", "JAVA_OPTS": "-Dx=1"}
    campaign = background(
        *(COMPARE, "--runner", "docker", "--out", scratch, "--blocks", "1", "--interleave", "forks", *UNGATED),
        *("jdk17-temurin", "--", "--rate", "1000", "--duration", "30s"),
        env=env,
    )

    def running() -> str:
        latest = scratch / "latest"
        name = os.readlink(latest) if latest.is_symlink() else "none"
        return docker("ps", "--quiet", "--filter", f"name=whichjvm-{name}-[0-9]")

    fork = inspect(eventually(running, "a fork runs"))
    # Another one beside it, which only sleeps.
    sleeps = ["--detach", "--name", BESIDE, "--entrypoint", "sleep", "jdk17-temurin", "60"]
    docker("compose", "run", *sleeps, env=env)
    beside = inspect(BESIDE)
    campaign.signal(signal.SIGINT)
    campaign.end()

    wanted = compared(beside)
    assert wanted["config"].pop("Entrypoint") == ["sleep"]
    same = compared(fork)
    assert same["config"].pop("Entrypoint") == ["/opt/whichjvm/launch"]
    assert same == wanted
    assert "OF_A_PERSON=1, 2" in same["environment"]
    host = fork["HostConfig"]
    assert host["CpusetCpus"] == "0-1"
    # Without a profile of seccomp it has the engine's default.
    assert sorted(host["SecurityOpt"]) == ["label=disable", "no-new-privileges:true"]
    # The results folder is root's here.
    assert fork["Config"]["User"] == "65534:65534"
    assert (host["CapAdd"] or [], host["CapDrop"]) == ([], ["ALL"])
    assert host["ReadonlyRootfs"]
    assert host["LogConfig"]["Type"] == "json-file"
    assert sorted((each["Type"], each["Destination"], each["RW"]) for each in fork["Mounts"]) == [
        ("bind", "/etc/passwd", False),
        ("bind", "/extra", False),
        ("volume", "/out", True),
    ]
    assert host["Memory"] == host["MemorySwap"] > 1 << 30
