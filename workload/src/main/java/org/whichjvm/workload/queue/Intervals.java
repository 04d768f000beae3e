package org.whichjvm.workload.queue;

import java.util.function.ObjLongConsumer;
import org.HdrHistogram.Histogram;
import org.whichjvm.workload.fork.HistogramLog;

/**
 * What a measured window took: histograms, one a second for each latency, or message by message.
 */
final class Intervals implements HistogramLog {
  private final Samples samples;
  private final Schedule schedule;
  private final long startedMillis;

  /**
   * @param startedMillis start of the window, in ms since 1970
   */
  Intervals(final Samples samples, final Schedule schedule, final long startedMillis) {
    this.samples = samples;
    this.schedule = schedule;
    this.startedMillis = startedMillis;
  }

  @Override
  public long startedMillis() {
    return startedMillis;
  }

  /**
   * Goes through the seconds in order, in each first {@code service} and then {@code response}. A
   * message belongs to the second in which it was due.
   */
  @Override
  public void forEach(final ObjLongConsumer<Histogram> sink) {
    final Histogram service = Samples.histogram("service");
    final Histogram response = Samples.histogram("response");
    final long perSecond = Math.max(1, Math.round(1e9 / schedule.intervalNanos));
    for (long second = 0; second * perSecond < samples.perProducer(); second++) {
      fill(service, response, second * perSecond, (second + 1) * perSecond);
      for (final Histogram histogram : new Histogram[] {service, response}) {
        histogram.setStartTimeStamp(startedMillis + 1000 * second);
        histogram.setEndTimeStamp(startedMillis + 1000 * (second + 1));
        sink.accept(histogram, second);
      }
    }
  }

  /** The sum of all seconds of one latency. */
  Histogram total(final String tag) {
    final Histogram total = Samples.histogram(tag);
    forEach(
        (histogram, second) -> {
          if (histogram.getTag().equals(tag)) {
            total.add(histogram);
          }
        });
    return total;
  }

  /** Every message of the window, in the order in which they were due. */
  void forEachMessage(final Samples.Latencies sink) {
    samples.forEach(schedule, 0, samples.perProducer(), sink);
  }

  private void fill(
      final Histogram service, final Histogram response, final long from, final long to) {
    final String serviceTag = service.getTag();
    final String responseTag = response.getTag();
    service.reset();
    response.reset();
    // reset() forgets the tag.
    service.setTag(serviceTag);
    response.setTag(responseTag);
    samples.forEach(
        schedule,
        from,
        to,
        (dueAt, serviceNs, responseNs) -> {
          service.recordValue(serviceNs);
          response.recordValue(responseNs);
        });
  }
}
