package org.whichjvm.workload.command;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.whichjvm.common.Profiling;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.program.Descendants;
import org.whichjvm.workload.score.Score;

/**
 * What the memory of a program consists of at its peak. Whenever its processes together have some per cent more than
 * when all rows were read last, they are read again: so the last ones are those of the peak, or a little before it.
 */
final class MemoryRows extends Thread {
    /** The JVM's own tracking, with the addresses of what it maps (NMT, JDK 8 and newer). */
    static final List<String> OPTIONS = Collections.singletonList("-XX:NativeMemoryTracking=detail");

    private static final double GROWN = 1.03;
    private static final double STEADY = 1.005;
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Sizes are read for at most this share of the time. */
    private static final int SHARE = 20;

    private static final double MILLION = 1e6;

    private volatile boolean ended;
    private Map<String, Long> rows = new TreeMap<>();
    private Map<String, Long> committed = new TreeMap<>();
    private long most;
    private boolean tracked;
    private boolean grewMeanwhile;

    MemoryRows() {
        super("memory-rows");
        setDaemon(true);
    }

    @Override
    public void run() {
        try {
            while (!ended) {
                long before = System.nanoTime();
                List<Integer> processes = Descendants.seen();
                long bytes = MemorySamples.bytes(processes);
                long pause = SHARE * (System.nanoTime() - before);
                if (bytes > GROWN * most || grewMeanwhile && bytes >= most) {
                    look(processes);
                    // The JVM and the kernel told of other moments.
                    grewMeanwhile = MemorySamples.bytes(processes) > STEADY * bytes;
                }
                TimeUnit.NANOSECONDS.sleep(Math.max(LEAST_NANOS, pause));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(List<Integer> processes) throws InterruptedException {
        Map<String, Long> resident = new TreeMap<>();
        Map<String, Long> said = new TreeMap<>();
        boolean anyTracked = false;
        for (int pid : processes) {
            String detail = new AttachedJvm(pid)
                    .jcmd("VM.native_memory detail scale=KB")
                    .orElse("");
            String smaps = HostFiles.HOST.read("/proc/" + pid + "/smaps");
            if (smaps != null) {
                NativeMemory memory = new NativeMemory(detail, smaps);
                memory.resident.forEach((row, bytes) -> resident.merge(row, bytes, Long::sum));
                memory.committed.forEach((row, bytes) -> said.merge(row, bytes, Long::sum));
                anyTracked |= !memory.committed.isEmpty();
            }
        }
        long all = resident.values().stream().mapToLong(Long::longValue).sum();
        // A JVM that does not listen any more ends: what was known of it before counts.
        if (all >= most && (anyTracked || !tracked)) {
            most = all;
            rows = resident;
            committed = said;
            tracked = anyTracked;
        }
    }

    /** Ends it, once the program has ended. */
    void end() throws InterruptedException {
        ended = true;
        interrupt();
        join();
    }

    /**
     * The rows as stacks of one frame, which count bytes.
     *
     * @throws ForkFailure if the program ended before they could be read
     */
    byte[] stacks() {
        if (rows.isEmpty()) {
            throw new ForkFailure("the program ended before its memory could be looked at");
        }
        StringBuilder text = new StringBuilder();
        rows.forEach((row, bytes) -> text.append('[')
                .append(Profiling.ROWS_OF_MEMORY)
                .append("];")
                .append(row)
                .append(' ')
                .append(bytes)
                .append('\n'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** What the JVM's own tracking counts as committed, beside. */
    List<Score> scores() {
        List<Score> scores = new ArrayList<>();
        committed.forEach((row, bytes) ->
                scores.add(Score.of("committed-" + row.replace(' ', '-'), "MB", bytes / MILLION)
                        .beside()));
        return scores;
    }
}
