"""Shows where the hosts of a fleet are."""

import os
import sys

from .cluster import plain


class Table:
    """All hosts in one table: redrawn on a terminal, else a line for what is new."""

    def __init__(self):
        self.last = {}
        self.drawn = 0

    def show(self, seats):
        lines = {name: line(name, seat.word, seat.host.blocks(), seat.says) for name, seat in seats.items()}
        if lines == self.last:
            return
        if sys.stderr.isatty():
            self.draw(lines, seats)
        else:
            for name, text in lines.items():
                if self.last.get(name) != text:
                    print(text, file=sys.stderr, flush=True)
        self.last = lines

    def draw(self, lines, seats):
        size = os.get_terminal_size(sys.stderr.fileno())
        shown = list(lines.values())[: max(1, size.lines - 3)]
        rest = len(lines) - len(shown)
        shown.append(summary(seats) + (f"; {rest} more hosts are not shown" if rest else ""))
        sys.stderr.write(f"\033[{self.drawn}A\033[J" if self.drawn else "")
        sys.stderr.write("".join(text[: size.columns - 1] + "\n" for text in shown))
        sys.stderr.flush()
        self.drawn = len(shown)


def line(name, word, blocks, says):
    done, planned = blocks
    # A pod, its logs and its events may say anything.
    return f"{name:<24}  {word:<11}  {f'block {done} of {planned}' if planned else '':<16}  {plain(str(says))}".rstrip()


def summary(seats):
    """How many hosts are where."""
    words = [seat.word for seat in seats.values()]
    return ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words))
