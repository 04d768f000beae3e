"""What scripts/install-docker and docker/packages let apt do, by a real apt and a mirror made of files. Nothing is
installed."""

from __future__ import annotations

import datetime
import email.utils
import fcntl
import hashlib
import os
import re
import shutil
from pathlib import Path

import pytest
from support import ROOT, Ran, Starter, need_command, need_root, output, run

pytestmark = pytest.mark.beside

# What every Debian has, and what the engine is.
EVERY = ["ca-certificates", "debian-archive-keyring", "util-linux", "procps", "python3-pip", "iptables"]
ENGINE = ["docker.io", "docker-cli", "containerd", "docker-compose", "docker-buildx"]

PAST = datetime.datetime(2020, 1, 2, tzinfo=datetime.timezone.utc)


class Debian:
    """A mirror, and an apt that has its own state, in which nothing is installed, and nothing of this machine's settings.
    The mirror has no signatures; its dates are checked all the same."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mirror = folder / "mirror"
        self.architecture = output("dpkg", "--print-architecture")
        for each in ("state/lists/partial", "cache/archives/partial", "bin"):
            (folder / each).mkdir(parents=True)
        (folder / "status").touch()
        (folder / "apt.conf").write_text(f"""
            Dir::Etc::main "/dev/null";
            Dir::Etc::parts "/dev/null";
            Dir::State "{folder}/state";
            Dir::State::status "{folder}/status";
            Dir::Cache "{folder}/cache";
            Acquire::AllowInsecureRepositories "true";
            APT::Get::AllowUnauthenticated "true";
            APT::Sandbox::User "root";
        """)
        self.env = {"APT_CONFIG": str(folder / "apt.conf"), "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
        # Of docker/packages.
        self.packages_env = {**self.env, "WHICHJVM_DEBIAN_MIRROR": f"file:{self.mirror}"}
        self._suite("bookworm", 1, EVERY)
        self._suite("trixie", 2, EVERY + ENGINE)
        self._suite("sid", 3, ENGINE)

    def _suite(self, suite: str, version: int, packages: list[str]) -> None:
        index = self.mirror / "dists" / suite / "main" / f"binary-{self.architecture}" / "Packages"
        index.parent.mkdir(parents=True)
        index.write_text(
            "".join(
                f"Package: {each}\nVersion: {version}\nArchitecture: {self.architecture}\nMaintainer: x\nDescription: x\n"
                f"Filename: pool/{each}\nSize: 1\nSHA256: {0:064}\n\n"
                for each in packages
            )
        )
        self.dated(suite, datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1))

    def dated(self, suite: str, until: datetime.datetime) -> None:
        """How long the index of a suite is good for."""
        folder = self.mirror / "dists" / suite
        index = f"main/binary-{self.architecture}/Packages"
        packages = (folder / index).read_bytes()
        date = [email.utils.format_datetime(each) for each in (PAST - datetime.timedelta(days=1), until)]
        (folder / "Release").write_text(
            f"Origin: Debian\nLabel: Debian\nSuite: {suite}\nCodename: {suite}\nDate: {date[0]}\nValid-Until: {date[1]}\n"
            f"Architectures: {self.architecture}\nComponents: main\n"
            f"SHA256:\n {hashlib.sha256(packages).hexdigest()} {len(packages)} {index}\n"
        )

    def program(self, name: str, text: str) -> None:
        """Before those of the PATH."""
        (self.folder / "bin" / name).write_text(f"#!/bin/bash\n{text}\n")
        (self.folder / "bin" / name).chmod(0o755)


@pytest.fixture
def debian(scratch: Path) -> Debian:
    need_command("apt-get", "apt")
    return Debian(scratch)


# --- scripts/install-docker ---


class Machine:
    """Such a Debian, with an /etc of its own and no engine; apt only says what it would install, and then there is an
    engine."""

    def __init__(self, debian: Debian, codename: str) -> None:
        self._debian = debian
        self._etc, self._before = debian.folder / "etc", debian.folder / "etc.before"
        self.installed, self.engine = debian.folder / "installed", debian.folder / "engine"
        for each in ("docker", "apt/preferences.d", "apt/sources.list.d"):
            (self._etc / each).mkdir(parents=True)
        shutil.copytree("/etc/alternatives", self._etc / "alternatives", symlinks=True)
        (self._etc / "os-release").write_text(f"ID=debian\nVERSION_CODENAME={codename}\n")
        source = f"deb [trusted=yes] file:{debian.mirror} {codename} main\n"
        (self._etc / "apt" / "sources.list.d" / "machine.list").write_text(source)
        (self._etc / "docker" / "daemon.json").write_text("{}\n")
        shutil.copytree(self._etc, self._before, symlinks=True)
        apt = shutil.which("apt-get")
        debian.program(
            "apt-get",
            f"""[[ " $* " == *" install "* ]] || exec {apt} "$@"
            {apt} --simulate "$@" >>{self.installed} || exit
            [[ $* != *docker.io* ]] || touch {self.engine}""",
        )
        debian.program(
            "docker",
            f"""[[ -e {self.engine} ]] || exit 1
            case $1 in
              compose) echo 2.40.3 ;;
              *) echo x 28 ;;
            esac""",
        )

    def install(self) -> Ran:
        own = 'mount --bind "$0" /etc && exec scripts/install-docker'
        return run("unshare", "--mount", "--propagation", "private", "sh", "-c", own, self._etc, env=self._debian.env)

    def expect_etc_as_it_was(self) -> None:
        run("diff", "-r", self._before, self._etc).ended()


@pytest.mark.parametrize("codename", ["bookworm", "trixie"])
def test_the_engine_comes_from_trixie_its_plugins_from_sid_and_the_machines_apt_is_as_it_was(
    codename: str, debian: Debian
) -> None:
    need_root("have an /etc of its own")
    debian.dated("sid", PAST)
    machine = Machine(debian, codename)
    ran = machine.install().ended()
    assert "ready: engine" in ran.out + ran.err
    installed = re.findall(r"^Inst (docker[^ ]*|containerd) \(([0-9]+) ", machine.installed.read_text(), re.M)
    plugins = {"docker-compose": "3", "docker-buildx": "3"}
    assert sorted(installed) == sorted({**dict.fromkeys(ENGINE, "2"), **plugins}.items())
    machine.expect_etc_as_it_was()


def test_an_index_of_trixie_that_is_past_its_date_installs_nothing_and_leaves_nothing(debian: Debian) -> None:
    need_root("have an /etc of its own")
    debian.dated("trixie", PAST)
    machine = Machine(debian, "bookworm")
    ran = machine.install()
    assert ran.code
    assert "is expired" in ran.out + ran.err
    assert not machine.engine.exists()
    machine.expect_etc_as_it_was()


# --- docker/packages ---


@pytest.fixture
def checkout(debian: Debian) -> Path:
    """With a cache that is not this checkout's, which may be at work, with nothing from before."""
    folder = debian.folder / "checkout"
    shutil.copytree(ROOT / "docker" / "packages", folder / "docker" / "packages")
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    (folder / ".cache" / "packages").mkdir(parents=True)
    return folder


