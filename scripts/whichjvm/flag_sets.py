"""Flag sets: the files docker/flags/NAME.options, and heaps, which need no file.

A file has comments that say what the set changes, then a JVM option a line. The comment `# needs: aarch64 11-: WHY`
says that it is for that os.arch and for that major version or a newer one; -16 is that version or an older one, 11-16
from one to the other. An option that only some versions have is written behind these, as in
`21-22: -XX:+ZGenerational`.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from .console import ROOT, wrong, wrong_value
from .suffixes import OF_CONTAINER, kind_of

FOLDER = ROOT / "docker" / "flags"
END = ".options"

_NEEDS = "# needs: "
_NEED = re.compile("((aarch64|amd64)(?= |:|$) ?)?([0-9]*-[0-9]*)?(: .*)?")
_OPTION = re.compile(r"""([0-9]{1,3}-[0-9]{0,3}: )?-[^\s\\"'*?\[]+""")
_HEAP = re.compile("heap([1-9][0-9]{0,5}[mg])")
_GRID_WORD = re.compile(r"[a-z][a-z0-9-]*(\+[a-z][a-z0-9-]*)*")
# Lists of sizes, as in heap=512m,2g.
_SIZES = ("heap", "memory", "cpus")

# What options set of which a JVM takes one, in the words of a sentence.
_SETTINGS = (
    (re.compile(r"-XX:\+Use\w+GC"), "the garbage collector"),
    (re.compile("-X(int|comp|mixed)"), "interpreting or compiling"),
    (re.compile(r"-XX:[+-](\w+)"), "{}"),
    (re.compile(r"-XX:(\w+)=.*"), "-XX:{}"),
    (re.compile("-(Xm[xsn]|Xss|Xshare:).*"), "-{}"),
    (re.compile("-D([^=]+)=?.*"), "-D{}"),
)


@dataclasses.dataclass(frozen=True)
class FlagSet:
    options: str
    says: str
    needs: str = ""

    def json(self) -> dict[str, str]:
        return {key: value for key, value in dataclasses.asdict(self).items() if value or key != "needs"}


def find(name: str, folder: Path = FOLDER) -> FlagSet | None:
    """The flag set of that name, which may be a heap; None if there is none."""
    file = folder / f"{name}{END}"
    return heaps([name]).get(name) or (_read(file) if file.is_file() else None)


def read_all(folder: Path = FOLDER) -> dict[str, FlagSet]:
    """Those of a folder by their names; a Stop names the line of one that is none."""
    return {file.name[: -len(END)]: _read(file) for file in sorted(folder.glob(f"*{END}"))}


def _read(file: Path) -> FlagSet:
    shown = f"docker/flags/{file.name}"
    if kind_of(file.name[: -len(END)]) != "flags":
        raise wrong(
            f"{shown} cannot be the name of a flag set",
            "a-z, 0-9 and -, a letter first, and no word that contenders have already, such as huge or yield",
        )
    options, says, needs = [], [], ""
    for line in lines_of(file, shown):
        if line.startswith(_NEEDS):
            need = line[len(_NEEDS) :]
            if needs or not need or not _NEED.fullmatch(need):
                raise wrong(
                    f"{shown} has '{line}'",
                    "# needs: once, with aarch64 or amd64, with versions as 11-, -16 or 11-16, or both, and : and why",
                )
            needs = need
        elif line.startswith("#"):
            says.append(re.sub("^# ?", "", line))
        elif _OPTION.fullmatch(line):
            options.append(line.replace(": ", ":", 1))
        elif line.strip():
            raise wrong(
                f"{shown} has '{line}'",
                "one JVM option a line, such as -XX:+UseZGC, without blanks, quotes, backslashes, * ? and [, after its"
                " versions if it is only for some, as 21-22: or 24-:, or a comment that begins with #",
            )
    if not options:
        raise wrong(f"{shown} has no JVM option", "write one a line, or remove the file")
    return FlagSet(" ".join(options), " ".join(says), needs)


def lines_of(file: Path, shown: str) -> list[str]:
    """The lines of a file that a person wrote, who calls it `shown`."""
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise wrong(f"{shown} is not in UTF-8", "save it in UTF-8") from None


def heaps(contenders: Iterable[str]) -> dict[str, FlagSet]:
    """The flag sets of the heaps that contenders name, as in 25+heap512m."""
    sizes = {word: _HEAP.fullmatch(word) for name in contenders for word in name.split("+")}
    return {
        word: FlagSet(f"-Xms{match[1]} -Xmx{match[1]}", f"A heap of {match[1]} from the start.")
        for word, match in sizes.items()
        if match
    }


def whole_names(contender: str, sets: Collection[str]) -> str:
    """A contender's name with whole names of flag sets: parallel is parallelgc if it is no other."""
    jvm, *words = contender.split("+")
    for i, word in enumerate(words):
        meant = [each for each in sets if each.startswith(word)]
        if len(meant) == 1 and word not in sets and kind_of(word) == "flags":
            words[i] = meant[0]
    return "+".join([jvm, *words])


def check_together(contender: str, own: Iterable[str], sets: Mapping[str, FlagSet]) -> None:
    """Refuses flag sets of a contender that exclude one another."""
    said: dict[str, tuple[str, str]] = {}
    for name in own:
        for option in sets[name].options.split(" "):
            setting, value = _setting(re.sub("^[0-9-]+:", "", option))
            other, another = said.setdefault(setting, (name, value))
            if another != value:
                raise wrong(
                    f"the contender '{contender}' has +{other} and +{name}, and both set {setting}",
                    "leave one of them out",
                )


def _setting(option: str) -> tuple[str, str]:
    """What an option sets, and to which value. An option of another form sets itself."""
    for pattern, words in _SETTINGS:
        match = pattern.fullmatch(option)
        if match:
            return words.format(*match.groups()), option
    return option, option


def grid(text: str) -> list[str]:
    """What stands behind each JVM's name by --flags: of each of its lists, between which is an ×, a contender has one,
    as in 'zgc,serial × compact-headers,- × heap=512m,2g' or 'memory=256m,1g × cpus=1,2'. A dash is none of the list."""
    suffixes = [""]
    for each in re.split(" *× *| +x +", text):
        listed = each.strip()
        size, _, sizes = listed.rpartition("=")
        words = []
        for word in re.split(" *, *", sizes if size in _SIZES else listed):
            name = size + word if size in _SIZES else word
            if word != "-" and not (_is_size(name) if size in _SIZES else _GRID_WORD.fullmatch(name)):
                raise wrong_value(
                    "--flags",
                    listed,
                    "lists of flag sets with × or x between, as in 'g1,zgc x compact-headers,- x heap=512m,2g', or of"
                    " containers' sizes, as in 'memory=256m,1g x cpus=1,2'; a dash is none; whichjvm list flags prints"
                    " flag sets",
                )
            words.append("" if word == "-" else f"+{name}")
        suffixes = [front + word for front in suffixes for word in words]
    return suffixes


def _is_size(word: str) -> bool:
    return bool(_HEAP.fullmatch(word)) or kind_of(word) in OF_CONTAINER
