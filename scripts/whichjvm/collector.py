"""The collector's process that lives beside a campaign: it says which step comes next, and takes the forks of each. Its
Javadoc (NextCommand) has the requests and answers, a JSON object a line. They go through two pipes, so that it sees the end
of its stdin whatever becomes of this program. What it answers may be written by anybody whose files it reads."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import Sequence
from typing import Any

from .console import odd
from .origin import parse_json
from .processes import Tail, Watcher, write_all

# The most bytes of what it has answered and nobody has asked for: a step has every word of its forks.
_MOST_ANSWERS = 16 << 20

# How long it may take to write what it has, once it is to end.
_END_SECONDS = 60


class Ended(Exception):
    """It has ended before the campaign did, and has said why."""


class Beside:
    def __init__(self, watcher: Watcher, command: Sequence[str], env: dict[str, str], pass_fds: Sequence[int]) -> None:
        theirs, self._requests = os.pipe()
        answers, their_answers = os.pipe()
        try:
            # A Ctrl-C does not reach it: it ends what it writes.
            self._popen = subprocess.Popen(
                list(command),
                env=env,
                stdin=theirs,
                stdout=their_answers,
                pass_fds=pass_fds,
                start_new_session=True,
            )
        finally:
            os.close(theirs)
            os.close(their_answers)
        self.ended = watcher.watch(self._popen)
        self._rest = bytearray()
        self._lines: list[bytes] = []
        self._held = 0
        self._came = asyncio.Event()
        self._answers = Tail(answers, most=1, to=self._read)
        self._answers.closed.add_done_callback(lambda _: self._came.set())

    def _read(self, chunk: bytes) -> None:
        self._held += len(chunk)
        if self._held > _MOST_ANSWERS:
            # More of it is not kept.
            self._lines.clear()
            self._rest.clear()
        elif b"\n" not in chunk:
            self._rest += chunk
            return
        else:
            *lines, rest = (bytes(self._rest) + chunk).split(b"\n")
            self._lines += lines
            self._rest = bytearray(rest)
        self._came.set()

    async def request(self, do: str, body: bytes = b"", **more: object) -> None:
        try:
            await write_all(self._requests, json.dumps({"do": do, **more}).encode() + b"\n" + body)
        except OSError as error:
            raise Ended from error

    async def answer(self) -> dict[str, Any]:
        """The next line."""
        while not self._lines:
            if self._held > _MOST_ANSWERS:
                # It may write for ever.
                self._popen.kill()
                raise odd(f"the collector answers more than {_MOST_ANSWERS >> 20} MB")
            if self._answers.closed.done():
                raise Ended
            self._came.clear()
            await self._came.wait()
        line = self._lines.pop(0)
        self._held -= len(line) + 1
        try:
            answer = parse_json(line)
        except ValueError as error:
            raise odd(f"the collector answers what is no JSON ({error})") from None
        if not isinstance(answer, dict):
            raise odd("the collector answers what is no JSON object")
        return answer

    async def ready(self) -> bool:
        """Whether it is; else a fork has left what it cannot remove."""
        answer = await self.answer()
        if answer not in ({"ready": True}, {"dirty": True}):
            raise odd("the collector does not answer whether it is ready")
        return "ready" in answer

    async def end(self) -> int:
        """Once it has done what it was asked; returns its exit code."""
        if self._requests >= 0:
            os.close(self._requests)
            self._requests = -1
        done, _ = await asyncio.wait([self.ended], timeout=_END_SECONDS)
        if not done:
            self._popen.send_signal(signal.SIGKILL)
            await asyncio.wait([self.ended])
        self._answers.close()
        return self.ended.result()


async def begun(beside: Beside, most_slots: int) -> tuple[str, int]:
    """UID:GID of the results folder as it sees it, and the most forks that a step has at once."""
    first = await beside.answer()
    owner, slots = first.get("owner"), first.get("slots")
    if (
        not isinstance(owner, list)
        or len(owner) != 2
        or any(type(each) is not int or not 0 <= each < 1 << 32 for each in owner)
        or type(slots) is not int
        or not 1 <= slots <= most_slots
    ):
        raise odd("the collector does not say whose the results folder is, or how many forks a step has")
    return f"{owner[0]}:{owner[1]}", slots
