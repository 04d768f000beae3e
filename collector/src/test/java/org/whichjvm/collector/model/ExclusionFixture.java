package org.whichjvm.collector.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.plan.PlannedFixture;

/** A campaign of two contenders, and what is recorded of their forks. */
abstract class ExclusionFixture {
    static final int BLOCKS = 8;

    @TempDir
    Path out;

    Path campaign;

    @BeforeEach
    void folder() {
        campaign = out.resolve("c");
    }

    void plan() {
        plan("c", "--blocks", BLOCKS, "--seed", 7);
    }

    void plan(String name, Object... options) {
        List<Object> all = new ArrayList<>(List.of("--out", out, "--campaign", name));
        all.addAll(List.of("--contender=base", "--contender=other", "--baseline", "base"));
        all.addAll(List.of(options));
        Cli cli = PlannedFixture.run(all.toArray());
        assertEquals(0, cli.code(), cli.err());
    }

    /** A block; the change is made to the baseline's fork. */
    void pair(int block, long base, long other, Consumer<JsonObject> change) throws IOException {
        ForkFixture.typical(campaign, block, "base", base).with(change).write();
        ForkFixture.typical(campaign, block, "other", other).write();
    }

    static void floor(JsonObject json, double before, double after) {
        json.add("floorNs", ForkFixture.object(Map.of("before", before, "after", after)));
    }

    static void host(JsonObject json, String key, double value) {
        JsonObject host = ForkFixture.object(Map.of(key, value));
        json.getAsJsonObject("disturbances").add("host", host);
    }

    static void helpers(JsonObject json, double compiler, double gc) {
        JsonObject helpers = ForkFixture.object(Map.of("compiler", compiler, "gc", gc));
        json.getAsJsonObject("disturbances").add("helpers", helpers);
    }

    static void waiting(JsonObject json, double... millis) {
        JsonArray threads = new JsonArray();
        for (double each : millis) {
            threads.add(ForkFixture.object(Map.of("runQueueMillis", each)));
        }
        json.getAsJsonObject("disturbances").add("threads", threads);
    }
}
