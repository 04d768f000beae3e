"""docker/seccomp-profile: the profile of the forks that explain by perf_event_open."""

from __future__ import annotations

import dataclasses
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest
from support import ROOT, Ran, read, run

pytestmark = pytest.mark.beside

ANYTHING = '{"defaultAction": "SCMP_ACT_ALLOW", "syscalls": []}'


@dataclasses.dataclass(frozen=True)
class Profile:
    """The program in a folder of its own, for what it keeps is beside it."""

    folder: Path

    def write(self, goproxy: str | None = None) -> Ran:
        """It writes the profile."""
        own = {} if goproxy is None else {"GOPROXY": goproxy}
        return run(self.folder / "docker" / "seccomp-profile", self.written, env=own)

    @property
    def written(self) -> Path:
        return self.folder / "profile.json"

    @property
    def kept(self) -> Path:
        return self.folder / ".cache" / "seccomp" / "v0.3.0.json"


def alone(folder: Path) -> Profile:
    (folder / "docker").mkdir()
    shutil.copy(ROOT / "docker" / "seccomp-profile", folder / "docker")
    return Profile(folder)


@pytest.fixture
def profile(scratch: Path) -> Profile:
    return alone(scratch)


@pytest.fixture(scope="module")
def real(shared: Path) -> Profile:
    """With the default that everybody has."""
    made = alone(shared)
    ran = made.write()
    if "cannot be fetched" in ran.err:
        pytest.skip("the proxy of Go modules is not reached")
    ran.ended()
    return made


def serve(folder: Path, default: str) -> str:
    """The address of a proxy of modules that has this profile; it is a folder."""
    module = folder / "github.com" / "moby" / "profiles" / "seccomp" / "@v"
    module.mkdir(parents=True)
    with zipfile.ZipFile(module / "v0.3.0.zip", "w") as archive:
        archive.writestr("github.com/moby/profiles/seccomp@v0.3.0/default.json", default)
    return f"file://{folder}"


def always(profile: Any) -> set[str]:
    """What every container may call, whatever its arguments are."""
    conditions = ("args", "includes", "excludes")
    allowed = [each for each in profile["syscalls"] if each["action"] == "SCMP_ACT_ALLOW"]
    return {name for rule in allowed for name in rule["names"] if not any(map(rule.get, conditions))}


def test_it_is_the_engines_default_and_perf_event_open_and_nothing_else_is_allowed_beside_it(real: Profile) -> None:
    default, opened = read(real.kept), read(real.written)
    assert always(opened) - always(default) == {"perf_event_open"}
    assert always(default) - always(opened) == set()
    assert opened["defaultAction"] == "SCMP_ACT_ERRNO"
    opened["syscalls"].remove({"names": ["perf_event_open"], "action": "SCMP_ACT_ALLOW"})
    assert opened == default


def test_it_is_fetched_once(real: Profile) -> None:
    real.write("off").ended()


def test_it_is_fetched_again_if_what_is_kept_is_not_what_was_pinned(
    real: Profile, profile: Profile, scratch: Path
) -> None:
    profile.kept.parent.mkdir(parents=True)
    profile.kept.write_text(ANYTHING)
    proxy = serve(scratch / "proxy", real.kept.read_text())
    profile.write(f"file://{scratch}/none|{proxy},direct").ended()
    assert profile.kept.read_bytes() == real.kept.read_bytes()


def test_a_proxy_that_has_something_else_is_refused_and_nothing_of_it_is_kept(profile: Profile, scratch: Path) -> None:
    profile.write(serve(scratch / "proxy", ANYTHING)).refused(1, "has another SHA-256 than the pinned one")
    assert not profile.written.exists()
    assert [each for each in (scratch / ".cache").rglob("*") if each.is_file()] == []


@pytest.mark.parametrize(
    "goproxy, part",
    [
        ("off", "GOPROXY names none"),
        ("file:///none", "set GOPROXY to a proxy of Go modules, or explain with --runner host"),
    ],
)
def test_where_it_cannot_be_fetched_it_is_said_why_and_what_to_do(goproxy: str, part: str, profile: Profile) -> None:
    profile.write(goproxy).refused(1, part)
