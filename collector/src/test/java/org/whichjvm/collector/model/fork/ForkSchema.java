package org.whichjvm.collector.model.fork;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Absent;
import org.whichjvm.collector.io.Field.Measured;
import org.whichjvm.collector.io.Field.Nullable;
import org.whichjvm.collector.io.Field.Range;
import org.whichjvm.collector.io.Field.Text;
import org.whichjvm.collector.io.Field.Whole;
import org.whichjvm.collector.io.RecordSchema;
import org.whichjvm.common.ForkNames;

/**
 * The schema of a fork: that of {@link ForkFile}, with the fields of what the collector shows and compares without
 * computing with it, and with what a fork of each status and workload must have.
 */
public final class ForkSchema {
    private static final String MEMORY = "shm|huge|other";
    private static final String SOME = ".+";

    private ForkSchema() {}

    public static JsonObject json() {
        JsonObject schema = RecordSchema.ofRead(
                ForkFile.class,
                "urn:whichjvm:fork:3",
                Map.of(
                        "parameters",
                        List.of(
                                QueueLatency.class,
                                QueueRate.class,
                                Retail.class,
                                Service.class,
                                Command.class,
                                GcSteal.class),
                        "jvm",
                        List.of(Jvm.class),
                        "host",
                        List.of(Host.class)));
        for (String open : List.of("Jvm", "Host")) {
            schema.getAsJsonObject("$defs").getAsJsonObject(open).addProperty("additionalProperties", true);
        }
        JsonParser.parseString(CONDITIONS).getAsJsonObject().asMap().forEach(schema::add);
        schema.getAsJsonObject("$defs").add("measuredLatencies", JsonParser.parseString(LATENCIES));
        return schema;
    }

    /** What a fork that is ok, of messages and of scores, must have, and what one that is not ok must not. */
    private static final String CONDITIONS = """
            {
              "if": { "properties": { "status": { "const": "ok" } } },
              "then": {
                "required": ["workload", "started", "wallSeconds", "cpuSeconds", "parameters", "jvm", "host"],
                "properties": {
                  "reason": { "type": "null" },
                  "parameters": { "type": "object" },
                  "jvm": { "type": "object" },
                  "host": { "type": "object", "not": { "required": ["emulatedBy"] } },
                  "pinning": { "properties": { "verified": { "const": true } } },
                  "messages": { "properties": { "sent": { "minimum": 1 } } },
                  "floorNs": {
                    "properties": { "before": { "exclusiveMinimum": 0 }, "after": { "exclusiveMinimum": 0 } }
                  }
                },
                "if": { "required": ["workload"], "properties": { "workload": { "const": "queue-latency" } } },
                "then": {
                  "required": [
                    "service", "response", "pinning", "messages", "floorNs", "warmUp", "turns", "disturbances"
                  ],
                  "properties": {
                    "service": { "$ref": "#/$defs/measuredLatencies" },
                    "response": { "$ref": "#/$defs/measuredLatencies" },
                    "pinning": { "type": "object", "required": ["asked", "verified"] },
                    "messages": { "type": "object" },
                    "floorNs": { "type": "object", "required": ["before", "after"] },
                    "warmUp": { "type": "object", "required": ["seconds", "compilersIdle"] },
                    "disturbances": {
                      "type": "object",
                      "required": ["helpers", "gcCount", "gcMillis", "allocatedBytes"],
                      "properties": { "threads": { "items": { "required": ["name", "cpu", "stalls"] } } }
                    },
                    "scores": false
                  }
                },
                "else": {
                  "required": ["scores"],
                  "properties": {
                    "service": { "type": "null" },
                    "response": { "type": "null" },
                    "scores": { "minItems": 1 }
                  }
                }
              },
              "else": {
                "required": ["reason", "parameters", "jvm", "host", "service", "response"],
                "properties": {
                  "reason": { "type": "string", "minLength": 1 },
                  "service": { "type": "null" },
                  "response": { "type": "null" },
                  "scores": false
                }
              }
            }""";

    private static final String LATENCIES = """
            {
              "type": "object",
              "required": ["events", "histogram"],
              "properties": {
                "events": { "required": ["p50", "p90", "p99", "p99_9", "p99_99"] },
                "histogram": { "pattern": "^HISTFA[A-Za-z0-9+/]+={0,2}$" }
              }
            }""";

