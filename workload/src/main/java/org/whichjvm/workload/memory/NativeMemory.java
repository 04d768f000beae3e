package org.whichjvm.workload.memory;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.common.Profiling;

/**
 * The memory of a JVM by what the kernel maps, and within that by what the JVM has it for. Of what the JVM maps, what
 * is resident counts, by the kernel's proportional set: the JVM's own tracking counts what is committed, and of older
 * JDKs whole stacks. What it has from malloc counts as the JVM says. The rest is told too, so that all rows together
 * are what the kernel counts.
 */
final class NativeMemory {
    static final String NOT_TRACKED = "not tracked by the JVM";
    private static final String ARCHIVE = "archive of classes";
    private static final String LIBRARIES = "libraries";
    private static final String FILES = "files";
    private static final String QUEUE = "the queue";

    /** The JVM's categories (NMT's, {@code memTag.hpp}) that have a row of their own; newer JDKs have split some. */
    private static final Map<String, String> ROWS = new LinkedHashMap<>();

    static {
        ROWS.put("Java Heap", "heap");
        ROWS.put("Class", "metaspace");
        ROWS.put("Metaspace", "metaspace");
        ROWS.put("Shared class space", ARCHIVE);
        ROWS.put("Thread", "threads");
        ROWS.put("Thread Stack", "threads");
        ROWS.put("Code", "code cache");
        ROWS.put("GC", "garbage collector");
        ROWS.put("GCCardSet", "garbage collector");
        ROWS.put("Compiler", "compiler");
        ROWS.put("Internal", "internal");
        ROWS.put("Other", "direct buffers and other");
        ROWS.put("Symbol", "symbols");
        ROWS.put("Native Memory Tracking", "the tracking itself");
    }

    private static final String OTHERS = "rest of the JVM";

    private static final Pattern CATEGORY =
            Pattern.compile("^-\\s+(.+?) \\(reserved=\\d+(?:KB)?, committed=(\\d+)(KB)?[,)].*");
    private static final Pattern FROM_MALLOC = Pattern.compile("\\((?:malloc|arena)=(\\d+)(KB)?");
    private static final Pattern COUNT = Pattern.compile("^\\s+\\((thread|classe)s? #(\\d+)\\)$");
    private static final Pattern RANGE =
            Pattern.compile("^\\[0x([0-9a-f]+) - 0x([0-9a-f]+)\\] reserved.* for (.+?)(?: from)?$");
    private static final Pattern MAPPING = Pattern.compile("^([0-9a-f]+)-([0-9a-f]+) \\S+ \\S+ \\S+ \\d+ *(.*)$");
    private static final Pattern SIZE = Pattern.compile("^(Pss|SwapPss|Private_Clean|Private_Dirty): +(\\d+) kB$");
    private static final long KIB = 1024;

    /**
     * Resident bytes by row: what the kernel maps, and behind a semicolon what the JVM has it for; the former alone if
     * the JVM does not tell, or of a file that it does not track.
     */
    final Map<String, Long> resident = new TreeMap<>();

    /** Bytes that the JVM's own categories have committed. */
    final Map<String, Long> committed = new TreeMap<>();

    /** How many threads and classes the JVM has. */
    final Map<String, Long> counts = new TreeMap<>();

    /** Bytes that only this process has. */
    private long only;

    private final Path queue;

    private final TreeMap<Long, Range> ranges = new TreeMap<>();
    private long fromMalloc;
    private long anonymous;

    private static final class Range {
        final long end;
        final String row;

        Range(long end, String row) {
            this.end = end;
            this.row = row;
        }
    }

