package org.whichjvm.workload.queue;

import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.whichjvm.workload.fork.ForkFailure;

/**
 * Send and read time of every message of a window and a byte of flags, in arrays that are there before it starts.
 *
 * <p>Three stores to memory that the hardware prefetches are cheaper than two histogram updates on the hot path
 * ({@code scripts/overhead} prints what they cost), and both latencies follow from them afterwards: the intended send
 * time is known from the sequence number alone.
 */
final class Samples {
    /** Bytes of heap a message takes here. */
    static final int BYTES_PER_MESSAGE = 2 * Long.BYTES + 1;

    /** Flag of a message: its last byte is the first one read on its page of memory. */
    static final byte FIRST_ON_PAGE = 1;

    /** Flag of a message: the consumer gave its CPU away just before. */
    static final byte WAITED = 2;

    /** Longs in 128 bytes. */
    private static final int STRIDE = 16;

    final long perProducer;

    /** When they are due; set before the first one. */
    volatile Schedule schedule;

    /** When the first one is due, in ms since 1970. */
    volatile long startedMillis;

    final long[] sentAt;
    final long[] readAt;
    private final byte[] flags;
    private final int producers;

    /** The sequence number due next of each producer, a cache line and its neighbour apart. */
    private final long[] next;

    /** Of messages whose stages are kept too; else null. */
    Stages stages;

    /** The fault of the first message that did not verify, or null. */
    String fault;

    /** Takes how many messages each producer has, at most {@link Integer#MAX_VALUE} over all. */
    Samples(int producers, long perProducer) {
        this.perProducer = perProducer;
        int size = Math.toIntExact(producers * perProducer);
        sentAt = new long[size];
        readAt = new long[size];
        // Not zero, so that every page is touched now and not in the measured window.
        Arrays.fill(sentAt, -1);
        Arrays.fill(readAt, -1);
        flags = new byte[size];
        Arrays.fill(flags, (byte) -1);
        this.producers = producers;
        next = new long[(producers + 2) * STRIDE];
        for (int producer = 0; producer < producers; producer++) {
            next[at(producer)] = firstSequence(producer);
        }
    }

    /** Makes room for the stages of the messages too. */
    void staged() {
        stages = new Stages(sentAt.length);
    }

    /** Sequence numbers of a producer start here and go up by one: each has a slot of its own. */
    long firstSequence(int producer) {
        return producer * perProducer;
    }

    /** Messages of all producers. */
    long messages() {
        return producers * perProducer;
    }

    /** Hot: keeps one message and its flags, or the first fault. Returns whether the message was the one expected. */
    boolean record(Payload message, long now, byte flag) {
        long sequence = message.sequence();
        int producer = message.producer();
        if (sequence != next[at(producer)] || !message.isWhole()) {
            fault = describe(message, next[at(producer)]);
            return false;
        }
        next[at(producer)] = sequence + 1;
        sentAt[(int) sequence] = message.sentAt();
        readAt[(int) sequence] = now;
        flags[(int) sequence] = flag;
        return true;
    }

    /** Refuses messages of which one did not verify: a {@link ForkFailure} with the fault. */
    void check() {
        if (fault != null) {
            throw new ForkFailure(fault);
        }
    }

    /** Messages that were read in order and whole. */
    long verified() {
        long sum = 0;
        for (int producer = 0; producer < producers; producer++) {
            sum += next[at(producer)] - firstSequence(producer);
        }
        return sum;
    }

    /**
     * How far behind its schedule the exchange stayed: the least delay, in ns, of any message of the second half of the
     * window, for the producer with the greatest. A stall that was caught up does not count, however late it came; a
     * rate that cannot be kept adds up and does.
     */
    long lastingLag() {
        Schedule schedule = this.schedule;
        long most = Long.MIN_VALUE;
        for (int producer = 0; producer < producers; producer++) {
            long least = Long.MAX_VALUE;
            for (long i = perProducer / 2; i < perProducer; i++) {
                least = Math.min(least, readAt[slot(producer, i)] - schedule.intendedAt(producer, i));
            }
            most = Math.max(most, least);
        }
        return most;
    }

