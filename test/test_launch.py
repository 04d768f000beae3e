"""workload/launch and the jar behind it: what a fork leaves behind. All tests look at the same one; the last one starts
another for each other JVM."""

from __future__ import annotations

import base64
import contextlib
import dataclasses
import fcntl
import os
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from launching import Fork, whole_fork
from support import SHM, environment, expect_no_garbage, queues

# As a killed fork leaves them and as a living one has them, a queue and a JVM's log each, and what is somebody else's.
KILLED = {f"whichjvm-{os.getpid()}-1", f"whichjvm-{os.getpid()}-1.jvm.log"}
LIVING = {f"whichjvm-{os.getpid()}-2", f"whichjvm-{os.getpid()}-2.jvm.log"}
OTHERS = {f"whichjvm-other-{os.getpid()}", f"whichjvm-{os.getpid()}.log"}

MESSAGES = 5000


@dataclasses.dataclass(frozen=True)
class Seen:
    """A fork, and what was in /dev/shm when it had ended."""

    fork: Fork
    own: set[Path]
    all: set[str]


@contextlib.contextmanager
def things_left() -> Iterator[None]:
    """They are there until all is seen; those of the living fork are locked."""
    paths = [SHM / each for each in sorted(KILLED | LIVING | OTHERS)]
    locks: list[int] = []
    try:
        for path in paths:
            if path.suffix == ".log":
                path.touch()
                os.utime(path, (path.stat().st_mtime - 3600,) * 2)
            else:
                path.mkdir()
            if path.name in LIVING:
                locks.append(os.open(path, os.O_RDONLY))
                fcntl.flock(locks[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        for lock in locks:
            os.close(lock)
        for path in paths:
            if path.is_dir():
                path.rmdir()
            path.unlink(missing_ok=True)


@pytest.fixture(scope="module")
def seen(shared: Path) -> Seen:
    with things_left():
        fork = whole_fork(shared / "out")
        return Seen(fork, queues(fork.pid), {each.name for each in SHM.iterdir()})


@pytest.fixture
def fork(seen: Seen) -> Fork:
    return seen.fork


def test_a_fork_leaves_two_whole_files_and_nothing_else(seen: Seen) -> None:
    result = seen.fork.result
    assert seen.fork.histograms == [result.with_suffix(".hlog")]
    assert len(seen.fork.files()) == 2
    assert os.readlink(seen.fork.folder / "latest") == result.parents[1].name
    assert seen.own == set()


def test_a_forks_json_has_what_the_schema_promises(fork: Fork) -> None:
    told = fork.told
    assert told["schema"] == "whichjvm.fork/3"
    assert (told["status"], told["reason"], told["workload"]) == ("ok", None, "queue-latency")
    parameters = told["parameters"]
    asked = ("rate", "size", "durationSeconds", "warmupSeconds", "producers")
    assert [parameters[name] for name in asked] == [10000, 256, 0.5, 0.2, 1]
    assert told["pinning"]["asked"] == parameters["cpus"]
    assert told["pinning"]["verified"]
    assert min(told["floorNs"]["before"], told["floorNs"]["after"]) > 0
    assert told["disturbances"]["safepoints"]["count"] >= 0
    assert len(told["jvm"]) > 3
    assert len(told["host"]) > 3


@pytest.mark.parametrize("name", ["service", "response"])
def test_a_forks_json_has_all_its_latencies(name: str, fork: Fork) -> None:
    latency = fork.told[name]
    counts = dict(buckets(latency["histogram"]))
    assert sum(counts.values()) == MESSAGES
    assert min(counts) > 0
    events = latency["events"]
    assert list(events) == ["p50", "p90", "p99", "p99_9", "p99_99", "p99_999"]
    assert 0 <= events["p99_99"] <= events["p99"] <= MESSAGES / 100


def buckets(text: str) -> Iterator[tuple[int, int]]:
    """Value and count of each bucket of a histogram: zigzag numbers, of which -N skips N buckets."""
    half = 1024  # buckets of one width: three digits, from 1 ns
    bucket = shift = number = 0
    for byte in zlib.decompress(base64.b64decode(text)[8:])[40:]:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            count = (number >> 1) ^ -(number & 1)
            if count > 0:
                width = max(0, bucket // half - 1)
                yield bucket if width == 0 else ((bucket % half + half + 1) << width) - 1, count
            bucket += max(1, -count)
            shift = number = 0


def test_every_message_is_sent_received_and_verified(fork: Fork) -> None:
    messages = fork.told["messages"]
    assert [messages[name] for name in ("sent", "received", "verified")] == [MESSAGES] * 3


def test_the_measured_threads_allocate_nothing_a_message_and_no_garbage_is_collected(fork: Fork) -> None:
    expect_no_garbage(fork.result)


def test_the_histogram_log_has_both_tags(fork: Fork) -> None:
    lines = fork.histograms[0].read_text().splitlines()
    assert {"service", "response"} <= {each.split(",")[0][4:] for each in lines if each.startswith("Tag=")}


def test_the_table_is_on_stdout_and_everything_else_on_stderr(fork: Fork) -> None:
    assert "service ns" in fork.out.splitlines()[0]
    assert "p99.99" in fork.out
    assert "whichjvm:" not in fork.out
    assert "service ns" not in fork.err
    assert f"whichjvm: wrote {fork.result}" in fork.err


def test_a_fork_that_is_told_nothing_has_the_tables_collector_no_flag_set_and_no_delay(fork: Fork) -> None:
    jvm = fork.told["jvm"]
    assert (jvm["garbageCollector"], jvm["flagSet"], fork.told["parameters"]["delayNanos"]) == ("G1", None, 0)
    assert "delayed" not in fork.out


def test_the_queue_and_the_log_that_a_killed_fork_left_are_removed_by_the_next_one(seen: Seen) -> None:
    assert seen.all.isdisjoint(KILLED)


def test_what_a_living_fork_or_somebody_else_has_is_not_removed(seen: Seen) -> None:
    assert seen.all >= LIVING | OTHERS


def test_the_java_of_the_path_runs_a_fork_without_a_warning(fork: Fork) -> None:
    assert "warning" not in fork.err.lower()


def others() -> list[Path]:
    """Homes of this host's JVMs beside the one that PATH has."""
    default = Path(shutil.which("java") or "").resolve()
    homes = {each.resolve() for each in Path("/usr/lib/jvm").glob("*")}
    return sorted(each for each in homes if os.access(each / "bin/java", os.X_OK) and default != each / "bin/java")


@pytest.mark.parametrize("home", others(), ids=lambda home: home.name)
def test_every_other_jvm_of_this_host_runs_a_fork_without_a_warning(home: Path, scratch: Path) -> None:
    fork = whole_fork(scratch / "out", env={"PATH": f"{home}/bin:{environment()['PATH']}"})
    assert fork.told["messages"]["verified"] == MESSAGES
    assert "warning" not in fork.err.lower()
