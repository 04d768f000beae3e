"""How much of what people read breaks the rules of plain English: numbers that only fall. What is found is printed, so that
`python3 test/host_code/test_plain_english.py` is the list of what to rewrite."""

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

# Lower a number when you remove some; never raise one.
PHRASES_LEFT = 0
LONG_SENTENCES_LEFT = 0


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


def test_forbidden_phrases_only_become_fewer() -> None:
    found = phrases()
    assert len(found) <= PHRASES_LEFT, "\n".join(found)
    assert len(found) == PHRASES_LEFT, f"set PHRASES_LEFT to {len(found)}"


def test_long_sentences_only_become_fewer() -> None:
    found = long_sentences()
    assert len(found) <= LONG_SENTENCES_LEFT, "\n".join(found)
    assert len(found) == LONG_SENTENCES_LEFT, f"set LONG_SENTENCES_LEFT to {len(found)}"


if __name__ == "__main__":
    print("\n".join([*phrases(), *long_sentences()]))
