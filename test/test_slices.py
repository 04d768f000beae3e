"""--interleave turns of programs, with the runner `host`: real processes, frozen by the kernel while others run. What the
collector makes of it is tested in Java."""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import COMPARE, ROOT, UNGATED, Started, Starter, eventually, java_home, need_root, read, run, wait_for_host
from whichjvm import freezer

pytestmark = pytest.mark.beside

CGROUPS = Path("/sys/fs/cgroup")

# It says when it ran.
RUN = r"""#!/bin/bash
for ((i = 0; i < $1; i++)); do
  ((i % 1000)) || echo "$EPOCHREALTIME"
done
"""

# A fork is ended after this many seconds, and the tests of forks that do not end wait for that.
DEADLINE = {"WHICHJVM_DEADLINE": "8"}


@pytest.fixture(scope="module", autouse=True)
def root_alone() -> None:
    need_root("freeze control groups")


def script(folder: Path, name: str, text: str) -> Path:
    """A folder with that program."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)
    return folder


def compare(out: Path, *words: Any, interleave: str = "turns") -> list[Any]:
    out.mkdir(exist_ok=True)
    own = [COMPARE, "--runner", "host", "--out", out, "--jdk", f"one={java_home()}", *UNGATED]
    return [*own, "--interleave", interleave, *words]


def states() -> dict[str, str]:
    """What is frozen and what is not, of all that campaigns of this project made."""
    read_now = {}
    for folder in (CGROUPS / "freezer", CGROUPS):
        for name in ("freezer.state", "cgroup.freeze"):
            for file in folder.glob(f"whichjvm-*/{name}"):
                with contextlib.suppress(OSError):
                    read_now[str(file)] = file.read_text().strip()
    return read_now


def nothing_is_frozen() -> None:
    frozen = {file: state for file, state in states().items() if state not in ("THAWED", "0")}
    assert not frozen


@pytest.fixture(scope="module")
def of_two(shared: Path) -> dict[str, tuple[dict[str, Any], list[float]]]:
    """A block of two versions of a program, of which one takes eight times as long: of each the fork, and when it ran."""
    versions = {"short": 400_000, "long": 3_200_000}
    apps = [
        f"--app={name}={script(shared / name, 'run.sh', RUN.replace('$1', str(rounds)))}"
        for name, rounds in versions.items()
    ]
    run(*compare(shared / "out", "--blocks", 1, *apps, "one", "--", "./run.sh")).ended()
    nothing_is_frozen()
    assert not [*CGROUPS.glob("whichjvm-*"), *CGROUPS.glob("freezer/whichjvm-*")]
    forks = {}
    for name in versions:
        stem = shared / "out" / "latest" / "forks" / f"001-one+app-{name}"
        stamps = [
            float(line) for line in stem.with_name(f"{stem.name}.out").read_text().splitlines() if line[:1].isdigit()
        ]
        forks[name] = (read(stem.with_name(f"{stem.name}.json")), stamps)
    return forks


def scores(fork: dict[str, Any]) -> dict[str, float]:
    return {each["name"]: each["score"] for each in fork["scores"]}


def test_programs_of_a_block_run_one_at_a_time_and_their_time_is_what_they_ran(
    of_two: dict[str, tuple[dict[str, Any], list[float]]],
) -> None:
    for fork, _ in of_two.values():
        program, score = fork["program"], scores(fork)
        whole = (program["endedMicros"] - program["startedMicros"]) / 1e3
        assert program["slices"] > 1
        assert abs(score["wall"] + program["frozenSeconds"] * 1e3 - whole) < 1, (score, program)
        # It has one thread, which computes no longer than it is let run.
        assert score["cpu-user"] + score.get("cpu-system", 0) < 1.1 * score["wall"]
    stamps = sorted((stamp, name) for name, (_, stamps) in of_two.items() for stamp in stamps)
    turns = sum(one[1] != other[1] for one, other in zip(stamps, stamps[1:]))
    assert 2 < turns < len(stamps) / 10


def test_the_time_of_each_program_is_its_own_whatever_the_order_in_which_they_began(
    of_two: dict[str, tuple[dict[str, Any], list[float]]],
) -> None:
    wall = {name: scores(fork)["wall"] for name, (fork, _) in of_two.items()}
    assert wall["long"] > 3 * wall["short"]


def processes() -> Iterator[tuple[int, list[str], int]]:
    """All there are: their numbers, their words, and their parents."""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")[:-1]
            yield int(folder.name), words, int((folder / "stat").read_text().rpartition(")")[2].split()[1])


def slicers() -> dict[int, int]:
    """Those who freeze and thaw, with their parents."""
    return {pid: parent for pid, words, parent in processes() if "whichjvm.slices" in words}


@pytest.fixture
def endless(background: Starter, scratch: Path) -> Iterator[tuple[Started, int]]:
    """A campaign of two programs that go on for hours, one of which is frozen; and who freezes them."""
    wait_for_host()
    # Its programs are known by a word of their own.
    rounds = str(random.randrange(10**10, 10**11))
    app = script(scratch / "app", "run.sh", RUN)
    words = compare(scratch / "out", "--blocks", 4, "one", "one+again", "--", "./run.sh", rounds)
    campaign = background(*words, cwd=app)
    eventually(lambda: not campaign.running() or {"FROZEN", "1"} & set(states().values()), "one is frozen")
    assert campaign.running(), campaign.err
    (slicer,) = (pid for pid, parent in slicers().items() if parent == campaign.pid)
    yield campaign, slicer
    # Where a test fails, what is frozen does not end.
    freezer.thaw_groups(list(dict.fromkeys(os.path.dirname(each) for each in states())))
    for pid, of_process, _ in processes():
        if of_process[-2:] == ["./run.sh", rounds]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def test_nothing_stays_frozen_if_the_campaign_is_killed(endless: tuple[Started, int]) -> None:
    campaign, slicer = endless
    campaign.signal(signal.SIGKILL)
    campaign.end().ended(-signal.SIGKILL)
    eventually(lambda: slicer not in slicers(), "who freezes has ended too")
    nothing_is_frozen()


def test_nothing_stays_frozen_if_what_freezes_is_killed(endless: tuple[Started, int]) -> None:
    campaign, slicer = endless
    os.kill(slicer, signal.SIGKILL)
    campaign.end().refused(4, "all of which were resumed")
    nothing_is_frozen()


# In a group that is this user's own, as systemd delegates it: what freezes a group in it, and what the kernel says.
DELEGATED = """
import codecs, os, subprocess, sys
from whichjvm import freezer
codecs.lookup("ascii")  # This Python may be in a folder that only root reads.
open(sys.argv[1] + "/cgroup.procs", "w").write(str(os.getpid()))
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
group = freezer.root() + "/fork"
os.mkdir(group)
words = ["sh", "-c", 'echo $$ >"$0" && exec "$@"', group + "/cgroup.procs", "sleep", "60"]
with subprocess.Popen(words) as sleep:
    frozen = None
    while not frozen:
        frozen = freezer.Freezer.of(group)
    frozen.freeze()
    print(frozen.by_kernel, open(group + "/cgroup.events").read().split()[-1])
    frozen.thaw()
    sleep.kill()
