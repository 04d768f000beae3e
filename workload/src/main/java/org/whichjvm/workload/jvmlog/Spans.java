package org.whichjvm.workload.jvmlog;

import java.util.Arrays;
import java.util.stream.LongStream;

/** Spans of time, those that overlap made one, and how much of any other span they cover. */
public final class Spans {
    private final int count;
    private final long[] starts;
    private final long[] ends;

    /** The sum of all spans before this one. */
    private final long[] before;

    /** Takes n starts and n ends in any order: a union does not depend on which belong together. */
    private Spans(long[] starts, long[] ends) {
        Arrays.sort(starts);
        Arrays.sort(ends);
        int merged = 0;
        int open = 0;
        int e = 0;
        for (int s = 0; s < starts.length; s++) {
            for (; e < ends.length && ends[e] < starts[s]; e++) {
                if (--open == 0) {
                    ends[merged++] = ends[e];
                }
            }
            if (open++ == 0) {
                starts[merged] = starts[s];
            }
        }
        if (open > 0) {
            ends[merged++] = ends[ends.length - 1];
        }
        this.count = merged;
        this.starts = starts;
        this.ends = ends;
        before = new long[merged + 1];
        for (int i = 0; i < merged; i++) {
            before[i + 1] = before[i] + ends[i] - starts[i];
        }
    }

    /** How many ns of the span from one time to another are covered. */
    public long covered(long from, long to) {
        return to <= from ? 0 : coveredUntil(to) - coveredUntil(from);
    }

    private long coveredUntil(long time) {
        int found = Arrays.binarySearch(starts, 0, count, time);
        // The last span that starts at that time or before it.
        int last = found >= 0 ? found : -found - 2;
        return last < 0 ? 0 : before[last] + Math.min(time, ends[last]) - starts[last];
    }

    public static final class Builder {
        private final LongStream.Builder starts = LongStream.builder();
        private final LongStream.Builder ends = LongStream.builder();

        /** Adds a span of at least 0 ns. */
        public void add(long start, long end) {
            starts.add(start);
            ends.add(Math.max(start, end));
        }

        public void addAll(Spans spans) {
            for (int i = 0; i < spans.count; i++) {
                add(spans.starts[i], spans.ends[i]);
            }
        }

        public Spans build() {
            return new Spans(starts.build().toArray(), ends.build().toArray());
        }
    }
}
