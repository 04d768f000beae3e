"""Compares JVMs on this host: builds what is needed, runs the campaign that the collector plans, and prints the
report."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import huge, on_loop, origin, request, runners, studies
from .asked import Asked
from .campaign import Campaign, Declined
from .console import FORKS_FAILED, INTERRUPTED, ROOT, Stop, cannot, odd, say, typed, wrong
from .jvms import Host
from .lock import HostLock
from .origin import Origin, campaign_names, session_of
from .processes import Process
from .runner import Runner, Settings
from .started import Started
from .steps import Allowed, Typed
from .workloads import WORKLOADS

_CAMPAIGN = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+_-]{0,199}")


class Compare:
    """One run of compare."""

    def __init__(self, asked: Asked, settings: Settings, lock: HostLock) -> None:
        self._asked = asked
        self._settings = settings
        self._lock = lock
        self._runner: Runner | None = None
        self._campaign: Campaign | None = None
        self._started: Started | None = None
        # The campaign that is resumed.
        self._resume = asked.resume
        self._planned = ""
        self._session = os.environ.get("WHICHJVM_SESSION", "")

    async def run(self) -> int:
        asked, settings = self._asked, self._settings
        self._check_environment()
        if asked.listed:
            print("\n".join(await (await runners.choose(settings, asked.runner)).known()))
            return 0
        runners.check_out(settings, has_campaigns=bool(asked.resume) or asked.verb == "explain")
        source = Origin()
        explained = ""
        if asked.resume:
            source = self._resumed()
        elif asked.resume_or_start:
            source = self._found(Started(settings.out))
        elif asked.verb == "explain":
            explained, source = self._explained()
        named = source.runner or asked.runner
        if not self._started:
            settings.jdks += [f"{name}={home}" for name, home in source.homes.items()]
        elif asked.runner != "auto":
            named = asked.runner
        if named == "auto" and not settings.jdks and shutil.which("docker"):
            await self._refuse_for_both(explained)
        runner = await runners.choose(settings, named)
        if asked.study and not self._resume:
            say(f"study {asked.study.name}: {asked.study.asks}")
        requested = {} if asked.resume else await self._request(runner, explained)
        ended = self._started.ended(requested) if self._started else None
        if ended is not None:
            return ended
        if runner.name == "docker" and named != "auto":
            await runners.check_engine(settings)
        await runner.refuse_emulator()
        self._runner = runner
        if not settings.dry_run:
            settings.alone = self._lock.take()
        await runner.prepare_collector()
        if self._resume:
            name = self._resumed_name()
            # If it measures nothing now either, the next one plans it again.
            self._planned = name if self._started else ""
        else:
            if self._started:
                self._started.keep(None)
            source = await self._plan(runner, requested, explained)
            name = self._planned
        prepared = await runner.prepare(list(source.jvms), source.usual)
        folder = settings.campaigns / name
        if (folder / origin.CAMPAIGN).exists():
            for jvm in source.jvms:
                if jvm not in prepared.ready:
                    raise cannot(
                        f"{jvm} of the campaign {name} is not available now: {prepared.missing[jvm]}",
                        f"{typed()} --resume {name} when it is",
                    )
        allowed = Allowed(name, WORKLOADS, settings.granted, typed=self._typed(runner, source))
        self._campaign = Campaign(
            settings, runner, source, prepared, allowed, self._session, bool(self._resume), self._lock.descriptors()
        )
        if settings.dry_run:
            await self._campaign.show()
            return 0
        await self._campaign.run()
        code = await self._report(runner, name, source.report)
        if self._started:
            self._started.keep(code)
        return code

    def _check_environment(self) -> None:
        size = os.environ.get("WHICHJVM_HUGE_SIZE", "4g")
        if not re.fullmatch("[1-9][0-9]{0,11}[kmg]?", size):
            raise wrong(f"WHICHJVM_HUGE_SIZE is '{size}'", "WHICHJVM_HUGE_SIZE=4g, or another size such as 512m")
        deadline = os.environ.get("WHICHJVM_DEADLINE", "1")
        if not re.fullmatch("[1-9][0-9]{0,8}", deadline):
            raise wrong(
                f"WHICHJVM_DEADLINE is '{deadline}'",
                "WHICHJVM_DEADLINE=600, or another number of seconds after which a fork is ended",
            )

    # --- which campaign ---

    def _resumed_name(self) -> str:
        """Its name, where this is the link latest."""
        return os.path.basename(os.path.realpath(self._settings.out / self._resume))

    def _found(self, started: Started) -> Origin:
        """Of the campaign that --resume-or-start finds; the same request has the same JVMs."""
        self._started = started
        self._resume = started.campaign
        if not started.campaign:
            return Origin()
        folder = self._settings.out / started.campaign
        self._session = session_of(folder)
        return self._origin(folder)

    def _resumed(self) -> Origin:
        """Of the campaign to resume, what starts its forks and where its JVMs are."""
        asked, out = self._asked, self._settings.out
        if not origin.is_campaign(out / asked.resume):
            raise wrong(
                f"there is no campaign '{asked.resume}' to resume in {out}",
                f"one of these: {' '.join(campaign_names(out))}" if campaign_names(out) else "--out with its folder",
            )
        if asked.measured:
            raise wrong(
                f"--resume runs what the campaign's plan says, and {asked.measured[0]} cannot change it",
                f"leave out {asked.measured[0]}",
            )
        folder = out / self._resumed_name()
        self._session = session_of(folder)
        return self._origin(folder)

    def _origin(self, folder: Path) -> Origin:
        """Of a campaign that is there; on this host nothing confines what it runs."""
        source = Origin.of(folder)
        if source.runner == "host" and not self._asked.trusts and folder.stat().st_uid != os.geteuid():
            raise wrong(
                f"the campaign {folder.name} is in a folder of another user, and what it says would run on this host with"
                " your rights",
                "if it may, give --trust-campaign",
            )
        if source.runner == "docker" and self._asked.resume and self._asked.own.behind:
            raise wrong(
                "--resume runs what the campaign's plan says, and the words after -- cannot change it",
                "leave out -- and all that follows it",
            )
        return source

    def _typed(self, runner: Runner, source: Origin) -> Typed | None:
        """What may run on this host; an engine confines it."""
        asked = self._asked
        if runner.name != "host" or asked.trusts:
            return None
        words = asked.all.program()
        if asked.resume and not words and studies.is_there(source.study):
            # Those of this checkout's study are this project's.
            words = studies.read(source.study).options
        return Typed(words, os.environ.get("JAVA_OPTS", ""))

    def _explained(self) -> tuple[str, Origin]:
        """The campaign to explain: the first of the operands if that is one, else the newest that explains none itself."""
        out = self._settings.out
        if self._names_campaign():
            name = os.path.basename(os.path.realpath(out / self._asked.own.operands[0]))
            return name, self._origin(out / name)
        for name in reversed(campaign_names(out)):
            if Origin.of(out / name).report != "explain":
                return name, self._origin(out / name)
        raise wrong(
            f"there is no campaign to explain in {out}", "whichjvm compare, which makes one, or --out with its folder"
        )

    def _names_campaign(self) -> bool:
        """Whether the first of the operands is the campaign to explain, and no contender."""
        return any(origin.is_campaign(self._settings.out / each) for each in self._asked.own.operands[:1])

    # --- what the collector plans ---

    async def _request(self, runner: Runner, explained: str) -> dict[str, Any]:
        """What is asked for, on this host; a Stop refuses what is wrong with it."""
        asked, java_options = self._asked, os.environ.get("JAVA_OPTS", "")
        host = await self._host(runner)
        if explained:
            names = asked.own.operands[self._names_campaign() :]
            return request.explaining(explained, names, asked.own, host, java_options)
        return request.build(asked, host, java_options)

    async def _refuse_for_both(self, explained: str) -> None:
        """Refuses what is wrong by whatever runner, before the engine is asked, which takes a moment."""
        refused: list[Stop] = []
        for name in ("docker", "host"):
            try:
                await self._request(await runners.runner_of(name, self._settings), explained)
                return
            except Stop as stop:
                refused.append(stop)
        raise refused[0]

    async def _host(self, runner: Runner) -> Host:
        known = await runner.known()
        if not known:
            raise cannot(
                "there is no JVM on this machine (JAVA_HOME, PATH, /usr/lib/jvm, SDKMAN)",
                "apt-get install openjdk-17-jdk-headless (Debian), --jdk NAME=PATH, or scripts/install-docker",
            )
        memory = huge.available_memory()
        shm = os.statvfs("/dev/shm")
        return Host(
            runner.name,
            # As images name architectures.
            runners.local_platform()[len("linux/") :],
            {each: runner.home(each) for each in known},
            await runner.usual(),
            memory * 1024 if memory else None,
            shm.f_bavail * shm.f_frsize,
            dict(self._settings.granted.mounts),
        )

    async def _plan(self, runner: Runner, requested: Mapping[str, Any], explained: str) -> Origin:
        """Plans the campaign."""
        settings = self._settings
        if settings.dry_run:
            settings.campaigns = settings.scratch / "out"
            settings.campaigns.mkdir()
            if explained:
                shutil.copytree(settings.out / explained, settings.campaigns / explained, symlinks=True)
        file = settings.scratch / "request.json"
        file.write_text(json.dumps(requested), encoding="utf-8")
        command, env = runner.collector(["plan"])
        with file.open("rb") as stdin:
            process = Process(settings.watcher, command, env=env, stdin=stdin.fileno(), keep_out=True)
        planned = asyncio.ensure_future(self._end_of_plan(process))
        try:
            await asyncio.shield(planned)
        except asyncio.CancelledError:
            # It ends what it writes.
            await asyncio.wait([planned])
            raise
        source = Origin.of(settings.campaigns / self._planned) if self._planned else Origin()
        if not source.jvms or not source.jvms.keys() <= requested["host"]["known"].keys():
            raise odd("the collector plans a campaign of JVMs that this host does not have")
        return source

    async def _end_of_plan(self, process: Process) -> None:
        """Keeps the name of what is planned, so that it can be removed."""
        code = await process.ended
        await process.streams(5)
        assert process.out
        name = process.out.bytes().decode(errors="replace").partition("\n")[0]
        self._planned = name if _CAMPAIGN.fullmatch(name) else ""
        if code:
            raise Stop(code)

    def remove_unbegun(self) -> None:
        """A campaign that was planned and has measured nothing."""
        folder = self._settings.campaigns
        if self._planned and not (folder / self._planned / origin.CAMPAIGN).exists():
            shutil.rmtree(folder / self._planned, ignore_errors=True)
            shutil.rmtree(folder / f".{self._planned}.tmp", ignore_errors=True)

    # --- the end ---

    async def _collect(self, *arguments: str, quiet: bool = False) -> int:
        assert self._runner
        command, env = self._runner.collector(arguments)
        done = await self._settings.commands.run(command, env=env, keep_out=quiet, keep_err=False)
        return done.code

    async def _report(self, runner: Runner, name: str, report: str) -> int:
        """The answer of a calibration, a race or an explanation is another than its tables, which are in its folder too."""
        if report in ("calibrate", "race", "explain"):
            first = await self._collect("report", name, quiet=True)
            status = await self._collect(report, name) or first
        else:
            shown = [*runners.shown_as(), "--shown-out", runners.shown_out(self._settings.out)]
            status = await self._collect("report", *shown, name)
            if report == "confirmation":
                status = await self._collect("race", name) or status
        if report != "race":
            # Where forks failed there is something to explain all the same.
            if self._asked.own.has("--explain") and status in (0, FORKS_FAILED):
                # What ran now may run again.
                trusted = ["--trust-campaign", *self._settings.granted.options]
                raise Become("explain", ["--out", str(self._settings.out), *trusted, name])
            return status
        # A contender that failed has lost.
        if status not in (0, FORKS_FAILED):
            return status
        if (self._settings.campaigns / name / "race.json").exists():
            self._confirm(name)
        return 0

    def _confirm(self, name: str) -> None:
        """Of a race whose search has ended: its winner in a campaign of its own; a resumed one that has none says how."""
        if not self._asked.resume:
            raise Become("race", ["--confirm", name, *self._asked.arguments])
        wanted = f'"campaign": "{name}"'.encode()
        for file in self._settings.campaigns.glob("*-confirmation/campaign.json"):
            if wanted in origin.read(file.parent, origin.CAMPAIGN):
                return
        say(f"to confirm it: {typed()}, the race's other arguments, and --confirm {name}")

    async def interrupted(self) -> None:
        if self._campaign:
            await self._campaign.stop()
            if self._campaign.has_begun():
                say(f"interrupted; {self._campaign.whole_forks()} whole forks are kept. To go on:")
                say(f"  {self._campaign.resume_command()}")
            else:
                say("interrupted before the first block, so nothing is kept")

    async def leave(self) -> None:
        self.remove_unbegun()
        if self._runner:
            await self._runner.leave()


class Become(Exception):
    """Another script takes this process's place, which has nothing of the campaign any more."""

    def __init__(self, script: str, arguments: Sequence[str]) -> None:
        super().__init__(script)
        self.script = script
        self.arguments = list(arguments)


async def _run(asked: Asked, settings: Settings, lock: HostLock) -> int:
    compare = Compare(asked, settings, lock)
    try:
        return await compare.run()
    except (asyncio.CancelledError, Declined):
        await compare.interrupted()
        return INTERRUPTED
    finally:
        await compare.leave()


def run(asked: Asked) -> int:
    lock = HostLock()
    try:
        with runners.settings(asked.out, asked.own.texts("--jdk")) as settings:
            settings.bases = asked.own.text("--bases", "auto")
            settings.dry_run = asked.dry_run
            settings.granted = asked.granted
            return on_loop.run(_run(asked, settings, lock))
    except Become as another:
        lock.release()
        script = str(ROOT / "scripts" / another.script)
        os.execve(script, [script, *another.arguments], {**os.environ, "WHICHJVM_TYPED": typed()})
