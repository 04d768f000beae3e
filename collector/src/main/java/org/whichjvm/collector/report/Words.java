package org.whichjvm.collector.report;

import org.whichjvm.collector.analysis.Metric;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.Percentile;

/** What is measured, as texts and tables call it. */
public final class Words {
  private Words() {}

  /** As in p99.9. */
  public static String percentile(final Percentile percentile) {
    return percentile.key.replace('_', '.');
  }

  /** As in "p99.9 response time". */
  public static String figure(final Latency latency, final Percentile percentile) {
    return percentile(percentile) + " " + latency.key + " time";
  }

  /** As in "p99.9 response time" or "adjacent@2". */
  public static String figure(final Metric metric) {
    return metric instanceof Metric.OfLatency of
        ? figure(of.latency(), of.percentile())
        : metric.label();
  }

  /** As in "the p99.9 response time" or "adjacent with 2 threads". */
  static String place(final Metric metric) {
    return metric instanceof Metric.OfLatency ? "the " + figure(metric) : metric.place();
  }
}
