"""A contender's name, JVM(+SUFFIX)*, of which each suffix changes one thing."""

from __future__ import annotations

import re

from .console import wrong

# The kinds of suffixes, of which the first that fits counts. A contender has one of a kind, but for flag sets.
_KINDS = {
    "again": re.compile("again([2-9]|[1-9][0-9])?"),
    "delay": re.compile("delay([1-9][0-9]{0,5}|1000000)ns(-([2-9]|[1-9][0-9]))?"),
    "memory": re.compile("huge"),
    "container-memory": re.compile("memory[1-9][0-9]{0,5}[mg]"),
    "container-cpus": re.compile(r"cpus(0\.[1-9]|[1-9][0-9]{0,2}(\.[1-9])?)"),
    "wait": re.compile("yield|onspinwait|park([1-9][0-9]{0,8}|1000000000)ns"),
    "rate": re.compile("rate[1-9][0-9]{0,5}k?"),
    "app": re.compile("app-[a-z0-9][a-z0-9-]*"),
    "flags": re.compile("[a-z][a-z0-9-]*"),
}
NAME = re.compile("[a-z0-9][a-z0-9.+_-]{0,99}")
# The limits of a container, which only programs in one have.
OF_CONTAINER = ("container-memory", "container-cpus")


def kind_of(suffix: str) -> str:
    """A word that may name a flag set is one; empty if it is no suffix."""
    return next((kind for kind, pattern in _KINDS.items() if pattern.fullmatch(suffix)), "")


def of_kind(name: str, kind: str) -> str:
    """The suffix of that kind; empty if it has none."""
    return next((word for word in name.split("+")[1:] if kind_of(word) == kind), "")


def jvm_of(name: str) -> str:
    return name.partition("+")[0]


def flags_of(name: str) -> list[str]:
    """The names of its flag sets, in alphabetical order."""
    return sorted(word for word in name.split("+")[1:] if kind_of(word) == "flags")


def is_plain(name: str) -> bool:
    """Whether it is a JVM as it is, and no control of another contender or with a known delay."""
    return not any(kind_of(word) in ("again", "delay") for word in name.split("+")[1:])


def check_name(name: str) -> None:
    if not NAME.fullmatch(name):
        raise wrong(f"'{name}' is not a contender's name", "a-z, 0-9 and . + _ -, a letter or digit first")
