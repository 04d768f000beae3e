"""This checkout's docker compose, and what all containers of campaigns have."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Mapping, Sequence

from .about import at_least
from .console import ROOT
from .processes import Commands, Finished
from .runner import Settings, environment

# By this label the containers of a killed campaign are found.
CAMPAIGN_LABEL = "org.whichjvm.of=campaign"

# The user of forks if root owns the results folder: no image has it, and it owns nothing on the host.
NOBODY = "65534:65534"

# Of /tmp: what a JVM, JNA and a program write there counts as the container's memory.
TMP_OPTIONS = "rw,exec,nosuid,nodev,size=1g,nr_inodes=65536,mode=1777"

# A JVM has hundreds of threads on a large machine. If a program needs more, set pids_limit in compose.override.yaml.
MOST_PROCESSES = 2048

# The oldest Compose that resolves "service:" contexts and runs what it built in one command.
COMPOSE_WANTED = "2.40"


class Compose:
    """Runs commands of the engine, all with one environment."""

    def __init__(self, settings: Settings) -> None:
        self.scratch = settings.scratch
        self._commands = settings.commands
        # Values of compose.yaml's variables, in addition to this process's environment.
        self.env: dict[str, str] = {"WHICHJVM_RESULTS": str(settings.out)}
        # As compose finds them by itself: what a person adds in compose.override.yaml is meant for forks too.
        self.command = ["docker", "compose", "--project-directory", str(ROOT), "--file", str(ROOT / "compose.yaml")]
        for override in (ROOT / "compose.override.yaml", ROOT / "compose.override.yml"):
            if override.exists():
                self.command += ["--file", str(override)]
        # The start of a command that runs a service as it was built.
        self.prebuilt: list[str] = []
        self._own_platform = ""

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """The whole environment of a command, without how a person came to this program."""
        return environment({**self.env, **(more or {})}, drop=["WHICHJVM_TYPED"])

    def value(self, variable: str) -> str:
        """The value of a variable as a command finds it; empty if it has none."""
        return self.env.get(variable) or os.environ.get(variable, "")

    async def run(
        self, command: Sequence[str], more: Mapping[str, str] | None = None, seconds: float | None = None
    ) -> Finished:
        """Keeps all output of the command, and ends it after this many seconds."""
        return await self._commands.run(command, env=self.environment(more), seconds=seconds)

    async def tells(
        self, command: Sequence[str], more: Mapping[str, str] | None = None, keep_out: bool = True
    ) -> Finished:
        """Its stderr is a person's to read, and its stdout too if that is not kept for this program."""
        return await self._commands.run(command, env=self.environment(more), show_err=True, show_out=not keep_out)

    async def ask(self, *arguments: str, more: Mapping[str, str] | None = None) -> Finished:
        """What compose says; its stderr is a person's to read."""
        return await self.tells([*self.command, "--progress", "quiet", *arguments], more)

    def use_prebuilt(self, services: Sequence[str]) -> None:
        """Makes `prebuilt` for these services. By itself `compose run` builds the contexts of a service each time, just
        before the fork."""
        file = self.scratch / "prebuilt.yaml"
        lines = [f"  {service}: {{build: !reset null, pull_policy: never}}\n" for service in services]
        file.write_text("services:\n" + "".join(lines), encoding="utf-8")
        self.prebuilt = [*self.command, "--file", str(file), "--progress", "quiet"]

    async def own_platform(self) -> str:
        """The platform of the engine's host."""
        if not self._own_platform:
            said = await self.tells(["docker", "version", "--format", "{{.Server.Arch}}"])
            self._own_platform = f"linux/{said.out.strip()}"
        return self._own_platform

    async def remove(self, containers: Sequence[str]) -> None:
        """A container may outlive the client that started it."""
        if containers:
            await self.run(["docker", "rm", "--force", "--volumes", *containers])


async def engine_says(commands: Commands) -> str:
    """Why there is no engine with compose; empty if there is one."""
    if not shutil.which("docker"):
        return "docker is not installed"
    info, have, buildx = await asyncio.gather(
        commands.run(["docker", "info"]),
        commands.run(["docker", "compose", "version", "--short"]),
        commands.run(["docker", "buildx", "version"]),
    )
    if not info.ok:
        return "the engine does not answer (docker info)"
    if not have.ok or not at_least(have.out, COMPOSE_WANTED):
        return f"docker compose is missing or older than {COMPOSE_WANTED}, which resolves service: contexts"
    if not buildx.ok:
        return "docker has no buildx plugin"
    return ""
