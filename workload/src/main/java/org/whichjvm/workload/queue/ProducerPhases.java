package org.whichjvm.workload.queue;

import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;

final class ProducerPhases extends Phases {
    private final int number;
    private ExcerptAppender appender;
    private Producer loop;

    /** Null unless stages are kept. */
    private Payload message;

    ProducerPhases(Exchange exchange, int number) {
        super(exchange, number);
        this.number = number;
    }

    @Override
    void attach(ChronicleQueue queue) {
        appender = queue.createAppender();
        loop = new Producer(number, appender, options.size, options.wait, own.stalls, exchange.stop);
        message = options.stages ? new Payload(options.size, number) : null;
    }

    @Override
    long transfer(Schedule schedule, Samples samples, long from, long to) {
        long first = samples.firstSequence(number);
        Stages stages = stages(samples);
        return stages == null
                ? loop.produce(schedule, first, from, to)
                : produceStaged(schedule, first, stages, from, to);
    }

    /** The floor is that of the first producer's CPU and the consumer's. */
    @Override
    double floor(int batches) {
        return number == 0 ? exchange.floor.ping(batches) : 0;
    }

    /**
     * The loop of {@link Producer} with three more readings of the clock a message, to explain with: it spins, and
     * looks for no stalls. What is measured to compare JVMs never runs it.
     *
     * @return messages sent, fewer than asked for only if stopped
     */
    private long produceStaged(Schedule schedule, long firstSequence, Stages stages, long from, long to) {
        AtomicBoolean stop = exchange.stop;
        ExcerptAppender appender = this.appender;
        Payload message = this.message;
        long size = message.size;
        long first = schedule.firstOf(number);
        double interval = schedule.intervalNanos;
        for (long i = from; i < to; i++) {
            message.number(firstSequence + i);
            long intendedAt = Schedule.intendedAt(first, i, interval);
            while (System.nanoTime() < intendedAt) {
                if (stop.get()) {
                    return i - from;
                }
            }
            message.stamp(System.nanoTime());
            long acquired;
            long copied;
            try (DocumentContext document = appender.writingDocument()) {
                acquired = System.nanoTime();
                Bytes<?> out = document.wire().bytes();
                out.write(message.store, Payload.START, size);
                copied = System.nanoTime();
            }
            stages.sent(firstSequence + i, acquired, copied, System.nanoTime());
        }
        return to - from;
    }
}