    private record QueueLatency(
            @Whole(least = 1, most = 100_000_000) long rate,
            @Whole(least = 32, most = 1_048_576) int size,
            @Absent @Range(least = 0.1, most = 86_400) double durationSeconds,

            @Absent @Nullable @Measured(above0 = true) @About("Of each turn; null if the fork measured one window.")
            Double turnSeconds,

            @Absent @Nullable @Whole(least = 1) @About("Turns that the fork took; null likewise.")
            Integer rounds,

            @Absent @Whole(least = 1, most = 64) @About("Contenders that took turns together.")
            Integer members,

            @Range(least = 0.1, most = 86_400) double warmupSeconds,
            @Whole long unpacedMessages,
            @Whole(least = 1, most = 64) int producers,
            @Whole(least = 1_048_576, most = 4_294_967_296L) long blockSize,
            @Text(SOME) String rollCycle,
            @Text(SOME) String queueDir,
            @About("Two at least.") List<Integer> cpus,

            @Absent
            @Text("[a-z]+(:[1-9][0-9]{0,9})?")
            @About("The wait strategy: what both threads do while there is nothing to do.")
            String wait_,

            @Absent @About("Whether every other turn keeps the stages of its messages.")
            Boolean stages,

            @Absent
            @Text("cpu|memory")
            @About(
                    "Where the CPU time of its turns went is in the files .jfr and .collapsed beside this one, or what the"
                            + " memory of its JVM consisted of at the end, in bytes, in the latter.")
            String profile,

            @Absent @Text(MEMORY) @About("What the queue lies in; other if its folder was given.")
            String queueMemory,

            @Absent
            @Whole(most = 1_000_000)
            @About("By how much each message was delayed on purpose; the contender's name must say so: JVM+delay30ns.")
            Long delayNanos) {}

    private record QueueRate(
            @Whole(least = 1_000, most = 10_000_000_000L)
            @About("A rate is kept if p99 of the response time is within this.")
            long serviceLevelNanos,

            @Range(least = 0.1, most = 86_400) double turnSeconds,
            @Whole(least = 5, most = 100) int points,
            @Whole(least = 1, most = 1_000) int passes,
            List<Double> ladder,
            @Whole(least = Long.MIN_VALUE) long turnSeed,
            @Whole(least = 1) int members,
            @Range(least = 0.1, most = 86_400) double warmupSeconds,
            @Whole(least = 32, most = 65_536) int size,
            @Whole(least = 1, most = 64) int producers,
            @Whole(most = 1_000_000) long delayNanos,
            @Whole(least = 1_048_576, most = 4_294_967_296L) long blockSize,
            @Text(SOME) String rollCycle,
            @Text(SOME) String wait_,
            @Text(MEMORY) String queueMemory,

            @Text(".*") @About("The producer's, the consumer's.")
            String cpus) {}

    private record Retail(
            @Range(least = 0.1, most = 86_400) double warmupSeconds,
            @Range(least = 0.1, most = 86_400) double turnSeconds,
            @Whole(least = 5, most = 100) int points,
            @Whole(least = 1, most = 1_000) int passes,
            @Absent @About("Those that a person asked for.") List<Double> rates,

            @Absent @About("Those that the checks of this campaign found; empty where each fork finds its own.")
            List<Double> ladder,

            @Absent @Nullable @Whole(least = 1_000, most = 10_000_000_000L)
            Long serviceLevelNanos,

            @Whole(least = Long.MIN_VALUE) long turnSeed,
            @Whole(least = 1) int members,
            @Whole(least = Long.MIN_VALUE) long seed,
            @Whole(least = 1) int customers,
            @Whole(least = 1) int workers,
            @Absent @Nullable String profile) {}

    private record Service(
            @About("As it was written, with {flags} and {app} in it.")
            List<String> program,

            @Absent @Nullable @About("The mounted folder.") String app,

            @Absent @Text(SOME) @About("The services of the person's compose file that ran beside it.")
            String with,

            @Absent @About("Its CPUs by kind, the fastest first, such as 0,1 and 2,3; absent unless there are several.")
            List<String> cpuKinds,

            @Whole(least = 1, most = 65_535) int port,

            @Absent
            @Nullable
            @About("The path, or regex: and the expression of the line, by which it was ready; null where it was its"
                    + " port.")
            String ready,

            @About("As they were asked for, with their weights; empty for those of the targets, or GET /.")
            List<String> requests,

            @Absent @Nullable @About("The file of the requests.")
            String targets,

            @Text("https?|h2c?") String protocol,
            @Range(least = 0.1, most = 86_400) double timeoutSeconds,
            List<Integer> serverCpus,

            @About("That of the load generator, which the server shares if there is no other.")
            List<Integer> generatorCpus,

            @Range(least = 0.1, most = 86_400) double warmupSeconds,
            @Range(least = 0.1, most = 86_400) double turnSeconds,
            @Whole(least = 5, most = 100) int points,
            @Whole(least = 1, most = 1_000) int passes,
            @Absent List<Double> rates,
            @Absent List<Double> ladder,

            @Absent @Nullable @Whole(least = 1_000, most = 10_000_000_000L)
            Long serviceLevelNanos,

            @Whole(least = Long.MIN_VALUE) long turnSeed,
            @Whole(least = 1) int members,

            @Absent
            @Nullable
            @Text("memory")
            @About(
                    "What the memory of the server consisted of at its peak is in the file .collapsed beside this one, in"
                            + " bytes.")
            String profile) {}

