package org.whichjvm.workload.turn;

import java.util.concurrent.TimeUnit;

/**
 * How the contenders of a block agree on who warms up when, and on when the first turn starts. This is the meeting of
 * an only contender, which waits for nobody.
 */
public class TurnMeeting implements AutoCloseable {
    /** Returns once this contender may warm up, alone; throws if it is to stop. */
    public void awaitPlace() throws InterruptedException {
        // There is nobody to wait for.
    }

    /**
     * Says that this contender is warm since then; returns, once all are, when the first round starts, both on the
     * clock of {@link System#nanoTime()}.
     */
    public long ready(long warmAt) throws InterruptedException {
        return warmAt + TimeUnit.MILLISECONDS.toNanos(20);
    }

    /** Leaves; without having been ready the others go on at once. */
    @Override
    public void close() {
        // Nobody waits.
    }
}
