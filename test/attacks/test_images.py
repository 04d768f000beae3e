"""Hostile images, --jdk NAME=IMAGE: what they set for a container, what they have in place of tools, and what they do when
they are built upon. One campaign, of which each image is a contender."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from attacking import Attacked, attacked

pytestmark = pytest.mark.engine

# In the words of image/Dockerfile.
HOSTILE = ("tools", "settings", "substitute", "environment", "volumes", "volume-root", "onbuild")

ATTACKS = os.environ.get("ATTACKS", "").split() or HOSTILE


@pytest.fixture(scope="module")
def ended(shared: Path) -> Iterator[Attacked]:
    with attacked(shared) as made:
        images = made.images("none", *ATTACKS)
        made.campaign(
            *("--blocks", "1", "--workload", "command", "--interleave", "forks"),
            *("--mount", str(made.app), "--timeout", "20s", *images),
            *("jdk17-temurin", "attack-none", *(f"attack-{each}" for each in ATTACKS), "--", "./attack"),
        )
        yield made


@pytest.fixture
def campaign(ended: Attacked) -> Attacked:
    """The contenders that do nothing wrong count in every test."""
    ended.counts("jdk17-temurin")
    ended.counts("attack-none")
    return ended


def expect_skipped(campaign: Attacked, name: str) -> str:
    """It was skipped with a sentence, which this returns, and has no fork."""
    # The text alone may have control characters, of which some end lines for Python.
    said = [each for each in campaign.ran.out.split("\n") if each.startswith(f"skipped attack-{name}: ")]
    assert said, campaign.last_said()
    for each in said:
        assert re.search("[a-z].* .*[a-z]", each)
        assert not re.search(r"[\x00-\x1f\x7f]", each)
    assert not campaign.fork_of(f"attack-{name}").exists()
    return "\n".join(said)


def expect_skipped_or_failed(campaign: Attacked, name: str) -> None:
    """An image that cannot be run as it is may be skipped, too."""
    if campaign.fork_of(f"attack-{name}").exists():
        campaign.costs_itself(f"attack-{name}")
    else:
        expect_skipped(campaign, name)


def expect_no_proof(campaign: Attacked, name: str) -> None:
    """Of root's hand, anywhere that the campaign or a person sees."""
    assert not campaign.files_with(b"proof of root by .* in " + name.encode(), campaign.terminal)


def test_the_campaign_comes_to_its_end(campaign: Attacked) -> None:
    campaign.ended(0, 3)


def test_nothing_is_left_behind_no_container_no_volume_no_file(campaign: Attacked) -> None:
    campaign.nothing_is_left()


def test_sh_stat_id_chroot_uname_and_java_of_an_image_never_run_as_root_in_a_fork(campaign: Attacked) -> None:
    expect_skipped_or_failed(campaign, "tools")
    expect_no_proof(campaign, "tools")


def test_settings_of_an_image_such_as_USER_ENTRYPOINT_CMD_HEALTHCHECK_STOPSIGNAL_and_ENV_decide_nothing(
    campaign: Attacked,
) -> None:
    expect_skipped_or_failed(campaign, "settings")
    expect_no_proof(campaign, "settings")


def test_escape_sequences_in_what_an_image_says_of_itself_reach_neither_the_terminal_nor_the_report(
    campaign: Attacked,
) -> None:
    campaign.shows_no_escape(*campaign.reports)


def test_LD_PRELOAD_LD_DEBUG_OUTPUT_and_JAVA_TOOL_OPTIONS_of_an_image_write_nothing_but_into_its_own_fork(
    campaign: Attacked,
) -> None:
    expect_skipped_or_failed(campaign, "environment")
    expect_no_proof(campaign, "environment")
    assert not list(campaign.out.rglob("proof-of-[lj]*"))


def test_VOLUME_of_an_image_on_out_tmp_dev_shm_and_others(campaign: Attacked) -> None:
    expect_skipped_or_failed(campaign, "volumes")


def test_VOLUME_on_the_root_of_an_image_costs_itself_alone(campaign: Attacked) -> None:
    expect_skipped_or_failed(campaign, "volume-root")


def test_an_image_with_ONBUILD_is_refused_with_a_sentence(campaign: Attacked) -> None:
    assert "ONBUILD" in expect_skipped(campaign, "onbuild")


def test_what_an_image_runs_while_a_variant_is_built_has_no_network(campaign: Attacked) -> None:
    campaign.expect_silence()
