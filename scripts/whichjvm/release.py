"""Builds the images to hand out: one tag for both architectures each, with provenance and an SBOM, and the same bytes
when the same commit is built again."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from . import platforms
from .console import OUT, ROOT, Stop, cannot, last_line, say
from .given import parse
from .options import of_verb
from .runners import local_platform

_SCANNER = "docker/buildkit-syft-scanner:stable-1"
_BAKE = ("docker", "buildx", "bake")


def main(arguments: list[str]) -> int:
    given = parse(of_verb("release"), arguments, "release")
    prefix = given.text("--push")
    out = Path(given.text("--out", str(OUT / "release"))).absolute()
    wanted = given.text("--platforms", "linux/amd64,linux/arm64")
    if _ran("docker", "buildx", "version").returncode:
        raise cannot("docker has no buildx plugin", "scripts/install-docker")
    platforms.check(wanted.split(","))
    _check_commit()
    tag = given.text("--tag") or _git("describe", "--tags", "--always")
    os.environ.update(PLATFORMS=wanted, TAG=tag, PREFIX=prefix or "whichjvm")
    # Whatever Dockerfiles and layers say of the time is the commit's.
    os.environ.update(WHICHJVM_REVISION=_git("rev-parse", "HEAD"), SOURCE_DATE_EPOCH=_git("log", "-1", "--format=%ct"))
    generator = given.text("--sbom") or _generator()
    # What bake makes of groups.
    made = _planned(*(given.words() or ["default"])).items()
    targets = [name for name, target in made if {"type": "cacheonly"} not in target.get("output", [])]
    out.mkdir(parents=True, exist_ok=True)
    # It stays beside the archives, or where what was pushed was asked for.
    metadata = out / "release.json"
    sets = ["*.attest=type=provenance,mode=max", "*.args.CLASS_DATA=no"]
    sets += [] if generator == "none" else [f"*.attest=type=sbom,generator={generator}"]
    for name in targets:
        place = "type=image,push=true" if prefix else f"type=oci,dest={out / name}.tar"
        sets.append(f"{name}.output={place},rewrite-timestamp=true")
    words = ["--allow", f"fs.write={out}", "--metadata-file", str(metadata), *(f"--set={each}" for each in sets)]
    words += ["--no-cache"] if given.has("--no-cache") else []
    code = subprocess.run([*_BAKE, *words, *targets], cwd=ROOT, check=False).returncode
    if code:
        return code
    digests = json.loads(metadata.read_text(encoding="utf-8")) if prefix else {}
    for name in targets:
        print(f"{prefix}/{name}:{tag}@{digests[name]['containerimage.digest']}" if prefix else out / f"{name}.tar")
    return 0


def _ran(*command: str) -> subprocess.CompletedProcess[str]:
    """Its stderr is a person's to read only if nothing else says what that would."""
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def _said(*command: str) -> str:
    """What a command says that has to succeed."""
    ran = _ran(*command)
    if ran.returncode:
        say(ran.stderr.rstrip())
        raise Stop(
            ran.returncode, f"{' '.join(command[:3])}: {last_line(ran.stderr)}", "correct that, then run this again"
        )
    return ran.stdout.rstrip()


def _git(*words: str) -> str:
    return _said("git", *words)


def _check_commit() -> None:
    changed = _ran("git", "status", "--porcelain", "--untracked-files=no")
    if changed.returncode:
        raise cannot(f"a release is of a commit, and {ROOT} is no git work tree", "release from a clone")
    files = " ".join(line[3:] for line in changed.stdout.splitlines())
    if files:
        raise cannot(f"a release is of a commit, and these files differ from it: {files}", "commit them, or git stash")


def _planned(*targets: str) -> dict[str, Any]:
    planned: dict[str, Any] = json.loads(_said(*_BAKE, "--progress", "quiet", "--print", *targets))["target"]
    return planned


def _generator() -> str:
    """The image of the usual generator of SBOMs, or of docker/sbom where that cannot be had. It runs on the build platform."""
    for command in (("image", "inspect"), ("pull", "--quiet")):
        if not _ran("docker", *command, _SCANNER).returncode:
            return _SCANNER
    say(
        f"{_SCANNER} cannot be pulled here: the SBOM is by docker/sbom, which knows Debian's packages, JDKs and Maven's jars"
    )
    # Under localhost BuildKit asks no registry for it.
    own = "localhost/whichjvm-sbom"
    context = f"build={_planned('base')['base']['contexts']['build']}"
    words = ["--quiet", "--load", "--provenance=false", "--platform", local_platform(), "--build-context", context]
    built = _ran("docker", "buildx", "build", *words, "--tag", own, str(ROOT / "docker/sbom"))
    if built.returncode:
        say(built.stderr.rstrip())
        raise cannot(
            f"the SBOM's generator could not be built: {last_line(built.stderr)}",
            "another generator by --sbom IMAGE, or --sbom none",
        )
    return own
