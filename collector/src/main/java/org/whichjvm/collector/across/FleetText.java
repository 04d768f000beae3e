package org.whichjvm.collector.across;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.Words;

/** What a matrix comes to, in sentences. */
final class FleetText {
  /** Where it is not clear from the tables what must not be read out of them. */
  private static final List<String> NOTES =
      List.of(
          "Hosts are never pooled: no ratio, interval or p here is of several hosts together, and"
              + " times of different hosts are never tested against one another.",
          "Each verdict is that of the host's own campaign, corrected for what that campaign"
              + " decides, and for no other host: of twenty hosts, one may say something that is"
              + " not so.");

  // So few rows are told one by one, and by that the answer.
  private static final int MOST_SENTENCES = 3;

  private final Matrix matrix;

  private FleetText(final Matrix matrix) {
    this.matrix = matrix;
  }

  /** What must not be read out of the tables, and what their stars are. */
  static List<String> notes(final Matrix matrix) {
    final List<String> notes = new ArrayList<>(NOTES);
    notes.addAll(substitutes(matrix));
    return notes;
  }

  /** Which contenders another build stood in for, on any host; empty if none. */
  static List<String> substitutes(final Matrix matrix) {
    final List<String> names =
        matrix.contenders().entrySet().stream()
            .filter(each -> !each.getValue().equals(each.getKey()))
            .map(Map.Entry::getKey)
            .toList();
    return names.isEmpty()
        ? List.of()
        : List.of(
            "Not the builds that their names promise, but substitutes (*): "
                + Words.list(names)
                + ".");
  }

  /** The answer: how far the hosts agree, and whether ratios differ between them. */
  static String headline(final Matrix matrix) {
    return String.join(" ", answer(matrix));
  }

  /** The same, sentence by sentence. */
  static List<String> answer(final Matrix matrix) {
    return new FleetText(matrix).answer();
  }

  private List<String> answer() {
    if (matrix.hosts().isEmpty()) {
      return List.of("No host was measured.");
    }
    if (matrix.rows().isEmpty()) {
      return List.of(
          "There is nothing to compare: no host has a contender beside "
              + matrix.label(matrix.reference())
              + " of which something was decided.");
    }
    final List<String> sentences =
        matrix.rows().size() <= MOST_SENTENCES
            ? new ArrayList<>(agreement(matrix, matrix.rows()))
            : groups();
    final List<String> apart =
        matrix.rows().stream()
            .filter(row -> row.heterogeneity().found())
            .map(MatrixRow::name)
            .toList();
    if (!apart.isEmpty()) {
      sentences.add(
          (apart.size() == 1 ? "The ratio of " : "The ratios of ")
              + Words.list(apart)
              + (apart.size() == 1 ? " differs" : " differ")
              + " between hosts.");
    } else if (matrix.rows().stream().anyMatch(row -> row.heterogeneity().tested())) {
      sentences.add("No ratio was found to differ between hosts.");
    }
    return sentences;
  }

  /** How far the hosts agree, a sentence for each row. */
  static List<String> agreement(final Matrix matrix, final List<MatrixRow> rows) {
    final FleetText text = new FleetText(matrix);
    return rows.stream().map(row -> text.agrees(row) + ".").toList();
  }

  /** The same of all rows that the answer does not tell one by one. */
  static List<String> agreement(final Matrix matrix) {
    return matrix.rows().size() <= MOST_SENTENCES ? List.of() : agreement(matrix, matrix.rows());
  }

  /** As in "b is slower than a on 5 of 6 hosts, inconclusive on 1". */
  private String agrees(final MatrixRow row) {
    final int hosts = row.cells().size();
    final List<Map.Entry<Verdict, Integer>> counts = new ArrayList<>(row.counts().entrySet());
    counts.sort(
        (one, other) ->
            one.getKey() == Verdict.INCONCLUSIVE
                ? 1
                : other.getKey() == Verdict.INCONCLUSIVE ? -1 : other.getValue() - one.getValue());
    final String figure = row.key().figure().headline() ? "" : " at " + row.key().figure().label();
    if (counts.isEmpty()) {
      return row.label()
          + " is not decided against "
          + matrix.label(row.key().against())
          + figure
          + " on any host";
    }
    final StringBuilder sentence =
        new StringBuilder(row.label())
            .append(" is ")
            .append(predicate(counts.get(0).getKey(), matrix.label(row.key().against())))
            .append(figure)
            .append(on(counts.get(0).getKey(), counts.get(0).getValue(), hosts));
    counts
        .subList(1, counts.size())
        .forEach(
            each ->
                sentence
                    .append(", ")
                    .append(each.getKey().key)
                    .append(" on ")
                    .append(each.getValue()));
    final int without = hosts - row.decided();
    return without == 0 ? sentence.toString() : sentence + ", without a verdict on " + without;
  }

  private String on(final Verdict verdict, final int count, final int hosts) {
    if (hosts == 1) {
      return " on the only host, " + matrix.names().get(0);
    }
    if (count < hosts) {
      return " on " + count + " of " + hosts + " hosts";
    }
    return verdict == Verdict.INCONCLUSIVE
        ? " on any of " + hosts + " hosts"
        : hosts == 2 ? " on both hosts" : " on all " + hosts + " hosts";
  }

