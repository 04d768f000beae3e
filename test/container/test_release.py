"""What scripts/release hands out."""

from __future__ import annotations

import dataclasses
import json
import shutil
import tarfile
from pathlib import Path
from typing import Any

import pytest
from support import ROOT, Ran, build_images, docker, output, run

pytestmark = pytest.mark.beside(minutes=3)

# What scripts/release makes is as good without it in what it is asked here, so that the tests' own has a say in nothing.
IMAGE = "jdk21-temurin"


@dataclasses.dataclass(frozen=True)
class Layers:
    """Of an archive: digests of the layers that this project adds, and what is attested."""

    ours: list[str]
    predicates: set[str]
    # Where packages of the SBOM are from, as package URLs.
    packages: set[str]

    @staticmethod
    def of(archive: Path) -> Layers:
        layers = Layers([], set(), set())
        with tarfile.open(archive) as tar:

            def blob(descriptor: dict[str, Any]) -> Any:
                file = tar.extractfile("blobs/" + descriptor["digest"].replace(":", "/"))
                assert file
                return json.load(file)

            index_file = tar.extractfile("index.json")
            assert index_file
            for descriptor in blob(json.load(index_file)["manifests"][0])["manifests"]:
                manifest = blob(descriptor)
                kind = descriptor.get("annotations", {}).get("vnd.docker.reference.type", "image")
                if kind == "attestation-manifest":
                    for layer in manifest["layers"]:
                        layers.predicates.add(layer["annotations"]["in-toto.io/predicate-type"])
                        for package in blob(layer)["predicate"].get("packages", []):
                            layers.packages.update(each["referenceLocator"] for each in package.get("externalRefs", []))
                if kind == "image":
                    history = blob(manifest["config"])["history"]
                    made = [each["created_by"] for each in history if not each.get("empty_layer")]
                    first = next(i for i, by in enumerate(made) if "/opt/whichjvm" in by)
                    layers.ours.extend(layer["digest"] for layer in manifest["layers"][first:])
        return layers


@pytest.fixture(scope="module")
def platform() -> str:
    return "linux/" + docker("version", "--format", "{{.Server.Arch}}")


def clone(repository: Path, to: Path) -> Path:
    """With times and a path of its own."""
    output("git", "clone", "--quiet", repository, to)
    if (ROOT / ".env").exists():
        shutil.copy(ROOT / ".env", to)
    return to


def release(checkout: Path, *words: str) -> Ran:
    return run(checkout / "scripts" / "release", *words, timeout=3600)


def test_what_this_project_adds_has_the_same_digests_when_the_same_commit_is_built_again(
    platform: str, scratch: Path
) -> None:
    build_images([IMAGE], [IMAGE])
    one = clone(ROOT, scratch / "one.clone")
    # What the engine has built before is one of the two builds. Times before the commit would stay in its layers.
    long_ago = {"GIT_AUTHOR_DATE": "2020-01-01T00:00:00Z", "GIT_COMMITTER_DATE": "2020-01-01T00:00:00Z"}
    somebody = ["-c", "user.name=nobody", "-c", "user.email=nobody@localhost", "-c", "commit.gpgSign=false"]
    output("git", "-C", one, *somebody, "commit", "--quiet", "--allow-empty", "--message", "Long ago", env=long_ago)
    # Of the same commit, whatever is committed meanwhile.
    two = clone(one, scratch / "two.clone")
    options = ["--platforms", platform, "--tag", "test"]
    release(one, *options, "--out", str(scratch / "one"), IMAGE).ended()
    # What is attested is looked at once.
    release(two, "--no-cache", "--sbom", "none", *options, "--out", str(scratch / "two"), IMAGE).ended()
    layers, again = (Layers.of(scratch / each / f"{IMAGE}.tar") for each in ("one", "two"))
    assert layers.ours
    assert layers.ours == again.ours
    assert any("slsa.dev/provenance" in each for each in layers.predicates)
    assert any("spdx.dev/Document" in each for each in layers.predicates)
    for package in (
        "pkg:maven/net.openhft/chronicle-queue@",
        "pkg:golang/github.com/tsenart/vegeta/v12@v12.",
        "pkg:golang/golang.org/x/net@v",
    ):
        assert any(each.startswith(package) for each in layers.packages), package


def test_what_differs_from_a_commit_is_refused(platform: str, scratch: Path) -> None:
    checkout = clone(ROOT, scratch / "clone")
    with (checkout / "README.md").open("a") as file:
        file.write("\n")
    refused = release(checkout, "--platforms", platform, IMAGE)
    refused.refused(4, "these files differ from it: README.md\ntry: commit them")


def test_a_platform_that_there_is_not_is_refused() -> None:
    release(ROOT, "--platforms", "linux/riscv64").refused(2, "try: linux/amd64, linux/arm64")
