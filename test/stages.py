"""What scripts/test runs: stage by stage every check there is, of which it counts what passed, failed or was skipped."""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import lint
from children import Children, Word, has, maven, said_by
from whichjvm.about import version
from whichjvm.console import INTERRUPTED, ROOT, Stop, cannot, say, wrong
from whichjvm.given import parse
from whichjvm.options import Option

# The jars are built once, by unit; lint needs them for what they print.
STAGES = ("unit", "lint", "code", "host", "container", "attacks")
QUICK = STAGES[:4]
OPTIONS = {each.name: each for each in map(Option, ("--quick", "--emulator", "--cluster", "--only STAGE"))}

TOOLS_LIST = ROOT / "scripts/lib/test-tools.txt"
TOOLS = ROOT / ".cache/tools"

# With a /dev/shm of its own a program sees no forks of others; it yields to them.
OWN_SHM = ("nice", "unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /dev/shm && exec "$@"', "own")

# passed, failed or skipped, and the name of a test.
Counted = list[tuple[str, str]]


# --- files of tests -----------------------------------------------------------------------------


def files_of(folder: Path) -> list[Path]:
    return sorted(folder.glob("test_*.py"))


def shown_as(file: Path) -> str:
    return os.path.relpath(file, ROOT)


def mark(file: Path) -> str:
    """`engine`, `beside` or nothing, as the module's `pytestmark` says."""
    with contextlib.suppress(SyntaxError):
        lines = map(ast.unparse, ast.parse(file.read_text(encoding="utf-8")).body)
        marks = " ".join(line for line in lines if line.startswith("pytestmark"))
        return next((name for name in ("engine", "beside") if f"pytest.mark.{name}" in marks), "")
    return ""


def minutes(file: Path) -> int:
    """That it takes, as its mark says: pytest.mark.beside(minutes=2). Without, it is a short one."""
    said = re.search(r"^pytestmark = .*\bminutes=(\d+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    return int(said[1]) if said else 0


def names(file: Path) -> list[str]:
    """Of its tests."""
    named = re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    return [f"{file.stem}: {name}" for name in named]


def command_of(file: Path, folder: Path) -> list[Word]:
    """Runs a file or a folder of tests, and leaves report.xml in `folder`."""
    return [
        *(sys.executable, "-m", "pytest", "--quiet"),
        *("--junit-xml", folder / "report.xml", "--basetemp", folder / "tmp", file),
    ]


def counted_in(report: Path, prefix: str) -> Counted:
    """Every test of JUnit's XML, and a report that is not whole."""
    try:
        cases = [*ElementTree.parse(report).iter("testcase")]
    except (OSError, ElementTree.ParseError) as broken:
        return [("failed", f"{prefix}: {report.name} is no whole report: {broken}")]
    counted: Counted = []
    for case in cases:
        of = case.get("classname", "").rpartition(".")[2]
        name = " ".join(f"{prefix}: {of}: {case.get('name')}".split())
        skipped = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            counted.append(("failed", name))
        elif skipped is not None:
            # JUnit has a stack trace behind it.
            reason = (skipped.get("message") or skipped.text or "").strip().partition("\n")[0]
            counted.append(("skipped", f"{name} ({reason})"))
        else:
            counted.append(("passed", name))
    return counted


def failed(counted: Counted) -> bool:
    return any(outcome == "failed" for outcome, _ in counted)


def summary(counted: Counted) -> str:
    outcomes = [outcome for outcome, _ in counted]
    return ", ".join(f"{outcomes.count(each)} {each}" for each in ("passed", "failed", "skipped"))


# --- one run of scripts/test --------------------------------------------------------------------


class Run:
    def __init__(self, work: Path, env: dict[str, str], tools: Path, children: Children, quick: bool = False) -> None:
        self.work = work
        self.env = env
        # With the modules of the tools, which only pytest and mypy are to find.
        self.python_env = {**env, "PYTHONPATH": str(tools), "PYTHONDONTWRITEBYTECODE": "1"}
        self.children = children
        self.quick = quick
        self.counted: Counted = []
        # Files that load does not change, with their stages; they run when all stages are through.
        self.marked: dict[str, list[tuple[str, Path]]] = {"engine": [], "beside": []}
        # Those of them that failed.
        self.again: list[tuple[str, Path]] = []
        self._printing = threading.Lock()

    def run(self, stages: Sequence[str]) -> int:
        """The exit code."""
        for stage in [*stages, "beside"]:
            if stage == "beside" and not any(self.marked.values()):
                continue
            began = time.monotonic()
            print("==", stage)
            getattr(self, stage, functools.partial(self.with_engine, stage))()
            minutes, seconds = divmod(int(time.monotonic() - began), 60)
            print(f"== {stage} took {minutes} min {seconds:02d} s")
        for outcome, shown in (("skipped", "skipped"), ("failed", "FAILED")):
            for name in [name for each, name in self.counted if each == outcome]:
                print(f"{shown}: {name}")
        for _, file in self.again:
            print("failed beside others, so it was run again alone:", shown_as(file))
        print("total:", summary(self.counted))
        return int(failed(self.counted))

    def judge(self, name: str, good: bool) -> None:
        print("passed" if good else "FAILED", name)
        self.counted.append(("passed" if good else "failed", name))

    def check(self, name: str, *command: Word, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> None:
        """One test, by the exit code of a command."""
        self.judge(name, self.children.run(command, cwd=cwd, env=env or self.env) == 0)

    def skip(self, name: str, reason: str) -> None:
        print(f"skipped {name} ({reason})")
        self.counted.append(("skipped", f"{name} ({reason})"))

    def unit(self) -> None:
        # Reports of tests that are no more would still count.
        for folder in ROOT.glob("*/target/surefire-reports"):
            shutil.rmtree(folder)
        slow = ["-DexcludedGroups=slow"] if self.quick else []
        self.check("unit: compile and package", *maven("-Dmaven.test.failure.ignore=true", *slow, "package"))
        counted = [
            each for file in ROOT.glob("*/target/surefire-reports/TEST-*.xml") for each in counted_in(file, "unit")
        ]
        print("unit tests:", summary(counted))
        self.counted += counted

    def lint(self) -> None:
        lint.lint(self)

    def code(self) -> None:
        """The host's code without JVMs and engine."""
        self.counted += self.run_file("code", ROOT / "test/host_code")

    def host(self) -> None:
        files = [file for file in files_of(ROOT / "test") if not self.quick or file.stem == "test_quick"]
        # The jars that these tests start are this checkout's, whichever stages were asked for.
        if not any("unit: compile and package" in each for each in self.counted):
            self.check("host: build the jars", *maven("jars"))
        if all((ROOT / f"{each}/target/whichjvm-{each}.jar").is_file() for each in ("workload", "collector")):
            self.run_files("host", files)
        else:
            self.skip_all("host", "the jars were not built", files)

    def cluster(self) -> None:
        """On a Kubernetes that is built by hand, since that takes ten minutes; its tests take as long."""
        check: list[Word] = [sys.executable, ROOT / "test/cluster/cluster.py", "build", "--check"]
        if not os.environ.get("CI") and not self.children.run(check, env=self.env):
            self.with_engine("cluster")
        else:
            reason = "it takes too long for CI, and test/cluster/cluster.py build before it"
            self.skip_all("cluster", reason, files_of(ROOT / "test/cluster"))

    def with_engine(self, stage: str) -> None:
        files = files_of(ROOT / "test" / stage)
        if not files or has("docker", "info"):
            self.run_files(stage, files)
            return
        say("no engine answers 'docker info'; scripts/install-docker installs one")
        self.skip_all(stage, "no engine", files)
        if os.environ.get("WHICHJVM_REQUIRE_CONTAINERS") == "1":
            self.judge(f"{stage}: WHICHJVM_REQUIRE_CONTAINERS is 1 and no engine answers", False)

    def skip_all(self, stage: str, reason: str, files: Sequence[Path]) -> None:
        for name in (name for file in files for name in names(file)):
            self.skip(f"{stage}: {name}", reason)

    def run_files(self, stage: str, files: Sequence[Path]) -> None:
        """Those without a mark now, one after another, with nothing beside."""
        print(f"{stage}: {len(files)} test files")
        for file in files:
            if mark(file):
                self.marked[mark(file)].append((stage, file))
            else:
                self.counted += self.run_file(stage, file)

    def beside(self) -> None:
        """The files with this host's engine one after another in its /dev/shm, where they look for what is left and hold
        the lock, and two of the others at once beside them; where these cannot have a /dev/shm of their own, one file at
        all. A file that fails beside others is told, and judged by a run that nothing disturbs."""
        owned = has("unshare", "--mount", "mount", "-t", "tmpfs", "none", "/dev/shm")
        engine = self.marked["engine"]
        # The longest first, so that none runs alone at the end.
        others = sorted(self.marked["beside"], key=lambda each: minutes(each[1]), reverse=True)
        lanes = [engine] * bool(engine) + [[each] for each in others]

        def run_lane(lane: list[tuple[str, Path]]) -> None:
            for stage, file in lane:
                counted = self.run_file(stage, file, OWN_SHM if owned and lane is not engine else (), at_once=True)
                if owned and len(lanes) > 1 and failed(counted):
                    self.again.append((stage, file))
                else:
                    self.counted += counted

        with ThreadPoolExecutor(3 if owned else 1) as pool:
            ran = [pool.submit(run_lane, lane) for lane in lanes]
            try:
                for each in ran:
                    each.result()
            except BaseException:
                # The pool waits for what it runs.
                self.children.end()
                raise
        for stage, file in self.again:
            self.counted += self.run_file(stage, file)

    def run_file(self, stage: str, file: Path, before: Sequence[str] = (), at_once: bool = False) -> Counted:
        """What became of its tests. What it says is shown as it comes, or all at once."""
        folder = Path(tempfile.mkdtemp(dir=self.work))
        began = time.monotonic()
        with (folder / "said").open("wb+") as said:
            to: dict[str, Any] = {"stdout": said, "stderr": subprocess.STDOUT} if at_once else {}
            code = self.children.run([*before, *command_of(file, folder)], cwd=ROOT, env=self.python_env, **to)
        counted = counted_in(folder / "report.xml", stage)
        # A test that was killed is in no report.
        if code and not failed(counted):
            counted.append(("failed", f"{stage}: {file.stem}: it did not run to its end, with exit code {code}"))
        with self._printing:
            print((folder / "said").read_text(encoding="utf-8", errors="replace"), end="")
            print(f"# {shown_as(file)} took {time.monotonic() - began:.0f} s")
        return counted


# --- the command --------------------------------------------------------------------------------


def test_tools(children: Children) -> Path:
    """The folder of those of the list; installs what is not there yet, without root."""
    wanted = TOOLS / hashlib.sha256(TOOLS_LIST.read_bytes()).hexdigest()[:16]
    if wanted.is_dir():
        return wanted
    pip = [sys.executable, "-m", "pip"]
    if not has(*pip, "--version"):
        raise cannot("python3 has no pip, which installs the test tools", "apt-get install python3-pip (Debian)")
    say(f"installing the tools that {shown_as(TOOLS_LIST)} pins")
    shutil.rmtree(TOOLS, ignore_errors=True)
    part = wanted.with_suffix(".tmp")
    quietly = ("--quiet", "--disable-pip-version-check", "--no-input")
    pinned: tuple[Word, ...] = ("--require-hashes", "--only-binary", ":all:", "--no-deps", "--requirement", TOOLS_LIST)
    command = [*pip, "install", *quietly, *pinned, "--target", part]
    code = children.run(command, env={**os.environ, "PIP_ROOT_USER_ACTION": "ignore"})
    if code:
        shutil.rmtree(part, ignore_errors=True)
        raise cannot(
            f"pip ended with exit code {code}, so the test tools are not installed",
            "see that python3 -m pip reaches a package index, then run this again",
        )
    # So a folder that is there is whole.
    return part.rename(wanted)


def environment(tools: Path, builds: bool) -> dict[str, str]:
    """Of what is run. A machine that cannot build says so once, not test by test."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    # The pinned Go does not know the settings of the machine's own, which may have another proxy.
    if shutil.which("go"):
        env["GOPROXY"] = said_by(["go", "env", "GOPROXY"], env)
    # pip's own go is a Python script that would have to find its package; the program itself need not.
    for folder in ("bin", "go/bin"):
        env["PATH"] = f"{tools / folder}{os.pathsep}{env['PATH']}"
    if builds:
        env["JAVA_HOME"] = said_by(maven("tools"), env).splitlines()[0]
        env["WHICHJVM_VEGETA"] = said_by([ROOT / "docker/vegeta/on-host"], env)
        # For forks on this host, which take the java that PATH has.
        env["PATH"] += f"{os.pathsep}{env['JAVA_HOME']}/bin"
    return env


def main(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["--version"]:
        print(version())
        return 0
    if {"-h", "--help"} & {*arguments}:
        print((ROOT / "scripts/lib/usage/test.txt").read_text(encoding="utf-8"), end="")
        return 0
    given = parse(OPTIONS, arguments, "test")
    given.no_operands()
    for stage in given.texts("--only"):
        if stage not in STAGES:
            raise wrong(f"--only is '{stage}'", f"one of {' '.join(STAGES)}")
    only = [*given.texts("--only"), *(each for each in ("emulator", "cluster") if given.has(f"--{each}"))]
    stages = [*dict.fromkeys(only)] or (QUICK if given.has("--quick") else STAGES)
    # This process may have been started with Ctrl-C ignored, and its children would ignore it too.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    children = Children()
    work = Path(tempfile.mkdtemp(prefix="whichjvm-tests-"))
    try:
        tools = test_tools(children)
        env = environment(tools, builds=[*stages] != ["code"])
        return Run(work, env, tools, children, given.has("--quick")).run(stages)
    finally:
        children.end()
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.argv = [os.environ.pop("WHICHJVM_TYPED", "") or sys.argv[1], *sys.argv[2:]]
    try:
        sys.exit(main(sys.argv[1:]))
    except Stop as stop:
        for sentence in stop.lines:
            say(sentence)
        sys.exit(stop.code)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
