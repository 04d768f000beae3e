"""What a person sees of a campaign while it runs."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest
from support import ROOT
from whichjvm.campaign import Progress, Screen
from whichjvm.console import Stop, say_skipped

TOLD = {"block": 10, "of": 33, "rest": ["5 min left", "dropped: jdk11 (slower)"]}


def test_a_log_has_a_line_for_each_block_that_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    screen.told(Progress.read({"block": 0, "of": 33, "rest": []}))
    screen.told(Progress.read(TOLD))
    assert capsys.readouterr().err == "block 10/33 · 5 min left · dropped: jdk11 (slower)\n"


def test_a_search_does_not_know_how_many_blocks_it_has() -> None:
    assert Progress.read({"block": 2, "of": 0, "rest": ["4 min left"]}).line(3) == "block 3 · 4 min left"


@pytest.mark.parametrize(
    "columns, shown", [(40, "block 11/33 · 5 min left · dropped: jdk"), (0, "dropped: jdk11 (slower)")]
)
def test_a_terminal_has_one_line_that_is_written_again_and_no_longer_than_it_is_wide(columns: int, shown: str) -> None:
    program = f"""
import fcntl, struct, termios, types
fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 24, {columns}, 0, 0))
from whichjvm.campaign import Progress, Screen
screen = Screen()
screen.told(Progress.read({TOLD}))
screen.show(types.SimpleNamespace(block=11))
screen.end()
"""
    ours, theirs = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(ROOT / "scripts")}
    subprocess.run([sys.executable, "-B", "-c", program], env=env, stderr=theirs, check=True)
    os.close(theirs)
    line = os.read(ours, 4096).decode()
    os.close(ours)
    assert line.startswith("\r\033[Kblock 11/33 · 5 min left · ")
    assert line.endswith(f"{shown}\r\033[K")
    assert "\n" not in line


@pytest.mark.parametrize("answer", [1, {}, {"block": "1", "of": 2, "rest": []}, {"block": 1, "of": 2, "rest": "soon"}])
def test_a_collector_that_says_its_progress_otherwise_is_refused(answer: object) -> None:
    with pytest.raises(Stop):
        Progress.read(answer)


def test_what_a_fork_may_have_written_shows_no_control_characters() -> None:
    assert "\033" not in Progress.read({"block": 1, "of": 2, "rest": ["\033[31mred"]}).line(1)


def test_what_is_skipped_for_one_reason_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    say_skipped({"jdk8": "docker.io is down", "jdk9": "it has no image", "jdk11": "docker.io is down"})
    assert capsys.readouterr().err == "skipped jdk8, jdk11: docker.io is down\nskipped jdk9: it has no image\n"
