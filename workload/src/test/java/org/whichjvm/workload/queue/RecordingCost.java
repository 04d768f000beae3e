package org.whichjvm.workload.queue;

import java.util.Arrays;

/**
 * What keeping one message costs: the loop of {@link Samples#record} against the same loop without it. Prints the
 * median of ten differences, in ns a message.
 */
final class RecordingCost {
    private static final int MESSAGES = 2_000_000;
    private static final int REPETITIONS = 20;

    private RecordingCost() {}

    public static void main(String[] args) {
        Payload message = new Payload(256, 0);
        double[] costs = new double[REPETITIONS];
        long kept = 0;
        for (int i = 0; i < REPETITIONS; i++) {
            Samples samples = new Samples(1, MESSAGES);
            long without = loop(message);
            long with = loop(message, samples);
            kept += samples.verified();
            costs[i] = (with - without) / (double) MESSAGES;
        }
        if (kept != (long) REPETITIONS * MESSAGES) {
            throw new IllegalStateException("the loop did not keep what it measured: " + kept);
        }
        // The first half compiled the loops.
        double[] settled = Arrays.copyOfRange(costs, REPETITIONS / 2, REPETITIONS);
        Arrays.sort(settled);
        System.out.println(settled[settled.length / 2]);
    }

    private static long loop(Payload message) {
        long before = System.nanoTime();
        for (int i = 0; i < MESSAGES; i++) {
            message.number(i);
            message.stamp(i);
        }
        return System.nanoTime() - before;
    }

    private static long loop(Payload message, Samples samples) {
        long before = System.nanoTime();
        for (int i = 0; i < MESSAGES; i++) {
            message.number(i);
            message.stamp(i);
            samples.record(message, i, (byte) (i & 1));
        }
        return System.nanoTime() - before;
    }
}
