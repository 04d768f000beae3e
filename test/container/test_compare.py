"""The images and the runner `docker`: real containers of each variant that this machine can get."""

from __future__ import annotations

import csv
import dataclasses
import json
import os
import re
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support import (
    COMPARE,
    ROOT,
    SHORT,
    UNGATED,
    WARM_UP_SOON,
    Ran,
    Started,
    Starter,
    Word,
    after_block,
    compose,
    docker,
    eventually,
    expect_no_garbage,
    folder_for_all,
    forks_of,
    need_root,
    no_orphans,
    prebuilt,
    queues,
    read,
    run,
    wait_for_host,
)

# Different JDK majors, and Graal's JIT.
VARIANTS = ["jdk8-temurin", "jdk11-temurin", "jdk17-temurin", "jdk21-temurin", "jdk25-temurin", "graalvm-ce-17"]

USER = 4321


@dataclasses.dataclass(frozen=True)
class Campaign:
    """That of six variants, and its report."""

    out: Path
    ran: Ran
    report: str

    def fork(self, variant: str) -> Any:
        return read(self.out / "latest" / "forks" / f"001-{variant}.json")


@pytest.fixture(scope="module")
def campaign(shared: Path) -> Campaign:
    """Of all tests that look at one."""
    wait_for_host()
    out = shared / "out"
    out.mkdir()
    before = queues()
    words = ["--blocks", "1", *UNGATED, *VARIANTS, "--", "--rate", "10000", "--duration", "500ms", "--warmup", "1s"]
    ran = run(COMPARE, "--runner", "docker", "--out", out, *words)
    no_orphans(before)
    return Campaign(out, ran, run(ROOT / "scripts" / "report", "--out", out, "--details").out)


@pytest.fixture(scope="module")
def built(campaign: Campaign) -> dict[str, str]:
    """The environment of compose for an image that the campaign has built."""
    return prebuilt(campaign.out.parent, ["jdk17-temurin"])


@pytest.fixture
def own() -> Iterator[Path]:
    """The results folder of a test that starts forks itself."""
    wait_for_host()
    before = queues()
    with folder_for_all() as folder:
        yield folder
        no_orphans(before)


def freely(start: Callable[[], Ran]) -> Ran:
    """Again if another campaign has begun since."""
    ran = start()
    for _ in range(2):
        if ran.code != 4 or "another campaign" not in ran.err:
            break
        wait_for_host()
        ran = start()
    return ran


def results(own: Path, env: dict[str, str] | None = None) -> dict[str, str | None]:
    return {**WARM_UP_SOON, **(env or {}), "WHICHJVM_RESULTS": str(own)}


def owners(folder: Path) -> set[tuple[int, int]]:
    entries = [each.lstat() for each in [folder, *folder.rglob("*")]]
    return {(each.st_uid, each.st_gid) for each in entries}


def no_containers() -> bool:
    return not docker("ps", "--all", "--quiet", "--filter", "name=whichjvm-")


# --- one campaign of six variants ---


def test_every_fork_of_six_variants_is_there(campaign: Campaign) -> None:
    # A busy host may not keep a fork's pace.
    campaign.ran.ended(0, 3)
    assert len(forks_of(campaign.out / "latest")) == len(VARIANTS)
    for variant in VARIANTS:
        # One that a busy host kept from its pace has a result of its own, in which it says so.
        fork = campaign.fork(variant)
        assert fork["jvm"], fork["reason"]
        assert variant in campaign.report
    assert {uid for uid, _ in owners(campaign.out)} == {os.geteuid()}
    assert no_containers()


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_jvm_is_the_one_its_name_promises_and_a_substitute_is_told(variant: str, campaign: Campaign) -> None:
    jvm = campaign.fork(variant)["jvm"]
    assert jvm["compiler"] == ("Graal" if variant.startswith("graalvm-") else "C2")
    assert jvm["major"] == int("".join(re.findall("[0-9]", variant)))
    assert jvm["image"] == f"whichjvm/{variant}"
    assert jvm["imageId"] == docker("image", "inspect", "--format", "{{.Id}}", f"whichjvm/{variant}")
    assert (jvm["substitute"] or "") in campaign.report


