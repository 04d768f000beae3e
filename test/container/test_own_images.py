"""Images of a person's own, by names of their own: scripts/compare --jdk NAME=IMAGE."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support import (
    COMPARE,
    SHORT,
    UNGATED,
    WARM_UP_SOON,
    Ran,
    Word,
    build_images,
    docker,
    no_orphans,
    queues,
    read,
    run,
    wait_for_host,
)

pytestmark = pytest.mark.engine

ONE, OTHER = "whichjvm-test/jdk:1", "whichjvm-test/jdk:2"
NAMES = ("test-old", "test-new")


@pytest.fixture(scope="module")
def built() -> None:
    build_images(["jdk17-temurin"], ["jdk17-temurin"])


@pytest.fixture(autouse=True)
def own(built: None) -> Iterator[None]:
    """Two images, and nothing that is made of them afterwards."""
    for image in (ONE, OTHER):
        docker("tag", "whichjvm/jdk17-temurin", image)
    yield
    made = [f"{start}{name}" for name in NAMES for start in ("whichjvm/", "localhost/whichjvm-image:")]
    run("docker", "image", "rm", ONE, OTHER, *made)


def compare(out: Path, *words: str) -> Ran:
    wait_for_host()
    command: list[Word] = [COMPARE, "--runner", "docker", "--blocks", "1", *UNGATED, "--out", out, *words, "--", *SHORT]
    return run(*command, env=WARM_UP_SOON)


def test_two_images_are_two_contenders_whose_forks_say_which_ran_and_a_resumed_campaign_has_them(scratch: Path) -> None:
    before = queues()
    # A busy host may not keep a fork's pace.
    compare(scratch, "--jdk", f"test-old={ONE}", "--jdk", f"test-new={OTHER}", *NAMES).ended(0, 3)
    forks = scratch / "latest" / "forks"
    for name in NAMES:
        jvm = read(forks / f"001-{name}.json")["jvm"]
        assert jvm["image"] == f"whichjvm/{name}"
        assert jvm["imageId"] == docker("image", "inspect", "--format", "{{.Id}}", f"whichjvm/{name}")
    assert read(scratch / "latest" / "campaign.json")["start"]["jvms"]["test-old"] == ONE
    for file in forks.glob("001-test-new.*"):
        file.unlink()
    run(COMPARE, "--out", scratch, "--resume", "latest", env=WARM_UP_SOON).ended(0, 3)
    assert (forks / "001-test-new.json").exists()
    no_orphans(before)


def test_an_image_that_cannot_be_had_is_skipped_with_its_name(scratch: Path) -> None:
    none = "localhost/whichjvm-test/none:1"
    said = compare(scratch, "--jdk", f"test-old={none}", "test-old").ended(4).err
    assert "before the campaign did" not in said
    assert f"skipped test-old: {none}: " in said
    assert not list(scratch.iterdir())


@pytest.mark.parametrize(
    "jdk, part",
    [
        (f"jdk17-temurin={ONE}", "compose.yaml has a service jdk17-temurin\ntry: another name"),
        (ONE, f"--jdk is '{ONE}'\ntry: NAME=PATH or NAME=IMAGE"),
    ],
)
def test_a_name_that_is_taken_or_missing_is_refused(jdk: str, part: str, scratch: Path) -> None:
    compare(scratch, "--jdk", jdk, "jdk17-temurin").refused(2, part)
    assert not list(scratch.iterdir())
