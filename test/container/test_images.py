"""The images and their services: what they are made of, and what they refuse."""

from __future__ import annotations

import hashlib
import json
import platform
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import (
    BUSY,
    ROOT,
    Word,
    build_images,
    compile_java,
    compose,
    docker,
    expect_recording,
    output,
    prebuilt,
    run,
)

pytestmark = pytest.mark.beside(minutes=1)

# Those of test_compare.py.
VARIANTS = ["jdk8-temurin", "jdk11-temurin", "jdk17-temurin", "jdk21-temurin", "jdk25-temurin", "graalvm-ce-17"]

SAME = ["whichjvm-workload.jar", "vegeta", "vegeta-licences.txt"]

# Machines of ELF files.
X86_64, AARCH64 = 62, 183

LAYERS = "whichjvm-test/layers"


@pytest.fixture(autouse=True, scope="module")
def built() -> None:
    build_images(VARIANTS, VARIANTS)


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    """Of compose.yaml, as compose reads it, every profile."""
    config = compose("--profile", "*", "config", "--format", "json").ended().out
    found: dict[str, Any] = json.loads(config)["services"]
    return found


def of_base(image: str, file: str, folder: Path) -> Path:
    """The file of /workload, out of an image of `base`, which no container of this machine need run."""
    container = docker("create", image, "none")
    try:
        docker("cp", "--quiet", f"{container}:/workload/{file}", folder / file)
    finally:
        docker("rm", container)
    return folder / file


def in_image(image: str, *words: str) -> str:
    return docker(
        "run", "--rm", "--network", "none", "--workdir", "/opt/whichjvm", "--entrypoint", words[0], image, *words[1:]
    )


def elf(file: Path) -> tuple[int, str]:
    """Its machine, and whether it needs an interpreter, as what is not static does."""
    head = file.read_bytes()[:4096]
    (at,) = struct.unpack_from("<Q", head, 32)
    size, count = struct.unpack_from("<HH", head, 54)
    kinds = {struct.unpack_from("<I", head, at + i * size)[0] for i in range(count)}
    return struct.unpack_from("<H", head, 18)[0], "interpreted" if 3 in kinds else "static"


def test_the_same_jar_and_load_generator_byte_for_byte_are_in_every_image(scratch: Path) -> None:
    """That they are the same when they are built again, a test of releases shows."""
    files = [of_base("whichjvm/base", each, scratch) for each in SAME]
    sums = [f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}" for each in files]
    for variant in VARIANTS:
        assert in_image(f"whichjvm/{variant}", "sha256sum", *SAME).splitlines() == sums, variant


def test_the_load_generator_is_static_and_of_the_images_architecture(scratch: Path) -> None:
    own = X86_64 if platform.machine() == "x86_64" else AARCH64
    assert elf(of_base("whichjvm/base", "vegeta", scratch)) == (own, "static")
    other = "whichjvm-test/base:arm64"
    env = {"PREFIX": "whichjvm-test", "TAG": "arm64", "PLATFORMS": "linux/arm64"}
    docker("buildx", "bake", "--load", "--progress", "quiet", "base", env=env)
    try:
        assert elf(of_base(other, "vegeta", scratch)) == (AARCH64, "static")
    finally:
        docker("image", "rm", other)


@pytest.mark.parametrize("variant", ["jdk8-temurin", "jdk25-temurin"])
def test_the_load_generator_runs_in_an_image_and_has_its_licences_beside_it(variant: str) -> None:
    modules = (ROOT / "docker" / "vegeta" / "go.mod").read_text()
    pinned = re.findall(r"/vegeta/v12 (v\S*)", modules)[0]
    command = ["--user", "4321:4321", "--workdir", "/opt/whichjvm", "--entrypoint", "sh", f"whichjvm/{variant}", "-c"]
    said = docker("run", "--rm", "--network", "none", *command, "./vegeta --version && cat vegeta-licences.txt")
    assert said.splitlines()[0] == f"Version: {pinned}"
    assert f"=== github.com/tsenart/vegeta/v12 {pinned}" in said
    assert "The MIT License (MIT)" in said
    assert "=== golang.org/x/net " in said


@pytest.fixture(scope="module")
def busy(shared: Path) -> Path:
    """The folder of a program, and beside it that of its forks."""
    (shared / "app").mkdir()
    compile_java(shared / "app", "Busy", BUSY, "--release", "8")
    (shared / "out").mkdir()
    return shared / "app"


