"""What scripts/test is made of, and what its tests share."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import lint
import pytest
import stages
from children import Children, has
from support import ROOT, Starter, eventually, output, run

pytestmark = pytest.mark.beside


@pytest.fixture
def one_run(scratch: Path) -> stages.Run:
    """A run of its own, which finds the same tools."""
    work = scratch / "work"
    work.mkdir()
    return stages.Run(work, dict(os.environ), Path(os.environ["PYTHONPATH"]), Children())


def file_of(folder: Path, name: str, text: str) -> Path:
    file = folder / f"test_{name}.py"
    file.write_text(text)
    return file


BESIDE = "import pytest\npytestmark = pytest.mark.beside\n"


# --- what is run, and what it counts ------------------------------------------------------------


def test_every_test_counts_by_its_name_and_a_skip_with_its_reason(one_run: stages.Run, scratch: Path) -> None:
    text = """
        import pytest

        @pytest.mark.parametrize("word", ["good", "bad"])
        def test_a(word): assert word == "good"

        def test_b(): pytest.skip("no such thing")

        @pytest.fixture
        def broken():
            yield
            raise OSError

        def test_c(broken): pass
    """
    file = file_of(scratch, "some", text.replace("\n        ", "\n"))
    counted = one_run.run_file("host", file)
    names = ["host: test_some: test_a[good]", "host: test_some: test_a[bad]", "host: test_some: test_b (no such thing)"]
    assert counted[:3] == [*zip(("passed", "failed", "skipped"), names)]
    assert ("failed", "host: test_some: test_c") in counted
    assert stages.names(file) == ["test_some: test_a", "test_some: test_b", "test_some: test_c"]


@pytest.mark.parametrize(
    "text", ["import os\ndef test_a(): os._exit(0)\n", "import nothing_of_that_name\n", "# no test\n"]
)
def test_a_file_that_does_not_run_to_its_end_counts_as_a_failure(one_run: stages.Run, scratch: Path, text: str) -> None:
    assert [outcome for outcome, _ in one_run.run_file("host", file_of(scratch, "some", text))] == ["failed"]


def test_the_mark_of_a_file_says_when_it_runs(scratch: Path) -> None:
    for text, mark in {
        BESIDE: "beside",
        "import pytest\npytestmark = [\n    pytest.mark.beside,\n    pytest.mark.engine,\n]\n": "engine",
        "import pytest\n@pytest.mark.beside\ndef test_a(): pass\n": "",
        "pytestmark = (": "",
    }.items():
        assert stages.mark(file_of(scratch, "some", text)) == mark, text


def test_the_mark_of_a_file_says_how_many_minutes_it_takes(scratch: Path) -> None:
    assert stages.minutes(file_of(scratch, "long", BESIDE.replace("beside", "beside(minutes=12)"))) == 12
    assert stages.minutes(file_of(scratch, "short", BESIDE + "# minutes=12\n")) == 0


def test_the_longest_files_begin_first(one_run: stages.Run, scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def run_file(stage: str, file: Path, *more: object, **others: object) -> stages.Counted:
        ran.append(file.stem)
        return []

    monkeypatch.setattr(one_run, "run_file", run_file)
    # Without a /dev/shm for each they run one after another.
    monkeypatch.setattr(stages, "has", lambda *words: False)
    for name, minutes in {"a": 1, "b": 3, "c": 2}.items():
        one_run.run_files("host", [file_of(scratch, name, BESIDE.replace("beside", f"beside(minutes={minutes})"))])
    one_run.beside()
    assert ran == ["test_b", "test_c", "test_a"]


def test_a_file_that_fails_beside_others_is_told_and_the_run_alone_counts(
    one_run: stages.Run, scratch: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not has("unshare", "--mount", "true"):
        pytest.skip("needs leave to unshare, for a /dev/shm of its own")
    once = f"from pathlib import Path\ndef test_a():\n  there = Path({str(scratch / 'there')!r})\n"
    once += "  was_there = there.exists()\n  there.touch()\n  assert was_there\n"
    files = [
        file_of(scratch, "once", BESIDE + once),
        file_of(scratch, "never", BESIDE + "def test_b(): assert False\n"),
        file_of(scratch, "always", BESIDE.replace("beside", "engine") + "def test_c(): pass\n"),
    ]
    one_run.run_files("host", files)
    assert one_run.counted == []
    assert one_run.run([]) == 1
    said = capsys.readouterr().out
    for name in ("once", "never"):
        assert re.search(rf"^failed beside others, so it was run again alone: \S*test_{name}.py$", said, re.MULTILINE)
    assert said.count("run again alone") == 2
    assert "\nFAILED: host: test_never: test_b\n" in said
    assert said.endswith("\ntotal: 2 passed, 1 failed, 0 skipped\n")


def test_what_runs_is_ended_as_by_ctrl_c_and_nothing_starts_any_more(background: Starter, scratch: Path) -> None:
    text = f"""
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, {str(ROOT / "test")!r})
from children import Children
from whichjvm.console import Stop
children = Children()
command = ["sh", "-c", "trap 'rm there; exit' INT; touch there; while :; do sleep 0.1; done"]
try:
    children.run(command)