def newest(debian: Debian, checkout: Path, suite: str) -> str:
    """What it finds in a suite for a base that comes from it."""
    packages = checkout / "docker" / "packages"
    (packages / "versions.tsv").write_text(f"probe\tany\tdebian\t1\t{suite}/docker.io\t\n")
    finds = """
    here=$1/docker/packages cache=$1/.cache/packages work=$1 log=$1/log os_suite=trixie names=(probe)
    fail() { printf "%s\\n" "$*"; exit 1; }
    . "$here/lib/sources.sh"
    update_apt "$2"
    private_apt "$2" apt-cache madison docker.io | sed -n "s/ *| */ /gp" | grep -F " $3/"
    """
    words = ["/bin/bash", "-euo", "pipefail", "-c", finds, "_", str(checkout), debian.architecture, suite]
    ran = run(*words, env=debian.packages_env)
    return ran.out + ran.err


@pytest.mark.parametrize("suite, part", [("sid", "docker.io 3 "), ("trixie", "apt cannot read file:{mirror}")])
def test_of_sid_alone_it_takes_an_index_that_is_past_its_date(
    suite: str, part: str, debian: Debian, checkout: Path
) -> None:
    debian.dated(suite, PAST)
    assert part.format(mirror=debian.mirror) in newest(debian, checkout, suite)


def test_it_reads_the_indexes_of_those_suites_alone_that_something_is_asked_for_of(
    debian: Debian, checkout: Path
) -> None:
    for suite in ("bookworm", "sid"):
        shutil.rmtree(debian.mirror / "dists" / suite)
    assert "docker.io 2 " in newest(debian, checkout, "trixie")


def test_it_waits_for_another_one_that_is_at_work_and_then_does_what_was_asked(
    debian: Debian, checkout: Path, background: Starter
) -> None:
    # An engine without an image.
    debian.program("docker", "")
    with (checkout / ".cache" / "packages" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        builds = background(checkout / "docker" / "packages" / "build", "all", env=debian.packages_env)
        builds.says("waiting for another docker/packages/build")
        assert len((builds.out + builds.err).splitlines()) == 1
    # The mirror has none of its packages.
    ended = builds.end().ended(0, 3)
    assert "building base all" in ended.out + ended.err


@pytest.mark.parametrize("proxy", [None, "https://proxy.example,direct"])
def test_the_base_that_builds_has_the_proxy_of_go_that_this_machine_has(proxy: str | None, scratch: Path) -> None:
    """And Go's own where it has none."""
    copies = """
    context=$1
    go() { return 127; }
    . docker/packages/lib/sources.sh
    . docker/packages/lib/roots.sh
    copy_machine_settings
    cat "$1/machine/root/.config/go/env"
    """
    env = {"GOPROXY": proxy, "PATH": "/usr/bin:/bin"}
    said = output("/bin/bash", "-euo", "pipefail", "-c", copies, "_", scratch / "context", env=env)
    assert said == (f"GOPROXY={proxy}" if proxy else "")
