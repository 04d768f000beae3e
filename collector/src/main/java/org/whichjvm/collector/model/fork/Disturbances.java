package org.whichjvm.collector.model.fork;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/**
 * The disturbances of a fork inside the measured window, and its cost. Each of these figures is defined here and
 * nowhere else. Of several measured threads a figure is their sum where nothing else is said: the time of waiting is
 * that of the thread that waited longest, and cores are CPU seconds in each second of the window. A fork's lists of
 * single pauses and stalls are not kept: there may be thousands of forks.
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
        double of(Recorded recorded) throws UnusableFile;
    }

    private static final Map<Metric, Reading> READINGS = new LinkedHashMap<>();
    private static final Map<Of, List<Metric>> TABLES = new EnumMap<>(Of.class);

    static {
        add(Of.JVM, "gcCount", "collections", "count", hit("gcCount"));
        add(Of.JVM, "gcMillis", "GC", "ms", hit("gcMillis"));
        add(Of.JVM, "safepoints", "safepoints", "count", hit("safepoints.count"));
        add(Of.JVM, "safepointMicros", "stopped in\nsafepoints", "us", hit("safepoints.totalMicros"));
        add(Of.JVM, "safepointMaxMicros", "longest\nsafepoint", "us", hit("safepoints.maxMicros"));
        add(Of.JVM, "compilerMillis", "CPU of\ncompilers", "ms", hit("helpers.compiler"));
        add(Of.JVM, "gcThreadsMillis", "CPU of\nGC threads", "ms", hit("helpers.gc"));
        add(Of.JVM, "vmThreadsMillis", "CPU of\nVM threads", "ms", hit("helpers.vm"));
        add(Of.JVM, "otherThreadsMillis", "CPU of\nothers", "ms", hit("helpers.other"));
        add(Of.JVM, "warmUpMillis", "warm-up", "ms", r -> r.at("warmUp.seconds") * 1e3);
        add(Of.JVM, "allocated", "allocated", "B", r -> r.sum("disturbances", "allocatedBytes"));
        add(Of.CPUS, "voluntarySwitches", "switches,\nvoluntary", "count", sum("voluntarySwitches"));
        String involuntary = "involuntarySwitches";
        add(Of.CPUS, involuntary, "switches,\ninvoluntary", "count", sum(involuntary));
        add(Of.CPUS, "waitingMillis", "waited\nfor a CPU", "ms", max("runQueueMillis"));
        add(Of.CPUS, "stealMillis", "steal", "ms", host("stealMillis"));
        add(Of.CPUS, "othersMillis", "others on\nthe CPUs", "ms", host("otherMillis"));
        add(Of.CPUS, "throttledCount", "throttled", "count", host("throttledCount"));
        add(Of.CPUS, "throttledMillis", "for", "ms", host("throttledMillis"));
        add(
                Of.HOST,
                "minorFaultsPer1000",
                "minor faults,\n1,000 messages",
                "1/1000",
                r -> r.ofThreads(Double::sum, "minorFaults") * 1_000 / r.messages);
        add(Of.HOST, "majorFaults", "major\nfaults", "count", sum("majorFaults"));
        add(Of.HOST, "pressureCpu", "pressure,\nCPU", "us", host("pressureMicros.cpu"));
        add(Of.HOST, "pressureMemory", "pressure,\nmemory", "us", host("pressureMicros.memory"));
        add(Of.HOST, "pressureIo", "pressure,\nI/O", "us", host("pressureMicros.io"));
        add(Of.HOST, "stalls", "stalls", "count", sum("stalls.count"));
        add(Of.HOST, "stallMicros", "stalled", "us", sum("stalls.totalMicros"));
        add(Of.HOST, "stallMaxMicros", "longest\nstall", "us", max("stalls.maxMicros"));
        add(Of.COST, "threadCores", "cores of the\ntwo threads", "cores", Recorded::threadCores);
        add(
                Of.COST,
                "processCores",
                "cores of the\nprocess",
                "cores",
                r -> r.at("cpuSeconds.process") / Json.positive(r.fork, "wallSeconds"));
        add(Of.START, "mainMillis", "to main", "ms", cost("mainMillis"));
        add(Of.START, "firstMessageMillis", "to the first\nmessage", "ms", cost("firstMessageMillis"));
        add(Of.START, "warmCpuSeconds", "CPU until\nwarm", "s", cost("warmCpuSeconds"));
        add(Of.START, "peakResident", "peak\nresident", "B", r -> r.at("cost.peakResidentKb") * 1_024);
        add(Of.START, "heap", "heap", "B", cost("heapBytes"));
        add(Of.START, "codeCache", "code\ncache", "B", cost("codeCacheBytes"));
        add(Of.START, "metaspace", "metaspace", "B", cost("metaspaceBytes"));
        add(Of.PROGRAM, "leftProcesses", "left\nrunning", "count", r -> r.at("program.leftProcesses"));
        add(Of.PROGRAM, "notCopied", "not\ncopied", "count", r -> r.at("program.notCopiedEntries"));
        String samples = "memorySamples";
        add(Of.PROGRAM, samples, "samples of\nmemory", "count", r -> r.at("program." + samples));
        add(
                Of.PROGRAM,
                "memorySampleMillis",
                "time of\na sample",
                "ms",
                r -> r.at("program.memorySampleSeconds") * 1e3);
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
        Metric figure = Metric.recorded(name, label, unit);
        READINGS.put(figure, reading);
        TABLES.computeIfAbsent(table, key -> new ArrayList<>()).add(figure);
    }

    private static Reading hit(String path) {
        return recorded -> recorded.at("disturbances." + path);
    }

    private static Reading host(String path) {
        return hit("host." + path);
    }

    private static Reading cost(String path) {
        return recorded -> recorded.at("cost." + path);
    }

    private static Reading sum(String path) {
        return recorded -> recorded.ofThreads(Double::sum, path);
    }

    private static Reading max(String path) {
        return recorded -> recorded.ofThreads(Math::max, path);
    }

    /** The figure of a name that there is, such as stallMicros. */
    public static Metric named(String name) {
        return READINGS.keySet().stream()
                .filter(each -> each.name().equals(name))
                .findAny()
                .orElseThrow();
    }

    /**
     * Reads the disturbances of a fork's whole JSON.
     *
     * @param messages that it sent; 0 if unknown
     * @param turns null if it measured one window
     */
    public static Disturbances of(JsonObject fork, long messages, Turns turns) throws UnusableFile {
        Recorded recorded = new Recorded(fork, messages, turns);
        Map<Metric, Double> values = new HashMap<>();
        for (Map.Entry<Metric, Reading> each : READINGS.entrySet()) {
            values.put(each.getKey(), each.getValue().of(recorded));
        }
        return new Disturbances(values, recorded.windowSeconds);
    }

    public static Collection<Metric> all() {
        return Collections.unmodifiableCollection(READINGS.keySet());
    }

    public static List<Metric> of(Of table) {
        return Collections.unmodifiableList(TABLES.get(table));
    }

    /** A figure; NaN if it was not recorded. */
    public double get(Metric figure) {
        return values.getOrDefault(figure, Double.NaN);
    }

    public boolean any(Collection<Metric> figures) {
        return figures.stream().anyMatch(each -> !Double.isNaN(get(each)));
    }

    /** The figures that a fork's JSON has beside its latencies; NaN for one that is missing. */
    private static final class Recorded {
        // 64 producers and the consumer: the most that the workload takes.
        private static final int MAX_THREADS = 65;

        // The most CPUs that Linux is built for (NR_CPUS): JMH's threads are counted by CPU.
        private static final int MAX_CPUS = 8_192;

        // Only forks of JMH have it.
        private static final String WINDOW = "windowSeconds";

        private final JsonObject fork;
        private final Turns turns;
        private final double messages;
        private final double windowSeconds;
        private final int mostThreads;

        Recorded(JsonObject fork, long messages, Turns turns) throws UnusableFile {
            this.fork = fork;
            this.turns = turns;
            this.messages = messages == 0 ? Double.NaN : messages;
            JsonObject disturbances = Json.object(fork, "disturbances");
            boolean byCpu = disturbances.has(WINDOW);
            this.windowSeconds = byCpu
                    ? Json.positive(disturbances, WINDOW)
                    : turns != null
                            ? turns.countedSeconds()
                            : Json.positive(Json.object(fork, "parameters"), "durationSeconds");
            this.mostThreads = byCpu ? MAX_CPUS : MAX_THREADS;
        }

        /** A figure of the fork by its path, as in disturbances.host.stealMillis. */
        double at(String path) throws UnusableFile {
            return at(fork, path);
        }

        /**
         * By turns the threads' CPU time is that of whole turns, also of what settles and of turns that are late, and
         * so longer than what counts; each thread tells the length of its windows.
         */
        double threadCores() throws UnusableFile {
            int threads = list("cpuSeconds", "windows", MAX_THREADS).size();
            double seconds =
                    threads > 0 ? sum("cpuSeconds", "windows") / threads : turns == null ? windowSeconds : Double.NaN;
            return sum("cpuSeconds", "threads") / seconds;
        }

        /** The sum of a list's numbers. A thread that did not start has a null. */
        double sum(String part, String key) throws UnusableFile {
            double sum = Double.NaN;
            for (JsonElement each : list(part, key, MAX_THREADS)) {
                JsonObject one = new JsonObject();
                one.add("list of figures of threads", each);
                sum = joined(sum, Json.amount(one, "list of figures of threads"), Double::sum);
            }
            return sum;
        }

        double ofThreads(DoubleBinaryOperator operator, String path) throws UnusableFile {
            double all = Double.NaN;
            list("disturbances", "threads", mostThreads);
            for (JsonObject each : Json.objects(Json.object(fork, "disturbances"), "threads")) {
                all = joined(all, at(each, path), operator);
            }
            return all;
        }

        private JsonArray list(String part, String key, int most) throws UnusableFile {
            JsonArray list = Json.array(Json.object(fork, part), key);
            if (list.size() > most) {
                throw new UnusableFile("its " + key + " are more than " + most + " threads");
            }
            return list;
        }

        private static double at(JsonObject json, String path) throws UnusableFile {
            int dot = path.indexOf('.');
            return dot < 0
                    ? Json.amount(json, path)
                    : at(Json.object(json, path.substring(0, dot)), path.substring(dot + 1));
        }

        private static double joined(double one, double other, DoubleBinaryOperator operator) {
            if (Double.isNaN(one)) {
                return other;
            }
            return Double.isNaN(other) ? one : operator.applyAsDouble(one, other);
        }
    }
}
