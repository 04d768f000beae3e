"""scripts/compare and scripts/report with the runner `host`: what needs real processes. What a campaign is made of, and
each refusal of an argument, is in host_code and in the collector's PlanTest and PlanFromChecksTest."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shlex
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support import (
    COMPARE,
    ROOT,
    SHM,
    SHORT,
    UNGATED,
    WARM_UP_SOON,
    Ran,
    Started,
    Starter,
    after_block,
    eventually,
    forks_of,
    java_home,
    need_cpus,
    need_root,
    no_orphans,
    output,
    queues,
    read,
    run,
    wait_for_host,
)

pytestmark = pytest.mark.beside

REPORT = str(ROOT / "scripts" / "report")
HUGE = [sys.executable, "-I", str(ROOT / "scripts" / "whichjvm" / "huge.py")]
NO_ENGINE = {"DOCKER_HOST": "unix:///nowhere"}


@pytest.fixture
def out(out: Path) -> Iterator[Path]:
    """Nothing half done is in it at the end, and no queue in memory."""
    before = queues()
    yield out
    assert not list(out.rglob(".*"))
    no_orphans(before)


def one() -> list[str]:
    return ["--jdk", f"one={java_home()}", *UNGATED]


def on_host(out: Path, *words: str) -> list[str]:
    return [COMPARE, "--runner", "host", "--out", str(out), *words]


def compare(out: Path, *words: str) -> Ran:
    return run(*on_host(out, *words), env=WARM_UP_SOON)


def compare_with_whole_forks(out: Path, *words: str) -> Ran:
    """Three times at most: a fork that a busy host overloads ends before it looks at its memory, and no rule excludes it."""
    for _ in range(3):
        ran = compare(out, *words).ended(0, 3)
        if not ran.code:
            break
    return ran


def resume(out: Path, campaign: str, *words: str) -> Ran:
    return run(COMPARE, "--out", out, "--resume", campaign, *words, env=WARM_UP_SOON)


def latest(out: Path) -> str:
    return os.readlink(out / "latest")


def processes(*parts: str, below: int | None = None) -> list[int]:
    """That have all of these in their command lines; of one process and what it has started, or of all."""
    parents, found = {}, []
    for each in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parents[int(each.name)] = int((each / "stat").read_text(errors="replace").rpartition(") ")[2].split()[1])
            words = (each / "cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
            if all(part in words for part in parts):
                found.append(int(each.name))

    def is_below(pid: int) -> bool:
        return pid == below or (pid in parents and is_below(parents[pid]))

    return [each for each in found if below is None or is_below(each)]


# --- one campaign that tests only read ---


@pytest.fixture(scope="module")
def ran(shared: Path) -> Ran:
    need_cpus(2)
    wait_for_host()
    (shared / "out").mkdir()
    words = ["--seed", "7", "--blocks", "2", *one(), "one", "one+delay5000ns", "--", *SHORT]
    return compare(shared / "out", *words)


@pytest.fixture
def campaign(ran: Ran, shared: Path, out: Path) -> str:
    """Its name, after it was copied into the test's results folder."""
    ran.ended(0, 3)
    shutil.copytree(shared / "out", out, symlinks=True, dirs_exist_ok=True)
    return latest(out)


def test_a_campaign_leaves_results_and_the_forks_of_every_block_and_says_a_line_a_block(
    ran: Ran, campaign: str, out: Path
) -> None:
    assert "one+delay5000ns" in ran.out
    assert "2 contenders × 2 blocks of 5 turns of 100 ms: about " in ran.err
    assert after_block(2, 2).search(ran.err)
    folder = out / campaign
    assert len(forks_of(folder)) == 4
    planned = read(folder / "campaign.json")
    assert planned["seed"] == 7
    assert planned["runner"] == "host"
    assert planned["start"]["report"] == "report"
    assert planned["start"]["usual"] is False
    assert planned["start"]["jvms"] == {"one": str(java_home())}
    for name, delay in (("one", 0), ("one+delay*", 5000)):
        (fork,) = (folder / "forks").glob(f"001-{name}.json")
        assert read(fork)["parameters"]["delayNanos"] == delay
    for name in ("result.json", "report.md", "result.csv"):
        assert (folder / name).stat().st_size