    private record Command(
            @About("As it was written, with {flags} and {app} in it.")
            List<String> program,

            @Nullable @About("The mounted folder.") String app,

            @Absent @Text(SOME) @About("The services of the person's compose file that ran beside it.")
            String with,

            @Absent @About("Its CPUs by kind, the fastest first, such as 0,1 and 2,3; absent unless there are several.")
            List<String> cpuKinds,

            @Nullable @About("The line that ends the program.")
            String until,

            @About("NAME=REGEX[,more|less] of each number that is taken from the output.")
            List<String> scores,

            @Nullable @Text("jmh|renaissance|dacapo|specjbb2015")
            String adapter,

            @Range(least = 1, most = 86_400) double timeoutSeconds,
            @About("That the program may use.") List<Integer> cpus,

            @About("How often it was started; a score is the median over these.")
            @Whole(least = 1, most = ForkNames.MOST_STARTS)
            int starts,

            @Nullable
            @About("How long a start may take, of contenders whose starts are turns; null if nobody waits for that.")
            @Range(least = 0.1, most = 86_400)
            Double slotSeconds,

            @Nullable
            @Text("cpu|alloc|lock|faults|cycles|cache-misses|branch-misses|memory")
            @About(
                    "What its JVMs were profiled for, which slows them: what a profiler recorded is in the file .jfr"
                            + " beside this one, and its stacks in .collapsed. They count samples, one for each 5 ms of CPU"
                            + " time, bytes, ns, page faults, or what the processor counts. Of memory there are stacks alone, of bytes.")
            String profile) {}

    private record GcSteal(
            @Range(least = 0.1, most = 86_400) double durationSeconds,
            @Range(least = 0.1, most = 86_400) double warmupSeconds,
            @Whole(least = Long.MIN_VALUE) long seed,
            @Whole(least = 1) int liveGraphs,
            @Whole(least = 1) int nodesPerGraph,

            @Whole(least = 1) @About("ParallelGCThreads, as the JVM chose it.")
            int gcThreads) {}

    private record Jvm(
            @Text(".*") String vendor,
            @Text(SOME) String version,
            @Text(".*") String name,
            @Whole(least = 8) int major,
            @Text(".*") String garbageCollector,

            @Text(".*")
            @About("The best one that its options leave it: C2, Graal, C1, none, or another virtual machine's.")
            String compiler,

            @About("Options that it was given. A program's JVM: by JAVA_OPTS and the flag set, then all that it says"
                    + " were set.")
            List<String> flags,

            @Text(".*") String home,

            @Absent
            @About("Options that the image or the person's environment brings, by variable, such as JAVA_TOOL_OPTIONS;"
                    + " absent if there are none.")
            Map<String, String> environmentOptions,

            @Absent @Whole(least = 1) Long maxHeapBytes,

            @Absent @Whole(least = 1) @About("Of a program's JVM: the CPUs that it sizes its threads by.")
            Integer processors,

            @Nullable @About("The flag set that the contender's name has; null if it has none.")
            String flagSet,

            @Nullable String image,
            @Nullable String imageId,

            @Nullable
            @About("What the image is built on, with its digest if it is pinned by one, or the package that its JVM is"
                    + " from.")
            String base,

            @Nullable @About("Which build stands in for the one that the JVM's name promises; null if none does.")
            String substitute) {}

    private record Host(
            @Text(".*") String cpuModel,
            @Text(".*") String arch,

            @About("What shows that an emulator ran the fork, such as: the kernel's CPU is x86"
                    + " (/sys/devices/system/cpu/modalias). Absent if none did.")
            String emulatedBy,

            @Text(".*") String kernel,
            @About("Drawn by the kernel at each boot.") String bootId,

            @About("Whether addresses are random in each process: 0 not, 1 without the heap's, 2 all"
                    + " (randomize_va_space).")
            String aslr,

            String microcode,

            @About("Of the kernel's usual pages, with its unit.")
            String pageSize,

            String kernelCommandLine,
            @Nullable String cpuset,
            String onlineCpus,
            String isolatedCpus,
            String smt,
            String governor,
            String thp,
            String shmemThp,
            String clockSource,
            boolean container,

            @Absent
            @About("The memory that its control group, or one above it, lets it have; absent for no limit.")
            @Whole(least = 1)
            Long memoryLimitBytes,

            @Absent @About("The CPU time that it may use, in CPUs; absent for no limit.") @Measured(above0 = true)
            Double cpuLimit) {}
}
