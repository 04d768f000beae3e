package org.whichjvm.workload.host;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Optional;

/**
 * How long one thread could have run and did not, because its CPU ran something else: the second number of
 * {@code /proc/thread-self/schedstat} (the kernel's sched-stats.rst), which is exact as soon as the thread runs again.
 * Made and used by that thread only. To look takes 1 to 2 µs and allocates nothing.
 */
public final class RunQueue {
    /** Stands for what is not known. */
    public static final long NONE = -1;

    /** Three numbers of at most 20 digits. */
    private static final int ROOM = 64;

    /** Open for as long as the JVM lives: a thread is measured until its end. */
    private final RandomAccessFile file;

    private final byte[] room = new byte[ROOM];

    private RunQueue(RandomAccessFile file) {
        this.file = file;
    }

    /** The waiting of the calling thread; empty if the kernel does not count it. */
    public static Optional<RunQueue> ofThisThread() {
        try {
            RunQueue queue = new RunQueue(new RandomAccessFile("/proc/thread-self/schedstat", "r"));
            int length = queue.fill();
            // A kernel that does not count writes three zeros; a thread that asks has run at least once.
            if (new String(queue.room, 0, Math.max(0, length)).trim().endsWith(" 0") || queue.nanos() == NONE) {
                queue.file.close();
                return Optional.empty();
            }
            return Optional.of(queue);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Since the thread began, in ns; {@link #NONE} if it is not known. */
    public long nanos() {
        try {
            return second(room, fill());
        } catch (IOException e) {
            return NONE;
        }
    }

    private int fill() throws IOException {
        file.seek(0);
        return file.read(room);
    }

    /** The second of the numbers in the first bytes; {@link #NONE} if there is none. */
    static long second(byte[] bytes, int length) {
        int at = 0;
        while (at < length && bytes[at] != ' ') {
            at++;
        }
        return number(bytes, at + 1, length);
    }

    /** The number that begins at a place in the first bytes; {@link #NONE} if there is none. */
    static long number(byte[] bytes, int from, int length) {
        long number = from < length && isDigit(bytes[from]) ? 0 : NONE;
        for (int at = from; at < length && isDigit(bytes[at]); at++) {
            number = 10 * number + bytes[at] - '0';
        }
        return number;
    }

    private static boolean isDigit(byte each) {
        return each >= '0' && each <= '9';
    }
}
