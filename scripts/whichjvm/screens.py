"""Screens of help, from the declared options."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .options import GROUPS, OWN, TOPICS, Option

_WIDTH, _INDENT = 100, 21

_COMPARE = """\
usage: whichjvm compare [options] [CONTENDER…] [-- PROGRAM…, or options of the workload]

  whichjvm compare 17 21 25                                    # messages through a queue
  whichjvm compare 17 25 -- java -jar app.jar                  # your own program
  whichjvm compare 17 25 --service 8080 -- java -jar app.jar   # your own server under load
"""
_MORE = """
More: whichjvm help TOPIC, such as program; the workload's own options: whichjvm compare -- --help
Exit codes: 0 done; 2 wrong usage; 3 done, but forks failed; 4 this host or engine cannot run it;
130 interrupted, with the command that resumes.
"""


def screen(name: str) -> str:
    """The help of a verb or a topic; empty if there is none of this name."""
    if name == "compare":
        return _COMPARE + "".join(f"\n{group}:\n{_listed(_of_group(group), brief=True)}" for group in GROUPS) + _MORE
    topic = OWN.get(name) or next((each for each in TOPICS if each.name == name), None)
    if not topic:
        return ""
    options = _listed(topic.options, brief=False)
    paragraphs = [*_paragraphs(topic.intro), options.rstrip("\n"), *_paragraphs(topic.closing)]
    return "\n\n".join(paragraphs) + "\n"


def topics() -> list[tuple[str, str]]:
    """Each topic of compare's options, and what it is about."""
    return [(each.name, each.about) for each in TOPICS]


def _of_group(group: str) -> Iterable[Option]:
    return (option for topic in TOPICS for option in topic.options if option.group == group)


def _listed(options: Iterable[Option], brief: bool) -> str:
    return "".join(_entry(option, brief) for option in options)


def _entry(option: Option, brief: bool) -> str:
    text = option.text.partition(" … ")[0] if brief else option.text.replace(" … ", " ")
    words = _wrapped(text, _WIDTH - _INDENT, " " * _INDENT)
    # A name that is too long has a line of its own.
    between = f"\n{' ' * _INDENT}" if len(option.spec) > _INDENT - 3 else " " * (_INDENT - 2 - len(option.spec))
    return f"  {option.spec}{between}{words}\n"


def _paragraphs(text: str) -> list[str]:
    return [_wrapped(each, _WIDTH) for each in text.split("\n\n") if each]


def _wrapped(text: str, width: int, indent: str = "") -> str:
    """As many whole words as fit into each line."""
    return re.sub(f"(.{{1,{width}}})(?: |$)", rf"\1\n{indent}", text).strip()