def test_the_report_is_written_again_from_the_files_alone_by_a_jvm_of_this_host_where_no_engine_answers(
    campaign: str, out: Path
) -> None:
    (out / campaign / "result.json").unlink()
    run(REPORT, "--out", out, campaign, env=NO_ENGINE).ended(0, 3)
    assert (out / campaign / "result.json").stat().st_size
    undecided = run(REPORT, "--out", out, "--fail-unless-within:5%", campaign, env=NO_ENGINE)
    assert "--fail-unless-within 5% is undecided" in undecided.out + undecided.err
    exported = run(REPORT, "--out", out, "--export", "csv", campaign, env=NO_ENGINE).ended(0, 3)
    assert exported.out.startswith("block,contender,turn,metric,value,unit\r\n")


def test_campaigns_of_several_hosts_have_a_joint_report_in_the_last_of_their_folders(
    campaign: str, out: Path, scratch: Path
) -> None:
    earlier, later = scratch / "earlier", scratch / "later"
    for folder in (earlier / "x", later / "x", later / "y"):
        shutil.copytree(out / campaign, folder / campaign)
    ran = run(REPORT, "--hosts", earlier, "--hosts", later, env=NO_ENGINE).ended(0, 3)
    assert f"Report: {later}/hosts.html" in ran.out
    assert {each["host"] for each in read(later / "hosts.json")["hosts"]} == {"x", "y"}
    assert not (earlier / "hosts.json").exists()
    missing = run(REPORT, "--hosts", scratch / "missing", env=NO_ENGINE)
    missing.refused(2, "/missing', which is no folder\ntry: ")


def test_resuming_runs_only_what_is_missing_and_keeps_the_rest(campaign: str, out: Path) -> None:
    forks = out / campaign / "forks"
    for each in forks.glob("002-one.*"):
        each.unlink()
    os.utime(forks / "001-one.json", (1e9, 1e9))
    # The link is as good a name.
    assert after_block(2, 2).search(resume(out, "latest").ended(0, 3).err)
    assert (forks / "001-one.json").stat().st_mtime == 1e9
    assert read(forks / "002-one.json")["campaign"] == campaign
    assert len(forks_of(out / campaign)) == 4

    # A dry run of it shows nothing where nothing is missing.
    assert resume(out, campaign, "--dry-run").ended().out == ""
    resume(out, campaign, "--blocks", "3").refused(
        2, "--resume runs what the campaign's plan says, and --blocks cannot change it", "try: leave out --blocks"
    )


# --- what ends too soon ---


@pytest.fixture
def start(background: Starter, out: Path) -> Callable[..., Started]:
    """Starts a campaign that SIGINT ends, also if the process that runs the tests ignores it."""

    def start(*words: str) -> Started:
        return background("env", "--default-signal=INT,TERM", *on_host(out, *words), env=WARM_UP_SOON)

    return start


def test_a_jvm_that_is_killed_is_a_failed_fork_the_others_go_on_and_what_is_interrupted_says_how_to_go_on(
    start: Callable[..., Started], out: Path
) -> None:
    started = start("--blocks", "50", "--retries", "0", *one(), "one", "--", *SHORT)
    started.says(" × 50 blocks")
    eventually((out / "latest").is_symlink)
    campaign = latest(out)
    fork = ("whichjvm-workload.jar queue-latency ", f"--fork {campaign}/001-one")
    for pid in eventually(lambda: processes(*fork, below=started.pid)):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    eventually(lambda: after_block(2, 50).search(started.out + started.err), "block 2 is done")
    started.signal(signal.SIGINT)
    assert f"--resume {campaign} --out {out}" in started.end().ended(130).err
    assert read(out / campaign / "forks" / "001-one.json")["reason"] == "the JVM was killed (signal 9)"
    assert len(forks_of(out / campaign)) >= 2
    assert not processes(str(out))


def test_a_campaign_that_cannot_decide_what_was_asked_for_asks_a_person_on_a_terminal_before_it_goes_on(
    out: Path, scratch: Path
) -> None:
    words = on_host(out, *one(), "--precision", "3%", "--max-time", "20s", "one", "one+again")
    words += ["--", "--rate", "10000", "--warmup", "200ms"]
    terminal = scratch / "terminal"
    run(
        *("script", "--quiet", "--return", "--command", shlex.join(words), terminal),
        env=WARM_UP_SOON,
        stdin="n\n",
        timeout=120,
    ).ended(130)
    said = terminal.read_text(errors="replace")
    assert "are the least that can tell every contender apart" in said
    assert "Go on all the same? [Y/n]" in said
    assert "0 whole forks are kept. To go on:" in said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_is_interrupted_before_it_begins_leaves_nothing(
    number: signal.Signals, start: Callable[..., Started], out: Path
) -> None:
    started = start(*one(), "one", "one+zgc", "one+serialgc", "--", *SHORT)
    eventually(lambda: list(out.glob("*/request.json")))
    started.signal(number)
    started.end().ended(130)
    assert not list(out.iterdir())


