#!/usr/bin/env bats
# bats file_tags=beside
# CONTRIBUTING's table of what to touch: each thing is added to a copy of this project in the files that the table
# names, in no other, and the copy builds, its lists are whole, and it knows what was added.

load helper

setup_file() {
  copy=$(mktemp -d)
  export copy
  mapfile -t files < <(git -c safe.directory="$root" -C "$root" ls-files --cached --others --exclude-standard)
  (cd "$root" && tar --create --ignore-failed-read "${files[@]}" 2>/dev/null) | tar --extract --directory "$copy"
  cd "$copy" || return
  git init --quiet
  git add .
  git -c user.name=test -c user.email=test@localhost commit --quiet --message copy
  add_variant
  add_flag_set
  add_study
  add_gate
  add_percentile
  add_export
  add_wait_strategy
  add_workload
  git status --porcelain --untracked-files=all | cut -c 4- | sort >"$copy.touched"
  scripts/generate-variants >&2
  bash -c '. scripts/lib/common.sh; . scripts/lib/maven.sh; build_jars' >&2
}

teardown_file() { rm -rf "$copy" "$copy.touched"; }

# before FILE LINE: text of stdin comes before the first line that has this
before() {
  local line
  line=$(grep -n -m 1 -F -- "$2" "$1") || fail "$1 has no line with: $2"
  sed -i "$((${line%%:*} - 1))r /dev/stdin" "$1"
}

# instead FILE OLD NEW: once
instead() {
  grep -qF -- "$2" "$1" || fail "$1 has not: $2"
  python3 - "$@" <<'P'
import sys
path, old, new = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    text = file.read()
with open(path, "w", encoding="utf-8") as file:
    file.write(text.replace(old, new, 1))
P
}

readonly common=common/src/main/java/org/whichjvm/common
readonly collector=collector/src/main/java/org/whichjvm/collector
readonly workload=workload/src/main/java/org/whichjvm/workload

# touches FILE…: these and no others of what was added have this in them
touches() { expect "$(printf '%s\n' "${@:2}" | sort)" "$(cd "$copy" && xargs grep -liE "$1" <"$copy.touched" | sort)"; }

add_variant() { printf 'jdk21-newcomer\tmore\tNewcomer\t21.0.12\tC2\tvendors-21\tnewcomer.example/jdk:21.0.12\n' >>docker/variants.tsv; }

@test "a vendor: one line" {
  touches jdk21-newcomer docker/variants.tsv
  cd "$copy"
  scripts/generate-variants --check
  [[ $(docker buildx bake --print vendors-21 2>/dev/null) == *'"jdk21-newcomer"'* ]]
  contains "$(./whichjvm list)" jdk21-newcomer
}

add_flag_set() { printf '# Oldest first.\n-XX:+UseNewcomerFlag\n' >docker/flags/newcomer-flag.options; }

@test "a flag set: one file" {
  touches newcomerflag docker/flags/newcomer-flag.options
  cd "$copy"
  contains "$(./whichjvm list flags)" newcomer-flag
}

add_study() { sed 's/^# Does the base.*/# Is the newcomer study there?/' studies/base.study >studies/newcomer-study.study; }

@test "a study: one file" {
  touches 'newcomer study' studies/newcomer-study.study
  cd "$copy"
  contains "$(./whichjvm list studies)" newcomer-study
}

add_gate() {
  before "$collector/model/ExclusionRule.java" '  SLEEPERS_SHARE(' <<'J'
  NEWCOMER_GATE(
      Kind.SHARE,
      0.5,
      "the newcomer took a part",
      Rule.ofForks(fork -> ofWindow(fork, millis(fork, Disturbances.STEAL_MILLIS)))),

J
  before scripts/whichjvm/values.py '    "sleepers-share": Gate(' <<<'    "newcomer-gate": Gate("a share", 0.5),'
  before docs/reading-a-report.md "| \`late\` |" <<<"| \`newcomer-gate\` | the newcomer took a part | 0.5 |"
}

@test "a gate: a rule of the collector, its limit for options, and the table" {
  touches 'newcomer.gate' "$collector/model/ExclusionRule.java" scripts/whichjvm/values.py docs/reading-a-report.md
  cd "$copy"
  contains "$(./whichjvm help deciding)" newcomer-gate
}

