package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import java.util.Arrays;
import org.whichjvm.common.Stage;

/**
 * When each message of some passed the places between its send time and its read time, on the clock of
 * {@link System#nanoTime()}, by its sequence number.
 */
final class Stages {
    /** Bytes of heap a message takes here. */
    static final int BYTES_PER_MESSAGE = 4 * Long.BYTES;

    private final long[] acquired;
    private final long[] copiedIn;
    private final long[] committed;
    private final long[] found;

    Stages(int messages) {
        acquired = touched(messages);
        copiedIn = touched(messages);
        committed = touched(messages);
        found = touched(messages);
    }

    /** Not zero, so that every page is touched now and not in the measured window. */
    private static long[] touched(int messages) {
        long[] times = new long[messages];
        Arrays.fill(times, -1);
        return times;
    }

    /** Hot: the producer keeps its places. */
    void sent(long sequence, long acquiredAt, long copiedInAt, long committedAt) {
        acquired[(int) sequence] = acquiredAt;
        copiedIn[(int) sequence] = copiedInAt;
        committed[(int) sequence] = committedAt;
    }

    /** Hot: the consumer keeps when it found a message. */
    void found(long sequence, long at) {
        found[(int) sequence] = at;
    }

    /** The median of each stage, in ns. Clocks of two CPUs may differ by a few: none is below 0. */
    JsonObject medians(Samples samples) {
        JsonObject json = new JsonObject();
        long[] times = new long[acquired.length];
        for (Stage stage : Stage.values()) {
            for (int i = 0; i < times.length; i++) {
                times[i] = Math.max(0, nanos(stage, i, samples));
            }
            Arrays.sort(times);
            json.addProperty(stage.key, times.length == 0 ? null : (Long) times[times.length / 2]);
        }
        return json;
    }

    private long nanos(Stage stage, int i, Samples samples) {
        switch (stage) {
            case ACQUIRE:
                return acquired[i] - samples.sentAt[i];
            case COPY_IN:
                return copiedIn[i] - acquired[i];
            case HAND_OVER:
                return found[i] - copiedIn[i];
            case COPY_OUT:
                return samples.readAt[i] - found[i];
            default:
                return committed[i] - copiedIn[i];
        }
    }
}
