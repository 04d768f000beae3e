package org.whichjvm.workload.load;

import com.google.gson.JsonObject;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.Units;

/** The result of one rate of an open load. */
public final class RateStep {
  /** Requests, or messages, a second that were to be sent. */
  public final double rate;

  /** Response times from the intended times, in ns. */
  public final Histogram responses;

  /** How much later than intended it was sent, in ns. */
  public final Histogram lag;

  /** Requests, or messages, that were sent. */
  public final long injected;

  private final long answered;
  final boolean kept;

  /** Takes also what was answered by the end, and whether the system kept up. */
  public RateStep(
      final double rate,
      final long injected,
      final long answered,
      final boolean kept,
      final Histogram responses,
      final Histogram lag) {
    this.rate = rate;
    this.injected = injected;
    this.answered = answered;
    this.kept = kept;
    this.responses = responses;
    this.lag = lag;
  }

  public double p99() {
    return responses.getValueAtPercentile(99);
  }

  JsonObject json() {
    final JsonObject json = new JsonObject();
    json.addProperty("rate", Units.tenths(rate));
    json.addProperty("injected", injected);
    json.addProperty("answered", answered);
    json.addProperty("p50Nanos", responses.getValueAtPercentile(50));
    json.addProperty("p95Nanos", responses.getValueAtPercentile(95));
    json.addProperty("p99Nanos", responses.getValueAtPercentile(99));
    json.addProperty("lagP99Nanos", lag.getValueAtPercentile(99));
    return json;
  }
}
