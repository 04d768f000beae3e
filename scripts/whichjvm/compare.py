"""Compares JVMs on this host: builds what is needed, runs the campaign that the collector plans, and prints the report.

Which options there are, and what they mean, the collector knows: scripts/generate-help writes them to lib/help.txt.
"""

from __future__ import annotations

import asyncio
import builtins
import dataclasses
import os
import re
import shutil
import signal
from collections.abc import Sequence
from pathlib import Path

from . import huge, runners, usage
from .about import user
from .campaign import Campaign, Declined, campaign_names, session_of
from .console import FORKS_FAILED, INTERRUPTED, ROOT, Stop, cannot, say, typed, wrong
from .lock import HostLock
from .plan import Origin
from .processes import Process
from .runner import Granted, Runner, Settings

VERBS = ("race", "explain", "calibrate")
LISTS = ("jvms", "flags", "studies")


@dataclasses.dataclass
class Asked:
    """A command line of compare, as far as it is not the collector's alone."""

    arguments: builtins.list[str]
    out: Path = ROOT / "out"
    resume: str = ""
    dry_run: bool = False
    verb: str = ""
    # Whether the clearest difference is explained at the end.
    explain: bool = False
    listed: str = ""
    runner: str = "auto"
    bases: str = "auto"
    jdks: builtins.list[str] = dataclasses.field(default_factory=list)
    study_file: str = ""
    targets: str = ""
    granted: Granted = dataclasses.field(default_factory=Granted)
    # Whether what follows -- is a program that nothing was said of but its words: neither what runs nor where.
    program: bool = False
    says_what: bool = False
    # Options and words that say what is measured: a campaign that is resumed has its own.
    others: builtins.list[str] = dataclasses.field(default_factory=list)

    @classmethod
    def of(cls, arguments: Sequence[str]) -> Asked:
        asked = cls(list(arguments))
        topic = next((after for word, after in zip(arguments, arguments[1:]) if word == "--verb"), "compare")
        # No help has the one that the verbs race, explain and calibrate give.
        parsed = usage.parse(
            usage.compare_options({"--verb": "|".join(VERBS)}), arguments, help_text=lambda: usage.topic(topic)
        )
        for name, value in parsed.options:
            asked._option(name, value)
        asked.others += [*parsed.operands, *parsed.behind]
        if parsed.behind[1:2] and not parsed.behind[1].startswith("-"):
            asked.program = True
        asked._mount_here()
        asked._check_targets()
        return asked

    def _option(self, name: str, value: str) -> None:
        granted = self.granted
        if name == "--out":
            self.out = Path(value)
        elif name == "--resume":
            self.resume = value.rstrip("/").rpartition("/")[2]
            # Without a name it would be a new campaign.
            if not self.resume:
                raise wrong(
                    f"--resume is '{value}'; it takes the name of a campaign in the results folder, such as latest"
                )
        elif name == "--dry-run":
            self.dry_run = True
        elif name == "--network":
            granted.options.append(name)
            granted.network = True
        elif name == "--with":
            match = re.fullmatch(r"(.+):([A-Za-z0-9._-]+(?:,[A-Za-z0-9._-]+)*)", value)
            if not match or not os.path.isfile(match.group(1)):
                raise wrong(
                    f"--with is '{value}'; it takes FILE:SERVICE[,SERVICE], a compose file and services of it, such as"
                    " compose.yaml:db"
                )
            granted.with_file, granted.with_services = os.path.realpath(match.group(1)), match.group(2)
            granted.options += [name, f"{granted.with_file}:{granted.with_services}"]
        elif name == "--mount":
            self._mount(name, "", value)
        elif name == "--app":
            if "=" not in value:
                raise wrong(f"--app is '{value}'; it takes NAME=DIR, such as old=./v1")
            version, _, folder = value.partition("=")
            self._mount(name, f"{version}=", folder)
        elif name == "--verb":
            # A campaign that is resumed says itself whose it is.
            self.verb = _one_of(name, value, VERBS)
            self.program |= value == "explain"
        elif name == "--event":
            granted.options += [name, value]
            granted.event = value
        else:
            self.others.append(name)
            self._measured(name, value)

    def _measured(self, name: str, value: str) -> None:
        """An option that says what is measured."""
        if name == "--explain":
            self.explain = True
        elif name == "--request" and value.startswith("@"):
            self.targets = value[1:]
        elif name == "--runner":
            self.runner = _one_of(name, value, ("auto", "docker", "host"))
        elif name == "--bases":
            self.bases = _one_of(name, value, ("auto", "registry", "packages"))
        elif name == "--jdk":
            if not re.match("[a-z0-9][a-z0-9._-]*=.+", value):
                raise wrong(
                    f"--jdk is '{value}'; it takes NAME=PATH or NAME=IMAGE, the name in lower case and without a +, such"
                    " as mine=/opt/jdk-17 or old=my/jdk:1"
                )
            self.jdks.append(value)
        elif name == "--study":
            self.says_what = True
            if "/" in value:
                self.study_file = value
        elif name == "--workload":
            self.says_what = True
        elif name == "--list":
            self.listed = _one_of(name, value, LISTS)

    def _mount(self, option: str, name: str, folder: str) -> None:
        if not (os.path.isdir(folder) and os.access(folder, os.R_OK | os.X_OK)):
            raise wrong(f"{option} is '{name}{folder}', which is no folder that {user()} can read")
        path = os.path.realpath(folder)
        self.granted.mounts.append((name.rstrip("="), path))
        self.granted.options += [option, f"{name}{path}"]

    def _mount_here(self) -> None:
        """The current folder of a program that was given without a word on what runs and where. The whole of a disk or of
        a person's files is not mounted unless they say so."""
        if not self.program or self.says_what or self.granted.mounts:
            return
        here = os.path.realpath(os.getcwd())
        if f"{os.path.realpath(os.environ.get('HOME') or '/')}/".startswith(f"{here.rstrip('/')}/"):
            # What a campaign mounted that is explained need not be here.
            if self.verb == "explain":
                return
            raise wrong(
                f"the current folder, {here}, is not mounted unasked, because your home folder is in it; give --mount DIR"
                " with the program's folder, or --workload command if it needs none"
            )
        self._mount("--mount", "", here)

    def _check_targets(self) -> None:
        """The requests of a service and the bodies that they name, before anything is built for them."""
        if not self.targets:
            return
        for _, folder in self.granted.mounts:
            file = os.path.join(folder, self.targets)
            if not os.path.isfile(file):
                raise wrong(
                    f"--request is '@{self.targets}', and {folder} has no such file; give the path of one that is there"
                )
            for line in Path(file).read_text(encoding="utf-8", errors="replace").splitlines():
                body = line.strip()
                if body.startswith("@") and body[1:2] != "/" and not os.path.isfile(os.path.join(folder, body[1:])):
                    raise wrong(
                        f"{folder}/{self.targets} names the body '{body[1:]}', and {folder} has no such file; give its"
                        " path in that folder, such as @body.json"
                    )


