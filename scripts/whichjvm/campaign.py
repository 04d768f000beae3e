"""Runs a campaign: the steps that the collector asks for, until it asks for none."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shlex
import shutil
import sys
from collections.abc import Sequence

from .about import user
from .collector import Beside, Ended, begun
from .console import (
    CAMPAIGN_ENDED,
    CANNOT,
    NOTHING_TO_RUN,
    OUT,
    USAGE,
    Stop,
    cannot,
    odd,
    one_line,
    say,
    show,
    typed,
)
from .origin import CAMPAIGN, Origin
from .runner import Prepared, Runner, Settings
from .step import SlicerEnded, StepRun
from .steps import MOST_FORKS, Allowed, Step
from .workloads import OF_PROGRAM

# Lines that the collector has on one block at most, and words of a help.
_MOST_LINES = 1000

# The kernel drops what it holds in memory of each JVM's files, so that a session reads them into other pages.
_FORGET_FILES = (
    'find "$(dirname "$(readlink -f "$(command -v java)")")/.." -type f -size +64k '
    '-exec dd if={} iflag=nocache count=0 status=none ";"'
)


class Declined(Exception):
    """A person does not want to go on."""


@dataclasses.dataclass(frozen=True)
class Progress:
    """How far a campaign is, as the collector says: the last complete block, of how many; 0 if that is not known. The
    rest are parts of a line."""

    block: int
    of: int
    rest: list[str]

    @staticmethod
    def read(answer: object) -> Progress:
        if not isinstance(answer, dict):
            raise odd("the collector says its progress in no JSON object")
        block, of, rest = (answer.get(each) for each in ("block", "of", "rest"))
        if type(block) is not int or type(of) is not int or not isinstance(rest, list):
            raise odd("the collector does not say which block the campaign has, of how many")
        return Progress(block, of, [one_line(str(each)) for each in rest[:_MOST_LINES]])

    def line(self, block: int) -> str:
        """What a person sees: block 11/33 · 5 min left."""
        return " · ".join([f"block {block}" + (f"/{self.of}" if self.of else ""), *self.rest])


@dataclasses.dataclass
class _Next:
    """How far the campaign is, why it stops if it does, whether the time that is left is too short to decide what was asked
    for, and the next step; None if there is none."""

    progress: Progress | None = None
    stops: str = ""
    doubt: bool = False
    step: Step | None = None


class Campaign:
    """A campaign that has a folder: planned, or resumed."""

    def __init__(
        self,
        settings: Settings,
        runner: Runner,
        origin: Origin,
        prepared: Prepared,
        allowed: Allowed,
        session: str,
        resumed: bool,
        pass_fds: Sequence[int],
    ) -> None:
        self._settings = settings
        self._runner = runner
        self.name = allowed.campaign
        self._origin = origin
        self._prepared = prepared
        self._allowed = dataclasses.replace(allowed, jvms=prepared.ready)
        self._session = session
        self._resumed = resumed
        self._pass_fds = pass_fds
        self.folder = settings.campaigns / self.name
        self._beside: Beside | None = None
        # The most forks that a step has had room for.
        self._slots = 1
        # What has been done once before the first fork that needs it.
        self._opened: set[str] = set()
        # The words of the program, once a fork runs it.
        self._program: list[str] = []
        deadline = os.environ.get("WHICHJVM_DEADLINE")
        self._step = StepRun(settings, runner, self.name, session, float(deadline) if deadline else None, pass_fds)
        self._screen = Screen()

    def has_begun(self) -> bool:
        return (self.folder / CAMPAIGN).exists()

    def whole_forks(self) -> int:
        files = (self.folder / "forks").glob("*.json")
        return sum(1 for each in files if not each.name.startswith("000-"))

    # --- the loop ---

    async def run(self) -> None:
        self._step.sweep_shm()
        await self._runner.sweep()
        if self._session:
            await self._begin_session()
        try:
            await self._start_beside()
            step = await self._next()
            while step:
                await self._open(step)
                self._screen.show(step)
                await self._begin_step(step)
                assert self._beside
                await self._step.run(step, self._beside)
                step = await self._next()
        except Ended:
            await self._step.stop()
            assert self._beside
            code = await self._beside.end()
            raise cannot(
                f"the collector ended with exit code {code} before the campaign did",
                f"{self.resume_command()}, which keeps the forks" if self.has_begun() else "the same command again",
            ) from None
        except SlicerEnded:
            self._step.thaw()
            raise cannot(
                "the scheduler of turns ended before the programs did, all of which were resumed",
                f"{self.resume_command()}, which keeps the forks; report this if it happens again",
            ) from None
        finally:
            self._screen.end()
            await self._end_beside()

    async def _open(self, step: Step) -> None:
        """What forks need of this host beside their own, before the first that needs it."""
        if len(step.forks) > self._slots:
            raise odd(f"a step of the campaign {self.name} has more forks than the collector has said")
        workload = step.forks[0].workload
        if workload in OF_PROGRAM and not self._program:
            words = step.forks[0].arguments
            self._program = words[words.index("--") + 1 :]
            if self._runner.name == "host":
                say(
                    f"the runner host does not confine the program: it has the rights of {user()} and sees this host; in"
                    " containers (--runner docker) it has neither"
                )
        if any(each.event for each in step.forks) and "events" not in self._opened:
            self._opened.add("events")
            await self._runner.open_perf_events()
        if workload == "service" and "load" not in self._opened:
            self._opened.add("load")
            await self._runner.build_load_generator()

    async def _begin_step(self, step: Step, again: bool = False) -> None:
        """Nothing of another fork is left where those of this step write."""
        assert self._beside
        await self._beside.request("start", block=step.block, members=step.members)
        if await self._beside.ready():
            return
        if again:
            raise cannot(
                f"the folders that forks write into cannot be emptied, also when they are made again ({self.name})",
                f"end what holds files in them, then {self.resume_command()}",
            )
        # A fork has left what cannot be removed. New folders have nothing of it.
        await self._start_beside()
        await self._begin_step(step, again=True)

    async def _next(self) -> Step | None:
        """The next step; None if the campaign has ended."""
        begins = not self.has_begun()
        next_one = await self._asked()
        if begins and self.has_begun() and not self._settings.dry_run:
            # The folders were those of the checks.
            await self._start_beside(len(next_one.step.forks) if next_one.step else 1)
            # The line above says what it cannot decide, and what would help.
            if next_one.doubt and sys.stdin.isatty() and sys.stderr.isatty():
                sys.stderr.write("Go on all the same? [Y/n] ")
                sys.stderr.flush()
                if sys.stdin.readline().lower().startswith("n"):
                    raise Declined
        if next_one.progress:
            self._screen.told(next_one.progress)
        if next_one.stops:
            say(next_one.stops)
        return next_one.step

    async def _asked(self) -> _Next:
        """What the collector answers."""
        assert self._beside
        self._screen.end()
        await self._beside.request("step")
        next_one = _Next()
        for _ in range(_MOST_LINES):
            answer = await self._beside.answer()
            if "progress" in answer:
                next_one.progress = Progress.read(answer["progress"])
            elif "stops" in answer:
                next_one.stops = one_line(str(answer["stops"]))
            elif "doubt" in answer:
                next_one.doubt = True
            elif "step" in answer:
                next_one.step = self._allowed.step(answer["step"])
                return next_one
            else:
                self._end(answer)
                return next_one
        raise odd(f"the collector says more than {_MOST_LINES} lines of a block")

    def _end(self, answer: dict[str, object]) -> None:
        """The campaign has ended; a Stop if it cannot go on."""
        status = answer.get("end")
        if status == NOTHING_TO_RUN:
            told = answer.get("help")
            for line in told[:_MOST_LINES] if isinstance(told, list) else []:
                print(one_line(str(line)))
            raise Stop(0)
        if status in (USAGE, CANNOT):
            # The collector has said why.
            raise Stop(USAGE if status == USAGE else CANNOT)
        if status not in (0, CAMPAIGN_ENDED):
            raise odd(f"the collector answers '{one_line(str(answer))[:200]}', which is neither a step nor an end")

    async def _start_beside(self, slots: int = 1) -> None:
        """With a folder for each contender of the widest step."""
        await self._end_beside()
        options: list[str] = []
        if not self.has_begun():
            for jvm in self._origin.jvms:
                if jvm not in self._prepared.ready:
                    options.append(f"--missing={jvm}={self._prepared.missing.get(jvm, 'it is not available')}")
            options += [f"--substitute={each}" for each in self._prepared.substitutes]
            if self._settings.dry_run and not self._resumed:
                # A campaign that is resumed stays as it is.
                options.append("--unchecked")
        if self._settings.dry_run:
            options.append("--dry-run")
        self._slots = max(self._slots, slots)
        command, env = self._runner.beside(self.name, self._slots, ["next", *options, self.name])
        self._beside = Beside(self._settings.watcher, command, env, self._pass_fds)
        owner, wanted = await begun(self._beside, MOST_FORKS)
        if wanted > self._slots:
            await self._start_beside(wanted)
        else:
            await self._runner.begun_beside(self.name, owner)

    async def _end_beside(self) -> None:
        if self._beside:
            await self._beside.end()
            self._beside = None

    async def _begin_session(self) -> None:
        """Keeps the session's number for a resumed campaign, and drops the JVMs' files from memory."""
        (self.folder / "session").write_text(f"{self._session}\n", encoding="ascii")
        for jvm in self._prepared.ready:
            if not await self._runner.run_beside(jvm, ["sh", "-c", _FORGET_FILES]):
                say(f"the files of {jvm} stay where they are in memory: its image has no dd of GNU")

    # --- a dry run ---

    async def show(self) -> None:
        """Every command it would run."""
        try:
            await self._start_beside()
            checks = not self.has_begun()
            say("# what can run here:" if checks else "# in this order:")
            step = await self._next()
            while step:
                if checks and step.block:
                    checks = False
                    say("# in this order:")
                names = [f"whichjvm-CAMPAIGN-{step.block}"] * len(step.forks)
                for fork in self._step.forks_of(step, "0", names):
                    show(self._runner.fork(fork)[0])
                step = await self._next()
        finally:
            await self._end_beside()

    def resume_command(self) -> str:
        """With what has to be granted or typed again."""
        words = [typed(), f"--resume {self.name}"]
        options = os.environ.get("JAVA_OPTS", "")
        if self._program:
            words += [shlex.quote(each) for each in self._settings.granted.options]
        if self._settings.out != OUT:
            words.append(f"--out {shlex.quote(str(self._settings.out))}")
        if self._runner.name != "host":
            return " ".join(words)
        if not self._allowed.typed:
            return " ".join([*words, "--trust-campaign"])
        if options:
            words.insert(0, f"JAVA_OPTS={shlex.quote(options)}")
        return " ".join([*words, *(["--", shlex.join(self._program)] if self._program else [])])

    async def stop(self) -> None:
        """Ends all that runs, after an interrupt."""
        self._screen.end()
        await self._step.stop()
        await self._end_beside()


class Screen:
    """On a terminal, one line that is written again for each block; in a log, a line for each block that is complete."""

    def __init__(self) -> None:
        self._progress = Progress(0, 0, [])
        self._columns = shutil.get_terminal_size().columns
        with contextlib.suppress(OSError):
            # Some terminals have no size.
            self._columns = os.get_terminal_size(2).columns or self._columns

    def told(self, progress: Progress) -> None:
        self._progress = progress
        if progress.block and not sys.stderr.isatty():
            say(progress.line(progress.block))

    def show(self, step: Step) -> None:
        """While it runs."""
        if sys.stderr.isatty():
            line = self._progress.line(step.block) if step.block else f"checking {step.forks[0].contender}"
            sys.stderr.write(f"\r\033[K{line[: self._columns - 1]}")
            sys.stderr.flush()

    def end(self) -> None:
        if sys.stderr.isatty():
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
