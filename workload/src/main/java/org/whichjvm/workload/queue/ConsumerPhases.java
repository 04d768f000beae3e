package org.whichjvm.workload.queue;

import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

final class ConsumerPhases extends Phases {
    private KnownDelay delay;

    /** Both loops read from one place of the queue. */
    private ExcerptTailer tailer;

    private Consumer loop;

    /** Null unless stages are kept. */
    private Payload copy;

    ConsumerPhases(Exchange exchange) {
        super(exchange, exchange.options.producers);
    }

    @Override
    void attach(ChronicleQueue queue) throws InterruptedException {
        if (delay == null) {
            delay = new KnownDelay(options.delayNanos);
        }
        tailer = queue.createTailer();
        copy = options.stages ? new Payload(options.size, 0) : null;
        loop = new Consumer(
                tailer, options.size, record.memory.pageBytes, delay, options.wait, own.stalls, exchange.stop);
    }

    @Override
    long transfer(Schedule schedule, Samples samples, long from, long to) {
        Stages stages = stages(samples);
        return stages == null ? loop.consume(samples, to - from) : consumeStaged(samples, stages, to - from);
    }

    @Override
    double floor(int batches) {
        exchange.floor.pong(batches);
        return 0;
    }

    /**
     * The loop of {@link Consumer} with one more reading of the clock a message, to explain with: it spins, and looks
     * for no stalls. What is measured to compare JVMs never runs it.
     *
     * @return messages read, fewer than that only if stopped or if one did not verify
     */
    private long consumeStaged(Samples samples, Stages stages, long count) {
        AtomicBoolean stop = exchange.stop;
        ExcerptTailer tailer = this.tailer;
        Payload copy = this.copy;
        long size = copy.size;
        KnownDelay delay = this.delay;
        boolean delayed = !delay.isNone();
        long read = 0;
        while (read < count) {
            try (DocumentContext document = tailer.readingDocument()) {
                if (document.isPresent()) {
                    long found = System.nanoTime();
                    Bytes<?> in = document.wire().bytes();
                    copy.store.write(Payload.START, in, in.readPosition(), size);
                    if (delayed) {
                        delay.spend(copy);
                    }
                    read++;
                    if (!samples.record(copy, System.nanoTime(), (byte) 0)) {
                        return read;
                    }
                    stages.found(copy.sequence(), found);
                } else if (stop.get()) {
                    return read;
                }
            }
        }
        return read;
    }
}