def _one_of(option: str, value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise wrong(f"{option} is '{value}'; it is one of: {' '.join(allowed)}")
    return value


class Compare:
    """One run of compare."""

    def __init__(self, asked: Asked, settings: Settings, lock: HostLock) -> None:
        self._asked = asked
        self._settings = settings
        self._lock = lock
        self._runner: Runner | None = None
        self._campaign: Campaign | None = None
        self._planned = ""
        self._session = os.environ.get("WHICHJVM_SESSION", "")

    async def run(self) -> int:
        asked, settings = self._asked, self._settings
        self._check_environment()
        if not asked.listed or asked.resume or asked.verb == "explain":
            runners.check_out(settings)
        origin = Origin()
        explained = ""
        if asked.resume:
            origin = self._resumed()
        elif asked.verb == "explain":
            explained, origin = self._explained()
        runner = await self._choose(origin)
        if asked.listed:
            await self._list(runner)
            return 0
        assert runner
        self._runner = runner
        if runner.name == "host" and not await runner.known():
            raise cannot(
                "there is no JVM on this machine (JAVA_HOME, PATH, /usr/lib/jvm, SDKMAN); install one, say"
                " openjdk-17-jdk-headless, give --jdk NAME=PATH, or start an engine (scripts/install-docker)"
            )
        if not settings.dry_run:
            settings.alone = self._lock.take()
        await runner.prepare_collector()
        if asked.resume:
            name = self._resumed_name()
        else:
            name = await self._plan(runner, explained)
            origin = Origin.of(settings.campaigns / name)
        prepared = await runner.prepare(origin.jvms, not origin.named)
        folder = settings.campaigns / name
        if (folder / "campaign.json").exists():
            for jvm in origin.jvms:
                if jvm not in prepared.ready:
                    raise cannot(
                        f"{jvm} of the campaign {name} cannot be had now (a line above says why); resume when it can"
                    )
        self._campaign = Campaign(
            settings, runner, name, origin, prepared, self._session, bool(asked.resume), self._lock.descriptors()
        )
        if settings.dry_run:
            await self._campaign.show()
            return 0
        await self._campaign.run()
        return await self._report(runner, name, origin.report)

    def _check_environment(self) -> None:
        size = os.environ.get("WHICHJVM_HUGE_SIZE", "4g")
        if not re.fullmatch("[1-9][0-9]{0,11}[kmg]?", size):
            raise wrong(f"WHICHJVM_HUGE_SIZE is '{size}'; it is a size such as 4g or 512m")
        deadline = os.environ.get("WHICHJVM_DEADLINE", "1")
        if not re.fullmatch("[1-9][0-9]{0,8}", deadline):
            raise wrong(
                f"WHICHJVM_DEADLINE is '{deadline}'; it is the number of seconds after which a fork is ended, such as 600"
            )

    # --- which campaign ---

    def _resumed_name(self) -> str:
        """Its name, where this is the link latest."""
        return os.path.basename(os.path.realpath(self._settings.out / self._asked.resume))

    def _resumed(self) -> Origin:
        """Of the campaign to resume, what starts its forks and where its JVMs are."""
        asked, out = self._asked, self._settings.out
        if not (out / asked.resume / "runner.tsv").is_file():
            raise wrong(
                f"there is no campaign '{asked.resume}' to resume in {out}; it has: {' '.join(campaign_names(out))}"
            )
        if asked.others:
            raise wrong(f"--resume runs what the campaign's plan says; {asked.others[0]} cannot be given too")
        folder = out / self._resumed_name()
        self._session = session_of(folder)
        return Origin.of(folder)

    def _explained(self) -> tuple[str, Origin]:
        """The campaign to explain: the first of the operands if that is one, else the newest that explains none itself."""
        out = self._settings.out
        for each in self._asked.others:
            if (out / each / "runner.tsv").is_file():
                name = os.path.basename(os.path.realpath(out / each))
                return name, Origin.of(out / name)
            if not each.startswith("-"):
                break
        for name in reversed(campaign_names(out)):
            origin = Origin.of(out / name)
            if origin.report != "explain":
                return name, origin
        raise wrong(f"there is no campaign to explain in {out}; run one with whichjvm compare")

    async def _choose(self, origin: Origin) -> Runner | None:
        asked = self._asked
        if asked.listed in ("flags", "studies"):
            return None
        self._settings.jdks += [f"{name}={home}" for name, home in origin.homes.items()]
        runner = await runners.choose(self._settings, origin.runner or asked.runner)
        if not asked.listed:
            await runner.refuse_emulator()
        return runner

    async def _list(self, runner: Runner | None) -> None:
        if runner:
            print("\n".join(await runner.known()))
        elif self._asked.listed == "flags":
            _print_definitions(ROOT / "docker/flags", ".options")
        else:
            _print_definitions(ROOT / "studies", ".study")

    async def _plan(self, runner: Runner, explained: str) -> str:
        """Plans the campaign by the arguments as they are, and returns its name."""
        asked, settings = self._asked, self._settings
        known = await runner.known()
        if settings.dry_run:
            settings.campaigns = settings.scratch / "out"
            settings.campaigns.mkdir()
            if explained:
                shutil.copytree(settings.out / explained, settings.campaigns / explained, symlinks=True)
        if asked.study_file and not os.path.isfile(asked.study_file):
            raise wrong(
                f"there is no study '{asked.study_file}'; --study takes a name (whichjvm list studies), or a file's path"
                " with a / in it"
            )
        # An engine mounts it by its whole path.
        study = os.path.realpath(asked.study_file) if asked.study_file else ""
        memory = huge.available_memory()
        shm = os.statvfs("/dev/shm")
        words = [
            "--runner",
            runner.name,
            "--machine",
            # As images name architectures.
            runners.local_platform()[len("linux/") :],
            *([f"--memory={memory}"] if memory else []),
            f"--shm={shm.f_bavail * shm.f_frsize // 1024}",
            *(f"--mounted={name}={folder}" for name, folder in settings.granted.mounts),
            *([f"--explains={explained}"] if explained else []),
            *(f"--knows={each}={runner.home(each)}" for each in known),
            *(f"--usual={each}" for each in await runner.usual()),
            "--",
            *asked.arguments,
        ]
        command, env = runner.plan(study, words)
        process = Process(settings.watcher, command, env=env, keep_out=True)
        try:
            code = await asyncio.shield(process.ended)
        finally:
            # It ends what it writes.
            await asyncio.wait([process.ended])
            await process.streams(5)
            assert process.out
            self._planned = process.out.bytes().decode().partition("\n")[0]
        if code:
            raise Stop(code)
        return self._planned

    def remove_unbegun(self) -> None:
        """A campaign that was planned and has measured nothing."""
        folder = self._settings.campaigns
        if self._planned and not (folder / self._planned / "campaign.json").exists():
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
            if self._asked.explain and status in (0, FORKS_FAILED):
                raise Become("explain", ["--out", str(self._settings.out), *self._settings.granted.options, name])
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
            raise Become("compare", ["--confirm", name, *self._asked.arguments])
        wanted = f'"campaign": "{name}"'
        for file in self._settings.campaigns.glob("*-confirmation/campaign.json"):
            if wanted in file.read_text(encoding="utf-8", errors="replace"):
                return
        say(f"to confirm it: {typed()}, the race's other arguments, and --confirm {name}")

    async def interrupted(self) -> None:
        if self._campaign:
            await self._campaign.stop()
            if self._campaign.has_begun():
                say(f"interrupted; {self._campaign.whole_forks()} whole forks are kept. To go on:")
                say(f"  {self._campaign.resume_command()}")

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


def _print_definitions(folder: Path, end: str) -> None:
    """The name of each, and the comment that it begins with."""
    for file in sorted(folder.glob(f"*{end}")):
        comment = []
        for line in file.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                break
            if not line.startswith("# needs: "):
                comment.append(line[2:])
        print(f"{file.name[: -len(end)]}: {' '.join(comment)}")


async def _run(asked: Asked, settings: Settings, lock: HostLock) -> int:
    compare = Compare(asked, settings, lock)
    task = asyncio.ensure_future(compare.run())
    stopped = False

    def stop() -> None:
        # A second signal does not cut short what the first one ends.
        nonlocal stopped
        if not stopped:
            stopped = True
            task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop)
    try:
        return await task
    except (asyncio.CancelledError, Declined):
        await compare.interrupted()
        return INTERRUPTED
    finally:
        await compare.leave()


def main(arguments: list[str]) -> int:
    asked = Asked.of(arguments)
    lock = HostLock()
    try:
        with runners.settings(asked.out, asked.jdks) as settings:
            settings.bases = asked.bases
            settings.dry_run = asked.dry_run
            settings.granted = asked.granted
            return asyncio.run(_run(asked, settings, lock))
    except Become as another:
        lock.release()
        script = str(ROOT / "scripts" / another.script)
        os.execve(script, [script, *another.arguments], {**os.environ, "WHICHJVM_TYPED": typed()})
