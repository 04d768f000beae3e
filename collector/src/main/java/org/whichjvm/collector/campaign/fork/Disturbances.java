package org.whichjvm.collector.campaign.fork;

import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.Collection;
import org.whichjvm.collector.io.UnusableFile;

/**
 * What a fork says hit it inside the measured window, and what it cost: a figure for each {@link
 * Measure}. A fork's lists of single pauses and stalls are not kept: there may be thousands of
 * forks.
 */
public final class Disturbances {
  /** The disturbances of a fork that says nothing. */
  public static final Disturbances NONE = new Disturbances(Double.NaN);

  private final double[] values = new double[Measure.values().length];
  private final double windowSeconds;

  private Disturbances(final double windowSeconds) {
    this.windowSeconds = windowSeconds;
    Arrays.fill(values, Double.NaN);
  }

  /**
   * Reads those of a fork.
   *
   * @param fork its whole JSON
   * @param messages that it sent; 0 if unknown
   * @param turns null if it measured one window
   * @throws UnusableFile if a figure is there but is none
   */
  public static Disturbances of(final JsonObject fork, final long messages, final Turns turns)
      throws UnusableFile {
    final Recorded recorded = new Recorded(fork, messages, turns);
    final Disturbances result = new Disturbances(recorded.windowSeconds());
    for (final Measure measure : Measure.values()) {
      result.values[measure.ordinal()] = measure.of(recorded);
    }
    return result;
  }

  /** A figure; NaN if it was not recorded. */
  public double get(final Measure measure) {
    return values[measure.ordinal()];
  }

  /** How long the window was that they were counted in; NaN if the fork does not say. */
  public double windowSeconds() {
    return windowSeconds;
  }

  /** Whether any of a kind was recorded. */
  public boolean any(final Collection<Measure> measures) {
    return measures.stream().anyMatch(each -> !Double.isNaN(get(each)));
  }
}