os.rmdir(group)
"""


def test_a_user_freezes_programs_in_a_group_that_is_delegated_to_them() -> None:
    mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    version2 = [Path(each[1]) for each in mounts if each[2] == "cgroup2"]
    if not version2:
        pytest.skip("this host has no control groups of version 2")
    group = version2[0] / f"delegated-{os.getpid()}"
    group.mkdir()
    try:
        for each in (group, group / "cgroup.procs"):
            os.chown(each, 65534, 65534)
        env = {"PYTHONPATH": str(ROOT / "scripts")}
        ran = run(sys.executable, "-c", DELEGATED, group, env=env, timeout=60).ended()
        assert ran.out.split() == ["True", "1"], ran.out
    finally:
        (group / "cgroup.kill").write_text("1")
        eventually(lambda: "populated 0" in (group / "cgroup.events").read_text(), "it is empty")
        if (group / "fork").exists():
            (group / "fork").rmdir()
        group.rmdir()


# Its other threads may be frozen before exec has ended them, and it then waits for them for ever.
EXECS = """
import os, sys, threading, time
open(sys.argv[1] + "/cgroup.procs", "w").write(str(os.getpid()))
for _ in range(8):
    threading.Thread(target=time.sleep, args=(9,), daemon=True).start()
os.execv(sys.executable, [sys.executable, "-S", "-E"] + sys.argv)
"""

FREEZES = """
import random, sys, time
from whichjvm.freezer import Freezer
freezer = Freezer.of(sys.argv[1])
try:
    for _ in range(300):
        freezer.freeze()
        time.sleep(random.random() / 100)
        freezer.thaw()
        time.sleep(random.random() / 30)
