package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.ForkFixture;

class RareAndSpreadTest extends RecordedCampaign {
    @Test
    void theRarestIsShownOfLongForksAndNeverDecided() throws IOException {
        for (int block = 1; block <= 6; block++) {
            long ns = 900 + block;
            new ForkFixture(campaign, block, "a")
                    .service(LongStream.range(0, 1_000_000).map(i -> 500))
                    .write();
            // A short fork has one too, which says nothing.
            new ForkFixture(campaign, block, "b")
                    .service(LongStream.range(0, 1_000).map(i -> ns))
                    .write();
        }
        assertSays(report(), "p99.999, shown and never decided");
        JsonObject rare = contender(0).getAsJsonObject("service").getAsJsonObject("p99_999");
        assertEquals("{\"forks\":6,\"ns\":500.0,\"low\":500.0,\"high\":500.0}", rare.toString());
        assertFalse(contender(1).getAsJsonObject("service").has("p99_999"));
        assertTrue(result().getAsJsonArray("comparisons").toString().indexOf("p99_999") < 0);
    }

    @Test
    void aMedianIsAlsoToldInFloors() throws IOException {
        fork(1, "a", 500, json -> floor(json, 100));
        report();
        assertEquals(
                5, contender(0).getAsJsonObject("service").get("p50PerFloor").getAsDouble());
        assertEquals(
                6, contender(0).getAsJsonObject("response").get("p50PerFloor").getAsDouble());
        assertTrue(Files.readString(campaign.resolve("result.csv")).contains(",5.000,6.000,"));
    }

    @Test
    void theSpreadIsWithoutWhatTheFloorMakes() throws IOException {
        for (int block = 1; block <= 12; block++) {
            int floor = 100 + 5 * block;
            fork(block, "a", 400 + Math.round(1.5 * floor), json -> floor(json, floor));
        }
        report();
        assertEquals(0, contender(0).get("spread").getAsDouble(), 0.002);
    }

    @Test
    void theSpreadIsThatOfTheLargestMode() throws IOException {
        int[] around = {-20, -10, -10, 0, 0, 0, 10, 10, 20};
        for (int block = 1; block <= 9; block++) {
            fork(block, "a", 1_000 + around[block - 1], json -> floor(json, 100));
        }
        fork(10, "a", 2_000, json -> floor(json, 100));
        fork(11, "a", 2_100, json -> floor(json, 100));
        report();
        assertEquals(0.01, contender(0).get("spread").getAsDouble(), 0.0005, "seed " + seed);
    }
}
