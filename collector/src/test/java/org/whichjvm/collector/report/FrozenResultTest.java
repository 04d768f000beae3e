package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.TurnsFixture;

/**
 * The same campaign has the same result.json as before, but for the order of its fields. A change on purpose is written
 * to the files by {@code -Dupdate}.
 */
class FrozenResultTest extends RecordedCampaign {
    private static final Path EXPECTED = Paths.get("src", "test", "resources", "results");

    @Test
    void latencies() throws IOException {
        for (int block = 1; block <= 12; block++) {
            int odd = block;
            fork(block, "jdk17", 500 + block % 3, json -> {
                host(json, ForkFixture.object(Map.of("stealMillis", odd, "throttledMillis", 2)));
                causes(json, 100, 70, 10);
                memory(json, "shm", 600);
            });
            fork(block, "jdk21+zgc", 580 + 7 * (block % 4), json -> floor(json, odd > 10 ? 400 : 140));
            fork(block, "jdk25", block % 4 == 0 ? 900 : 502, json -> memory(json, "huge", 0));
        }
        fork(13, "jdk25", 500, json -> json.addProperty("status", "failed"));
        same("latencies");
    }

    @Test
    void scores() throws IOException {
        for (int block = 1; block <= 12; block++) {
            for (String contender : new String[] {"jdk17", "jdk21"}) {
                double more = contender.equals("jdk21") ? 1.3 : 1;
                ForkFixture fork = new ForkFixture(campaign, block, contender)
                        .ofScores("gc-steal")
                        .score("pause-p50", 2, "ms", more * (2.5 + block % 5 / 100.0))
                        .score("allocation", 1, "objects/s", more * (1e8 + block), 1e8, 2e8, 3e8);
                if (block > 1) {
                    fork.score("adjacent", 2, "ns/op", 40 * more + block % 3);
                }
                fork.writeJson();
            }
        }
        same("scores");
    }

    @Test
    void turns() throws IOException {
        for (int block = 1; block <= 12; block++) {
            int odd = block;
            fork(block, "jdk17", 500, json -> {
                TurnsFixture.add(json, "1", 2, 24, round -> 500 + round % 3);
                if (odd % 3 == 0) {
                    TurnsFixture.late(TurnsFixture.at(json, 5));
                }
            });
            fork(block, "jdk21", 520, json -> TurnsFixture.add(json, "1", 2, 24, round -> 520 + round % 5 + odd % 4));
        }
        same("turns");
    }

    private void same(String name) throws IOException {
        Cli.run("report", "--out", out, "c");
        JsonObject result = result();
        result.remove("created");
        String text =
                new GsonBuilder().serializeNulls().setPrettyPrinting().create().toJson(sorted(result)) + "\n";
        Path file = EXPECTED.resolve(name + ".json");
        if (System.getProperty("update") != null) {
            Files.createDirectories(EXPECTED);
            Files.writeString(file, text);
        }
        assertEquals(Files.readString(file), text);
    }

    private static JsonElement sorted(JsonElement json) {
        if (json.isJsonArray()) {
            json.getAsJsonArray().asList().replaceAll(FrozenResultTest::sorted);
        }
        if (json.isJsonObject()) {
            JsonObject object = new JsonObject();
            new TreeMap<>(json.getAsJsonObject().asMap()).forEach((key, each) -> object.add(key, sorted(each)));
            return object;
        }
        return json;
    }
}
