"""Sessions and what is refused of them before anything runs: no case starts a JVM."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from whichjvm import on_loop, start
from whichjvm.console import Stop


@pytest.fixture(autouse=True)
def _nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_: object) -> int:
        raise AssertionError("it is not refused")

    monkeypatch.setattr(on_loop, "run", run)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


def refused(*words: str) -> str:
    """What refuses them as wrong usage."""
    with pytest.raises(Stop) as stop:
        start.run("sessions", list(words))
    assert stop.value.code == 2
    return " ".join(stop.value.lines)


def test_sessions_need_a_folder_of_their_own() -> None:
    assert "--out is missing" in refused("--count", "2", "one")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("", "there is no session in {out} try: whichjvm sessions --out {out} --count 6"),
        ("--count many one", "--count is 'many'"),
        ("--count 2 --presett quick", "--presett' is no option"),
        # What would make further campaigns of each session.
        ("--count 2 --explain one", "--explain is only for whichjvm compare"),
        ("--count 2 --confirm=x one", "--confirm is only for whichjvm compare"),
        ("--count 2 --resume=x one", "--resume is only for whichjvm compare"),
        ("--count 2 --resume-or-start one", "--resume-or-start is only for whichjvm compare"),
        ("--count 2 --dry-run one", "--dry-run is only for whichjvm compare"),
        # An empty value is none of what follows.
        ("--count 2 --runner host --blocks= nosuch", "--blocks is '' try: a whole number"),
        ("--count 2 --runner host --blocks none one", "--blocks is 'none'"),
    ],
)
def test_what_cannot_be_meant_is_refused_and_leaves_no_plan(words: str, part: str, out: Path) -> None:
    assert part.format(out=out) in refused("--out", str(out), *words.split())
    assert not list(out.iterdir())


def test_a_results_folder_that_is_missing_is_made_and_one_that_cannot_be_says_why(tmp_path: Path) -> None:
    out = tmp_path / "not" / "there"
    assert f"there is no session in {out} " in refused("--out", str(out))
    assert out.is_dir()
    (tmp_path / "file").touch()
    said = refused("--out", f"{tmp_path}/file/out")
    assert f"error: the results folder '{tmp_path}/file/out' cannot be made by " in said
    assert "Not a directory try: --out with another folder" in said


def test_in_a_container_none_is_made_that_would_be_removed_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHICHJVM_IN_IMAGE", "1")
    said = refused("--out", "/no/out")
    assert said.startswith("error: the results folder '/no/out' is missing, and one in this container would be removed")
    assert not os.path.exists("/no")


@pytest.mark.parametrize("line", ["count[$(touch {folder}/run)]", "08", "-1", "1000000"])
def test_a_plan_of_somebody_else_is_read_and_nothing_in_it_is_run(line: str, out: Path, tmp_path: Path) -> None:
    line = line.format(folder=tmp_path)
    plan = out / "sessions.tsv"
    plan.write_text(f"{line}\n")
    for words in (["one"], ["--count", "2", "one"]):
        said = refused("--out", str(out), *words)
        assert f"{plan} has the line '{line}' try: a number of sessions in each line" in said
        assert plan.read_text() == f"{line}\n"
    assert not (tmp_path / "run").exists(), "a line of sessions.tsv was run"


def test_a_plan_that_is_a_link_is_not_written_through(out: Path, tmp_path: Path) -> None:
    mine, plan = tmp_path / "mine", out / "sessions.tsv"
    mine.write_text("2\n")
    plan.symlink_to(mine)
    words = ["--out", str(out), "--count", "2", "--runner", "host", "--jdk", f"one={tmp_path}", "one"]
    assert f"{plan} is no file" in refused(*words)
    assert mine.read_text() == "2\n"


def test_nobody_waits_for_a_plan_that_is_a_pipe(out: Path) -> None:
    plan = out / "sessions.tsv"
    os.mkfifo(plan)

    def waits(*_: object) -> None:
        raise AssertionError("it waits for what the pipe says")

    before = signal.signal(signal.SIGALRM, waits)
    signal.alarm(20)
    try:
        assert f"{plan} is no file" in refused("--out", str(out))
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
