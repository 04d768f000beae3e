package org.whichjvm.workload.retail;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.load.LoadTurns;
import org.whichjvm.workload.load.LoadedSystem;
import org.whichjvm.workload.load.RateStep;

/**
 * Injects requests at intended times that nothing moves, into a pool of workers that is as wide as the CPUs. A response
 * time is from the intended time, so that a system that stalls pays for all that came meanwhile, and an injector that
 * lags makes them longer, never shorter.
 */
final class OpenLoop implements LoadedSystem {
    private static final int MOST_WAITING = 1 << 18;

    /** This many requests wait if the workers are to be busy all the time. */
    private static final int SATURATED = 256;

    /** A parked thread wakes some µs late: the last of a wait is spent awake. */
    private static final long AWAKE_NANOS = 10_000;

    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(3_600);

    private final BlockingQueue<Request> queue = new ArrayBlockingQueue<>(MOST_WAITING);
    private final List<Worker> workers = new ArrayList<>();
    private final LongAdder answered = new LongAdder();
    private final long seed;
    private SplittableRandom random;
    private volatile Throwable failure;
    private long injected;
    private long cut;
    private int steps;

    /** Starts workers, which end with the JVM; each transaction is made longer by a share. */
    OpenLoop(Transactions transactions, int count, long seed, double slowDown) {
        this.seed = seed;
        random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            Worker worker = new Worker(transactions, slowDown);
            workers.add(worker);
            Thread thread = new Thread(worker, "worker-" + i);
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** One request: which transaction it is follows from its seed. */
    private static final class Request {
        private final long seed;
        private final long intendedNanos;

        Request(long seed, long intendedNanos) {
            this.seed = seed;
            this.intendedNanos = intendedNanos;
        }
    }

    private final class Worker implements Runnable {
        private final Transactions transactions;
        private final double slowDown;

        /** Written by this thread; read and reset by the injector while nothing waits. */
        private final Histogram responses = histogram();

        /** Keeps the compiler from leaving out what nobody reads. */
        private volatile long sink;

        Worker(Transactions transactions, double slowDown) {
            this.transactions = transactions;
            this.slowDown = slowDown;
        }

        @Override
        public void run() {
            HelperThreads.registerMeasured();
            try {
                while (true) {
                    Request request = queue.take();
                    if (slowDown > 0) {
                        slowly(request);
                    } else {
                        sink = transactions.run(request.seed);
                    }
                    responses.recordValue(
                            Math.min(LONGEST_NANOS, Math.max(0, System.nanoTime() - request.intendedNanos)));
                    answered.increment();
                }
            } catch (InterruptedException e) {
                // The fork is over.
            } catch (RuntimeException | Error e) {
                failure = e;
            }
        }

        private void slowly(Request request) {
            long from = System.nanoTime();
            sink = transactions.run(request.seed);
            long now = System.nanoTime();
            long until = now + (long) ((now - from) * slowDown);
            while (System.nanoTime() < until) {
                sink++;
            }
        }
    }

    private static Histogram histogram() {
        return new Histogram(LONGEST_NANOS, 3);
    }

    @Override
    public Supplier<RateStep> saturate(long at, long nanos) {
        waitUntil(at);
        long before = injected;
        long answeredBefore = answered.sum();
        while (System.nanoTime() - at < nanos) {
            while (queue.size() < SATURATED) {
                inject(System.nanoTime());
            }
            LockSupport.parkNanos(100_000);
        }
        long took = System.nanoTime() - at;
        long answeredByThen = answered.sum() - answeredBefore;
        cutOff(new ArrayList<>());
        RateStep step = new RateStep(0, took);
        step.sent = injected - before;
        step.answered = answeredByThen;
        return () -> step;
    }

    /** Injects for this long at Poisson times of this rate, in requests a second. */
    @Override
    public Supplier<RateStep> step(double rate, long at, long nanos) {
        workers.forEach(worker -> worker.responses.reset());
        // The same requests on every JVM, however many it answered before.
        random = new SplittableRandom(seed + ++steps);
        Histogram lag = histogram();
        long before = injected;
        long answeredBefore = answered.sum();
        double meanNanos = 1e9 / rate;
        long last = 0;
        double offset = 0;
        while (true) {
            // nextDouble is below 1, and so the logarithm finite.
            offset -= Math.log(1 - random.nextDouble()) * meanNanos;
            if (offset > nanos) {
                break;
            }
            long intended = at + (long) offset;
            waitUntil(intended);
            lag.recordValue(Math.min(LONGEST_NANOS, Math.max(0, System.nanoTime() - intended)));
            if (!inject(intended)) {
                break; // It is far from settled, and memory is not endless.
            }
            if (offset > nanos - RateStep.UNDER_WAY_NANOS) {
                last++;
            }
        }
        waitUntil(at + nanos);
        long answeredByThen = answered.sum() - answeredBefore;
        RateStep step = new RateStep(rate, nanos);
        step.sent = injected - before;
        awaitAnswers(at + nanos + LoadTurns.GRACE_NANOS);
        List<Request> unanswered = new ArrayList<>();
        long cutAt = cutOff(unanswered);
        workers.forEach(worker -> step.responses.add(worker.responses));
        unanswered.forEach(each -> step.responses.recordValue(Math.min(LONGEST_NANOS, cutAt - each.intendedNanos)));
        step.lag.add(lag);
        step.errors = unanswered.size();
        step.answered = step.sent - step.errors;
        step.kept = RateStep.isKept(step.sent, last, answeredByThen);
        return () -> step;
    }

    private boolean inject(long intended) {
        if (failure != null) {
            throw new ForkFailure(failure, "a transaction failed: %s", failure);
        }
        if (!queue.offer(new Request(random.nextLong(), intended))) {
            return false;
        }
        injected++;
        return true;
    }

    private static void waitUntil(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            if (left > AWAKE_NANOS) {
                LockSupport.parkNanos(left - AWAKE_NANOS);
            }
        }
    }

    private void awaitAnswers(long until) {
        while (answered.sum() + cut < injected && System.nanoTime() < until) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Takes what waits out of the queue, and waits for what is under way; returns when it did so. */
    private long cutOff(List<Request> unanswered) {
        queue.drainTo(unanswered);
        cut += unanswered.size();
        long at = System.nanoTime();
        while (answered.sum() + cut < injected) {
            if (failure != null) {
                throw new ForkFailure(failure, "a transaction failed: %s", failure);
            }
            if (System.nanoTime() > at + DRAIN_NANOS) {
                throw new ForkFailure(
                        "%,d of %,d requests were not answered within 30 s after the last one",
                        injected - cut - answered.sum(), injected);
            }
            LockSupport.parkNanos(1_000_000);
        }
        return at;
    }
}
