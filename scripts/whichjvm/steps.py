"""The steps that the collector asks for. It reads files that may be anybody's, so a step is made of nothing but what is on
a closed list, and what a person has to grant is refused unless this command line grants it."""

from __future__ import annotations

import dataclasses
import os
import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from . import flag_sets
from .console import odd, one_line, typed, wrong
from .granted import Granted
from .suffixes import NAME
from .workloads import OF_PROGRAM

# What the environment of a fork may have, and its values.
_ENVIRONMENT = {
    "JAVA_OPTS": ".*",
    "WHICHJVM_FLAGS": ".*",
    "WHICHJVM_FLAG_SET": r"[a-z0-9][a-z0-9+._-]{0,99}",
    "WHICHJVM_HEAP": "[1-9][0-9]{0,15}",
    "WHICHJVM_MEMBERS": "[1-9][0-9]{0,2}",
    "WHICHJVM_MEMBER": "[0-9]{1,3}",
}

MOST_FORKS = 200
_MOST_BLOCKS = 10_000
_MOST_SECONDS = 999_999_999
_MOST_BYTES = 1 << 50
_MOST_CPUS = 1_000
_MOST_WORDS = 10_000
# The kernel takes at most this many bytes of one word or variable.
_MOST_TEXT = 131_071


@dataclasses.dataclass(frozen=True)
class ForkPlan:
    """A fork that is to be started: its JVM, the environment and the words of the workload, and what it has beside them."""

    contender: str
    jvm: str
    environment: dict[str, str]
    arguments: list[str]
    # Limits of its container; 0 for none.
    memory_bytes: int = 0
    cpus: float = 0
    # Of a /dev/shm of its own; 0 if it has none.
    shm_bytes: int = 0
    huge_queue: bool = False
    # The program's folder.
    mount: str = ""
    network: str = ""
    with_services: str = ""
    # What perf_event_open may be called for.
    event: str = ""

    @property
    def workload(self) -> str:
        return self.arguments[0]


@dataclasses.dataclass(frozen=True)
class Step:
    """Forks that are started together."""

    block: int
    number: int
    forks: tuple[ForkPlan, ...]
    # After how many seconds a fork is ended.
    deadline: float
    # How long a program is let run at a time while the others are frozen, in s; empty if none is frozen.
    slice: str = ""
    # Whether its fork is frozen a few times, to see how long that takes.
    probe: bool = False

    @property
    def members(self) -> int:
        """How many contenders take turns. Programs do not know of any: they are let run from outside."""
        return 1 if self.slice else len(self.forks)


@dataclasses.dataclass(frozen=True)
class Typed:
    """What this command line lets run on this host: nothing confines it there."""

    # The words of the program.
    program: list[str]
    java_options: str


