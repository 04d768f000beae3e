"""A results folder from a stranger that is resumed: what its campaign.json and its request say is refused unless a campaign
may have it. The JVMs are made up, and so is the engine. test/host_code/test_steps.py has what a collector that is hostile
itself asks for."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support import COMPARE, ROOT, need_root, read, run, wait_for_host

pytestmark = pytest.mark.beside

# Longer than any of these takes, and shorter than a pipe that nobody writes to.
_LONGEST = 180

_JAVA = """#!/usr/bin/env bash
[[ " $* " != *" -version "* ]] || { echo 'openjdk version "17.0.1"' >&2; exit; }
[[ " $* " != *" --check "* ]] || { echo '{"schema":"whichjvm.check/1","java":17,"arch":"amd64"}'; exit; }
[[ ! ${seen:-} ]] || printf '%s\\n' "$@" >>"$seen/run"
echo 'whichjvm: this JVM runs nothing' >&2
exit 4
"""


class Campaigns:
    """One of each runner, of this user; and what a stranger would run on this host, which leaves a proof."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.app, self.evil, self.proof = folder / "app", folder / "evil", folder / "proof"
        for tool in ("java", "date", "evil", "sed", "nproc"):
            program(self.evil / tool, f'#!/bin/sh\ntouch "{self.proof}"\n')
        program(folder / "one/bin/java", _JAVA)
        program(self.app / "own", "#!/bin/sh\necho\n")
        usual = ["--retries", "0", "--blocks", "2", "--workload", "command"]
        wait_for_host()
        for runner, words in (
            ("host", ["--jdk", f"one={folder}/one", "one+serialgc", "--", "true"]),
            ("docker", ["--mount", self.app, "jdk17-temurin", "--", "./own"]),
        ):
            (folder / runner).mkdir()
            out = folder / runner
            run(COMPARE, "--runner", runner, "--out", out, *usual, *words, env=settings(runner, folder)).ended(3)


