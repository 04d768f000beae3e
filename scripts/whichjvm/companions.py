"""Companions: services of a person's own compose file that a program needs (--with).

Each fork has its own, in its network. That is a holder's, a container that does nothing: they and the fork join it, and
its hosts file has their names. So all ports are on one loopback, nobody reaches a neighbour, and no name is looked up
outside.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from .compose import CAMPAIGN_LABEL, NOBODY, Compose
from .console import Stop, cannot, show, wrong
from .processes import Finished

# What starts a fork with its companions beside it.
PROGRAM = Path(__file__).resolve().parent / "__main__.py"

# What a service does not have of the person's file: a network, a port or a name that the services of another fork would
# have too.
_NOT_THEIRS = (
    "networks: !reset null, container_name: !reset null, hostname: !reset null, mac_address: !reset null,"
    " ports: !reset [], expose: !reset [], links: !reset [], external_links: !reset [], extra_hosts: !reset [],"
    " dns: !reset []"
)


class Companions:
    """The services that --with names; there may be none."""

    def __init__(self, compose: Compose, file: str, services: str) -> None:
        self._compose = compose
        self._file = file
        self._services = services
        # Those that are needed.
        self._needed = services.split(",") if services else []
        # All services and volumes of the file.
        self._names: list[str] = []
        self._volumes: list[str] = []
        # How those services differ that are built: a build is the campaign's, and not each fork's.
        self._built: dict[str, str] = {}

    def _command(self, *arguments: str) -> list[str]:
        project = ["--project-directory", os.path.dirname(self._file), "--file", self._file]
        return ["docker", "compose", *project, "--progress", "quiet", *arguments]

    def show(self) -> None:
        """The command that a person would start them with."""
        show(["docker", "compose", "--file", self._file, "up", "--detach", "--wait", *self._needed])

    async def prepare(self, dry_run: bool) -> None:
        """Their images, and what the file has."""
        if not self._services:
            return
        self._names = await self._listed("--services")
        self._volumes = await self._listed("--volumes")
        for each in self._needed:
            if each not in self._names:
                raise wrong(
                    f"--with names the service '{each}', which {self._file} does not have",
                    f"one of its services: {' '.join(self._names)}",
                )
        if not dry_run:
            await self._build()
            await self._pull()

    async def _listed(self, what: str) -> list[str]:
        listed = await self._compose.tells(self._command("config", what))
        if not listed.ok:
            raise self._unreadable(listed)
        return listed.out.splitlines()

    def _unreadable(self, compose: Finished) -> Stop:
        return wrong(
            f"--with names {self._file}, which docker compose cannot read: {compose.said}",
            f"docker compose --file {self._file} config, until it prints the services",
        )

    async def _build(self) -> None:
        config = await self._compose.tells(self._command("config", "--format", "json"))
        if not config.ok:
            raise self._unreadable(config)
        services = json.loads(config.out).get("services", {})
        built = [name for name, service in services.items() if "build" in service]
        self._built = {name: f"build: !reset null, image: whichjvm-companion/{name}, " for name in built}
        lines = [f"  {name}: {{image: whichjvm-companion/{name}}}\n" for name in built]
        self._built_file.write_text("services:\n" + "".join(lines), encoding="utf-8")
        if not built:
            return
        command = self._command("--file", str(self._built_file), "build", "--with-dependencies", *self._needed)
        build = await self._compose.tells(command, keep_out=False)
        if not build.ok:
            raise cannot(
                f"a service of --with {self._services} cannot be built: {build.said}",
                f"docker compose --file {self._file} build {' '.join(self._needed)}, until it succeeds",
            )

    @property
    def _built_file(self) -> Path:
        return self._compose.scratch / "with-built.yaml"

    async def _pull(self) -> None:
        built = ["--file", str(self._built_file)] if self._built else []
        images = await self._compose.tells(self._command(*built, "config", "--images", *self._needed))
        if not images.ok:
            raise self._unreadable(images)
        for image in images.out.split():
            if (await self._compose.run(["docker", "image", "inspect", image])).ok:
                continue
            pulled = await self._compose.tells(["docker", "pull", "--quiet", image], keep_out=False)
            if not pulled.ok:
                raise cannot(
                    f"the image {image} of --with {self._services} cannot be pulled: {pulled.said}",
                    f"docker pull {image}, until it succeeds, or another image in {self._file}",
                )

    def command(self, fork: str, image: str, command: Sequence[str]) -> list[str]:
        """A fork's command, with them beside it: a program of its own, which outlives a campaign that is killed, until
        the fork has ended too."""
        definition = {
            "fork": fork,
            "image": image,
            "label": CAMPAIGN_LABEL,
            "user": NOBODY,
            "names": self._names,
            "needed": self._needed,
            # Its project has its name, in letters that compose takes.
            "compose": self._command("--file", str(self._define(fork)), "--project-name", fork.lower()),
            "failed": f"the services of --with {self._services} did not start",
            "attempt": f"docker compose --file {self._file} up {' '.join(self._needed)}, until they are healthy",
        }
        file = self._compose.scratch / f"with-{fork}.json"
        file.write_text(json.dumps(definition), encoding="utf-8")
        # It imports nothing of the folder that a person is in.
        return [sys.executable, "-I", "-S", "-X", "utf8", str(PROGRAM), "with_companions", "-", str(file), *command]

    def _define(self, fork: str) -> Path:
        """What they do not have of the person's file: what the services of another fork would have too, and data of the
        person's own, which would not be the same for all and is not theirs to change."""
        text = "services:\n"
        for each in self._names:
            text += (
                f'  {each}: {{{self._built.get(each, "")}pull_policy: never, network_mode: "container:{fork}-net",'
                f' restart: "no", labels: [{CAMPAIGN_LABEL}], {_NOT_THEIRS}}}\n'
            )
        if self._volumes:
            text += "volumes:\n"
        for each in self._volumes:
            text += f"  {each}: !override {{labels: [{CAMPAIGN_LABEL}]}}\n"
        file = self._compose.scratch / f"with-{fork}.yaml"
        file.write_text(text, encoding="utf-8")
        return file
