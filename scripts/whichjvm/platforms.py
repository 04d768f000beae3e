"""Which platforms this machine can run: its own, and those that an emulator is registered for."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from .console import cannot
from .runners import local_platform

# The kernel's table of foreign executables.
TABLE = Path("/proc/sys/fs/binfmt_misc")

_HANDLERS = {"linux/amd64": "qemu-x86_64", "linux/arm64": "qemu-aarch64"}


def runs(platform: str) -> bool:
    """Whether its programs run here. The table knows an emulator of this machine, and a container finds one only with
    the flag F; the builder knows one if the engine has a kernel of its own."""
    if platform == local_platform():
        return True
    if (TABLE / "register").exists():
        handler = TABLE / _HANDLERS[platform]
        text = handler.read_text(encoding="ascii") if handler.exists() else ""
        return "enabled" in text.splitlines() and bool(re.search("^flags:.*F", text, re.MULTILINE))
    said = subprocess.run(["docker", "buildx", "inspect"], capture_output=True, text=True, check=False).stdout
    return any(platform in re.split("[ ,*]+", line) for line in re.findall("^Platforms:(.*)", said, re.MULTILINE))


def check(platforms: Iterable[str]) -> None:
    """A Stop says of one whose programs do not run here how they would."""
    for platform in platforms:
        if not runs(platform):
            raise cannot(
                f"{platform} programs do not run on this machine, a {local_platform()}, and no emulator is registered for"
                " them",
                "scripts/install-docker --with-qemu as root (Debian), or docker run --privileged --rm"
                f" tonistiigi/binfmt --install {platform[len('linux/') :]}",
            )


def main(arguments: list[str]) -> int:
    """Checks those that are named, and prints this machine's own."""
    check(arguments)
    print(local_platform())
    return 0
