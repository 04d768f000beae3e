"""--workload command: programs of other people, from the real jar with real processes."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from launching import JAR, LAUNCH, signal_jvm
from programs import Program, groups, processes, program_in
from support import Word, eventually, need_root, output, run

pytestmark = pytest.mark.beside

# What a JVM makes of -Xmx77m.
HEAP = 78 << 20

SHOW = """\
public class Show {
  public static void main(String[] args) {
    System.out.println(System.getProperty("colour") + System.getProperty("shape") + args[0]);
  }
}
"""


@pytest.fixture
def program(scratch: Path) -> Iterator[Program]:
    with program_in(scratch) as made:
        yield made


# --- time, and options of the JVM ---------------------------------------------------------------


def test_a_programs_time_cpu_time_and_memory_are_scores_in_a_folder_of_its_own(program: Program) -> None:
    # The kernel tells system time only where a tick of its clock fell into it.
    program.script(
        "run.sh",
        """\
#!/bin/sh
printf 'in %s\\n' "$PWD"
ls
echo here > written
i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done
dd if=/dev/zero of=/dev/null bs=1 count=1000000 2>/dev/null
""",
    )
    program.fork("--", "./run.sh").ended()
    assert 300 < program.score("wall") < 10000
    assert 0 < program.score("cpu-user") < program.score("wall")
    of_time = [each for each in program.scores if not each.startswith("peak-")]
    assert of_time == ["wall", "cpu", "cpu-user", "cpu-system", "context-switches", "page-faults"]
    assert program.scores["cpu-user"]["beside"] is True
    assert not {"beside"} & {*program.scores["wall"], *program.scores["cpu"]}
    parts = program.score("cpu-user") + program.score("cpu-system")
    assert abs(program.score("cpu") - parts) < 0.01, program.scores
    assert not (program.app / "written").exists()
    assert "run.sh" in program.printed.splitlines()
    program.nothing_is_left()


def test_wall_time_is_what_another_clock_says_of_the_same_process(program: Program) -> None:
    program.script("run.sh", "#!/bin/bash\nsleep 1\nexec sleep 0.5\n")
    program.fork("--", "./run.sh").ended()
    # No more than 20 ms of it are the watcher's; how much more a busy host adds is not this test's.
    assert program.score("wall") >= 1500


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["java", "{flags}"], id="where {flags} is"),
        pytest.param(["env", "A=1", "java"], id="without it, behind the first java"),
    ],
)
def test_options_of_the_jvm_go_to_the_programs(words: list[str], program: Program) -> None:
    program.script("Show.java", SHOW)
    flags = {"WHICHJVM_FLAG_SET": "x", "WHICHJVM_FLAGS": "-Dcolour=green -Xmx77m", "JAVA_OPTS": "-Dshape=round"}
    program.fork("--", *words, "{app}/Show.java", "end", env=flags).ended()
    assert program.printed == "greenroundend\n"
    assert program.told["jvm"]["flags"] == ["-Dshape=round", "-Dcolour=green", "-Xmx77m"]
    assert program.told["jvm"]["maxHeapBytes"] == HEAP


def test_options_of_the_jvm_reach_a_scripts_jvm(program: Program) -> None:
    program.script(
        "run.sh",
        """\
#!/bin/sh
"$JAVA_HOME/bin/java" -XX:+PrintFlagsFinal -version | grep ' MaxHeapSize '
echo "opts: $JAVA_OPTS"
""",
    )
    program.fork("--", "./run.sh", env={"JAVA_OPTS": "-Xmx77m"}).ended()
    assert f" {HEAP} " in program.printed
    assert "opts: " in program.printed.splitlines()


# --- several starts -----------------------------------------------------------------------------


def counting(program: Program, fails_at: int) -> None:
    """A program that prints which of its starts it is, for which it needs a file outside of its folder."""
    count = program.scratch / "count"
    count.write_text("")
    text = f'#!/bin/sh\nprintf x >>{count}\nn=$(wc -c <{count})\necho "took $n ms"\n[ $n -ne {fails_at} ] || exit 7\n'
    program.script("run.sh", text)


def test_a_number_that_each_start_prints_is_their_median(program: Program) -> None:
    counting(program, fails_at=0)
    program.fork("--starts", "5", "--metric", r"took=took (\S+)", "--", "./run.sh").ended()
    assert program.scores["took"]["iterations"] == [1, 2, 3, 4, 5]
    assert program.score("took") == 3
    assert program.printed.splitlines() == [f"took {start} ms" for start in range(1, 6)]
    program.nothing_is_left()


def test_a_start_that_fails_ends_its_fork(program: Program) -> None:
    counting(program, fails_at=2)
    program.fork("--starts", "5", "--", "./run.sh").ended(3)
    assert program.told["reason"] == "the program failed with exit code 7; it said last: took 2 ms"
    assert program.told["program"]["exit"] == 7
    assert program.printed.splitlines() == ["took 1 ms", "took 2 ms"]
    program.nothing_is_left()


# --- how a program ends -------------------------------------------------------------------------


def test_start_up_is_the_time_to_a_line_and_the_program_is_ended(program: Program) -> None:
    program.script(
        "run.sh",
        """\
