package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.ForkReader;

/** Forks that recorded all that hit them, and what is read of their campaign. */
abstract class RecordedCampaign {
    final long seed = Long.getLong("seed", 20_261_121);
    final Random random = new Random(seed);

    @TempDir
    Path out;

    Path campaign;

    @BeforeEach
    void campaignIsAFolder() throws IOException {
        campaign = Files.createDirectory(out.resolve("c"));
    }

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
        JsonObject level = new JsonObject();
        level.addProperty("above", "p99");
        level.addProperty("aboveNs", 5_000);
        level.addProperty("messages", messages);
        level.add(
                "causes",
                ForkFixture.object(Map.of(
                        "pageFault",
                        pageFaults,
                        "unexplained",
                        unexplained,
                        "preemption",
                        messages - pageFaults - unexplained)));
        JsonArray levels = new JsonArray();
        levels.add(level);
        JsonObject attribution = new JsonObject();
        attribution.add("service", levels);
        json.add("attribution", attribution);
    }

    Cli report() throws IOException {
        Cli cli = Cli.run("report", "--details", "--out", out, "c");
        assertEquals(0, cli.code(), cli.err() + cli.out());
        String json = Files.readString(campaign.resolve("result.json"));
        assertEquals(List.of(), Schemas.validate(Schemas.RESULT, json));
        return cli;
    }

    JsonObject result() throws IOException {
        return Cli.json(campaign.resolve("result.json"));
    }

    JsonObject contender(int index) throws IOException {
        return result().getAsJsonArray("contenders").get(index).getAsJsonObject();
    }
}