@pytest.mark.parametrize("began", ["whichjvm-collector.jar", "workload/launch"])
def test_a_campaign_that_is_killed_as_the_collectors_process_or_a_fork_begins_leaves_nobody_behind(
    began: str, background: Starter, scratch: Path
) -> None:
    # Not `out`: what is killed cannot remove what it has half done.
    need_cpus(2)
    wait_for_host()
    folder = scratch / "killed"
    folder.mkdir()
    started = background(*on_host(folder, "--blocks", "1", *one(), "one", "--", *SHORT), env=WARM_UP_SOON)
    eventually(lambda: processes(began, below=started.pid))
    started.signal(signal.SIGKILL)
    started.end().ended(-signal.SIGKILL)
    # Who is left would hold the host.
    wait_for_host()


def test_a_campaign_that_was_killed_before_it_began_can_be_resumed(start: Callable[..., Started], out: Path) -> None:
    started = start("--blocks", "1", *one(), "one", "--", *SHORT)
    (planned,) = eventually(lambda: list(out.glob("*/request.json")))
    started.signal(signal.SIGKILL)
    started.end().ended(-signal.SIGKILL)
    wait_for_host()
    assert not (out / "latest").is_symlink()
    resume(out, planned.parent.name).ended(0, 3)
    assert len(forks_of(planned.parent)) == 1


def test_one_command_starts_a_campaign_resumes_it_however_it_was_ended_and_repeats_its_exit_code(
    background: Starter, scratch: Path
) -> None:
    # Not `out`: files whose names begin with a dot stay in it.
    need_cpus(2)
    wait_for_host()
    folder = scratch / "started"
    folder.mkdir()
    words = ["--resume-or-start", "--interleave", "forks", "--blocks", "4", *one(), "one", "--", *SHORT]
    command = ["env", "--default-signal=TERM", *on_host(folder, *words)]

    def forks() -> dict[Path, int]:
        return {each: each.stat().st_mtime_ns for each in forks_of(folder / "latest")}

    kept: dict[Path, int] = {}
    for number, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 130)):
        started = background(*command, env=WARM_UP_SOON)
        eventually(lambda: len(forks()) > len(kept))  # noqa: B023 # it is called in this turn
        run(*command, env=WARM_UP_SOON).refused(4, f"another process runs the campaign in {folder}")
        started.signal(number)
        started.end().ended(code)
        assert kept.items() <= forks().items()
        kept = forks()
        wait_for_host()
    ended = run(*command, env=WARM_UP_SOON).ended(0, 3)
    assert kept.items() <= forks().items()
    assert len(forks()) == 4
    (campaign,) = (each.parent for each in folder.glob("*/campaign.json") if not each.parent.is_symlink())
    again = run(*command, env=WARM_UP_SOON).ended(ended.code)
    assert again.out == ""
    assert again.err == f"the campaign has ended with exit code {ended.code}; its report is {campaign}/report.html\n"


def test_a_block_that_a_gate_excludes_is_run_again(out: Path) -> None:
    # No floor is the same twice.
    gates = ["--retries", "1", "--gate", "floor-in-fork=1", "--gate", "floor-in-turn=1"]
    said = compare_with_whole_forks(out, "--blocks", "1", *one(), *gates, "one", "--", *SHORT).err
    assert after_block(2, 2).search(said)
    assert len(forks_of(out / "latest")) == 2


def test_the_time_ends_a_campaign_that_may_stop_and_it_stays_so(out: Path) -> None:
    said = compare(out, "--precision", "2%", "--max-time", "1s", "--blocks", "5", *one(), "one", "--", *SHORT)
    assert re.search(r"^block 1/5\nthe campaign stops: ", said.ended(0, 3).err, re.MULTILINE)
    assert len(forks_of(out / "latest")) == 1
    assert "the campaign has stopped: " in resume(out, latest(out)).ended(0, 3).err
    assert len(forks_of(out / "latest")) == 1


# --- memory and other users ---