def program(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(0o755)


def settings(runner: str, seen: Path) -> dict[str, str]:
    """The environment, for an engine that starts nothing."""
    if runner == "host":
        return {"seen": str(seen)}
    bases = {f"{each}_BASE": "docker-image://x" for each in ("BUILD", "COLLECTOR", "JDK17_TEMURIN")}
    path = f"{ROOT}/test/attacks/stub:{os.environ['PATH']}"
    return {"seen": str(seen), "root": str(ROOT), "PATH": path, **bases}


class Stranger:
    """Somebody's campaign of which the second block is missing."""

    def __init__(self, runner: str, campaigns: Campaigns, folder: Path) -> None:
        self._runner, self._campaigns, self._folder = runner, campaigns, folder
        self._seen, self._out = folder / "seen", folder / "out"
        self._seen.mkdir(parents=True)
        shutil.copytree(campaigns.folder / runner, self._out, symlinks=True)
        self.campaign = self._out / os.readlink(self._out / "latest")
        self.file = self.campaign / "campaign.json"
        for fork in (self.campaign / "forks").glob("002-*"):
            fork.unlink()
        # What the person types again.
        self.again = ["--", "true"] if runner == "host" else ["--mount", str(campaigns.app)]

    def says(self, value: Any, *path: str | int) -> None:
        """Changes what campaign.json says there."""
        said = inner = read(self.file)
        for each in path[:-1]:
            inner = inner[each]
        inner[path[-1]] = value
        self.file.write_text(json.dumps(said))

    def _resume(self) -> tuple[int, str]:
        """On a terminal, since progress is shown there alone."""
        wait_for_host()
        command = shlex.join([COMPARE, "--out", str(self._out), "--resume", self.campaign.name, *self.again])
        terminal = self._folder / "terminal"
        ended = run(
            *("script", "--quiet", "--return", "--command", command, str(terminal)),
            env=settings(self._runner, self._seen),
            cwd=self._folder,
            timeout=_LONGEST,
        )
        said = terminal.read_text(errors="replace").replace("\r", "")
        assert not self._campaigns.proof.exists(), f"it ran what the stranger wrote: {said}"
        return ended.code, said

    def is_refused(self, part: str) -> None:
        """Nothing runs, and a sentence has that part."""
        code, said = self._resume()
        assert not ((self._seen / "run").exists() and "--fork" in (self._seen / "run").read_text())
        assert code in (2, 4), said
        assert part in said

    def runs(self) -> None:
        """Forks are started."""
        code, said = self._resume()
        assert code == 3, said
        assert (self._seen / "run").read_text()
        (self._seen / "run").unlink()


@pytest.fixture(scope="module")
def campaigns(shared: Path) -> Campaigns:
    return Campaigns(shared)


@pytest.fixture
def stranger(campaigns: Campaigns, scratch: Path) -> Callable[[str], Stranger]:
    """One of that runner."""
    campaigns.proof.unlink(missing_ok=True)
    return lambda runner: Stranger(runner, campaigns, scratch / runner)


@pytest.fixture
def of_host(stranger: Callable[[str], Stranger]) -> Stranger:
    return stranger("host")


@pytest.fixture
def of_docker(stranger: Callable[[str], Stranger]) -> Stranger:
    return stranger("docker")


@pytest.mark.parametrize("runner", ["host", "docker"])
def test_a_campaign_of_ones_own_is_resumed(runner: str, stranger: Callable[[str], Stranger]) -> None:
    stranger(runner).runs()


def test_on_a_host_a_program_has_to_be_typed_again_or_trusted(of_host: Stranger) -> None:
    of_host.again = []
    of_host.is_refused(
        "runs the program 'true' on this host, with your rights\ntry: if it may, type that program again: "
    )
    of_host.again = ["--", "false"]
    of_host.is_refused("-- true, or give --trust-campaign")
    of_host.again = ["--trust-campaign"]
    of_host.runs()


def test_on_a_host_another_program_than_the_typed_one(of_host: Stranger, campaigns: Campaigns) -> None:
    of_host.says(f"{campaigns.evil}/evil", "options", -1)
    of_host.is_refused(f"runs the program '{campaigns.evil}/evil' on this host")
    # Of several lines one is shown.
    of_host.says("evil\x1b[2J\nfine", "options", -1)
    of_host.is_refused("runs the program ''evil [2J fine'' on this host")


def test_on_a_host_options_of_the_JVM_that_are_not_of_this_host(of_host: Stranger, campaigns: Campaigns) -> None:
    of_host.says(f"-XX:OnError={campaigns.evil}/evil", "javaOptions")
    of_host.is_refused(
        f"with JAVA_OPTS '-XX:OnError={campaigns.evil}/evil'\ntry: if it may, set JAVA_OPTS to that again"
    )


def test_on_a_host_a_flag_set_that_is_not_of_this_checkout(of_host: Stranger, campaigns: Campaigns) -> None:
    of_host.says(f"-XX:OnError={campaigns.evil}/evil", "flagSets", "serialgc", "options")
    of_host.is_refused("as the flag set 'serialgc', which is not what docker/flags has")


def test_on_a_host_a_folder_of_another_user(of_host: Stranger) -> None:
    need_root("give a folder to another user")
    os.chown(of_host.campaign, 12345, -1)
    of_host.is_refused("is in a folder of another user")
    of_host.again.insert(0, "--trust-campaign")
    of_host.runs()


def test_the_name_of_a_JVM_with_a_path(of_docker: Stranger) -> None:
    of_docker.says({"../evil": ""}, "start", "jvms")
    of_docker.is_refused("../evil")


def test_a_JVM_that_the_campaign_does_not_have(of_host: Stranger) -> None:
    of_host.says(["two"], "contenders")
    of_host.says("two", "baseline")
    of_host.is_refused("is for the JVM 'two', which the campaign has not")


@pytest.mark.parametrize(
    ("granted", "value", "sentence"),
    [
        pytest.param("mount", "/", "mounts '/' into its forks", id="the-root-of-the-host-as-the-mounted-folder"),
        pytest.param("mount", "{home}", "mounts '{home}' into its forks", id="the-home-folder"),
        pytest.param("network", "host", "the network 'host'", id="the-network-of-the-host"),
        pytest.param("network", "bridge", "the network 'bridge'", id="the-network-of-the-engine"),
        pytest.param("with", "db", "runs 'db' beside its forks", id="services"),
        pytest.param("event", "faults", "perf_event_open for 'faults'", id="perf_event_open"),
        pytest.param("event", "", "perf_event_open for ''", id="perf_event_open-for-nothing"),
        pytest.param("event", "evil", "perf_event_open for 'evil'", id="perf_event_open-for-what-there-is-not"),
    ],
)
def test_what_the_person_does_not_grant_again(granted: str, value: str, sentence: str, of_docker: Stranger) -> None:
    home = os.environ["HOME"]
    of_docker.says(value.format(home=home), "start", "granted", granted)
    of_docker.is_refused(sentence.format(home=home))


def test_memory_that_is_no_number(of_docker: Stranger) -> None:
    of_docker.says({"jdk17-temurin": {"memoryBytes": "0 --privileged"}}, "start", "memory")
    of_docker.is_refused("memoryBytes")


# What a shell would evaluate.
EVALUATED = "x[$(touch {proof})]"


def test_a_deadline_that_is_no_number(of_docker: Stranger, campaigns: Campaigns) -> None:
    of_docker.says(EVALUATED.format(proof=campaigns.proof), "start", "deadlineSeconds")
    of_docker.is_refused("deadlineSeconds")


@pytest.mark.parametrize("number", [EVALUATED, -1, 9999999999999999999999], ids=["text", "negative", "too-large"])
def test_a_number_of_blocks_and_of_blocks_more_that_a_shell_would_evaluate(
    number: str | int, stranger: Callable[[str], Stranger], campaigns: Campaigns
) -> None:
    blocks = number.format(proof=campaigns.proof) if isinstance(number, str) else number
    of_host = stranger("host")
    planned = of_host.file.read_bytes()
    of_host.says(blocks, "blocks")
    of_host.is_refused("campaign.json")
    of_host.file.write_bytes(planned)
    of_host.says([{"blocks": blocks, "contenders": ["one+serialgc"]}], "added")
    of_host.is_refused("campaign.json")


@pytest.mark.parametrize(
    "name", ["../../../evil", "x]$(touch {proof})[", EVALUATED], ids=["path", "text-outside", "text"]
)
def test_a_contender_with_a_path_or_with_text_that_a_shell_would_evaluate(
    name: str, of_host: Stranger, campaigns: Campaigns
) -> None:
    contender = name.format(proof=campaigns.proof)
    planned = of_host.file.read_bytes()
    of_host.says([contender], "contenders")
    of_host.says(contender, "baseline")
    of_host.is_refused("baseline")
    of_host.file.write_bytes(planned)
    of_host.says([{"blocks": 1, "contenders": [contender]}], "added")
    of_host.is_refused("contenders")


def test_a_campaign_json_that_is_a_link(of_host: Stranger, scratch: Path) -> None:
    of_host.file.rename(scratch / "campaign.json")
    of_host.file.symlink_to(scratch / "campaign.json")
    of_host.is_refused("campaign.json is missing, or a link")


def test_a_campaign_json_that_is_a_pipe(of_host: Stranger) -> None:
    of_host.file.unlink()
    os.mkfifo(of_host.file)
    of_host.is_refused("there is no campaign")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("\0" * 2_000_000, "campaign.json has more than 1 MB", id="too-large"),
        pytest.param("[" * 100_000, "campaign.json is no JSON", id="too-deep"),
    ],
)
def test_a_campaign_json_that_is_none(text: str, sentence: str, of_host: Stranger) -> None:
    of_host.file.write_text(text)
    of_host.is_refused(sentence)


def test_a_session_that_is_none(of_host: Stranger, campaigns: Campaigns) -> None:
    (of_host.campaign / "session").write_text(EVALUATED.format(proof=campaigns.proof) + "\n")
    of_host.is_refused("no session's number")


@pytest.mark.parametrize(
    "request_json",
    [
        "{}",
        "[]",
        '{"host":{"runner":"host"},"start":{"report":"report","usual":1,"jvms":{"one":""}}}',
        '{"host":{"runner":"evil"},"start":{"report":"report","usual":true,"jvms":{"one":""}}}',
        '{"host":{"runner":"host"},"start":{"report":"report","usual":true,"jvms":{"../evil":""}}}',
    ],
    ids=["empty", "list", "usual", "runner", "jvm"],
)
def test_a_request_that_was_not_planned_here(request_json: str, of_host: Stranger) -> None:
    # Before a campaign begins there is only what was asked for.
    of_host.file.unlink()
    (of_host.campaign / "request.json").write_text(request_json)
    of_host.is_refused("try: a new campaign")
