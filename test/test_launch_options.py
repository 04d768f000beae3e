"""workload/launch: what options, JAVA_OPTS and the environment make of a fork, and which java it starts. Each option that
cannot be meant, and its sentence, is in the workload's RefusalsTest."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import platform
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from launching import JAR, LAUNCH, SMALL_HEAP, WITH_JAR, Fork, fork_once, launched, whole_fork
from support import SHM, SHORT, environment, eventually, need_cpus, need_root, output, run

pytestmark = pytest.mark.beside


def two_cpus() -> list[int]:
    """Of those that this process may use."""
    need_cpus(2)
    return sorted(os.sched_getaffinity(0))[:2]


@contextlib.contextmanager
def held_host() -> Iterator[None]:
    """Its lock is this process's, as that of a campaign would be."""
    number = os.open(SHM, os.O_RDONLY)

    def locked() -> bool:
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False

    try:
        eventually(locked, "no campaign measures on this host")
        yield
    finally:
        os.close(number)


# --- a fork -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def alone(shared: Path) -> Fork:
    return whole_fork(shared / "alone", env={"WHICHJVM_VARIANT": "some-jvm", "WHICHJVM_FLAGS": "-XX:+UseSerialGC"})


@pytest.fixture(scope="module")
def campaign(shared: Path) -> Fork:
    """Of the campaign that has the host's lock."""
    first, second = two_cpus()
    with held_host():
        return whole_fork(
            *(shared / "campaign", "--fork", "c1/7-some-jvm+zgc", "--cpus", f"{second},{first}", "--delay", "20us"),
            env={
                "WHICHJVM_LOCK_HELD": "1",
                "WHICHJVM_VARIANT": "some-jvm",
                "JAVA_OPTS": "-Dsome=1 -XX:+UseParallelGC",
                "WHICHJVM_FLAG_SET": "small",
                "WHICHJVM_FLAGS": "-Xms300m -Xmx300m -Dsome=2",
            },
        )


def test_whichjvm_variant_names_a_fork_that_is_started_by_itself(alone: Fork) -> None:
    assert str(alone.result).endswith("-some-jvm/forks/001-some-jvm.json")
    assert (alone.told["contender"], alone.told["block"]) == ("some-jvm", 1)


def test_fork_names_the_fork_and_its_files_whatever_the_variant(campaign: Fork) -> None:
    assert campaign.result == campaign.folder / "c1" / "forks" / "007-some-jvm+zgc.json"
    told = campaign.told
    assert (told["contender"], told["campaign"], told["block"]) == ("some-jvm+zgc", "c1", 7)


def test_a_fork_of_the_campaign_that_has_the_lock_does_start(campaign: Fork) -> None:
    assert campaign.told["status"] == "ok"


def test_the_cpus_that_are_asked_for_are_the_ones_pinned_to(campaign: Fork) -> None:
    assert campaign.told["pinning"]["asked"] == two_cpus()[::-1]
    assert campaign.told["pinning"]["verified"] is True


def test_a_known_delay_is_told_and_recorded(campaign: Fork) -> None:
    """That the work takes as long as asked is in KnownDelayTest."""
    assert campaign.told["parameters"]["delayNanos"] == 20000
    assert "each message was delayed by 20,000 ns on purpose: this is a calibration" in campaign.out


def test_a_flag_set_is_given_to_the_jvm_after_the_table_and_java_opts_and_recorded(campaign: Fork) -> None:
    jvm = campaign.told["jvm"]
    assert jvm["flagSet"] == "small"
    assert "-Xmx300m" in jvm["flags"]
    assert jvm["maxHeapBytes"] <= 300 << 20
    assert jvm["flags"].index("-Dsome=1") < jvm["flags"].index("-Dsome=2")


def test_another_garbage_collector_from_a_flag_set_takes_the_place_of_the_tables(alone: Fork) -> None:
    assert alone.told["jvm"]["garbageCollector"] == "Serial"


def test_another_garbage_collector_from_java_opts_takes_the_place_of_the_tables(campaign: Fork) -> None:
    assert campaign.told["jvm"]["garbageCollector"] == "Parallel"


def test_check_looks_at_options_and_host_and_runs_nothing(scratch: Path) -> None:
    fork = fork_once(scratch / "out", "--check", env=SMALL_HEAP)
    (line,) = fork.ended().out.splitlines()
    told = json.loads(line)
    assert sorted(told) == ["arch", "java", "schema"]
    assert told["schema"] == "whichjvm.check/1"
    fork.nothing_left()


