package org.whichjvm.collector.across;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.campaign.fork.ForkScore;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.ResultComparison;
import org.whichjvm.collector.report.ResultContender;
import org.whichjvm.collector.report.ResultFile;
import org.whichjvm.collector.report.Words;
import org.whichjvm.common.Percentile;

/**
 * What contenders are compared by, as {@code result.json} names it.
 *
 * @param label as tables show it: "p50 service time", or a score's key
 * @param unit of a score; null of a latency
 * @param headline whether it is the p50 service time, which a report speaks of first
 */
record Figure(String label, String unit, boolean headline) {
  /** The p50 service time. */
  static final Figure HEADLINE =
      new Figure(Words.figure(Latency.SERVICE, Percentile.P50), null, true);

  /** A score. */
  static Figure score(final String key, final String unit) {
    return new Figure(key, unit == null ? "" : unit, false);
  }

  /** Of a comparison; null if it names none. */
  static Figure of(final ResultComparison comparison) {
    final String score = comparison.score();
    if (score != null) {
      return score(score, comparison.unit());
    }
    final String latency = comparison.latency();
    final String percentile = comparison.percentile();
    for (final Latency each : Latency.values()) {
      for (final Percentile at : Percentile.REPORTED) {
        if (each.key.equals(latency) && at.key.equals(percentile)) {
          final boolean headline = each == Latency.SERVICE && at == Percentile.P50;
          return headline ? HEADLINE : new Figure(Words.figure(each, at), null, false);
        }
      }
    }
    return null;
  }

  /** What a contender has values of: the p50 service time, or scores. */
  static List<Figure> of(final ResultContender contender) {
    final List<Figure> figures = new ArrayList<>();
    if (ResultFile.known(contender.typicalNs()) > 0) {
      figures.add(HEADLINE);
    }
    contender.knownScores().forEach(each -> figures.add(score(each.score(), each.unit())));
    return figures;
  }

  /** What a contender has of it, with its unit; null if nothing. */
  String value(final ResultContender contender) {
    if (contender == null) {
      return null;
    }
    if (!score()) {
      final double ns = ResultFile.known(contender.typicalNs());
      return ns > 0 ? Quantity.time(ns) : null;
    }
    return contender.knownScores().stream()
        .filter(each -> each.score().equals(label))
        .findAny()
        .map(each -> ForkScore.shown(ResultFile.known(each.median()), each.unit()))
        .orElse(null);
  }

  /** Whether it is of a score, and not of a latency. */
  boolean score() {
    return unit != null;
  }

  /** Whether the joint report compares by it: other figures are counted only. */
  boolean first() {
    return headline || score();
  }
}
