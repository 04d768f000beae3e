"""The way that most people take: an engine without an image, and image registries. A registry on the loopback stands in
for docker.io and ghcr.io, with the genuine builds that package registries have, laid out as their vendors do."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence

import pytest
from registry_world import TOOLS, World, world
from support import (
    ROOT,
    SHORT,
    UNGATED,
    WARM_UP_SOON,
    Ran,
    Starter,
    Word,
    eventually,
    need_root,
    output,
    read,
    run,
    wait_for_host,
)

pytestmark = pytest.mark.beside

MAVEN, GOLANG, PYTHON = "maven:3.9.9-eclipse-temurin-21", "golang:1.27.3-alpine", "python:3.13-slim-trixie"
JDK17, JDK25 = "eclipse-temurin:17.0.9_9-jdk-noble", "eclipse-temurin:25.0.4.1_1-jdk-noble"
JDK21 = "ghcr.io/graalvm/jdk-community:21.0.8-ol9-20250801"

# By the names that the registry has, the bases that they are, and their layouts.
IMAGES = [
    (f"library/{MAVEN}", "build", "same"),
    (f"library/{GOLANG}", "build", "same"),
    (f"library/{PYTHON}", "all", "same"),
    (f"library/{JDK25}", "jdk25-temurin", "temurin"),
    (f"library/{JDK17}", "jdk17-temurin", "temurin"),
    (JDK21.partition("/")[2], "jdk21-temurin", "graalvm"),
]

# docker/variants.tsv of a checkout whose images are in that registry.
TABLE = f"""build base - - - - {MAVEN}
go base - - - - {GOLANG}
collector base - - - - {JDK25}
all base - - - - {PYTHON}
jdk17-temurin variant Temurin 17.0.9+9 C2 all {JDK17}
jdk21-temurin variant Temurin 21.0.8+9 C2 - {JDK21}
jdk25-temurin variant Temurin 25.0.4.1+1 C2 - {JDK25}
"""

# docker/packages/build, which has bases of these names, and notes what it is to build.
PACKAGES = """#!/bin/sh
[ "$1" = --list ] || { echo "$*" >>"%s"; exit 3; }
case " %s " in
  *" $2 "*) printf '%%s\\tavailable\\tthis\\n' "$2" ;;
  *) printf '%%s\\tunavailable\\tnone carries it\\n' "$2" ;;
