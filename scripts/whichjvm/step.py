"""Runs the forks of one step: all are started together, and each leaves its file, or the collector records why it did
not."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from . import freezer
from .collector import Beside, Ended
from .console import ROOT, Stop
from .processes import Process
from .runner import Fork, Runner, Settings
from .steps import Step

# How the names of a fork's files end.
ENDS = (".json", ".hlog", ".out", ".jfr", ".collapsed", ".compilation.log")

_SHM = re.compile(r"whichjvm-[0-9]+(-[0-9]+)?(\.jvm\.log)?")


class SlicerEnded(Exception):
    """Somebody has ended what lets programs run one at a time, and it cannot thaw what it froze."""


class StepRun:
    """The forks of a step while they run."""

    def __init__(
        self,
        settings: Settings,
        runner: Runner,
        campaign: str,
        session: str,
        deadline: float | None,
        pass_fds: Sequence[int],
    ) -> None:
        self._settings = settings
        self._runner = runner
        self._campaign = campaign
        self._session = session
        # What a person says, in place of the step's.
        self._deadline = deadline
        self._pass_fds = pass_fds
        # What stands before the name of a fork to make that of its control group, once it is known.
        self._groups: dict[str, str] = {}
        self._running: dict[int, Fork] = {}
        self._longest = 0.0
        self._slicer: Process | None = None
        self._to_slicer = -1
        self._names: list[str] = []

    def forks_of(self, step: Step, number: str, names: Sequence[str]) -> list[Fork]:
        """What each contender of a step is started with."""
        forks = []
        for i, plan in enumerate(step.forks):
            environment = {**plan.environment, "WHICHJVM_STEP": number, "WHICHJVM_LOCK_HELD": "1"}
            # By its number a session draws its CPUs, and the length of the environment, on which depends where a stack
            # begins (Mytkowicz et al., "Producing wrong data without doing anything obviously wrong!", ASPLOS 2009).
            if self._session:
                environment.update(WHICHJVM_SESSION=self._session, WHICHJVM_PADDING=" " * int(self._session))
            forks.append(Fork(i, names[i], plan, environment, step.members, bool(step.slice or self._groups)))
        return forks

    def file(self, step: Step, contender: str) -> Path:
        return self._settings.campaigns / self._campaign / "forks" / f"{step.block:03d}-{contender}.json"

    async def run(self, step: Step, beside: Beside) -> None:
        """Forks that take turns belong together: what a killed campaign has of them is measured again."""
        self._longest = self._deadline or step.deadline
        self._names = [f"whichjvm-{self._campaign}-{step.number}-{i}" for i in range(len(step.forks))]
        self._groups = {}
        if step.slice:
            self._groups = {each: await self._runner.group(self._campaign, each) for each in self._names}
        elif step.probe:
            with contextlib.suppress(Stop):
                # Where nobody may freeze, the plan goes on without.
                self._groups = {each: await self._runner.group(self._campaign, each) for each in self._names}
        forks = self.forks_of(step, f"{os.getpid()}{time.time_ns() // 1000}", self._names)
        for contender in [each.contender for each in step.forks]:
            for end in ENDS:
                with contextlib.suppress(FileNotFoundError):
                    self.file(step, contender).with_suffix(end).unlink()
        try:
            for fork in forks:
                command, env = self._runner.fork(fork)
                fork.process = Process(
                    self._settings.watcher, command, env=env, keep_out=True, keep_err=True, pass_fds=self._pass_fds
                )
                self._running[fork.number] = fork
            if step.slice:
                file = str(self._settings.scratch / "slices")
                # In the order of the contenders, by which slices are told apart.
                self._slicer = self._start_freezing("slices", step.slice, file, *self._groups.values())
            elif self._groups:
                self._slicer = self._start_freezing("freezer", *self._groups.values())
            late = await self._watch(step, beside)
        except BaseException:
            await self.stop()
            raise
        freezing = self._slicer
        await self._end_slicer()
        for fork in forks:
            assert fork.process
            # A process that a fork has left behind may keep its end of a pipe.
            await fork.process.streams(5)
        if step.probe:
            tried = b""
            if freezing and freezing.out:
                await freezing.streams(5)
                tried = freezing.out.bytes()
            by, _, millis = tried.decode().strip().partition(" ")
            await beside.request("froze", freezing={"by": by or "nobody", "millis": float(millis or 0)})
        await self._keep(forks, late, bool(step.slice), beside)

    async def _watch(self, step: Step, beside: Beside) -> set[int]:
        """Until all have ended, or outlive what killed them; returns those that the deadline ended."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._longest
        # What only tries to freeze ends when it has.
        slicer = self._slicer.ended if self._slicer and not step.probe else None
        late: set[int] = set()
        stopping: dict[asyncio.Task[None], Fork] = {}
        try:
            while self._running:
                ends = {fork.process.ended: fork for fork in self._running.values() if fork.process}
                waiting: set[asyncio.Future[object]] = {*ends, beside.ended, *stopping}  # type: ignore[arg-type]
                if slicer:
                    waiting.add(slicer)  # type: ignore[arg-type]
                timeout = None if late else max(0.0, deadline - loop.time())
                done, _ = await asyncio.wait(waiting, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
                # Nobody is there to take what the forks measure.
                if beside.ended in done:
                    raise Ended
                if slicer in done:
                    raise SlicerEnded
                for ended, fork in ends.items():
                    if ended in done:
                        del self._running[fork.number]
                        # Who takes turns is not waited for by the others of the block.
                        if fork.members > 1:
                            await beside.request("ended", slot=fork.number)
                for task in [each for each in stopping if each in done]:
                    task.result()
                    stopped = stopping.pop(task)
                    if stopped.left:
                        self._running.pop(stopped.number, None)
                if not done and not late:
                    late = set(self._running)
                    stopping = {asyncio.ensure_future(self._runner.stop(fork)): fork for fork in self._running.values()}
        finally:
            if stopping:
                await asyncio.wait(stopping)
        return late

    # --- slices ---

    def _start_freezing(self, module: str, *arguments: str) -> Process:
        """A process of its own, which thaws what it froze whatever becomes of this one."""
        reads, self._to_slicer = os.pipe()
        try:
            return Process(
                self._settings.watcher,
                [sys.executable, "-m", f"whichjvm.{module}", *arguments],
                env={**os.environ, "PYTHONPATH": str(ROOT / "scripts"), "PYTHONDONTWRITEBYTECODE": "1"},
                stdin=reads,
                keep_out=module == "freezer",
                own_session=True,
            )
        finally:
            os.close(reads)

    async def _end_slicer(self) -> None:
        """Whatever still runs does so all at once."""
        if self._to_slicer >= 0:
            os.close(self._to_slicer)
            self._to_slicer = -1
        if self._slicer:
            await asyncio.wait([self._slicer.ended])
            self._slicer = None

    def thaw(self) -> None:
        freezer.thaw_groups(list(self._groups.values()))

    # --- the end ---

    async def _keep(self, forks: Sequence[Fork], late: set[int], sliced: bool, beside: Beside) -> None:
        """The collector takes the files of each fork, or writes why there are none."""
        exits, outputs = [], []
        for fork in forks:
            assert fork.process and fork.process.out and fork.process.err
            err = fork.process.err.bytes()
            code = fork.process.ended.result() if fork.process.ended.done() else 1
            if fork.left:
                # In place of the words of a JVM that was killed.
                err += fork.left.encode()
                code = 1
            exits.append(code)
            outputs.append(err + fork.process.out.bytes())
        if any(exits):
            await self.clean_up()
        elif self._groups:
            await self._runner.remove(self._names)
        if sliced:
            slices = (self._settings.scratch / "slices").read_bytes()
            await beside.request("slices", slices, bytes=len(slices))
        for fork, code, output in zip(forks, exits, outputs):
            seconds = round(self._longest) if fork.number in late else 0
            fields = {"slot": fork.number, "contender": fork.plan.contender, "exit": code, "lateSeconds": seconds}
            await beside.request("fork", output, bytes=len(output), **fields)
        await beside.request("kept")
        if not await beside.ready():
            raise Ended

    async def stop(self) -> None:
        """Ends whatever of it runs, all contenders at once."""
        await self._end_slicer()
        running = list(self._running.values())
        if running:
            await asyncio.gather(*(self._runner.stop(fork) for fork in running), return_exceptions=True)
        for fork in running:
            assert fork.process
            if fork.left:
                sys.stderr.write(fork.left)
            else:
                await asyncio.wait([fork.process.ended], timeout=60)
            await fork.process.streams(0)
        self._running.clear()
        await self.clean_up()

    async def clean_up(self) -> None:
        """What a fork or a report that is gone left half-made."""
        if self._names:
            await self._runner.remove(self._names)
        folder = self._settings.campaigns / self._campaign
        # A campaign that could not begin has no folder any more.
        if self._campaign and folder.is_dir():
            for left in list(folder.rglob(".*.tmp")):
                _remove(left)
        self.sweep_shm()

    def sweep_shm(self) -> None:
        """Queues and logs that killed forks left; what is another user's is left to them."""
        if self._settings.alone:
            for entry in os.scandir("/dev/shm"):
                if _SHM.fullmatch(entry.name):
                    _remove(Path(entry.path))


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink()
