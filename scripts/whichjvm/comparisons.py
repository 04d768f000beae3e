"""Comparisons that another verb runs: each is a process of scripts/compare."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path

from .console import FORKS_FAILED, ROOT, Stop, typed, wrong
from .given import Given
from .processes import Process
from .runner import Settings
from .runners import DEFAULT_OUT, is_folder, place_of, results_folder

# Options only for compare itself, and options that make several campaigns of a comparison: each of them would count.
COMPARE_ALONE = ("--resume", "--resume-or-start", "--dry-run", "--list", "--explain", "--confirm")


def handed_on(given: Given, options: Sequence[tuple[str, str]]) -> list[str]:
    """The options that are passed on to each comparison."""
    for option, _ in options:
        if option in COMPARE_ALONE:
            raise wrong(f"{option} is only for whichjvm compare", "leave it out")
    return given.words_of(options)


def jdks_of(options: Sequence[tuple[str, str]]) -> list[str]:
    """The JVMs of this host that --jdk names: the collector may run only on one of them."""
    return [value for option, value in options if option == "--jdk" and is_folder(place_of(value))]


async def compare(settings: Settings, arguments: Sequence[str], env: Mapping[str, str]) -> None:
    """Runs one comparison; a Stop has its exit code if it measured nothing. A signal that only this program gets, as
    from systemd, ends the campaign too."""
    own: dict[str, str] = {**os.environ, **env, "WHICHJVM_TYPED": re.sub(r"\w+$", "compare", typed())}
    with open(os.devnull, "wb") as nowhere:
        process = Process(
            settings.watcher,
            [str(ROOT / "scripts/compare"), "--out", str(settings.out), *arguments],
            env=own,
            stdin=None,
            stdout=nowhere.fileno(),
            before=_heed_keyboard,
        )
    interrupted = False
    while not process.ended.done():
        try:
            await asyncio.shield(process.ended)
        except asyncio.CancelledError:
            # A signal arrived. The campaign ends a moment later.
            interrupted = True
            process.signal(signal.SIGTERM)
    code = process.ended.result()
    if code not in (0, FORKS_FAILED):
        raise Stop(code)
    if interrupted:
        raise asyncio.CancelledError


def _heed_keyboard() -> None:
    """A Ctrl-C reaches compare too, which ends its forks in its own order."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)


def own_folder(folder: str, what: str) -> Path:
    """The results folder of campaigns that belong together; it must not be the usual one."""
    if folder in ("", DEFAULT_OUT):
        raise wrong(
            f"--out is missing, and the {what} need a folder of their own",
            "--out out/NAME, which is made if it is missing",
        )
    return results_folder(folder)
