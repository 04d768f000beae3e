package org.whichjvm.workload.queue;

import java.nio.file.Path;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.QueueSize;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.JvmActivity;
import org.whichjvm.workload.fork.JvmCost;
import org.whichjvm.workload.fork.JvmProfile;
import org.whichjvm.workload.host.Floor;
import org.whichjvm.workload.host.HostCounters;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.memory.MemoryRows;

/**
 * The way of a measured thread from start to end: unpaced warm-up, paced warm-up, and then one of three: a window
 * between two measurements of the floor, a rehearsal and turns, or steps at rates that are found on the way. All
 * threads meet between two phases, and so each of them meets the same number of times. In turns they go by the clock
 * alone.
 *
 * <p>The consumer's thread also reads the counters of the JVM and the host, and waits for the compilers.
 */
abstract class Phases {
    /** From the moment all threads have met to the first message: all are spinning by then. */
    static final long HEAD_START_NANOS = 5_000_000;

    /** More than a method is called before the first compiler takes it (HotSpot: 200). */
    private static final int REHEARSALS = 250;

    /** All of them together spin some 100,000 times, as in the first turns. */
    private static final long REHEARSED_SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    /**
     * The unpaced messages go through this many queues, one after the other. So the compilers have already seen what
     * only a new queue does when the measured queue is opened.
     */
    private static final int TRAINING_QUEUES = 8;

    final Exchange exchange;
    final QueueLatencyOptions options;
    final ExchangeRecord record;
    final MeasuredThread own;
    private final boolean consumes;

    /** Whether the loops keep the stages of messages from now on. */
    private boolean staged;

    /** The number of producers whose messages this thread handles. */
    private final int producers;

    /** The thread of a number: the producers have the first ones, and the consumer the last. */
    Phases(Exchange exchange, int number) {
        this.exchange = exchange;
        this.options = exchange.options;
        this.record = exchange.record;
        this.own = record.threads[number];
        this.consumes = number == options.producers;
        this.producers = consumes ? options.producers : 1;
    }

    /** Makes this thread's loop, on a queue object of its own. */
    abstract void attach(ChronicleQueue queue) throws InterruptedException;

    /**
     * Sends or reads messages, from one number to before another over all that this thread handles, in one call of the
     * loop; returns how many were.
     */
    abstract long transfer(Schedule schedule, Samples samples, long from, long to);

    /** Measures the floor, in ns of a round trip; 0 where another thread has the result. */
    abstract double floor(int batches);

    final void run() throws Exception {
        rehearseLooks();
        own.stalls.train();
        for (int part = 0; part < TRAINING_QUEUES; part++) {
            Path training = record.folder.resolve("training-" + part);
            long block = trainingBlockSize(options.blockSize, options.size);
            try (ChronicleQueue queue = open(training, block)) {
                attach(queue);
                if (part == 1 && consumes) {
                    // So far this JVM has loaded classes and interpreted them, beside the others of its block
                    // that do the same. Now its compilers begin, and it has the CPUs for itself.
                    exchange.turns.awaitPlace();
                }
                meet();
                if (part == 1 && consumes) {
                    record.compilers.begin();
                }
                Schedule unpaced = Schedule.unpaced(exchange.metAt);
                warmUp(unpaced, record.unpaced, part, TRAINING_QUEUES);
            }
            // The compilers are done with one part before the next one.
            if (consumes) {
                record.compilers.catchUp();
            }
        }
        try (ChronicleQueue queue = open(record.folder, options.blockSize)) {
            attach(queue);
            awaitCompilers();
            meet();
            for (int i = 0; i < Floor.REHEARSALS; i++) {
                floor(Floor.BATCHES);
            }
            meet();
            warmUp(paced(), record.paced, 0, 1);
            if (consumes) {
                JvmCost.warm();
            }
            if (options.hasTurns()) {
                takeTurns();
            } else if (record.rates == null) {
                awaitCompilers();
                takeWindow(record.turns.list.get(0));
            }
            if (consumes) {
                if (options.profiling == Profiling.MEMORY) {
                    record.memoryRows = MemoryRows.now(record.folder.toRealPath());
                }
                record.smaps = HostFiles.HOST.read("/proc/self/smaps");
            }
            // No thread unmaps its queue before all have looked at their mappings.
            meet();
        }
        if (record.rates != null) {
            takeSteps();
        }
    }

