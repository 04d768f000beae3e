"""The workload gc-steal and the benchmarks of the real jar, which JMH runs. Real, but short."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from launching import JAR, LAUNCH, WITH_JAR, signal_jvm
from support import Ran, Started, Starter, Word, need_cpus, queues, read, wait_for_host

pytestmark = pytest.mark.beside

# Seconds; the longest fork here ends by itself long before.
HANGS_AFTER = 150

SHORT = ["--warmup", "100ms", "--duration", "100ms"]

# Options of benchmarks that JMH runs as whichjvm compare --adapter jmh does. They may run beside other JMH benchmarks of
# this host, because no test reads their metrics.
BENCHMARKS = [
    *("command", "--adapter", "jmh", "--", "java", "{flags}", "-Djmh.ignoreLock=true", "-cp", "{jar}"),
    *("org.openjdk.jmh.Main", "-f", "0", "-wi", "1", "-w", "50ms", "-i", "1", "-r", "50ms", "-bm", "avgt", "-tu", "ns"),
]

# So small that a tenth of a second collects garbage.
SMALL_HEAP = "-Xms32m -Xmx32m"


class Forks:
    """Of workloads, with their results in a folder `out`."""

    def __init__(self, scratch: Path) -> None:
        assert JAR.is_file(), f"there is no {JAR}; build it: ./mvnw package"
        wait_for_host()
        self.out = scratch / "out"
        self.out.mkdir()
        self._starter = Starter(scratch)

    def start(
        self,
        workload: str,
        *options: Word,
        java_options: str = "",
        before: Sequence[Word] = (),
        env: Mapping[str, str | None] | None = None,
    ) -> Started:
        # A heap is not touched first, which takes longer than the rest.
        own = {**WITH_JAR, "JAVA_OPTS": f"-XX:-AlwaysPreTouch {java_options}", **(env or {})}
        return self._starter(*before, LAUNCH, workload, "--out", self.out, *options, env=own)

    def fork(self, workload: str, *options: Word, **more: Any) -> Ran:
        """To its end; again if a campaign has begun since."""
        for _ in range(5):
            ran = self.start(workload, *options, **more).end(HANGS_AFTER)
            if ran.code != 4 or "another campaign" not in ran.err:
                break
            wait_for_host()
        return ran

    @property
    def files(self) -> list[Path]:
        return [each for each in self.out.rglob("*") if each.is_file()]

    @property
    def told(self) -> Any:
        """The one result."""
        (result,) = self.out.rglob("*.json")
        return read(result)

    @property
    def scores(self) -> dict[str, float]:
        return {each["name"]: each["score"] for each in self.told["scores"]}

    def only_a_result(self) -> None:
        """One whole file and nothing else, here or in /dev/shm."""
        assert [each.suffix for each in self.files] == [".json"]
        self._nothing_in_shm()

    def nothing_left(self) -> None:
        assert self.files == []
        self._nothing_in_shm()

    def _nothing_in_shm(self) -> None:
        for each in self._starter.all:
            assert queues(each.pid) == set()

    def end(self) -> None:
        self._starter.kill()
        for each in self._starter.all:
            for left in queues(each.pid):
                shutil.rmtree(left, ignore_errors=True)


@pytest.fixture
def forks(scratch: Path) -> Iterator[Forks]:
    need_cpus(2)
    made = Forks(scratch)
    yield made
    made.end()


# --- benchmarks, as whichjvm compare --adapter jmh runs them ---------------------------------------


def homes() -> list[Path]:
    """Of every JVM of this host."""
    return sorted({each.parents[1].resolve() for each in Path("/usr/lib/jvm").glob("*/bin/java")})


def first_on_path(home: Path) -> dict[str, str | None]:
    return {"PATH": f"{home}/bin:{os.environ['PATH']}"}


@pytest.mark.parametrize("home", homes(), ids=lambda home: home.name)
def test_every_jvm_of_this_host_runs_the_benchmarks(home: Path, forks: Forks) -> None:
    forks.fork(*BENCHMARKS, "-t", "2", env=first_on_path(home)).ended()
    benchmarks = [each for each in forks.told["scores"] if each["unit"] == "ns/op"]
    assert [(each["threads"], each["score"] > 0) for each in benchmarks] == 10 * [(2, True)]
    printed = "".join(each.read_text() for each in forks.out.glob("*/forks/*.out"))
    assert "# Blackhole mode: full + dont-inline hint" in printed


@pytest.mark.parametrize("home", homes(), ids=lambda home: home.name)
def test_every_jvm_of_this_host_runs_gc_steal_without_a_warning(home: Path, forks: Forks) -> None:
    ran = forks.fork("gc-steal", *SHORT, java_options=SMALL_HEAP, env=first_on_path(home)).ended()
    assert "warning" not in ran.err.lower()


def test_a_benchmark_that_has_no_cpu_for_each_thread_fails_the_fork_with_the_reason(forks: Forks) -> None:
    only = str(min(os.sched_getaffinity(0)))
    before = ("taskset", "--cpu-list", only)
    ran = forks.fork(*BENCHMARKS, "FalseSharing.padded", before=before).ended(3)
    assert ran.out == ""
    assert "FalseSharing.padded:avgt=" in forks.told["reason"]
    assert f"2 threads need a CPU each, and this process may use only CPU {only}" in forks.told["reason"]


@pytest.mark.parametrize(
    ("words", "loaded"),
    [
        (["gc-steal"], "org.whichjvm.workload.gc.GcSteal"),
        (["queue-latency", "--rate", "1000"], "org.whichjvm.workload.queue.Exchange"),
    ],
)
def test_no_workload_loads_jmh(words: list[str], loaded: str, forks: Forks) -> None:
    ran = forks.fork(*words, *SHORT, java_options=f"{SMALL_HEAP} -verbose:class")
    assert loaded in ran.out
    assert "org.openjdk.jmh" not in ran.out


# --- gc-steal -------------------------------------------------------------------------------------


def test_check_looks_at_options_and_host_and_runs_nothing(forks: Forks) -> None:
    forks.fork("gc-steal", *SHORT, "--check").ended()
    forks.nothing_left()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_signal_while_it_measures_leaves_nothing(number: signal.Signals, forks: Forks) -> None:
    before = ("env", "--default-signal=INT,TERM")
    started = forks.start("gc-steal", "--warmup", "1s", "--duration", "60s", before=before)
    started.says("warm-up")
    time.sleep(1)
    signal_jvm(started, number)
    started.end().ended(143, 137)
    forks.nothing_left()


@pytest.mark.parametrize(
    ("collector", "java_options", "options"),
    [
        ("G1", "", []),
        # Its threads are those of the JVM.
        ("Parallel", "-XX:-UseG1GC -XX:+UseParallelGC -XX:ParallelGCThreads=1", ["--seed", "7"]),
    ],
)
def test_gc_steal_gives_pauses_and_throughput_by_every_parallel_garbage_collector(
    collector: str, java_options: str, options: list[str], forks: Forks
) -> None:
    forks.fork("gc-steal", *SHORT, *options, java_options=f"{SMALL_HEAP} {java_options}").ended()
    forks.only_a_result()
    told = forks.told
    assert (told["status"], told["workload"], told["jvm"]["garbageCollector"]) == ("ok", "gc-steal", collector)
    assert [(each["name"], each["unit"]) for each in told["scores"]] == [
        ("pause-p50", "ms"),
        ("pause-p99", "ms"),
        ("pause-max", "ms"),
        ("pause-per-gb", "ms/GB"),
        ("allocation", "objects/s"),
        ("collections", "count"),
    ]
    scores = forks.scores
    assert 0 < scores["pause-p50"] <= scores["pause-p99"] <= scores["pause-max"]
    assert scores["pause-per-gb"] > 0
    assert scores["collections"] >= 1
    # Threads and seed are as asked.
    assert told["parameters"]["seed"] == (7 if options else 1)
    threads = told["parameters"]["gcThreads"]
    assert threads == 1 if options else threads >= 1


def test_gc_steal_without_a_collection_says_so_and_gives_no_numbers(forks: Forks) -> None:
    ran = forks.fork("gc-steal", *SHORT, "--live", "1m", java_options="-Xms2g -Xmx2g -Xmn1900m").ended(3)
    assert ran.out == ""
    forks.only_a_result()
    assert forks.told["reason"].startswith("no garbage was collected in ")


def test_a_heap_that_runs_out_fails_the_fork_with_what_to_do(forks: Forks) -> None:
    forks.fork("gc-steal", *SHORT, "--live", "2m", java_options="-Xms8m -Xmx8m").ended(3)
    forks.only_a_result()
    assert forks.told["reason"].endswith("ran out; give a larger one (JAVA_OPTS=-Xmx…)")
