"""Freezes and thaws control groups by the kernel's freezer: of version 1 freezer.state, of version 2 cgroup.freeze.

A group is that of a container, docker:NAME, or a folder of the host.

usage: python3 -m whichjvm.freezer GROUP: tries it, and prints who freezes the group, kernel or engine, and how long a
freeze and a thaw take, in ms. It gives up at the end of its stdin.
"""

from __future__ import annotations

import contextlib
import os
import select
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence

DOCKER = "docker:"

_TRIES = 5
# Asking an engine takes CPU time, in s.
_BETWEEN_LOOKS = 0.1


def asks_pid(container: str) -> list[str]:
    """The command that prints the process number of a container, by which `Freezer.of_container` finds its group."""
    return ["docker", "inspect", "--format", "{{.State.Pid}}", container]


def _file_of(pid: int) -> str:
    """The file that freezes the control group of a process; empty if there is none that this user may read."""
    path = ""
    try:
        with open(f"/proc/{pid}/cgroup", encoding="utf-8", errors="replace") as lines:
            for line in lines:
                _, controllers, group = line.rstrip("\n").split(":", 2)
                if controllers == "freezer" and len(group) > 1:
                    path = f"/sys/fs/cgroup/freezer{group}/freezer.state"
                elif not controllers and len(group) > 1 and not path:
                    path = f"/sys/fs/cgroup{group}/cgroup.freeze"
    except OSError:
        return ""
    return path if path and os.access(path, os.R_OK) else ""


def root() -> str:
    """The folder in which a host has a control group for each program; empty if this user may make none. Who is not root may
    in a scope that systemd has delegated."""
    for folder in ("/sys/fs/cgroup/freezer", "/sys/fs/cgroup", _own()):
        if folder and os.access(f"{folder}/cgroup.procs", os.W_OK):
            return folder
    return ""


def _own() -> str:
    """The control group of version 2 that this process is in; empty if there is none."""
    with contextlib.suppress(OSError), open("/proc/self/mounts", encoding="utf-8", errors="replace") as mounts:
        mounted = [fields[1] for fields in map(str.split, mounts) if fields[2] == "cgroup2"]
        with open("/proc/self/cgroup", encoding="utf-8", errors="replace") as groups:
            paths = [line.rstrip("\n")[len("0::") :] for line in groups if line.startswith("0::")]
        return f"{mounted[0]}{paths[0]}" if mounted and paths else ""
    return ""


class Freezer:
    """Freezes one group."""

    def __init__(self, group: str, file: str) -> None:
        self._group = group
        self._file = file
        self._first = file.endswith("/freezer.state")
        # Who may not write the file has the container's engine do it.
        self.by_kernel = os.access(file, os.W_OK)

    @classmethod
    def of(cls, group: str) -> Freezer | None:
        """That of a group; None if it has not begun or has ended."""
        if group.startswith(DOCKER):
            container = group[len(DOCKER) :]
            inspected = subprocess.run(
                asks_pid(container), stdin=subprocess.DEVNULL, capture_output=True, errors="replace", check=False
            )
            return cls.of_container(container, inspected.stdout)
        file = f"{group}/freezer.state"
        if not os.path.exists(file):
            file = f"{group}/cgroup.freeze"
        freezer = cls(group, file)
        return freezer if freezer.lives() else None

    @classmethod
    def of_container(cls, container: str, said: str) -> Freezer | None:
        """That of a container, by what `asks_pid` printed: nothing of one that is not there, 0 of one that does not run."""
        pid = said.strip()
        file = _file_of(int(pid)) if pid.isdigit() and int(pid) else ""
        return cls(f"{DOCKER}{container}", file) if file else None

    def lives(self) -> bool:
        """Whether the group has a process."""
        try:
            with open(f"{os.path.dirname(self._file)}/cgroup.procs", encoding="ascii") as processes:
                return bool(processes.readline())
        except OSError:
            return False

    def freeze(self) -> None:
        """Returns when the kernel has done it, or the group is gone."""
        if not self.by_kernel:
            self._by_engine("pause", "FROZEN" if self._first else "frozen 1")
            return
        looks = 0
        self._write("FROZEN" if self._first else "1")
        while not self._says("FROZEN" if self._first else "frozen 1"):
            looks += 1
            # A process that calls exec waits for the end of its other threads, which are frozen by now: it has to get
            # on first.
            if looks % 500 == 0:
                self.thaw()
                time.sleep(0.005)
                self._write("FROZEN" if self._first else "1")

    def thaw(self) -> None:
        """By the kernel it waits for nothing: that is done at once, or a group around this one is frozen."""
        if self.by_kernel:
            self._write("THAWED" if self._first else "0")
        else:
            self._by_engine("unpause", "THAWED" if self._first else "frozen 0")

    def _write(self, word: str) -> None:
        with contextlib.suppress(OSError), open(self._file, "w", encoding="ascii") as file:
            file.write(word)

    def _says(self, wanted: str) -> bool:
        """Whether the kernel says so; so it does of a group that is gone."""
        told = self._file if self._first else f"{os.path.dirname(self._file)}/cgroup.events"
        try:
            with open(told, encoding="ascii") as file:
                return wanted in file.read()
        except OSError:
            return True

    def _by_engine(self, operation: str, wanted: str) -> None:
        with subprocess.Popen(
            ["docker", operation, self._group[len(DOCKER) :]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as client:
            assert client.stdout
            # The client says something or ends, whether or not the engine did it.
            while not self._says(wanted) and not select.select([client.stdout], [], [], 0.001)[0]:
                pass


def _tried(group: str) -> str:
    """Who freezes a group that may not have begun, and how long a freeze and a thaw take: the median of a few, in ms. Empty
    if stdin ends before."""
    freezer = None
    while not freezer:
        if select.select([0], [], [], _BETWEEN_LOOKS)[0]:
            return ""
        freezer = Freezer.of(group)
    if not freezer.by_kernel:
        return "engine 0"
    millis = []
    for _ in range(_TRIES):
        begin = time.monotonic()
        freezer.freeze()
        freezer.thaw()
        millis.append((time.monotonic() - begin) * 1000)
        time.sleep(_BETWEEN_LOOKS)
    return f"kernel {statistics.median(millis):.3f}"


def thaw_groups(groups: Sequence[str]) -> None:
    for group in groups:
        freezer = Freezer.of(group)
        if freezer:
            freezer.thaw()


if __name__ == "__main__":
    print(_tried(sys.argv[1]))
