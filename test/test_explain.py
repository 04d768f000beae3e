"""scripts/explain with the runner `host`: a real profiler in real JVMs, and a program whose second version spends CPU time
in a method. What the collector makes of stacks is tested in Java."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest
from support import (
    COMPARE,
    ROOT,
    SHM,
    UNGATED,
    Ran,
    Word,
    compile_java,
    expect_recording,
    java_home,
    output,
    run,
)

pytestmark = pytest.mark.beside

EXPLAIN = ROOT / "scripts" / "explain"

APP = """
public class App {
  static long sink;
  static byte[] kept;

  static void garbage(int kilobytes) {
    for (int i = 0; i < kilobytes; i++) {
      kept = new byte[1_000];
    }
  }

  static void shared(int rounds) {
    for (int i = 0; i < rounds; i++) {
      sink = sink * 31 + Long.rotateLeft(sink ^ i, 7);
    }
  }

  static void planted(int rounds) {
    for (int i = 0; i < rounds; i++) {
      sink = sink * 37 + Long.rotateRight(sink ^ i, 9);
    }
  }

  public static void main(String[] args) {
    for (int i = 0; i < 200; i++) {
      shared(400_000);
      planted(VERSION);
      garbage(GARBAGE);
    }
    if (sink == 42) {
      System.out.println(sink);
    }
  }
}
"""

# The program of each version.
RUN_APP = ["--", "java", "-cp", ".", "App"]


@dataclasses.dataclass(frozen=True)
class Compared:
    """A campaign of the two versions."""

    folder: Path
    name: str

    @property
    def out(self) -> Path:
        return self.folder / "out"

    @property
    def apps(self) -> list[str]:
        return [f"--app={version}={self.folder / version}" for version in ("old", "new")]

    def explain(self, *words: Word) -> Ran:
        return run(EXPLAIN, "--out", self.out, *words)

    def newest(self) -> Path:
        return (self.out / "latest").resolve()


@pytest.fixture(scope="module")
def compared(shared: Path) -> Compared:
    for version, planted, garbage in (("old", "100_000", "200"), ("new", "1_000_000", "400")):
        (shared / version).mkdir()
        compile_java(shared / version, "App", APP.replace("VERSION", planted).replace("GARBAGE", garbage))
    (shared / "out").mkdir()
    compared = Compared(shared, "")
    words = [*UNGATED, *compared.apps, f"--jdk=one={java_home()}", "--blocks", "8", "one", *RUN_APP]
    run(COMPARE, "--runner", "host", "--out", compared.out, *words).ended()
    return dataclasses.replace(compared, name=compared.newest().name)


@dataclasses.dataclass(frozen=True)
class Explained:
    campaign: Compared
    folder: Path
    said: str

    @property
    def forks(self) -> Path:
        return self.folder / "forks"


@pytest.fixture(scope="module")
def explained(compared: Compared) -> Explained:
    """By its CPU time: the newest campaign, and what differs in it most clearly."""
    ran = compared.explain("--runner", "host", *UNGATED, *compared.apps, "--blocks", "8", *RUN_APP).ended()
    return Explained(compared, compared.newest(), ran.out)


def is_more(said: str, place: str) -> bool:
    """Whether a place is named that takes more."""
    return bool(re.search(rf"^{place} +[0-9.,]+ +[0-9.,]+ +\+", said, re.MULTILINE))


def test_the_method_of_a_slower_version_is_named_and_holds_the_difference(explained: Explained) -> None:
    said = explained.said
    assert is_more(said, r"App\.planted +itself")
    # A busy host's caches make what both versions share a little slower beside what one does more of.
    more = {
        place: float(difference.replace(",", ""))
        for place, difference in re.findall(
            r"^(App\.\w+) +itself +[0-9.,]+ +[0-9.,]+ +\+?([0-9.,]+)", said, re.MULTILINE
        )
    }
    assert more.get("App.shared", 0) < more["App.planted"] / 10, said
    assert "A run of one+app-new takes " in said
    assert "The control, one+app-old against itself" in said
    # The campaign that it explains has it too, and links to it.
    of = explained.campaign.out / explained.campaign.name
    assert (of / "explain-cpu.html").read_bytes() == (explained.folder / "explain.html").read_bytes()
    assert 'href="explain-cpu.html"' in (of / "report.html").read_text()
    table = (explained.folder / "explain.md").read_text()
    assert re.search(r"^App\.planted \| itself|\| App\.planted", table, re.MULTILINE), table


def test_each_fork_has_its_stacks_in_the_form_that_other_tools_read(explained: Explained) -> None:
    files = list(explained.forks.glob("*.collapsed"))
    assert len(files) == 24
    for file in files:
        lines = file.read_text().splitlines()
        assert lines
        assert not [each for each in lines if not re.fullmatch(r"\[[^;]*\](;[^;]+)* [0-9]+", each)]
    # Nothing but the stacks is left of the profiler, and it has said nothing among the program's words.
    assert not [each for each in explained.forks.glob("*.out") if each.read_text()]
    assert not [*explained.campaign.out.rglob("*asyncProfiler*"), *SHM.rglob("*asyncProfiler*")]


def test_each_fork_has_its_recording_which_other_tools_read(explained: Explained) -> None:
    files = sorted(explained.forks.glob("*.jfr"))
    assert len(files) == 24
    for file in files[:3]:
        expect_recording(file)


def test_an_explanation_is_resumed_by_its_own_verb(explained: Explained) -> None:
    campaign = explained.campaign
    resumed = campaign.explain(*campaign.apps, "--resume", explained.folder.name).ended()
    assert "A run of one+app-new takes " in resumed.out


def test_a_program_of_several_jvms_has_one_recording_without_those_of_jvms_that_were_killed(
    compared: Compared, scratch: Path
) -> None:
    app = scratch / "app"
    app.mkdir()
    (app / "App.class").write_bytes((compared.folder / "old" / "App.class").read_bytes())
    sleeps = "public class Sleeper { public static void main(String[] a) throws Exception { Thread.sleep(600_000); } }"
    compile_java(app, "Sleeper", sleeps)
    (app / "run.sh").write_text(
        "#!/bin/sh\n"
        "java -cp . App\n"
        "java -cp . Sleeper &\n"
        'until [ -s "../scratch/profile-$!.jfr" ]; do sleep 0.05; done\n'
        'kill -KILL "$!"\n'
        "java -cp . App\n"
    )
    (app / "run.sh").chmod(0o755)
    launch: list[Word] = [
        ROOT / "workload" / "launch",
        "command",
        "--out",
        scratch,
        "--fork",
        "several/001-one",
        "--app",
        app,
    ]
    jar = {"WHICHJVM_JAR": str(ROOT / "workload" / "target" / "whichjvm-workload.jar")}
    run(*launch, "--profile", "cpu", "--", "./run.sh", env=jar).ended()
    (recording,) = (scratch / "several" / "forks").glob("*.jfr")
    expect_recording(recording)
    assert "Chunks: 2" in output(java_home() / "bin" / "jfr", "summary", recording)


def test_allocation_is_explained_too(compared: Compared) -> None:
    words = [*compared.apps, *UNGATED, "--blocks", "8", "--event", "alloc", compared.name, *RUN_APP]
    said = compared.explain(*words).ended().out
    assert is_more(said, r"App\.garbage +with its calls"), said
    assert " MB of allocation, " in said
    assert not re.search(r"^App\.(planted|shared) ", said, re.MULTILINE), said


def test_page_faults_are_explained_where_the_kernel_tells_of_them_and_else_it_is_said_that_it_does_not(
    compared: Compared,
) -> None:
    words = [*compared.apps, *UNGATED, "--blocks", "1", "--event", "faults", compared.name, *RUN_APP]
    ran = compared.explain(*words).ended(0, 3)
    if ran.code == 0:
        assert " page faults, one of one+app-old " in ran.out
    else:
        assert any("perf" in each.read_text().lower() for each in (compared.newest() / "forks").glob("*.json"))


def logs(folder: Path) -> list[Path]:
    """What JVMs leave in a folder of what they compile."""
    return [
        each for name in ("hotspot_pid*.log", "whichjvm-*.compilations", "hs_c*_pid*.log") for each in folder.glob(name)
    ]


LOGGED = "one+log-compilation"


@pytest.fixture(scope="module")
def undecided(shared: Path) -> tuple[Path, Ran]:
    """A campaign that is to be explained at the end and has decided nothing, of forks that log what they compile."""
    out = shared / "undecided"
    out.mkdir()
    words = [f"--jdk=one={java_home()}", *UNGATED, "--blocks", "1", "--explain", LOGGED, f"{LOGGED}+again"]
    (shared / "here").mkdir()
    program = ["--", "java", "{flags}", "-version"]
    return out, run(COMPARE, "--runner", "host", "--out", out, *words, *program, cwd=shared / "here")


def test_compare_explains_at_the_end_what_it_has_decided_or_says_that_it_has_decided_nothing(
    undecided: tuple[Path, Ran],
) -> None:
    undecided[1].refused(2, "has decided no difference\ntry: name the two contenders to explain")


def test_a_fork_of_a_program_keeps_the_log_of_what_its_jvm_compiled_where_the_flag_set_asks_for_it(
    undecided: tuple[Path, Ran], shared: Path
) -> None:
    forks = undecided[0] / "latest" / "forks"
    assert re.search("^<hotspot_log ", (forks / f"001-{LOGGED}.compilation.log").read_text(), re.MULTILINE)
    assert not logs(shared / "here")
    assert not logs(ROOT)


def test_a_fork_of_messages_keeps_that_log_too(scratch: Path) -> None:
    before = logs(Path("/tmp"))
    words = [f"--jdk=one={java_home()}", *UNGATED, "--blocks", "1", "--interleave", "forks", "--duration", "200ms"]
    load = ["--warmup", "100ms", "--rate", "1000"]
    # A busy host may fail the fork, since logging slows its JVM.
    run(COMPARE, "--runner", "host", "--out", scratch, *words, LOGGED, "--", *load).ended(0, 3)
    assert "Producer" in (scratch / "latest" / "forks" / f"001-{LOGGED}.compilation.log").read_text()
    assert set(logs(Path("/tmp"))) <= set(before)


def test_retail_is_explained_by_what_its_transactions_spend(scratch: Path) -> None:
    serial, usual = "one+heap256m+serialgc", "one+heap256m"
    one_block = ["--out", str(scratch), *UNGATED, "--blocks", "1"]
    load = ["--warmup", "300ms", "--turn", "100ms", "--points", "5", "--live", "32m"]
    jdk = f"--jdk=one={java_home()}"
    run(COMPARE, "--runner", "host", jdk, *one_block, "--workload", "retail", usual, serial, "--", *load).ended()
    campaign = (scratch / "latest").resolve().name
    ran = run(EXPLAIN, *one_block, "--event", "cpu", campaign, serial, usual).ended()
    assert f"A batch of 10,000 transactions of {serial} takes " in ran.out
    stacks = (scratch / "latest" / "forks" / f"001-{usual}.collapsed").read_text()
    assert re.search(r"^\[worker-0\];.*Transactions\.run", stacks, re.MULTILINE)


def test_a_dry_run_prints_what_would_run_and_leaves_nothing(compared: Compared) -> None:
    before = sorted(each.name for each in compared.out.iterdir())
    said = compared.explain("--dry-run", *compared.apps, compared.name, *RUN_APP).ended().out
    assert "--profile cpu" in said
    assert sorted(each.name for each in compared.out.iterdir()) == before


def test_a_campaign_that_explains_is_not_explained(explained: Explained) -> None:
    explained.campaign.explain(explained.folder.name).refused(2, "has explained a campaign itself")


def test_without_a_name_it_is_the_newest_campaign_that_explains_none(explained: Explained) -> None:
    campaign = explained.campaign
    refused = f"{campaign.name} has no contender 'one+app-none'\ntry: one of: one+app-old one+app-new"
    campaign.explain("one+app-new", "one+app-none").refused(2, refused)


def test_the_folders_of_a_program_are_granted_again(compared: Compared) -> None:
    compared.explain(compared.name, "one+app-new").refused(2, f"mounts '{compared.folder}/")


def test_there_has_to_be_a_campaign_to_explain(scratch: Path) -> None:
    run(EXPLAIN, "--out", scratch).refused(2, "there is no campaign to explain")