    private void awaitCompilers() throws InterruptedException {
        if (consumes) {
            record.compilers.await();
        }
    }

    /**
     * How many bytes the queue of the unpaced warm-up maps at once: so few that its appender and tailer go to a new
     * block some 50 times. A block of the measured queue is usually larger than the whole warm-up. So the compilers
     * would never see the step to a new block, and would leave it out of their code ({@code unstable_if}). At the first
     * such step, in the middle of what is measured, they would throw away the code of both loops. What they compile
     * next depends on what happens to run then.
     */
    private static long trainingBlockSize(long blockSize, long size) {
        // Chronicle takes no message that is larger than a quarter of what it maps at once.
        return Math.min(blockSize, Math.max(1 << 20, 4 * size));
    }

    /**
     * How many of {@code count} messages come before the end of a part; parts count from -1 on. Each part is twice as
     * long as the one before. So few messages are sent before the first compiler has seen any, and most are sent after
     * the last compiler has.
     */
    private static long partEnd(long count, int part, int parts) {
        return part < 0 ? 0 : count >> (parts - 1 - part);
    }

    private ChronicleQueue open(Path path, long blockSize) {
        return SingleChronicleQueueBuilder.binary(path)
                .blockSize(blockSize)
                .rollCycle(options.rollCycle)
                .build();
    }

    /**
     * Warms up in many calls, because the measured window is one call: a loop that is only ever called once is compiled
     * while it runs, and once more from another place of it in the next call.
     */
    private void warmUp(Schedule schedule, Samples samples, int part, int parts) {
        long count = samples.perProducer;
        long to = producers * partEnd(count, part, parts);
        for (long from = producers * partEnd(count, part - 1, parts); from < to; ) {
            // The very first one alone: how long a JVM takes until then is told.
            long chunk = from == 0 ? 1 : Math.min(to - from, 1 + producers * count / QueueSize.WARM_UP_CALLS);
            if (!exchange(schedule, samples, from, from + chunk)) {
                return;
            }
            if (consumes && from == 0) {
                JvmCost.firstMessageRead();
            }
            from += chunk;
            // Both loops are to be warm.
            staged = samples.stages != null && !staged;
        }
    }

    /** Returns whether all were sent, or read in order and whole. */
    private boolean exchange(Schedule schedule, Samples samples, long from, long to) {
        return transfer(schedule, samples, from, to) == to - from && samples.fault == null;
    }

    /** Sends or reads all messages of a window, in one call of the loop, and counts them. */
    private void measure(Schedule schedule, Samples samples) {
        own.messages += transfer(schedule, samples, 0, producers * samples.perProducer);
    }

    private void takeWindow(Turn turn) throws InterruptedException, BrokenBarrierException {
        own.counters.start();
        meet();
        double before = floor(Floor.BATCHES);
        own.clear();
        begin(turn);
        meet();
        Schedule schedule = paced();
        if (consumes) {
            turn.follow(schedule);
        }
        own.counters.start();
        measure(schedule, turn.window);
        own.counters.end();
        end(turn);
        meet();
        keepFloors(turn, before, floor(Floor.BATCHES));
    }

    private void takeTurns() throws InterruptedException, BrokenBarrierException {
        Turns all = record.turns;
        // The compilers see the code of a turn now, and not in others' turns.
        for (int i = 0; i < REHEARSALS; i++) {
            begin(all.rehearsal);
            own.counters.start();
            own.counters.end();
            end(all.rehearsal);
            floor(1);
            spinUntil(System.nanoTime() + REHEARSED_SPIN_NANOS);
        }
        if (consumes && options.samples()) {
            all.addUnpaced(record.unpaced.nanosPerMessage());
        }
        meet();
        if (consumes) {
            all.rehearsal.at(exchange.metAt + HEAD_START_NANOS, options.rate, options.producers);
        }
        meet();
        take(all.rehearsal);
        meet();
        own.clear();
        if (consumes) {
            record.compilers.await();
            record.jvmActivity = new JvmActivity();
            record.hostCounters = new HostCounters(record.cpus);
        }
        meet();
        if (consumes) {
            if (options.samples()) {
                record.profile = new JvmProfile(Profiling.CPU);
                record.profile.start();
            }
            all.startAt(exchange.turns.ready(exchange.metAt));
        }
        meet();
        for (Turn turn : all.list) {
            take(turn);
        }
        // The next phase would disturb the others' turns.
        sleepUntil(all.endsAt());
        if (consumes && options.samples()) {
            record.profile.end();
        }
    }

