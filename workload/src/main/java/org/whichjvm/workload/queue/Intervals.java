package org.whichjvm.workload.queue;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The latencies of the measured windows: histograms, one a second of a window or one a window for each latency, or
 * message by message.
 */
final class Intervals {
    private final List<Samples> windows;
    private final boolean whole;

    /** Of both latencies, once either was asked for: one pass over all messages has both. */
    private final Map<String, Histogram> totals = new HashMap<>();

    /** Divides windows into seconds, or takes them whole. */
    Intervals(List<Samples> windows, boolean whole) {
        this.windows = windows;
        this.whole = whole;
    }

    byte[] log() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HistogramLogWriter writer = new HistogramLogWriter(bytes);
        writer.outputLogFormatVersion();
        writer.outputComment("[whichjvm: latencies in ns; tags service, response]");
        writer.outputStartTime(windows.get(0).startedMillis);
        writer.outputLegend();
        forEach((histogram, number) -> writer.outputIntervalHistogram(histogram));
        writer.close();
        return bytes.toByteArray();
    }

    /**
     * Goes through the intervals in order, in each first {@code service} and then {@code response}. A message belongs
     * to the second in which it was due. The sink takes a histogram of ns, tagged and with its times, and the number of
     * its interval.
     */
    void forEach(ObjLongConsumer<Histogram> sink) {
        long number = 0;
        for (Samples window : windows) {
            double interval = window.schedule.intervalNanos;
            long all = window.perProducer;
            long step = whole ? all : Math.max(1, Math.round(1e9 / interval));
            long stepMillis = whole ? Math.max(1, Math.round(all * interval / 1e6)) : 1000;
            for (long i = 0; i * step < all; i++) {
                Histogram service = Samples.histogram("service");
                Histogram response = Samples.histogram("response");
                window.forEach(i * step, (i + 1) * step, (dueAt, serviceNs, responseNs) -> {
                    service.recordValue(serviceNs);
                    response.recordValue(responseNs);
                });
                for (Histogram histogram : new Histogram[] {service, response}) {
                    histogram.setStartTimeStamp(window.startedMillis + stepMillis * i);
                    histogram.setEndTimeStamp(window.startedMillis + stepMillis * (i + 1));
                    sink.accept(histogram, number);
                }
                number++;
            }
        }
    }

    Histogram total(String tag) {
        if (totals.isEmpty()) {
            forEach((histogram, interval) -> totals.computeIfAbsent(histogram.getTag(), Samples::histogram)
                    .add(histogram));
        }
        return totals.get(tag);
    }

    /** Every message of the windows, in the order in which they were due. */
    void forEachMessage(Samples.Latencies sink) {
        for (Samples window : windows) {
            window.forEach(0, window.perProducer, sink);
        }
    }
}
