"""CONTRIBUTING's table of what to touch: each thing is added to a copy of this project in the files that the table names,
in no other, and the copy builds, its lists are whole, and it knows what was added."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from support import ROOT, java_home, output, run

pytestmark = pytest.mark.beside

COMMON = "common/src/main/java/org/whichjvm/common"
COLLECTOR = "collector/src/main/java/org/whichjvm/collector"
WORKLOAD = "workload/src/main/java/org/whichjvm/workload"


class Copy:
    """Of this project, in which things are added."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.touched: list[str] = []

    def make(self) -> None:
        output("git", "init", "--quiet", self.folder)
        listed = output(
            *("git", "-c", f"safe.directory={ROOT}", "-C", ROOT),
            *("ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        )
        # One that is gone here is not in the copy either.
        files = [each for each in listed.split("\0") if each and os.path.lexists(ROOT / each)]
        output(
            *("tar", "--create", "--file", self.folder / ".git" / "all.tar", "--null", "--verbatim-files-from"),
            "--files-from=-",
            stdin="\0".join(files),
        )
        output("tar", "--extract", "--file", self.folder / ".git" / "all.tar", cwd=self.folder)
        output("git", "add", ".", cwd=self.folder)
        who = ("-c", "user.name=test", "-c", "user.email=test@localhost")
        output("git", *who, "commit", "--quiet", "--message", "copy", cwd=self.folder)

    def says(self, *words: str) -> str:
        return output(*words, cwd=self.folder)

    def write(self, file: str, text: str) -> None:
        path = self.folder / file
        assert not path.exists()
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def append(self, file: str, text: str) -> None:
        path = self.folder / file
        path.write_text(path.read_text() + text)

    def before(self, file: str, part: str, text: str) -> None:
        """The text comes before the first line that has this."""
        path = self.folder / file
        lines = path.read_text().splitlines(keepends=True)
        at = next((number for number, line in enumerate(lines) if part in line), None)
        assert at is not None, f"{file} has no line with: {part}"
        path.write_text("".join([*lines[:at], text, *lines[at:]]))

    def instead(self, file: str, old: str, new: str) -> None:
        """Once."""
        path = self.folder / file
        text = path.read_text()
        assert old in text, f"{file} has not: {old}"
        path.write_text(text.replace(old, new, 1))

    def touches(self, pattern: str, *files: str) -> None:
        """These and no others of what was added have this in them."""
        having = [each for each in self.touched if re.search(pattern, (self.folder / each).read_text(), re.I | re.M)]
        assert having == sorted(files)


@pytest.fixture(scope="module")
def copy(shared: Path) -> Copy:
    """With all that is added, and built."""
    made = Copy(shared)
    made.make()
    for add in (
        *(add_variant, add_flag_set, add_study, add_gate, add_percentile, add_export, add_wait_strategy),
        add_workload,
    ):
        add(made)
    # Their blanks at the line's beginning tell what became of each.
    changed = run("git", "status", "--porcelain", "--untracked-files=all", cwd=shared).ended().out
    made.touched = sorted(each[3:] for each in changed.splitlines())
    made.says("scripts/generate-variants")
    made.says("python3", "scripts/whichjvm/__main__.py", "maven", "test_additions", "jars")
    return made


def add_variant(copy: Copy) -> None:
    line = "jdk21-newcomer\tmore\tNewcomer\t21.0.12\tC2\tvendors-21\tnewcomer.example/jdk:21.0.12\n"
    copy.append("docker/variants.tsv", line)


def test_a_vendor_is_one_line(copy: Copy) -> None:
    copy.touches("jdk21-newcomer", "docker/variants.tsv")
    copy.says("scripts/generate-variants", "--check")
    assert '"jdk21-newcomer"' in copy.says("docker", "buildx", "bake", "--print", "vendors-21")
    assert "jdk21-newcomer" in copy.says("./whichjvm", "list")


def add_flag_set(copy: Copy) -> None:
    copy.write("docker/flags/newcomer-flag.options", "# Oldest first.\n-XX:+UseNewcomerFlag\n")


def test_a_flag_set_is_one_file(copy: Copy) -> None:
    copy.touches("newcomerflag", "docker/flags/newcomer-flag.options")
    assert "newcomer-flag" in copy.says("./whichjvm", "list", "flags")


def add_study(copy: Copy) -> None:
    base = (copy.folder / "studies" / "base.study").read_text()
    asked = re.sub("^# Does the base.*", "# Is the newcomer study there?", base, flags=re.M)
    copy.write("studies/newcomer-study.study", asked)


def test_a_study_is_one_file(copy: Copy) -> None:
    copy.touches("newcomer study", "studies/newcomer-study.study")
    assert "newcomer-study" in copy.says("./whichjvm", "list", "studies")


def add_gate(copy: Copy) -> None:
    copy.before(
        f"{COLLECTOR}/model/ExclusionRule.java",
        "  SLEEPERS_SHARE(",
        """\
  NEWCOMER_GATE(
      Kind.SHARE,
      0.5,
      "the newcomer took a part",
      Rule.ofForks(fork -> ofWindow(fork, millis(fork, Disturbances.STEAL_MILLIS)))),

""",
    )
    copy.before("scripts/whichjvm/values.py", '    "sleepers-share": Gate(', '    "newcomer-gate": Gate(0.5),\n')
    copy.before("docs/report-reference.md", "| `late` |", "| `newcomer-gate` | the newcomer took a part | 0.5 |\n")


def test_a_gate_is_a_rule_of_the_collector_its_limit_for_options_and_the_table(copy: Copy) -> None:
    copy.touches(
        "newcomer.gate",
        f"{COLLECTOR}/model/ExclusionRule.java",
        "scripts/whichjvm/values.py",
        "docs/report-reference.md",
    )
    assert "newcomer-gate" in copy.says("./whichjvm", "help", "deciding")


def add_percentile(copy: Copy) -> None:
    copy.before(f"{COMMON}/Percentile.java", '  P99("p99"', '  P95("p95", 20),\n')
    copy.instead(f"{COMMON}/Percentile.java", "asList(P50, P90, P99,", "asList(P50, P90, P95, P99,")
    copy.instead(
        f"{COLLECTOR}/model/fork/Metric.java",
        "percentile == Percentile.P99 ||",
        "percentile == Percentile.P95 || percentile == Percentile.P99 ||",
    )
    copy.instead("scripts/whichjvm/values.py", "(?:50|90|99|", "(?:50|90|95|99|")
    # Where it stands in each, as SchemasTest writes them: here one, since nothing is checked by them.
    copy.before("schema/result.schema.json", '"p99",', '        "p95",\n')
    copy.before("schema/fork.schema.json", '"p99",', '              "p95",\n')


def test_a_percentile_that_is_decided_is_its_two_files_its_name_for_options_and_the_schemas(copy: Copy) -> None:
    copy.touches(
        r'90[|]95[|]99|P95[(]"p95"|Percentile.P95|"p90", "p95", "p99"|^ *"p95",$',
        f"{COMMON}/Percentile.java",
        f"{COLLECTOR}/model/fork/Metric.java",
        "scripts/whichjvm/values.py",
        "schema/fork.schema.json",
        "schema/result.schema.json",
    )


def add_export(copy: Copy) -> None:
    copy.write(
        f"{COLLECTOR}/export/NewcomerExport.java",
        """\
package org.whichjvm.collector.export;

import java.io.IOException;
import java.io.Writer;
import org.whichjvm.collector.report.Conclusion;

final class NewcomerExport {
  private NewcomerExport() {}

  static void write(final Conclusion answer, final Writer out) throws IOException {
    out.write("newcomer of " + answer.result().campaign().settings().campaign() + "\\n");
  }
}
""",
    )
    copy.instead(f"{COLLECTOR}/export/ExportFormat.java", "  CSV(", "  NEWCOMEREXPORT(NewcomerExport::write),\n  CSV(")
    copy.instead("scripts/whichjvm/options.py", "openmetrics or csv", "openmetrics, csv or newcomerexport")


def test_an_export_is_a_class_a_line_and_the_help_of_report(copy: Copy) -> None:
    copy.touches(
        "NewcomerExport",
        f"{COLLECTOR}/export/NewcomerExport.java",
        f"{COLLECTOR}/export/ExportFormat.java",
        "scripts/whichjvm/options.py",
    )
    assert "newcomerexport" in copy.says("java", "-jar", "collector/target/whichjvm-collector.jar", "report", "--help")


def add_wait_strategy(copy: Copy) -> None:
    file = f"{COMMON}/WaitStrategy.java"
    copy.instead(file, '    YIELD("yield"', '    NEWCOMER_WAIT("newcomerwait", true, 8, 0),\n    YIELD("yield"')
    copy.instead(file, "if (kind == Kind.YIELD)", "if (kind == Kind.YIELD || kind == Kind.NEWCOMER_WAIT)")
    copy.instead("scripts/whichjvm/suffixes.py", '"yield|', '"yield|newcomerwait|')


def test_a_wait_strategy_is_one_file_and_its_suffix(copy: Copy) -> None:
    copy.touches("newcomer_?wait", f"{COMMON}/WaitStrategy.java", "scripts/whichjvm/suffixes.py")


def add_workload(copy: Copy) -> None:
    copy.write(
        f"{WORKLOAD}/newcomer/NewcomerLoad.java",
        """\
package org.whichjvm.workload.newcomer;

import com.google.gson.JsonObject;
import java.util.Collections;
import java.util.concurrent.Callable;
import org.whichjvm.workload.fork.Fork;
import org.whichjvm.workload.fork.ForkOptions;
import org.whichjvm.workload.score.Score;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "newcomer-load")
public final class NewcomerLoad implements Callable<Integer> {
  @Option(names = "--duration")
  private String duration;

  @Option(names = "--warmup")
  private String warmup;

  @Mixin private ForkOptions options;

  @Override
  public Integer call() throws Exception {
    return new Fork("newcomer-load")
        .run(
            options,
            new JsonObject(),
            "newcomer",
            json -> Score.found(json, Collections.singletonList(Score.of("arrival", "ms", 1))));
  }
}
""",
    )
    copy.instead(
        f"{WORKLOAD}/cli/Main.java",
        "      Retail.class,",
        "      Retail.class,\n      org.whichjvm.workload.newcomer.NewcomerLoad.class,",
    )
    copy.instead(
        f"{COLLECTOR}/model/fork/Workload.java",
        "  GC_STEAL(",
        '  NEWCOMER_LOAD("newcomer-load", new Times(Preset.QUICK, 1, "1s", "1s")),\n  GC_STEAL(',
    )
    copy.instead("scripts/whichjvm/workloads.py", '"gc-steal", ', '"newcomer-load", "gc-steal", ')
    copy.instead(
        "schema/fork.schema.json",
        'defs/GcSteal"',
        'defs/GcSteal"\n        },\n        {\n          "title": "newcomer-load", "type": "object", "maxProperties": 0',
    )


def test_a_workload_is_its_package_a_line_for_its_command_one_in_the_collector_its_name_and_the_schema(
    copy: Copy,
) -> None:
    copy.touches(
        "newcomer.?load",
        f"{WORKLOAD}/newcomer/NewcomerLoad.java",
        f"{WORKLOAD}/cli/Main.java",
        f"{COLLECTOR}/model/fork/Workload.java",
        "scripts/whichjvm/workloads.py",
        "schema/fork.schema.json",
    )
    assert "|newcomer-load|" in copy.says("./whichjvm", "help", "workloads")
    jar = copy.folder / "workload" / "target" / "whichjvm-workload.jar"
    ran = run("workload/launch", "newcomer-load", env={"WHICHJVM_JAR": str(jar)}, cwd=copy.folder)
    assert "arrival" in ran.out + ran.err
    planned = run(
        *("scripts/compare", "--runner", "host", "--jdk", f"one={java_home()}", "--dry-run"),
        *("--workload", "newcomer-load", "one"),
        cwd=copy.folder,
    )
    assert "newcomer-load" in planned.out + planned.err
