"""What a campaign's folder says is to be run, read once and checked: the folder may be anybody's. A line or a command
that no campaign has ends this program."""

from __future__ import annotations

import dataclasses
import os
import re
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from .console import USAGE, Stop, one_line, wrong
from .runner import Granted

CONTENDER = r"[a-z0-9][a-z0-9.+_-]{0,99}"
_LINE = re.compile(rf"([0-9]{{1,5}})\t([0-9]{{1,9}})\t({CONTENDER})")
_JVM = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}")

# The most bytes of a file of a campaign's folder that is read.
_MOST = 16 << 20

# What a command may have in its environment without being granted, and what its value must be.
_ALLOWED = {
    "WHICHJVM_JVM": ".*",
    "JAVA_OPTS": ".*",
    "WHICHJVM_FLAGS": ".*",
    "WHICHJVM_FLAG_SET": "[a-z0-9][a-z0-9+._-]{0,99}",
    "WHICHJVM_SLICE": r"0\.[0-9]{1,3}",
    "WHICHJVM_QUEUE_IS_HUGE": "1",
    "WHICHJVM_MEMORY": "[0-9]{1,15}",
    "WHICHJVM_SHM": "[0-9]{1,15}",
    "WHICHJVM_HEAP": "[0-9]{1,15}",
    "WHICHJVM_DEADLINE": "[1-9][0-9]{0,8}",
}

REPORTS = ("report", "calibrate", "race", "confirmation", "explain")


@dataclasses.dataclass(frozen=True)
class Command:
    """The command of a contender: which JVM runs it, its environment, and the words of the workload."""

    jvm: str
    environment: dict[str, str]
    arguments: list[str]

    @property
    def deadline(self) -> float:
        """After how many seconds a fork is ended."""
        return float(self.environment.get("WHICHJVM_DEADLINE", 600))

    @property
    def slice(self) -> str:
        """How long its program is let run at a time, in s; empty where it is not."""
        return self.environment.get("WHICHJVM_SLICE", "")


@dataclasses.dataclass(frozen=True)
class Step:
    """Forks that are started together."""

    block: int
    number: str
    contenders: tuple[str, ...]


@dataclasses.dataclass
class Origin:
    """runner.tsv: the runner, the report, whether contenders were named, and each JVM with its home or its image."""

    runner: str = ""
    report: str = "report"
    named: bool = True
    jvms: list[str] = dataclasses.field(default_factory=list)
    homes: dict[str, str] = dataclasses.field(default_factory=dict)

    @classmethod
    def of(cls, campaign: Path) -> Origin:
        origin = cls()
        for line in read(campaign, "runner.tsv").splitlines():
            key, name, home = (line.split("\t") + ["", ""])[:3]
            if key == "jvm":
                if not _JVM.fullmatch(name):
                    refuse(campaign, "runner.tsv", f"has the JVM '{one_line(name)}'")
                origin.jvms.append(name)
                if home:
                    origin.homes[name] = home
            elif key == "runner" and name in ("docker", "host"):
                origin.runner = name
            elif key == "report" and name in REPORTS:
                origin.report = name
            elif key == "asked" and name in ("named", "usual"):
                origin.named = name == "named"
            elif key in ("runner", "report", "asked"):
                refuse(campaign, "runner.tsv", f"has the {key} '{one_line(name)}'")
        return origin


