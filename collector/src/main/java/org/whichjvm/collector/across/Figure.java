package org.whichjvm.collector.across;

import com.google.gson.JsonObject;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.Percentile;
import org.whichjvm.collector.report.Words;

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
  static Figure of(final JsonObject comparison) {
    final String score = Told.text(comparison, "score");
    if (score != null) {
      return score(score, Told.text(comparison, "unit"));
    }
    final String latency = Told.text(comparison, "latency");
    final String percentile = Told.text(comparison, "percentile");
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

  /** Whether it is of a score, and not of a latency. */
  boolean score() {
    return unit != null;
  }

  /** Whether the joint report compares by it: other figures are counted only. */
  boolean first() {
    return headline || score();
  }
}
