"""How the programs of scripts/test are started, and ended."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Union

from whichjvm.console import CANNOT, INTERRUPTED, ROOT, Stop, say

Word = Union[str, "os.PathLike[str]"]

# As long as a program may take to remove what it has made, once it is to end, in s.
PATIENCE = 60


class Children:
    """Programs that run for long. Each has a session of its own, so that Ctrl-C reaches it once, by end(): a second one
    would break off what it does about the first."""

    def __init__(self) -> None:
        self._started: list[subprocess.Popen[bytes]] = []
        self._lock = threading.Lock()
        self._ended = False

    def run(self, command: Sequence[Word], **more: Any) -> int:
        """Its exit code."""
        with self._lock:
            if self._ended:
                raise Stop(INTERRUPTED)
            try:
                process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True, **more)
            except FileNotFoundError as missing:
                say(str(missing))
                return 127
            self._started.append(process)
        return process.wait()

    def end(self) -> None:
        with self._lock:
            self._ended = True
        running = [each for each in self._started if each.poll() is None]
        for number in (signal.SIGINT, signal.SIGKILL):
            for each in running:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(each.pid, number)
            # Who presses Ctrl-C again does not want to wait.
            with contextlib.suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
                for each in running:
                    each.wait(PATIENCE)


def has(*command: str) -> bool:
    """Whether a command is there and succeeds."""
    with contextlib.suppress(OSError):
        return not subprocess.run(command, capture_output=True, check=False).returncode
    return False


def said_by(command: Sequence[Word], env: Mapping[str, str]) -> str:
    """A program that fails has said why."""
    said = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=False)
    if said.returncode:
        raise Stop(CANNOT)
    return said.stdout.strip()


def maven(*words: str) -> list[Word]:
    """The command of whichjvm/maven.py."""
    return [
        sys.executable,
        "-B",
        "-S",
        "-X",
        "utf8",
        ROOT / "scripts/whichjvm/__main__.py",
        "maven",
        sys.argv[0],
        *words,
    ]
