"""A program of a person's own in containers: what it sees, and what it cannot do."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from support import (
    BUSY,
    COMPARE,
    ROOT,
    Starter,
    Word,
    after_block,
    build_images,
    compile_java,
    compose,
    docker,
    eventually,
    need_root,
    prebuilt,
    read,
    run,
    wait_for_host,
)

pytestmark = pytest.mark.engine

JVM = "jdk17-temurin"
DOCKER = [COMPARE, "--runner", "docker", "--retries", "0"]
# A program in the current folder is given without the workload.
COMPARED = [*DOCKER, "--workload", "command"]
ONE_BLOCK = [*COMPARED, "--blocks", "1"]
EXPLAIN = ROOT / "scripts" / "explain"

# Programs of one campaign, each with a folder of its own.
PROGRAMS = {
    "limits": r"""
echo "as $(id -u)"
touch "$PWD/mine" && echo "writes where it runs"
touch /app/other 2>/dev/null || echo "cannot write into its folder"
echo more >>app.log && echo "app.log has $(wc -l <app.log) lines"
echo "named $(whoami), at home in $HOME" && touch ~/mine && echo "writes at home"
java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *\(user\.[nh][ao]me* = .*\)/\1/p'
echo "interfaces: $(ls /sys/class/net | tr '\n' ' ')"
echo "shared memory: $(ls /dev/shm | wc -l) files, $(df --output=size -k /dev/shm | tail -n 1) KiB"
java -XX:+PrintFlagsFinal -version 2>/dev/null | sed -n 's/^.* MaxHeapSize *= *\([0-9]*\).*/heap \1/p'
# More memory than the JVM had that was asked for its options.
head -c 100000000 /dev/zero | tail -c 100000000 >/dev/null
""",
    "small": "true\n",
    "large": "stat -c %s data/large; echo more >>app.log && ! { echo more >>data/large; } 2>/dev/null\n",
    "host": "java -cp . Host\n",
    "greedy": "dd if=/dev/zero of=/dev/null bs=600M count=1\n",
}
HOST = """
class Host {
  public static void main(String[] arguments) throws Exception {
    System.out.println("on " + java.net.InetAddress.getLocalHost());
  }
}
"""

# It keeps 150 MB.
GROWS = """
class Grows {
  public static void main(String[] arguments) {
    byte[][] kept = new byte[150][];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = new byte[1 << 20];
    }
    System.out.println(kept.length);
  }
}
"""

# Whose page faults are those of one method, and its CPU time that of another.
EXPLAINED = BUSY.replace(
    "    System.out.println(sum);\n  }\n",
    """
    System.out.println(sum);
    for (int i = 0; i < 100; i++) {
      touched();
    }
  }

  static void touched() {
    if (java.nio.ByteBuffer.allocateDirect(4 << 20).get(0) != 0) {
      System.out.println();
    }
  }
""",
)

# For seconds.
SAYS_WHEN_IT_RAN = """#!/bin/bash
for ((i = 0; i < 1000000; i++)); do
  ((i % 1000)) || echo "$EPOCHREALTIME"
