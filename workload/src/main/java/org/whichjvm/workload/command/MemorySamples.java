package org.whichjvm.workload.command;

import com.google.gson.JsonObject;
import java.util.concurrent.TimeUnit;
import org.whichjvm.common.Units;
import org.whichjvm.workload.host.Kernel;
import org.whichjvm.workload.memory.MemoryRows;
import org.whichjvm.workload.program.Descendants;

/**
 * Samples of a program's memory: of each of its processes the proportional set, which has a page once however often it
 * is mapped. The kernel walks page tables for that, under a lock of the process: samples take at most a thousandth of a
 * CPU, by this thread's own clock.
 */
final class MemorySamples extends Thread {
    /** The most that samples take of the time since the start. */
    private static final double MOST_SHARE = 0.001;

    /** A process of short life has no peak by fewer samples. */
    private static final int FEWEST = 5;

    private static final int TRIALS = 20;

    /** What the next sample takes is taken to be what the last one took, in ns of CPU time. */
    private long nextNanos;

    /** CPU time that samples of the program took, in ns. */
    private long spentNanos;

    private final long startedNanos;
    private long endedNanos;
    private int count;

    /** The most that a sample had, in bytes. */
    private long most;

    private volatile boolean ended;

    /** To be made just before the program starts. */
    MemorySamples() {
        super("memory-samples");
        setDaemon(true);
        // The first ones take long, for the classes that take them.
        for (int i = 0; i < TRIALS; i++) {
            sample();
        }
        startedNanos = System.nanoTime();
    }

    @Override
    public void run() {
        while (!ended) {
            long due = startedNanos + (long) ((spentNanos + nextNanos) / MOST_SHARE);
            try {
                TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
            } catch (InterruptedException e) {
                return;
            }
            long bytes = sample();
            spentNanos += nextNanos;
            if (bytes > 0) {
                most = Math.max(most, bytes);
                count++;
            }
        }
    }

    /** The memory of this JVM's descendants now, in bytes. */
    private long sample() {
        long before = Kernel.threadCpuNanos();
        long bytes = MemoryRows.bytes(Descendants.seen());
        nextNanos = Kernel.threadCpuNanos() - before;
        return bytes;
    }

    /** The most that the samples saw, in bytes; null if they are too few. */
    Long end() throws InterruptedException {
        ended = true;
        endedNanos = System.nanoTime();
        interrupt();
        join();
        return count < FEWEST ? null : most;
    }

    void describe(JsonObject program) {
        program.addProperty("memorySamples", count);
        program.addProperty("memorySampleSeconds", Units.seconds((endedNanos - startedNanos) / Math.max(1, count)));
    }
}
