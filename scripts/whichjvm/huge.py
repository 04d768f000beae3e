"""A tmpfs of huge pages for a fork's queue. In containers it is compose.yaml's volume `huge`; on the host each fork
sees one of its own in place of /dev/shm, which goes with the last of its processes.

usage: huge.py COMMAND…: on the host, runs the command with such a tmpfs. It needs nothing of the package, so that a
fork does not wait for it.
"""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import NoReturn

# What the JVM needs beside the queue, in kB.
_SPARED = 1024 * 1024
_WANTED = 4 * 1024 * 1024

# As in console.py.
_CANNOT = 4

_MOUNT = 'mount -t tmpfs -o "huge=always,size=$1,mode=1777" whichjvm /dev/shm && shift && exec "$@"'


def available_memory() -> int | None:
    """For more processes, in kB; None where the kernel does not say."""
    with open("/proc/meminfo", encoding="ascii", errors="replace") as lines:
        for line in lines:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1])
    return None


def huge_size() -> str:
    """How large it may become: what WHICHJVM_HUGE_SIZE says, else 4g, or less where there is less memory. The workload
    refuses a queue that does not fit."""
    said = os.environ.get("WHICHJVM_HUGE_SIZE")
    if said:
        return said
    available = available_memory()
    if available is None or available - _SPARED >= _WANTED:
        return "4g"
    return f"{(available - _SPARED) // 1024 if available > _SPARED + 1024 else 1}m"


def command(dry_run: bool = False) -> list[str]:
    """The start of a command that runs with such a tmpfs; a dry run's is what a person would type. A person's own
    WHICHJVM_HUGE_DIR needs none. If no such tmpfs can be mounted here, the command ends with a sentence."""
    if os.environ.get("WHICHJVM_HUGE_DIR"):
        return []
    if dry_run:
        return [*_mounting(), "env", "WHICHJVM_HUGE_DIR=/dev/shm"]
    return [sys.executable, "-I", "-S", "-X", "utf8", os.path.abspath(__file__)]


def _mounting() -> list[str]:
    unshare = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
    return [*unshare, "sh", "-c", _MOUNT, "sh", huge_size()]


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def _check() -> None:
    try:
        tried = subprocess.run(
            [*_mounting(), "true"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        code, said = tried.returncode, tried.stdout.decode(errors="replace").rstrip("\n").rpartition("\n")[2]
    except OSError as error:
        code, said = 1, f"unshare: {error.strerror}"
    if code:
        print(
            f"error: huge pages need a tmpfs of their own, and {_user()} may mount none here ({said})\n"
            "try: leave out +huge or --queue-memory huge; or --runner docker, whichjvm compare as root, or"
            " WHICHJVM_HUGE_DIR=/mnt/huge after: sudo mkdir -p /mnt/huge && sudo mount -t tmpfs -o"
            " huge=always,size=4g,mode=1777 whichjvm /mnt/huge",
            file=sys.stderr,
        )
        sys.exit(_CANNOT)


def main(words: Sequence[str]) -> NoReturn:
    if command():
        _check()
    # Python ignores them, and a command would inherit that.
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(ignored, signal.SIG_DFL)
    words = [*command(dry_run=True), *words]
    os.execvp(words[0], words)


if __name__ == "__main__":
    main(sys.argv[1:])
