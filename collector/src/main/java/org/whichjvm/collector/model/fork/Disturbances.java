package org.whichjvm.collector.model.fork;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.whichjvm.collector.io.UnusableFile;

/**
 * The disturbances of a fork inside the measured window, and its cost. Each of these metrics is defined only here. For
 * several measured threads a metric is their sum, but the waiting time is that of the thread that waited longest. Cores
 * are CPU seconds in each second of the window. A fork's lists of single pauses and stalls are not kept: there may be
 * thousands of forks.
 *
 * @param windowSeconds how long the window was that they were counted in; NaN if the fork does not say
 */
public record Disturbances(Map<Metric, Double> values, double windowSeconds) {
    public enum Of {
        JVM,
        CPUS,
        HOST,
        COST,
        START,
        PROGRAM
    }

    private interface Reading {
        double of(Recorded recorded);
    }

    private static final Map<Metric, Reading> READINGS = new LinkedHashMap<>();
    private static final Map<Of, List<Metric>> TABLES = new EnumMap<>(Of.class);

    static {
        add(Of.JVM, "gcCount", "collections", "count", r -> r.hits.gcCount());
        add(Of.JVM, "gcMillis", "GC", "ms", r -> r.hits.gcMillis());
        add(
                Of.JVM,
                "safepoints",
                "safepoints",
                "count",
                r -> r.hits.safepoints().count());
        add(
                Of.JVM,
                "safepointMicros",
                "stopped in\nsafepoints",
                "us",
                r -> r.hits.safepoints().totalMicros());
        add(
                Of.JVM,
                "safepointMaxMicros",
                "longest\nsafepoint",
                "us",
                r -> r.hits.safepoints().maxMicros());
        add(
                Of.JVM,
                "compilerMillis",
                "CPU of\ncompilers",
                "ms",
                r -> r.hits.helpers().compiler());
        add(
                Of.JVM,
                "gcThreadsMillis",
                "CPU of\nGC threads",
                "ms",
                r -> r.hits.helpers().gc());
        add(
                Of.JVM,
                "vmThreadsMillis",
                "CPU of\nVM threads",
                "ms",
                r -> r.hits.helpers().vm());
        add(
                Of.JVM,
                "otherThreadsMillis",
                "CPU of\nothers",
                "ms",
                r -> r.hits.helpers().other());
        add(Of.JVM, "warmUpMillis", "warm-up", "ms", r -> r.fork.warmUp().seconds() * 1e3);
        add(Of.JVM, "allocated", "allocated", "B", r -> sum(r.hits.allocatedBytes()));
        add(Of.CPUS, "voluntarySwitches", "switches,\nvoluntary", "count", sum(ForkFile.OfThread::voluntarySwitches));
        add(
                Of.CPUS,
                "involuntarySwitches",
                "switches,\ninvoluntary",
                "count",
                sum(ForkFile.OfThread::involuntarySwitches));
        add(Of.CPUS, "waitingMillis", "waited\nfor a CPU", "ms", max(ForkFile.OfThread::runQueueMillis));
        add(Of.CPUS, "stealMillis", "steal", "ms", r -> r.hits.host().stealMillis());
        add(
                Of.CPUS,
                "othersMillis",
                "others on\nthe CPUs",
                "ms",
                r -> r.hits.host().otherMillis());
        add(Of.CPUS, "throttledCount", "throttled", "count", r -> r.hits.host().throttledCount());
        add(Of.CPUS, "throttledMillis", "for", "ms", r -> r.hits.host().throttledMillis());
        add(
                Of.HOST,
                "minorFaultsPer1000",
                "minor faults,\n1,000 messages",
                "1/1000",
                r -> sum(ForkFile.OfThread::minorFaults).of(r) * 1_000 / r.messages);
        add(Of.HOST, "majorFaults", "major\nfaults", "count", sum(ForkFile.OfThread::majorFaults));
        add(Of.HOST, "pressureCpu", "pressure,\nCPU", "us", r -> r.pressure().cpu());
        add(
                Of.HOST,
                "pressureMemory",
                "pressure,\nmemory",
                "us",
                r -> r.pressure().memory());
        add(Of.HOST, "pressureIo", "pressure,\nI/O", "us", r -> r.pressure().io());
        add(Of.HOST, "stalls", "stalls", "count", sum(each -> each.stalls().count()));
        add(Of.HOST, "stallMicros", "stalled", "us", sum(each -> each.stalls().totalMicros()));
        add(
                Of.HOST,
                "stallMaxMicros",
                "longest\nstall",
                "us",
                max(each -> each.stalls().maxMicros()));
        add(Of.COST, "threadCores", "cores of the\ntwo threads", "cores", Recorded::threadCores);
        add(
                Of.COST,
                "processCores",
                "cores of the\nprocess",
                "cores",
                r -> r.fork.cpuSeconds().process() / r.fork.wallSeconds());
        add(Of.START, "mainMillis", "to main", "ms", r -> r.fork.cost().mainMillis());
        add(
                Of.START,
                "firstMessageMillis",
                "to the first\nmessage",
                "ms",
                r -> r.fork.cost().firstMessageMillis());
        add(
                Of.START,
                "warmCpuSeconds",
                "CPU until\nwarm",
                "s",
                r -> r.fork.cost().warmCpuSeconds());
        add(Of.START, "peakResident", "peak\nresident", "B", r -> r.fork.cost().peakResidentKb() * 1_024);
        add(Of.START, "heap", "heap", "B", r -> r.fork.cost().heapBytes());
        add(Of.START, "codeCache", "code\ncache", "B", r -> r.fork.cost().codeCacheBytes());
        add(Of.START, "metaspace", "metaspace", "B", r -> r.fork.cost().metaspaceBytes());
        add(
                Of.PROGRAM,
                "leftProcesses",
                "left\nrunning",
                "count",
                r -> r.fork.program().leftProcesses());
        add(
                Of.PROGRAM,
                "notCopied",
                "not\ncopied",
                "count",
                r -> r.fork.program().notCopiedEntries());
        add(
                Of.PROGRAM,
                "memorySamples",
                "samples of\nmemory",
                "count",
                r -> r.fork.program().memorySamples());
        add(
                Of.PROGRAM,
                "memorySampleMillis",
                "time of\na sample",
                "ms",
                r -> r.fork.program().memorySampleSeconds() * 1e3);
    }