def test_contenders_of_memory_wait_strategy_and_flags_are_what_their_names_say_in_a_folder_of_another_user(
    out: Path, scratch: Path
) -> None:
    need_root("mount a tmpfs")
    os.chown(out, 4321, 4321)
    # A JVM that knows no flag of a set.
    stubborn = scratch / "stubborn" / "bin" / "java"
    stubborn.parent.mkdir(parents=True)
    stubborn.write_text(
        f"""#!/usr/bin/env bash
[[ " $* " != *UseTransparentHugePages* ]] || {{
  echo "Unrecognized VM option 'UseTransparentHugePages'
Error: Could not create the Java Virtual Machine." >&2
  exit 1
}}
exec "{java_home()}/bin/java" "$@"
"""
    )
    stubborn.chmod(0o755)
    words = [*one(), "--jdk", f"stubborn={stubborn.parents[1]}"]
    words += ["one+huge", "one+park20000ns+no-bounds-checks", "stubborn+thp", "--", *SHORT]
    said = compare_with_whole_forks(out, "--blocks", "1", *words).err
    assert "skipped stubborn+thp: the JVM refuses it: Unrecognized VM option 'UseTransparentHugePages'" in said
    forks = out / "latest" / "forks"
    assert len(forks_of(out / "latest")) == 2
    huge = read(forks / "001-one+huge.json")
    assert huge["parameters"]["queueMemory"] == "huge"
    assert huge["memory"]["pageBytes"] == 2097152
    assert huge["memory"]["hugeKb"] > 0
    parked = read(forks / "001-one+park20000ns+no-bounds-checks.json")
    assert parked["parameters"]["wait"] == "park:20000"
    assert parked["jvm"]["flagSet"] == "no-bounds-checks"
    # Nobody else has seen the mount, and it is gone.
    mounts = Path("/proc/mounts").read_text().splitlines()
    assert not [each for each in mounts if " /dev/shm " in each and "whichjvm" in each.partition("huge=always")[2]]
    others = [each for each in out.rglob("*") if each.lstat().st_uid != 4321 and each.parent.name != "forks"]
    assert not others


def test_a_user_who_is_not_root_has_huge_pages_too(scratch: Path) -> None:
    need_root("become another user")
    out = scratch / "out"
    out.mkdir()
    os.chown(out, 4321, 4321)
    become = ["setpriv", "--reuid=4321", "--regid=4321", "--clear-groups"]
    if run(*become, "unshare", "--user", "--map-root-user", "--mount", "true").code:
        pytest.skip("no user namespaces here")
    look = 'grep " /dev/shm .*huge=always" /proc/self/mounts; touch /dev/shm/queue "$1/file"'
    assert "huge=always" in output(*become, *HUGE, "sh", "-c", look, "look", out)
    made = (out / "file").stat()
    assert (made.st_uid, made.st_gid) == (4321, 4321)
    assert not (SHM / "queue").exists()


def test_where_no_huge_pages_may_be_mounted_a_sentence_says_so_and_a_folder_of_them_will_do(scratch: Path) -> None:
    need_root("be told what root may not")
    unshare = scratch / "unshare"
    unshare.write_text("#!/bin/sh\necho unshare: unshare failed: Operation not permitted >&2\nexit 1\n")
    unshare.chmod(0o755)
    env = {"PATH": f"{scratch}:{os.environ['PATH']}"}
    run(*HUGE, "true", env=env).refused(
        4,
        "root may mount none here (unshare: unshare failed: Operation not permitted)\ntry: leave out +huge",
    )
    run(*HUGE, "true", env={**env, "WHICHJVM_HUGE_DIR": "/mnt"}).ended()


# --- two at once ---


