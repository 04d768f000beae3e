package org.whichjvm.workload.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;

/**
 * Two threads take turns. An operation is one turn: to wait for the other and to hand over, there and back.
 *
 * <p>The waiting thread checks whether JMH has ended the iteration, because the other thread may have left.
 */
@State(Scope.Benchmark)
@Threads(2)
public class Handover {
    /** For the last turn of an iteration only; the others end by being notified. */
    private static final long MAX_WAIT_MILLIS = 10;

    private final PaddedLong line = new PaddedLong();
    private final Object lock = new Object();
    private int holder;

    @Setup
    public void check(BenchmarkParams params) {
        PinnedThread.checkTwo(params);
    }

    /** By a cache line and nothing else: the floor, as this JVM can reach it. */
    @Benchmark
    public void roundTrip(PinnedThread thread, Control control) {
        long own = thread.index;
        while (line.get() != own) {
            if (control.stopMeasurement) {
                return;
            }
        }
        line.set(1 - own);
    }

    /** By a monitor, as locks that sleep do it: two context switches and what wakes a thread. */
    @Benchmark
    public void handOff(PinnedThread thread, Control control) throws InterruptedException {
        synchronized (lock) {
            while (holder != thread.index && !control.stopMeasurement) {
                lock.wait(MAX_WAIT_MILLIS);
            }
            holder = 1 - thread.index;
            lock.notify();
        }
    }
}