#!/bin/bash
trap 'echo bye; exit 0' TERM
sleep 0.2
echo "Started in no time"
for i in {1..1000}; do sleep 0.1; done
""",
    )
    program.fork("--until", "Started in", "--", "./run.sh").ended()
    assert 200 < program.score("until") < 5000
    assert "bye" in program.printed.splitlines()
    program.nothing_is_left()


def test_a_program_that_does_not_end_politely_is_ended(program: Program) -> None:
    program.script("run.sh", "#!/bin/bash\ntrap '' TERM\necho up\nwhile true; do sleep 0.1; done\n")
    program.fork("--until", "up", "--", "./run.sh").ended()
    assert program.told["program"]["exit"] == 137
    program.nothing_is_left()


def test_a_pattern_that_never_matches_has_failed(program: Program) -> None:
    program.fork("--until", "never", "--", "echo", "something").ended(3)
    assert program.told["reason"].endswith(
        "(exit code 0) before a line of its output matched --until never; it said last: something"
    )
    program.nothing_is_left()


def test_a_program_that_fails_is_told_with_what_it_said_last(program: Program) -> None:
    program.script("fail.sh", "#!/bin/sh\necho one; echo two >&2; echo three; echo four; exit 7\n")
    program.fork("--", "./fail.sh").ended(3)
    assert program.told["reason"] == "the program failed with exit code 7; it said last: two | three | four"
    program.nothing_is_left()


def test_a_program_that_takes_too_long_has_failed(program: Program) -> None:
    program.fork("--timeout", "1s", "--", "sleep", "30").ended(3)
    assert program.told["reason"] == "the program had not ended after 1 s (--timeout); it printed nothing"
    program.nothing_is_left()


def test_processes_that_a_program_leaves_behind_are_ended_and_counted(program: Program) -> None:
    program.script(
        "run.sh",
        """\
#!/bin/bash
( trap '' TERM HUP; while true; do :; done ) &
setsid sleep 1000 &
disown -a
sleep 1
""",
    )
    program.fork("--", "./run.sh").ended()
    assert program.told["program"]["leftProcesses"] == 2
    # The shell alone takes a few milliseconds; the process that it left had a CPU for a second.
    assert program.score("cpu-user") > 300
    program.nothing_is_left()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_signal_ends_the_program_and_leaves_no_file_and_no_process(number: signal.Signals, program: Program) -> None:
    # Numbers that no other sleep has.
    inner, outer = f"sleep 1000.{os.getpid()}", f"sleep 1001.{os.getpid()}"
    program.script("run.sh", f"#!/bin/bash\nsetsid {outer} &\n{inner}\n")
    # If the tests run under nohup, they ignore SIGHUP, and so does what they start.
    started = program.start("env", "--default-signal=HUP", *program.words("--", "./run.sh"))
    eventually(lambda: processes(inner) and processes(outer), "the program runs")
    if number == signal.SIGKILL:
        signal_jvm(started, number)
    else:
        started.signal(number)
    started.end()
    assert not [each for each in program.out.rglob("*") if each.is_file()]
    assert not processes(inner) | processes(outer)
    program.nothing_is_left()


# --- what comes from its output -----------------------------------------------------------------


def test_scores_are_taken_from_the_output(program: Program) -> None:
    program.script(
        "run.sh",
        """\
