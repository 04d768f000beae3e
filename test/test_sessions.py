"""scripts/sessions with the runner `host`: real campaigns of short forks. What holds over them is the collector's to say,
and not tested here; what is refused at once is in host_code."""

from __future__ import annotations

import os
import shlex
import signal
from pathlib import Path

import pytest
from support import (
    COMPARE,
    NO_ENGINE,
    ROOT,
    UNGATED,
    WARM_UP_SOON,
    Ran,
    Starter,
    Word,
    eventually,
    java_home,
    output,
    run,
)

pytestmark = pytest.mark.beside(minutes=1)

SESSIONS = str(ROOT / "scripts" / "sessions")

# Says how much of its environment is drawn for its session.
PADDED = ["--", "sh", "-c", 'echo "${#WHICHJVM_PADDING} spaces" >&2; java -version']


def on_one() -> list[str]:
    return ["--runner", "host", "--jdk", f"one={java_home()}", *UNGATED]


def sessions(out: Path, *words: Word) -> Ran:
    return run(SESSIONS, "--out", out, *words, env={**WARM_UP_SOON, **NO_ENGINE})


def begun(out: Path) -> int:
    """How many sessions there are, without the link to the latest."""
    return len([each for each in out.glob("*/campaign.json") if not each.parent.is_symlink()])


def test_sessions_are_campaigns_of_one_folder_and_what_was_planned_is_run_once(out: Path) -> None:
    compared = [*on_one(), "--control", "--blocks", "1", "--duration", "500ms", "one"]
    compared += ["--", "--rate", "10000", "--warmup", "200ms"]
    said = sessions(out, "--count", "2", *compared).ended(0, 3).out
    assert begun(out) == 2
    assert (out / "sessions.tsv").read_text() == "2\n"
    assert "whichjvm over 2 sessions" in said
    assert (out / "sessions.md").stat().st_size

    # The report again, and no further session.
    assert "whichjvm over 2 sessions" in sessions(out).out
    sessions(out, *compared).refused(2, "all 2 sessions that were planned are there\ntry: --count N")
    assert begun(out) == 2

    # Where some are missing, the report alone starts no other comparison.
    with (out / "sessions.tsv").open("a") as file:
        file.write("4\n")
    assert "whichjvm over 2 sessions" in sessions(out).out
    assert begun(out) == 2


def test_what_a_session_draws_again_is_its_forks_environment_and_it_stays_when_it_is_resumed(out: Path) -> None:
    run(
        *(COMPARE, "--out", str(out), *on_one(), "--blocks", "1", "--workload", "command", "one", *PADDED),
        env={**WARM_UP_SOON, "WHICHJVM_SESSION": "17"},
    )
    said = out / "latest" / "forks" / "001-one.out"
    assert "17 spaces" in said.read_text()
    for each in said.parent.glob("001-one.*"):
        each.unlink()
    campaign = os.readlink(out / "latest")
    output(COMPARE, "--out", out, "--resume", campaign, *PADDED, env={**WARM_UP_SOON, "WHICHJVM_SESSION": "3"})
    assert "17 spaces" in said.read_text()


def test_what_the_runner_refuses_takes_its_plan_back(out: Path) -> None:
    # With this host's engine it would remove the containers of campaigns that run beside it.
    sessions(out, "--count", "2", "--runner", "host", "nosuch").refused(2, "there is no JVM 'nosuch'")
    assert (out / "sessions.tsv").read_text() == ""


def test_ending_the_script_alone_ends_its_campaign_too_which_is_kept_and_no_further_session_begins(
    out: Path, scratch: Path, background: Starter
) -> None:
    program, began = scratch / "program", scratch / "began"
    program.mkdir()
    started = background(
        *(SESSIONS, "--out", out, "--count", "2", *on_one(), "--control", "--blocks", "2", "--interleave", "forks"),
        *("--mount", program, "one", "--", "sh", "-c", f"echo $$ >{shlex.quote(str(began))}; sleep 300"),
        env={**WARM_UP_SOON, **NO_ENGINE},
    )
    eventually(lambda: not started.running() or (began.exists() and began.read_text().endswith("\n")), "it began")
    started.signal(signal.SIGTERM)
    ran = started.end().ended(130)
    assert "interrupted; 0 whole forks are kept" in ran.out + ran.err
    assert not Path(f"/proc/{began.read_text().strip()}").exists(), "the program still runs"
    assert begun(out) == 1