@dataclasses.dataclass(frozen=True)
class Allowed:
    """What the steps of a campaign may be."""

    campaign: str
    workloads: Sequence[str]
    granted: Granted
    # Those that were prepared.
    jvms: Sequence[str] = ()
    # None if an engine confines what runs, or the person trusts the campaign.
    typed: Typed | None = None

    def step(self, json: Any) -> Step:
        """The step of the collector's answer; a Stop says what of it is refused."""
        fields = self._object(json, "step", ("block", "number", "probe", "slice", "deadlineSeconds", "forks"))
        block = self._whole(fields, "block", 0, _MOST_BLOCKS)
        seconds = fields.get("slice", 0.0)
        if not isinstance(seconds, (int, float)) or isinstance(seconds, bool) or not 0 <= seconds < 1:
            self._odd("slice", seconds)
        probe = fields.get("probe", False)
        if not isinstance(probe, bool) or (probe and block):
            self._odd("probe", probe)
        forks = fields.get("forks")
        if not isinstance(forks, list) or not 1 <= len(forks) <= MOST_FORKS:
            self._odd("forks", forks)
        step = Step(
            block,
            self._whole(fields, "number", 1, 1_000_000_000),
            tuple(self._fork(block, each) for each in forks),
            self._whole(fields, "deadlineSeconds", 1, _MOST_SECONDS),
            f"{seconds:.3f}" if seconds else "",
            probe,
        )
        if len({each.contender for each in step.forks}) < len(step.forks):
            self._odd("forks", "a contender twice")
        for i, fork in enumerate(step.forks):
            self._check_members(fork, step.members, i)
        return step

    def _fork(self, block: int, json: Any) -> ForkPlan:
        names = ("contender", "jvm", "environment", "arguments")
        more = ("memoryBytes", "cpus", "shmBytes", "hugeQueue", "mount", "network", "with", "event")
        fields = self._object(json, "fork", names + more)
        contender = self._text(fields, "contender", NAME.pattern)
        jvm = self._text(fields, "jvm", ".*")
        if jvm not in self.jvms:
            self._refuse(f"is for the JVM '{one_line(jvm)[:200]}', which the campaign has not")
        cpus = fields.get("cpus", 0.0)
        if not isinstance(cpus, (int, float)) or isinstance(cpus, bool) or not 0 <= cpus < _MOST_CPUS:
            self._odd("cpus", cpus)
        huge = fields.get("hugeQueue", False)
        if not isinstance(huge, bool):
            self._odd("hugeQueue", huge)
        fork = ForkPlan(
            contender,
            jvm,
            self._environment(fields.get("environment")),
            self._arguments(f"{self.campaign}/{block:03d}-{contender}", fields.get("arguments")),
            self._whole(fields, "memoryBytes", 1, _MOST_BYTES) if "memoryBytes" in fields else 0,
            cpus,
            self._whole(fields, "shmBytes", 1, _MOST_BYTES) if "shmBytes" in fields else 0,
            huge,
            *(self._text(fields, key, ".*") if key in fields else "" for key in ("mount", "network", "with", "event")),
        )
        self._check_granted(fields, fork)
        if self.typed:
            self._check_typed(fork, self.typed)
        return fork

    def _environment(self, json: Any) -> dict[str, str]:
        fields = self._object(json, "environment", tuple(_ENVIRONMENT), "has '{}' in its environment")
        return {key: self._text(fields, key, pattern) for key, pattern in _ENVIRONMENT.items() if key in fields}

    def _arguments(self, fork: str, json: Any) -> list[str]:
        if not isinstance(json, list) or len(json) > _MOST_WORDS:
            self._odd("arguments", json)
        words = [self._word("arguments", each) for each in json]
        if words[:1] == [] or words[0] not in self.workloads:
            self._odd("workload", words[:1])
        if words[1:3] != ["--fork", fork]:
            self._odd("fork", words[1:3])
        if words[0] in OF_PROGRAM and "--" not in words:
            self._odd("program", words[3:])
        return words

    def _check_members(self, fork: ForkPlan, members: int, member: int) -> None:
        told = [fork.environment.get(key, "") for key in ("WHICHJVM_MEMBERS", "WHICHJVM_MEMBER")]
        if told != ([str(members), str(member)] if members > 1 else ["", ""]):
            self._odd("WHICHJVM_MEMBERS, WHICHJVM_MEMBER", told)

    def _check_granted(self, fields: Mapping[str, Any], fork: ForkPlan) -> None:
        """What a person has to grant they grant by an option, also to a campaign that is resumed."""
        granted = self.granted
        campaign = f"the campaign {self.campaign}"
        if "mount" in fields and fork.mount not in (folder for _, folder in granted.mounts):
            raise wrong(
                f"{campaign} mounts '{one_line(fork.mount)}' into its forks",
                f"if it may, give --mount {shlex.quote(one_line(fork.mount))}; of a version, --app",
            )
        if "network" in fields and not (fork.network == "bridge" and granted.network):
            raise wrong(
                f"{campaign} gives its forks the network '{one_line(fork.network)}'",
                "if that is bridge, the engine's own, and they may have it, give --network",
            )
        services = one_line(fork.with_services)
        if "with" in fields and not (services and fork.with_services == granted.with_services):
            raise wrong(
                f"{campaign} runs '{services}' beside its forks",
                f"--with FILE:{services} with the compose file that they are in",
            )
        if "event" in fields and not (fork.event and fork.event == granted.event):
            raise wrong(
                f"{campaign} lets its forks call perf_event_open for '{one_line(fork.event)}'",
                f"if they may, give --event {shlex.quote(one_line(fork.event))}",
            )

    def _check_typed(self, fork: ForkPlan, this: Typed) -> None:
        """What runs with this user's rights is what this user typed."""
        campaign = f"the campaign {self.campaign}"
        words = fork.arguments[fork.arguments.index("--") + 1 :] if fork.workload in OF_PROGRAM else []
        if words and words != this.program:
            raise wrong(
                f"{campaign} runs the program '{shown(words)}' on this host, with your rights",
                f"if it may, type that program again: {typed()} … -- {shown(words)}, or give --trust-campaign",
            )
        options = fork.environment.get("JAVA_OPTS", "")
        if options and options != this.java_options:
            raise wrong(
                f"{campaign} starts JVMs of this host with JAVA_OPTS '{one_line(options)}'",
                "if it may, set JAVA_OPTS to that again, or give --trust-campaign",
            )
        names = fork.environment.get("WHICHJVM_FLAG_SET", "")
        flags = fork.environment.get("WHICHJVM_FLAGS", "")
        if flags != _flags_of(names):
            raise wrong(
                f"{campaign} starts JVMs of this host with '{one_line(flags)}' as the flag set '{names}', which is not what"
                " docker/flags has",
                "if it may, give --trust-campaign",
            )

    def _object(self, json: Any, what: str, keys: Sequence[str], sentence: str = "has a '{}'") -> dict[str, Any]:
        if not isinstance(json, dict):
            self._odd(what, json)
        for key in json:
            if key not in keys:
                self._refuse(sentence.format(one_line(f"{key}={json[key]}")[:200]))
        return json

    def _whole(self, fields: Mapping[str, Any], key: str, least: int, most: int) -> int:
        value = fields.get(key)
        if type(value) is not int or not least <= value <= most:
            self._odd(key, value)
        return value

    def _text(self, fields: Mapping[str, Any], key: str, pattern: str) -> str:
        text = self._word(key, fields.get(key))
        if not re.fullmatch(pattern, text, re.DOTALL):
            self._odd(key, text)
        return text

    def _word(self, key: str, value: Any) -> str:
        """A text that can be a word of a command."""
        if not isinstance(value, str) or len(value) > _MOST_TEXT or "\0" in value:
            self._odd(key, value)
        try:
            os.fsencode(value)
        except UnicodeEncodeError:
            self._odd(key, value)
        return value

    def _odd(self, key: str, value: Any) -> NoReturn:
        self._refuse(f"has '{one_line(str(value)[:200])}' as its {key}")

    def _refuse(self, sentence: str) -> NoReturn:
        raise odd(f"a step of the campaign {self.campaign} {sentence}")


def _flags_of(names: str) -> str:
    """The JVM options of this checkout's flag sets with + between; of a set that is not here none."""
    sets = (flag_sets.find(name) for name in names.split("+"))
    return " ".join(each.options for each in sets if each)


def shown(words: Sequence[str]) -> str:
    """Words as a person would type them, on one line."""
    return one_line(shlex.join(words))