    /**
     * Of a process.
     *
     * @param detail what {@code VM.native_memory detail} prints in KB, or the JVM in bytes when it ends; empty if it
     *     does not tell, and the rows are the kernel's alone
     * @param smaps its mappings, as /proc/PID/smaps has them
     * @param queue a folder, as the kernel calls it, whose files are a row of their own; null for none
     */
    NativeMemory(String detail, String smaps, Path queue) {
        this.queue = queue;
        String row = null;
        for (String line : detail.split("\n")) {
            Matcher category = CATEGORY.matcher(line);
            Matcher malloc = FROM_MALLOC.matcher(line);
            Matcher range = RANGE.matcher(line);
            Matcher count = COUNT.matcher(line);
            if (category.matches()) {
                row = row(category.group(1));
                committed.merge(row, bytes(category.group(2), category.group(3)), Long::sum);
            } else if (row != null && malloc.find()) {
                long bytes = bytes(malloc.group(1), malloc.group(2));
                add(Profiling.WITHOUT_FILE, row, bytes);
                fromMalloc += bytes;
            } else if (count.matches()) {
                counts.merge(
                        count.group(1).charAt(0) == 't' ? "threads" : "classes",
                        Long.valueOf(count.group(2)),
                        Long::sum);
            } else if (range.matches()) {
                row = null;
                ranges.put(
                        Long.parseUnsignedLong(range.group(1), 16),
                        new Range(Long.parseUnsignedLong(range.group(2), 16), row(range.group(3))));
            }
        }
        mappings(smaps);
        // Memory from malloc that is not touched is not resident.
        add(Profiling.WITHOUT_FILE, committed.isEmpty() ? "" : NOT_TRACKED, Math.max(0, anonymous - fromMalloc));
    }

    private static long bytes(String number, String unit) {
        return Long.parseLong(number) * (unit == null ? 1 : KIB);
    }

    private static String row(String category) {
        return ROWS.getOrDefault(category, OTHERS);
    }

    private void mappings(String smaps) {
        long start = 0;
        long end = 0;
        String file = "";
        for (String line : smaps.split("\n")) {
            Matcher mapping = MAPPING.matcher(line);
            Matcher size = SIZE.matcher(line);
            if (mapping.matches()) {
                start = Long.parseUnsignedLong(mapping.group(1), 16);
                end = Long.parseUnsignedLong(mapping.group(2), 16);
                file = mapping.group(3);
            } else if (size.matches() && size.group(1).startsWith("Private")) {
                only += KIB * Long.parseLong(size.group(2));
            } else if (size.matches() && end > start) {
                spread(start, end, file, KIB * Long.parseLong(size.group(2)));
            }
        }
    }

    /** Of a mapping that is in several ranges, each has its share by length. */
    private void spread(long start, long end, String file, long bytes) {
        String kind = kind(file);
        long left = bytes;
        Long first = ranges.floorKey(start);
        for (Map.Entry<Long, Range> each :
                ranges.subMap(first == null ? start : first, true, end, false).entrySet()) {
            long overlap = Math.min(end, each.getValue().end) - Math.max(start, each.getKey());
            if (overlap > 0) {
                long part = Math.min(left, Math.round(bytes * (overlap / (double) (end - start))));
                add(kind, each.getValue().row, part);
                left -= part;
            }
        }
        if (kind.equals(Profiling.WITHOUT_FILE)) {
            anonymous += left;
        } else {
            add(kind, file.endsWith(".jsa") ? ARCHIVE : "", left);
        }
    }

    private String kind(String file) {
        if (!file.startsWith("/") || file.startsWith("/memfd:") || file.startsWith("/dev/zero")) {
            return Profiling.WITHOUT_FILE;
        }
        if (queue != null && file.startsWith(queue + "/")) {
            return QUEUE;
        }
        return file.matches(".*\\.so(\\..*)?") ? LIBRARIES : FILES;
    }

    private void add(String kind, String row, long bytes) {
        if (bytes > 0) {
            resident.merge(row.isEmpty() ? kind : kind + ";" + row, bytes, Long::sum);
        }
    }

    /** All rows together, in bytes. */
    long total() {
        return resident.values().stream().mapToLong(Long::longValue).sum();
    }

    /** What only this process has of it, in bytes. */
    long only() {
        return only;
    }
}
