"""The campaign of scripts/test --quick: one real one on this host, of two forks. All tests look at the same."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from support import (
    COMPARE,
    UNGATED,
    Ran,
    forks_of,
    java_home,
    need_cpus,
    need_quiet_host,
    no_orphans,
    others_of_quiet_host,
    queues,
    read,
    run,
    wait_for_host,
)


class Campaign(NamedTuple):
    ran: Ran
    out: Path
    folder: Path
    queues_before: set[Path]


@pytest.fixture(scope="module")
def campaign(shared: Path) -> Campaign:
    need_cpus(2)
    wait_for_host()
    before, out = queues(), shared / "out"
    for left in (2, 1, 0):
        out.mkdir()
        if os.geteuid() == 0:
            # Somebody else's folder, where this user can give one away.
            os.chown(out, 4321, 4321)
        ran = run(
            *(COMPARE, "--runner", "host", "--out", str(out), "--blocks", "2", "--duration", "500ms", *UNGATED),
            *("--jdk", f"one={java_home()}", "one", "--", "--rate", "10000", "--warmup", "200ms"),
        )
        if ran.code != 3 or not left:
            break
        # Where others take the CPUs forks are overloaded, which is not what is tested.
        others_of_quiet_host(20)
        shutil.rmtree(out)
    return Campaign(ran, out, out / "latest", before)


def test_a_campaign_on_this_host_comes_to_its_end_and_its_forks_are_whole(campaign: Campaign) -> None:
    if campaign.ran.code == 3:
        need_quiet_host(1)
    campaign.ran.ended()
    forks = forks_of(campaign.folder)
    assert len(forks) == 2
    assert len(list((campaign.folder / "forks").glob("*.hlog"))) == 2
    for fork in forks:
        told = read(fork)
        assert told["status"] == "ok"
        assert 0 < told["messages"]["sent"] == told["messages"]["verified"]


def test_it_leaves_a_result_to_read_for_programs_and_for_people(campaign: Campaign) -> None:
    assert read(campaign.folder / "result.json")["schema"] == "whichjvm.result/3"
    for name in ("result.csv", "report.md", "report.html"):
        assert (campaign.folder / name).stat().st_size
    assert "report.html" in campaign.ran.out


def test_all_of_it_belongs_to_the_owner_of_the_results_folder_and_nothing_is_half_written(campaign: Campaign) -> None:
    inside = list(campaign.out.rglob("*"))
    assert inside
    owner = campaign.out.stat().st_uid
    assert not [each for each in inside if each.lstat().st_uid != owner]
    assert not [each for each in inside if each.name.startswith(".")]


def test_no_queue_is_left_in_dev_shm(campaign: Campaign) -> None:
    no_orphans(campaign.queues_before)
