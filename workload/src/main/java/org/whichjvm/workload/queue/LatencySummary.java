package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.Units;

/** The percentiles that every table shows, by the names they have in JSON. */
final class LatencySummary {
    private LatencySummary() {}

    static Events events(Histogram histogram) {
        return new Events(Arrays.stream(Percentile.values())
                .mapToLong(each -> histogram.getValueAtPercentile(each.percent))
                .toArray());
    }

    /** The histogram, of values in ns, and how many events are above each of its percentiles. */
    static JsonObject json(Histogram histogram, Events events) {
        JsonObject json = new JsonObject();
        JsonObject counts = new JsonObject();
        for (Percentile each : Percentile.values()) {
            counts.addProperty(each.key, events.count(each.ordinal()));
        }
        json.add("events", counts);
        // HdrHistogram's compressed V2 encoding, as in a line of an .hlog.
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_COMPRESSION);
        json.addProperty("histogram", Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length)));
        return json;
    }

    /** One line a percentile for a person, both latencies side by side. */
    static String table(Histogram service, Histogram response, double floorNs) {
        StringBuilder table = new StringBuilder();
        table.append(Units.text("%10s %14s %14s%n", "", "service ns", "response ns"));
        for (Percentile each : Percentile.values()) {
            row(
                    table,
                    each.label,
                    service.getValueAtPercentile(each.percent),
                    response.getValueAtPercentile(each.percent));
        }
        row(table, "max", service.getMaxValue(), response.getMaxValue());
        table.append(Units.text(
                "core-to-core latency (floor) %.0f ns round trip; p50 is %.1f times that%n",
                floorNs, service.getValueAtPercentile(50) / floorNs));
        return table.toString();
    }

    private static void row(StringBuilder table, String label, long service, long response) {
        table.append(Units.text("%10s %,14d %,14d%n", label, service, response));
    }

    /**
     * On how many separate events each of a few latencies rests: the runs of messages above it. A stall of 10 ms is
     * 1,000 messages at 100,000 a second, but one event, and one event tells nothing about the JVM.
     *
     * <p>Messages above with fewer than {@value #APART} messages from one to the next belong to one run ("runs
     * declustering": Coles, An Introduction to Statistical Modeling of Extreme Values, 2001, ch. 5): more than what
     * follows a stall, less than from one new memory page to the next, which is some 16 messages of 256 bytes. Messages
     * of all producers count as one sequence: what delays the consumer delays all of them.
     */
    static final class Events {
        static final int APART = 10;

        private final long[] above;
        private final long[] counts;
        private final long[] last;
        private long index;

        /** Counts the events above these latencies, in ns, ascending. */
        Events(long... above) {
            this.above = above;
            counts = new long[above.length];
            last = new long[above.length];
        }

        /** Takes the next message in the order in which they were due. */
        void accept(long latencyNs) {
            for (int i = 0; i < above.length && latencyNs > above[i]; i++) {
                if (counts[i] == 0 || index - last[i] >= APART) {
                    counts[i]++;
                }
                last[i] = index;
            }
            index++;
        }

        /** Events above the latency of that number. */
        long count(int number) {
            return counts[number];
        }
    }
}
