"""What people read keeps these rules of plain English. What breaks them is printed: it is the list of what to rewrite."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from support import ROOT
from whichjvm.options import OWN, TOPICS

# Literal translations: each has a plain word.
PHRASES = (
    "whoever",
    "anew",
    "may be given again",
    "is said",
    "so many",
    "nobody looks",
    "can be had",
    "its like",
    "all else",
)
MOST_WORDS = 32


def texts() -> Iterator[tuple[str, str]]:
    """Every file of the project that people read, but this one."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True, check=True)
    for name in listed.stdout.rstrip("\0").split("\0"):
        file = ROOT / name
        if file.is_file() and file != Path(__file__).resolve():
            yield name, file.read_text(encoding="utf-8", errors="replace")


def phrases() -> list[str]:
    found = []
    for name, text in texts():
        # A phrase may go over the end of a line, also of a comment.
        flat = re.sub(r"\s*\n[\s*/#]*", " ", text)
        for phrase in PHRASES:
            found += [f"{name}: {phrase}"] * len(re.findall(rf"\b{phrase}\b", flat, re.IGNORECASE))
    return found


def paragraphs(markdown: str) -> Iterator[str]:
    """Running text, list items and cells of tables, without code."""
    text = re.sub(r"^(```|~~~).*?^\1", "", markdown, flags=re.MULTILINE | re.DOTALL)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.) )", text):
        for part in block.split("|"):
            yield re.sub(r"\s+", " ", re.sub(r"`[^`]*`|\[([^\]]*)\]\([^)]*\)", r"X\1", part)).strip()


def sentences() -> Iterator[tuple[str, str]]:
    for name, text in texts():
        if name.endswith(".md"):
            yield from ((name, sentence) for each in paragraphs(text) for sentence in split(each))
    for topic in (*TOPICS, *OWN.values()):
        for text in (topic.intro, topic.closing, *(option.text for option in topic.options)):
            yield from ((f"help {topic.name}", sentence) for sentence in split(text))


def split(paragraph: str) -> list[str]:
    return re.split(r"(?<=[.!?:;]) (?=[A-Z`*0-9])| … |\n\n", paragraph)


def long_sentences() -> list[str]:
    return [f"{name}: {each}" for name, each in sentences() if len(each.split()) > MOST_WORDS]


def test_nothing_has_a_forbidden_phrase() -> None:
    found = phrases()
    assert not found, "\n".join(found)


def test_no_sentence_is_too_long() -> None:
    found = long_sentences()
    assert not found, "\n".join(found)
