package org.whichjvm.common;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a program is profiled for: an event of async-profiler or its memory, and what its stacks count. */
public enum Profiling {
    /**
     * CPU time of each thread by a timer of its own, which needs no perf_event_open: engines forbid it. Between two
     * samples are 5 ms, which is longer than a tick of a kernel with 250 or 1,000 a second: a timer of CPU time is
     * looked at once a tick, and what came twice counts once.
     */
    CPU("event=ctimer,interval=5ms", 1, "ms", "CPU time", 5),
    /** Bytes that were allocated, by a sample for about each 100 KB. */
    ALLOC("event=alloc,alloc=100k", 0, "MB", "allocation", 1e-6),
    /** Time for which threads waited for locks that others held, in ns. */
    LOCK("event=lock,lock=10us", 0, "ms", "waiting for locks", 1e-6),
    /** Page faults, of all of which the kernel tells where it opens its events (perf_event_open). */
    FAULTS("event=page-faults", 1, "", "page faults", 1),
    /** Cycles of the processor, where it counts them and the kernel lets a program ask. */
    CYCLES("event=cycles,interval=10m", 10_000_000, "million", "cycles", 1e-6),
    /** Misses of the last cache, by the processor's counters. */
    CACHE_MISSES("event=cache-misses,interval=1000", 1_000, "thousand", "cache misses", 1e-3),
    /** Branches that the processor predicted wrongly, by its counters. */
    BRANCH_MISSES("event=branch-misses,interval=10000", 10_000, "thousand", "branch misses", 1e-3),
    /** Resident bytes at the peak, by what the JVM tracks and what the kernel maps; no event of a profiler. */
    MEMORY("", 0, "MB", "memory", 1e-6);

    /** The most bytes of a fork's recording: as the JVM that keeps it has a heap of 64 MB. */
    public static final int MOST_RECORDED_BYTES = 32 << 20;

    /** The frame of a stack that has it was at work on messages without a pause. */
    public static final String UNPACED_FRAME = "org/whichjvm/workload/queue/Phases.exchangeUnpaced";

    /** Stands where stacks have a thread, in front of the rows of memory. A thread's name has 15 characters at most. */
    public static final String ROWS_OF_MEMORY = "memory of the program";

    /** The row of memory that the kernel maps without a file; what the JVM has it for stands behind it. */
    public static final String WITHOUT_FILE = "memory without a file";

    /** The most bytes of a fork's stacks. */
    public static final int MOST_BYTES = 8 << 20;

    /** The score that has the CPU time of one of many that a profiled fork does, in ns. */
    public static final String CPU_EACH = "cpu-per-transaction";

    /** The score that has how many a profiled fork does. */
    public static final String TRANSACTIONS = "transactions";

    /** As an agent takes it. */
    public final String event;

    /** So much a sample counts in stacks; 0 if each sample says itself how much it stands for. */
    public final long sample;

    /** The unit that people read; empty for a number of things. */
    public final String unit;

    /** Reads as in "where CPU time differs". */
    public final String what;

    /** So much, in the unit, is one of what stacks count. */
    public final double scale;

    Profiling(String event, long sample, String unit, String what, double scale) {
        this.event = event;
        this.sample = sample;
        this.unit = unit;
        this.what = what;
        this.scale = scale;
    }

    /** Whether the kernel counts it for perf_event_open, which engines forbid in containers. */
    public boolean ofPerfEvents() {
        return this == FAULTS || this == CYCLES || this == CACHE_MISSES || this == BRANCH_MISSES;
    }

    /** As people type it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Empty for what is none. */
    public static Optional<Profiling> of(String text) {
        return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
    }

    /** The names that a person types, with | between. */
    public static String choices() {
        return Arrays.stream(values()).map(Profiling::text).collect(Collectors.joining("|"));
    }
}
