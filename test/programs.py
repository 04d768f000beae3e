"""What the tests of programs share: a folder for one, forks of it, and what those tell."""

from __future__ import annotations

import contextlib
import fnmatch
import os
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from launching import JAR, LAUNCH, WITH_JAR
from support import SHM, Ran, Started, Starter, Word, read, wait_for_host


class Program:
    """A folder `app` for a program, and a folder `out` for its one fork, c/1-jvm."""

    def __init__(self, scratch: Path) -> None:
        assert JAR.is_file(), f"there is no {JAR}; build it: ./mvnw package"
        wait_for_host()
        self.scratch = scratch
        self.out = scratch / "out"
        self.app = scratch / "app"
        self.out.mkdir()
        self.app.mkdir()
        self._starter = Starter(scratch)

    def script(self, name: str, text: str) -> None:
        """A program in the folder."""
        (self.app / name).write_text(text)
        (self.app / name).chmod(0o755)

    def start(self, *words: Word, env: Mapping[str, str | None] | None = None) -> Started:
        """A program that is launch, or that becomes it, so that its number names what the fork makes."""
        return self._starter(*words, env={**WITH_JAR, **(env or {})})

    def words(self, *words: Word) -> tuple[Word, ...]:
        """Of launch, for a fork of a program."""
        return (LAUNCH, "command", "--fork", "c/1-jvm", "--out", self.out, "--app", self.app, *words)

    def fork(self, *words: Word, env: Mapping[str, str | None] | None = None) -> Ran:
        """OPTION… -- PROGRAM…: a fork of it, to its end."""
        return self.start(*self.words(*words), env=env).end()

    @property
    def told(self) -> Any:
        """What the fork tells."""
        return read(self.out / "c" / "forks" / "001-jvm.json")

    @property
    def printed(self) -> str:
        """What is kept of its output."""
        return self.printed_in.read_text()

    @property
    def printed_in(self) -> Path:
        return self.out / "c" / "forks" / "001-jvm.out"

    @property
    def scores(self) -> dict[str, Any]:
        return {each["name"]: each for each in self.told["scores"]}

    def score(self, name: str) -> float:
        return float(self.scores[name]["score"])

    @property
    def peaks(self) -> list[Any]:
        """The scores that are amounts of memory."""
        return [each for name, each in self.scores.items() if name.startswith("peak-")]

    def nothing_is_left(self) -> None:
        """No folder, no control group, by which a program's memory is counted, and no process of its forks."""
        for each in self._starter.all:
            name = f"whichjvm-{each.pid}-*"
            for folder in (Path("/tmp"), SHM):
                assert not list(folder.glob(name))
            assert not groups(name)
        assert not self._processes()

    def _processes(self) -> set[int]:
        ours = processes(str(self.scratch))
        for each in self._starter.all:
            ours |= processes(f"WHICHJVM_QUEUE_ID={each.pid}-")
        return ours

    def end(self) -> None:
        """Of whatever still runs."""
        self._starter.kill()
        for pid in self._processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


@contextlib.contextmanager
def program_in(scratch: Path) -> Iterator[Program]:
    made = Program(scratch)
    try:
        yield made
    finally:
        made.end()


def groups(pattern: str) -> list[str]:
    """Control groups of these names. Others may come and go meanwhile."""
    return [name for _, names, _ in os.walk("/sys/fs/cgroup") for name in fnmatch.filter(names, pattern)]


def processes(part: str) -> set[int]:
    """All but this one that have this in their command line or their environment."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        # It may end meanwhile, or be somebody else's.
        with contextlib.suppress(OSError):
            words = (folder / "cmdline").read_bytes() + b"\0" + (folder / "environ").read_bytes()
            if part in words.replace(b"\0", b" ").decode(errors="replace"):
                found.add(int(folder.name))
    return found - {os.getpid()}
