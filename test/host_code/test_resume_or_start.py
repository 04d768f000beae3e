"""compare --resume-or-start in this process, with a collector that measures nothing."""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import pytest
from support import ROOT, read
from whichjvm import huge, runners, start
from whichjvm.console import Stop
from whichjvm.host import HostRunner
from whichjvm.lock import HostLock
from whichjvm.runner import Settings

# It keeps the verbs that it was called with. `next` begins the campaign and ends it, as FAKE_NEXT says.
_COLLECTOR = """
import json, os, sys
out, verb = sys.argv[1:3]
with open(f"{out}/../called", "a") as file:
    file.write(verb + " ")
folder = f"{out}/20260101T000000-quick"
if verb == "plan":
    request = json.load(sys.stdin)
    jvms = {name: request["host"]["known"][name] for name in request["contenders"]}
    os.mkdir(folder)
    with open(f"{folder}/request.json", "w") as file:
        json.dump({**request, "start": {"report": "report", "usual": False, "jvms": jvms}}, file)
    print("20260101T000000-quick", flush=True)
elif verb == "report":
    sys.exit(int(os.environ.get("FAKE_REPORT", "0")))
elif verb == "next":
    print(json.dumps({"owner": [os.getuid(), os.getgid()], "slots": 1}), flush=True)
    how = os.environ.get("FAKE_NEXT", "ends")
    for line in sys.stdin:
        if how != "cannot begin" and os.path.exists(f"{folder}/request.json"):
            with open(f"{folder}/request.json") as file:
                request = json.load(file)
            with open(f"{folder}/campaign.json", "w") as file:
                json.dump({"runner": request["host"]["runner"], "start": request["start"]}, file)
            os.remove(f"{folder}/request.json")
        print(json.dumps({"end": 10 if how == "ends" else 4}), flush=True)
"""