# --- what is refused ----------------------------------------------------------------------------


def test_an_option_that_cannot_be_meant_is_refused_before_anything_is_made(scratch: Path) -> None:
    fork = fork_once(scratch / "out", "--size", "31", env=SMALL_HEAP)
    fork.refused(2, "error: --size is 31\ntry: a number from 32")


def as_nobody(scratch: Path, *options: str) -> Fork:
    """With launcher and jar where that user can read them."""
    shutil.copy(LAUNCH, scratch)
    shutil.copy(JAR, scratch)
    nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", scratch / "launch")
    out = scratch / "out"
    return launched(out, *nobody, "--out", out, *options, env={**SMALL_HEAP, "WHICHJVM_JAR": None})


def test_a_queue_dir_that_this_user_cannot_write_is_refused(scratch: Path) -> None:
    need_root("become another user")
    (scratch / "out").mkdir()
    os.chown(scratch / "out", 65534, -1)
    queues = scratch / "queues"
    queues.mkdir(mode=0o755)
    as_nobody(scratch, "--queue-dir", str(queues)).refused(2, f"--queue-dir {queues} cannot be written by this user")


def test_a_results_folder_that_this_user_cannot_write_is_refused(scratch: Path) -> None:
    need_root("become another user")
    as_nobody(scratch).refused(2, f"the results folder {scratch}/out cannot be written by this user")


def test_one_cpu_cannot_run_it(scratch: Path) -> None:
    cpu, _ = two_cpus()
    out = scratch / "out"
    fork = launched(out, "taskset", "--cpu-list", str(cpu), LAUNCH, *SHORT, "--out", out, env=SMALL_HEAP)
    assert len(fork.refused(4, f"may use only CPU {cpu}").err.splitlines()) == 2


def test_beside_another_campaign_a_fork_does_not_start(scratch: Path) -> None:
    out = scratch / "out"
    with held_host():
        launched(out, LAUNCH, *SHORT, "--out", out, env=SMALL_HEAP, tries=1).refused(4, "another campaign")


# --- which java ---------------------------------------------------------------------------------


def with_java(folder: Path, *lines: str) -> dict[str, str]:
    """The environment in which this script is the first java on PATH; all that it is not asked for by name it prints, the
    options and the environment that it was started with."""
    folder.mkdir()
    java = folder / "java"
    java.write_text("\n".join(["#!/bin/sh", *lines, 'printf "%s\\n" "$@"; env', ""]))
    java.chmod(0o755)
    return {"PATH": f"{folder}:{environment()['PATH']}"}


def that_says(folder: Path, version: str) -> dict[str, str]:
    """The environment of a java that says this of its version, and is no JVM."""
    return with_java(folder, f"echo '{version}' >&2", '[ "$1" != -version ] || exit 0')


@pytest.fixture(scope="module")
def asked(shared: Path) -> dict[str, str]:
    """The environment of a java that answers what it is asked, and starts nothing."""
    return with_java(shared / "asked", f'case " $* " in *" -version "*) exec "{shutil.which("java")}" "$@" ;; esac')


def starting(asked: dict[str, str], workload: str = "queue-latency", **variables: str) -> str:
    """What the java on PATH is started with, in that environment."""
    return output(LAUNCH, workload, "--help", env={**WITH_JAR, **asked, **variables})


def test_without_a_java_there_is_a_sentence(scratch: Path) -> None:
    folder = scratch / "bin"
    folder.mkdir()
    for tool in ("dirname", "id", "stat", "sed", "head", "date", "rm"):
        found = shutil.which(tool)
        assert found
        (folder / tool).symlink_to(found)
    out = scratch / "out"
    fork = launched(out, LAUNCH, *SHORT, "--out", out, env={"PATH": str(folder)})
    fork.refused(4, f"there is no java on the PATH ({folder})")


def test_java_7_is_refused_with_what_it_said(scratch: Path) -> None:
    out = scratch / "out"
    fork = launched(out, LAUNCH, *SHORT, "--out", out, env=that_says(scratch / "bin", 'java version "1.7.0_80"'))
    fork.refused(4, "1.7.0_80")


@pytest.mark.parametrize(
    "options",
    [
        "-Dsome=1",
        "-XX:+UseAdaptiveSizePolicyWithSystemGC",
        "-XX:-UseSerialGC",
        "-XX:+UseSerialGC -XX:-UseSerialGC",
    ],
)
def test_the_tables_garbage_collector_stays_beside_options_that_choose_none(
    options: str, asked: dict[str, str]
) -> None:
    assert "-XX:+UseG1GC" in starting(asked, JAVA_OPTS=options)


