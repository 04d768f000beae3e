package org.whichjvm.workload.queue;

import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;
import org.whichjvm.common.WaitStrategy;
import org.whichjvm.workload.jvmlog.Stalls;

/** One producer: sends at the intended times, spinning or waiting otherwise between them. */
final class Producer {
    private final int number;
    private final ExcerptAppender appender;
    private final Payload message;
    private final WaitStrategy wait;
    private final Stalls stalls;
    private final AtomicBoolean stop;

    Producer(int number, ExcerptAppender appender, long size, WaitStrategy wait, Stalls stalls, AtomicBoolean stop) {
        this.number = number;
        this.appender = appender;
        this.message = new Payload(size, number);
        this.wait = wait;
        this.stalls = stalls;
        this.stop = stop;
    }

    /**
     * The hot loop: the messages of a schedule from one number to before another.
     *
     * <p>It reads the clock all the time anyway, so a stall is found by one subtraction. What tells a new mapping is
     * that the queue's bytes are kept in another store, looked at once the message is out.
     *
     * @return messages sent, fewer than asked for only if stopped
     */
    long produce(Schedule schedule, long firstSequence, long from, long to) {
        ExcerptAppender appender = this.appender;
        Payload message = this.message;
        Stalls stalls = this.stalls;
        WaitStrategy wait = this.wait;
        boolean waits = !wait.spins();
        long waitThreshold = wait.givesCpuAway() ? Stalls.WAIT_THRESHOLD_NANOS : Stalls.THRESHOLD_NANOS;
        long size = message.size;
        long first = schedule.firstOf(number);
        double interval = schedule.intervalNanos;
        Object store = null;
        long seen = 0;
        for (long i = from; i < to; i++) {
            message.number(firstSequence + i);
            long intendedAt = Schedule.intendedAt(first, i, interval);
            int kind = Stalls.WRITE;
            long threshold = Stalls.THRESHOLD_NANOS;
            while (true) {
                if (stop.get()) {
                    return i - from;
                }
                long now = System.nanoTime();
                if (now - seen >= threshold) {
                    stalls.keep(seen, now, kind);
                }
                seen = now;
                kind = Stalls.SPIN;
                if (now >= intendedAt) {
                    break;
                }
                if (waits) {
                    wait.call();
                    threshold = waitThreshold;
                }
            }
            message.stamp(System.nanoTime());
            Bytes<?> out;
            try (DocumentContext document = appender.writingDocument()) {
                out = document.wire().bytes();
                out.write(message.store, Payload.START, size);
            }
            if (out.bytesStore() != store) {
                stalls.keep(store == null ? 0 : seen, System.nanoTime(), Stalls.REMAP);
                store = out.bytesStore();
            }
        }
        return to - from;
    }
}
