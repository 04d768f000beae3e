package org.whichjvm.collector.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of a fork that failed: little, for there may be thousands. */
class FailedForksTest {
    // 160 bytes a value are 0.8 MB: more than is kept of one.
    private static final int MANY = 5_000;

    @TempDir
    Path out;

    private Path campaign;

    @BeforeEach
    void anEmptyCampaign() throws IOException {
        campaign = Files.createDirectory(out.resolve("c"));
    }

    @Test
    void theJvmOfAContenderThatOnlyFailedIsKept() throws IOException {
        failed(1, "a", 3);
        failed(2, "a", MANY);
        assertEquals("17.0.9+9", jvm().get("version").getAsString());
    }

    @Test
    void aJvmThatWouldFillTheMemoryIsNotKept() throws IOException {
        failed(1, "a", MANY);
        assertEquals(new JsonObject(), jvm());
    }

    @Test
    void theFirstJvmThatCanBeKeptIsShown() throws IOException {
        failed(1, "a", MANY);
        failed(2, "a", 3);
        assertEquals(3, jvm().getAsJsonArray("flags").size());
    }

    private JsonObject jvm() throws IOException {
        ContenderForks contender = CampaignReader.read(campaign).contenders().get(0);
        return contender.jvm();
    }

    private void failed(int block, String contender, int flags) throws IOException {
        JsonArray all = new JsonArray();
        for (int i = 0; i < flags; i++) {
            all.add("");
        }
        new ForkFixture(campaign, block, contender)
                .with(json -> json.addProperty("status", "failed"))
                .with(json -> json.getAsJsonObject("jvm").add("flags", all))
                .writeJson();
    }
}