    /** How long a message took, in ns, over the second half of all, which were sent unpaced. */
    double nanosPerMessage() {
        long half = perProducer / 2;
        long nanos = readAt[slot(0, perProducer - 1)] - readAt[slot(0, half)];
        return (double) nanos / Math.max(1, (perProducer - 1 - half) * producers);
    }

    /** The longest time, in ns, from one message of a producer to the next, as they were read. */
    long longestGap() {
        long longest = 0;
        for (int slot = 1; slot < readAt.length; slot++) {
            boolean sameProducer = slot % perProducer != 0;
            longest = Math.max(longest, sameProducer ? readAt[slot] - readAt[slot - 1] : 0);
        }
        return longest;
    }

    /**
     * Both latencies, in ns, of each producer's messages from one number to before another, in the order in which they
     * were due. The clock of two CPUs may differ by a few ns: a latency is never negative.
     */
    void forEach(long from, long to, Latencies sink) {
        Schedule schedule = this.schedule;
        for (long i = from; i < Math.min(to, perProducer); i++) {
            for (int producer = 0; producer < producers; producer++) {
                int slot = slot(producer, i);
                long dueAt = schedule.intendedAt(producer, i);
                sink.accept(dueAt, Math.max(0, readAt[slot] - sentAt[slot]), Math.max(0, readAt[slot] - dueAt));
            }
        }
    }

    /** Every message of some windows, in the order in which they were read. */
    static void forEachRead(List<Samples> windows, Timeline sink) {
        windows.forEach(window -> window.forEachRead(sink));
    }

    /** Every message in the order in which they were read, which is that of the queue. */
    void forEachRead(Timeline sink) {
        Schedule schedule = this.schedule;
        long[] at = new long[producers];
        for (int count = readAt.length; count > 0; count--) {
            int first = 0;
            for (int producer = 1; producer < producers; producer++) {
                if (at[producer] < perProducer
                        && (at[first] == perProducer
                                || readAt[slot(producer, at[producer])] < readAt[slot(first, at[first])])) {
                    first = producer;
                }
            }
            int slot = slot(first, at[first]);
            sink.accept(schedule.intendedAt(first, at[first]), sentAt[slot], readAt[slot], flags[slot]);
            at[first]++;
        }
    }

    /** When the first message is due, on the clock of {@link System#nanoTime()}. */
    long start() {
        return schedule.intendedAt(0, 0);
    }

    long lastReadAt() {
        long last = Long.MIN_VALUE;
        for (int producer = 0; producer < producers; producer++) {
            last = Math.max(last, readAt[slot(producer, perProducer - 1)]);
        }
        return last;
    }

    private int slot(int producer, long message) {
        return (int) (firstSequence(producer) + message);
    }

    /** A histogram of latencies in ns, three digits, growing as needed: the layout of every .hlog. */
    static Histogram histogram(String tag) {
        Histogram histogram = new Histogram(3);
        histogram.setTag(tag);
        return histogram;
    }

    private static int at(int producer) {
        return (producer + 1) * STRIDE;
    }

    private static String describe(Payload message, long due) {
        return String.format(
                "message %d of producer %d came where %d was due%s",
                message.sequence(), message.producer(), due, message.isWhole() ? "" : ", and was not copied whole");
    }

    /** Takes a message: when it was due, on the schedule's clock, and its two latencies, in ns. */
    @FunctionalInterface
    interface Latencies {
        void accept(long dueAt, long serviceNs, long responseNs);
    }

    /** Takes a message: its times on the clock of {@link System#nanoTime()}, and its flags. */
    @FunctionalInterface
    interface Timeline {
        void accept(long dueAt, long sentAt, long readAt, byte flags);
    }
}
