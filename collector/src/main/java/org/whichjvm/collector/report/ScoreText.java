package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Contrasted;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.io.Quantity;

/** Verdicts on scores, in sentences. */
final class ScoreText {
  // Up to so many scores of a contender get a sentence each. With more, only those that differ do.
  private static final int EACH = 4;

  private ScoreText() {}

  /** All of a campaign's comparisons, then its contrasts. */
  static List<VerdictText.Said> of(final Result result) {
    final List<VerdictText.Said> said = new ArrayList<>();
    result.contenders().forEach(contender -> said.addAll(of(result, contender.name())));
    result
        .contrasts()
        .forEach(
            each ->
                said.add(
                    new VerdictText.Said(
                        each.contender(), each.verdict(), sentence(result, each))));
    return said;
  }

  private static List<VerdictText.Said> of(final Result result, final String contender) {
    final List<Comparison> all =
        result.comparisons().stream().filter(each -> each.contender().equals(contender)).toList();
    final List<Comparison> decided = all.stream().filter(Comparison::decidable).toList();
    if (decided.isEmpty()) {
      return all.stream().limit(1).map(ScoreText::said).toList();
    }
    final List<VerdictText.Said> said = new ArrayList<>();
    decided.stream()
        .filter(each -> decided.size() <= EACH || each.verdict().differs())
        .map(ScoreText::said)
        .forEach(said::add);
    if (decided.size() > EACH) {
      rest(decided, Verdict.EQUIVALENT, "is equivalent to", "", said);
      rest(
          decided,
          Verdict.INCONCLUSIVE,
          "is not shown to differ from",
          "; the table of verdicts has the smallest detectable difference of each",
          said);
    }
    return said;
  }

  private static VerdictText.Said said(final Comparison each) {
    return new VerdictText.Said(each.contender(), each.verdict(), VerdictText.sentence(each));
  }

  private static void rest(
      final List<Comparison> decided,
      final Verdict verdict,
      final String predicate,
      final String more,
      final List<VerdictText.Said> said) {
    final String places = places(decided, verdict);
    final Comparison any = decided.get(0);
    if (!places.isEmpty()) {
      said.add(
          new VerdictText.Said(
              any.contender(),
              verdict,
              "%s %s %s at %s%s."
                  .formatted(any.contender(), predicate, any.baseline(), places, more)));
    }
  }

  private static String places(final List<Comparison> decided, final Verdict verdict) {
    return decided.stream()
        .filter(each -> each.verdict() == verdict)
        .map(each -> each.figure().label())
        .collect(Collectors.joining(", "));
  }

  /**
   * For example "adjacent is 2.48 times as slow as padded on jdk17 at 2 threads: 2.48 [2.03, 5.72],
   * 8 forks.".
   */
  static String sentence(final Result result, final Contrasted each) {
    final int threads = each.score().threads();
    final boolean alike = threads == each.against().threads();
    final String score = alike ? each.score().name() : each.score().key();
    final String against = alike ? each.against().name() : each.against().key();
    final String where =
        " on "
            + Report.label(result, each.contender())
            + (alike ? " at " + threads + (threads == 1 ? " thread: " : " threads: ") : ": ");
    if (each.forks() == 0) {
      return "%s cannot be compared with %s%s%s."
          .formatted(score, against, where, ReasonText.of(each.reason()));
    }
    return score
        + " "
        + VerdictText.predicate(each.verdict(), each.ratio(), against)
        + where
        + Quantity.ratio(each.ratio())
        + (Double.isNaN(each.low())
            ? " (no interval)"
            : " " + Quantity.interval(each.low(), each.high()))
        + ", "
        + each.forks()
        + (each.forks() == 1 ? " fork" : " forks")
        + ReasonText.end(each.reason());
  }
}
