"""The images for arm64 of the oldest and of the newest JVM: each proves its machine and runs a fork, under an emulator
where this machine is another one. scripts/test --emulator runs these tests."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from support import ROOT, Ran, Word, docker, read, run
from whichjvm import platforms
from whichjvm.console import Stop
from whichjvm.runners import local_platform

# Images differ in their bases alone, and an emulator takes a minute for each.
VARIANTS = ["jdk8-temurin", "jdk25-temurin"]

EMULATED = os.uname().machine != "aarch64"


@pytest.fixture(scope="module")
def out(shared: Path) -> Path:
    """A folder of results, once the images are built."""
    try:
        platforms.check(["linux/arm64"])
    except Stop as stop:
        pytest.skip(stop.lines[0])
    # One base for both platforms, or the tests that follow would build it again.
    both = ",".join(dict.fromkeys([local_platform(), "linux/arm64"]))
    run(ROOT / "docker" / "packages" / "build", "--platform", both, *VARIANTS, timeout=3600).ended()
    bake = ["docker", "buildx", "bake", "--load", "--progress", "plain", *VARIANTS]
    run(*bake, env={"TAG": "arm64", "PLATFORMS": "linux/arm64"}, timeout=3600).ended()
    return shared


def inside(variant: str, program: str, *words: Word) -> str:
    """What another program of an image says."""
    entry = ["--network", "none", "--platform", "linux/arm64", "--entrypoint", program]
    return docker("run", "--rm", *entry, f"whichjvm/{variant}:arm64", *words)


def arm64(out: Path, variant: str, *words: Word, app: Path | None = None) -> Ran:
    """Runs an image. Nobody holds the lock, as emulated forks measure nothing. The quick compiler is enough: under an
    emulator C2 takes longer than all the rest, and with it a fork of 8 came to no end. The image's build has checked
    that the variant's own compiler is there."""
    return run(
        *("docker", "run", "--rm", "--init", "--network", "none", "--ipc", "host", "--platform", "linux/arm64"),
        *("--volume", f"{out}:/out", *(["--volume", f"{app}:/app:ro"] if app else [])),
        *("--env", "WHICHJVM_LOCK_HELD=1", "--env", "JAVA_OPTS=-XX:TieredStopAtLevel=1", f"whichjvm/{variant}:arm64"),
        *words,
    )


def forked(out: Path, variant: str, campaign: str, ran: Ran) -> Any:
    """The file of a fork that ran to its end; under an emulator it failed for that reason alone."""
    ran.ended(4 if EMULATED else 0)
    told = read(out / campaign / "forks" / f"001-{variant}.json")
    wanted = ("failed", "emulated", "aarch64") if EMULATED else ("ok", None, "aarch64")
    assert (told["status"], told["reason"], told["host"]["arch"]) == wanted
    return told


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_image_is_built_and_proved_its_machine(variant: str, out: Path) -> None:
    image = f"whichjvm/{variant}:arm64"
    assert docker("image", "inspect", "--format", "{{.Os}}/{{.Architecture}}", image) == "linux/arm64"
    # libjvm.so, from outside: the ELF header's machine, 183 being AArch64.
    machine = 'od -An -j 18 -N 2 -t u2 "$(find -L /opt/java -name libjvm.so | head -n 1)"'
    assert inside(variant, "sh", "-c", machine) == "183"
    assert "linux/arm64" in inside(variant, "/opt/whichjvm/vegeta", "--version")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_fork_verifies_each_message_and_fails_under_an_emulator(variant: str, out: Path) -> None:
    load = ["--wait", "yield", "--rate", "100", "--duration", "300ms", "--warmup", "100ms"]
    told = forked(out, variant, "smoke", arm64(out, variant, *load, "--fork", f"smoke/1-{variant}"))
    assert told["messages"]["verified"] == 30
    if EMULATED:
        assert "the kernel's CPU is x86" in told["host"]["emulatedBy"]
        assert not told["service"]
        assert told.get("floorNs") is None


def test_the_doctor_finds_the_emulator(out: Path) -> None:
    if not EMULATED:
        pytest.skip("nothing is emulated here")
    assert "aarch64, but the kernel's CPU is x86" in arm64(out, VARIANTS[-1], "doctor").ended(4).out


def test_a_program_has_forks_too(out: Path) -> None:
    variant = VARIANTS[-1]
    fork = ["command", "--fork", f"programs/1-{variant}", "--timeout", "3m", "--", "java", "-version"]
    forked(out, variant, "programs", arm64(out, variant, *fork))


def test_a_server_has_forks_too(out: Path, scratch: Path) -> None:
    variant = VARIANTS[-1]
    run(ROOT / "test" / "services" / "build", "faulty").ended()
    # Its files are the fork's own user's to read.
    shutil.copy(ROOT / "test" / "services" / "faulty" / "target" / "app.jar", scratch)
    run("chmod", "-R", "a+rX", scratch).ended()
    load = ["--warmup", "1s", "--turn", "500ms", "--points", "5", "--passes", "1", "--rate", "5"]
    asked = ["--port", "8080", "--ready", "/health", "--request", "GET /x", *load]
    server = ["--", "java", "-jar", "app.jar", "8080", "works"]
    fork = ["service", "--fork", f"servers/1-{variant}", "--app", "/app", "--timeout", "3m", *asked, *server]
    forked(out, variant, "servers", arm64(out, variant, *fork, app=scratch))
