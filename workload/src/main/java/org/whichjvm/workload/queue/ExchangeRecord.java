package org.whichjvm.workload.queue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.CompilersIdle;
import org.whichjvm.workload.fork.JvmActivity;
import org.whichjvm.workload.fork.JvmProfile;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.host.HelperThreads.Kind;
import org.whichjvm.workload.host.HostCounters;
import org.whichjvm.workload.host.JsonArrays;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.host.ThreadCounters;
import org.whichjvm.workload.jvmlog.Safepoints;
import org.whichjvm.workload.jvmlog.Stalls;
import org.whichjvm.workload.memory.MemoryRows;

/** The record of an exchange: written by its threads while it runs, read by others once it is over. */
final class ExchangeRecord {
    final Samples unpaced;
    final Samples paced;

    final Turns turns;

    /** The rates of a fork that looks for the greatest; else null. */
    final QueueRate rates;

    /** The producers, then the consumer. */
    final MeasuredThread[] threads;

    volatile JvmActivity jvmActivity = new JvmActivity();
    volatile HostCounters hostCounters;

    /** Waits until the compilers are idle, and keeps whether they were. */
    final CompilersIdle compilers = new CompilersIdle();

    final HelperThreads helperThreads = new HelperThreads();

    /** Where the JVM's other threads are; empty if they share the measured CPUs. */
    volatile List<Integer> helperCpus = Collections.emptyList();

    /** Text of {@code /proc/self/smaps} at the end of the window. */
    volatile String smaps;

    /** Null unless this JVM's memory is looked at. */
    volatile MemoryRows memoryRows;

    /** Null unless CPU time is sampled. */
    volatile JvmProfile profile;

    /**
     * CPU time of the measured threads, in ns, for as long as the host's counters count: with the floor, and with what
     * they spin before and after a turn's messages; null if not known.
     */
    Long measuredNanos;

    /** CPU time of the JVM's other threads in the window, in ns, by kind; empty if not known. */
    final Map<Kind, Long> helpers = new EnumMap<>(Kind.class);

    final QueueLatencyOptions options;

    /** Of the queue, empty at first. */
    final Path folder;

    final QueueMemory memory;

    /** One for each producer, then the consumer's. */
    final List<Integer> cpus;

    ExchangeRecord(QueueLatencyOptions options, Path folder, QueueMemory memory, List<Integer> cpus, QueueRate rates) {
        this.options = options;
        this.rates = rates;
        this.folder = folder;
        this.memory = memory;
        this.cpus = cpus;
        int producers = options.producers;
        unpaced = new Samples(producers, options.unpacedMessages() / producers);
        paced = new Samples(producers, options.perProducer(options.warmupNanos));
        if (options.stages) {
            unpaced.staged();
            paced.staged();
        }
        turns = new Turns(options);
        threads = new MeasuredThread[producers + 1];
        for (int i = 0; i <= producers; i++) {
            String name = i < producers ? "producer-" + i : "consumer";
            threads[i] = new MeasuredThread(name, cpus.get(i), options.wait.givesCpuAway());
        }
        hostCounters = new HostCounters(cpus);
    }

    /** All windows, also those that do not count. */
    List<Samples> windows() {
        return turns.list.stream().map(turn -> turn.window).collect(Collectors.toList());
    }

    /** The median of the floors before the windows, and of those after them, in ns. */
    double[] floors() {
        return new double[] {
            median(turns.list.stream().mapToDouble(turn -> turn.floorBefore)),
            median(turns.list.stream().mapToDouble(turn -> turn.floorAfter))
        };
    }

    /** The median of values above 0, or 0. */
    static double median(DoubleStream values) {
        double[] sorted = values.filter(value -> value > 0).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }

    /**
     * The safepoints from the start of the first turn, or of the JVM, to an end, by the log of this JVM and by what its
     * measured threads saw. A pause before the first message of a turn may be why the turn is late.
     */
    Safepoints safepoints(String jvmLog, long end) {
        long uptimeZero = ThisJvm.major() < 9 ? Safepoints.uptimeZero() : 0;
        Safepoints own = Safepoints.parse(jvmLog, uptimeZero, turns.list.get(0).startsAt, end);
        own.settle(threads[0].stalls, threads[options.producers].stalls);
        return own;
    }

    /** Collects what happened in the measured windows, of which the safepoints are settled. */
    Evidence evidence(Safepoints safepoints) {
        List<Stalls> stalls = Arrays.stream(threads).map(each -> each.stalls).collect(Collectors.toList());
        return new Evidence(turns.counted(), stalls, safepoints, minorFaults(), memory.pageBytes);
    }

    /** Minor page faults of all threads; null if they are not known of one. */
    private Long minorFaults() {
        long sum = 0;
        for (MeasuredThread thread : threads) {
            Long faults = thread.counters.minorFaults();
            if (faults == null) {
                return null;
            }
            sum += faults;
        }
        return sum;
    }

    void settleHelpers() {
        helpers.putAll(turns.settle(threads));
        measuredNanos = helpers.remove(Kind.MEASURED);
    }

    /** Messages of the windows that were read in order and whole. */
    long verified() {
        return windows().stream().mapToLong(Samples::verified).sum();
    }

    long messages() {
        return messages(windows());
    }

    private static long messages(List<Samples> windows) {
        return windows.stream().mapToLong(Samples::messages).sum();
    }

    void describe(JsonObject json) {
        JsonObject pinning = new JsonObject();
        pinning.add("asked", JsonArrays.of(cpus));
        pinning.addProperty("verified", true);
        pinning.add("helpers", JsonArrays.of(helperCpus));
        json.add("pinning", pinning);

        // Turns that do not count are left out, if all was read.
        long notCounted = verified() < messages() ? 0 : messages() - messages(turns.counted());
        JsonObject messages = new JsonObject();
        long sent = Arrays.stream(threads, 0, options.producers)
                .mapToLong(each -> each.messages)
                .sum();
        messages.addProperty("sent", sent - notCounted);
        messages.addProperty("received", threads[options.producers].messages - notCounted);
        messages.addProperty("verified", verified() - notCounted);
        json.add("messages", messages);

        double[] floors = floors();
        JsonObject floorNs = new JsonObject();
        floorNs.addProperty("before", Units.tenths(floors[0]));
        floorNs.addProperty("after", Units.tenths(floors[1]));
        json.add("floorNs", floorNs);
        json.add("warmUp", compilers.json());

        JsonObject disturbances = jvmActivity.json();
        disturbances.add("helpers", HelperThreads.json(helpers));
        JsonArray allocated = disturbances.getAsJsonArray("allocatedBytes");
        JsonArray described = new JsonArray();
        JsonArray threadSeconds = new JsonArray();
        JsonArray windowSeconds = new JsonArray();
        long threadNanos = 0;
        for (MeasuredThread thread : threads) {
            ThreadCounters counted = thread.counters;
            allocated.add(counted == null ? null : counted.allocatedBytes());
            described.add(thread.json());
            threadSeconds.add(counted == null ? null : (Double) Units.seconds(counted.cpuNanos()));
            windowSeconds.add(counted == null ? null : (Double) Units.seconds(counted.windowNanos()));
            threadNanos += counted == null ? 0 : counted.cpuNanos();
        }
        disturbances.add("threads", described);
        disturbances.add("host", hostCounters.json(measuredNanos == null ? threadNanos : measuredNanos));
        json.add("disturbances", disturbances);
        json.add("memory", memory.json(smaps, folder));

        JsonObject cpuSeconds = JvmActivity.cpuSeconds();
        cpuSeconds.add("threads", threadSeconds);
        cpuSeconds.add("windows", windowSeconds);
        json.add("cpuSeconds", cpuSeconds);
    }
}
