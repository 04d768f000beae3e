"""Studies: their files, and what a person gives with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hosts import refusal, requested
from whichjvm import studies
from whichjvm.console import Stop

KNOWN = {"one": "/jdk/one", "two": "/jdk/two", "jdk17-temurin": ""}


def asked(words: str) -> dict[str, Any]:
    return requested("compare", words.split(), KNOWN)


def file(folder: Path, text: str) -> str:
    path = folder / "some.study"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_every_study_that_is_there_can_be_read() -> None:
    names = sorted(each.stem for each in studies.FOLDER.glob("*.study"))
    assert "gc-steal" in names
    for name in names:
        study = studies.read(name)
        assert "?" in study.asks, name
        assert study.contenders, name


def test_a_study_is_one_command() -> None:
    made = asked("--study false-sharing")
    assert made["study"]["name"] == "false-sharing"
    assert made["study"]["asks"].startswith("What does it cost that two")
    assert (made["workload"], made["contenders"], made["blocks"]) == ("command", ["jdk17-temurin"], 12)
    fields = "org.whichjvm.workload.benchmarks.FalseSharing."
    assert made["contrasts"] == [f"{fields}adjacent:avgt/{fields}padded:avgt"]
    assert made["program"]["adapter"] == "jmh"
    assert " ".join(made["words"]).startswith("java {flags} -cp {jar} org.openjdk.jmh.Main ")


def test_what_is_given_with_a_study_wins() -> None:
    made = asked(
        "--blocks=3 --contrast pause-p50/pause-p99 --study=gc-steal --duration 100ms one one+parallelgc -- --live 1m"
    )
    assert (made["blocks"], made["load"]["duration"]) == (3, "100ms")
    assert made["contenders"] == ["one", "one+parallelgc"]
    assert made["contrasts"] == ["pause-p50/pause-p99"]
    # The last of an option counts.
    assert made["words"] == ["--warmup", "1s", "--live", "1m"]


def test_a_persons_own_program_replaces_a_studys() -> None:
    made = asked("--study false-sharing --mount /usr one -- java -jar mine.jar")
    assert made["words"] == ["java", "-jar", "mine.jar"]


def test_the_baseline_of_a_study_is_for_its_own_contenders(tmp_path: Path) -> None:
    study = file(tmp_path, "# What?\nbaseline two\nvariants one two\n")
    assert asked(f"--study {study}")["baseline"] == "two"
    assert asked(f"--study {study} one")["contenders"] == ["one"]
    assert asked(f"--study {study} --baseline one")["baseline"] == "one"


def test_what_a_runner_does_not_know_of_a_study_is_skipped(capsys: pytest.CaptureFixture[str]) -> None:
    known = {"history-jdk11-0-12": "/jdk"}
    made = requested("compare", ["--study", "gc-steal"], known)
    assert made["contenders"] == ["history-jdk11-0-12+parallelgc"]
    assert capsys.readouterr().err == (
        "skipped history-jdk11-0-8+parallelgc: --runner host has no such JVM; give one with --jdk NAME=PATH, or use the"
        " runner docker\n"
    )


def test_a_study_of_which_nothing_is_known_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = refusal("compare", ["--study", "article"], {"one": ""})
    assert code == 4
    assert "--runner host has none of the JVMs of the study article: " in said
    skipped = capsys.readouterr().err.splitlines()
    assert len(skipped) == 1
    assert skipped[0].count(", ") >= 4


def test_a_study_of_another_machine_is_refused_whatever_emulates_it() -> None:
    code, said = refusal("compare", ["--study", "lse"], KNOWN)
    assert code == 4
    assert "the study lse needs an arm64 machine, and this is amd64: " in said
    assert "docs/workloads-and-studies.md says how to run it there" in said


@pytest.mark.parametrize(
    "line, part",
    [
        ("colour blue", "'colour' is no key of a study try: one of: adapter baseline blocks "),
        ("out /tmp", "'out' is no key of a study"),
        ("machine sparc", "machine is 'sparc' try: arm64 or amd64"),
        ("workload", "workload has no value"),
        ("blocks", "blocks has no value"),
        ("control no", "control has the value 'no' and takes none"),
    ],
)
def test_a_line_that_is_wrong_is_named_with_its_number(tmp_path: Path, line: str, part: str) -> None:
    study = file(tmp_path, f"# What?\n\n{line}\n")
    with pytest.raises(Stop) as stop:
        studies.read(study)
    assert f"{study}, line 3: {part}" in " ".join(stop.value.lines)


@pytest.mark.parametrize(
    "text, part",
    [
        ("# What?\nblocks 1\nblocks 2\n", "line 3: blocks is there twice"),
        ("blocks 1\nduration 2s\n", "line 1: it does not begin with a comment"),
    ],
)
def test_a_key_is_there_once_and_a_question_first(tmp_path: Path, text: str, part: str) -> None:
    with pytest.raises(Stop, match=part):
        studies.read(file(tmp_path, text))


def test_a_wrong_value_in_a_study_is_refused(tmp_path: Path) -> None:
    assert "--blocks is 'many'" in refusal("compare", ["--study", file(tmp_path, "# What?\nblocks many\n")])[1]


def test_a_file_of_another_encoding_is_said_to_be_one(tmp_path: Path) -> None:
    study = tmp_path / "some.study"
    study.write_bytes("# Größe?\n".encode("latin-1"))
    with pytest.raises(Stop, match="some.study is not in UTF-8"):
        studies.read(str(study))
