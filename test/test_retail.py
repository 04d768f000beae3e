"""An application under load, the greatest rate of a queue, and SPECjbb2015."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from launching import JAR, LAUNCH, Fork, launched
from support import (
    COMPARE,
    SHM,
    UNGATED,
    Ran,
    compile_java,
    forks_of,
    java_home,
    output,
    queues,
    read,
    run,
    wait_for_host,
)

pytestmark = pytest.mark.beside(minutes=1)

# Five rates, in turns of 100 ms.
SHORT_LOAD = ("--warmup", "300ms", "--turn", "100ms", "--points", "5")

OF_SMALL_HEAP = {"WHICHJVM_HEAP": str(256 << 20)}


def loaded(out: Path, workload: str, *options: str, env: dict[str, str] | None = None) -> Fork:
    return launched(out, LAUNCH, workload, "--fork", "c/1-jvm", "--out", out, *options, env=env)


# --- an application under load ------------------------------------------------------------------


@pytest.fixture(scope="module")
def application(shared: Path) -> Iterator[Fork]:
    """Its fork, before which a killed one had left the log of its JVM."""
    left = left_log()
    left.touch()
    try:
        os.utime(left, (time.time() - 3600,) * 2)
        short = ("--warmup", "500ms", "--turn", "300ms", "--points", "5", "--live", "32m")
        fork = loaded(shared / "out", "retail", *short, env=OF_SMALL_HEAP)
        fork.ended()
        yield fork
    finally:
        left.unlink(missing_ok=True)


def left_log() -> Path:
    return SHM / f"whichjvm-{os.getpid()}-1.jvm.log"


def test_an_application_under_load_finds_its_rates(application: Fork) -> None:
    most = application.scores["max-throughput"]
    assert most > 0
    # On a busy host no rate may be answered within the shortest of the levels; then there is no critical throughput.
    critical = [each["score"] for each in application.told["scores"] if each["name"] == "critical-throughput"]
    assert all(0 < each <= most for each in critical)


def test_the_books_of_an_application_under_load_balance(application: Fork) -> None:
    curve = application.told["load"]["curve"]
    assert [each["answered"] + each["errors"] for each in curve] == [each["sent"] for each in curve]
    assert len(curve) == 5
    turns = application.told["turns"]["list"]
    assert len(turns) == 8
    assert len([each for each in turns if each["rate"] == 0]) == 3


def test_a_number_of_transactions_is_a_program_that_ends_well_if_its_heap_is_enough() -> None:
    def retail(heap: str, live: str) -> Ran:
        java = java_home() / "bin" / "java"
        return run(java, f"-Xmx{heap}", "-jar", JAR, "retail", "--transactions", "500", "--live", live)

    assert retail("128m", "32m").ended(0).out == ""
    # Whichever thread has no memory left, of those that make the company or of those that buy.
    assert "OutOfMemoryError" in retail("64m", "300m").ended(1).err


def test_a_fork_of_an_application_removes_the_log_that_a_killed_one_left(application: Fork) -> None:
    assert application.code == 0
    assert not left_log().exists()


def test_more_live_data_than_half_of_the_heap_is_refused(scratch: Path) -> None:
    fork = loaded(scratch / "out", "retail", "--live", "200m", env=OF_SMALL_HEAP)
    fork.refused(2, "--live is 200 MiB\ntry: 32 MiB to half of this JVM's heap, 128 MiB (+heap2g)")


# --- SPECjbb2015 --------------------------------------------------------------------------------

# It prints what the real one's documentation says, and measures nothing.
STAND_IN = """
public class StandInForSpecJbb {
  public static void main(String[] args) throws Exception {
    System.out.println("arguments: " + String.join(" ", args) + " " + System.getProperty("specjbb.group.count"));
    System.out.println("   856s: ( 1%)   IR =   8825 ....|... (rIR:aIR:PR = 8825:8825:8825) (tPR = 130938) [OK] ");
    System.out.println("   957s: ( 2%)   IR =  17650 ....|... (rIR:aIR:PR = 17650:17649:17648) (tPR = 261838) [OK] ");
    System.out.println("RUN RESULT: hbIR (max attempted) = 20138, hbIR (settled) = 19989, max-jOPS = 19131, critical-jOPS = 6237");
  }
}
"""


def make_kit(folder: Path) -> None:
    """What SPECjbb2015 is installed as."""
    classes = folder / "classes"
    classes.mkdir(parents=True)
    compile_java(classes, "StandInForSpecJbb", STAND_IN)
    output(java_home() / "bin" / "jar", "cfe", folder / "specjbb2015.jar", "StandInForSpecJbb", "-C", classes, ".")


def test_specjbb2015_is_run_in_the_folder_that_it_was_installed_into_and_what_comes_of_it_is_stamped(
    scratch: Path,
) -> None:
    free = re.search(r"MemAvailable: *([0-9]+)", Path("/proc/meminfo").read_text())
    if not free or int(free[1]) <= 8_000_000:
        pytest.skip("SPECjbb2015 needs 8 GB of memory")
    wait_for_host()
    make_kit(scratch / "kit")
    out = scratch / "out"
    out.mkdir()
    ran = run(
        *(COMPARE, "--runner", "host", "--jdk", f"own={java_home()}", "--out", out, "--mount", scratch / "kit"),
        *("--adapter", "specjbb2015", "--blocks", "1", "--retries", "0", "own", "--"),
        *("java", "-Dspecjbb.group.count=1", "-jar", "specjbb2015.jar", "-m", "COMPOSITE", "-skipReport"),
    ).ended()
    assert "1 contender × 1 block of specjbb2015: about 2 h 00 min" in ran.err
    assert "this is not a compliant SPECjbb2015 result" in ran.out
    (file,) = forks_of(out / "latest")
    said = file.with_suffix(".out").read_text().splitlines()
    assert "arguments: -m COMPOSITE -skipReport 1" in said
    fork = read(file)
    better = [each for each in fork["scores"] if "better" in each and each["unit"] == "jOPS"]
    assert {each["name"]: (each["score"], each["better"]) for each in better} == {
        "max-jops": (19131, "more"),
        "critical-jops": (6237, "more"),
    }
    assert [each["processed"] for each in fork["program"]["levels"]] == [8825, 17648]


# --- the greatest rate of a queue ---------------------------------------------------------------


def test_the_greatest_rates_of_two_contenders_are_found_by_turns_at_the_rates_of_one_ladder(scratch: Path) -> None:
    wait_for_host()
    out = scratch / "out"
    out.mkdir()
    of_block = ("--control", "--blocks", "1", "--rate", "max", "--service-level", "1s", "one", "--", *SHORT_LOAD)
    ran = run(*(COMPARE, "--runner", "host", "--out", out, "--jdk", f"one={java_home()}"), *UNGATED, *of_block).ended(
        0, 3
    )
    assert "failed" not in ran.err
    first, second = [read(each) for each in forks_of(out / "latest")]
    assert (first["status"], second["status"]) == ("ok", "ok")
    rates = [[each["rate"] for each in fork["load"]["curve"]] for fork in (first, second)]
    assert rates[0] == rates[1]
    assert "max-rate" in ran.out


def test_the_greatest_rate_that_the_queue_keeps_in_time_is_found_and_what_stays_behind_is_not_kept(
    scratch: Path,
) -> None:
    fork = loaded(scratch / "out", "queue-rate", *SHORT_LOAD, "--service-level", "1s")
    fork.ended()
    load, most = fork.told["load"], fork.scores["max-rate"]
    assert 0 < most < 1e8
    # The greatest rate of all is rounded to tenths.
    assert most <= load["maxRate"] + 0.05
    assert len(load["curve"]) == 5
    assert fork.scores["floor"] > 0
    assert queues(fork.pid) == set()


def test_a_service_level_that_no_queue_keeps_is_refused(scratch: Path) -> None:
    fork = loaded(scratch / "out", "queue-rate", "--service-level", "10ns")
    fork.refused(2, "--service-level is 10 ns\ntry: a time from 1 µs to 10 s")
