"""What a command line gives: options with their values, and other words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .console import Stop, nearest, typed, wrong
from .options import Option
from .screens import screen


class Given(NamedTuple):
    """A command line whose options are declared, and have values that they take."""

    declared: Mapping[str, Option]
    # In the order of the command line. An option that takes no value has an empty one.
    options: list[tuple[str, str]]
    operands: list[str]
    # The words from -- on, after which nothing is an option; empty if there is no --.
    behind: list[str]

    def words(self) -> list[str]:
        return self.operands + self.behind

    def program(self) -> list[str]:
        """The words behind --: a program, or options of the workload."""
        return self.behind[1:]

    def has_program(self) -> bool:
        return bool(self.program()) and not self.program()[0].startswith("-")

    def has(self, option: str) -> bool:
        # A misspelt name in this program is found.
        assert option in self.declared, option
        return any(name == option for name, _ in self.options)

    def text(self, option: str, default: str = "") -> str:
        """The value of an option; if it is given more than once the last one counts."""
        return ([default] + self.texts(option))[-1]

    def texts(self, option: str) -> list[str]:
        return [text for name, text in self.options if name == option]

    def value(self, option: str) -> Any:
        """What its text means; None if it was not given."""
        return self.declared[option].read(self.text(option)) if self.has(option) else None

    def without(self, *options: str) -> list[tuple[str, str]]:
        return [each for each in self.options if each[0] not in options]

    def words_of(self, options: Iterable[tuple[str, str]]) -> list[str]:
        """Options as another command takes them."""
        return [word for name, text in options for word in ([name, text] if self.declared[name].value else [name])]

    def no_operands(self) -> None:
        """Refuses operands, for a verb that has only options."""
        for word in self.words()[:1]:
            raise wrong(f"'{word}' is no option", f"{typed()} --help, which lists them")


def parse(declared: Mapping[str, Option], arguments: Sequence[str], help_of: str) -> Given:
    """Refuses unknown options and wrong values. If the person asks for help it prints that screen, and a Stop ends this
    program."""
    given = Given(declared, [], [], [])
    left = list(arguments)
    while left:
        word = left.pop(0)
        if word == "--":
            return given._replace(behind=[word, *left])
        if word in ("-h", "--help"):
            print(screen(help_of), end="")
            raise Stop(0)
        if not word.startswith("-"):
            given.operands.append(word)
            continue
        name, has_text, text = word.partition("=")
        if name not in declared:
            raise wrong(f"'{name}' is no option{nearest(name, declared)}", f"{typed()} --help, which lists them")
        option = declared[name]
        if not option.value:
            if has_text:
                raise wrong(f"{name} takes no value, and got '{text}'", f"{name} alone")
        else:
            if not has_text:
                if not left or left[0].partition("=")[0] in declared:
                    raise wrong(f"{name} needs a value", f"{name} {option.value}")
                text = left.pop(0)
            option.read(text)
        given.options.append((name, text))
    return given
