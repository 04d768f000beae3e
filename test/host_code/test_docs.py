"""The documentation: each link leads somewhere, whichjvm takes each command line, and each page says whom it is for. A command
line runs in this process as far as it goes without a host: it is parsed, and refused or planned."""

from __future__ import annotations

import dataclasses
import os
import re
import shlex
import sys
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hosts import host
from support import ROOT
from whichjvm import compare, front, jvms, on_loop, request, runners, screens
from whichjvm.asked import Asked
from whichjvm.console import CANNOT, USAGE, Stop
from whichjvm.given import parse
from whichjvm.options import OWN, TOPICS, of_verb
from whichjvm.start import VERBS, start

GUIDES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "SECURITY.md"]
PAGES = [*GUIDES, *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG"))]
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)

# The options of scripts/overhead are in Java.
OVERHEAD = ROOT / "workload/src/test/java/org/whichjvm/workload/queue/Overhead.java"

Refused = Callable[[Iterable[tuple[str, str]]], list[str]]

# What stands for a reader's own names, and what there is in the folder where the command lines run.
PLACEHOLDERS = {"DIR": "dir", "FILE": "nightly.txt", "NAME": "campaign", "CAMPAIGN": "campaign", "JVM": "17"}
FILES = {"nightly.txt": "17\n21\n25\n", "commits.txt": "a\nb\nc\n", "out/tomorrow/sessions.tsv": "6\n"}
FOLDERS = (
    *("app", "dir", "v1", "v2", "opt/specjbb2015", "out/fleet-1/manifests", "out/fleet-1/hosts"),
    # Of sessions that there are, and of what help has no room to make.
    *("out/tomorrow", "out/search"),
)


@dataclasses.dataclass(frozen=True)
class Line:
    place: str
    text: str
    is_code: bool
    # What a program prints, in a block of the language `text`.
    is_printed: bool


def lines(page: Path) -> Iterator[Line]:
    """Without the fences of code blocks."""
    is_code = is_printed = False
    for number, text in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if text.lstrip().startswith("```"):
            is_code = not is_code
            is_printed = is_code and text.strip() == "```text"
        else:
            yield Line(f"{os.path.relpath(page, ROOT)}:{number}", text, is_code, is_printed)


# --- links ---


def anchors(page: Path) -> set[str]:
    """As GitHub names headings: without punctuation, and numbered if there are several of one name."""
    found: list[str] = []
    for line in lines(page):
        heading = re.match("#{1,6} +(.*)", line.text)
        if heading and not line.is_code:
            words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading[1])
            found.append(re.sub(r"[^\w -]", "", words.strip().lower()).replace(" ", "-"))
    return {name + (f"-{found[:at].count(name)}" if name in found[:at] else "") for at, name in enumerate(found)}


def broken(page: Path) -> Iterator[str]:
    for line in lines(page):
        for link in [] if line.is_code else re.findall(r"\]\(([^)\s]+)\)", re.sub("`[^`]*`", "", line.text)):
            name, _, anchor = link.partition("#")
            target = page.parent / name if name else page
            if re.match("[a-z]+:", link):
                continue
            if not target.exists():
                yield f"{line.place}: there is no {link}"
            elif anchor and anchor not in anchors(target):
                yield f"{line.place}: there is no heading for {link}"


@EVERY_PAGE
def test_every_link_and_anchor_is_there(page: Path) -> None:
    assert list(broken(page)) == []


