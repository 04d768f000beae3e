package org.whichjvm.collector;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a report says, in order: where and how it was measured, the tables, and what is missing. */
final class Report {
  private Report() {}

  static Document of(final Result result) {
    final Document report = new Document();
    report.heading("whichjvm: " + result.settings().campaign());
    report.items(header(result));
    report.table(JvmTable.of(result));
    report.table(CountTable.of(result));
    report.table(LatencyTable.of(result));
    if (!result.comparisons().isEmpty()) {
      report.table(RatioTable.of(result));
    }
    if (!result.unusable().isEmpty()) {
      report.table(notCounted(result));
    }
    return report;
  }

  private static List<String> header(final Result result) {
    final List<String> lines = new ArrayList<>();
    final JsonObject parameters = result.parameters();
    lines.add("Host: " + (result.host().size() == 0 ? "unknown" : host(result)));
    lines.add(
        "Workload: "
            + (result.workload() == null ? "unknown" : result.workload())
            + parameters.keySet().stream()
                .map(key -> ", " + key + " " + Json.shown(parameters, key))
                .collect(Collectors.joining()));
    lines.add("Runner: " + runner(result));
    lines.add("Forks: " + forks(result));
    return lines;
  }

  private static String host(final Result result) {
    final List<String> parts = new ArrayList<>();
    parts.add(Json.shown(result.host(), "cpuModel"));
    parts.add(Json.shown(result.host(), "arch"));
    parts.add("kernel " + Json.shown(result.host(), "kernel"));
    parts.add("pinned to CPUs " + Json.shown(result.parameters(), "cpus"));
    return String.join(", ", parts);
  }

  private static String runner(final Result result) {
    if (result.settings().runner() != null) {
      return result.settings().runner();
    }
    if (result.host().size() == 0) {
      return "unknown";
    }
    return Json.shown(result.host(), "container").equals("true") ? "docker" : "host";
  }

  private static String forks(final Result result) {
    final int ok = result.variants().stream().mapToInt(VariantResult::ok).sum();
    final int failed = result.variants().stream().mapToInt(VariantResult::failed).sum();
    final int setAside = result.variants().stream().mapToInt(VariantResult::setAside).sum();
    final int planned = result.settings().blocks() * result.variants().size();
    final int missing = planned - ok - failed - setAside;
    return ok
        + (planned == 0 ? " ok" : " of " + planned + " planned are ok")
        + (failed == 0 ? "" : ", " + failed + " failed or not usable")
        + (setAside == 0 ? "" : ", " + setAside + " set aside")
        + (missing <= 0
            ? ""
            : ", "
                + missing
                + " still to run: scripts/compare --resume "
                + result.settings().campaign());
  }

  private static Table notCounted(final Result result) {
    final Table table = new Table("Not counted").words("file").words("reason");
    result.unusable().forEach(each -> table.row(List.of(each.file(), each.reason())));
    return table;
  }

  /** Under the other tables: what the mark at a variant's name means, if there is one. */
  static List<String> substituteNote(final Result result) {
    return substitutes(result).isEmpty()
        ? List.of()
        : List.of("* a substitute: another build than its name promises, see table 1.");
  }

  /** A footnote for each variant that is not what its name says. */
  static List<String> substitutes(final Result result) {
    return result.variants().stream()
        .filter(variant -> !variant.substitute().isEmpty())
        .map(variant -> "* " + variant.name() + ": " + variant.substitute())
        .toList();
  }
}
