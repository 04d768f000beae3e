package org.whichjvm.workload.memory;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.whichjvm.common.Profiling;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.score.Score;

/**
 * What the memory of a program consists of at its peak. Whenever its processes together have some per cent more than
 * when all rows were read last, they are read again: so the last ones are those of the peak, or a little before it. A
 * JVM that does not answer while it runs tells when it ends.
 */
public final class MemoryRows extends Thread {
    private static final String UNMAPPED = "page cache and unmapped pages";

    private static final double GROWN = 1.03;
    private static final double STEADY = 1.005;
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Sizes are read for at most this share of the time. */
    private static final int SHARE = 20;

    private static final double MILLION = 1e6;

    /** Where JVMs write what they track when they end. */
    private final Path scratch;

    private final Supplier<List<Integer>> processes;

    /** What is mapped of this folder is a row of its own; null for none. */
    private Path queue;

    private volatile boolean ended;

    /** The processes at the peak. */
    private List<Seen> peak = Collections.emptyList();

    private long most;
    private boolean grewMeanwhile;
    private final Map<Integer, AttachedJvm> jvms = new HashMap<>();

    /** A process, with what it tells of itself and what the kernel tells of it. */
    private static final class Seen {
        final int pid;
        final String detail;
        final String smaps;

        Seen(int pid, String detail, String smaps) {
            this.pid = pid;
            this.detail = detail;
            this.smaps = smaps;
        }
    }

    /** Of the processes that there are; to be started before the program is. */
    public MemoryRows(Path scratch, Supplier<List<Integer>> processes) {
        super("memory-rows");
        this.scratch = scratch;
        this.processes = processes;
        setDaemon(true);
    }

    /** Those of this JVM now, and not at its peak, with the files of its queue as one. */
    public static MemoryRows now(Path queue) throws InterruptedException {
        List<Integer> self =
                Collections.singletonList(Integer.valueOf(HostFiles.HOST.field("/proc/self/status", "Pid")));
        MemoryRows rows = new MemoryRows(queue, () -> self);
        rows.queue = queue;
        rows.look(self);
        return rows;
    }

    /**
     * The options of a JVM that tracks its memory, with the addresses of what it maps (NMT, JDK 8 and newer), and that
     * writes it into a file when it ends.
     */
    public List<String> options() {
        return Arrays.asList(
                "-XX:NativeMemoryTracking=detail",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+PrintNMTStatistics",
                "-XX:+LogVMOutput",
                "-XX:-DisplayVMOutput",
                "-XX:LogFile=" + atEnd("%p"));
    }

    /** HotSpot writes a process as {@code pid123}. */
    private Path atEnd(String process) {
        return scratch.resolve("memory-" + process + ".log");
    }

    @Override
    public void run() {
        try {
            while (!ended) {
                long before = System.nanoTime();
                List<Integer> now = processes.get();
                long bytes = bytes(now);
                long pause = SHARE * (System.nanoTime() - before);
                if (bytes > GROWN * most || grewMeanwhile && bytes >= most) {
                    look(now);
                    // The JVM and the kernel told of other moments.
                    grewMeanwhile = bytes(now) > STEADY * bytes;
                }
                TimeUnit.NANOSECONDS.sleep(Math.max(LEAST_NANOS, pause));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The proportional set of these processes now, in bytes. */
    public static long bytes(List<Integer> processes) {
        long bytes = 0;
        for (int pid : processes) {
            bytes += HostFiles.HOST.proportionalBytes(String.valueOf(pid));
        }
        return bytes;
    }

    private void look(List<Integer> processes) throws InterruptedException {
        List<Seen> all = new ArrayList<>();
        for (int pid : processes) {
            String detail = jvms.computeIfAbsent(pid, AttachedJvm::new)
                    .jcmd("VM.native_memory detail scale=KB")
                    .orElse("");
            String smaps = HostFiles.HOST.read("/proc/" + pid + "/smaps");
            if (smaps != null) {
                all.add(new Seen(pid, detail, smaps));
            }
        }
        long bytes = bytes(processes);
        // A JVM that does not listen any more ends: what was known of it before counts.
        if (bytes >= most && (answers(all) || !answers(peak))) {
            most = bytes;
            peak = all;
        }
    }

    private static boolean answers(List<Seen> all) {
        return all.stream().anyMatch(each -> !each.detail.isEmpty());
    }

    private Stream<NativeMemory> memory(List<Seen> all) {
        return all.stream()
                .map(each ->
                        new NativeMemory(each.detail.isEmpty() ? saidAtEnd(each.pid) : each.detail, each.smaps, queue));
    }

    /** The program can write there too, so that what is no file of its own is left out, and what is too long. */
    private String saidAtEnd(int pid) {
        Path file = atEnd("pid" + pid);
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        && file.toFile().length() <= AttachedJvm.MOST_BYTES
                ? Optional.ofNullable(HostFiles.HOST.read(file.toString())).orElse("")
                : "";
    }

    /** Ends it, once the program has ended. */
    public void end() throws InterruptedException {
        ended = true;
        interrupt();
        join();
    }

    /** The rows of processes alone: {@link #stacks(double)}. */
    public byte[] stacks() {
        return stacks(0);
    }

    /**
     * The rows as stacks that count bytes.
     *
     * @param megabytes the peak of the processes' control group, of which a row has what no process maps, such as pages
     *     that ZGC keeps for later, and the page cache; 0 if it is not told
     * @throws ForkFailure if the program ended before they could be read
     */
    public byte[] stacks(double megabytes) {
        Map<String, Long> rows = sum(each -> each.resident);
        if (rows.isEmpty()) {
            throw new ForkFailure("the program ended before its memory could be looked at");
        }
        long mapped = memory(peak).mapToLong(NativeMemory::total).sum();
        if (megabytes * MILLION > mapped) {
            rows.put(UNMAPPED, Math.round(megabytes * MILLION) - mapped);
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

    private Map<String, Long> sum(Function<NativeMemory, Map<String, Long>> of) {
        Map<String, Long> sum = new TreeMap<>();
        memory(peak).map(of).forEach(each -> each.forEach((row, bytes) -> sum.merge(row, bytes, Long::sum)));
        return sum;
    }

    /** Beside: what only the program has, what the JVM's tracking counts as committed, and what it counts. */
    public List<Score> scores() {
        List<Score> scores = new ArrayList<>();
        Score.addBeside(
                scores,
                "private-memory",
                "MB",
                memory(peak).mapToLong(NativeMemory::only).sum() / MILLION);
        sum(each -> each.committed)
                .forEach((row, bytes) ->
                        Score.addBeside(scores, "committed-" + row.replace(' ', '-'), "MB", bytes / MILLION));
        sum(each -> each.counts).forEach((what, count) -> Score.addBeside(scores, what, "count", count));
        return scores;
    }
}
