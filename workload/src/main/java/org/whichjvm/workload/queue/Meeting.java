package org.whichjvm.workload.queue;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Where all measured threads wait for each other between two phases. */
final class Meeting {
    private final CyclicBarrier barrier;
    private volatile long metAt;

    Meeting(int threads) {
        barrier = new CyclicBarrier(threads, () -> metAt = System.nanoTime());
    }

    /** Returns once all threads are here; throws if this one is told to stop. */
    void meet() throws InterruptedException, BrokenBarrierException {
        barrier.await();
    }

    /** When they last met, the same for all, on the clock of {@link System#nanoTime()}. */
    long metAt() {
        return metAt;
    }
}
