package org.whichjvm.workload.queue;

import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;
import org.whichjvm.common.WaitStrategy;
import org.whichjvm.workload.jvmlog.Stalls;

/** The consumer: polls without a pause, copies each message out and keeps when it was read. */
final class Consumer {
    /** One poll in this many plus one reads the clock: if each poll did, polls would take twice as long. */
    private static final int SPIN_MASK = 15;

    private final ExcerptTailer tailer;
    private final Payload copy;
    private final KnownDelay delay;
    private final WaitStrategy wait;
    private final Stalls stalls;
    private final int pageShift;
    private final AtomicBoolean stop;

    /** On which page of the queue's file the last message ended. */
    private long page = -1;

    /** @param pageBytes what the first touch of the queue's memory maps at once, a power of two */
    Consumer(
            ExcerptTailer tailer,
            long size,
            long pageBytes,
            KnownDelay delay,
            WaitStrategy wait,
            Stalls stalls,
            AtomicBoolean stop) {
        this.tailer = tailer;
        this.copy = new Payload(size, 0);
        this.pageShift = Long.numberOfTrailingZeros(pageBytes);
        this.delay = delay;
        this.wait = wait;
        this.stalls = stalls;
        this.stop = stop;
    }

    /**
     * The hot loop.
     *
     * @return messages read, fewer than that only if stopped or if one did not verify
     */
    long consume(Samples samples, long count) {
        ExcerptTailer tailer = this.tailer;
        Payload copy = this.copy;
        long size = copy.size;
        int pageShift = this.pageShift;
        KnownDelay delay = this.delay;
        boolean delayed = !delay.isNone();
        Stalls stalls = this.stalls;
        WaitStrategy wait = this.wait;
        boolean waits = !wait.spins();
        // A call that gives the CPU away takes so long that each may be timed.
        int mask = wait.givesCpuAway() ? 0 : SPIN_MASK;
        long waitThreshold = wait.givesCpuAway() ? Stalls.WAIT_THRESHOLD_NANOS : Stalls.THRESHOLD_NANOS;
        byte waitFlag = wait.givesCpuAway() ? Samples.WAITED : 0;
        long page = this.page;
        Object store = null;
        int polls = 0;
        byte flags = 0;
        long seen = 0;
        long readAt = 0;
        long read = 0;
        while (read < count) {
            try (DocumentContext document = tailer.readingDocument()) {
                if (document.isPresent()) {
                    Bytes<?> in = document.wire().bytes();
                    long at = in.readPosition();
                    copy.store.write(Payload.START, in, at, size);
                    if (delayed) {
                        delay.spend(copy);
                    }
                    read++;
                    long now = System.nanoTime();
                    if (now - seen >= Stalls.THRESHOLD_NANOS) {
                        stalls.keep(seen, now, Stalls.READ);
                    }
                    seen = now;
                    long endPage = (at + size - 1) >> pageShift;
                    if (endPage != page) {
                        flags |= Samples.FIRST_ON_PAGE;
                        page = endPage;
                    }
                    if (!samples.record(copy, now, flags)) {
                        return read;
                    }
                    if (in.bytesStore() != store) {
                        stalls.keep(store == null ? 0 : readAt, now, Stalls.REMAP);
                        store = in.bytesStore();
                    }
                    readAt = now;
                    flags = 0;
                } else {
                    if (stop.get()) {
                        return read;
                    }
                    if (waits) {
                        wait.call();
                        flags = waitFlag;
                    }
                    if ((++polls & mask) == 0) {
                        long now = System.nanoTime();
                        if (now - seen >= waitThreshold) {
                            stalls.keep(seen, now, Stalls.SPIN);
                        }
                        seen = now;
                    }
                }
            }
        }
        this.page = page;
        return read;
    }
}