#!/bin/sh
echo "Throughput: 1,234.5 ops/s"
printf 'Ergebnis \\033[1m41,7\\033[0m ms\\n'
echo "p99 latency 250 us"
""",
    )
    metrics = [
        *("--metric", "rate=Throughput: ([0-9.,]+)"),
        *("--metric", "p99=p99 latency ([0-9]+)"),
        *("--metric", "r=Ergebnis ([0-9.,]+) ms,decimal-comma"),
    ]
    program.fork(*metrics, "--", "./run.sh").ended()
    assert (program.score("rate"), program.scores["rate"]["unit"]) == (1234.5, "ops/s")
    assert (program.score("p99"), program.scores["p99"]["unit"]) == (0.25, "ms")
    assert program.score("r") == 41.7
    assert program.scores["wall"]["beside"] is True


@pytest.mark.parametrize(
    ("metric", "reason"),
    [
        (
            "r=Ergebnis ([0-9.,]+) ms",
            "'41,7' has a decimal comma; write ,decimal-comma behind the regular expression",
        ),
        ("rate=Nothing ([0-9]+)", "no line of the output matched --metric rate="),
    ],
)
def test_a_score_that_cannot_be_taken_fails_the_fork(metric: str, reason: str, program: Program) -> None:
    program.fork("--metric", metric, "--", "printf", r"Ergebnis \033[1m41,7\033[0m ms\n").ended(3)
    assert reason in program.told["reason"]


def test_of_output_of_hundreds_of_megabytes_1_mib_is_kept(program: Program) -> None:
    program.script("run.sh", '#!/bin/sh\nyes "a line of output that goes on and on" | head -c 300000000\necho end\n')
    program.fork("--metric", "end=(1)never,more", "--", "./run.sh").ended(3)
    assert program.told["program"]["outputBytes"] == 300000004
    assert program.printed_in.stat().st_size <= (1 << 20) + 100


def test_a_jar_that_needs_a_newer_java_says_so(program: Program) -> None:
    # A class file of Java 90: the number is all that a JVM looks at before it refuses.
    (program.app / "Newer.class").write_bytes(b"\xca\xfe\xba\xbe\x00\x00\x00\x86\x00\x01")
    program.fork("--", "java", "-cp", "{app}", "Newer").ended(3)
    assert program.told["reason"].startswith("the program needs Java 90 or newer (Newer), and this is Java ")


# --- what cannot be started ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--check", "--", "nothing-of-that-name"], 4, "there is no program 'nothing-of-that-name' here"),
        (["--"], 2, "there is no program\ntry: write it after --"),
        (["--check", "--", "java", "{flags}", "-version"], 4, "this JVM refuses -XX:+NoSuchOption: "),
    ],
)
def test_what_cannot_be_started_is_refused_before(words: list[str], code: int, sentence: str, program: Program) -> None:
    refused = "-XX:+NoSuchOption" if "{flags}" in words else None
    program.fork(*words, env={"JAVA_OPTS": refused}).refused(code, sentence)
    assert not list(program.out.iterdir())


def test_a_folder_that_is_missing_is_refused_before(program: Program) -> None:
    missing = program.scratch / "missing"
    started = program.start(LAUNCH, "command", "--out", program.out, "--app", missing, "--", "true")
    started.end().refused(4, f"the mounted folder {missing} is missing")
    assert not list(program.out.iterdir())


# --- its folder ---------------------------------------------------------------------------------


def test_a_program_has_copies_of_its_folders_files_new_for_each_fork_and_the_persons_stay_as_they_were(
    program: Program,
) -> None:
    app, elsewhere = program.app, program.scratch / "elsewhere"
    (app / "data").mkdir()
    elsewhere.mkdir()
    (app / "app.log").write_text("first\n")
    (app / "app.log").chmod(0o600)
    (app / "data" / "table").write_text("deep\n")
    (elsewhere / "shared").write_text("shared\n")
    (app / "inner").symlink_to("data/table")
    (app / "outer").symlink_to(elsewhere / "shared")
    (app / "folder").symlink_to("../elsewhere")
    (app / "dangling").symlink_to("nowhere")
    program.script(
        "run.sh",
        """\
#!/bin/sh
[ "$(cat app.log)" = first ] || echo "app.log has another fork's line"
[ "$(stat -c %a app.log)" = 600 ] || echo "app.log has another mode"
[ -L dangling ] || echo "a link is gone"
for file in app.log data/table inner outer folder/shared "$1/app.log"; do
  echo more >>"$file" || echo "$file cannot be written"
