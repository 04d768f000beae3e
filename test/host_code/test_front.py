"""The front door in this process: what it says of verbs and topics, what a shell completes, and which command lines of
programs it refuses."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Callable

import pytest
from whichjvm import completion
from whichjvm.asked import Asked
from whichjvm.console import Stop
from whichjvm.engine import Shared, confine
from whichjvm.runner import Fork
from whichjvm.start import start
from whichjvm.steps import ForkPlan

Says = Callable[..., "tuple[int, str, str]"]


@pytest.fixture
def whichjvm(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Says:
    """The exit code of a command line, and what it says on stdout and stderr."""

    def typed(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["whichjvm"])
        code = start("front", "whichjvm", words)
        said = capsys.readouterr()
        return code, said.out, said.err

    return typed


# --- verbs and topics ---


@pytest.mark.parametrize(
    "words, says",
    [
        ("compere", "error: 'compere' is no verb (did you mean compare?)"),
        ("brew", "error: 'brew' is no verb"),
        ("help nothing", "error: 'nothing' is no topic of help"),
    ],
)
def test_a_wrong_word_is_an_error_and_what_to_try(words: str, says: str, whichjvm: Says) -> None:
    assert whichjvm(*words.split()) == (2, "", f"{says}\ntry: whichjvm help, which lists them\n")


@pytest.mark.parametrize(
    "words", ["report --out {}", "explain --out {}", "compare --resume 2026 --out {} --runner host"]
)
def test_a_folder_in_which_campaigns_are_to_be_is_not_made(words: str, tmp_path: Path, whichjvm: Says) -> None:
    missing = tmp_path / "mistyped"
    code, _, said = whichjvm(*words.format(missing).split())
    assert (code, said.splitlines()[0]) == (2, f"error: there is no results folder '{missing}'")
    assert not missing.exists()


@pytest.mark.parametrize(
    "words, part",
    [
        ("help program", "  --until REGEX "),
        ("help rates", "  --service-level T "),
        ("help doctor", "--json"),
        ("calibrate --help", "  --effect NS "),
        ("list flags", "zgc: "),
        ("list studies", "start-up: "),
    ],
)
def test_topics_and_lists_are_there(words: str, part: str, whichjvm: Says) -> None:
    code, said, errors = whichjvm(*words.split())
    assert (code, errors) == (0, "")
    assert part in said


def test_help_is_the_same_by_whatever_word(whichjvm: Says) -> None:
    assert whichjvm() == whichjvm("--help") == whichjvm("-h") == whichjvm("help")
    assert whichjvm("calibrate", "--help") == whichjvm("calibrate", "report", "--help")
    # How long it is test_options.py asks.
    assert whichjvm("compare", "--help") == whichjvm("help", "compare")


# --- completion ---


def completed(whichjvm: Says, words: str) -> list[str]:
    """What the last word may become. Between words is one blank, and a last one is an empty word."""
    return whichjvm("completion", "words", *words.split(" "))[1].splitlines()


@pytest.mark.parametrize(
    "words, candidates",
    [
        ("rep", "report"),
        ("compare 17 --m", "--margin --max-time --memory --metric --mount"),
        ("calibrate repo", "report"),
        ("compare --preset ", "quick full deep article"),
        ("compare --list ", "jvms flags studies"),
        ("compare 17 -- java --m", ""),
    ],
)
def test_a_word_is_completed_to_all_that_it_may_be(words: str, candidates: str, whichjvm: Says) -> None:
    assert completed(whichjvm, words) == candidates.split()


@pytest.mark.parametrize(
    "words, candidate",
    [
        ("compare --study s", "start-up"),
        ("compare 17+z", "17+zgc"),
        ("compare 17+y", "17+yield"),
        ("help r", "rates"),
        ("compare 2", "21"),
        ("compare jdk21-c", "jdk21-corretto"),
        ("compare --baseline g", "graalvm-ce-21"),
    ],
)
def test_jvms_flag_sets_and_studies_are_completed(
    words: str, candidate: str, whichjvm: Says, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # Where an engine is the JVMs are those of its images.
    (tmp_path / "docker").write_text("#!/bin/sh\n")
    (tmp_path / "docker").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert candidate in completed(whichjvm, words)


@pytest.mark.parametrize("words", ["report on", "explain on", "compare --resume on", "race --confirm on"])
def test_campaigns_are_completed(words: str, whichjvm: Says, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("one", "once", "other"):
        (tmp_path / "out" / name).mkdir(parents=True)
        (tmp_path / "out" / name / "campaign.json").touch()
    (tmp_path / "out" / "only").mkdir()
    monkeypatch.setattr(completion, "ROOT", tmp_path)
    assert sorted(completed(whichjvm, words)) == ["once", "one"]


# --- programs ---


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The current folder, which the home folder is not in."""
    (tmp_path / "app").mkdir()
    (tmp_path / "home").mkdir()
    monkeypatch.chdir(tmp_path / "app")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "app"