class _Runner(HostRunner):
    """JVMs that nothing starts."""

    def __init__(self, settings: Settings, name: str, homes: dict[str, str]) -> None:
        super().__init__(settings)
        self.name = name
        self.homes = homes

    async def prepare_collector(self) -> None:
        pass

    def collector(self, arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
        command = [sys.executable, "-I", "-S", "-c", _COLLECTOR, str(self.settings.campaigns), arguments[0]]
        return command, dict(os.environ)


@dataclasses.dataclass
class Bench:
    """A results folder in which the command runs again and again."""

    out: Path
    homes: dict[str, str]
    capsys: pytest.CaptureFixture[str]

    @property
    def state(self) -> Path:
        return self.out / ".started.json"

    @property
    def campaign(self) -> Path:
        return self.out / "20260101T000000-quick"

    def run(self, *words: str) -> tuple[int, str, str]:
        """The exit code, what the collector was asked for, and the lines."""
        called = self.out.parent / "called"
        called.write_text("")
        try:
            code = start.run("compare", ["--out", str(self.out), "--resume-or-start", *(words or ["one"])])
            said = self.capsys.readouterr().err
        except Stop as stop:
            code, said = stop.code, "\n".join(stop.lines)
        return code, called.read_text().strip(), said

    def refused(self, code: int, part: str, *words: str) -> None:
        """By what is wrong and what to do, and nothing is started."""
        refused, called, says = self.run(*words)
        assert (refused, called) == (code, "")
        assert part in says.replace("\n", " ")
        assert re.fullmatch("error: .+\ntry: .+", says)


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Bench:
    bench = Bench(tmp_path / "out", {"one": "/jdk/one", "two": "/jdk/two"}, capsys)
    bench.out.mkdir()

    async def choose(settings: Settings, named: str) -> _Runner:
        return _Runner(settings, "host" if named == "auto" else named, bench.homes)

    async def answers(_: Settings) -> None:
        pass

    monkeypatch.setattr(runners, "choose", choose)
    monkeypatch.setattr(runners, "check_engine", answers)
    # As beside another campaign, so that nothing of one on this host is swept.
    monkeypatch.setattr(HostLock, "take", lambda _: False)
    monkeypatch.setattr(sys, "argv", ["whichjvm"])
    # It has no docker.
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("WHICHJVM_NODE", "node-1")
    return bench


def interrupted(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves a campaign that has begun and not ended."""
    monkeypatch.setenv("FAKE_NEXT", "breaks off")
    assert bench.run()[:2] == (4, "plan next")
    monkeypatch.delenv("FAKE_NEXT")


def test_a_campaign_starts_and_once_it_has_ended_its_exit_code_is_repeated_by_one_line(bench: Bench) -> None:
    assert bench.run()[:2] == (0, "plan next next report")
    state = read(bench.state)
    assert len(state.pop("request")) == 64
    assert state == {"schema": "whichjvm.started/1", "node": "node-1", "exit": 0}
    assert bench.run() == (
        0,
        "",
        f"the campaign has ended with exit code 0; its report is {bench.campaign}/report.html\n",
    )


@pytest.mark.parametrize("code, kept", [(0, True), (3, True), (4, False), (70, False), (137, False)])
def test_the_end_of_a_campaign_is_kept_and_a_report_that_failed_is_written_again(
    code: int, kept: bool, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_REPORT", str(code))
    assert bench.run()[0] == code
    assert read(bench.state)["exit"] == (code if kept else None)
    assert bench.run()[:2] == (code, "" if kept else "next report")


def test_a_campaign_that_has_not_ended_is_resumed(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(bench, monkeypatch)
    assert read(bench.state)["exit"] is None
    assert bench.run()[:2] == (0, "next report")
    assert read(bench.state)["exit"] == 0


@pytest.fixture
def unbegun(bench: Bench) -> Bench:
    """One whose campaign was killed before it began."""
    bench.run()
    request = {"host": {"runner": "host"}, "start": read(bench.campaign / "campaign.json")["start"]}
    (bench.campaign / "campaign.json").unlink()
    (bench.campaign / "request.json").write_text(json.dumps(request))
    bench.state.write_text(json.dumps({**read(bench.state), "exit": None}))
    return bench


def test_a_campaign_that_was_killed_before_it_began_begins(unbegun: Bench) -> None:
    # What the collector was writing when it was killed is no campaign.
    unbegun.campaign.with_name(".20260101T000001-quick.tmp").mkdir()
    (unbegun.out / ".20260101T000001-quick.tmp/request.json").touch()
    assert unbegun.run()[:2] == (0, "next next report")


def test_a_campaign_that_cannot_begin_is_planned_again(unbegun: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    unbegun.refused(2, "has a campaign of other options or JVMs", "two")
    for called in ("next", "plan next"):
        monkeypatch.setenv("FAKE_NEXT", "cannot begin")
        assert unbegun.run()[:2] == (4, called)
    monkeypatch.delenv("FAKE_NEXT")
    # Nothing was measured, so it may be another one.
    assert unbegun.run("two")[:2] == (0, "plan next next report")


def test_what_may_change_on_a_machine_is_not_another_request(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(bench, monkeypatch)
    monkeypatch.setattr(huge, "available_memory", lambda: 1_000_000)
    bench.homes = {"one": "/jdk/one", "three": "/jdk/three"}
    assert bench.run()[0] == 0


@pytest.mark.parametrize("words", ["two", "one two", "one --blocks 3", "one --control", "one --runner docker"])
def test_another_request_is_refused(words: str, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(bench, monkeypatch)
    for _ in range(2):
        bench.refused(
            2,
            "has a campaign of other options or JVMs try: the options of that campaign, or another --out folder",
            *words.split(),
        )
        # Also once it has ended.
        assert bench.run()[0] == 0


def test_another_jvm_of_the_same_name_is_another_request(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(bench, monkeypatch)
    bench.homes = {"one": "/jdk/another"}
    bench.refused(2, "has a campaign of other options or JVMs")


def test_the_campaign_of_another_node_is_refused(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.run()
    monkeypatch.setenv("WHICHJVM_NODE", "node-2")
    bench.refused(2, "has a campaign of the node node-1, and this is node-2 try: another --out folder")


def test_without_a_name_the_node_is_this_host_and_in_a_container_it_must_have_one(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHICHJVM_NODE", "")
    monkeypatch.setenv("WHICHJVM_IN_IMAGE", "1")
    bench.refused(2, "a container does not know its machine try: docker run --env WHICHJVM_NODE=$(hostname)")
    monkeypatch.delenv("WHICHJVM_IN_IMAGE")
    assert bench.run()[0] == 0
    assert read(bench.state)["node"] == os.uname().nodename


def test_campaigns_that_it_did_not_start_are_refused(bench: Bench) -> None:
    bench.run()
    (bench.out / "other").mkdir()
    (bench.out / "other/campaign.json").touch()
    bench.refused(2, "has 20260101T000000-quick other, not started by --resume-or-start try: another --out folder")
    (bench.out / "other/campaign.json").unlink()
    bench.state.unlink()
    bench.refused(2, "has 20260101T000000-quick, not started by --resume-or-start try: another --out folder")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"schema": "whichjvm.started/2", "request": "", "node": "node-1", "exit": null}',
        '{"schema": "whichjvm.started/1", "request": "", "node": 1, "exit": null}',
        '{"schema": "whichjvm.started/1", "request": "", "node": "node-1", "exit": 130}',
        '{"schema": "whichjvm.started/1", "request": "", "node": "node-1"}',
    ],
)
def test_a_state_that_is_none_is_refused(text: str, bench: Bench) -> None:
    bench.state.write_text(text)
    bench.refused(2, f"{bench.state} is not what --resume-or-start writes try: another --out folder")


def test_a_state_or_a_lock_that_is_a_link_is_refused(bench: Bench) -> None:
    bench.state.symlink_to("/etc/passwd")
    bench.refused(2, ".started.json is missing, or a link")
    bench.state.unlink()
    (bench.out / ".started.lock").unlink()
    (bench.out / ".started.lock").symlink_to(bench.out / "made")
    bench.refused(4, ".started.lock cannot be locked: Too many levels of symbolic links try: another --out folder")
    assert not (bench.out / "made").exists()


def test_a_full_disk_leaves_no_half_file(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        bench.refused(4, ".started.json cannot be written: No space left on device try: make room for it")
        assert [each.name for each in bench.out.iterdir()] == [".started.lock"]
    assert bench.run()[0] == 0
    # At the end the old one stays.
    bench.state.write_text(json.dumps({**read(bench.state), "exit": None}))
    monkeypatch.setattr(os, "fsync", full)
    assert bench.run()[:2] == (4, "next report")
    assert read(bench.state)["exit"] is None


# Takes the folder, and starts a process that would inherit what can be inherited.
_HOLDER = """
import os, pathlib, sys, time
from whichjvm.started import Started
Started(pathlib.Path(sys.argv[1]))
child = os.fork()
if child:
    print(child, flush=True)
time.sleep(600)
"""


def test_a_second_one_is_refused_until_the_first_has_ended_even_if_a_fork_of_it_lives_on(bench: Bench) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(bench.out)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "scripts")},
        stdout=subprocess.PIPE,
    )
    assert holder.stdout
    child = int(holder.stdout.readline())
    try:
        bench.refused(4, f"another process runs the campaign in {bench.out} try: wait until it ends")
        holder.kill()
        holder.wait()
        assert bench.run()[0] == 0
    finally:
        holder.kill()
        os.kill(child, signal.SIGKILL)


def test_an_ended_campaign_of_containers_needs_no_engine(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.homes = {"jdk17-temurin": "", "mine": "my/jdk:1"}
    assert bench.run("--runner", "docker", "--jdk", "mine=my/jdk:1", "17", "mine")[0] == 0
    # The real runner, of which nothing but the names of its JVMs is asked.
    monkeypatch.undo()
    monkeypatch.setenv("PATH", str(bench.out))
    monkeypatch.setenv("WHICHJVM_NODE", "node-1")
    for words in (["--runner", "docker"], []):
        assert bench.run(*words, "--jdk", "mine=my/jdk:1", "17", "mine")[:2] == (0, "")
        bench.refused(2, "has a campaign of other options or JVMs", *words, "--jdk", "mine=my/jdk:2", "17", "mine")
