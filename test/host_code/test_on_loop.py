"""Signals end work once, and those that were ignored at the start stay ignored."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from support import ROOT

# Says when it can be sent a signal, and what became of it.
PROGRAM = """
import asyncio
from whichjvm import on_loop

async def work():
    try:
        print("ready", flush=True)
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        print("cancelled", flush=True)
        await asyncio.sleep(1)
        print("cleaned", flush=True)
        raise

raise SystemExit(on_loop.run(work()))
"""


def started(*before: str) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT / "scripts")}
    process = subprocess.Popen(
        [*before, sys.executable, "-B", "-c", PROGRAM],
        env=env,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_second_signal_does_not_cut_short_what_the_first_one_ends(number: signal.Signals) -> None:
    process = started()
    assert process.stdout
    process.send_signal(number)
    assert process.stdout.readline() == "cancelled\n"
    process.send_signal(number)
    said, _ = process.communicate()
    assert (said, process.returncode) == ("cleaned\n", 128 + number)


def test_a_hangup_is_ignored_where_it_was_at_the_start() -> None:
    process = started("sh", "-c", 'trap "" HUP; exec "$@"', "sh")
    process.send_signal(signal.SIGHUP)
    process.send_signal(signal.SIGTERM)
    said, _ = process.communicate()
    assert (said, process.returncode) == ("cancelled\ncleaned\n", 128 + signal.SIGTERM)
