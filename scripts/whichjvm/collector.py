"""The collector's process that lives beside a campaign: it takes the forks of each step, and says after a block how the
campaign goes on. Its Javadoc (NextCommand) has the requests and answers. They go through two pipes, so that it sees the
end of its stdin whatever becomes of this program."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
from collections.abc import Sequence
from typing import Any

from .processes import Tail, Watcher, write_all


class Ended(Exception):
    """It has ended before the campaign did, and has said why."""


class Beside:
    def __init__(self, watcher: Watcher, command: Sequence[str], env: dict[str, str], pass_fds: Sequence[int]) -> None:
        theirs, self._requests = os.pipe()
        answers, their_answers = os.pipe()
        try:
            # A Ctrl-C does not reach it: it ends what it writes.
            popen = subprocess.Popen(
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
        self.ended = watcher.watch(popen)
        self._rest = b""
        self._lines: asyncio.Queue[list[str]] = asyncio.Queue()
        self._answers = Tail(answers, to=self._read)

    def _read(self, chunk: bytes) -> None:
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            self._lines.put_nowait(line.decode(errors="replace").split("\t"))

    async def request(self, *words: str, body: bytes = b"") -> None:
        try:
            await write_all(self._requests, "\t".join(words).encode() + b"\n" + body)
        except OSError as error:
            raise Ended from error

    async def answer(self) -> list[str]:
        """The words of the next line."""
        line = asyncio.ensure_future(self._lines.get())
        either: list[asyncio.Future[Any]] = [line, self._answers.closed]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not line.done() and not self._lines.empty():
            await asyncio.sleep(0)
        if line.done():
            return line.result()
        line.cancel()
        raise Ended

    async def expect(self, word: str) -> list[str]:
        """The words behind the first of the next line, which must be that."""
        words = await self.answer()
        if words[0] != word:
            raise Ended
        return words[1:]

    async def end(self) -> None:
        """Once it has done what it was asked."""
        with contextlib.suppress(OSError):
            os.close(self._requests)
        await asyncio.wait([self.ended])
        self._answers.close()


async def owner(beside: Beside) -> str:
    """UID:GID of the results folder as it sees it."""
    words: tuple[str, ...] = tuple(await beside.expect("owner"))
    if len(words) != 2 or not all(each.isdigit() and len(each) <= 20 for each in words):
        raise Ended
    return ":".join(words)
