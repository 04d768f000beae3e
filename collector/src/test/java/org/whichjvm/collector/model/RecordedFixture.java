package org.whichjvm.collector.model;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.SuffixKind;

/** Adds to a fork's JSON what a workload of today records beside the latencies. */
public final class RecordedFixture {
    private static final List<String> CAUSES = List.of(
            "pageFault", "safepoint", "handshake", "preemption", "remap", "lateProducer", "wakeUp", "unexplained");

    private RecordedFixture() {}

    /** All fields, with metrics as on a shared machine. */
    public static void add(JsonObject fork, Random random) {
        JsonObject parameters = fork.getAsJsonObject("parameters");
        Contender contender = Contender.of(fork.get("contender").getAsString());
        parameters.addProperty("wait", contender.waitStrategy() == null ? "spin" : contender.waitStrategy());
        parameters.addProperty("queueMemory", contender.memory() == null ? "shm" : contender.memory());
        JsonObject jvm = fork.getAsJsonObject("jvm");
        jvm.add("flagSet", JsonNull.INSTANCE);
        if (contender.hasFlags()) {
            jvm.addProperty("flagSet", contender.suffixes().get(SuffixKind.FLAGS));
        }
        jvm.addProperty("maxHeapBytes", 512L << 20);
        JsonArray flags = new JsonArray();
        flags.add("-XX:+AlwaysPreTouch");
        jvm.add("flags", flags);
        boolean huge = contender.memory() != null;
        JsonObject memory = ForkFixture.object(
                Map.of("pageBytes", huge ? 2 << 20 : 4_096, "residentKb", 262_144, "hugeKb", huge ? 262_144 : 0));
        memory.addProperty("queue", huge ? "huge" : "shm");
        fork.add("memory", memory);
        disturbances(fork.getAsJsonObject("disturbances"), random);
        attribution(fork, random, huge);
    }

    private static void disturbances(JsonObject json, Random random) {
        JsonObject safepoints = ForkFixture.object(
                Map.of("count", random.nextInt(4), "totalMicros", 900, "maxMicros", 300 + random.nextInt(500)));
        JsonObject pause = ForkFixture.object(Map.of("atSeconds", 0.25, "micros", 431));
        pause.addProperty("name", "Cleanup");
        safepoints.add("pauses", hundred(pause));
        json.add("safepoints", safepoints);
        JsonArray threads = new JsonArray();
        for (int i = 0; i < 2; i++) {
            JsonObject thread = ForkFixture.object(Map.of(
                    "cpu",
                    i,
                    "voluntarySwitches",
                    0,
                    "involuntarySwitches",
                    20 + random.nextInt(30),
                    "minorFaults",
                    6_300,
                    "majorFaults",
                    0,
                    "runQueueMillis",
                    5 + random.nextInt(20)));
            thread.addProperty("name", i == 0 ? "producer" : "consumer");
            thread.add(
                    "stalls",
                    ForkFixture.object(
                            Map.of("count", 40, "totalMicros", 21_000, "maxMicros", 4_000 + random.nextInt(900))));
            threads.add(thread);
        }
        json.add("threads", threads);
        JsonObject stalls = ForkFixture.object(Map.of("thresholdMicros", 5, "notKept", 0));
        JsonObject longest = ForkFixture.object(Map.of("thread", 1, "atSeconds", 0.4, "micros", 4_100));
        longest.addProperty("runQueueMicros", 4_000);
        longest.addProperty("cause", "preemption");
        stalls.add("longest", hundred(longest));
        json.add("stalls", stalls);
        JsonObject host =
                ForkFixture.object(Map.of("stealMillis", random.nextInt(10), "otherMillis", 30, "throttledCount", 0));
        host.addProperty("throttledMillis", 0);
        host.add("pressureMicros", ForkFixture.object(Map.of("cpu", 52_000, "memory", 0, "io", 120)));
        json.add("host", host);
    }

    private static void attribution(JsonObject fork, Random random, boolean huge) {
        JsonObject attribution = new JsonObject();
        for (Latency latency : Latency.values()) {
            JsonArray levels = new JsonArray();
            double faults = huge ? 0 : 0.94;
            levels.add(level("p99", 200, faults, 0.03, random));
            levels.add(level("p99_9", 100, faults / 4, 0.6, random));
            levels.add(level("p99_99", 50, 0, 0.9, random));
            levels.add(level("worst", 1_000, faults / 3, 0.5, random));
            attribution.add(latency.key, levels);
        }
        fork.add("attribution", attribution);
    }

    private static JsonObject level(String above, int messages, double pageFaults, double preemption, Random random) {
        JsonObject level = ForkFixture.object(Map.of("aboveNs", 4_100, "messages", messages));
        level.addProperty("above", above);
        JsonObject causes = new JsonObject();
        CAUSES.forEach(cause -> causes.addProperty(cause, 0));
        causes.addProperty("pageFault", (int) (messages * pageFaults));
        causes.addProperty("preemption", (int) (messages * preemption));
        for (int left = messages - (int) (messages * pageFaults) - (int) (messages * preemption); left > 0; left--) {
            String cause = CAUSES.get(random.nextInt(CAUSES.size()));
            causes.addProperty(cause, causes.get(cause).getAsInt() + 1);
        }
        level.add("causes", causes);
        return level;
    }

    /** As many as a fork has at most. */
    private static JsonArray hundred(JsonObject one) {
        JsonArray list = new JsonArray();
        for (int i = 0; i < 100; i++) {
            JsonObject each = one.deepCopy();
            each.addProperty("atSeconds", i / 100.0);
            list.add(each);
        }
        return list;
    }
}
