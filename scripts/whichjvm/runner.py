"""What starts forks and the collector: an engine's containers, or processes of this host."""

from __future__ import annotations

import abc
import dataclasses
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .granted import Granted
from .processes import Commands, Process, Watcher

if TYPE_CHECKING:
    from .steps import ForkPlan


@dataclasses.dataclass
class Settings:
    """What holds for a whole command: where results go, what was granted, and the tools to run commands with."""

    watcher: Watcher
    commands: Commands
    # A folder of this process alone, which is removed at its end.
    scratch: Path
    # The results folder, and where campaigns are, which of a dry run is another.
    out: Path
    campaigns: Path
    # JVMs that a person names: NAME=PATH or NAME=IMAGE.
    jdks: list[str]
    # auto, registry or packages.
    bases: str = "auto"
    dry_run: bool = False
    # Whether no other campaign runs on this host, so that whatever looks like a fork's is a killed one's.
    alone: bool = False
    granted: Granted = dataclasses.field(default_factory=Granted)


@dataclasses.dataclass
class Prepared:
    """The JVMs that are available, why the others are not, and which JVMs are not the build that their name promises."""

    ready: list[str] = dataclasses.field(default_factory=list)
    missing: dict[str, str] = dataclasses.field(default_factory=dict)
    substitutes: list[str] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Fork:
    """A fork that is to be started, or runs."""

    # Its number in the step from 0, and the name of its container or control group.
    number: int
    name: str
    plan: ForkPlan
    # That of the plan, and what this program adds to it.
    environment: dict[str, str]
    # How many contenders of its step take turns; 1 where none do.
    members: int
    # Whether it is let run in slices, from outside.
    sliced: bool = False
    process: Process | None = None
    # A sentence on its processes that outlived SIGKILL.
    left: str = ""


class Runner(abc.ABC):
    """Starts forks and the collector. Whatever it runs it runs by `settings.commands`, so that nothing blocks."""

    name: str

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @abc.abstractmethod
    async def known(self) -> list[str]:
        """Every JVM that there is, sorted."""

    @abc.abstractmethod
    async def usual(self) -> list[str]:
        """The JVMs of a campaign that names none, in the order in which the last are left out where time is short."""

    @abc.abstractmethod
    def home(self, jvm: str) -> str:
        """Where it is: its JAVA_HOME, or the image that a person named; empty of others."""

    async def refuse_emulator(self) -> None:  # noqa: B027 # most runners have none
        """Before anything is built for another platform than this host's."""

    @abc.abstractmethod
    async def prepare_collector(self) -> None:
        """Builds the collector; a Stop says why it cannot be had."""

    @abc.abstractmethod
    async def prepare(self, jvms: Sequence[str], usual: bool) -> Prepared:
        """Builds images or jars. `usual`: no one named the JVMs, so that none is replaced by a build of another kind."""

    @abc.abstractmethod
    def collector(self, arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
        """The command that runs the collector, and its environment."""

    @abc.abstractmethod
    def beside(self, campaign: str, slots: int, arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
        """The command of the collector that runs beside a campaign, with a folder for each of `slots` forks."""

    @abc.abstractmethod
    async def begun_beside(self, campaign: str, owner: str) -> None:
        """The collector has begun, and the results folder is, as it sees it, of this UID:GID."""

    @abc.abstractmethod
    def fork(self, fork: Fork) -> tuple[list[str], dict[str, str]]:
        """The command of a fork, and its environment; of a dry run as a person would type it."""

    @abc.abstractmethod
    async def stop(self, fork: Fork) -> None:
        """Ends a fork as a person's Ctrl-C would, and kills what does not end; what outlives that is told in `left`."""

    @abc.abstractmethod
    async def remove(self, names: Sequence[str]) -> None:
        """What forks of these names left half-made."""

    @abc.abstractmethod
    async def sweep(self) -> None:
        """What killed campaigns left."""

    @abc.abstractmethod
    async def leave(self) -> None:
        """At the end of this command."""

    @abc.abstractmethod
    async def open_perf_events(self) -> None:
        """Lets forks call perf_event_open, where they may not by themselves."""

    async def build_load_generator(self) -> None:  # noqa: B027 # images have it
        """Before the first fork that puts a server under load."""

    @abc.abstractmethod
    async def run_beside(self, jvm: str, command: Sequence[str]) -> bool:
        """Runs a command beside a JVM while nothing is measured; whether it succeeded."""

    @abc.abstractmethod
    async def group(self, campaign: str, name: str) -> str:
        """What the freezer calls the control group of a fork: docker:NAME, or a folder; a Stop if it cannot freeze."""


def environment(more: Mapping[str, str], drop: Sequence[str] = ()) -> dict[str, str]:
    """That of this process with more."""
    return {**{key: value for key, value in os.environ.items() if key not in drop}, **more}
