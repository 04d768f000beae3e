package org.whichjvm.workload.queue;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.whichjvm.common.QueueSize;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.Floor;

/**
 * The exchange as the article has it, in one file: two pinned threads, a send time in each message, an array of deltas.
 * No harness, no response time, nothing verified. {@code scripts/overhead} compares whichjvm with it.
 *
 * <p>Arguments: queue folder, producer's CPU, consumer's CPU, messages of warm-up, messages to measure, ns between
 * them. Prints p50 and floor in ns.
 */
final class BareLoop {
    private static final long SIZE = 256;

    private final Path folder;
    private final int messages;
    private final int warmup;
    private final long interval;
    private final CyclicBarrier meeting = new CyclicBarrier(2);
    private final Floor floor = new Floor(new AtomicBoolean());
    private final long[] deltas;
    private double floorNs;

    private BareLoop(String... args) {
        folder = Paths.get(args[0]);
        warmup = Integer.parseInt(args[3]);
        messages = Integer.parseInt(args[4]);
        interval = Long.parseLong(args[5]);
        deltas = new long[messages];
        Arrays.fill(deltas, -1);
    }

    public static void main(String[] args) throws InterruptedException {
        BareLoop loop = new BareLoop(args);
        Thread producer = pinned(Integer.parseInt(args[1]), loop::producer);
        Thread consumer = pinned(Integer.parseInt(args[2]), loop::consumer);
        producer.join();
        consumer.join();
        Arrays.sort(loop.deltas);
        System.out.println(loop.deltas[loop.messages / 2] + " " + loop.floorNs);
    }

    private void producer() throws Exception {
        BytesStore<?, ?> message = BytesStore.nativeStoreWithFixedCapacity(SIZE);
        try (ChronicleQueue queue = open(folder)) {
            ExcerptAppender appender = queue.createAppender();
            meeting.await();
            produce(appender, message, (int) QueueSize.UNPACED_MESSAGES, 0);
            for (int i = 0; i < Floor.REHEARSALS; i++) {
                floor.ping(Floor.BATCHES);
            }
            meeting.await();
            produce(appender, message, warmup, interval);
            meeting.await();
            produce(appender, message, messages, interval);
            floorNs = floor.ping(Floor.BATCHES);
        }
    }

    private void consumer() throws Exception {
        BytesStore<?, ?> copy = BytesStore.nativeStoreWithFixedCapacity(SIZE);
        try (ChronicleQueue queue = open(folder)) {
            ExcerptTailer tailer = queue.createTailer();
            meeting.await();
            consume(tailer, copy, new long[(int) QueueSize.UNPACED_MESSAGES]);
            for (int i = 0; i < Floor.REHEARSALS; i++) {
                floor.pong(Floor.BATCHES);
            }
            meeting.await();
            consume(tailer, copy, new long[warmup]);
            meeting.await();
            consume(tailer, copy, deltas);
            floor.pong(Floor.BATCHES);
        }
    }

    private static void produce(ExcerptAppender appender, BytesStore<?, ?> message, int count, long interval) {
        long next = System.nanoTime();
        for (int i = 0; i < count; i++) {
            while (System.nanoTime() < next) {
                // Spins, as in the article.
            }
            next += interval;
            message.writeLong(0, System.nanoTime());
            try (DocumentContext document = appender.writingDocument()) {
                document.wire().bytes().write(message, 0L, SIZE);
            }
        }
    }

    private static void consume(ExcerptTailer tailer, BytesStore<?, ?> copy, long[] deltas) {
        for (int i = 0; i < deltas.length; ) {
            try (DocumentContext document = tailer.readingDocument()) {
                if (document.isPresent()) {
                    Bytes<?> in = document.wire().bytes();
                    copy.write(0, in, in.readPosition(), SIZE);
                    deltas[i++] = System.nanoTime() - copy.readLong(0);
                }
            }
        }
    }

    static ChronicleQueue open(Path folder) {
        return SingleChronicleQueueBuilder.binary(folder).build();
    }

    static Thread pinned(int cpu, Task task) {
        Thread thread = new Thread(() -> {
            try {
                Cpus.pin(cpu);
                task.run();
            } catch (Exception e) {
                e.printStackTrace();
                System.exit(1);
            }
        });
        thread.start();
        return thread;
    }

    /** A thread's work. */
    @FunctionalInterface
    interface Task {
        void run() throws Exception;
    }
}
