"""What is refused of a search for a build before anything is measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from whichjvm import on_loop, start
from whichjvm.console import Stop


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With a file of nine builds. Nothing can be measured."""

    def run(_: object) -> int:
        raise AssertionError("it is not refused")

    monkeypatch.setattr(on_loop, "run", run)
    lines = "".join(f"build{number}={tmp_path}\n" for number in range(1, 8))
    # The last line has no end, a folder has a blank in its name, and an editor has put in blanks and carriage returns.
    (tmp_path / "with blank").mkdir()
    lines += f" # no build\r\nbuild8 = {tmp_path}/with blank \r\nbuild9={tmp_path}"
    (tmp_path / "builds").write_bytes(lines.encode())
    return tmp_path


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("--builds {folder}/builds", "--out is missing"),
        ("--builds {folder}/none --out {folder}", "--builds is '{folder}/none', which is no file"),
        ("{search} --good build5 --bad build6", "has no build between 'build5' and 'build6'"),
        ("{search} --good build5 --bad build2", "has no build between 'build5' and 'build2'"),
        ("{search} --good build8", "has no build between 'build8' and 'build9'"),
        ("{search} build3", "'build3' is no option try: --builds FILE"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_anything_is_measured(words: str, part: str, folder: Path) -> None:
    search = f"--builds {folder}/builds --out {folder}"
    typed = words.format(folder=folder, search=search).split()
    with pytest.raises(Stop) as stop:
        start.run("bisect", [*typed, "--runner", "host", "--workload", "command", "--", "sleep", "1"])
    assert stop.value.code == 2
    assert part.format(folder=folder) in " ".join(stop.value.lines)
