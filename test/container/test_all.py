"""whichjvm/all: campaigns in one image, without an engine inside."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path

import pytest
from support import (
    UNGATED,
    Ran,
    Starter,
    build_images,
    eventually,
    forks_of,
    need_cpus,
    output,
    queues,
    read,
    run,
    wait_for_host,
)

# Of the group `all`, and the versions that their java says.
JVMS = {
    "graalvm-ce-17": "17",
    "jdk8-temurin": "1.8",
    "jdk11-temurin": "11",
    "jdk17-temurin": "17",
    "jdk21-temurin": "21",
    "jdk25-temurin": "25",
    "jdk27-temurin": "27",
}

USER = 10001
SHORT_FORKS = ["--blocks", "1", "--interleave", "forks", *UNGATED]
SLOW = ["--", "--warmup", "100ms", "--rate", "1000"]


@pytest.fixture(autouse=True, scope="module")
def built() -> None:
    wait_for_host()
    build_images(["all", "jdk17-temurin-on-base"], ["all", "collector", *JVMS])


@pytest.fixture
def out(scratch: Path) -> Path:
    """A results folder of another user than the one who starts a container."""
    folder = scratch / "out"
    folder.mkdir()
    os.chown(folder, USER, USER)
    return folder


def whichjvm(*words: str, options: list[str] | None = None) -> Ran:
    """The image, with these options of docker run."""
    return run("docker", "run", "--rm", "--network", "none", *(options or []), "whichjvm/all", *words)


def as_user(out: Path, *options: str) -> list[str]:
    return [*options, "--user", f"{USER}:{USER}", "-v", f"{out}:/out"]


def inside(*words: str, image: str = "all") -> str:
    """What a program says in an image, on stdout and stderr."""
    done = run("docker", "run", "--rm", "--network", "none", "--entrypoint", words[0], f"whichjvm/{image}", *words[1:])
    return done.ended().out + done.err


def owners(folder: Path) -> set[int]:
    return {each.lstat().st_uid for each in [folder, *folder.rglob("*")]}


def test_it_has_the_jvms_of_its_group_and_says_what_it_is() -> None:
    assert whichjvm("list").ended().out.split() == list(JVMS)
    assert re.fullmatch(r"whichjvm 0\..* \(.*\)\n", whichjvm("--version").ended().out)
    assert "  --until REGEX " in whichjvm("help", "program").out
    usage = whichjvm().out
    assert "usage: docker run --rm --ipc=host" in usage
    assert "  help TOPIC  explains a verb" in usage


def test_its_jvms_and_its_load_generator_are_the_right_ones() -> None:
    """All in one container, which takes as long to start as one of them."""
    said = inside(
        *("sh", "-c"),
        'for jvm in /opt/jvms/*; do echo "$jvm $("$jvm/bin/java" -version 2>&1 | head -n 1)"; done\n'
        "echo broken links: $(find /opt/jvms -xtype l)\n"
        '"$(/opt/whichjvm/docker/vegeta/on-host)" --version\n'
        "exec /opt/jvms/graalvm-ce-17/bin/java -XX:+PrintFlagsFinal -version",
    )
    for jvm, version in JVMS.items():
        assert re.search(rf'^/opt/jvms/{jvm} .* version "{re.escape(version)}', said, re.MULTILINE), said
    assert re.search(r"UseJVMCICompiler += true", said)
    assert "\nVersion: v12." in said
    assert "\nbroken links:\n" in said


def test_a_campaign_runs_in_it_as_another_user_without_an_engine_and_its_files_are_that_users(out: Path) -> None:
    need_cpus(2)
    confined = as_user(out, "--ipc=host", "--cap-drop", "ALL")
    words = ["compare", *SHORT_FORKS, "--duration", "500ms", "17", "27", *SLOW]
    said = whichjvm(*words, options=confined).ended().out
    assert "jdk27-temurin" in said
    assert "Report: " in said
    assert owners(out) == {USER}
    forks = forks_of(out / "latest")
    assert len(forks) == 2
    assert {read(each)["jvm"]["image"] for each in forks} == {"whichjvm/all"}
    assert not [each for each in queues() if each.stat().st_uid == USER]
    # What is there is resumed, reported again, and nothing is left to do.
    whichjvm("compare", "--resume", "latest", options=confined).ended()
    assert "jdk27-temurin" in whichjvm("report", options=as_user(out)).ended().out
    assert json.loads(whichjvm("doctor", "--json", options=as_user(out, "--ipc=host")).out)["checks"]


def test_a_pod_that_is_ended_and_started_again_goes_on_with_its_campaign(out: Path, background: Starter) -> None:
    need_cpus(2)
    # As an emptyDir is: JNA loads a library from there.
    scratch = ["--tmpfs", "/tmp:exec"]
    pod = as_user(out, "--read-only", "--cap-drop", "ALL", *scratch, "--shm-size", "1g")
    words = ["compare", "--resume-or-start", *SHORT_FORKS, "--blocks", "2", "--duration", "500ms", "17", "27", *SLOW]
    whichjvm(*words, options=pod).refused(2, "a container does not know its machine\ntry: docker run --env")
    pod += ["--env", "WHICHJVM_NODE=node-1"]

    def forks() -> dict[Path, int]:
        return {each: each.stat().st_mtime_ns for each in forks_of(out / "latest")}

    started = background("docker", "run", "--rm", "--network", "none", *pod, "whichjvm/all", *words)
    eventually(forks)
    # The engine's client hands it on.
    started.signal(signal.SIGTERM)
    started.end().ended(130)
    kept = forks()
    assert 0 < len(kept) < 4
    said = whichjvm(*words, options=pod).ended()
    assert "jdk27-temurin" in said.out
    assert kept.items() <= forks().items()
    assert len(forks()) == 4
    assert "the campaign has ended with exit code 0" in whichjvm(*words, options=pod).ended().err
    elsewhere = [*pod, "--env", "WHICHJVM_NODE=node-2"]
    whichjvm(*words, options=elsewhere).refused(2, "has a campaign of the node node-1, and this is node-2")
    assert owners(out) == {USER}


def test_sessions_run_in_it(out: Path) -> None:
    need_cpus(2)
    tomorrow = out / "tomorrow"
    tomorrow.mkdir()
    os.chown(tomorrow, USER, USER)
    counted = ["--count", "1", *SHORT_FORKS, "--duration", "500ms", "17", "27", *SLOW]
    for options, words in ((as_user(out, "--ipc=host", "--cap-drop", "ALL"), counted), (as_user(out), [])):
        said = whichjvm("sessions", "--out", "/out/tomorrow", *words, options=options).ended().out
        assert "whichjvm over 1 session" in said


def test_as_root_it_becomes_the_owner_of_the_results(out: Path) -> None:
    words = ["compare", *SHORT_FORKS, "--duration", "200ms", "jdk17-temurin", *SLOW]
    whichjvm(*words, options=["--ipc=host", "-v", f"{out}:/out"]).ended()
    assert owners(out) == {USER}


@pytest.mark.parametrize(
    "words, part",
    [
        ("tune", "tune is for hosts, and this is a container"),
        ("fleet", "fleet is for hosts, and this is a container"),
        ("bisect", "bisect is for hosts, and this is a container"),
        (
            "compare jdk17-temurin",
            "'/out' is missing, and one in this container would be removed with it\ntry: docker run -v",
        ),
        ("sh", "error: 'sh' is no verb\ntry: "),
    ],
)
def test_what_it_cannot_do_is_a_sentence(words: str, part: str) -> None:
    whichjvm(*words.split()).refused(2, part)


def test_a_variant_on_the_base_of_this_image_is_the_same_jvm_beside_the_same_libc() -> None:
    def jvm_of(image: str) -> list[str]:
        """What its java says, what is known of where it is from, and the digest of its libc."""
        program = (
            "[ ! -d /opt/jvms/jdk17-temurin ] || PATH=/opt/jvms/jdk17-temurin/bin:$PATH\n"
            "java -version 2>&1\n"
            'cat "$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")/whichjvm.env" || true\n'
            'sha256sum "$(ldd "$(readlink -f "$(command -v java)")" | sed -n "s/.* => \\(.*libc[.]so[^ ]*\\) .*/\\1/p")"'
        )
        command = [
            "docker",
            "run",
            "--rm",
            "--network",
            "none",
            "--entrypoint",
            "sh",
            f"whichjvm/{image}",
            "-c",
            program,
        ]
        return output(*command).splitlines()

    together, on_base, own = (jvm_of(each) for each in ("all", "jdk17-temurin-on-base", "jdk17-temurin"))
    assert on_base == together
    # The same JVM as in its own image, whatever that has beside it.
    assert on_base[0] == own[0]
    assert re.match("[0-9a-f]{64} .*libc", together[-1]), together