done
[ "$(wc -l <data/table)" = 3 ] || echo "inner is not data/table"
rm run.sh
""",
    )

    def files() -> dict[Path, str]:
        all_files = [each for folder in (app, elsewhere) for each in folder.rglob("*") if each.is_file()]
        return {each: hashlib.sha256(each.read_bytes()).hexdigest() for each in all_files}

    before = files()
    for _ in range(2):
        shutil.rmtree(program.out / "c", ignore_errors=True)
        program.fork("--", "./run.sh", "{app}").ended()
        assert program.printed == ""
        assert files() == before
    program.nothing_is_left()


# --- memory -------------------------------------------------------------------------------------

# 100 MB in memory, which one process has three times in its address space.
MAPPED_THREE_TIMES = """
import mmap, os, time
file = os.memfd_create("pages")
os.ftruncate(file, 100 << 20)
maps = [mmap.mmap(file, 100 << 20) for _ in range(3)]
for each in maps:
    for at in range(0, 100 << 20, 4096):
        each[at] = 1
time.sleep(2)"""


def test_memory_of_a_small_program_is_small(program: Program) -> None:
    # Without a control group nothing of it is told but of what runs long enough to be looked at.
    program.fork("--", "true").ended()
    assert all(each["score"] < 10 for each in program.peaks)


def test_memory_of_pages_that_are_mapped_more_than_once_is_counted_once(program: Program) -> None:
    program.fork("--", "python3", "-c", MAPPED_THREE_TIMES).ended()
    assert any(100 < each["score"] < 150 for each in program.peaks)


def another_user(program: Program) -> list[Word]:
    """The words that become a user who may make no control group, for whom the folders are opened."""
    need_root("become another user")
    become: list[Word] = ["setpriv", "--reuid=4321", "--regid=4321", "--clear-groups", "env", f"HOME={program.scratch}"]
    if run(*become, "test", "-r", JAR).code:
        pytest.skip("another user cannot read this checkout")
    program.scratch.chmod(0o777)
    program.out.chmod(0o777)
    return become


def test_memory_of_a_user_who_may_make_no_control_group_is_sampled_and_the_fork_says_how_often(
    program: Program,
) -> None:
    become = another_user(program)
    source = 'import time\npages = b"1" * (100 << 20)\ntime.sleep(8)'
    program.start(*become, *program.words("--", "python3", "-c", source)).end().ended()
    told = program.told["program"]
    assert told["memorySamples"] > 0
    assert told["memorySampleSeconds"] > 0
    # Fewer than five of them are no figure, and more are none to decide by unless somebody asks.
    assert ("peak-pss" in program.scores) == (told["memorySamples"] >= 5)
    assert all(each["beside"] and 100 < each["score"] < 150 for each in program.peaks)


class Group:
    """A control group that counts memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.folder.mkdir()

    def inside(self, *words: Word) -> list[Word]:
        """The words that become this program in the group."""
        return ["bash", "-c", 'echo $$ >"$0/cgroup.procs" && exec "$@"', self.folder, *words]

    def remove(self) -> None:
        def removed() -> bool:
            with contextlib.suppress(OSError):
                self.folder.rmdir()
            return not self.folder.exists()

        end = time.monotonic() + 5
        while not removed():
            assert time.monotonic() < end, f"left: {self.folder}"
            time.sleep(0.1)


@contextlib.contextmanager
def memory_group(name: str) -> Iterator[Group]:
    """Inside this process's own if it can."""
    need_root("make a control group")
    lines = [each.split(":", 2) for each in Path("/proc/self/cgroup").read_text().splitlines()]
    own = next((path for _, controllers, path in lines if controllers == "memory" and path != "/"), "")
    folder = Path(f"/sys/fs/cgroup/memory{own}") / name
    if not folder.parent.is_dir():
        folder = Path("/sys/fs/cgroup") / name
    try:
        group = Group(folder)
    except OSError:
        pytest.skip(f"cannot make {folder}")
    try:
        if not any((folder / each).exists() for each in ("memory.peak", "memory.max_usage_in_bytes")):
            pytest.skip(f"the kernel does not count memory in {folder}")
        yield group
    finally:
        group.remove()