class Plan:
    """The lines of plan.tsv, and the command of each contender in them, as they were when they were read."""

    def __init__(self, campaign: Path, jvms: Sequence[str], granted: Granted) -> None:
        self._campaign = campaign
        self._jvms = jvms
        self._granted = granted
        self.lines: list[tuple[int, str, str]] = []
        self.commands: dict[str, Command] = {}
        for line in read(campaign, "plan.tsv").split("\n")[1:]:
            if line:
                self.add(line)

    def add(self, line: str) -> None:
        """A line more: BLOCK, STEP and CONTENDER."""
        match = _LINE.fullmatch(line)
        if not match:
            refuse(self._campaign, "plan.tsv", f"has the line '{one_line(line)}'")
        block, step, contender = match.groups()
        self.lines.append((int(block), step, contender))
        if contender not in self.commands:
            self.commands[contender] = self._command(contender)

    def steps(self) -> list[Step]:
        """In their order; a step is lines that follow one another and have the same block and number."""
        steps: list[Step] = []
        for block, number, contender in self.lines:
            if steps and (steps[-1].block, steps[-1].number) == (block, number):
                steps[-1] = Step(block, number, (*steps[-1].contenders, contender))
            else:
                steps.append(Step(block, number, (contender,)))
        return steps

    @property
    def programs(self) -> bool:
        """Whether forks run a program of a person's own."""
        return any(each.arguments[:1] in (["command"], ["service"]) for each in self.commands.values())

    @property
    def services(self) -> bool:
        return any(each.arguments[:1] == ["service"] for each in self.commands.values())

    @property
    def perf_events(self) -> bool:
        return any("WHICHJVM_PERF_EVENT" in each.environment for each in self.commands.values())

    def _command(self, contender: str) -> Command:
        """The words of a file are ended by NUL; an empty one divides environment and arguments."""
        name = f"commands/{contender}"
        if (self._campaign / "commands").is_symlink():
            refuse(self._campaign, name, "is missing, or a link")
        words = read(self._campaign, name).split("\0")[:-1]
        divided = words.index("") if "" in words else len(words)
        environment = dict(word.partition("=")[::2] for word in words[:divided])
        for key, value in environment.items():
            if not self.allows(key, value):
                refuse(self._campaign, name, f"has '{one_line(f'{key}={value}')}' in its environment")
        jvm = environment.get("WHICHJVM_JVM", "")
        if jvm not in self._jvms:
            refuse(self._campaign, name, f"is for the JVM '{one_line(jvm)}', which the campaign has not")
        return Command(jvm, environment, words[divided + 1 :])

    def allows(self, key: str, value: str) -> bool:
        """Whether a command may have it in its environment. What a person has to grant they grant by an option, also of a
        campaign that is resumed."""
        shown, granted = one_line(value), self._granted
        campaign = f"the campaign {self._campaign.name}"
        if key == "WHICHJVM_MOUNT":
            if value in (folder for _, folder in granted.mounts):
                return True
            raise wrong(
                f"{campaign} mounts '{shown}' into its forks; if it may, give --mount (of a version: --app) with that"
                " folder too"
            )
        if key == "WHICHJVM_NETWORK":
            if value == "bridge" and granted.network:
                return True
            raise wrong(
                f"{campaign} gives its forks the network '{shown}'; if it may be the engine's own, bridge, give --network"
                " too"
            )
        if key == "WHICHJVM_WITH":
            if value and value == granted.with_services:
                return True
            raise wrong(
                f"{campaign} runs '{shown}' beside its forks; give --with FILE:{shown} with the compose file that they are"
                " in too"
            )
        if key == "WHICHJVM_PERF_EVENT":
            if value and value == granted.event:
                return True
            raise wrong(
                f"{campaign} lets its forks call perf_event_open for '{shown}'; if they may, give --event with that too"
            )
        return key in _ALLOWED and re.fullmatch(_ALLOWED[key], value, re.DOTALL) is not None


def read(campaign: Path, name: str) -> str:
    """A file of a campaign's folder: a regular one, and no link, which may lead anywhere."""
    path = campaign / name
    try:
        # A pipe would never end.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        refuse(campaign, name, "is missing, or a link")
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            refuse(campaign, name, "is no file")
        return file.read(_MOST).decode(errors="surrogateescape")


def refuse(campaign: Path, name: str, sentence: str) -> NoReturn:
    raise Stop(
        USAGE,
        f"{wrong('').lines[0]}{campaign}/{name} {sentence}; a campaign that this host planned has no such thing: start a"
        " new one",
    )