    /** A turn of this thread, from when its JVM wakes up to when it sleeps again. */
    private void take(Turn turn) throws InterruptedException {
        // Later than the consumer's thread, which counts what was done in others' turns.
        staged = turn.window.stages != null;
        sleepUntil(turn.startsAt + (consumes ? 0 : Turn.COUNTED_NANOS));
        begin(turn);
        spinUntil(turn.startsAt + Turn.AWAKE_NANOS);
        double before = floor(Turn.FLOOR_BATCHES);
        own.counters.start();
        turn.isReady();
        exchange(turn.settling.schedule, turn.settling, 0, producers * turn.settling.perProducer);
        measure(turn.window.schedule, turn.window);
        own.counters.end();
        keepFloors(turn, before, floor(Turn.FLOOR_BATCHES));
        if (turn.unpaced != null) {
            exchangeUnpaced(turn.unpaced);
        }
        end(turn);
        if (consumes) {
            record.turns.refuseSlow(turn, own);
        }
    }

    /** Profiles tell these messages from others by this method: {@link Profiling#UNPACED_FRAME}. */
    private void exchangeUnpaced(Samples samples) {
        exchange(Schedule.unpaced(System.nanoTime()), samples, 0, producers * samples.perProducer);
    }

    /** Keeps both, in ns; they are 0 where another thread measures them. */
    private static void keepFloors(Turn turn, double before, double after) {
        if (after > 0) {
            turn.floorBefore = before;
            turn.floorAfter = after;
        }
    }

    private void begin(Turn turn) {
        if (consumes) {
            turn.begin(record.helperThreads);
            record.hostCounters.start();
            record.jvmActivity.start();
        }
    }

    private void end(Turn turn) {
        if (consumes) {
            record.jvmActivity.end();
            record.hostCounters.end();
            turn.end(record.helperThreads);
        }
    }

    /** Steps at rates that the consumer's thread finds one after another. */
    private void takeSteps() throws InterruptedException, BrokenBarrierException {
        if (consumes) {
            record.compilers.await();
            record.rates.findRate(this::takeOrFail, exchange.turns);
            meet();
        } else {
            for (meet(); record.rates.next != null; meet()) {
                take(record.rates.next);
            }
        }
    }

    private void takeOrFail(QueueRate.Step step) {
        try {
            meet();
            take(step);
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new ForkFailure(e, "it was stopped in the middle of a rate");
        }
    }

    /** A step, through a queue of its own that is gone after it. */
    private void take(QueueRate.Step step) throws InterruptedException, BrokenBarrierException {
        Path path = record.folder.resolve(step.name);
        try (ChronicleQueue queue = open(path, options.blockSize)) {
            attach(queue);
            meet();
            Schedule schedule = step.startAt(exchange.metAt + HEAD_START_NANOS);
            if (!exchange(schedule, step.samples, 0, producers * step.samples.perProducer)) {
                step.check();
            }
            meet();
            record.rates.floors.add(floor(Turn.FLOOR_BATCHES));
        }
        meet();
        if (consumes) {
            HostFiles.delete(path);
        }
    }

    /**
     * Reads the threads' counters so often that the compilers have compiled the reading. Else a thread that waits until
     * the compilers are idle would itself keep them busy.
     */
    private void rehearseLooks() {
        for (int i = 0; i < REHEARSALS && consumes; i++) {
            record.helperThreads.read();
        }
    }

    /** Sleeps: a thread that spins would take the CPU of whose turn it is. */
    private void sleepUntil(long time) throws InterruptedException {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            if (exchange.stop.get()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(left);
        }
    }

    /** Spins, so that the CPU is at work when the turn starts. */
    private void spinUntil(long time) {
        while (System.nanoTime() < time && !exchange.stop.get()) {
            // Nothing: reading the clock is work enough.
        }
    }

    /** Where the stages of messages are kept that are sent or read now; null for nowhere. */
    final Stages stages(Samples samples) {
        return staged ? samples.stages : null;
    }

    private void meet() throws InterruptedException, BrokenBarrierException {
        exchange.barrier.await();
    }

    /** Sends at the rate, from shortly after all have met. */
    private Schedule paced() {
        return new Schedule(exchange.metAt + HEAD_START_NANOS, options.rate, options.producers);
    }
}
