"""Lets the programs of a block run one at a time: each in turn for so long, in random order, and all others are frozen.

usage: python3 -m whichjvm.slices SECONDS FILE GROUP…, where a group is that of a container, docker:NAME, or a folder.

It runs in a session of its own. At the end of its stdin, or when it is ended, it thaws all that it froze, whichever
process was killed. FILE then says what froze them, by kernel or by engine, and has a line for each slice: the number of
the group from 0, and begin and end in µs since 1970.
"""

from __future__ import annotations

import os
import random
import select
import signal
import sys
import time
from collections.abc import Sequence
from typing import NoReturn

from .freezer import Freezer

# An engine takes a while to start a group, and asking it takes CPU time, in µs.
BETWEEN_LOOKS = 300_000


def now() -> int:
    return time.time_ns() // 1000


class Slices:
    def __init__(self, seconds: float, groups: Sequence[str]) -> None:
        self._seconds = seconds
        self._groups = groups
        # Of each group that has begun.
        self._freezers: dict[int, Freezer] = {}
        self.lines: list[str] = []
        self.by_kernel = True
        self._next_look = 0
        # Where the last slice ended of a group that was not frozen then; 0 if it was.
        self._went_on = 0

    def run(self) -> None:
        """Until the end of stdin."""
        while True:
            self._look()
            order = [number for number, freezer in self._freezers.items() if freezer.lives()]
            random.shuffle(order)
            if not order and not self._wait(0.05):
                return
            for number in order:
                if not self._slice(number, alone=len(order) == 1 and len(self._freezers) == len(self._groups)):
                    return

    def leave(self) -> None:
        for freezer in self._freezers.values():
            freezer.thaw()

    def _look(self) -> None:
        """For groups that have not begun; what has begun is frozen."""
        if len(self._freezers) == len(self._groups) or now() < self._next_look:
            return
        for number, group in enumerate(self._groups):
            freezer = None if number in self._freezers else Freezer.of(group)
            if freezer:
                self._freezers[number] = freezer
                self.by_kernel &= freezer.by_kernel
                freezer.freeze()
                # It ran until now.
                self.lines.append(f"{number} 0 {now()}")
        self._next_look = now() + BETWEEN_LOOKS

    @staticmethod
    def _wait(seconds: float) -> bool:
        """False at the end of stdin."""
        return not select.select([0], [], [], seconds)[0] or bool(os.read(0, 1))

    def _slice(self, number: int, alone: bool) -> bool:
        """Of the group of that number; False at the end of stdin."""
        freezer = self._freezers[number]
        begin = self._went_on
        if not begin:
            # The kernel lets it run at once, and the engine takes a while.
            before = now()
            freezer.thaw()
            begin = before if self.by_kernel else now()
        self._went_on = 0
        more = self._wait(self._seconds)
        # The last one that is left need not stop for anybody.
        if not more or alone:
            end = self._went_on = now()
        else:
            freezer.freeze()
            end = now()
        self.lines.append(f"{number} {begin} {end}")
        return more


def main() -> None:
    slices = Slices(float(sys.argv[1]), sys.argv[3:])

    def ended(*_: object) -> NoReturn:
        sys.exit(143)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, ended)
    try:
        slices.run()
    finally:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        slices.leave()
        with open(sys.argv[2], "w", encoding="ascii") as file:
            file.write("\n".join([f"by {'kernel' if slices.by_kernel else 'engine'}", *slices.lines, ""]))


if __name__ == "__main__":
    main()
