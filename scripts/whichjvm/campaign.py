"""Runs a campaign: the steps of its plan, whatever is missing; after each block the collector says how it goes on."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from .about import user
from .collector import Beside, Ended, owner
from .console import CAMPAIGN_ENDED, CANNOT, NOTHING_TO_RUN, ROOT, Stop, cannot, say, show, typed
from .plan import Origin, Plan, Step
from .runner import Prepared, Runner, Settings
from .step import SlicerEnded, StepRun

# The kernel drops what it holds in memory of each JVM's files, so that a session reads them into other pages.
_FORGET_FILES = (
    'find "$(dirname "$(readlink -f "$(command -v java)")")/.." -type f -size +64k '
    '-exec dd if={} iflag=nocache count=0 status=none ";"'
)


class Declined(Exception):
    """A person does not want to go on."""


class Campaign:
    """A campaign that has a folder: planned, or resumed."""

    def __init__(
        self,
        settings: Settings,
        runner: Runner,
        name: str,
        origin: Origin,
        prepared: Prepared,
        session: str,
        resumed: bool,
        pass_fds: Sequence[int],
    ) -> None:
        self._settings = settings
        self._runner = runner
        self.name = name
        self._origin = origin
        self._prepared = prepared
        self._session = session
        self._resumed = resumed
        self._pass_fds = pass_fds
        self.folder = settings.campaigns / name
        self.plan = self._read_plan()
        self._beside: Beside | None = None
        deadline = os.environ.get("WHICHJVM_DEADLINE")
        self._step = StepRun(settings, runner, name, session, float(deadline) if deadline else None, pass_fds)
        self._screen = Screen()

    def _read_plan(self) -> Plan:
        return Plan(self.folder, self._origin.jvms, self._settings.granted)

    def has_begun(self) -> bool:
        return (self.folder / "campaign.json").exists()

    def whole_forks(self) -> int:
        files = (self.folder / "forks").glob("*.json")
        return sum(1 for each in files if not each.name.startswith("000-"))

    # --- the loop ---

    async def run(self) -> None:
        self._step.sweep_shm()
        await self._runner.sweep()
        if self._runner.name == "host" and self.plan.programs:
            say(
                f"the runner host does not confine the program: it has the rights of {user()} and sees this host; in"
                " containers (--runner docker) it has neither"
            )
        if self.plan.perf_events:
            await self._runner.open_perf_events()
        if self._runner.name == "host" and self.plan.services:
            vegeta = await self._settings.commands.run([str(ROOT / "docker/vegeta/on-host")], keep_err=False)
            if not vegeta.ok:
                raise Stop(vegeta.code)
            os.environ["WHICHJVM_VEGETA"] = vegeta.out.strip()
        if self._session:
            await self._begin_session()
        try:
            await self._start_beside()
            await self._steps()
        except Ended:
            await self._step.stop()
            if self.has_begun():
                say(f"the forks are kept: {self.resume_command()}")
            raise cannot("the collector has ended before the campaign did (a line above says why)") from None
        except SlicerEnded:
            self._step.thaw()
            say(f"the forks are kept: {self.resume_command()}")
            raise cannot(
                "what lets programs run one at a time has ended before they did; nothing stays frozen"
            ) from None
        finally:
            self._screen.end()
            await self._end_beside()

    async def _steps(self) -> None:
        # What a killed campaign did not come to ask.
        asked = self.has_begun()
        if asked and not await self._after_block():
            return
        at = 0
        while True:
            steps = self.plan.steps()
            if at >= len(steps):
                return
            step = steps[at]
            at += 1
            if not self._step.is_done(step):
                self._screen.show(step, self._step.last_words)
                await self._run_step(step)
                asked = False
            if not asked and (at == len(steps) or steps[at].block != step.block):
                asked = True
                # The checks of block 0 are another plan.
                if not self.has_begun():
                    at = 0
                if not await self._after_block():
                    return

    async def _run_step(self, step: Step) -> None:
        await self._begin_step(step)
        assert self._beside
        await self._step.run(step, self.plan, self._beside)

    async def _begin_step(self, step: Step, again: bool = False) -> None:
        """Nothing of another fork is left where those of this step write."""
        assert self._beside
        members = self._step.members(step, self.plan)
        await self._beside.request("start", str(step.block), str(members))
        ready = await self._beside.answer()
        if ready == ["dirty"] and not again:
            # A fork has left what cannot be removed. New folders have nothing of it.
            await self._start_beside()
            await self._begin_step(step, again=True)
        elif ready != ["ready"]:
            raise cannot("the folders that forks write into cannot be emptied; look what holds files in them")

    async def _after_block(self) -> bool:
        """False if the campaign has ended."""
        assert self._beside
        # What was said of a check is no result.
        begins = not self.has_begun()
        if begins:
            self._step.last_words = ""
        self._screen.end()
        self._screen.said = self._screen.left = ""
        await self._beside.request("next")
        told: list[str] = []
        doubt = False
        while True:
            kind, *words = await self._beside.answer()
            text = "\t".join(words)
            if kind == "said":
                self._screen.said = text
            elif kind == "left":
                self._screen.left = text
            elif kind == "plan":
                self.plan.add(text)
            elif kind == "help":
                told.append(text)
            elif kind == "doubt":
                doubt = True
            elif kind == "end":
                status = int(text)
                break
        if status == NOTHING_TO_RUN:
            print("\n".join(told))
            raise Stop(0)
        if status not in (0, CAMPAIGN_ENDED):
            if status in (2, CANNOT):
                # The collector has said why.
                raise Stop(status)
            raise Ended
        if begins:
            # The checks of block 0 were another plan.
            self.plan = self._read_plan()
            await self._start_beside()
            # The line above says what it cannot decide, and what would help.
            if doubt and not self._settings.dry_run and sys.stdin.isatty() and sys.stderr.isatty():
                sys.stderr.write("Go on all the same? [Y/n] ")
                sys.stderr.flush()
                if sys.stdin.readline().lower().startswith("n"):
                    raise Declined
        # Where nobody looks at a terminal, one line a block.
        if not sys.stderr.isatty() and self._screen.said:
            say(self._screen.said + (f"; {self._screen.left}" if self._screen.left else ""))
        return status == 0

    async def _start_beside(self) -> None:
        """With a folder for each contender of the plan's widest step."""
        await self._end_beside()
        widest: dict[str, int] = {}
        for _, step, _ in self.plan.lines:
            widest[step] = widest.get(step, 0) + 1
        options: list[str] = []
        if not self.has_begun():
            for jvm in self._origin.jvms:
                if jvm not in self._prepared.ready:
                    options.append(f"--missing={jvm}={self._prepared.missing.get(jvm, 'it cannot be had')}")
            options += [f"--substitute={each}" for each in self._prepared.substitutes]
            if self._settings.dry_run:
                options.append("--unchecked")
        command, env = self._runner.beside(self.name, max([1, *widest.values()]), ["next", *options, self.name])
        self._beside = Beside(self._settings.watcher, command, env, self._pass_fds)
        await self._runner.begun_beside(self.name, await owner(self._beside))

    async def _end_beside(self) -> None:
        if self._beside:
            await self._beside.end()
            self._beside = None

    async def _begin_session(self) -> None:
        """Keeps its number for whoever resumes it."""
        (self.folder / "session").write_text(f"{self._session}\n", encoding="ascii")
        for jvm in self._prepared.ready:
            if not await self._runner.run_beside(jvm, ["sh", "-c", _FORGET_FILES]):
                say(f"the files of {jvm} stay where they are in memory: its image has no dd of GNU")

    # --- a dry run ---

    async def show(self) -> None:
        """Every command it would run."""
        try:
            await self._start_beside()
            if not self.has_begun():
                say("# what can run here:")
                self._show_steps()
                # A campaign that is resumed stays as it is.
                if self._resumed:
                    return
                await self._after_block()
            say("# in this order:")
            self._show_steps()
        finally:
            await self._end_beside()

    def _show_steps(self) -> None:
        """Those of which a fork is missing."""
        for step in self.plan.steps():
            if not self._step.is_done(step):
                names = [f"whichjvm-CAMPAIGN-{step.block}"] * len(step.contenders)
                for fork in self._step.forks_of(step, self.plan, "0", names):
                    show(self._runner.fork(fork)[0])

    def resume_command(self) -> str:
        """With what has to be granted again to a program."""
        words = [typed(), f"--resume {self.name}"]
        if self.plan.programs:
            words += [shlex.quote(each) for each in self._settings.granted.options]
        if self._settings.out != ROOT / "out":
            words.append(f"--out {shlex.quote(str(self._settings.out))}")
        return " ".join(words)

    async def stop(self) -> None:
        """Interrupted: whatever runs is ended, and whoever resumes it is told how."""
        self._screen.end()
        await self._step.stop()
        await self._end_beside()


