package org.whichjvm.workload.host;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The core-to-core round trip: one cache line goes from the producer's CPU to the consumer's, and another comes back.
 * No exchange between these two CPUs can be faster.
 */
public final class Floor {
    /** Batches of a measurement that has some ms for itself. */
    public static final int BATCHES = 256;

    /**
     * Measurements of that many batches before the first that counts. By then HotSpot has compiled it for the last
     * time, which it does after some 800 batches: C1's code with counters doubles the time (JDK 11).
     */
    public static final int REHEARSALS = 6;

    private static final int ROUNDS = 64;

    /** Longs between the two counters: 256 bytes, more than a cache line and its neighbour. */
    private static final int STRIDE = 32;

    /** Lines there are, and one before them that nobody uses. */
    private static final int LINES = 3;

    /** The lines: of the question and of the answer. */
    private static final int PING = 1;

    private static final int PONG = 2;

    private final AtomicLongArray lines = new AtomicLongArray(LINES * STRIDE);
    private final AtomicBoolean stop;

    /** A floor whose two sides leave once the flag is set. */
    public Floor(AtomicBoolean stop) {
        this.stop = stop;
    }

    /**
     * The producer's side, while another thread is in {@link #pong} with the same number. Returns ns of one round trip:
     * the median of {@code count} batches of {@value #ROUNDS}.
     */
    public double ping(int count) {
        double[] batches = new double[count];
        long token = get(PONG);
        for (int batch = 0; batch < count; batch++) {
            batches[batch] = ask(token) / (double) ROUNDS;
            token += ROUNDS;
        }
        Arrays.sort(batches);
        return batches[count / 2];
    }

    /** A batch of questions behind that number, in ns. A method of its own is compiled after fewer measurements. */
    private long ask(long last) {
        long before = System.nanoTime();
        for (long token = last + 1; token <= last + ROUNDS; token++) {
            set(PING, token);
            await(PONG, token);
        }
        return System.nanoTime() - before;
    }

    /** The consumer's side: answers as often as {@link #ping} asks. */
    public void pong(int count) {
        long token = get(PONG);
        for (int batch = 0; batch < count; batch++) {
            answer(token);
            token += ROUNDS;
        }
    }

    private void answer(long last) {
        for (long token = last + 1; token <= last + ROUNDS; token++) {
            await(PING, token);
            set(PONG, token);
        }
    }

    private void await(int line, long token) {
        while (get(line) < token && !stop.get()) {
            // Spins: parking would measure the scheduler.
        }
    }

    /** A volatile read. */
    private long get(int line) {
        return lines.get(line * STRIDE);
    }

    /** An ordered write. */
    private void set(int line, long token) {
        lines.lazySet(line * STRIDE, token);
    }
}