def refused(words: str) -> str:
    """A command line of compare, by whatever runner."""
    with pytest.raises(Stop) as stop:
        Asked.of("compare", words.split(" "))
    assert stop.value.code == 2
    return " ".join(stop.value.lines)


def test_a_program_sees_the_current_folder_if_no_other_is_named(app: Path) -> None:
    assert Asked.of("compare", ["99", "--", "java"]).granted.mounts == [("", str(app))]
    assert Asked.of("compare", ["--mount", "/usr", "99", "--", "java"]).granted.mounts == [("", "/usr")]
    # What begins with a dash is the workload's, and who names the workload says all of it.
    assert not Asked.of("compare", ["99", "--", "--rate", "50000"]).granted.mounts
    assert not Asked.of("compare", ["--workload", "command", "99", "--", "java"]).granted.mounts


@pytest.mark.parametrize("folder", ["/", "{here}/home", "{here}"])
def test_a_folder_with_the_home_folder_in_it_is_not_mounted_unasked(
    folder: str, app: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folder.format(here=app.parent)
    monkeypatch.chdir(folder)
    assert (
        f"the current folder, {folder}, is not mounted unasked, because your home folder is in it try: --mount DIR"
        in refused("99 -- java -version")
    )


def test_the_file_of_requests_and_the_bodies_that_it_names_must_be_in_the_programs_folder(app: Path) -> None:
    words = "--service 8080 --request @requests 99 -- java -jar app.jar"
    assert f"--request is '@requests', and {app} has no such file" in refused(words)
    (app / "requests").write_bytes(b"POST /a\r\n@here\r\n\nPOST /b\n@gone\n")
    (app / "here").touch()
    assert f"{app}/requests names the body 'gone', and {app} has no such file" in refused(words)
    (app / "gone").touch()
    Asked.of("compare", words.split())


def test_a_version_of_a_program_is_a_folder_that_is_there(app: Path) -> None:
    said = refused(f"--app old={app}/none 99 -- java -version")
    assert f"--app is 'old={app}/none', which is no folder that" in said


@pytest.mark.parametrize("name", ["", "/"])
def test_an_empty_name_is_no_campaign_to_resume(name: str) -> None:
    assert f"--resume is '{name}' try: the name of a campaign in the results folder" in refused(f"--resume {name}")


def test_a_persons_own_limits_come_after_the_usual_ones_and_before_a_size_that_is_named() -> None:
    for contender, first in (("jvm", "--memory=1"), ("jvm+memory1g", "--memory=2g")):
        plan = ForkPlan(contender, "jvm", {}, [], memory_bytes=1, cpus=1.5)
        confined = confine(Fork(0, "fork", plan, {}, 1), ["--memory=2g"], Shared(volumes={"/forks/0": "x"}))
        limits = [each for each in confined.options if each.startswith(("--memory=", "--cpus="))]
        assert limits[0] == first
        assert limits[-1] == "--cpus=1.5"
        assert len(limits) == 3


def test_a_container_mounts_a_folder_whatever_its_name() -> None:
    fork = Fork(0, "fork", ForkPlan("jvm", "jvm", {}, [], mount='/a, b/"c":d'), {}, 1)
    own = confine(fork, ["--init"], Shared(user="1:1", volumes={"/forks/0": "x"})).own
    assert 'type=bind,"source=/a, b/""c"":d",target=/app,readonly' in own
