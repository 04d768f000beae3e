package org.whichjvm.collector.io;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Reads many things on several threads and hands them on in order, one after the other. */
public final class ReadAhead {
    // Each holds a file of up to 64 MB, and so does each result that waits for its turn.
    private static final int THREADS = Math.min(4, Runtime.getRuntime().availableProcessors());

    // Results are small: this many may wait, so that no thread is idle while a large file is read.
    private static final int AHEAD = 4 * THREADS;

    /**
     * Gives the sink what the reader makes of each source, in the order of the sources and on the caller's thread: what
     * it does is the same on any number of CPUs.
     */
    public static <S, T> void forEach(Collection<S> sources, Reader<S, T> reader, Consumer<T> sink) throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            Deque<Future<T>> started = new ArrayDeque<>();
            for (S source : sources) {
                if (started.size() == AHEAD) {
                    sink.accept(result(started.remove()));
                }
                started.add(threads.submit(() -> reader.read(source)));
            }
            while (!started.isEmpty()) {
                sink.accept(result(started.remove()));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static <T> T result(Future<T> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException exception) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while reading");
        } catch (ExecutionException exception) {
            if (exception.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IllegalStateException(exception.getCause());
        }
    }

    /** Reads a source; used by several threads at once. */
    @FunctionalInterface
    public interface Reader<S, T> {
        T read(S source) throws IOException;
    }
}