    public static final Metric GC_COUNT = named("gcCount");
    public static final Metric GC_MILLIS = named("gcMillis");
    public static final Metric COMPILER_MILLIS = named("compilerMillis");
    public static final Metric GC_THREADS_MILLIS = named("gcThreadsMillis");
    public static final Metric VM_THREADS_MILLIS = named("vmThreadsMillis");
    public static final Metric OTHER_THREADS_MILLIS = named("otherThreadsMillis");
    public static final Metric WAITING_MILLIS = named("waitingMillis");
    public static final Metric STEAL_MILLIS = named("stealMillis");
    public static final Metric THROTTLED_MILLIS = named("throttledMillis");
    public static final Metric THREAD_CORES = named("threadCores");
    public static final Metric LEFT_PROCESSES = named("leftProcesses");
    public static final Metric NOT_COPIED = named("notCopied");
    public static final Metric MEMORY_SAMPLES = named("memorySamples");
    public static final Metric MEMORY_SAMPLE_MILLIS = named("memorySampleMillis");

    /** CPU time of the JVM's threads beside the measured ones, by kind. */
    public static final List<Metric> HELPERS =
            List.of(COMPILER_MILLIS, GC_THREADS_MILLIS, VM_THREADS_MILLIS, OTHER_THREADS_MILLIS);

    public static final Disturbances NONE = new Disturbances(Map.of(), Double.NaN);

    private static void add(Of table, String name, String label, String unit, Reading reading) {
        Metric metric = Metric.recorded(name, label, unit);
        READINGS.put(metric, reading);
        TABLES.computeIfAbsent(table, key -> new ArrayList<>()).add(metric);
    }

    private static Reading sum(ToDoubleFunction<ForkFile.OfThread> number) {
        return r -> joined(r.hits.threads().stream().mapToDouble(number), Double::sum);
    }

    private static Reading max(ToDoubleFunction<ForkFile.OfThread> number) {
        return r -> joined(r.hits.threads().stream().mapToDouble(number), Math::max);
    }

    /** The sum of the numbers that are known; NaN if none is. */
    private static double sum(List<Double> numbers) {
        return joined(numbers.stream().mapToDouble(each -> each), Double::sum);
    }

    private static double joined(DoubleStream numbers, DoubleBinaryOperator operator) {
        return numbers.filter(each -> !Double.isNaN(each)).reduce(operator).orElse(Double.NaN);
    }

    /** The metric of a name that there is, such as stallMicros. */
    public static Metric named(String name) {
        return READINGS.keySet().stream()
                .filter(each -> each.name().equals(name))
                .findAny()
                .orElseThrow();
    }

    /**
     * The disturbances that a fork tells.
     *
     * @param messages that it sent; 0 if unknown
     * @param turns null if it measured one window
     */
    public static Disturbances of(ForkFile fork, long messages, Turns turns) throws UnusableFile {
        Recorded recorded = new Recorded(fork, messages, turns);
        Map<Metric, Double> values = new HashMap<>();
        READINGS.forEach((metric, reading) -> values.put(metric, reading.of(recorded)));
        return new Disturbances(values, recorded.windowSeconds);
    }

    public static Collection<Metric> all() {
        return Collections.unmodifiableCollection(READINGS.keySet());
    }

    public static List<Metric> of(Of table) {
        return Collections.unmodifiableList(TABLES.get(table));
    }

    /** A metric; NaN if it was not recorded. */
    public double get(Metric metric) {
        return values.getOrDefault(metric, Double.NaN);
    }

    public boolean any(Collection<Metric> metrics) {
        return metrics.stream().anyMatch(each -> !Double.isNaN(get(each)));
    }

    private static final class Recorded {
        private final ForkFile fork;
        private final ForkFile.Hits hits;
        private final Turns turns;
        private final double messages;
        private final double windowSeconds;

        Recorded(ForkFile fork, long messages, Turns turns) throws UnusableFile {
            this.fork = fork;
            this.hits = fork.disturbances();
            this.turns = turns;
            // A program's threads are counted by CPU.
            if (Double.isNaN(hits.windowSeconds()) && hits.threads().size() > ForkFile.MOST_THREADS) {
                throw new UnusableFile("its threads are more than " + ForkFile.MOST_THREADS);
            }
            this.messages = messages == 0 ? Double.NaN : messages;
            this.windowSeconds = !Double.isNaN(hits.windowSeconds())
                    ? hits.windowSeconds()
                    : turns != null ? turns.countedSeconds() : fork.asked().durationSeconds();
        }

        ForkFile.Pressure pressure() {
            return hits.host().pressureMicros();
        }

        /**
         * By turns the threads' CPU time is that of whole turns, also of what settles and of turns that are late, and
         * so longer than what counts; each thread tells the length of its windows.
         */
        double threadCores() {
            List<Double> windows = fork.cpuSeconds().windows();
            double seconds =
                    !windows.isEmpty() ? sum(windows) / windows.size() : turns == null ? windowSeconds : Double.NaN;
            return sum(fork.cpuSeconds().threads()) / seconds;
        }
    }
}