class Screen:
    """On a terminal, one line that is written again for each step."""

    def __init__(self) -> None:
        # What the collector said after the last block: about that block, and how long the rest takes.
        self.said = self.left = ""
        self._columns = shutil.get_terminal_size().columns
        with contextlib.suppress(OSError):
            self._columns = os.get_terminal_size(2).columns

    def show(self, step: Step, last_words: str) -> None:
        if not sys.stderr.isatty():
            return
        if step.block:
            # By turns all contenders run at once.
            contender = f", {step.contenders[0]}" if len(step.contenders) == 1 else ""
            rest = "".join(f" | {each}" for each in (last_words, self.left) if each)
            line = f"block {step.block}{contender}{rest}"
        else:
            line = f"checking {step.contenders[0]}"
        sys.stderr.write(f"\r\033[K{line[: self._columns - 1]}")
        sys.stderr.flush()

    def end(self) -> None:
        if sys.stderr.isatty():
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


def campaign_names(out: Path) -> list[str]:
    """The campaigns of a results folder, the newest last."""
    return sorted(each.parent.name for each in out.glob("*/runner.tsv") if not each.is_symlink())


def session_of(folder: Path) -> str:
    """Its own number, also if it has none; a pipe would never end, and a link may lead anywhere."""
    from .plan import read, refuse

    if not (folder / "session").is_file() or (folder / "session").is_symlink():
        return ""
    session = read(folder, "session")[:9].strip()
    if not re.fullmatch("[0-9]{0,4}", session):
        refuse(folder, "session", f"has '{session}', which is no session's number")
    return session
