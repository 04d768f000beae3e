package org.whichjvm.workload.fork;

import java.util.function.ObjLongConsumer;
import org.HdrHistogram.Histogram;

/** The histograms that an .hlog is written from. */
public interface HistogramLog {
  /** Start of the window, in ms since 1970. */
  long startedMillis();

  /**
   * Goes through the intervals in order.
   *
   * @param sink takes a histogram of ns, tagged and with its times, and the number of its interval;
   *     the histogram is filled anew afterwards
   */
  void forEach(ObjLongConsumer<Histogram> sink);
}
