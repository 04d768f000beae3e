package org.whichjvm.collector.stats;

import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Median;

/** The median of whatever there is, which stays in its order: the library's own moves it. */
public final class Medians {
  private Medians() {}

  /** The median; NaN without a value. */
  public static double of(final DoubleStream values) {
    return Median.withDefaults().evaluate(values.toArray());
  }
}
