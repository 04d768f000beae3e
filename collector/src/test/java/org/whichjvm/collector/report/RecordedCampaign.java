package org.whichjvm.collector.report;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.ForkReader;

/** Forks that recorded all that hit them, and what is read of their campaign. */
abstract class RecordedCampaign extends ReportedCampaign {
    final long seed = Long.getLong("seed", 20_261_121);
    final Random random = new Random(seed);

    Fork read(Consumer<JsonObject> change) throws Exception {
        ForkFixture fixture = ForkFixture.typical(campaign, 1, "a", 500).write();
        return ForkReader.read(fixture.with(change).json, new ForkName(1, "a"), "c");
    }

    void fork(int block, String contender, long p50, Consumer<JsonObject> change) throws IOException {
        ForkFixture.typical(campaign, block, contender, p50).with(change).write();
    }

    static void host(JsonObject json, JsonObject host) {
        json.getAsJsonObject("disturbances").add("host", host);
    }

    static void floor(JsonObject json, double ns) {
        json.add("floorNs", ForkFixture.object(Map.of("before", ns, "after", ns)));
    }

    static void memory(JsonObject json, String kind, int hugeKb) {
        JsonObject memory = ForkFixture.object(Map.of("pageBytes", 4_096, "residentKb", 1_000, "hugeKb", hugeKb));
        memory.addProperty("queue", kind);
        json.add("memory", memory);
    }

    /** The service messages beyond 99 %; what is neither was preempted. */
    static void causes(JsonObject json, int messages, int pageFaults, int unexplained) {
        json.add("attribution", JsonParser.parseString("""
                        {"service": [{"above": "p99", "aboveNs": 5000, "messages": %d,
                          "causes": {"pageFault": %d, "unexplained": %d, "preemption": %d}}]}""".formatted(
                        messages, pageFaults, unexplained, messages - pageFaults - unexplained)));
    }

    JsonObject contender(int index) throws IOException {
        return results("contenders").get(index);
    }
}
