"""What scripts/test --only lint looks at."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from children import Word, has, maven
from whichjvm.console import ROOT, cannot

if TYPE_CHECKING:
    from stages import Run

# The host starts, watches and asks; what plans and computes belongs in the collector.
LONGEST_README, MOST_SCRIPTS = 120, 10650

# 1.7.12 is the newest; Go's own checksum database guards what it fetches.
ACTIONLINT = "go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12"

# The newest of both: Renovate runs on Node 24 only, and does without its optional packages, which npm would compile.
RENOVATE = (
    "npm exec --yes --loglevel=error --omit=optional --package=node@24.21.0 --package=renovate@44.121.2 --"
    " renovate-config-validator --strict --no-global renovate.json"
)

# Every target that the groups name is there.
BAKE = (
    "docker buildx bake --progress quiet --print default article history versions vendors-21 vendors-25 all >/dev/null"
)


def lint(run: Run) -> None:
    files = project_files()
    shell = [file for file in files if is_shell(file)]
    docker = [file for file in files if re.search(r"(^|/)Dockerfile(\.[^/]*)?$|\.Dockerfile$", file)]
    workflows = [file for file in files if re.fullmatch(r"\.github/workflows/.*\.yml", file)]
    python = [file for file in files if re.fullmatch(r"(scripts/whichjvm|test)/.*\.py", file)]
    if not shell or not docker:
        raise cannot(f"git lists no files in {ROOT}", "run this in a git checkout, with git installed")

    def where(there: object, reason: str, name: str, *command: Word) -> None:
        """Skipped for that reason where what it takes is not there."""
        if there:
            run.check(name, *command)
        else:
            run.skip(name, reason)

    no_shellcheck = "no wheel for this machine, and none on PATH: apt-get install shellcheck"
    shellcheck = (sys.executable, "test/shellcheck.py", *shell)
    where(shutil.which("shellcheck", path=run.env["PATH"]), no_shellcheck, "lint: shellcheck", *shellcheck)
    run.check("lint: shfmt", "shfmt", "-d", "-i", "2", "-ci", *shell)
    ruff = ("--quiet", "--no-cache", "--config", "scripts/ruff.toml", *python)
    run.check("lint: ruff", "ruff", "check", *ruff)
    run.check("lint: python format", "ruff", "format", "--diff", *ruff)
    mypy = (sys.executable, "-m", "mypy", "--strict", "--cache-dir", run.work / "mypy")
    # From there, for some modules have names of the standard library.
    of_host = ("--python-version", "3.9", "--package", "whichjvm")
    run.check("lint: mypy", *mypy, *of_host, cwd=ROOT / "scripts", env=run.python_env)
    # What these import is checked with them. They run with pytest, which takes no older Python.
    typed = [file for file in python if re.search(r"/(test_\w+|conftest|stages|shellcheck|cluster)\.py$", file)]
    of_tests = ("--python-version", "3.11", "--explicit-package-bases", *typed)
    env = {**run.python_env, "MYPYPATH": "test:test/host_code:scripts"}
    run.check("lint: mypy of tests", *mypy, *of_tests, env=env)
    run.check("lint: hadolint", "hadolint", "--config", ".hadolint.yaml", *docker)
    no_compose = "docker compose is not installed: scripts/install-docker"
    compose = ("docker", "compose", "--profile", "*", "config", "--quiet")
    where(has("docker", "compose", "version"), no_compose, "lint: compose.yaml", *compose)
    no_buildx = "docker buildx is not installed: scripts/install-docker"
    where(has("docker", "buildx", "version"), no_buildx, "lint: docker-bake.hcl", "sh", "-c", BAKE)
    run.check("lint: workflows", *ACTIONLINT.split(), *workflows)
    renovate = ("env", "RENOVATE_X_IGNORE_RE2=true", *RENOVATE.split())
    where(shutil.which("npm"), "npm is not installed: apt-get install npm", "lint: renovate.json", *renovate)
    run.check("lint: java format", *maven("-T", "2", "spotless:check"))
    run.judge(f"lint: README.md has {LONGEST_README} lines at most", at_most(LONGEST_README, ["README.md"]))
    scripts = [file for file in files if re.match(r"scripts/|whichjvm$", file)]
    run.judge(f"lint: the scripts have {MOST_SCRIPTS} lines at most", at_most(MOST_SCRIPTS, scripts))
    run.check("lint: what docker/variants.tsv says", "scripts/generate-variants", "--check")


def project_files() -> list[str]:
    """The files of this checkout, committed or not. Another user may own it."""
    listed = ("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
    said = subprocess.run(["git", "-c", f"safe.directory={ROOT}", *listed], cwd=ROOT, capture_output=True, check=False)
    return [file for file in said.stdout.decode().split("\0") if file and (ROOT / file).is_file()]


def is_shell(file: str) -> bool:
    """By its name, or by what its first line calls. The Maven wrapper is generated."""
    if re.search(r"\.(sh|bash)$|^mvnw$", file):
        return file != "mvnw"
    with (ROOT / file).open("rb") as opened:
        return bool(re.match(rb"#!.*[/ ](ba|da|)sh( |$)", opened.readline()))


def at_most(most: int, files: Sequence[str]) -> bool:
    """Whether the files together have at most this many lines."""
    lines = sum((ROOT / file).read_bytes().count(b"\n") for file in files)
    if lines > most:
        print(f"{lines} lines, and {most} are the most")
    return lines <= most