@pytest.mark.parametrize("variant", [each for each in VARIANTS if not each.startswith("graalvm-")])
def test_the_measured_threads_allocate_nothing_a_message_and_nothing_is_collected(
    variant: str, campaign: Campaign
) -> None:
    """Graal's compiler in Java, which stands in for the image's, is still at work in a window this short: it uses the
    JVM's own heap, and a frame it gives up puts its objects there."""
    expect_no_garbage(campaign.out / "latest" / "forks" / f"001-{variant}.json")


# --- what is compared ---


def dry_run(*words: str) -> Ran:
    return run(COMPARE, "--runner", "docker", "--dry-run", "--blocks", "1", *words)


def test_without_a_name_every_variant_of_the_profile_is_meant() -> None:
    said = dry_run().out
    services = json.loads(compose("--profile", "*", "config", "--format", "json").ended().out)["services"]
    wanted = [name for name, service in services.items() if service.get("profiles") == ["variant"]]
    assert wanted
    for variant in wanted:
        assert re.search(rf"run --rm .* {variant} queue-latency .*--fork", said), variant
    # A variant of another profile.
    assert "article-jdk17-temurin queue-latency" not in said


def test_a_build_of_another_kind_than_its_name_promises_is_compared_only_if_it_is_named() -> None:
    usual = dry_run("--bases", "packages")
    assert "skipped graalvm-ce-17: from packages: a build of another kind alone" in usual.err
    assert " jdk17-temurin queue-latency " in usual.out
    # A dry run shows the checks of what cannot be had too.
    assert not re.search(r"CAMPAIGN-1 .* graalvm-ce-[0-9]* queue-latency ", usual.out)
    assert " graalvm-ce-17 queue-latency " in dry_run("--bases", "packages", "graalvm-ce-17", "jdk17-temurin").out


# --- compose run ---


def test_files_of_compose_run_belong_to_the_owner_of_the_results_folder(campaign: Campaign, own: Path) -> None:
    need_root("give the folder to another user")
    os.chown(own, USER, USER)
    run_words = ["run", "--rm", "--quiet-build"]
    forked = freely(lambda: compose(*run_words, "jdk17-temurin", *SHORT, env=results(own))).ended()
    assert "service ns" in forked.out
    assert "jdk17-temurin" in compose(*run_words, "collector", env=results(own)).ended().out
    table = own / "table.csv"
    reported = run(ROOT / "scripts" / "report", "--out", own, "--export", "bmf", "--export", f"csv={table}").ended()
    assert json.loads(reported.out)["queue-latency/jdk17-temurin"]
    with table.open(newline="") as file:
        assert list(csv.DictReader(file))
    earlier, later = own / "earlier", own / "later"
    for folder in (earlier, later):
        shutil.copytree((own / "latest").resolve(), folder / "x" / "c")
    run("chown", "--recursive", f"{USER}:{USER}", own).ended()
    reported = run(ROOT / "scripts" / "report", "--hosts", earlier, "--hosts", later).ended()
    assert f"Report: {later}/hosts.html" in reported.out
    assert owners(own) == {(USER, USER)}


def test_a_user_who_may_use_the_engine_but_is_not_root_can_compose_run(
    campaign: Campaign, own: Path, scratch: Path
) -> None:
    need_root("become another user")
    for folder in (own, scratch):
        os.chown(folder, USER, USER)
    group = os.stat("/var/run/docker.sock").st_gid
    become = ["setpriv", f"--reuid={USER}", f"--regid={group}", "--clear-groups", "env", f"HOME={scratch}"]
    command = [*become, "docker", "compose", "run", "--rm", "--quiet-build", "jdk17-temurin", *SHORT]
    freely(lambda: run(*command, env=results(own))).ended()
    (fork,) = (own / "latest" / "forks").glob("*.json")
    assert fork.stat().st_uid == USER


def measures(forked: Started) -> bool:
    """Waits until it does, or says that another campaign does."""

    def said() -> list[str]:
        return re.findall("messages of|another campaign", forked.out + forked.err)

    return "another campaign" not in eventually(said, "a fork measures")


def test_stopping_the_container_leaves_nothing_and_says_so(
    built: dict[str, str], own: Path, background: Starter
) -> None:
    name = "whichjvm-test-stop"
    command = ["docker", "compose", "--progress", "quiet", "run", "--rm", "--name", name, "jdk17-temurin"]
    for _ in range(3):
        forked = background(*command, "--duration", "60s", "--warmup", "200ms", env=results(own, built))
        if measures(forked):
            break
        forked.end()
        wait_for_host()
    time.sleep(1)
    docker("stop", name)
    forked.end().ended(143)
    assert not list(own.iterdir())


