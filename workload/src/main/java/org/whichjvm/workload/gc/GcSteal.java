package org.whichjvm.workload.gc;

import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.Fork;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.ForkOptions;
import org.whichjvm.workload.fork.JvmOptions;
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.jvmlog.JvmLog;
import org.whichjvm.workload.score.Score;
import org.whichjvm.workload.score.ScoreWindow;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * One fork of garbage collection that leans on work stealing (JDK-8248214): one thread makes uneven graphs, the last
 * few stay alive, and the garbage collector's threads divide them among each other by stealing. The JVM's options set
 * the heap and the garbage collector.
 */
@Command(
        name = "gc-steal",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Garbage collection whose threads must steal work from each other: pauses from the JVM's"
                + " own log, by themselves and for each GB allocated, and how much is allocated.")
public final class GcSteal implements Callable<Integer> {
    private static final long LEAST_LIVE = 1 << 20;

    /** The size of a node with compressed references: 12 bytes of header and three times 4. */
    private static final int NODE_BYTES = 24;

    private static final double GB = 1e9;

    @Option(
            names = "--duration",
            converter = OptionTypes.Duration.class,
            defaultValue = "10s",
            paramLabel = "T",
            description = "How long to allocate and measure (100ms to 24h; default 10s).")
    private long durationNanos;

    @Option(
            names = "--warmup",
            converter = OptionTypes.Duration.class,
            defaultValue = "2s",
            paramLabel = "T",
            description = "How long to allocate before (100ms to 24h; default 2s).")
    private long warmupNanos;

    @Option(
            names = "--live",
            converter = OptionTypes.Size.class,
            paramLabel = "BYTES",
            description = "What is alive at any time, in bytes with compressed references (1m to a quarter of the"
                    + " heap; default: a 32nd of the heap).")
    private Long live;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "The seed of the graphs' forms (default 1).")
    private long seed;

    @Mixin
    private ForkOptions options;

    @Override
    public Integer call() throws Exception {
        ForkOptions.checkTime("--duration", durationNanos);
        ForkOptions.checkTime("--warmup", warmupNanos);
        // The heap that was asked for: Runtime.maxMemory() leaves out what a garbage collector keeps.
        long heap = flag("MaxHeapSize");
        long bytes = live == null ? Math.max(LEAST_LIVE, heap / 32) : live;
        if (bytes < LEAST_LIVE || bytes > heap / 4) {
            throw new WrongUsage("--live is %s", Units.bytes(bytes))
                    .orTry("1 MiB to a quarter of this JVM's heap, %s", Units.bytes(heap / 4));
        }
        int graphs = Math.toIntExact(Math.max(1, bytes / ((long) LiveGraphs.NODES * NODE_BYTES)));
        int gcThreads = (int) flag("ParallelGCThreads");
        JsonObject parameters = new JsonObject();
        parameters.addProperty("durationSeconds", Units.seconds(durationNanos));
        parameters.addProperty("warmupSeconds", Units.seconds(warmupNanos));
        parameters.addProperty("seed", seed);
        parameters.addProperty("liveGraphs", graphs);
        parameters.addProperty("nodesPerGraph", LiveGraphs.NODES);
        parameters.addProperty("gcThreads", gcThreads);
        String plan = Units.text(
                "%d garbage collector threads, %d live graphs of %,d objects, %.1f s after %.1f s of warm-up",
                gcThreads, graphs, LiveGraphs.NODES, Units.seconds(durationNanos), Units.seconds(warmupNanos));
        Fork fork = new Fork("gc-steal");
        return fork.run(
                options, parameters, plan, json -> Score.found(json, measure(fork.jvmLog(), json, graphs, gcThreads)));
    }

    /** The value of one of HotSpot's options, given or chosen. */
    private static long flag(String name) {
        String value = JvmOptions.value(name);
        if (value == null) {
            throw new CannotRun("this JVM (%s) does not tell its %s", System.getProperty("java.vm.name"), name)
                    .orTry("a HotSpot JVM, which gc-steal needs");
        }
        return Long.parseLong(value);
    }

    private List<Score> measure(JvmLog log, JsonObject json, int graphs, int gcThreads) {
        if (!log.isWritten()) {
            throw new CannotRun("this JVM writes no garbage collection log that can be read (WHICHJVM_JVM_LOG)")
                    .orTry("start it with workload/launch, on HotSpot or OpenJ9");
        }
        HelperThreads.registerMeasured();
        ScoreWindow window = new ScoreWindow(Cpus.effective());
        LiveGraphs alive = new LiveGraphs(graphs, seed);
        alive.allocate(warmupNanos);
        log.startWindow();
        window.start();
        long allocated = alive.allocate(durationNanos);
        window.end();
        double[] pauses = log.pauseMillis().get();
        json.add("disturbances", window.disturbances());
        alive.check();
        if (pauses.length == 0) {
            throw new ForkFailure(
                    "no garbage was collected in %.1f s, in which %,d objects were allocated; give a"
                            + " longer --duration or a smaller heap (JAVA_OPTS=-Xmx…)",
                    window.seconds(), allocated);
        }
        return scores(gcThreads, pauses, allocated, window.seconds());
    }

    /**
     * @param pauses in ms
     * @param objects allocated in the window, above 0. A GB is always as many of them, 10⁹ ÷ {@value #NODE_BYTES}:
     *     neither a JVM that allocates faster, and so collects more often, nor one with larger objects has another
     *     measure
     */
    static List<Score> scores(int gcThreads, double[] pauses, long objects, double seconds) {
        double[] ascending = pauses.clone();
        Arrays.sort(ascending);
        double perGb = Arrays.stream(ascending).sum() / (objects * NODE_BYTES / GB);
        return Arrays.asList(
                Score.of("pause-p50", "ms", atRank(ascending, 0.5)).threads(gcThreads),
                Score.of("pause-p99", "ms", atRank(ascending, 0.99)).threads(gcThreads),
                Score.of("pause-max", "ms", atRank(ascending, 1)).threads(gcThreads),
                Score.of("pause-per-gb", "ms/GB", perGb).threads(gcThreads),
                Score.of("allocation", "objects/s", objects / seconds).threads(1),
                Score.of("collections", "count", pauses.length).threads(gcThreads));
    }

    /** The smallest value that this share of them does not exceed (nearest rank). */
    private static double atRank(double[] ascending, double share) {
        return ascending[Math.max(0, (int) Math.ceil(share * ascending.length) - 1)];
    }
}
