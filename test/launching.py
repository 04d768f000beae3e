"""One fork by workload/launch on this host's own JVMs. Real, but short."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from support import ROOT, SHORT, Ran, Started, Word, eventually, folder_for_all, need_cpus, queues, read, wait_for_host

LAUNCH = ROOT / "workload" / "launch"
JAR = ROOT / "workload" / "target" / "whichjvm-workload.jar"
WITH_JAR: dict[str, str | None] = {"WHICHJVM_JAR": str(JAR)}

# Half the time of a JVM that only looks or refuses: its heap is not touched first.
SMALL_HEAP = {"JAVA_OPTS": "-Xms32m"}

# Seconds; the longest fork here ends by itself long before.
_HANGS_AFTER = 150


@dataclasses.dataclass(frozen=True)
class Fork(Ran):
    """A launch that has ended, with its process and its results folder."""

    pid: int
    folder: Path

    def files(self, pattern: str = "*") -> list[Path]:
        return [each for each in self.folder.rglob(pattern) if each.is_file()]

    @property
    def result(self) -> Path:
        """The one JSON file."""
        (file,) = self.files("*.json")
        return file

    @property
    def histograms(self) -> list[Path]:
        return self.files("*.hlog")

    @property
    def told(self) -> Any:
        return read(self.result)

    @property
    def scores(self) -> dict[str, float]:
        return {each["name"]: each["score"] for each in self.told["scores"]}

    def nothing_left(self) -> None:
        """Neither a result, nor a half one, nor a queue."""
        nothing_left(self.folder, self.pid)

    def refused(self, code: int, *parts: str) -> Fork:
        """Itself, if it said so and what to try, and did nothing else."""
        super().refused(code, *parts)
        lines = self.err.splitlines()
        assert any(each.startswith("error: ") for each in lines)
        assert lines[-1].startswith("try: ")
        assert self.out == ""
        self.nothing_left()
        return self

    @property
    def overloaded(self) -> bool:
        return self.code == 3 and "overloaded" in self.err


def nothing_left(folder: Path, pid: int) -> None:
    """What a launch must not leave: files in its results folder, or a queue or a log of its JVM."""
    assert [each for each in folder.rglob("*") if each.is_file()] == []
    assert queues(pid) == set()


def launched(folder: Path, *words: Word, env: Mapping[str, str | None] | None = None, tries: int = 3) -> Fork:
    """A launch to its end, which these words start; again if a campaign has begun since."""
    need_cpus(2)
    assert JAR.is_file(), f"there is no {JAR}; build it: ./mvnw package"
    folder.mkdir(exist_ok=True)
    for left in reversed(range(tries)):
        with folder_for_all() as own:
            started = Started(words, own, {**WITH_JAR, **(env or {})})
            try:
                ended = started.end(_HANGS_AFTER)
            finally:
                started.kill()
        if not left or ended.code != 4 or "another campaign" not in ended.err:
            break
        wait_for_host()
    return Fork(**vars(ended), pid=started.pid, folder=folder)


def fork_once(folder: Path, *options: Word, env: Mapping[str, str | None] | None = None, by: Word = LAUNCH) -> Fork:
    """A short fork of messages, however it ends."""
    return launched(folder, by, *SHORT, "--out", folder, *options, env=env)


def whole_fork(folder: Path, *options: Word, env: Mapping[str, str | None] | None = None) -> Fork:
    """A short fork that has succeeded; that this host is too busy for it is not what is tested."""
    for _ in range(3):
        shutil.rmtree(folder, ignore_errors=True)
        fork = fork_once(folder, *options, env=env)
        if not fork.overloaded:
            fork.ended()
            return fork
    return pytest.skip("this host is too busy: three forks of 10,000 messages a second were overloaded")


def jvm_of(launch: int) -> int:
    """The JVM of a launch's fork; 0 if there is none yet. What launch starts before writes no result, and a child that has
    not begun another program has the words of launch."""
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{launch}/task/{launch}/children").read_text().split():
            words = Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")
            if words[0].endswith(b"java") and b"--out" in words:
                return int(child)
    return 0


def await_jvm(launch: Started) -> int:
    """The JVM of its fork; 0 if launch has ended before."""
    eventually(lambda: jvm_of(launch.pid) or not launch.running(), "it has a JVM")
    return jvm_of(launch.pid)


def signal_jvm(launch: Started, number: int) -> None:
    """To the JVM of its fork, once that is there."""
    jvm = await_jvm(launch)
    assert jvm, f"launch has ended: {launch.err}"
    os.kill(jvm, number)
