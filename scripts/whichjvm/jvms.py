"""Names of JVMs: which there are, and which one a short name means."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from .console import ROOT, by_likeness, nearest, wrong

# If a version has several JVMs, this vendor's is meant.
_USUAL_VENDOR = "temurin"
# At most this many names fit into a sentence.
_FEW = 4

# Services of compose.yaml that are no JVMs to compare.
_NO_JVM = re.compile("base|os-.*|collector|tune|all")
_TABLE = ROOT / "docker" / "variants.tsv"

# AdoptOpenJDK is what Temurin was called, and GraalVM EE what Oracle GraalVM was.
_RENAMED = (("AdoptOpenJDK", "Temurin"), ("GraalVM Community", "GraalVM CE"), ("GraalVM EE", "Oracle GraalVM"))
# They have several JVMs, which only the vendor's own version tells apart.
_OF_SEVERAL = ("Azul", "Oracle", "Eclipse")


@dataclasses.dataclass(frozen=True)
class Host:
    """The JVMs and the room of a host."""

    runner: str
    # amd64 or arm64.
    machine: str
    # Every JVM with its home here or the image that a person named; empty of others.
    known: dict[str, str]
    # Those of a campaign that names none.
    usual: list[str]
    # Free for more processes, and in /dev/shm; None if unknown.
    memory: int | None
    shm: int | None
    # The whole paths of the folders that a program sees, by the names of its versions; empty of the only one.
    mounted: dict[str, str]


class Row(NamedTuple):
    """An image of docker/variants.tsv."""

    variant: str
    profile: str
    vendor: str
    version: str
    compiler: str
    # With commas between, or -.
    groups: str
    image: str


def rows() -> list[Row]:
    found: dict[str, Row] = {}
    for number, line in enumerate(_TABLE.read_text(encoding="utf-8").splitlines(), 1):
        fields = line.split("\t")
        if not line or line.startswith("#"):
            continue
        if len(fields) != len(Row._fields) or not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", fields[0]):
            raise wrong(
                f"{_TABLE}, line {number}: '{line}' is no JVM of the table",
                f"{len(Row._fields)} fields with tabs between, the first of a-z, 0-9 and -",
            )
        if fields[0] in found:
            raise wrong(f"{_TABLE}, line {number}: {fields[0]} is there twice", "remove one of the lines")
        found[fields[0]] = Row(*fields)
    return [*found.values()]


def table() -> list[tuple[str, str]]:
    """Each image of docker/variants.tsv, and its profile."""
    return [(row.variant, row.profile) for row in rows()]


def has_overrides() -> bool:
    """Whether a person adds services, so that only compose knows all."""
    return any((ROOT / f"compose.override.{end}").exists() for end in ("yaml", "yml"))


def services(profile: str) -> list[str]:
    """Those that compose.yaml declares, of a profile of the table, '*' for all. scripts/generate-variants writes the
    file: each service begins a line with two blanks."""
    if profile != "*":
        return [name for name, its in table() if its == profile]
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    return re.findall(r"^  ([a-z0-9][a-z0-9._-]*):$", text.partition("\nservices:\n")[2], re.MULTILINE)


def of_images(names: Iterable[str]) -> list[str]:
    """Of services, those that are JVMs."""
    return sorted({each for each in names if not _NO_JVM.fullmatch(each)})


def in_order(names: Collection[str]) -> list[str]:
    """A person's own JVMs, then those of the table in its order: if the time is short, the last are left out."""
    ordered = [name for name, _ in table()]
    return [each for each in names if each not in ordered] + [each for each in ordered if each in names]


def name_by_release(text: str) -> str:
    """The name of a JVM of this host, by the text of its file `release`; empty if that does not tell."""
    said = dict(re.findall(r'^([A-Z_]+)="?(.*?)"?$', text, re.MULTILINE))
    vendor = " ".join(said[key] for key in ("IMPLEMENTOR", "IMPLEMENTOR_VERSION") if key in said)
    is_unclear = "IMPLEMENTOR_VERSION" not in said and any(each in vendor for each in _OF_SEVERAL)
    if "JAVA_VERSION" not in said or not vendor or "GRAALVM_VERSION" in said or is_unclear:
        return ""
    return _named(vendor, said["JAVA_VERSION"])


def name_by_properties(text: str) -> str:
    """The same, by what -XshowSettings:properties prints."""
    version = re.search(r"^ *java\.specification\.version = (.*)$", text, re.MULTILINE)
    vendor = " ".join(re.findall(r"^ *java\.vendor(?:\.version)? = (.*)$", text, re.MULTILINE))
    return _named(vendor, version[1] if version else "")


def _named(vendor: str, version: str) -> str:
    """The name that docker/variants.tsv has for a JVM of this vendor, with this version; of a vendor that has no line, a
    name in the same form."""
    for old, new in _RENAMED:
        vendor = vendor.replace(old, new)
    name, at = "", 0
    for row in rows():
        # Of two vendors the one that is named further on: Zulu is Azul, and Prime is too.
        if row.profile in ("variant", "more") and vendor.find(row.vendor) + 1 > at:
            name, at = row.variant, vendor.find(row.vendor) + 1
    if not name:
        word = re.sub("[^a-z].*", "", vendor.lower())
        name = f"jdk0-{word or 'unknown'}"
    major = re.match(r"(?:1\.)?([0-9]*)", version)
    return re.sub("[0-9]+", major[1] if major else "", name, count=1)


def whole_name(typed: str, known: Collection[str], runner: str) -> str:
    """The JVM that a short name means: some of the words of its name, in which 17 stands for jdk17 too. Of the names
    that have all these words those with the fewest others are meant; a Stop if there is none, or more than one."""
    if typed in known:
        return typed
    others = {name: _others(name, typed) for name in known}
    fewest = min((number for number in others.values() if number is not None), default=None)
    if fewest is None:
        raise wrong(
            f"there is no JVM '{typed}'{nearest(typed, known)} for --runner {runner}", f"one of: {_some(typed, known)}"
        )
    meant = sorted(name for name, number in others.items() if number == fewest)
    usual = [name for name in meant if name.endswith(f"-{_USUAL_VENDOR}")]
    if len(meant) > 1 and len(usual) != 1:
        raise wrong(f"'{typed}' may be {', '.join(meant[:-1])} or {meant[-1]}", f"name one of them, such as {meant[0]}")
    return usual[0] if len(meant) > 1 else meant[0]


def _some(typed: str, known: Collection[str]) -> str:
    names = by_likeness(typed, known)
    more = f" and {len(names) - _FEW} more; whichjvm list prints them" if len(names) > _FEW else ""
    return " ".join(names[:_FEW]) + more


def _others(name: str, typed: str) -> int | None:
    """How many words a name has that were not typed; None if it lacks one that was."""
    words = re.split("[-._]", name)
    for word in re.split("[-._]", typed):
        found = next((each for each in (word, f"jdk{word}") if each in words), None)
        if found is None:
            return None
        words.remove(found)
    return len(words)