@pytest.mark.parametrize("version", [8, 11, 17, 21, 25])
def test_a_profiled_program_leaves_a_recording_that_other_tools_read(version: int, busy: Path) -> None:
    out = busy.parent / "out"
    volumes = ["--volume", f"{busy}:/app:ro", "--volume", f"{out}:/out"]
    fork = ["command", "--fork", f"each/001-{version}", "--app", "/app", "--profile", "cpu", "--"]
    command = [*volumes, f"whichjvm/jdk{version}-temurin", *fork, "java", "-cp", ".", "Busy"]
    docker("run", "--rm", "--network", "none", *command)
    expect_recording(out / "each" / "forks" / f"001-{version}.jfr")
    assert ";Busy.main" in (out / "each" / "forks" / f"001-{version}.collapsed").read_text()


def test_each_container_finds_the_volume_for_huge_pages_empty_and_of_the_size_asked_for(
    services: dict[str, Any], scratch: Path
) -> None:
    with_huge = [each for each in services.values() if each.get("environment", {}).get("WHICHJVM_HUGE_DIR")]
    assert with_huge
    for each in with_huge:
        assert "huge" in [volume["source"] for volume in each["volumes"]]
    env = {**prebuilt(scratch, ["jdk17-temurin"]), "WHICHJVM_RESULTS": str(scratch), "WHICHJVM_HUGE_SIZE": "64m"}

    def in_volume(command: str) -> str:
        """As the user that the launcher becomes."""
        words = ["run", "--rm", "--no-TTY", "--user", "4321:4321", "--entrypoint", "sh", "jdk17-temurin", "-c", command]
        return compose(*words, env=env).ended().out

    try:
        in_volume("echo left > /queue/left")
        found = in_volume('ls -A /queue; grep " /queue " /proc/mounts')
    finally:
        run("docker", "volume", "rm", "whichjvm_huge_always_64m").ended()
    assert "size=65536k" in found
    assert "huge=always" in found
    assert "left" not in found


@pytest.fixture
def without_layers() -> Iterator[None]:
    yield
    run("docker", "image", "rm", LAYERS)


def test_an_image_is_kept_until_the_build_that_takes_its_name_is_over_and_not_longer(without_layers: None) -> None:
    # Builds an image of that label, which takes the name of another if there is one.
    build = f"printf 'FROM scratch\\nLABEL is=%s\\n' \"$1\" | docker build --quiet --tag {LAYERS} -"

    def named() -> str:
        return docker("image", "inspect", "--format", "{{.Id}}", LAYERS)

    output("sh", "-c", build, "sh", "first")
    first = named()
    replace = f'{build} >&2 && docker image inspect "$2" >&2 && exit 7'
    keep: list[Word] = [ROOT / "docker" / "keep-layers", f"{LAYERS}:*"]
    run(*keep, "sh", "-c", replace, "sh", "second", first).ended(7)
    labels = docker("image", "inspect", "--format", "{{.Config.Labels.is}}", LAYERS)
    assert labels == "second"
    assert named() != first
    assert run("docker", "image", "inspect", first).code
    kept = docker("image", "ls", "--filter", f"reference={LAYERS}", "--format", "{{.Repository}}:{{.Tag}}")
    assert kept == f"{LAYERS}:latest"


def test_a_base_that_is_not_what_the_name_promises_does_not_become_an_image() -> None:
    base = re.findall(r"^ *jdk: (.*)$", compose("config", "jdk17-temurin").ended().out, re.MULTILINE)[0]
    env = {"JDK21_TEMURIN_BASE": base}
    built = run("docker", "compose", "--progress", "plain", "build", "jdk21-temurin", env=env)
    assert built.code
    assert "where 21" in built.out + built.err


def test_none_but_tune_is_privileged_and_none_keeps_added_capabilities(services: dict[str, Any]) -> None:
    assert [name for name, service in services.items() if service.get("privileged")] == ["tune"]
    keep = [name for name, service in services.items() if service.get("cap_drop") != ["ALL"]]
    assert set(keep) <= {"base", "tune"}


@pytest.mark.parametrize("group, profile", [("default", "variant"), ("article", "article"), ("history", "history")])
def test_each_service_of_a_profile_is_once_in_bakes_list(group: str, profile: str, services: dict[str, Any]) -> None:
    wanted = [name for name, service in services.items() if service.get("profiles") == [profile]]
    if group == "default":
        wanted.append("collector")
    targets = json.loads(docker("buildx", "bake", "--print", group))["group"][group]["targets"]
    assert sorted(targets) == sorted(wanted)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_adds_little_to_its_base(variant: str) -> None:
    history = docker("history", "--human=false", "--format", "{{.Size}} {{.CreatedBy}}", f"whichjvm/{variant}")
    ours = [each for each in history.splitlines() if re.search("/opt/whichjvm|WORKDIR|LABEL", each)]
    assert 1_000_000 < sum(int(each.split()[0]) for each in ours) <= 28 << 20
