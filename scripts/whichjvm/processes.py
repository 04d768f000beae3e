"""Processes that are started, watched and ended on one event loop.

The end of a process is known by its pidfd, or where the kernel has none by SIGCHLD; nothing polls.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Callable, Union

from .console import last_line, one_line

File = Union[int, None]

# How many bytes of a process's output are kept: the last ones, in which it says why it ends.
MOST_OUTPUT = 1 << 20


def _ignore_keyboard() -> None:
    """A Ctrl-C is for the supervisor, which ends what it has started in its own order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGQUIT, signal.SIG_IGN)


class Watcher:
    """Tells of the end of this program's processes."""

    def __init__(self, pidfds: bool = True) -> None:
        self._pidfds = pidfds and hasattr(os, "pidfd_open")
        self._by_signal: dict[int, tuple[subprocess.Popen[bytes], asyncio.Future[int]]] = {}

    def watch(self, popen: subprocess.Popen[bytes]) -> asyncio.Future[int]:
        """The exit code of a process, once it has one: 128 + N of one that signal N ended."""
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[int] = loop.create_future()
        try:
            if not self._pidfds:
                raise OSError
            descriptor = os.pidfd_open(popen.pid)  # type: ignore[attr-defined, unused-ignore]
        except OSError:
            self._by_signal[popen.pid] = popen, ended
            loop.add_signal_handler(signal.SIGCHLD, self._reap)
            self._reap()
            return ended

        def readable() -> None:
            loop.remove_reader(descriptor)
            os.close(descriptor)
            _settle(popen, ended)

        loop.add_reader(descriptor, readable)
        return ended

    def _reap(self) -> None:
        for pid, (popen, ended) in list(self._by_signal.items()):
            if popen.poll() is not None:
                del self._by_signal[pid]
                _settle(popen, ended)


def _settle(popen: subprocess.Popen[bytes], ended: asyncio.Future[int]) -> None:
    code = popen.wait()
    if not ended.done():
        ended.set_result(code if code >= 0 else 128 - code)


class Tail:
    """The end of what is written to a pipe."""

    def __init__(self, descriptor: int, most: int = MOST_OUTPUT, to: Callable[[bytes], None] | None = None) -> None:
        self._descriptor = descriptor
        self._most = most
        self._to = to
        self._chunks: list[bytes] = []
        self._size = 0
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        os.set_blocking(descriptor, False)
        asyncio.get_running_loop().add_reader(descriptor, self._read)

    def _read(self) -> None:
        try:
            chunk = os.read(self._descriptor, 1 << 16)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        if not chunk:
            self.close()
            return
        if self._to:
            self._to(chunk)
        self._chunks.append(chunk)
        self._size += len(chunk)
        while self._size - len(self._chunks[0]) >= self._most:
            self._size -= len(self._chunks.pop(0))

    def close(self) -> None:
        if not self.closed.done():
            asyncio.get_running_loop().remove_reader(self._descriptor)
            os.close(self._descriptor)
            self.closed.set_result(None)

    def bytes(self) -> bytes:
        return b"".join(self._chunks)[-self._most :]


def _show(chunk: bytes) -> None:
    # Nobody may read it any more.
    with contextlib.suppress(OSError):
        sys.stderr.buffer.write(chunk)
        sys.stderr.buffer.flush()


class Process:
    """A process, and what it says on the streams that are kept, of which those to show are a person's to read too."""

    def __init__(
        self,
        watcher: Watcher,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        stdin: File = subprocess.DEVNULL,
        keep_out: bool = False,
        keep_err: bool = False,
        show_out: bool = False,
        show_err: bool = False,
        stdout: File = None,
        own_session: bool = False,
        pass_fds: Sequence[int] = (),
        before: Callable[[], None] | None = None,
    ) -> None:
        out, err = (os.pipe() if keep else (-1, -1) for keep in (keep_out, keep_err))

        def prepare() -> None:
            _ignore_keyboard()
            if before:
                before()

        try:
            self._popen = subprocess.Popen(
                list(command),
                env=None if env is None else dict(env),
                stdin=stdin,
                stdout=out[1] if keep_out else stdout,
                stderr=err[1] if keep_err else None,
                start_new_session=own_session,
                pass_fds=pass_fds,
                preexec_fn=prepare,
            )
        finally:
            for pipe in (out, err):
                if pipe[1] >= 0:
                    os.close(pipe[1])
        self.pid = self._popen.pid
        self.out = Tail(out[0], to=_show if show_out else None) if keep_out else None
        self.err = Tail(err[0], to=_show if show_err else None) if keep_err else None
        self.ended = watcher.watch(self._popen)

    def signal(self, number: int) -> None:
        """Sends a signal, unless it has ended."""
        if not self.ended.done():
            self._popen.send_signal(number)

    async def streams(self, seconds: float) -> None:
        """Waits for the end of its streams, which a process that it has left behind may keep open."""
        tails = [each for each in (self.out, self.err) if each]
        if tails:
            await asyncio.wait([each.closed for each in tails], timeout=seconds)
        for each in tails:
            each.close()