def memory_of_container(program: Program, group: Group, *megabytes: int) -> None:
    """A fork of a program whose starts have these sizes in a container, the group, in which something had 400 MB
    before."""
    output(*group.inside("python3", "-c", 'b"1" * (400 << 20)'))
    in_image = {
        "WHICHJVM_IN_IMAGE": "1",
        "WHICHJVM_VARIANT": "jvm",
        "WHICHJVM_QUEUE_ID": f"{os.getpid()}-1",
        "WHICHJVM_OUT": str(program.out),
    }
    words: list[Word] = ["java", "-Xmx64m", "-jar", JAR, "command", "--fork", "c/1-jvm", "--app", program.app]
    sizes = program.scratch / "sizes"
    sizes.write_text(" ".join(map(str, megabytes)))
    source = "import sys; f = open(sys.argv[1], 'r+'); n, *m = f.read().split(); b'1' * (int(n) << 20)"
    source += "; f.seek(0); f.truncate(); f.write(' '.join(m))"
    starts: list[Word] = ["--starts", str(len(megabytes)), "--", "python3", "-c", source, sizes]
    program.start(*group.inside(*words, *starts), env=in_image).end().ended()


def test_memory_in_a_container_is_not_told_if_what_ran_there_before_had_more(program: Program) -> None:
    with memory_group(f"test-{os.getpid()}") as group:
        limit = group.folder / "memory.max"
        if not limit.exists():
            limit = group.folder / "memory.limit_in_bytes"
        limit.write_text(str(512 << 20))
        memory_of_container(program, group, 300)
    assert program.peaks == []


def test_memory_in_a_container_is_told_of_a_program_that_had_more_than_what_ran_there_before(
    program: Program,
) -> None:
    with memory_group(f"test-{os.getpid()}") as group:
        memory_of_container(program, group, 600)
    assert 600 < program.score("peak-memory") < 700


def test_memory_in_a_container_is_the_most_of_all_starts(program: Program) -> None:
    with memory_group(f"test-{os.getpid()}") as group:
        memory_of_container(program, group, 300, 600, 500)
    assert 600 < program.score("peak-memory") < 700
    assert program.scores["peak-memory"]["iterations"] == []
    assert len(program.scores["wall"]["iterations"]) == 3


def test_a_programs_control_group_is_inside_that_of_who_started_it_of_any_name(program: Program) -> None:
    name = f"whichjvm-nightly-{os.getpid()}.service"
    with memory_group(name) as group:
        output(*group.inside("python3", "-c", 'b"1" * (300 << 20)'))
        # Whose watcher would take as much memory as the service once had, if that were the fork's own.
        shell = 'sed -n "s/^VmRSS: *//p" "/proc/$PPID/status"; cat /proc/self/cgroup'
        program.start(*group.inside(*program.words("--", "sh", "-c", shell))).end().ended()
    assert f"/{name}" in program.printed
    assert int(program.printed.split(" kB", 1)[0]) < 200000


def test_a_program_does_not_leave_the_control_group_of_who_started_it_whose_limits_hold_for_it(
    program: Program,
) -> None:
    become = another_user(program)
    with memory_group(f"outer-{os.getpid()}") as outer:
        group = Group(outer.folder / "inner")
        try:
            # This user may make groups in the outer one.
            for each in (outer.folder, *outer.folder.glob("cgroup.*")):
                os.chown(each, 4321, -1)
            program.start(*group.inside(*become, *program.words("--", "cat", "/proc/self/cgroup"))).end().ended()
        finally:
            group.remove()
    assert any(each.endswith(f"/outer-{os.getpid()}/inner") for each in program.printed.splitlines())


def test_the_control_group_of_a_large_program_goes_with_a_fork_that_is_killed(program: Program) -> None:
    large = program.scratch / "large"
    source = 'import sys, time; pages = b"1" * (800 << 20); open(sys.argv[1], "w"); time.sleep(1000)'
    started = program.start(*program.words("--", "python3", "-c", source, large))
    eventually(large.exists, "the program is large")
    signal_jvm(started, signal.SIGKILL)
    started.end()
    assert not groups(f"whichjvm-{started.pid}-*")


def test_memory_of_a_harness_whose_own_jvm_has_other_options_is_told_beside_its_scores(program: Program) -> None:
    program.script(
        "jmh.sh",
        """\
#!/bin/sh
while [ "$1" != -rff ]; do shift; done
echo '[{"benchmark": "a.B.c", "mode": "avgt", "threads": 1, "primaryMetric": {"score": 1, "scoreUnit": "ms/op"}}]' >"$2"
""",
    )
    program.fork("--adapter", "jmh", "--", "./jmh.sh").ended()
    assert all(each["beside"] for each in program.peaks)
