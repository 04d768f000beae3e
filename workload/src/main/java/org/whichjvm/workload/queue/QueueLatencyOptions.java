package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.List;
import net.openhft.chronicle.core.OS;
import net.openhft.chronicle.queue.RollCycles;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.QueueSize;
import org.whichjvm.common.RefereeFiles;
import org.whichjvm.common.TurnTimes;
import org.whichjvm.common.Units;
import org.whichjvm.common.WaitStrategy;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.ForkOptions;
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.JsonArrays;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.jvmlog.Stalls;
import org.whichjvm.workload.turn.Members;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Every setting of {@code queue-latency}: name, default (the article's), a sentence, its range. */
final class QueueLatencyOptions {
    /** The first messages of a turn, 1 in this many, let caches and CPUs settle. */
    private static final int SETTLES = 5;

    /** Start, end and sum of a span, and as much again while spans are collected. */
    private static final int BYTES_PER_FAULT = 2 * 3 * Long.BYTES;

    @Option(
            names = "--rate",
            defaultValue = "" + QueueSize.RATE,
            paramLabel = "N",
            description = "Messages a second, over all producers (1 to 100,000,000; default 100000).")
    long rate;

    @Option(
            names = "--size",
            converter = OptionTypes.Size.class,
            defaultValue = "" + QueueSize.SIZE,
            paramLabel = "BYTES",
            description = "Payload of a message in bytes (32 to 1m; default 256).")
    long size;

    @Option(
            names = "--duration",
            converter = OptionTypes.Duration.class,
            defaultValue = "100s",
            paramLabel = "T",
            description = "How long to measure (100ms to 24h; default 100s).")
    long durationNanos;

    @Option(
            names = "--warmup",
            converter = OptionTypes.Duration.class,
            defaultValue = "5s",
            paramLabel = "T",
            description = "How long to warm up at the rate, after up to 200,000 messages without a pause"
                    + " (100ms to 24h; default 5s).")
    long warmupNanos;

    @Option(
            names = "--producers",
            defaultValue = "1",
            paramLabel = "N",
            description = "Producer threads, each with a queue object and a CPU of its own (default 1).")
    int producers;

    @Option(
            names = "--delay",
            converter = OptionTypes.Duration.class,
            defaultValue = "0",
            paramLabel = "T",
            description = "A known effect, to calibrate with: work that the consumer does before it takes a"
                    + " message's time (0 to 1ms, such as 30ns; default 0).")
    long delayNanos;

    @Option(
            names = "--block-size",
            converter = OptionTypes.Size.class,
            defaultValue = "" + QueueSize.BLOCK,
            paramLabel = "BYTES",
            description = "Chronicle Queue's block size: what is mapped at once (1m to 4g; default 64m).")
    long blockSize;

    @Option(
            names = "--roll-cycle",
            defaultValue = "FAST_DAILY",
            paramLabel = "NAME",
            description = "Chronicle Queue's roll cycle: ${COMPLETION-CANDIDATES} (default FAST_DAILY).")
    RollCycles rollCycle;

    @Option(
            names = "--wait",
            converter = OptionTypes.Wait.class,
            completionCandidates = OptionTypes.WaitChoices.class,
            defaultValue = "spin",
            paramLabel = "HOW",
            description = "The wait strategy, which is what both threads do while there is nothing to do:"
                    + " ${COMPLETION-CANDIDATES} (default spin).")
    WaitStrategy wait;

    @Option(
            names = "--queue-memory",
            defaultValue = "shm",
            paramLabel = "KIND",
            description = "Memory of the queue: shm, which is /dev/shm, or huge, a tmpfs with huge pages that"
                    + " WHICHJVM_HUGE_DIR names (default shm).")
    String queueMemory;

    @Option(
            names = "--queue-dir",
            paramLabel = "DIR",
            description = "Where else the queue's own folder is made and removed (default: by --queue-memory).")
    Path queueDir;

    @Option(
            names = "--cpus",
            split = ",",
            paramLabel = "A,B",
            description = "CPUs to pin to: one for each producer, then the consumer's"
                    + " (default: the fittest of this process's CPU set; whichjvm doctor says which and why).")
    List<Integer> cpus;

    @Option(
            names = "--stages",
            description = "To explain with: read the clock at more places of each message in every other turn, and"
                    + " keep how long its stages take.")
    boolean stages;

    @Option(
            names = "--profile",
            converter = OptionTypes.Profiled.class,
            paramLabel = "EVENT",
            description = "To explain with: cpu samples where the CPU time of turns goes, and the second half of each"
                    + " turn has messages without a pause; memory shows what this JVM's memory consists of at the"
                    + " end. The result is a file next to the fork's.")
    Profiling profiling;

    @Option(
            names = TurnTimes.TURN,
            converter = OptionTypes.Duration.class,
            defaultValue = "0",
            paramLabel = "T",
            description = "Measure in turns of this length, which together last --duration, and sleep in between while"
                    + " the other contenders of the block have theirs (such as 100ms; default: one window).")
    long turnNanos;

    @Option(
            names = "--turn-seed",
            defaultValue = "0",
            paramLabel = "N",
            description = "Draws the order of the turns, with the block's number (default 0).")
    long turnSeed;

    @Mixin
    final ForkOptions common = new ForkOptions();

    Members members = Members.ALONE;

    /** Refuses what no run could mean, with value and range; the other checks need the host. */
    void validate() {
        validateExchange();
        ForkOptions.checkTime("--duration", durationNanos);
        members = Members.ofEnvironment();
        if (hasTurns()) {
            TurnTimes.of(turnNanos, durationNanos, rate, 1);
        } else if (members.count > 1) {
            throw new WrongUsage("WHICHJVM_MEMBERS is %d, and contenders that run together take turns", members.count)
                    .orTry("give --turn too, such as 100ms");
        }
        if (profiling != null && profiling != Profiling.CPU && profiling != Profiling.MEMORY) {
            throw new WrongUsage("--profile is %s, which is not for messages", profiling.text()).orTry("cpu or memory");
        }
        if (samples() && !hasTurns()) {
            throw new WrongUsage("--profile cpu is for turns").orTry("give --turn too, such as 100ms");
        }
        if (stages && (!hasTurns() || !wait.spins())) {
            throw new WrongUsage("--stages is for turns of threads that spin")
                    .orTry("give --turn too, such as 100ms, and no --wait");
        }
        if (messages() < producers) {
            throw new WrongUsage(
                            "--rate %d for --duration %s s is less than one message for each producer",
                            rate, Units.seconds(durationNanos))
                    .orTry("give more of either");
        }
    }

    /** Refuses what no exchange could mean, whatever it measures. */
    void validateExchange() {
        ForkOptions.checkRange("--rate", rate, 1, 100_000_000, "messages a second");
        ForkOptions.checkRange("--size", size, Payload.MIN_SIZE, 1 << 20, "bytes");
        ForkOptions.checkTime("--warmup", warmupNanos);
        ForkOptions.checkRange("--producers", producers, 1, 64, "threads");
        ForkOptions.checkRange("--delay", delayNanos, 0, KnownDelay.MAX_NANOS, "ns");
        ForkOptions.checkRange("--block-size", blockSize, 1 << 20, 4L << 30, "bytes");
        if (wait.minimumJava() > ThisJvm.major()) {
            throw new WrongUsage(
                            "--wait %s needs Java %d or newer, and this is %d",
                            wait, wait.minimumJava(), ThisJvm.major())
                    .orTry("give %s", WaitStrategy.choices());
        }
        if (size * 4 > blockSize) {
            // Chronicle takes no message that is larger than a quarter of what it maps at once.
            throw new WrongUsage(
                            "--size %,d needs a --block-size of %,d or more, and it is %,d", size, size * 4, blockSize)
                    .orTry("--block-size %d", size * 4);
        }
    }

    JsonObject json(List<Integer> effectiveCpus, QueueMemory memory) {
        JsonObject json = new JsonObject();
        json.addProperty("rate", rate);
        json.addProperty("size", size);
        json.addProperty("durationSeconds", Units.seconds(durationNanos));
        json.addProperty("turnSeconds", hasTurns() ? Units.seconds(turnNanos) : null);
        json.addProperty("rounds", hasTurns() ? rounds() : null);
        json.addProperty("members", members.count);
        json.addProperty("warmupSeconds", Units.seconds(warmupNanos));
        json.addProperty("unpacedMessages", unpacedMessages());
        json.addProperty("producers", producers);
        json.addProperty("delayNanos", delayNanos);
        json.addProperty("blockSize", blockSize);
        json.addProperty("rollCycle", rollCycle.name());
        json.addProperty("wait", wait.toString());
        json.addProperty("queueMemory", memory.name);
        json.addProperty("queueDir", memory.folder.toString());
        json.add("cpus", JsonArrays.of(effectiveCpus));
        if (stages) {
            json.addProperty("stages", true);
        }
        if (profiling != null) {
            json.addProperty("profile", profiling.text());
        }
        return json;
    }

    /** Whether CPU time is sampled. */
    boolean samples() {
        return profiling == Profiling.CPU;
    }

    /** Messages of the measured window, the same number from each producer. */
    long messages() {
        return perProducer(durationNanos) * producers;
    }

    long perProducer(long nanos) {
        return (long) (Units.seconds(nanos) * rate / producers);
    }

    /** Whether the fork takes turns; else it has one window. */
    boolean hasTurns() {
        return turnNanos > 0;
    }

    /** How many windows there are: turns, or 1. */
    int rounds() {
        return hasTurns() ? Math.toIntExact(durationNanos / turnNanos) : 1;
    }

    /** How long each of them is, in ns. */
    long windowNanos() {
        return hasTurns() ? turnNanos : durationNanos;
    }

    /** How much of it is paced, in ns: a profiled turn has messages without a pause in the rest. */
    long pacedNanos() {
        return samples() ? windowNanos() / 2 : windowNanos();
    }

    /** How many of a producer's messages in a turn are sent first and not counted. */
    static long settling(long perTurn) {
        return perTurn / SETTLES;
    }

    int queuesTogether() {
        // WHICHJVM_SHM says that the fork has memory of its own, and how many bytes.
        return ThisJvm.environment("WHICHJVM_SHM") == null ? members.count : 1;
    }

    /** Bytes that must be free for both warm-ups, what is measured, and a rehearsed turn. */
    long queueBytes() {
        double paced = Units.seconds(warmupNanos + durationNanos + turnNanos) * rate;
        return QueueSize.mapped(QueueSize.bytes(unpacedMessages() + unpacedOfTurns() + paced, size), blockSize);
    }

    long unpacedMessages() {
        return QueueSize.unpacedMessages(size, delayNanos);
    }

    /** Messages without a pause in all profiled turns, the rehearsed one included. */
    private long unpacedOfTurns() {
        return samples() ? (rounds() + 1) * QueueSize.unpacedOfTurn(turnNanos, size) : 0;
    }

    /** How long the fork waits for the other contenders of its block, at most, in ns. */
    long waitNanos() {
        return members.count > 1 ? members.count * (RefereeFiles.LIMIT_NANOS + 2 * warmupNanos) : 0;
    }

    /**
     * Refuses a heap that may not grow to enough bytes, as {@link CannotRun} with both sizes: it has both times of
     * every message, the stalls of each thread, and, once the run is over, the spans of the page faults.
     */
    void checkHeap(long heapBytes) {
        long kept = messages() + producers * perProducer(warmupNanos) + unpacedOfTurns();
        double faults = Math.min(1, size / (double) OS.pageSize());
        long needed = kept * (Samples.BYTES_PER_MESSAGE + (stages ? Stages.BYTES_PER_MESSAGE : 0))
                + (long) (faults * messages() * BYTES_PER_FAULT)
                + (producers + 1) * Stalls.BYTES;
        if (kept > Integer.MAX_VALUE - 8 || needed > heapBytes * 3 / 4) {
            throw new CannotRun(
                            "the times of %,d messages need %s of heap and this JVM has %s",
                            kept, Units.bytes(needed), Units.bytes(heapBytes))
                    .orTry("lower --rate or --duration, or set JAVA_OPTS=-Xmx…");
        }
    }
}
