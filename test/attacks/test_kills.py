"""Three kills at random moments; test/kills/kills does as many as one wants, of the engine too."""

from __future__ import annotations

import random

import pytest
from support import ROOT, build_images, need_root, run, wait_for_host

pytestmark = pytest.mark.engine

_KILLS = ROOT / "test" / "kills" / "kills"


def test_campaigns_that_are_killed_are_whole_when_they_are_resumed_and_leave_nothing() -> None:
    need_root("kill what the engine started, and mount a disk to fill")
    wait_for_host()
    build_images(["jdk17-temurin", "jdk21-temurin"], ["jdk17-temurin", "jdk21-temurin"])
    # It prints its seed.
    run(
        *(_KILLS, "3", "--seed", str(random.randrange(1 << 15)), "--runners", "docker"),
        *("--kinds", "group,script,container,client", "--blocks", "3"),
        timeout=3600,
    ).ended()


def test_the_runner_host_needs_JVMs() -> None:
    run(_KILLS, "1", "--runners", "host").refused(2, "host needs --jvms NAME=PATH,NAME=PATH")


def test_a_campaign_that_cannot_be_planned_ends_the_kills_with_a_sentence() -> None:
    need_root("mount a disk to fill")
    refused = run(_KILLS, "1", "--runners", "host", "--jvms", "one=/nowhere", timeout=60)
    refused.refused(2, "kills: no campaign of the runner host can be planned here: ", "/nowhere")
