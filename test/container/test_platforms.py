"""What each command says of the other architecture."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support import COMPARE, ROOT, need_root, run

pytestmark = pytest.mark.engine

OTHER = "linux/amd64" if os.uname().machine != "x86_64" else "linux/arm64"


@pytest.mark.parametrize(
    "command, option", [("docker/packages/build", "--platform"), ("scripts/release", "--platforms")]
)
def test_without_an_emulator_each_command_says_how_to_register_one_before_it_builds(command: str, option: str) -> None:
    need_root("hide the kernel's table of emulators")
    # With an empty table of its own, whatever this machine's has, and with a /dev/shm of its own, for the lock on the
    # host's may be another campaign's. It takes itself for alone then, and would remove another's containers, so these
    # tests are not beside others.
    hidden = """
    for table in /proc/sys/fs/binfmt_misc /dev/shm; do mount -t tmpfs none "$table" || exit 99; done
    : >/proc/sys/fs/binfmt_misc/register
    exec "$@"
    """
    ran = run("unshare", "--mount", "sh", "-c", hidden, "sh", ROOT / command, option, OTHER, "jdk21-temurin")
    ran.refused(4, f"{OTHER} programs do not run on this machine", "scripts/install-docker --with-qemu")


@pytest.mark.parametrize("platform", [OTHER, "linux/riscv64"])
def test_compare_refuses_another_platform_than_this_hosts_before_it_builds(platform: str, scratch: Path) -> None:
    env = {"DOCKER_DEFAULT_PLATFORM": platform}
    ran = run(COMPARE, "--runner", "docker", "--out", scratch, "jdk21-temurin", env=env, timeout=60).ended(4)
    assert ran.out == ""
    error, attempt = ran.err.splitlines()
    assert f"error: DOCKER_DEFAULT_PLATFORM is {platform}, but this host is linux/" in error
    assert attempt == f"try: unset DOCKER_DEFAULT_PLATFORM, or run this on a {platform} host"
    assert not [*scratch.iterdir()]