@pytest.mark.parametrize(
    "variable, value",
    [
        *[
            (variable, "-XX:+UseSerialGC")
            for variable in ("JAVA_OPTS", "WHICHJVM_FLAGS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
        ],
        ("JAVA_OPTS", "@{file}"),
        ("JDK_JAVA_OPTIONS", "@{file}"),
        ("JAVA_OPTS", "-XX:VMOptionsFile={file}"),
    ],
)
def test_the_tables_garbage_collector_gives_way_to_another_wherever_a_jvm_finds_it(
    variable: str, value: str, asked: dict[str, str], scratch: Path
) -> None:
    file = scratch / "options"
    file.write_text("-XX:+UseSerialGC")
    started = starting(asked, **{variable: value.format(file=file)})
    assert "whichjvm-workload.jar" in started
    assert "UseG1GC" not in started


def test_the_phases_of_zgc_are_logged_where_its_pauses_are_read(asked: dict[str, str]) -> None:
    assert ",gc+phases:" in starting(asked, "gc-steal", JDK_JAVA_OPTIONS="-XX:+UseZGC")


def test_the_phases_of_zgc_are_not_logged_where_it_is_not_chosen_at_last(asked: dict[str, str]) -> None:
    assert "gc+phases" not in starting(asked, "gc-steal", JAVA_OPTS="-XX:+UseZGC -XX:-UseZGC")


def test_options_of_the_environment_are_the_programs_and_not_those_of_the_jvm_that_watches_it(
    asked: dict[str, str],
) -> None:
    of_program = {"JAVA_TOOL_OPTIONS": "-XX:+UseParallelGC", "JDK_JAVA_OPTIONS": "-Da=1", "_JAVA_OPTIONS": "-Db=1"}
    started = starting(asked, "command", **of_program)
    assert "-XX:+UseSerialGC" in started
    assert of_program.keys().isdisjoint(line.partition("=")[0] for line in started.splitlines())


# The words of Semeru's, of which none was at hand.
SEMERU = """openjdk version "25.0.4" 2026-07-21 LTS
IBM Semeru Runtime Open Edition 25.0.4.0 (build 25.0.4+7-LTS)
Eclipse OpenJ9 VM 25.0.4.0 (build openj9-0.61.0, JRE 25 Linux amd64-64-Bit)"""


@pytest.mark.parametrize("workload", ["queue-latency", "gc-steal", "retail"])
def test_openj9_gets_no_option_that_only_hotspot_has_and_its_pauses_are_logged_where_they_are_read(
    workload: str, scratch: Path
) -> None:
    started = output(LAUNCH, workload, *SHORT, env={**WITH_JAR, **that_says(scratch / "bin", SEMERU)})
    assert "-Xlog" not in started
    assert "UseG1GC" not in started
    if workload != "queue-latency":
        assert f"-Xverbosegclog:{SHM}/whichjvm-" in started


def test_what_an_image_of_several_jvms_says_of_one_of_them_is_told_with_its_forks(scratch: Path) -> None:
    line = "WHICHJVM_SUBSTITUTE=one that stands in for another"
    env = that_says(scratch / "bin", 'openjdk version "17.0.1"')
    (scratch / "whichjvm.env").write_text(line + "\n")
    assert line in output(LAUNCH, "--help", env={**WITH_JAR, **env}).splitlines()


def test_java_home_does_not_choose_the_jvm_and_help_goes_to_stdout(scratch: Path) -> None:
    helped = run(LAUNCH, "--help", env={**WITH_JAR, **SMALL_HEAP, "JAVA_HOME": str(scratch / "none")}).ended()
    assert "queue-latency" in helped.out
    assert helped.err == ""


@pytest.mark.parametrize("arch", ["amd64", "arm64"])
def test_an_image_that_is_named_one_for_another_machine_than_its_programs_are_for_is_refused(
    arch: str, scratch: Path
) -> None:
    env = that_says(scratch / "bin", 'openjdk version "17.0.1"')
    ran = run(LAUNCH, "--help", env={**WITH_JAR, **env, "WHICHJVM_ARCH": arch})
    if platform.machine() == {"amd64": "x86_64", "arm64": "aarch64"}[arch]:
        ran.ended()
    else:
        ran.refused(4, f"this image is named one for {arch}, but its programs are for ")
