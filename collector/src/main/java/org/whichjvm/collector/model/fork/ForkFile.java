package org.whichjvm.collector.model.fork;

import com.google.gson.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Absent;
import org.whichjvm.collector.io.Field.Kept;
import org.whichjvm.collector.io.Field.Measured;
import org.whichjvm.collector.io.Field.Most;
import org.whichjvm.collector.io.Field.Nullable;
import org.whichjvm.collector.io.Field.Range;
import org.whichjvm.collector.io.Field.Text;
import org.whichjvm.collector.io.Field.Whole;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.RefereeFiles;
import org.whichjvm.common.SlowCause;
import org.whichjvm.common.Stage;

/** What a fork's JSON has; {@link Fork} is what that comes to. */
@About("out/CAMPAIGN/forks/BLOCK-CONTENDER.json: one process of one contender. The workload writes it; the collector"
        + " writes that of a fork that died before it could. A field that a fork does not know is absent.")
public record ForkFile(
        @Text("whichjvm\\.fork/3") String schema,

        @Text(Fork.OK + "|" + Fork.FAILED + "|" + Fork.OVERLOADED + "|" + Fork.DOES_NOT_FIT)
        String status,

        @Nullable @About("Why it is not ok, in a sentence; \"emulated\" if an emulator ran it; null if it is ok.")
        String reason,

        @Text(ForkNames.CAMPAIGN) String campaign,
        @Whole(most = ForkNames.MAX_BLOCKS) int block,

        @About("A JVM with its suffixes (jdk21-temurin+zgc+huge).") @Text(ForkNames.CONTENDER)
        String contender,

        String workload,
        @About("When the process started.") Instant started,

        @About("How long the process took, warm-up and all, in s.") @Measured(above0 = true)
        double wallSeconds,

        @Nullable
        @Kept(Parameters.class)
        @About("Every effective setting of the workload; null if it died before it could tell.")
        JsonObject parameters,

        @Nullable @Kept(Jvm.class) JsonObject jvm,
        @Nullable JsonObject host,

        @Absent @Nullable @About("From just before the write to just after the read.")
        Latencies service,

        @Absent @Nullable @About("From the intended send time.")
        Latencies response,

        @Most(1_000) @About("What a workload without messages measured; service and response are null then.")
        List<Score> scores,

        Pinning pinning,
        @Absent Messages messages,

        @About("Core-to-core round trip of the two CPUs, in ns, before and after the measured window; of turns the"
                + " medians; 0 in a fork that failed before it was measured.")
        Fork.Floor floorNs,

        @About("How long the fork warmed up, and whether its compilers were idle then or the limit of their wait was"
                + " reached.")
        WarmUp warmUp,

        @Absent @Nullable @About("Null if the fork measured one window, or ended before the first turn.")
        TurnList turns,

        @About("What hit the measured window.") Hits disturbances,

        @About("Of the queue: what it lies in, what a first touch of it maps, and what was mapped, producers' and"
                + " consumer's mappings together.")
        Fork.QueuePages memory,

        @About("Why the messages beyond a few levels took so long.")
        Attribution attribution,

        @About("What the JVM took beside what was measured.")
        Cost cost,

        @Absent
        @About("Of retail, service and queue-rate: what came of each rate, in transactions, requests or messages a"
                + " second.")
        Load load,

        @About("Of --workload command: how the program ended.")
        Program program,

        CpuSeconds cpuSeconds) {

    /** The most that the workload takes: 100 million a second for 24 hours. */
    static final long MAX_MESSAGES = 100_000_000L * 24 * 3_600;

    /** The most turns that a fork may have: more do not fit into the largest file that is read. */
    static final int MOST_TURNS = 2_000;

    private static final long MAX_DELAY_NANOS = 9_999_999;

    // 64 producers and the consumer: the most that the workload takes.
    static final int MOST_THREADS = 65;

    private static final long MOST_PROFILED = 1_000_000_000_000L;

    // The most CPUs that Linux is built for (NR_CPUS): a program's threads are counted by CPU.
    private static final int MOST_CPUS = 8_192;

    static ForkFile of(JsonObject json) throws UnusableFile {
        JsonObject counted = json;
        // The record of a failed fork may be half of it, and nobody counts these parts.
        if (Fork.isWithoutNumbers(Json.shown(json, "status"))) {
            counted = new JsonObject();
            counted.asMap().putAll(json.asMap());
            List.of("turns", "disturbances", "cpuSeconds").forEach(counted::remove);
        }
        return Records.EXACT.read(counted, ForkFile.class);
    }

    boolean ok() {
        return status.equals(Fork.OK);
    }

    Latencies of(Latency latency) {
        return latency == Latency.SERVICE ? service : response;
    }

    Parameters asked() throws UnusableFile {
        return Records.EXACT.read(parameters, Parameters.class);
    }

    /** The settings that are computed with; the others are shown and compared. */
    record Parameters(
            @Measured(above0 = true) double durationSeconds,
            @Measured(above0 = true) double turnSeconds,
            @Measured(above0 = true) double warmupSeconds,

            @Absent @Whole(least = 1, most = RefereeFiles.MOST_MEMBERS)
            Integer members,

            @Absent @Whole(most = MAX_DELAY_NANOS) Long delayNanos,

            @Absent
            @Whole(least = 1, most = ForkNames.MOST_STARTS)
            @About("Of --workload command: how often the program was started.")
            Integer starts) {}

    /** What is computed with of a JVM. */
    record Jvm(String flagSet, List<String> flags) {}

    @About("Percentiles, maximum and count are read from the histogram.")
    record Latencies(
            @About("On how many separate events each percentile rests: a stall delays many messages, but is one event.")
            @Whole(most = MAX_MESSAGES)
            Map<Percentile, Long> events,

            @About("All latencies, in ns: HdrHistogram's compressed V2 encoding in base64, as in a line of an .hlog.")
            String histogram) {}

    @About("If better is absent, more is better for a unit per second (…/s), and less for any other unit. A count is"
            + " neither.")
    record Score(
            @About("Of a JMH benchmark CLASS.METHOD:MODE:PARAMETER=VALUE; other signs are written as in URLs.")
            @Text(ForkNames.BENCHMARK)
            String name,

            @About("That did it; 0 for a score of a whole program.") @Whole(most = 9_999)
            int threads,

            @Text(Metric.UNIT) String unit,

            @About("The median of its iterations, if it has some.") @Measured(above0 = true)
            double score,

            @About("What the score is of. Of a program that was started several times, the value of each start, in"
                    + " their order; none of peak-memory of a container, which is the most of all starts.")
            @Measured(above0 = true)
            @Most(10_000)
            List<Double> iterations,

            @Absent @Text("more|less") String better,

            @About("Told beside what the fork is about, and not decided unless somebody asks. A fork may lack it though"
                    + " nothing failed.")
            boolean beside,

            @About("A fork may lack this score though nothing failed, such as a p99.9 of few requests. The campaign"
                    + " decides it.")
            boolean optional) {}

    record Pinning(
            List<Integer> asked,
            boolean verified,

            @About("Where the JVM's other threads are; empty if they share the measured CPUs.")
            List<Integer> helpers,

            @About("Why these CPUs, in a sentence; absent if they were asked for.")
            String reason) {}

    record Messages(
            @Whole(most = MAX_MESSAGES) long sent,
            @Whole(most = MAX_MESSAGES) long received,
            @Whole(most = MAX_MESSAGES) long verified) {}

    record WarmUp(
            @Measured double seconds,
            Boolean compilersIdle,

            @About("Of service: requests a second that were answered in each step of a closed loop, and when it ended"
                    + " after the start of the server, in s.")
            List<WarmUpStep> curve) {}

    record WarmUpStep(@Measured double seconds, @Measured double rate) {}

    record TurnList(
            @Nullable @About("The same in all forks that took turns together; null of one that was alone.")
            String step,

            @Absent @Whole(least = Long.MIN_VALUE) @About("Start of the first round on the host's monotonic clock.")
            Long startedNanos,

            @About("From the start of a slot to that of the next.") @Measured(above0 = true)
            double slotMillis,

            @Absent
            @About("With --profile: messages that all turns had together, those that settle included, at the rate and,"
                    + " after each window, without a pause.")
            Profiled profiled,

            @Most(MOST_TURNS) @About("In the order of the rounds, one of each.")
            List<Turn> list) {}

    record Profiled(
            @Whole(least = 1, most = MOST_PROFILED) long paced,
            @Whole(least = 1, most = MOST_PROFILED) long unpaced) {}

    @About("A turn of messages, or of a system under load. What it cannot tell is null.")
    record Turn(
            @Whole(most = MOST_TURNS - 1) int round,

            @About("Its place in the round.") @Whole(most = RefereeFiles.MOST_MEMBERS - 1)
            int slot,

            @Measured double floorBefore,
            @Measured double floorAfter,

            @About("Whether a thread was not ready when the first message was due, and such a turn does not count; or"
                    + " whether the host kept the load generator from beginning before the turn was over, where a"
                    + " request that is late counts from its intended time.")
            boolean late,

            @About("Whether it did not keep a rate that was asked for.")
            boolean overloaded,

            @About("That count; of a load, requests that were sent.") @Whole(most = Integer.MAX_VALUE)
            int messages,

            @About("Null if the turn does not count.") OfTurn service,

            @About("Null if the turn does not count.") OfTurn response,

            @About("The p50 service time of the first and of the last quarter of its messages, in ns; null if the turn"
                    + " does not count.")
            Quarters quarters,

            @Measured @About("Of every other turn with --stages: the median of each stage of a message, in ns.")
            Map<Stage, Double> stages,

            @Nullable @Measured @About("How long the measured thread that waited longest for its CPU did so.")
            double waitMicros,

            @Nullable @Measured @About("CPU time of the JVM's other threads.")
            double helpersMicros,

            @Nullable @Measured @About("Of its compilers, of those.")
            double compilerMicros,

            @Nullable
            @Measured
            @About("CPU time of the JVM, or of the system under load, from the end of its previous turn to this one.")
            double asleepMicros,

            @Measured @About("Requests a second; 0 of a closed loop.")
            double rate,

            @Measured @About("Requests that were answered by an error, or not in time.")
            double errors,

            @Measured @About("How much later than intended requests were sent.")
            double lagP99Nanos,

            @Measured(above0 = true)
            @About("Those that the turn of a load has, by name; critical-throughput is in the last turn of a pass.")
            Map<String, Double> scores) {
        OfTurn of(Latency latency) {
            return latency == Latency.SERVICE ? service : response;
        }
    }

    @About("Percentiles in ns.")
    record OfTurn(
            @Measured(above0 = true) double p50,
            @Measured(above0 = true) double p90,
            @Measured(above0 = true) double p99) {
        double at(Percentile percentile) {
            return switch (percentile) {
                case P50 -> p50;
                case P90 -> p90;
                default -> p99;
            };
        }
    }

    record Quarters(
            @Measured(above0 = true) double first,
            @Measured(above0 = true) double last) {}

    record Hits(
            @Measured(above0 = true)
            @About("Of the window, where it is not parameters.durationSeconds: from the start of a program to its end.")
            double windowSeconds,

            @Measured double gcCount,
            @Measured double gcMillis,

            @About("CPU time of the JVM's other threads in the window, or in its turns, in ms by kind; a kind that the"
                    + " JVM has no thread of, or does not name, is absent; null if the kernel does not tell.")
            Helpers helpers,

            @Measured
            @Most(MOST_THREADS)
            @About("Of each producer, then of the consumer; null if the thread did not start.")
            List<Double> allocatedBytes,

            @About("From the JVM's own log; absent if it has none.")
            Safepoints safepoints,

            @Most(MOST_CPUS) @About("Each producer, then the consumer.")
            List<OfThread> threads,

            Stalls stalls,

            @About("What the host did to the measured CPUs in the window.")
            OfHost host) {}

    record Helpers(
            @Measured double compiler,
            @Measured double gc,
            @Measured double vm,
            @Measured double other) {}

    record Safepoints(
            @Measured double count,
            @Measured double totalMicros,
            @Measured double maxMicros,

            @Most(100) @About("The longest first.") List<Pause> pauses) {}

    record Pause(
            @Range(least = Double.NEGATIVE_INFINITY) @About("From the start of the window.")
            double atSeconds,

            @Measured double micros,
            String name) {}

    record OfThread(
            String name,
            @Measured double cpu,
            @Measured double voluntarySwitches,
            @Measured double involuntarySwitches,
            @Measured double minorFaults,
            @Measured double majorFaults,

            @Measured @About("For how long it could have run and did not.")
            double runQueueMillis,

            @About("Gaps between two readings of the clock, from the threshold on.")
            StallSum stalls) {}

    record StallSum(
            @Measured double count,
            @Measured double totalMicros,
            @Measured double maxMicros) {}

    record Stalls(
            @Measured double thresholdMicros,
            @Measured double notKept,

            @Most(100) @About("The longest first.") List<Stall> longest) {}

    record Stall(
            @About("An index into threads.") int thread,

            @Range(least = Double.NEGATIVE_INFINITY) @About("From the start of the window.")
            double atSeconds,

            @Measured double micros,

            @Nullable
            @Measured
            @About("For how long the thread could have run in it and did not; null if it is not known.")
            double runQueueMicros,

            SlowCause cause) {}

    record OfHost(
            @Measured @About("Over the measured CPUs.") double stealMillis,

            @Measured @About("What others ran on the measured CPUs.")
            double otherMillis,

            @Measured double throttledCount,
            @Measured double throttledMillis,

            @About("For how long some task of the host waited.")
            Pressure pressureMicros) {}

    record Pressure(
            @Measured double cpu,
            @Measured double memory,
            @Measured double io) {}

    /** The levels of each latency; null if the fork does not tell them. */
    record Attribution(@Absent List<Level> service, @Absent List<Level> response) {}

    record Level(
            SlowMessages.Level above,
            @Measured double aboveNs,
            @Whole(most = MAX_MESSAGES) long messages,

            @Whole(most = MAX_MESSAGES) @About("How many of the messages, by cause; they add up to all.")
            Map<SlowCause, Long> causes) {}

    record Cost(
            @Measured @About("From its start to main.") double mainMillis,

            @Measured @About("From its start to the first message that was read.")
            double firstMessageMillis,

            @About("Whose archive of classes it started with: the one that an image has of the workload, the JDK's own,"
                    + " or none.")
            String classData,

            @Measured @About("CPU time until the warm-up was over.")
            double warmCpuSeconds,

            @Measured double peakResidentKb,
            @Measured @About("Committed.") double heapBytes,
            @Measured double codeCacheBytes,

            @Measured @About("With the space of compressed class pointers.")
            double metaspaceBytes) {}

    record Load(
            @Measured @About("Where all are busy all the time.")
            double busyRate,

            @Measured(above0 = true) @About("The greatest one that is kept.")
            double maxRate,

            @Measured
            @About("Of service: requests a second that its load generator gets answered by a server that does nothing.")
            double generatorRate,

            @Whole(most = LoadCurve.MOST_REQUESTS)
            @About("Of service: how many requests of its turns had each status; none is that of no answer.")
            Map<String, Long> statuses,

            @Measured
            @About("Of retail and service: at which p99 of the response time meets a service level; a level that the"
                    + " lowest rate does not meet is absent.")
            Map<String, Double> rateAtLevel,

            @Most(100) @About("At ascending rates.") List<Step> curve) {}

    record Step(
            @Measured(above0 = true) double rate,
            @Measured double sent,
            @Measured @About("Well, and in time.") double answered,
            @Measured @About("All others.") double errors,

            @About("Of the response time.") @Whole long p50Nanos,

            @Whole long p95Nanos,
            @Whole long p99Nanos,

            @Measured @About("How much later than intended requests were injected.")
            double lagP99Nanos,

            @About("The most memory that was resident at the end of a turn at this rate; 0 if unknown.") @Whole
            long residentBytes) {}

    record Program(
            @About("Its exit code; 128 + N if signal N ended it.")
            Integer exit,

            @Measured @About("That it had started and left behind, and that were ended.")
            double leftProcesses,

            @Measured @About("How often its memory was sampled, if no control group told the most of it.")
            double memorySamples,

            @Measured @About("The time from one sample to the next, as a mean.")
            double memorySampleSeconds,

            @About("The entries of its folder that were too large to copy, so that it could only read them.")
            List<String> notCopied,

            @Measured @About("How many these are.") double notCopiedEntries,

            @Measured @About("All that it wrote to stdout and stderr.")
            double outputBytes,

            @Absent @Whole @About("When it was started first, in µs since 1970.")
            Long startedMicros,

            @Absent @Whole @About("When it ended at last, or wrote the line that --until waits for, in µs since 1970.")
            Long endedMicros,

            @Measured
            @About("By turns: for how long of this it was frozen while others of its block ran. Its times are without"
                    + " that.")
            double frozenSeconds,

            @Measured @About("By turns: how often it was let run.")
            double slices,

            @Absent
            @Whole(most = ForkNames.MOST_STARTS)
            @About("How many of its starts were not over at the end of their slots, and went on while others of its"
                    + " block ran.")
            Integer overran,

            @About("By turns: who froze it, the kernel by its control group or the container's engine, which takes"
                    + " longer: kernel or engine.")
            String freezer,

            @Most(1_000)
            @About("Benchmarks that failed while their harness went on: the score that each would have, and the"
                    + " exception.")
            List<Failed> failed,

            @About("Of SPECjbb2015, as it prints them: of hbIR, requests a second.")
            List<SpecLevel> levels) {}

    record Failed(@Text(ForkNames.BENCHMARK) String name, String reason) {}

    record SpecLevel(
            @Measured double percent,
            @Measured double requested,
            @Measured double injected,
            @Measured double processed,
            boolean settled) {}

    record CpuSeconds(
            @Measured double process,

            @Measured
            @Most(MOST_THREADS)
            @About("Of each producer, then of the consumer, in the measured window; null if the thread did not start.")
            List<Double> threads,

            @Measured
            @Most(MOST_THREADS)
            @About("How long each of these threads was in the measured window, in s, with what by turns settles before"
                    + " the messages that count.")
            List<Double> windows) {}
}