except KeyboardInterrupt:
    children.end()
try:
    children.run(["touch", "other"])
except Stop as stop:
    sys.exit(stop.code)
"""
    env = {"PYTHONPATH": str(ROOT / "scripts")}
    program = background(sys.executable, "-c", text, env=env, cwd=scratch)
    eventually((scratch / "there").exists)
    program.signal(signal.SIGINT)
    assert program.end().code == 130
    assert [*scratch.iterdir()] == []


def test_wrong_usage_of_scripts_test_is_an_error() -> None:
    script = ROOT / "scripts" / "test"
    run(script, "--only", "nothing").refused(
        2, "error: --only is 'nothing'\ntry: one of unit lint code host container attacks\n"
    )
    run(script, "--slow").refused(2, "'--slow' is no option")


# --- lint ---------------------------------------------------------------------------------------


def test_files_that_have_too_many_lines_together_are_told_with_both_figures(
    scratch: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, lines in (("one", 200), ("other", 101)):
        (scratch / name).write_text("line\n" * lines)
    files = [str(scratch / "one"), str(scratch / "other")]
    assert not lint.at_most(300, files)
    assert capsys.readouterr().out == "301 lines, and 300 are the most\n"
    assert lint.at_most(301, files)


def test_a_finding_in_a_library_counts_if_every_script_that_sources_it_has_it(scratch: Path) -> None:
    (scratch / "lib.sh").write_text("# shellcheck shell=bash\nused=1\nunused=2\n")
    script = "#!/bin/bash\n# shellcheck source=lib.sh\n. ./lib.sh\n"
    (scratch / "one").write_text(f'{script}echo "$used"\n')
    (scratch / "two").write_text(script)
    said = run(sys.executable, ROOT / "test/shellcheck.py", "one", "two", "lib.sh", cwd=scratch).ended(1).out
    assert said.startswith("lib.sh:3:1: SC2034: unused ")
    assert said.count("\n") == 1


def test_no_rule_of_shellcheck_is_off_for_a_file(scratch: Path) -> None:
    (scratch / "two").write_text('#!/bin/bash\n# shellcheck disable=SC2154\necho "$nobody"\n')
    said = run(sys.executable, ROOT / "test/shellcheck.py", "two", cwd=scratch).ended(1).out
    assert "two:2:1: disable: a rule is switched off for the whole file" in said


# --- what tests share ---------------------------------------------------------------------------


@pytest.fixture
def busy_host() -> Iterator[None]:
    """Every CPU that there is has work."""
    loops = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in os.sched_getaffinity(0)]
    try:
        yield
    finally:
        for each in loops:
            each.kill()
            each.wait()


@pytest.mark.usefixtures("busy_host")
def test_a_test_that_needs_a_quiet_host_is_skipped_by_name_with_what_it_measured(
    one_run: stages.Run, scratch: Path
) -> None:
    text = f"import sys\nsys.path.insert(0, {str(ROOT / 'test')!r})\nimport support\n"
    text += "def test_fast():\n  support.need_quiet_host(1)\n  assert False\n"
    ((outcome, name),) = one_run.run_file("host", file_of(scratch, "some", text))
    assert outcome == "skipped"
    assert re.match(r"host: test_some: test_fast \(needs a quiet host: others took [0-9]+ % of its CPUs", name)


def test_a_report_is_as_wide_as_the_screen_and_in_a_log_no_name_is_cut() -> None:
    ask = f"{sys.executable} -B -c 'from whichjvm import runners; print(*runners.shown_as())'"
    env = {"PYTHONPATH": str(ROOT / "scripts")}

    def on_screen(colour: str) -> str:
        words = ("script", "--quiet", "--return", "--command", f"stty cols 123 <&1 && {ask}", "/dev/null")
        return output(*words, env={**env, "NO_COLOR": colour})

    assert output("sh", "-c", ask, env=env) == "--columns 1000"
    assert on_screen("") == "--columns 123 --colour"
    assert on_screen("1") == "--columns 123"
