package org.whichjvm.workload.retail;

import com.google.gson.JsonObject;
import org.HdrHistogram.Histogram;

/**
 * What came of one rate.
 *
 * @see OpenLoop#step
 */
final class Step {
  /** Answered of what was injected, at least, for a rate that the system settles at. */
  static final double SETTLED = 0.995;

  /** What came so shortly before the end of a step may be under way. */
  static final int UNDER_WAY_MILLIS = 50;

  /** Requests a second that were to be injected. */
  final double rate;

  final long injected;

  /** Of these, in the last {@value #UNDER_WAY_MILLIS} ms. */
  final long last;

  /** By the end of the step. */
  final long answered;

  /** Response times from the intended times, in ns. */
  final Histogram responses;

  /** How much later than intended requests were injected, in ns. */
  final Histogram lag;

  Step(
      final double rate,
      final long injected,
      final long last,
      final long answered,
      final Histogram responses,
      final Histogram lag) {
    this.rate = rate;
    this.injected = injected;
    this.last = last;
    this.answered = answered;
    this.responses = responses;
    this.lag = lag;
  }

  /**
   * Whether the system keeps up: it has answered what it got by the end of the step, but for what
   * came last, so that no backlog grows. In a short step a pause of the garbage collector at its
   * end would else count as a backlog.
   */
  boolean settled() {
    return answered >= Math.min(SETTLED * injected, injected - last);
  }

  /** The 99th percentile of the response time, in ns. */
  double p99() {
    return responses.getValueAtPercentile(99);
  }

  JsonObject json() {
    final JsonObject json = new JsonObject();
    json.addProperty("rate", Math.round(rate * 10) / 10.0);
    json.addProperty("injected", injected);
    json.addProperty("answered", answered);
    json.addProperty("p50Micros", micros(responses, 50));
    json.addProperty("p95Micros", micros(responses, 95));
    json.addProperty("p99Micros", micros(responses, 99));
    json.addProperty("lagP99Micros", micros(lag, 99));
    return json;
  }

  private static long micros(final Histogram histogram, final double percentile) {
    return histogram.getValueAtPercentile(percentile) / 1_000;
  }
}
