"""The runner `host`: JVMs are those found on this machine, a fork is one process."""

from __future__ import annotations

import asyncio
import contextlib
import glob
import os
import re
import shutil
import signal
from collections.abc import Sequence
from pathlib import Path

from . import freezer, huge, jvms, maven
from .about import natural, user
from .console import ROOT, Stop, cannot, say, say_skipped, wrong
from .processes import kill_tree, outlived
from .runner import Fork, Prepared, Runner, Settings, environment

_COPY = re.compile(r"whichjvm-([0-9]+)-[0-9]+(-home)?")


class HostRunner(Runner):
    name = "host"

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        # NAME to JAVA_HOME of what was found.
        self.homes: dict[str, str] = {}
        self._group_root = ""
        self._java = ""
        # The load generator of services, once it is needed.
        self._vegeta = os.environ.get("WHICHJVM_VEGETA", "")

    async def find(self) -> None:
        """JAVA_HOME, the PATH's java, /usr/lib/jvm, SDKMAN; --jdk first, whose names win, each of one JDK."""
        for entry in self.settings.jdks:
            name, _, home = entry.partition("=")
            if not os.access(f"{home}/bin/java", os.X_OK):
                raise wrong(f"--jdk is '{entry}', and there is no {home}/bin/java", "the folder in which bin/java is")
            await self._add(home, name)
            if os.path.realpath(home) not in (self.homes.get(name, ""), f"{self.homes.get(name, '')}/jre"):
                raise wrong(
                    f"--jdk is '{entry}', and another --jdk has this name or is this JDK",
                    f"one name for each JDK, and the contender {name}+again to run one twice",
                )
        sdkman = os.environ.get("SDKMAN_DIR") or f"{os.environ.get('HOME', '')}/.sdkman"
        homes = [os.environ.get("JAVA_HOME", ""), maven.home_of("java"), *sorted(glob.glob("/usr/lib/jvm/*"))]
        for home in [*homes, *sorted(glob.glob(f"{sdkman}/candidates/java/*"))]:
            if home and os.access(f"{home}/bin/java", os.X_OK):
                await self._add(home, "")

    async def _add(self, folder: str, name: str) -> None:
        """An empty name is made of vendor and version. The same JDK by another path, or another one of a name, is left
        out."""
        home = re.sub("/jre$", "", os.path.realpath(folder))
        if home in self.homes.values():
            return
        name = name or await self.name_of(folder)
        if name and name not in self.homes:
            self.homes[name] = home

    async def name_of(self, home: str) -> str:
        """The name of a JVM, by its file `release` or by what it says itself; empty if it does not start."""
        with contextlib.suppress(OSError):
            name = jvms.name_by_release(Path(f"{home}/release").read_text(encoding="utf-8", errors="replace"))
            if name:
                return name
        said = await self.settings.commands.run([f"{home}/bin/java", "-XshowSettings:properties", "-version"])
        return jvms.name_by_properties(said.err + said.out) if said.ok else ""

    async def known(self) -> list[str]:
        return sorted(self.homes, key=natural)

    async def usual(self) -> list[str]:
        return await self.known()

    def home(self, jvm: str) -> str:
        return self.homes[jvm]

    async def prepare_collector(self) -> None:
        """Both jars, built with this host's JDK and Maven, and a JVM that the collector runs on."""
        await maven.build_jars(self.settings)
        homes = [maven.home_of("java"), *self.homes.values()]
        self._java = await maven.java_home_with(self.settings, "java", 17, homes)
        if not self._java:
            raise cannot(
                "the collector needs Java 17 or newer, and this machine has none",
                "apt-get install openjdk-17-jdk-headless (Debian), or --jdk NAME=PATH",
            )

    async def prepare(self, jvms: Sequence[str], usual: bool) -> Prepared:
        prepared = Prepared()
        for jvm in jvms:
            if jvm not in self.homes:
                prepared.missing[jvm] = "this host does not have it"
                continue
            prepared.ready.append(jvm)
            try:
                told = Path(f"{self.homes[jvm]}/whichjvm.env").read_text(encoding="utf-8", errors="replace")
            except OSError:
                told = ""
            substitute = re.search("^WHICHJVM_SUBSTITUTE=(.*)$", told, re.MULTILINE)
            say(f"{jvm} is {self.homes[jvm]}" + (f", a substitute: {substitute.group(1)}" if substitute else ""))
        say_skipped(prepared.missing)
        return prepared

    def collector(self, arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
        env = environment(
            {
                "PATH": f"{self._java}/bin:{os.environ['PATH']}",
                "WHICHJVM_OUT": str(self.settings.campaigns),
                "WHICHJVM_COLLECTOR_JAR": str(ROOT / "collector/target/whichjvm-collector.jar"),
            }
        )
        return [str(ROOT / "collector/collect"), *arguments], env

    def beside(self, campaign: str, slots: int, arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
        forks, turns = self.settings.scratch / "forks", self.settings.scratch / "turns"
        for folder in (forks, turns):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        for slot in range(slots):
            (forks / str(slot)).mkdir()
        verb, *rest = arguments
        return self.collector([verb, "--forks", str(forks), "--turns", str(turns), *rest])

    async def begun_beside(self, campaign: str, owner: str) -> None:
        pass

    def fork(self, fork: Fork) -> tuple[list[str], dict[str, str]]:
        """It writes its result into a folder of its own."""
        own = {
            "PATH": f"{self.homes[fork.plan.jvm]}/bin:{os.environ['PATH']}",
            "WHICHJVM_JAR": str(ROOT / "workload/target/whichjvm-workload.jar"),
            "WHICHJVM_OUT": str(self.settings.scratch / "forks" / str(fork.number)),
        }
        if self._vegeta:
            own["WHICHJVM_VEGETA"] = self._vegeta
        more = dict(fork.environment)
        if fork.members > 1:
            more["WHICHJVM_TURNS"] = str(self.settings.scratch / "turns" / str(fork.number))
        words = [f"{key}={value}" for key, value in {**own, **more}.items()]
        command = ["env", "-u", "WHICHJVM_FLAG_SET", "-u", "WHICHJVM_FLAGS", *words, str(ROOT / "workload/launch")]
        command += fork.plan.arguments
        if fork.plan.huge_queue:
            command = [*huge.command(self.settings.dry_run), *command]
        if fork.sliced and not self.settings.dry_run:
            # The process and all that it starts are in a control group of their own from now on.
            group = f"{self._group_root}/{fork.name}"
            os.mkdir(group)
            command = ["sh", "-c", 'echo $$ >"$0" && exec "$@"', f"{group}/cgroup.procs", *command]
        return command, dict(os.environ)

    async def group(self, campaign: str, name: str) -> str:
        self._group_root = freezer.root()
        if not self._group_root:
            raise cannot(
                f"--interleave turns freezes programs by control groups, which {user()} may not make here",
                "run this as root, or with control groups v2 behind systemd-run --user --scope --property=Delegate=yes; or"
                " --interleave forks",
            )
        return f"{self._group_root}/{name}"

    async def stop(self, fork: Fork) -> None:
        """The launcher hands it on and waits for the JVM. What does not end is killed."""
        assert fork.process
        fork.process.signal(signal.SIGTERM)
        await asyncio.wait([fork.process.ended], timeout=15)
        if not fork.process.ended.done():
            fork.left = await outlived(kill_tree(fork.process.pid))

    async def remove(self, names: Sequence[str]) -> None:
        """What has ended leaves no process and no tmpfs: a fork ends with its campaign's lock, before which no campaign
        begins. The launcher has removed its folder unless it was killed too."""
        self._sweep_copies()
        if self._group_root:
            for name in names:
                _rmdir(f"{self._group_root}/{name}")

    def _sweep_copies(self) -> None:
        """Removes the temporary folders of forks whose launcher was killed; its process number is in their names."""
        if not self.settings.alone:
            return
        for entry in os.scandir("/tmp"):
            match = _COPY.fullmatch(entry.name)
            if match and not os.path.exists(f"/proc/{match.group(1)}"):
                shutil.rmtree(entry.path, ignore_errors=True)

    async def sweep(self) -> None:
        """The control groups of killed campaigns, and the temporary folders of their forks."""
        if not self.settings.alone:
            return
        self._sweep_copies()
        # By which the memory of programs was counted; they are inside the group that the campaign was in.
        for folder, _, _ in os.walk("/sys/fs/cgroup", topdown=False):
            if re.fullmatch(r"whichjvm-[0-9]+.*-[0-9]+.*", os.path.basename(folder)):
                _rmdir(folder)
        root = freezer.root()
        for group in glob.glob(f"{root}/whichjvm-*") if root else []:
            freezer.thaw_groups([group])
            _rmdir(group)

    async def leave(self) -> None:
        pass

    async def open_perf_events(self) -> None:
        pass

    async def build_load_generator(self) -> None:
        built = await self.settings.commands.run([str(ROOT / "docker/vegeta/on-host")], keep_err=False)
        if not built.ok:
            raise Stop(built.code)
        self._vegeta = built.out.strip()

    async def run_beside(self, jvm: str, command: Sequence[str]) -> bool:
        env = environment({"PATH": f"{self.homes[jvm]}/bin:{os.environ['PATH']}"})
        return (await self.settings.commands.run(command, env=env)).ok


def _rmdir(folder: str) -> None:
    """Of a program that has left a process behind it stays until that has ended."""
    with contextlib.suppress(OSError):
        os.rmdir(folder)
