"""Runs a fork with its companions beside it, and removes them when the fork has ended.

usage: __main__.py with_companions - DEFINITION COMMAND…: DEFINITION is the JSON file that companions.py writes, and COMMAND
is the docker run of the fork. It ends with the command's exit code. It outlives a campaign that is killed, until the fork
has ended too. It needs little of the package, so that a fork does not wait for it.
"""

from __future__ import annotations

import dataclasses
import json
import signal
import subprocess
import sys
from collections.abc import Sequence

from .console import INTERRUPTED


@dataclasses.dataclass(frozen=True)
class Definition:
    """Whose companions they are, and how they are started."""

    fork: str
    # Of the holder, by which the engine needs no other.
    image: str
    label: str
    user: str
    # All services of the file, and those that are needed.
    names: list[str]
    needed: list[str]
    # docker compose, with their files and their project.
    compose: list[str]
    # What to say if they do not start, and what to do.
    failed: str
    attempt: str

    @property
    def holder(self) -> str:
        return f"{self.fork}-net"


class WithCompanions:
    def __init__(self, definition: Definition) -> None:
        self._definition = definition
        self._client: subprocess.Popen[bytes] | None = None
        self._stopped = False

    def run(self, command: Sequence[str]) -> int:
        signal.signal(signal.SIGTERM, self._stop)
        # Of a terminal that is closed, of which the client is told too.
        signal.signal(signal.SIGHUP, self._stop)
        try:
            return self._start() or self._fork(command)
        finally:
            self._end()

    def _stop(self, *_: object) -> None:
        """A signal ends the fork, and then this program."""
        self._stopped = True
        if self._client:
            self._client.terminate()

    def _start(self) -> int:
        """0, or the exit code to end with."""
        of = self._definition
        holder = [
            *("docker", "run", "--detach", "--pull", "never", "--name", of.holder, "--label", of.label),
            *("--network", "none", "--hostname", "localhost", "--user", of.user, "--read-only", "--cap-drop", "ALL"),
            *("--security-opt", "no-new-privileges", *(f"--add-host={name}:127.0.0.1" for name in of.names)),
            *("--entrypoint", "sleep", of.image, "infinity"),
        ]
        code = _run(holder, stderr=None).returncode
        if code:
            # The engine has said why.
            return code
        up = _run([*of.compose, "up", "--detach", "--wait", "--quiet-pull", *of.needed], stdout=subprocess.PIPE)
        if up.returncode:
            _run([*of.compose, "logs", "--no-color", "--tail", "20"], stdout=sys.stderr.fileno(), stderr=None)
            said = up.stdout.decode(errors="replace").rstrip("\n").rpartition("\n")[2]
            print(f"error: {of.failed}: {said}\ntry: {of.attempt}", file=sys.stderr, flush=True)
            return 1
        return INTERRUPTED if self._stopped else 0

    def _fork(self, command: Sequence[str]) -> int:
        self._client = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        # The signal may have come before there was a client to hand it on to.
        if self._stopped:
            self._client.terminate()
        code = self._client.wait()
        if code:
            # Where the campaign was killed nobody reads what the fork says, and its client ends before it does.
            _run(["docker", "wait", self._definition.fork])
        return code if code >= 0 else 128 - code

    def _end(self) -> None:
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        _run([*self._definition.compose, "down", "--volumes", "--timeout", "1"])
        _run(["docker", "rm", "--force", "--volumes", self._definition.holder])


def _run(
    command: Sequence[str], stdout: int = subprocess.DEVNULL, stderr: int | None = subprocess.STDOUT
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, check=False)


def main(arguments: Sequence[str]) -> int:
    with open(arguments[0], encoding="utf-8") as file:
        definition = Definition(**json.load(file))
    return WithCompanions(definition).run(arguments[1:])
