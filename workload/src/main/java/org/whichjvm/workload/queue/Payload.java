package org.whichjvm.workload.queue;

import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.core.OS;

/**
 * A message in native memory, of which one is the producer's and another the consumer's.
 *
 * <p>Native because a {@code byte[]} takes other code paths in Chronicle on Java 8 than on 9 and later. The message
 * lies in the middle of its block, so that no cache line (nor the adjacent one that x86 prefetches with it) is shared
 * with whatever was allocated beside it.
 *
 * <p>Layout, in bytes from the start of the message: 0 send time, 8 sequence number, 16 producer, the last 8 the
 * sequence number again: a message that was not copied whole does not verify.
 */
final class Payload {
    /** Smallest message that holds the four fields, in bytes. */
    static final int MIN_SIZE = 32;

    /** Where the message starts in {@link #store}, in bytes. */
    static final long START = 256;

    private static final long SEQUENCE = START + 8;
    private static final long PRODUCER = START + 16;

    final BytesStore<?, ?> store;
    final long size;
    private final long tail;

    Payload(long size, int producer) {
        this.size = size;
        store = BytesStore.nativeStoreWithFixedCapacity(START + size + START);
        tail = START + size - 8;
        for (long i = 0; i < size; i++) {
            store.writeByte(START + i, (byte) i);
        }
        store.writeLong(PRODUCER, producer);
        OS.memory().storeFence();
    }

    void number(long sequence) {
        store.writeLong(SEQUENCE, sequence);
        store.writeLong(tail, sequence);
    }

    /** The last thing before the write: what comes between the two is latency. */
    void stamp(long sentAt) {
        store.writeLong(START, sentAt);
    }

    long sentAt() {
        return store.readLong(START);
    }

    long sequence() {
        return store.readLong(SEQUENCE);
    }

    int producer() {
        return (int) store.readLong(PRODUCER);
    }

    /** The last field of the message, which is not there before all of a copy is there. */
    long end() {
        return store.readLong(tail);
    }

    boolean isWhole() {
        return sequence() == end();
    }
}