@pytest.fixture
def measuring(out: Path) -> Iterator[None]:
    """Another campaign measures on this host."""
    lock = os.open(SHM, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(lock)


def test_two_campaigns_at_once_the_second_does_not_measure(measuring: None, out: Path) -> None:
    ran = compare(out, *one(), "one", "--", *SHORT).refused(4, "another campaign measures on this host")
    assert ran.out == ""
    assert not list(out.iterdir())


def test_a_list_needs_no_host_of_its_own(measuring: None, out: Path) -> None:
    says = re.findall(r"^[a-z][a-z0-9-]*: [A-Z].*\.$", output(COMPARE, "--list", "flags"), re.MULTILINE)
    assert len(says) == len(list((ROOT / "docker" / "flags").rglob("*.options")))
    studies = [line.partition(":")[0] for line in output(COMPARE, "--list", "studies").splitlines()]
    wanted = "arm-specjbb article base false-sharing flags gc-steal jdk27 lse rate start-up vendors versions"
    assert " ".join(studies) == wanted
    assert "one" in compare(out, "--list", "jvms", *one()).out


def test_a_dry_run_needs_no_host_of_its_own(measuring: None, out: Path) -> None:
    words = on_host(out, "--dry-run", "--blocks", "2", *one(), "one", "one+again", "--", *SHORT)
    dry = run(*words, env={"JAVA_OPTS": '-Da="b c"'}).ended()
    # The checks of both, and two blocks.
    assert len(re.findall("workload/launch queue-latency .*--rate 10000", dry.out)) == 6
    assert len(re.findall(r"--fork .*00[12]-one\+again ", dry.out)) == 2
    assert len(re.findall("WHICHJVM_MEMBERS=2 WHICHJVM_MEMBER=[01] ", dry.out)) == 4
    assert "'JAVA_OPTS=-Da=\"b c\"'" in dry.out
    assert "2 contenders × 2 blocks of 5 turns of 100 ms" in dry.err
    assert not list(out.iterdir())


# --- what is refused ---


def test_where_there_is_no_jvm_and_no_engine_a_sentence_says_what_to_install(out: Path, scratch: Path) -> None:
    need_root("hide this machine's JVMs")
    ran = run(
        *("unshare", "--mount", "--propagation", "private", "sh", "-c"),
        *('mount -t tmpfs none /usr/lib/jvm && exec "$@"', "sh", COMPARE, "--out", out),
        env={**NO_ENGINE, "JAVA_HOME": None, "SDKMAN_DIR": None, "HOME": str(scratch), "PATH": "/usr/bin:/bin"},
    )
    ran.refused(4, "there is no JVM on this machine (JAVA_HOME, PATH, /usr/lib/jvm, SDKMAN)\ntry: apt-get install")


# What compare is given beside the results folder, with a blank as _, and parts of what refuses it.
REFUSED = """\
2 --runner host --frobnicate | '--frobnicate' is no option
2 --runner host --blocks | --blocks needs a value
2 --runner host --control=yes | --control takes no value, and got 'yes'
2 --runner host --blocks 0 | --blocks is '0'
2 --runner podman | --runner is 'podman' | try: one of docker, host, auto
2 --runner host --bases cloud | --bases is 'cloud'
2 --list images | --list is 'images' | try: one of jvms, flags, studies
2 --runner host --study ./none.study | there is no study './none.study'
2 --resume yesterday | there is no campaign 'yesterday' to resume
2 --runner host --jdk x=/nowhere | --jdk is 'x=/nowhere', and there is no /nowhere/bin/java | try: the folder in which bin/java is
2 --runner host --jdk JDK_17 | --jdk is 'JDK 17'
2 --runner host --jdk old=my/jdk:1 | error: --jdk is 'old=my/jdk:1', which is no folder with a bin/java | try: --jdk old=/opt/jdk-17, or --runner docker
2 --runner docker --jdk old=/opt/jdk-17 | error: --jdk is 'old=/opt/jdk-17', which is a path | try: --jdk old=my/jdk:17, or --runner host
4 --runner host --study article | --runner host has none of the JVMs of the study article
2 --runner host ONE -- --rate 0 | --rate is 0
4 --runner host ONE -- --duration 1h | MiB of heap and this JVM has 512 MiB
"""


@pytest.mark.parametrize("line", REFUSED.splitlines())
def test_what_is_no_option_and_a_value_that_is_none_is_refused_and_leaves_nothing(line: str, out: Path) -> None:
    typed, *parts = line.split(" | ")
    code, *words = typed.split()
    given = [word for each in words for word in ([*one(), "one"] if each == "ONE" else [each.replace("_", " ")])]
    ran = run(COMPARE, "--out", out, *given, env=WARM_UP_SOON).refused(int(code), *parts)
    assert ran.out == ""
    assert not list(out.iterdir())


def test_a_results_folder_that_cannot_be_made_says_why(scratch: Path) -> None:
    (scratch / "file").touch()
    compare(scratch / "file" / "out").refused(2, "/file/out' cannot be made by ", "Not a directory")


def test_a_size_of_huge_pages_that_is_none_is_refused(out: Path) -> None:
    run(*on_host(out, *one(), "one"), env={"WHICHJVM_HUGE_SIZE": "lots"}).refused(
        2, "WHICHJVM_HUGE_SIZE is 'lots'\ntry: WHICHJVM_HUGE_SIZE=4g"
    )
    assert not list(out.iterdir())


def test_a_report_without_a_campaign_says_what_makes_one(out: Path) -> None:
    ran = run(REPORT, "--out", out, env=NO_ENGINE).refused(2, "try: whichjvm compare")
    assert ran.out == ""
    assert not list(out.iterdir())


def test_the_help_of_a_workload_leaves_nothing(out: Path) -> None:
    assert "--rate=N" in compare(out, *one(), "one", "--", "--help").ended().out
    assert not list(out.iterdir())
