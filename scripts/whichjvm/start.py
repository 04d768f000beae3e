"""Runs a verb of this package: what it raises becomes lines on stderr and an exit code."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Callable

from .console import INTERRUPTED, Stop, say

# What a shell reports of a command that SIGPIPE has ended.
_NOBODY_READS = 141

# Each other verb is a module of this package with a function main.
OF_COMPARE = ("compare", "race", "explain", "calibrate")
VERBS = (*OF_COMPARE, "report", "doctor", "sessions", "bisect", "fleet", "completion")


def start(verb: str, command: str, arguments: Sequence[str]) -> int:
    """The exit code of a verb; `command` is what the person typed, unless WHICHJVM_TYPED says it."""
    # From here on typed() knows it, and processes that this one starts do not.
    sys.argv = [os.environ.pop("WHICHJVM_TYPED", "") or command, *arguments]
    try:
        code = run(verb, list(arguments))
        sys.stdout.flush()
        return code
    except Stop as stop:
        for line in stop.lines:
            say(line)
        return stop.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Otherwise Python would try to write the rest when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _NOBODY_READS


def run(verb: str, arguments: list[str]) -> int:
    if arguments[:1] == ["--version"]:
        from .about import version

        print(version())
        return 0
    if verb in OF_COMPARE and (verb, *arguments[:1]) != ("calibrate", "report"):
        if arguments[:1] in (["-h"], ["--help"]):
            # Quickly: help loads nothing of a campaign.
            from .screens import screen

            print(screen(verb), end="")
            return 0
        from . import asked

        return asked.main(verb, arguments)
    main: Callable[[list[str]], int] = importlib.import_module(f".{verb}", __package__).main
    return main(arguments)
