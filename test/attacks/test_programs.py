"""Hostile programs and hostile results: one campaign of --workload command, in which each attack is a contender: a version
of the program, in one hostile image. Every test looks at what became of one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from attacking import MOST_DISK, MOST_SHM, Attacked, attacked, expect_no_daemon
from support import output, read

pytestmark = pytest.mark.engine

# In the words of app/attack and image/java.
ENDLESS = {
    "stdout": "10-GB-on-stdout",
    "fill-out": "10-GB-into-out",
    "fill-tmp": "10-GB-into-tmp",
    "fill-shm": "10-GB-into-dev-shm",
    "files-out": "a-million-files-in-out",
    "files-tmp": "a-million-files-in-tmp",
    "bomb": "a-fork-bomb",
    "memory": "memory-without-end",
    "stops-watcher": "a-program-that-stops-its-watcher-so-that-the-deadline-of-the-fork-ends-it",
    "kills": "a-program-that-kills-all-that-it-may-signal",
    "java-stdout": "10-GB-on-the-own-stdout-of-the-container",
}
RESULTS = {
    "result-hardlink": "a-hard-link-in-place-of-its-result",
    "result-fifo": "a-FIFO-in-place-of-its-result",
    "result-folder": "a-folder-in-place-of-its-result",
    "result-path": "a-link-in-place-of-a-folder-on-the-path-to-its-result",
    "result-path-out": "a-link-that-leads-out-in-place-of-a-folder-on-that-path",
    "result-contender": "a-result-that-claims-another-contender",
    "result-big": "a-result-of-2-MB",
    "result-out": "a-result-with-an-output-of-10-GB",
    "result-escape": "escape-sequences-in-the-name-of-a-score",
}
# Whose tests say more of them.
OTHERS = (
    *("probes", "overwrite", "endures", "daemon", "escape", "names", "result-symlink", "result-block", "java-escape"),
)

ATTACKS = os.environ.get("ATTACKS", "").split() or [*ENDLESS, *RESULTS, *OTHERS]

# What a program looks for, in the words of app/probes.
PROBES = {
    "a-program-is-never-root": ["uid-0", "capabilities", "new-privileges"],
    "it-does-not-become-root-by-su-sudo-setpriv-chroot": ["become-root"],
    "a-setuid-file-of-its-own-or-of-the-image-gives-it-nothing": ["setuid"],
    "it-cannot-write-to-the-files-of-the-image": ["root-file-system"],
    "it-mounts-nothing": ["mount"],
    "it-makes-no-device-and-reads-none": ["mknod", "disks"],
    "it-sees-no-process-but-its-own-and-no-file-through-them": ["others-processes", "root-of-1"],
    "it-cannot-read-the-memory-and-log-of-the-kernel": ["kernel-memory"],
    "it-cannot-reach-sysrq-and-writes-no-setting-of-the-kernel": ["sysrq", "sysctl"],
    "it-cannot-change-its-control-group": ["cgroup"],
    "it-has-no-network": ["network"],
    "it-does-not-see-the-engine": ["engine"],
    "it-sees-nothing-of-the-campaign-and-nothing-of-other-forks": ["campaign"],
    "it-does-not-see-the-dev-shm-of-the-host": ["host-shm"],
    "its-processes-and-its-memory-have-a-limit": ["processes-unlimited", "memory-unlimited"],
}


def contender(name: str) -> str:
    return f"attack-program+app-{name}"


@pytest.fixture(scope="module")
def campaign(shared: Path) -> Iterator[Attacked]:
    with attacked(shared) as made:
        image = made.images("program")
        names = ["none", *ATTACKS]
        versions: list[str] = []
        for name in names:
            folder = shared / f"app-{name}"
            shutil.copytree(made.app, folder)
            (folder / "name").write_text(f"{name}\n")
            versions += ["--app", f"{name}={folder}"]
        output("chmod", "-R", "a+rX", *shared.glob("app-*"))
        made.campaign(
            *("--blocks", "1", "--workload", "command", "--interleave", "forks", *versions),
            *("--timeout", "8s", "--memory", "1g", *image),
            *("jdk17-temurin+app-none", *map(contender, names), "--", "./attack"),
        )
        yield made


def test_the_campaign_comes_to_its_end_says_that_forks_failed_and_counts_those_that_do_nothing_wrong(
    campaign: Attacked,
) -> None:
    campaign.ended(3)
    assert not [each for each in ATTACKS if not campaign.fork_of(contender(each)).is_file()]
    campaign.counts("jdk17-temurin+app-none")
    campaign.counts(contender("none"))
    assert contender("none") in (campaign.campaign_folder / "result.csv").read_text()


def test_nothing_is_left_behind(campaign: Attacked) -> None:
    campaign.nothing_is_left()


def test_the_disk_of_the_host_its_tmp_and_its_dev_shm_do_not_fill(campaign: Attacked) -> None:
    campaign.took_at_most("disk", MOST_DISK)
    campaign.took_at_most("shm", MOST_SHM)


def test_escape_sequences_do_not_reach_the_terminal_nor_the_report(campaign: Attacked) -> None:
    campaign.shows_no_escape(*campaign.reports, *(campaign.campaign_folder / "forks").glob("*.json"))


# --- what a program finds in its container ------------------------------------------------------


@pytest.mark.parametrize("names", PROBES.values(), ids=PROBES)
def test_a_program_gets_nothing_of_what_it_looks_for(names: list[str], campaign: Attacked) -> None:
    fork = campaign.fork_of(contender("probes"))
    for file in (fork, fork.with_suffix(".out")):
        campaign.expect_whole(file)
    assert read(fork)["status"] == "failed"
    said = fork.with_suffix(".out").read_text(errors="replace").splitlines()
    for name in names:
        assert f"refused {name}" in said, [each for each in said if each.startswith(f"proof {name}:")]


def test_the_loopback_of_the_host_and_the_gateway_of_the_bridge_hear_nothing(campaign: Attacked) -> None:
    campaign.expect_silence()


# --- what it may try ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ENDLESS, ids=ENDLESS.values())
def test_what_it_takes_without_end_costs_its_own_fork_alone(name: str, campaign: Attacked) -> None:
    campaign.costs_itself(contender(name), status="does-not-fit" if name == "memory" else "failed")


def test_it_cannot_write_over_campaign_json_the_fork_of_another_nor_latest(campaign: Attacked) -> None:
    campaign.costs_itself(contender("overwrite"))
    assert not campaign.files_with(b"proof of overwrite")
    latest = os.readlink(campaign.campaign_folder)
    assert latest[:1].isdigit() and "T" in latest


def test_of_10_GB_on_stdout_the_end_is_kept(campaign: Attacked) -> None:
    assert campaign.fork_of(contender("stdout")).with_suffix(".out").stat().st_size < 16 << 20


def test_a_program_that_ignores_SIGTERM_and_runs_for_ever(campaign: Attacked) -> None:
    assert "had not ended after 8 s" in campaign.costs_itself(contender("endures"))


def test_a_child_that_outlives_the_program_and_keeps_writing(campaign: Attacked) -> None:
    campaign.costs_itself(contender("daemon"))
    expect_no_daemon()


def test_escape_sequences_on_stdout_and_stderr(campaign: Attacked) -> None:
    assert "attack-red" in campaign.costs_itself(contender("escape"))


def test_names_and_words_with_newlines_and_tabs(campaign: Attacked) -> None:
    campaign.costs_itself(contender("names"))
    assert "planted" not in (campaign.campaign_folder / "campaign.json").read_text()


def test_escape_sequences_on_the_own_stderr_of_the_container(campaign: Attacked) -> None:
    assert "attack java-escape: not possible" in campaign.costs_itself(contender("java-escape"))


# --- what it may leave as its result ------------------------------------------------------------


@pytest.mark.parametrize("name", RESULTS, ids=RESULTS.values())
def test_what_it_leaves_as_its_result_costs_its_own_fork_alone(name: str, campaign: Attacked) -> None:
    campaign.costs_itself(contender(name))


def test_a_symbolic_link_in_place_of_its_result(campaign: Attacked) -> None:
    campaign.costs_itself(contender("result-symlink"))
    assert not campaign.files_with(b"^root:")


def test_a_result_that_claims_another_block(campaign: Attacked) -> None:
    campaign.costs_itself(contender("result-block"))
    assert not campaign.fork_of(contender("none"), 2).exists()