finally:
    freezer.thaw()
"""


def test_a_program_is_frozen_while_it_starts_another_one_by_exec(background: Starter, scratch: Path) -> None:
    group = Path(freezer.root()) / f"execs-{os.getpid()}"
    group.mkdir()
    try:
        (scratch / "execs.py").write_text(EXECS)
        execs = background(sys.executable, "-S", "-E", scratch / "execs.py", group)
        eventually(lambda: (group / "cgroup.procs").read_text(), "it has begun")
        try:
            run(sys.executable, "-c", FREEZES, group, env={"PYTHONPATH": str(ROOT / "scripts")}, timeout=60).ended()
        finally:
            freezer.thaw_groups([str(group)])
            execs.kill()
    finally:
        remove(group)


def remove(group: Path) -> None:
    """A control group, once its processes have ended."""

    def removed() -> bool:
        with contextlib.suppress(OSError):
            group.rmdir()
        return not group.exists()

    eventually(removed, f"{group} is removed")


# The first program freezes itself, the second one also the fork's JVM and launcher.
STUCK = r"""#!/bin/bash
for whole in '' whole; do
  mkdir "$1/once$whole" 2>/dev/null || continue
  processes=($$)
  [[ ! $whole ]] || processes+=("$PPID" "$(sed -n 's/^PPid:\t//p' "/proc/$PPID/status")")
  for each in "${processes[@]}"; do
    echo "$each" >"$2$whole/cgroup.procs"
  done
  echo FROZEN >"$2$whole/freezer.state"
  sleep 0.1
  exit
done
"""


def test_a_process_that_outlives_sigkill_fails_its_fork_with_a_sentence_and_the_campaign_goes_on(
    scratch: Path,
) -> None:
    if not os.access(CGROUPS / "freezer" / "cgroup.procs", os.W_OK):
        pytest.skip("needs the freezer of control groups version 1, which holds a process like a dead disk")
    app = script(scratch / "app", "run.sh", STUCK)
    group = CGROUPS / "freezer" / f"stuck-{os.getpid()}"
    groups = [group, group.with_name(f"{group.name}whole")]
    for each in groups:
        each.mkdir()
    words = compare(scratch / "out", "--blocks", 3, "one", "--", "./run.sh", scratch, group, interleave="forks")
    try:
        ran = run(*words, cwd=app, env=DEADLINE, timeout=200)
    finally:
        for each in groups:
            (each / "freezer.state").write_text("THAWED")
            remove(each)
    ran.ended(3)
    *stuck, last = (read(scratch / "out" / "latest" / "forks" / f"00{block}-one.json") for block in (1, 2, 3))
    for fork in stuck:
        assert re.search(
            "it was ended after 8 s, its deadline; its last words: process [0-9]+ is in state D and outlives SIGKILL",
            fork["reason"],
        )
    assert last["status"] == "ok"


# Stopped processes do not end when they are asked to.
STOPS = r"""#!/bin/bash
launcher=$(sed -n 's/^PPid:\t//p' "/proc/$PPID/status")
dirname "$PWD" >"$1"
kill -STOP "$launcher" "$PPID"
sleep 1000
"""


def test_the_copy_of_a_programs_folder_goes_with_a_fork_that_is_killed_and_so_does_one_that_a_killed_campaign_left(
    scratch: Path,
) -> None:
    # No process has the first number.
    dead, alive = (Path(f"/tmp/whichjvm-{pid}-{os.getpid()}") for pid in (4194305, os.getpid()))
    for each in (dead, alive):
        each.mkdir()
    app = script(scratch / "app", "run.sh", STOPS)
    words = compare(scratch / "out", "--blocks", 1, "one", "--", "./run.sh", scratch / "copy", interleave="forks")
    left = []
    try:
        ran = run(*words, cwd=app, env=DEADLINE, timeout=200)
        copy = Path((scratch / "copy").read_text().strip())
        left = [each for each in (dead, alive, copy) if each.exists()]
    finally:
        for each in {dead, alive, *left}:
            shutil.rmtree(each, ignore_errors=True)
    assert str(copy).startswith("/tmp/whichjvm-")
    assert left == [alive], ran
