package org.whichjvm.workload.queue;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Paths;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;
import org.whichjvm.common.QueueSize;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.Floor;

/**
 * The same exchange under Chronicle's own harness, JLBH, without its jitter thread. Arguments and output as
 * {@link BareLoop}.
 */
final class JlbhLoop implements JLBHTask {
    private static final long SIZE = 256;

    private final String[] args;
    private final AtomicBoolean stop = new AtomicBoolean();
    private final Floor floor = new Floor(new AtomicBoolean());
    private final BytesStore<?, ?> message = BytesStore.nativeStoreWithFixedCapacity(SIZE);
    private ChronicleQueue queue;
    private ExcerptAppender appender;
    private Thread consumer;
    private double floorNs;

    private JlbhLoop(String... args) {
        this.args = args;
    }

    public static void main(String[] args) {
        JlbhLoop loop = new JlbhLoop(args);
        AtomicLong p50 = new AtomicLong();
        Cpus.pin(Integer.parseInt(args[1]));
        JLBHOptions options = new JLBHOptions()
                .warmUpIterations((int) QueueSize.UNPACED_MESSAGES + Integer.parseInt(args[3]))
                .iterations(Integer.parseInt(args[4]))
                .throughput((int) (1_000_000_000L / Long.parseLong(args[5])))
                .runs(1)
                .recordOSJitter(false)
                // The thread is pinned already.
                .acquireLock(() -> null)
                .jlbhTask(loop);
        PrintStream silent = new PrintStream(OutputStream.nullOutputStream());
        new JLBH(
                        options,
                        silent,
                        result -> p50.set(result.endToEnd()
                                .summaryOfLastRun()
                                .get50thPercentile()
                                .toNanos()))
                .start();
        System.out.println(p50 + " " + loop.floorNs);
    }

    @Override
    public void init(JLBH jlbh) {
        queue = BareLoop.open(Paths.get(args[0]));
        appender = queue.createAppender();
        consumer = BareLoop.pinned(Integer.parseInt(args[2]), () -> consume(jlbh));
    }

    @Override
    public void run(long startTimeNs) {
        message.writeLong(0, startTimeNs);
        try (DocumentContext document = appender.writingDocument()) {
            document.wire().bytes().write(message, 0L, SIZE);
        }
    }

    private void consume(JLBH jlbh) {
        BytesStore<?, ?> copy = BytesStore.nativeStoreWithFixedCapacity(SIZE);
        try (ChronicleQueue own = BareLoop.open(Paths.get(args[0]))) {
            ExcerptTailer tailer = own.createTailer();
            while (!stop.get()) {
                try (DocumentContext document = tailer.readingDocument()) {
                    if (document.isPresent()) {
                        Bytes<?> in = document.wire().bytes();
                        copy.write(0, in, in.readPosition(), SIZE);
                        jlbh.sample(System.nanoTime() - copy.readLong(0));
                    }
                }
            }
            for (int i = 0; i < Floor.REHEARSALS; i++) {
                floor.pong(Floor.BATCHES);
            }
            floor.pong(Floor.BATCHES);
        }
    }

    @Override
    public void complete() {
        stop.set(true);
        for (int i = 0; i < Floor.REHEARSALS; i++) {
            floor.ping(Floor.BATCHES);
        }
        floorNs = floor.ping(Floor.BATCHES);
        try {
            consumer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        queue.close();
    }
}