@pytest.mark.parametrize("case", ["one CPU", "a CPU that is not there", "a results folder that is not there"])
def test_what_a_fork_cannot_do_without_is_said(case: str, built: dict[str, str], own: Path) -> None:
    def forked(name: str, value: Word) -> Ran:
        return compose("run", "--rm", "jdk17-temurin", *SHORT, env={**results(own, built), name: str(value)})

    if case == "one CPU":
        assert "only CPU 0" in forked("WHICHJVM_CPUSET", "0").ended(4).err
    elif case == "a CPU that is not there":
        refused = forked("WHICHJVM_CPUSET", "4711")
        assert refused.code
        assert "4711" in refused.out + refused.err
    else:
        missing = own / "missing"
        refused = forked("WHICHJVM_RESULTS", missing)
        assert refused.code
        assert str(missing) in refused.out + refused.err
    assert not list(own.iterdir())


# --- campaigns ---


def test_contenders_in_huge_pages_and_with_a_flag_set_are_what_they_say_and_leave_nothing(
    campaign: Campaign, own: Path
) -> None:
    need_root("give the folder to another user")
    os.chown(own, USER, USER)
    huge = "jdk17-temurin+huge+serialgc+delay30ns"
    contenders = ["jdk17-temurin", huge, "jdk17-temurin+compact-headers", "jdk8-temurin+onspinwait"]
    command: list[Word] = [
        COMPARE,
        "--runner",
        "docker",
        "--out",
        own,
        "--blocks",
        "1",
        *UNGATED,
        *contenders,
        "--",
        *SHORT,
    ]
    said = run(*command, env=WARM_UP_SOON).ended(0, 3).err
    refuses = "the JVM refuses it: Unrecognized VM option 'UseCompactObjectHeaders'"
    assert f"skipped jdk17-temurin+compact-headers: {refuses}" in said
    assert "skipped jdk8-temurin+onspinwait: --wait onspinwait needs Java 9" in said
    assert len(forks_of(own / "latest")) == 2
    fork = read(own / "latest" / "forks" / f"001-{huge}.json")
    assert (fork["memory"]["queue"], fork["memory"]["pageBytes"]) == ("huge", 2097152)
    assert fork["memory"]["hugeKb"] > 0
    jvm = fork["jvm"]
    assert (jvm["garbageCollector"], jvm["flagSet"], fork["parameters"]["delayNanos"]) == ("Serial", "serialgc", 30)
    # Contenders of a variant are of its image.
    assert jvm["image"] == "whichjvm/jdk17-temurin"
    assert not docker("volume", "ls", "--quiet", "--filter", "name=whichjvm_huge")
    assert owners(own) == {(USER, USER)}


def test_a_killed_jvm_is_a_failed_fork_and_ctrl_c_keeps_whole_forks_and_the_rest_can_be_run(
    campaign: Campaign, own: Path, background: Starter
) -> None:
    """One campaign for both, as a campaign's images take longer to look at than its forks to run."""
    command = [COMPARE, "--runner", "docker", "--out", own, "--blocks", "4", *UNGATED, "jdk17-temurin", "--", *SHORT]
    comparing = background(*command, env=WARM_UP_SOON)
    eventually(lambda: after_block(1, 4).search(comparing.out + comparing.err), "block 1 of 4")
    name = os.readlink(own / "latest")
    pattern = f"whichjvm-workload.jar queue-latency .*--fork {name}/00[23]-"
    eventually(lambda: run("pkill", "-KILL", "-f", pattern).code == 0, "a JVM of block 2 or 3 is killed")

    def killed() -> list[Path]:
        files = [each for each in forks_of(own / "latest") if "killed (signal 9)" in each.read_text()]
        return [each for each in files if each.name[:3] in ("002", "003")]

    eventually(killed, "its fork has failed")
    comparing.signal(signal.SIGINT)
    said = comparing.end()
    assert said.code == 130
    assert f"--resume {name}" in said.out + said.err
    assert no_containers()
    assert not list(own.rglob(".*"))
    assert 2 <= len(forks_of(own / "latest")) < 4
    run(COMPARE, "--resume", name, "--out", own, env=WARM_UP_SOON).ended(3)
    assert len(forks_of(own / "latest")) == 4
    assert len(killed()) == 1