done
"""


@pytest.fixture(scope="module")
def built(shared: Path) -> dict[str, str]:
    """The environment of compose for an image that is there."""
    build_images([JVM], [JVM])
    return prebuilt(shared, [JVM])


@pytest.fixture(autouse=True)
def quiet(built: dict[str, str]) -> None:
    wait_for_host()


@pytest.fixture
def out(scratch: Path) -> Path:
    folder = scratch / "out"
    folder.mkdir()
    return folder


@pytest.fixture
def app(scratch: Path) -> Path:
    folder = scratch / "app"
    folder.mkdir()
    return folder


def newest(out: Path) -> str:
    """The name of the newest campaign."""
    return os.readlink(out / "latest")


# --- one campaign of programs that have each its own folder ---


class Programs:
    def __init__(self, folder: Path) -> None:
        self._out = folder / "out"
        self._out.mkdir()
        apps = []
        for name, program in PROGRAMS.items():
            app = folder / name
            app.mkdir()
            (app / "run.sh").write_text(f"#!/bin/sh\n{program}")
            (app / "run.sh").chmod(0o755)
            (app / "app.log").write_text("first\n")
            apps += ["--app", f"{name}={app}"]
        (folder / "large" / "data").mkdir()
        with (folder / "large" / "data" / "large").open("wb") as file:
            file.truncate(600 << 20)
        compile_java(folder / "host", "Host", HOST, "--release", "8")
        self.folder = folder
        options: list[Word] = ["--interleave", "forks", "--out", self._out, *apps, "--memory", "512m"]
        self.ran = run(*ONE_BLOCK, *options, JVM, "--", "./run.sh")
        # What it warns of is more than a campaign says at its end.
        self.report = " ".join(run(ROOT / "scripts" / "report", "--out", self._out, "--details").ended().out.split())

    def file(self, program: str, suffix: str) -> Path:
        return self._out / "latest" / "forks" / f"001-{JVM}+app-{program}{suffix}"

    def said(self, program: str) -> str:
        return self.file(program, ".out").read_text()

    def told(self, program: str) -> Any:
        return read(self.file(program, ".json"))

    def peak_memory(self, program: str) -> list[float]:
        return [each["score"] for each in self.told(program)["scores"] if each["name"] == "peak-memory"]


@pytest.fixture(scope="module")
def programs(built: dict[str, str], shared: Path) -> Programs:
    wait_for_host()
    return Programs(shared)


def test_a_program_that_does_not_fit_into_its_container_is_a_result_and_the_report_says_why(
    programs: Programs,
) -> None:
    """The others have come to their end."""
    programs.ran.ended()
    assert {name for name in PROGRAMS if programs.told(name)["reason"]} == {"greedy"}
    told = programs.told("greedy")
    assert told["status"] == "does-not-fit"
    for part in ("OOM killer ended the program", "may have 512 MiB and had 512 MiB", "a heap of at most 128 MiB"):
        assert part in told["reason"]
    assert f"1 of 1 forks of {JVM}+app-greedy do not fit: {told['reason']}" in programs.report


def test_a_containers_size_is_part_of_a_contenders_name(app: Path, out: Path) -> None:
    """One of whose JVMs has no memory left ends by itself."""
    compile_java(app, "Grows", GROWS, "--release", "8")
    contenders = [f"{JVM}{each}" for each in ("", "+memory256m+cpus0.5", "+memory1g")]
    words: list[Word] = ["--interleave", "forks", "--out", out, "--mount", app, *contenders]
    said = run(*ONE_BLOCK, *words, "--", "java", "Grows").ended().out
    forks = {each: read(out / "latest" / "forks" / f"001-{each}.json") for each in contenders}
    small, large = (forks[each] for each in contenders[1:])
    assert (small["host"]["memoryLimitBytes"], small["host"]["cpuLimit"]) == (256 << 20, 0.5)
    assert (small["jvm"]["processors"], small["jvm"]["garbageCollector"]) == (1, "Serial")
    assert small["status"] == "does-not-fit"
    assert "the program had no memory left: OutOfMemoryError: Java heap space, with a heap of" in small["reason"]
    assert (large["status"], large["host"]["memoryLimitBytes"]) == ("ok", 1 << 30)
    assert re.search(r"jdk17-temurin\+memory256m\+cpus0.5 .* does not fit", said)


def test_a_program_has_its_folder_read_only_no_network_memory_of_its_own_and_its_limits(programs: Programs) -> None:
    said = programs.said("limits")
    for part in (
        "as 65534",
        "writes where it runs",
        "cannot write into its folder",
        "app.log has 2 lines",
        "named whichjvm, at home in /tmp/home",
        "writes at home",
        "user.home = /tmp/home",
        "user.name = whichjvm",
        "interfaces: lo ",
        "shared memory: 0 files,",
        "heap 134217728",
    ):
        assert part in said
    assert (programs.folder / "limits" / "app.log").read_text() == "first\n"
    assert any(100 < each < 512 for each in programs.peak_memory("limits"))
    kept, folder = (each.stat() for each in (programs.file("limits", ".out"), programs.folder / "out"))
    assert (kept.st_uid, kept.st_gid) == (folder.st_uid, folder.st_gid)


def test_a_small_programs_memory_is_its_own_and_not_what_was_there_before(programs: Programs) -> None:
    assert all(each < 15 for each in programs.peak_memory("small"))


def test_a_folder_too_large_for_the_memory_of_a_container_is_read_from_where_it_is_and_said(
    programs: Programs,
) -> None:
    assert programs.said("large") == "629145600\n"
    assert programs.told("large")["program"]["notCopied"] == ["data"]
    only_read = f"too large to copy, so the program could only read it: 1 of 1 fork of {JVM}+app-large"
    assert only_read in programs.report


def test_without_a_network_a_program_can_resolve_the_name_of_its_own_host(
    programs: Programs, built: dict[str, str]
) -> None:
    assert programs.said("host") == "on localhost/127.0.0.1\n"
    java = ["--entrypoint", "java", "--volume", f"{programs.folder}/host:/app:ro", JVM, "-cp", "/app", "Host"]
    assert "on localhost/127.0.0.1" in compose("run", "--rm", "--no-deps", *java, env=built).out


def test_a_folder_that_nobody_else_can_read_is_said_before_anything_runs(app: Path, out: Path) -> None:
    need_root("give files to another user")
    os.chown(out, 1234, 1234)
    (app / "app.jar").write_text("secret\n")
    (app / "app.jar").chmod(0o600)
    words: list[Word] = ["--out", out, "--mount", app, JVM, "--", "java", "{flags}", "-jar", "app.jar"]
    run(*ONE_BLOCK, *words).refused(4, "/app/app.jar in the mounted folder cannot be read by")


# --- by turns ---


def frozen() -> list[str]:
    """The files of the control groups of containers that are."""
    groups = Path("/sys/fs/cgroup")
    files = [
        *groups.glob("freezer/docker/*/freezer.state"),
        *groups.glob("docker/*/cgroup.freeze"),
        *groups.glob("system.slice/docker-*/cgroup.freeze"),
    ]
    found = []
    for file in files:
        try:
            state = file.read_text()
        except OSError:
            # The container has gone.
            continue
        if state.strip() in ("FROZEN", "1"):
            found.append(str(file))
    return found


def left_by_campaigns(*filters: str) -> list[str]:
    words = [f"--filter={each}" for each in (*filters, "label=org.whichjvm.of=campaign")]
    return docker("ps", "--quiet", *words).split()


def took_turns(out: Path, freezer: str) -> None:
    """The two forks of the first block did, and that one froze them."""
    stamps = []
    for name in (JVM, f"{JVM}+again"):
        fork = out / "latest" / "forks" / f"001-{name}.json"
        program = read(fork)["program"]
        assert program["slices"] > 1
        assert program["frozenSeconds"] > 0
        assert program["freezer"] == freezer
        stamps += [(float(line), name) for line in fork.with_suffix(".out").read_text().split() if line[:1].isdigit()]
    stamps.sort()
    turns = sum(one[1] != other[1] for one, other in zip(stamps, stamps[1:]))
    assert 2 < turns < len(stamps) / 10


def by_turns(become: Sequence[Word], out: Path, app: Path, freezer: str, background: Starter) -> None:
    """One container runs at a time, in the first of two blocks; in the other the campaign is killed while one is
    frozen, and then none is."""
    words = ["--blocks", "2", "--out", out, "--mount", app, "--interleave", "turns", JVM, f"{JVM}+again"]
    comparing = background(*become, *COMPARED, *words, "--", "./run.sh")

    def first_block_is_over() -> bool:
        assert comparing.running(), comparing.out + comparing.err
        return bool(after_block(1, 2).search(comparing.out + comparing.err))

    eventually(first_block_is_over, "the first block is over")
    try:
        eventually(frozen, "a container is frozen")
    finally:
        comparing.signal(signal.SIGKILL)
    assert comparing.end().code == -signal.SIGKILL
    time.sleep(2)
    try:
        assert not frozen()
        assert not left_by_campaigns("status=paused")
    finally:
        # What it left behind is ended by the next campaign, and here, where the engine may be at it already.
        for each in left_by_campaigns():
            run("docker", "rm", "--force", each)
        eventually(lambda: not left_by_campaigns(), "nothing of the campaign is left")
    took_turns(out, freezer)


@pytest.fixture
def says_when_it_ran(app: Path) -> None:
    (app / "run.sh").write_text(SAYS_WHEN_IT_RAN)
    (app / "run.sh").chmod(0o755)


def test_by_turns_one_container_runs_at_a_time_and_whatever_is_killed_none_stays_frozen(
    says_when_it_ran: None, app: Path, out: Path, background: Starter
) -> None:
    need_root("freeze containers")
    by_turns([], out, app, "kernel", background)


def test_by_turns_the_engine_pauses_the_containers_of_a_user_who_may_use_it_but_is_not_root(
    says_when_it_ran: None, app: Path, out: Path, scratch: Path, background: Starter
) -> None:
    need_root("become another user")
    home = scratch / "home"
    home.mkdir()
    for each in (scratch, out, app, app / "run.sh", home):
        os.chown(each, 4321, 4321)
    group = os.stat("/var/run/docker.sock").st_gid
    become = ["setpriv", "--reuid=4321", f"--regid={group}", "--clear-groups", "env", f"HOME={home}"]
    # That user cannot write this checkout, and so is given bases that are there.
    tags = []
    for name in ("build", "go", "collector", JVM):
        tag = f"localhost/whichjvm-test:{name}"
        if run("docker", "tag", f"localhost/whichjvm-packages:{name}", tag).code == 0:
            tags.append(tag)
            become.append(f"{name.upper().replace('-', '_')}_BASE=docker-image://{tag}")
    try:
        by_turns(become, out, app, "engine", background)
    finally:
        run("docker", "image", "rm", *tags)


# --- explained ---


class Explained:
    """A campaign of one program with and without the second compiler."""

    def __init__(self, folder: Path) -> None:
        self.app, self.out = folder / "explained", folder / "explained-out"
        self.app.mkdir()
        self.out.mkdir()
        compile_java(self.app, "Busy", EXPLAINED, "--release", "8")
        options: list[Word] = ["--blocks", "1", "--memory", "512m", "--flags", "c1,-", "--out", self.out]
        run(*DOCKER, *options, JVM, "--", "java", "-cp", ".", "Busy", cwd=self.app).ended()
        self.campaign = newest(self.out)

    def explain(self, *words: Word) -> list[Word]:
        return [EXPLAIN, "--out", self.out, *words]

    def stacks(self) -> list[str]:
        """Of the forks of the newest campaign, which explains."""
        return [each.read_text() for each in (self.out / "latest" / "forks").glob("001-*.collapsed")]


@pytest.fixture(scope="module")
def explained(built: dict[str, str], shared: Path) -> Explained:
    wait_for_host()
    return Explained(shared)


def test_a_campaign_is_explained_in_its_containers_with_the_folder_that_it_had(explained: Explained) -> None:
    command = explained.explain("--blocks", "1", explained.campaign, "17+c1-only")
    assert "Run more blocks" in run(*command, cwd=explained.app).ended().out
    stacks = explained.stacks()
    # Of both, and of the baseline once more.
    assert len(stacks) == 3
    for each in stacks:
        assert ";Busy.main" in each
    # In another folder it has to be granted again.
    elsewhere = run(*explained.explain(explained.campaign, "17+c1-only"), cwd="/")
    elsewhere.refused(2, f"mounts '{explained.app}'")


def test_page_faults_are_explained_in_containers_that_may_call_perf_event_open_and_nothing_else_that_others_may_not(
    explained: Explained, scratch: Path, background: Starter
) -> None:
    security = docker("info", "--format", "{{.SecurityOptions}}")
    if not re.search("name=seccomp,profile=(builtin|default)", security):
        pytest.skip("the engine's seccomp profile is not its own")
    paranoid = Path("/proc/sys/kernel/perf_event_paranoid").read_text().strip()
    if int(paranoid) > 2:
        pytest.skip(f"kernel.perf_event_paranoid is {paranoid}")
    if run(ROOT / "docker" / "seccomp-profile", scratch / "profile.json").code:
        pytest.skip("the proxy of Go modules is not reached")
    of_faults = ["--blocks", "1", "--event", "faults", explained.campaign, "17+c1-only"]
    explaining = background(*explained.explain(*of_faults), cwd=explained.app)

    def fork() -> str:
        """The container of a fork that explains."""
        assert explaining.running(), explaining.out + explaining.err
        return docker("ps", "--quiet", "--filter", "name=whichjvm-.*-explain-[0-9]").partition("\n")[0]

    options = json.loads(docker("inspect", eventually(fork, "a fork explains")))[0]["HostConfig"]
    said = explaining.end().ended()
    assert re.search(" page faults, one of ", said.out + said.err)
    stacks = explained.stacks()
    # Of both, and of the baseline once more.
    assert len(stacks) == 3
    for each in stacks:
        assert ";Busy.touched;" in each
    profile, *others = sorted(options["SecurityOpt"], key=lambda each: not each.startswith("seccomp="))
    assert profile.startswith("seccomp=")
    assert json.loads(profile[len("seccomp=") :]) == read(scratch / "profile.json")
    assert sorted(others) == ["label=disable", "no-new-privileges:true"]
    assert not options["Privileged"]
    assert not options["CapAdd"]
    assert options["CapDrop"] == ["ALL"]
    # A person who resumes the campaign must grant it again.
    for file in (explained.out / "latest" / "forks").glob(f"001-{JVM}.*"):
        file.unlink()
    resume = explained.explain("--mount", explained.app, "--resume", "latest")
    run(*resume, cwd=explained.app).refused(2, "try: if they may, give --event ")
    run(*resume, "--event", "faults", cwd=explained.app).ended()
    # Where it would show a container what others do it is not opened.
    need_root("show another kernel.perf_event_paranoid")
    (scratch / "paranoid").write_text("0\n")
    mounts = 'mount --bind "$1" /proc/sys/kernel/perf_event_paranoid && shift && exec "$@"'
    shown: list[Word] = ["unshare", "--mount", "sh", "-c", mounts, "sh", scratch / "paranoid"]
    refused = run(*shown, *explained.explain(*of_faults), cwd=explained.app)
    refused.refused(4, "kernel.perf_event_paranoid is 0")
