"""Options, as the help of each verb declares them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Callable, NamedTuple

from .console import ROOT, Stop, typed, wrong

HELP_OF_COMPARE = ROOT / "scripts/lib/help.txt"

# The line of an option begins with two blanks; its names and its value follow.
_DECLARED = re.compile(r"  (?:-[a-z], )?(--[a-z-]+)(?: ([^ ]+))?(?: |$)")


class Parsed(NamedTuple):
    """What a command line says."""

    # In the order of the command line. An option that takes no value has an empty one.
    options: list[tuple[str, str]]
    operands: list[str]
    # The words from -- on, after which nothing is an option; empty if there is no --.
    behind: list[str]

    def words(self) -> list[str]:
        return self.operands + self.behind

    def value(self, option: str, default: str = "") -> str:
        """The value of an option; if it is given more than once the last one counts."""
        return ([default] + self.values(option))[-1]

    def values(self, option: str) -> list[str]:
        return [value for name, value in self.options if name == option]

    def without(self, *options: str) -> list[tuple[str, str]]:
        return [each for each in self.options if each[0] not in options]


def usage_of(verb: str) -> str:
    """The help of a verb that has its own file."""
    return (ROOT / f"scripts/lib/usage/{verb}.txt").read_text(encoding="utf-8")


def help_of_compare() -> str:
    return HELP_OF_COMPARE.read_text(encoding="utf-8")


def topic(name: str) -> str:
    """The screen of a topic in the help of compare; empty if there is no such topic."""
    for screen in _screens():
        title, _, text = screen.partition("\n")
        if title.startswith(f"{name}: "):
            return text
    return ""


def topics() -> list[tuple[str, str]]:
    """Each topic in the help of compare, without the first screen, and what it is about."""
    titles = [screen.partition("\n")[0].partition(": ") for screen in _screens()]
    return [(name, about) for name, _, about in titles if name != "compare"]


def _screens() -> list[str]:
    return re.split("^== ", help_of_compare(), flags=re.MULTILINE)[1:]


def read_options(*texts: str) -> dict[str, str]:
    """Each option that a help declares, and its value, or the choices with | between; empty if it has none."""
    options: dict[str, str] = {}
    for text in texts:
        for line in text.splitlines():
            declared = _DECLARED.match(line)
            if declared:
                options[declared.group(1)] = declared.group(2) or ""
    return options


def compare_options(more: Mapping[str, str]) -> dict[str, str]:
    """The options of compare, and more that no help declares."""
    return {**read_options(help_of_compare()), **more}


def nearest(mistaken: str, names: Iterable[str]) -> str:
    """The most similar name, as the end of a sentence; empty if no name is similar. The collector does the same for
    the names that it knows."""
    import difflib

    found = difflib.get_close_matches(mistaken, list(names), 1, 0.7)
    return f" (did you mean {found[0]}?)" if found else ""


def parse(declared: Mapping[str, str], arguments: Sequence[str], help_text: Callable[[], str]) -> Parsed:
    """Refuses unknown options. If the person asks for help it prints that, and a Stop ends this program."""
    options: list[tuple[str, str]] = []
    operands: list[str] = []
    left = list(arguments)
    while left:
        word = left.pop(0)
        if word == "--":
            return Parsed(options, operands, [word, *left])
        if word in ("-h", "--help"):
            print(help_text(), end="")
            raise Stop(0)
        if not word.startswith("-"):
            operands.append(word)
            continue
        name, has_value, value = word.partition("=")
        if name not in declared:
            raise wrong(f"'{name}' is no option{nearest(name, declared)}; {typed()} --help lists them")
        if not declared[name]:
            if has_value:
                raise wrong(f"{name} takes no value, and got '{value}'")
        elif not has_value:
            if not left:
                raise wrong(f"{name} needs a value: {declared[name]}")
            value = left.pop(0)
        options.append((name, value))
    return Parsed(options, operands, [])


def no_operands(parsed: Parsed) -> None:
    """Refuses operands, for a verb that has only options."""
    for word in parsed.words()[:1]:
        raise wrong(f"'{word}' is no option; {typed()} --help lists them")


def words_of(declared: Mapping[str, str], options: Iterable[tuple[str, str]]) -> list[str]:
    """Options as another command takes them."""
    return [word for name, value in options for word in ([name, value] if declared[name] else [name])]
