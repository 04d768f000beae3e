"""Runs work on an event loop, and cancels it when a signal arrives."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any


def run(work: Coroutine[Any, Any, int]) -> int:
    """The exit code of the work, or 128 + N if signal N cancelled it."""
    return asyncio.run(_run(work))


async def _run(work: Coroutine[Any, Any, int]) -> int:
    loop = asyncio.get_running_loop()
    task = loop.create_task(work)
    received: list[int] = []

    def end(number: int) -> None:
        # A second signal does not cut short what the first one ends.
        if not received:
            task.cancel()
        received.append(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # A signal that was ignored at the start, as by nohup, stays ignored.
        if signal.getsignal(number) != signal.SIG_IGN:
            loop.add_signal_handler(number, end, number)
    try:
        return await task
    except asyncio.CancelledError:
        if not received:
            raise
        return 128 + received[0]