  private static String predicate(final Verdict verdict, final String against) {
    return switch (verdict) {
      case FASTER -> "faster than " + against;
      case SLOWER -> "slower than " + against;
      case EQUIVALENT -> "equivalent to " + against;
      case FASTER_AT_TIMES -> "faster than " + against + " in some starts";
      case SLOWER_AT_TIMES -> "slower than " + against + " in some starts";
      case INCONCLUSIVE -> "not shown to differ from " + against;
    };
  }

  /** Which contenders the hosts agree on, and how. */
  private List<String> groups() {
    final int hosts = matrix.hosts().size();
    final String everywhere =
        hosts == 1
            ? " on the only host, " + matrix.names().get(0)
            : hosts == 2 ? " on both hosts" : " on all " + hosts + " hosts";
    final String than = matrix.elsewhere() ? "" : " than " + matrix.label(matrix.reference());
    final String to = matrix.elsewhere() ? "" : " to " + matrix.label(matrix.reference());
    final String rest = hosts == 1 ? " in some starts" : " on some hosts or in some starts";
    final List<String> parts = new ArrayList<>();
    add(parts, "faster" + than + everywhere, row -> row.all(Verdict.FASTER));
    add(parts, "slower" + than + everywhere, row -> row.all(Verdict.SLOWER));
    add(parts, "equivalent" + to + everywhere, row -> row.all(Verdict.EQUIVALENT));
    add(
        parts,
        "faster on some hosts and slower on others",
        row -> row.anyBetter() && row.anyWorse());
    add(
        parts,
        "faster" + rest,
        row -> row.anyBetter() && !row.anyWorse() && !row.all(Verdict.FASTER));
    add(
        parts,
        "slower" + rest,
        row -> row.anyWorse() && !row.anyBetter() && !row.all(Verdict.SLOWER));
    add(
        parts,
        "nowhere shown to be faster or slower",
        row -> !row.anyWorse() && !row.anyBetter() && !row.all(Verdict.EQUIVALENT));
    return parts;
  }

  private void add(final List<String> parts, final String what, final Predicate<MatrixRow> which) {
    final List<String> names = matrix.rows().stream().filter(which).map(MatrixRow::name).toList();
    if (!names.isEmpty()) {
      parts.add(Words.list(names) + (names.size() == 1 ? " is " : " are ") + what + ".");
    }
  }

  /** Whether the ratios differ between hosts, a sentence for each row, the clearest first. */
  static List<String> heterogeneity(final Matrix matrix) {
    final Set<String> untested =
        matrix.rows().stream()
            .map(row -> String.valueOf(row.heterogeneity().untested()))
            .collect(Collectors.toSet());
    if (matrix.rows().stream().noneMatch(row -> row.heterogeneity().tested())
        && untested.size() == 1) {
      return List.of(
          "Whether a ratio differs between hosts is not tested: "
              + untested.iterator().next()
              + ".");
    }
    return matrix.rows().stream()
        .sorted((one, other) -> Double.compare(order(one), order(other)))
        .map(FleetText::heterogeneity)
        .toList();
  }

  /** Only of those that differ. */
  static List<String> apart(final Matrix matrix) {
    return matrix.rows().stream()
        .filter(row -> row.heterogeneity().found())
        .sorted((one, other) -> Double.compare(order(one), order(other)))
        .map(FleetText::heterogeneity)
        .toList();
  }

  private static double order(final MatrixRow row) {
    return row.heterogeneity().tested() ? row.heterogeneity().adjustedP() : 2;
  }

  /** As in "b: its ratio differs between hosts (p = 0.003): 0.93 on x to 1.08 on y". */
  static String heterogeneity(final MatrixRow row) {
    final Heterogeneity test = row.heterogeneity();
    if (!test.tested()) {
      return row.name()
          + ": whether its ratio differs between hosts is not tested: "
          + test.untested()
          + ".";
    }
    final String range =
        Quantity.ratio(row.cells().get(test.lowest()).ratio())
            + " on "
            + test.lowest()
            + " to "
            + Quantity.ratio(row.cells().get(test.highest()).ratio())
            + " on "
            + test.highest();
    return row.name()
        + ": "
        + (test.found()
            ? "its ratio differs between hosts ("
                + Sentences.p(test.adjustedP())
                + "): "
                + range
                + ". Beyond the noise of its blocks it varies by "
                + Quantity.percent(Math.expm1(test.betweenSd()))
                + " between hosts (standard deviation)."
            : "no difference between hosts was found ("
                + Sentences.p(test.adjustedP())
                + "): "
                + range
                + ".");
  }

  /** How heterogeneity was tested. */
  static String testNote() {
    return "Whether a ratio differs between hosts: Welch's test of 20 % trimmed means of the blocks'"
        + " log ratios, each host with a variance of its own, p by a parametric bootstrap and with"
        + " Holm's correction for all rows; hosts with "
        + Heterogeneity.LEAST_BLOCKS
        + " blocks or more.";
  }
}
