"""A hostile JVM by turns: one campaign of queue-latency with one that does nothing wrong and one that tries another attack
in each block."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from attacking import MOST_DISK, MOST_SHM, Attacked, attacked
from support import UNGATED, WARM_UP_SOON, read

pytestmark = pytest.mark.engine

# In the order that image/by-turns has them in.
ATTACKS = {
    "warm": "claims-to-be-warm-at-once",
    "never": "never-comes",
    "stop": "stops-itself-so-that-the-block-goes-on-and-the-deadline-ends-it",
    "fill": "fills-what-contenders-share",
    "truncate": "truncates-what-contenders-share",
    "names": "makes-thousands-of-names-where-it-may-write",
    "referee": "writes-to-what-the-referee-alone-writes",
    "locks": "holds-locks-on-all-that-it-can-open",
    "links": "puts-pipes-and-links-in-place-of-what-it-shares",
}


@pytest.fixture(scope="module")
def campaign(shared: Path) -> Iterator[Attacked]:
    with attacked(shared) as made:
        images = made.images("turns")
        made.campaign(
            *("--blocks", str(len(ATTACKS)), *UNGATED, "--duration", "500ms", *images, "jdk17-temurin", "attack-turns"),
            *("--", "--rate", "10000", "--warmup", "200ms"),
            # The others wait a minute for one that never comes, and then measure.
            env={"WHICHJVM_DEADLINE": "80", **WARM_UP_SOON},
        )
        yield made


def test_the_campaign_by_turns_comes_to_its_end_and_says_that_forks_failed(campaign: Attacked) -> None:
    campaign.ended(3)


def test_nothing_is_left_behind_by_turns(campaign: Attacked) -> None:
    campaign.nothing_is_left()


def test_the_disk_of_the_host_and_its_dev_shm_do_not_fill_by_turns(campaign: Attacked) -> None:
    campaign.took_at_most("disk", MOST_DISK)
    # Each has a queue there.
    campaign.took_at_most("shm", MOST_SHM + (2 << 20))


@pytest.mark.parametrize("name", ATTACKS, ids=ATTACKS.values())
def test_a_JVM_fails_and_the_other_contender_of_its_block_measures(name: str, campaign: Attacked) -> None:
    block = list(ATTACKS).index(name) + 1
    honest = campaign.fork_of("jdk17-temurin", block)
    campaign.expect_whole(honest)
    told = read(honest)
    # This host was too slow: other programs took its CPUs.
    slow = told["status"] == "overloaded" or (
        told["status"] == "failed"
        and told["reason"].endswith(" could start on time: the measured CPUs were taken by others")
    )
    if slow:
        assert [told["block"], told["contender"]] == [block, "jdk17-temurin"]
    else:
        campaign.counts("jdk17-temurin", block)
    campaign.costs_itself("attack-turns", block)
