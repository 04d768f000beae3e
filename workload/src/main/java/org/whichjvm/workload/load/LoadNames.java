package org.whichjvm.workload.load;

import java.util.concurrent.TimeUnit;

/** What a workload calls that which it has under load. */
public final class LoadNames {
  /** Transactions of retail. */
  public static final LoadNames TRANSACTIONS =
      new LoadNames(
          "tx",
          "max-throughput",
          "critical-throughput",
          "cpu-per-transaction",
          TimeUnit.MILLISECONDS);

  /** Requests to a server. */
  public static final LoadNames REQUESTS =
      new LoadNames(
          "req", "max-throughput", "critical-throughput", "cpu-per-request", TimeUnit.MILLISECONDS);

  /** Messages through the queue. */
  public static final LoadNames MESSAGES =
      new LoadNames("msg", "max-unpaced", "max-rate", "cpu-per-message", TimeUnit.NANOSECONDS);

  /** The unit of what is answered. */
  final String request;

  /** The score of the closed loops. */
  final String max;

  /** The score of the rates at which p99 meets service levels. */
  final String critical;

  final String cpuEach;

  /** The unit of response times. */
  final String time;

  private final TimeUnit unit;

  private LoadNames(
      final String request,
      final String max,
      final String critical,
      final String cpuEach,
      final TimeUnit unit) {
    this.request = request;
    this.max = max;
    this.critical = critical;
    this.cpuEach = cpuEach;
    this.unit = unit;
    time = unit == TimeUnit.NANOSECONDS ? "ns" : "ms";
  }

  /** A response time in its unit. */
  double time(final double nanos) {
    return nanos / unit.toNanos(1);
  }
}