add_percentile() {
  before "$common/Percentile.java" '  P99("p99"' <<<'  P95("p95", 20),'
  instead "$common/Percentile.java" 'asList(P50, P90, P99,' 'asList(P50, P90, P95, P99,'
  instead "$collector/model/fork/Metric.java" 'percentile == Percentile.P99 ||' \
    'percentile == Percentile.P95 || percentile == Percentile.P99 ||'
  instead scripts/whichjvm/values.py '(?:50|90|99|' '(?:50|90|95|99|'
  # Where it stands in each, as SchemasTest writes them: here one, since nothing is checked by them.
  before schema/result.schema.json '"p99",' <<<'        "p95",'
  before schema/fork.schema.json '"p99",' <<<'              "p95",'
}

@test "a percentile that is decided: its two files, its name for options, and the schemas" {
  touches '90[|]95[|]99|P95[(]"p95"|Percentile.P95|"p90", "p95", "p99"|^ *"p95",$' "$common/Percentile.java" \
    "$collector/model/fork/Metric.java" scripts/whichjvm/values.py schema/{fork,result}.schema.json
}

add_export() {
  cat >"$collector/export/NewcomerExport.java" <<'J'
package org.whichjvm.collector.export;

import java.io.IOException;
import java.io.Writer;
import org.whichjvm.collector.report.Conclusion;

final class NewcomerExport {
  private NewcomerExport() {}

  static void write(final Conclusion answer, final Writer out) throws IOException {
    out.write("newcomer of " + answer.result().campaign().settings().campaign() + "\n");
  }
}
J
  instead "$collector/export/ExportFormat.java" '  CSV(' $'  NEWCOMEREXPORT(NewcomerExport::write),\n  CSV('
  instead scripts/whichjvm/options.py 'openmetrics or csv' 'openmetrics, csv or newcomerexport'
}

@test "an export: a class, a line, and the help of report" {
  touches 'NewcomerExport' "$collector/export/NewcomerExport.java" "$collector/export/ExportFormat.java" \
    scripts/whichjvm/options.py
  cd "$copy"
  contains "$(java -jar collector/target/whichjvm-collector.jar report --help)" newcomerexport
}

add_wait_strategy() {
  instead "$common/WaitStrategy.java" '    YIELD("yield"' $'    NEWCOMER_WAIT("newcomerwait", true, 8, 0),\n    YIELD("yield"'
  instead "$common/WaitStrategy.java" 'if (kind == Kind.YIELD)' 'if (kind == Kind.YIELD || kind == Kind.NEWCOMER_WAIT)'
  instead scripts/whichjvm/suffixes.py '"yield|' '"yield|newcomerwait|'
}

@test "a wait strategy: one file, and its suffix" {
  touches 'newcomer_?wait' "$common/WaitStrategy.java" scripts/whichjvm/suffixes.py
}

add_workload() {
  mkdir "$workload/newcomer"
  cat >"$workload/newcomer/NewcomerLoad.java" <<'J'
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
J
  instead "$workload/cli/Main.java" '      Retail.class,' $'      Retail.class,\n      org.whichjvm.workload.newcomer.NewcomerLoad.class,'
  instead "$collector/model/fork/Workload.java" '  GC_STEAL(' \
    $'  NEWCOMER_LOAD("newcomer-load", new Times(Preset.QUICK, 1, "1s", "1s")),\n  GC_STEAL('
  instead scripts/whichjvm/workloads.py '"gc-steal", ' '"newcomer-load", "gc-steal", '
  instead schema/fork.schema.json 'defs/GcSteal"' \
    $'defs/GcSteal"\n        },\n        {\n          "title": "newcomer-load", "type": "object", "maxProperties": 0'
}

@test "a workload: its package, a line for its command, one in the collector, its name for options, and the schema" {
  touches 'newcomer.?load' "$workload/newcomer/NewcomerLoad.java" "$workload/cli/Main.java" \
    "$collector/model/fork/Workload.java" scripts/whichjvm/workloads.py schema/fork.schema.json
  cd "$copy"
  contains "$(./whichjvm help workloads)" '|newcomer-load|'
  contains "$(WHICHJVM_JAR=workload/target/whichjvm-workload.jar workload/launch newcomer-load 2>&1)" arrival
  java=$(readlink -f "$(command -v java)")
  contains "$(scripts/compare --runner host --jdk "one=${java%/bin/java}" --dry-run --workload newcomer-load one 2>&1)" newcomer-load
}