class Finished:
    """What a command came to: its exit code and what it said."""

    def __init__(self, code: int, out: bytes, err: bytes) -> None:
        self.code = code
        self.out = out.decode(errors="replace")
        self.err = err.decode(errors="replace")

    @property
    def ok(self) -> bool:
        return self.code == 0

    @property
    def said(self) -> str:
        """Why it failed: its last line, or the last that begins with error: if one does."""
        text = self.err if self.err.strip() else self.out
        errors = re.findall(r"^error: (.*\S)", text, re.MULTILINE)
        return one_line(errors[-1] if errors else last_line(text).strip()) or f"exit code {self.code}"


class Commands:
    """Runs commands to their end. A caller that is cancelled meanwhile ends its command too."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher

    async def run(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        keep_out: bool = True,
        keep_err: bool = True,
        show_out: bool = False,
        show_err: bool = False,
        stdout: File = None,
        stdin: File = subprocess.DEVNULL,
        seconds: float | None = None,
    ) -> Finished:
        try:
            process = Process(
                self._watcher,
                command,
                env=env,
                stdin=stdin,
                keep_out=keep_out,
                keep_err=keep_err,
                show_out=show_out,
                show_err=show_err,
                stdout=stdout,
            )
        except OSError as error:
            return Finished(127, b"", f"{command[0]}: {error.strerror}".encode())
        try:
            code = await asyncio.wait_for(asyncio.shield(process.ended), seconds)
        except (asyncio.CancelledError, asyncio.TimeoutError) as why:
            process.signal(signal.SIGTERM)
            done, _ = await asyncio.wait([process.ended], timeout=10)
            if not done:
                process.signal(signal.SIGKILL)
            await process.streams(0)
            if isinstance(why, asyncio.CancelledError):
                raise
            code = 124
        await process.streams(5)
        return Finished(code, process.out.bytes() if process.out else b"", process.err.bytes() if process.err else b"")


def kill_tree(pid: int) -> list[int]:
    """Kills a process with all that it has started, itself last; returns those that were killed."""
    killed = [pid]
    try:
        os.kill(pid, signal.SIGSTOP)
    except ProcessLookupError:
        return killed
    for task in _entries(f"/proc/{pid}/task"):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as children:
            for child in children.read().split():
                killed += kill_tree(int(child))
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    return killed


def _entries(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def state_of(pid: int) -> str:
    """The state of a process, as the kernel shows it; empty of one that has ended, or that nobody has waited for yet."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat:
            state = stat.read().rpartition(") ")[2][:1]
    except OSError:
        return ""
    return "" if state == "Z" else state


async def outlived(pids: Sequence[int]) -> str:
    """A sentence on the processes that live 5 s after they were killed; empty if none does."""
    left = list(pids)
    for _ in range(50):
        left = [pid for pid in left if state_of(pid)]
        if not left:
            break
        await asyncio.sleep(0.1)
    return "".join(
        f"whichjvm: process {pid} is in state {state} and outlives SIGKILL, so it was left behind; see what it waits for in"
        f" /proc/{pid}, or restart this host\n"
        for pid, state in ((pid, state_of(pid)) for pid in left)
        if state
    )


async def write_all(descriptor: int, data: bytes) -> None:
    """Writes to a pipe without blocking this program; an OSError says that nobody reads it."""
    os.set_blocking(descriptor, False)
    loop = asyncio.get_running_loop()
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(descriptor, view) :]
        except BlockingIOError:
            writable: asyncio.Future[None] = loop.create_future()
            loop.add_writer(descriptor, writable.set_result, None)
            try:
                await writable
            finally:
                loop.remove_writer(descriptor)
