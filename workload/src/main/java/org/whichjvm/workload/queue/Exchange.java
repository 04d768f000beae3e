package org.whichjvm.workload.queue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.Emulation;
import org.whichjvm.workload.host.Floor;
import org.whichjvm.workload.jvmlog.JvmLog;
import org.whichjvm.workload.turn.TurnMeeting;

/**
 * The measured exchange: producers and one consumer, each a pinned thread with a queue object of its own on the same
 * folder, go through their {@link Phases} together.
 */
final class Exchange {
    /** How long a run may take beyond what its options say, for a JVM that is slow to warm up. */
    private static final long SLACK_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** Under an emulator, where only the messages count, a JVM takes minutes to warm up. */
    private static final long EMULATED_SLACK_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** A queue that keeps up is never this far behind for half of a long window, in ns. */
    private static final long MOST_LAG_NANOS = 10_000_000;

    /** A rate that is 1 % too high has fallen behind by twice this part at the window's middle. */
    private static final int LAG_PARTS = 400;

    /** To be read by others only after {@link #run} returned or threw. */
    final ExchangeRecord record;

    final QueueLatencyOptions options;
    final TurnMeeting turns;
    final AtomicBoolean stop = new AtomicBoolean();
    final Floor floor = new Floor(stop);

    /** Where all threads wait for each other between two phases. */
    final CyclicBarrier barrier;

    /** When they last met, the same for all, on the clock of {@link System#nanoTime()}. */
    volatile long metAt;

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    Exchange(ExchangeRecord record, TurnMeeting turns) {
        this.record = record;
        this.options = record.options;
        this.turns = turns;
        barrier = new CyclicBarrier(options.producers + 1, () -> metAt = System.nanoTime());
    }

    /**
     * Runs all phases; every thread has ended when it returns. {@link CannotRun} if a thread cannot be pinned,
     * {@link ForkFailure} if the numbers are not to be believed.
     */
    void run(JvmLog jvmLog) throws IOException, InterruptedException {
        record.helperCpus = Cpus.keepHelpersOff(Cpus.effective(), record.cpus);
        for (int i = 0; i < options.producers; i++) {
            threads.add(thread(new ProducerPhases(this, i)));
        }
        threads.add(thread(new ConsumerPhases(this)));
        threads.forEach(Thread::start);
        boolean late = !ended();
        stop();
        for (Thread thread : threads) {
            thread.join();
        }
        check(late, failure.get());
        if (record.rates != null) {
            return;
        }
        record.settleHelpers();
        record.turns.keepOwnLate(() ->
                record.safepoints(jvmLog.text().orElse(""), System.nanoTime()).spans());
        if (options.hasTurns()) {
            checkTurns();
        }
    }

    /** Waits for the threads; false if one is still there after the time that a run may take. */
    private boolean ended() throws InterruptedException {
        long deadline = System.nanoTime()
                + 2 * (options.warmupNanos + options.durationNanos)
                + (Emulation.witness().isPresent() ? EMULATED_SLACK_NANOS : SLACK_NANOS)
                + options.waitNanos()
                + (options.hasTurns() ? 2 * record.turns.plan.totalNanos() : 0)
                + (record.rates == null ? 0 : 2 * record.rates.limitNanos());
        for (Thread thread : threads) {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }

    /** Makes every thread leave its loop: none may touch the queue once its folder is gone. */
    void stop() {
        stop.set(true);
        // Threads may wait for the others, now or later; a broken barrier would mend itself too early.
        threads.forEach(Thread::interrupt);
    }

    private Thread thread(Phases phases) {
        MeasuredThread measured = phases.own;
        Thread thread = new Thread(
                () -> {
                    try {
                        Cpus.pin(measured.cpu);
                        measured.begin();
                        phases.run();
                    } catch (BrokenBarrierException | InterruptedException e) {
                        // The run was stopped, or another thread failed and has told why.
                        stop();
                    } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                        stop();
                    }
                },
                measured.name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Refuses times that are not to be believed: of threads that had to be stopped, not done in time, or after the
     * first failure that a thread threw, if any.
     */
    private void check(boolean late, Throwable failure) {
        if (late && record.rates != null) {
            throw new ForkFailure("the rates took a minute longer than they should together");
        }
        if (late) {
            // This comes first: what a thread says after it was stopped is not the reason.
            throw ForkFailure.overloaded(
                    "of %,d messages %,d were read after twice the time they were due in"
                            + " and a minute more; lower --rate",
                    record.messages(), record.verified());
        }
        if (failure instanceof CannotRun || failure instanceof ForkFailure) {
            throw (RuntimeException) failure;
        }
        if (failure != null) {
            throw new ForkFailure(failure, "a measured thread ended: %s", failure);
        }
        checkRead();
        if (!options.hasTurns() && record.rates == null) {
            checkLag();
        }
    }

    private void checkRead() {
        record.unpaced.check();
        record.paced.check();
        for (Turn turn : record.turns.list) {
            turn.settling.check();
            turn.window.check();
            if (turn.unpaced != null) {
                turn.unpaced.check();
            }
        }
        if (record.verified() < record.messages() || !isOver()) {
            throw new ForkFailure("stopped: of %,d messages %,d were read", record.messages(), record.verified());
        }
    }

    /** Whether the floor was measured for the last time. */
    private boolean isOver() {
        if (record.rates != null) {
            return record.rates.next == null;
        }
        List<Turn> all = record.turns.list;
        return all.get(all.size() - 1).floorAfter != 0;
    }

    private void checkTurns() {
        int onTime = record.turns.counted().size();
        if (onTime == 0) {
            throw new ForkFailure(
                    "not one of %d turns could start on time: the measured CPUs were taken by others",
                    record.turns.list.size());
        }
        long overloaded = record.turns.overloaded();
        if (2 * overloaded > onTime) {
            throw ForkFailure.overloaded(
                    "at %,d messages a second %d of %d turns stayed behind; lower --rate",
                    options.rate, overloaded, onTime);
        }
    }

    private void checkLag() {
        long lag = record.turns.list.get(0).window.lastingLag();
        if (lag > lastingLag(options.durationNanos)) {
            throw ForkFailure.overloaded(
                    "at %,d messages a second the exchange was never less than %,d ms behind"
                            + " in the second half of %.1f s; lower --rate",
                    options.rate, TimeUnit.NANOSECONDS.toMillis(lag), Units.seconds(options.durationNanos));
        }
    }

    /** How far a queue that keeps up is never behind for the second half of a window, in ns. */
    static long lastingLag(long windowNanos) {
        return Math.min(windowNanos / LAG_PARTS, MOST_LAG_NANOS);
    }
}
