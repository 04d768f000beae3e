"""workload/launch class-data: the archive of classes that an image has, and which forks start with it."""

from __future__ import annotations

import dataclasses
import re
import shutil
from pathlib import Path

import pytest
from launching import LAUNCH, WITH_JAR, Fork, launched
from support import output

pytestmark = pytest.mark.beside


@dataclasses.dataclass(frozen=True)
class Image:
    """A launcher beside which an archive was made, and what that said."""

    launch: Path
    said: str

    @property
    def archive(self) -> Path:
        return self.launch.parent / "class-data.jsa"

    def need_archive(self) -> None:
        if not self.archive.is_file() or not self.archive.stat().st_size:
            pytest.skip(f"this JVM makes none: {self.said}")


@pytest.fixture(scope="module")
def image(shared: Path) -> Image:
    launch = Path(shutil.copy(LAUNCH, shared))
    return Image(launch, output(launch, "class-data", env=WITH_JAR))


def started(image: Image, out: Path, java_options: str | None = None) -> tuple[Fork, str]:
    """A fork of that launcher, however it ends, and by which archive it started."""
    fork = launched(
        *(out, image.launch, "queue-latency", "--fork", "c/1-jvm", "--out", str(out)),
        *("--rate", "10000", "--warmup", "100ms", "--duration", "300ms"),
        env={"JAVA_OPTS": java_options},
    )
    return fork, fork.told["cost"]["classData"]


def test_a_fork_starts_with_the_archive_that_was_made_beside_its_launcher(image: Image, scratch: Path) -> None:
    image.need_archive()
    assert started(image, scratch / "out")[1] == "workload"


def test_what_made_the_archive_leaves_nothing_else_and_says_nothing(image: Image) -> None:
    image.need_archive()
    assert {each.name for each in image.launch.parent.iterdir()} == {"launch", "class-data.jsa"}
    assert image.said == ""


def test_a_jvm_whose_options_the_archive_is_not_for_starts_without_it_and_nothing_of_that_is_said(
    image: Image, scratch: Path
) -> None:
    fork, archive = started(image, scratch / "out", "-XX:-UseCompressedOops")
    assert archive != "workload"
    assert not re.search(r"warning.*(cds|aot|archive)|sharing", fork.out + fork.err, re.IGNORECASE)


def test_a_person_who_names_an_archive_or_none_has_that_one(image: Image, scratch: Path) -> None:
    assert started(image, scratch / "out", "-Xshare:off")[1] == "none"
