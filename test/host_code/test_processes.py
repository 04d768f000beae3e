"""Processes: their ends are known, with pidfds and without, and what they say is kept."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Callable

import pytest
from whichjvm.processes import Commands, Process, Watcher, kill_tree, outlived, state_of, write_all

PYTHON = [sys.executable, "-S", "-E", "-c"]

On = Callable[[Watcher], Coroutine[Any, Any, None]]


@pytest.fixture(params=[True, False], ids=["pidfds", "SIGCHLD"])
def run(request: pytest.FixtureRequest) -> Callable[[On], None]:
    """Runs a test on a loop, by each way in which a kernel tells of an end."""

    def loop(test: On) -> None:
        async def watched() -> None:
            await test(Watcher(request.param))

        asyncio.run(asyncio.wait_for(watched(), 60))

    return loop


def test_an_end_has_its_exit_code(run: Callable[[On], None]) -> None:
    async def ends(watcher: Watcher) -> None:
        assert await Process(watcher, [*PYTHON, "raise SystemExit(7)"]).ended == 7
        killed = Process(watcher, ["sleep", "60"])
        killed.signal(signal.SIGKILL)
        assert await killed.ended == 128 + signal.SIGKILL

    run(ends)


def test_no_end_of_many_is_missed(run: Callable[[On], None]) -> None:
    async def ends(watcher: Watcher) -> None:
        for _ in range(10):
            many = [Process(watcher, [*PYTHON, f"raise SystemExit({code})"]) for code in range(20)]
            assert [await each.ended for each in many] == list(range(20))

    run(ends)


def test_an_end_before_it_is_watched_is_seen(run: Callable[[On], None]) -> None:
    async def ends(watcher: Watcher) -> None:
        process = Process(watcher, ["true"])
        # Blocks the loop, so that nothing is told of it meanwhile.
        time.sleep(0.2)
        assert await process.ended == 0
        # A signal to a number that may be another's by now would be a bad thing.
        process.signal(signal.SIGKILL)

    run(ends)


def test_the_end_of_what_it_says_is_kept(run: Callable[[On], None]) -> None:
    async def tells(watcher: Watcher) -> None:
        many = "import sys; sys.stdout.write('x' * 3_000_000 + 'end'); sys.stderr.write('why')"
        process = Process(watcher, [*PYTHON, many], keep_out=True, keep_err=True)
        await process.ended
        await process.streams(10)
        assert process.out and process.err
        assert process.out.bytes().endswith(b"xend") and len(process.out.bytes()) == 1 << 20
        assert process.err.bytes() == b"why"

    run(tells)


def test_streams_that_a_child_holds_open_are_not_waited_for(run: Callable[[On], None]) -> None:
    async def leaves(watcher: Watcher) -> None:
        process = Process(watcher, ["sh", "-c", "sleep 60 & echo $!"], keep_out=True)
        assert await process.ended == 0
        began = asyncio.get_running_loop().time()
        await process.streams(0.3)
        assert asyncio.get_running_loop().time() - began < 30
        assert process.out
        os.kill(int(process.out.bytes()), signal.SIGKILL)

    run(leaves)


def test_a_command_that_is_cancelled_is_ended(run: Callable[[On], None], tmp_path: Path) -> None:
    async def cancels(watcher: Watcher) -> None:
        pid = tmp_path / "pid"
        task = asyncio.ensure_future(
            Commands(watcher).run(["sh", "-c", f"echo $$ >{pid}.part && mv {pid}.part {pid} && exec sleep 60"])
        )
        while not pid.exists():
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert state_of(int(pid.read_text())) == ""

    run(cancels)


def test_a_command_that_takes_too_long_is_ended(run: Callable[[On], None]) -> None:
    async def late(watcher: Watcher) -> None:
        done = await Commands(watcher).run(["sleep", "60"], seconds=0.2)
        assert done.code == 124

    run(late)


def test_a_command_that_is_not_there_says_so(run: Callable[[On], None]) -> None:
    async def missing(watcher: Watcher) -> None:
        done = await Commands(watcher).run(["/nowhere/program"])
        assert done.code == 127
        assert "/nowhere/program: No such file" in done.err

    run(missing)


@pytest.mark.parametrize(
    "says, why",
    [
        ("echo one; echo 'two \033[1m'; echo", "two  [1m"),
        ("echo one >&2; echo two", "one"),
        ("echo 'error: one'; echo 'try: two'", "one"),
        ("echo ' ' >&2", "exit code 3"),
    ],
)
def test_what_is_shown_is_kept_too_and_says_why_a_command_failed(
    says: str, why: str, run: Callable[[On], None], capfd: pytest.CaptureFixture[str]
) -> None:
    async def fails(watcher: Watcher) -> None:
        done = await Commands(watcher).run(["sh", "-c", f"{says}; exit 3"], show_out=True, show_err=True)
        assert (done.ok, done.said) == (False, why)
        shown = capfd.readouterr()
        assert shown.out == ""
        # The two are read as they come.
        assert sorted(shown.err.splitlines()) == sorted((done.err + done.out).splitlines())

    run(fails)


def test_a_tree_of_processes_is_killed_whole(run: Callable[[On], None]) -> None:
    async def kills(watcher: Watcher) -> None:
        process = Process(watcher, ["sh", "-c", "sleep 61 & (sleep 62 & sleep 63; true) & wait; true"])
        while sum("sleep" in _name(each) for each in _below(process.pid)) < 3:
            await asyncio.sleep(0.01)
        below = _below(process.pid)
        killed = kill_tree(process.pid)
        assert {process.pid, *below} <= {*killed}
        await process.ended
        assert await outlived(killed) == ""

    run(kills)


def _name(pid: int) -> str:
    with open(f"/proc/{pid}/comm", encoding="ascii") as name:
        return name.read()


def _below(pid: int) -> list[int]:
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
        own = [int(each) for each in children.read().split()]
    return own + [each for child in own for each in _below(child)]


def test_a_zombie_has_no_state() -> None:
    pid = os.fork()
    if not pid:
        os._exit(0)
    while state_of(pid):
        time.sleep(0.01)
    os.waitpid(pid, 0)
    assert state_of(os.getpid()) == "R"


def test_writing_to_who_reads_slowly_blocks_nobody(run: Callable[[On], None]) -> None:
    async def writes(_: Watcher) -> None:
        read, write = os.pipe()
        data = os.urandom(300_000)
        task = asyncio.ensure_future(write_all(write, data))
        await asyncio.sleep(0)
        taken = b""
        while len(taken) < len(data):
            taken += os.read(read, 5_000)
            await asyncio.sleep(0)
        await task
        assert taken == data
        os.close(read)
        with pytest.raises(OSError):
            await write_all(write, b"nobody")
        os.close(write)

    run(writes)
