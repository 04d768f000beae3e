package org.whichjvm.workload.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Three operations of an atomic long, each thread on a cell of its own or all on one. */
@State(Scope.Benchmark)
public class Atomics {
    private final PaddedLong shared = new PaddedLong();

    /** One update that succeeds, as a loop does it; alone, the first try does. */
    @Benchmark
    public void compareAndSetOwn(PinnedThread thread) {
        increment(thread, thread.own);
    }

    /** One update that succeeds, after as many tries as the others make necessary. */
    @Benchmark
    public void compareAndSetShared(PinnedThread thread) {
        increment(thread, shared);
    }

    @Benchmark
    public void getAndAddOwn(PinnedThread thread) {
        thread.seen = thread.own.getAndAdd(1);
    }

    @Benchmark
    public void getAndAddShared(PinnedThread thread) {
        thread.seen = shared.getAndAdd(1);
    }

    @Benchmark
    public void getAndSetOwn(PinnedThread thread) {
        thread.seen = thread.own.getAndSet(thread.index);
    }

    @Benchmark
    public void getAndSetShared(PinnedThread thread) {
        thread.seen = shared.getAndSet(thread.index);
    }

    private static void increment(PinnedThread thread, PaddedLong cell) {
        long value;
        do {
            value = cell.get();
        } while (!cell.compareAndSet(value, value + 1));
        thread.seen = value;
    }
}