esac
"""

BROKE_OFF = "docker.io broke off while it sent that image (unexpected EOF); run this again"


class Checkout:
    """A copy of this one, in a world whose registry has what its table names."""

    def __init__(self, there: World) -> None:
        self.world = there
        self.folder = there.folder / "whichjvm"
        (self.folder / "out").mkdir(parents=True)
        listed = "git ls-files -z --cached --others --exclude-standard"
        output("sh", "-c", f'{listed} | xargs -0 cp --parents --target-directory "$0"', self.folder, cwd=ROOT)
        self.table = self.folder / "docker" / "variants.tsv"
        self._told = there.folder / "from-packages"
        self.have_images(TABLE.replace(" ", "\t"))

    def have_images(self, table: str) -> None:
        self.table.write_text(table)
        output(self.folder / "scripts" / "generate-variants")

    def images(self) -> list[str]:
        """Of the table."""
        return [line.split("\t")[6] for line in self.table.read_text().splitlines()]

    def packages_give(self, *names: str) -> None:
        (self.folder / "docker" / "packages" / "build").write_text(PACKAGES % (self._told, " ".join(names)))
        self._told.unlink(missing_ok=True)

    def from_packages(self) -> str:
        """What was to be built from package registries."""
        return self._told.read_text().strip() if self._told.exists() else ""

    def command(self, *words: str) -> list[Word]:
        """The plain command, but for how short its forks are."""
        plain = ["scripts/compare", "--blocks", "1", "--turn", "100ms", *UNGATED, *words, "--", *SHORT]
        return self.world.inside(*plain, cwd=self.folder)

    def compare(self, *words: str) -> Ran:
        return run(*self.command(*words), env=WARM_UP_SOON)

    def id_of(self, image: str) -> str:
        return self.world.docker("image", "inspect", "--format", "{{.Id}}", image)

    def measured(self, *bases: str) -> None:
        """The latest campaign has a fork of each variant, and their bases are these."""
        for variant, base in zip(("jdk17-temurin", "jdk21-temurin"), bases):
            jvm = read(self.folder / "out" / "latest" / "forks" / f"001-{variant}.json")["jvm"]
            assert jvm["imageId"] == self.id_of(f"whichjvm/{variant}")
            assert jvm["substitute"] is None
            assert jvm["base"] == f"docker-image://{base}"

    def packages_stand_in(self, sentence: str, image: str, fault: Sequence[str] = ()) -> None:
        """For the image of jdk17-temurin, because of that."""
        self.packages_give("jdk17-temurin")
        self.world.forget(image)
        self.world.fault(*fault)
        said = self.compare("jdk17-temurin").err
        assert f"bases come from package registries, because {sentence}: jdk17-temurin" in said
        assert self.from_packages() == "jdk17-temurin"


def no_word_of_packages(said: str) -> None:
    """And no substitute."""
    assert "package" not in said
    assert "substitute" not in said


@pytest.fixture(scope="module")
def _checkout() -> Iterator[Checkout]:
    need_root("make a network and a second engine")
    missing = " ".join(sorted({package for tool, package in TOOLS.items() if not shutil.which(tool)}))
    if missing:
        pytest.skip(f"needs Debian packages: {missing} (apt-get install --no-install-recommends {missing})")
    with world(IMAGES) as there:
        yield Checkout(there)


@pytest.fixture
def checkout(_checkout: Checkout) -> Iterator[Checkout]:
    """Whose registry does nothing wrong."""
    wait_for_host()
    yield _checkout
    _checkout.world.fault()
    _checkout.world.open()


# This comes first: an engine that has a layer does not fetch it.
def test_a_transfer_that_breaks_off_is_told_and_no_other_build_takes_the_images_place(checkout: Checkout) -> None:
    checkout.packages_give("build", "jdk17-temurin")
    checkout.world.fault("broken", "library/maven")
    refused = checkout.compare("jdk17-temurin")
    refused.refused(4, f"there is nothing to build the images with: {MAVEN}: {BROKE_OFF}")
    # The next attempt has the image, here until the fault is met again.
    checkout.world.fault()
    checkout.world.docker("pull", "--quiet", MAVEN)
    checkout.world.docker("pull", "--quiet", JDK25)
    checkout.world.fault("broken", "library/eclipse-temurin")
    assert f"skipped jdk17-temurin: {JDK17}: {BROKE_OFF}" in checkout.compare("jdk17-temurin").err
    assert checkout.from_packages() == ""


def test_the_plain_command_pulls_from_image_registries_checks_and_measures_and_waits_for_a_slow_registry(
    checkout: Checkout, background: Starter
) -> None:
    checkout.world.forget(MAVEN, GOLANG, JDK25)
    checkout.world.fault("hold", "graalvm/jdk-community")
    comparing = background(*checkout.command(), env=WARM_UP_SOON)
    comparing.says(f"pulling {JDK21}")
    eventually(lambda: "held /v2/graalvm/jdk-community" in checkout.world.held(), "the registry is slow")
    assert "block 1" not in comparing.out + comparing.err
    assert comparing.running()
    checkout.world.fault()
    # A busy host may not keep a fork's pace.
    ran = comparing.end().ended(0, 3)
    no_word_of_packages(ran.out + ran.err)
    for image in (MAVEN, GOLANG, JDK25, JDK17, JDK21):
        assert ran.err.splitlines().count(f"pulling {image}") == 1
    checkout.measured(JDK17, JDK21)


@pytest.mark.parametrize(
    "fault, sentence",
    [
        (
            "limit",
            "docker.io limits how often one may pull, and this limit is reached; log in (docker login), or wait for an"
            " hour, and run this again",
        ),
        ("missing", "docker.io does not have that image"),
        ("foreign", "docker.io has that image, but not for PLATFORM"),
    ],
)
def test_where_a_registry_does_not_give_an_image_a_sentence_says_so_and_packages_stand_in(
    fault: str, sentence: str, checkout: Checkout
) -> None:
    platform = checkout.world.docker("version", "--format", "{{.Server.Os}}/{{.Server.Arch}}")
    manifest = f"/manifests/{JDK17.partition(':')[2]}"
    checkout.packages_stand_in(sentence.replace("PLATFORM", platform), JDK17, [fault, manifest])


def test_where_packages_do_not_stand_in_the_variant_is_skipped_with_the_registrys_sentence(checkout: Checkout) -> None:
    checkout.packages_give()
    checkout.world.forget(JDK17, JDK21)
    checkout.world.fault("limit", f"/manifests/{JDK17.partition(':')[2]}")
    said = checkout.compare("--bases", "registry", "jdk17-temurin").err
    assert "skipped jdk17-temurin: docker.io limits how often one may pull" in said
    checkout.world.fault("missing", "graalvm")
    reason = "ghcr.io does not have that image; from packages: none carries it"
    assert f"skipped jdk21-temurin: {JDK21}: {reason}" in checkout.compare("jdk21-temurin").err


@pytest.fixture(scope="module")
def pinned(_checkout: Checkout) -> Ran:
    """The plain command in a checkout whose table has a digest of each image; the engine has none of them before."""
    table = _checkout.table.read_text()
    for image in set(_checkout.images()):
        _checkout.world.docker("pull", "--quiet", image)
        repository = _checkout.world.docker("image", "inspect", "--format", "{{index .RepoDigests 0}}", image)
        table = re.sub(
            rf"\t{re.escape(image)}$", f"\t{image}@{repository.partition('@')[2]}", table, flags=re.MULTILINE
        )
    _checkout.have_images(table)
    _checkout.world.docker("image", "prune", "--all", "--force")
    _checkout.world.forget(MAVEN, GOLANG, JDK17, JDK21, JDK25)
    wait_for_host()
    return _checkout.compare()


def test_the_plain_command_pulls_each_image_of_the_table_by_the_digest_that_its_pin_has(
    checkout: Checkout, pinned: Ran
) -> None:
    pinned.ended(0, 3)
    no_word_of_packages(pinned.out + pinned.err)
    build, go, collector, _, jdk17, jdk21, jdk25 = pins = checkout.images()
    for pin in pins:
        assert re.search("@sha256:[0-9a-f]{64}$", pin)
    assert jdk25 == collector
    for pin in (build, go, collector, jdk17, jdk21):
        assert f"pulling {pin}" in pinned.err
    checkout.measured(jdk17, jdk21)
    assert checkout.id_of(jdk17) == jdk17.partition("@")[2]


def test_without_a_registry_what_was_pulled_is_enough_and_packages_stand_in_for_the_rest(
    checkout: Checkout, pinned: Ran
) -> None:
    checkout.world.close()
    ran = checkout.compare("jdk17-temurin").ended(0, 3)
    no_word_of_packages(ran.out + ran.err)
    assert "pulling" not in ran.err
    checkout.packages_stand_in("docker.io cannot be reached (connection refused)", checkout.images()[4])