def test_anchors_are_those_of_github(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# It's `a` [b](c.md), + 1 × 2\n## C_d-e\n```\n# no\n```\n## C_d-e\n", encoding="utf-8")
    assert anchors(page) == {"its-a-b--1--2", "c_d-e", "c_d-e-1"}


# --- command lines ---


def command_lines(page: Path) -> Iterator[tuple[str, str]]:
    """Lines of code blocks, where a backslash at the end goes on, and code in cells of tables, without the texts of links."""
    begun = ""
    for line in lines(page):
        if line.is_printed:
            continue
        if line.is_code and line.text.endswith("\\"):
            begun += line.text[:-1]
        elif line.is_code:
            yield line.place, begun + line.text
            begun = ""
        elif line.text.lstrip().startswith("|"):
            yield from ((line.place, code) for link, code in re.findall("(\\[?)`([^`]+)`", line.text) if not link)


def commands(line: str) -> list[list[str]]:
    """The words of each command of a line of shell, without sudo and variables before them."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=";&|<>")
    lexer.whitespace_split = True
    found: list[list[str]] = [[]]
    try:
        for token in lexer:
            if re.fullmatch("[;&|]+", token):
                found.append([])
            elif re.fullmatch("[<>]+", token):
                # The file is no word of it.
                next(lexer, "")
            elif found[-1] or not re.fullmatch("sudo|[A-Z_]+=.*", token):
                found[-1].append(token)
    except ValueError:
        # A quotation goes on in the next line.
        return [line.split()]
    return found


def replaced(word: str) -> str:
    word = re.sub(rf"\b({'|'.join(PLACEHOLDERS)})\b", lambda found: PLACEHOLDERS[found[0]], word)
    return re.sub("(^|=)/(tmp|opt)/", r"\1./\2/", word)


def run(program: str, *words: str) -> int:
    """The exit code of a command, if it is one of whichjvm, of its image with all JVMs, or of scripts/; else 0."""
    program = program.removeprefix("./")
    if program == "mkdir":
        for folder in (Path(word) for word in words if not word.startswith("-")):
            folder.mkdir(parents=True, exist_ok=True)
            # As if sessions were planned in it.
            (folder / "sessions.tsv").write_text("6\n", encoding="utf-8")
    if "whichjvm/all" in words:
        program, words = "whichjvm", words[words.index("whichjvm/all") + 1 :]
    if program == "whichjvm":
        return start("front", program, words)
    script = program.removeprefix("scripts/")
    if script == program:
        return 0
    return start(script, program, words) if script in VERBS else run_script(script, words)


def run_script(script: str, words: Sequence[str]) -> int:
    """What whichjvm has no verb for: its options are declared, or each word is one that the script has."""
    if script in OWN:
        try:
            parse(of_verb(script), words, script)
        except Stop as stop:
            print(*stop.lines, file=sys.stderr)
            return stop.code
        return 0
    scripts = ROOT / "scripts"
    files = [scripts / script, scripts / "whichjvm" / f"{script}.py", scripts / "lib/usage" / f"{script}.txt"]
    files += [OVERHEAD] if script == "overhead" else []
    text = "".join(file.read_text(encoding="utf-8") for file in files if file.is_file())
    known = re.findall("[a-z-]+", text)
    unknown = [word for word in words if word.partition("=")[0] not in known and not word[0].isdigit()]
    print(f"scripts/{script} is not there, or has no {' '.join(unknown)}", file=sys.stderr)
    return 0 if text and not unknown else USAGE


def become(script: str, words: Sequence[str]) -> NoReturn:
    raise Stop(run_script(script, words))


def planned(asked: Asked) -> int:
    """Makes its request, for hosts that have every JVM. As for compare itself it is wrong if no runner takes it."""
    if asked.listed or asked.resume:
        return USAGE if asked.resume and asked.measured else 0
    named = [text.partition("=")[0] for text in asked.own.texts("--jdk")]
    known = dict.fromkeys([*named, *jvms.of_images(jvms.services("*"))], "")
    usual = [*named, *jvms.of_images(jvms.services("variant"))]
    refused = []
    for runner in ("docker", "host") if asked.runner == "auto" else (asked.runner,):
        here = dataclasses.replace(host(asked, known), runner=runner, usual=usual)
        try:
            if asked.verb == "explain":
                names = [each for each in asked.own.operands if each != PLACEHOLDERS["CAMPAIGN"]]
                request.explaining("campaign", names, asked.own, here, "")
            else:
                request.build(asked, here, "")
            return 0
        except Stop as stop:
            refused.append(stop)
    raise refused[0]


def not_run(work: Coroutine[Any, Any, int]) -> int:
    work.close()
    return 0


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Refused:
    """Those of some command lines that are refused, with their places, in a folder of their own."""
    for folder in FOLDERS:
        (tmp_path / folder).mkdir(parents=True)
    for file, text in FILES.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/var/empty")
    # Neither an engine nor kubectl answers.
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["whichjvm"])
    monkeypatch.setattr(runners, "DEFAULT_OUT", str(tmp_path / "out"))
    monkeypatch.setattr(on_loop, "run", not_run)
    monkeypatch.setattr(compare, "run", planned)
    monkeypatch.setattr(front, "_become", become)

    def of(typed: Iterable[tuple[str, str]]) -> list[str]:
        found = []
        for place, line in typed:
            for words in filter(None, commands(line)):
                code = run(*map(replaced, words))
                said = capsys.readouterr().err
                # What another host could run is no fault of the page.
                found += [f"{place}: {shlex.join(words)}: {said}"] if code not in (0, CANNOT) else []
        return found

    return of


@EVERY_PAGE
def test_whichjvm_takes_every_command_line_of_the_documentation(page: Path, refused: Refused) -> None:
    found = refused(command_lines(page))
    assert not found, "\n".join(found)


def test_whichjvm_takes_every_example_of_its_help(refused: Refused, capsys: pytest.CaptureFixture[str]) -> None:
    start("front", "whichjvm", ["help"])
    texts = {"help": capsys.readouterr().out}
    texts |= {f"help {name}": screens.screen(name) for name in ("compare", *OWN, *(topic.name for topic in TOPICS))}
    examples = [
        (name, line)
        for name, text in texts.items()
        for block in text.split("\n\n")
        for line in block.splitlines()
        if re.fullmatch(r"( *whichjvm [^\[]*\n?)+", block)
    ]
    assert len(examples) >= 10
    found = refused(examples)
    assert not found, "\n".join(found)


# --- readers ---


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_every_page_begins_with_whom_it_is_for(page: Path) -> None:
    title, _, begin = page.read_text(encoding="utf-8").split("\n", 2)
    assert title.startswith("# ")
    assert begin.startswith("This page is for you if ")
