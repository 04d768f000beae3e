package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is told of forks that fall apart, where the host moves the CPUs within some. */
class ModesByTurnsTest extends ByTurnsFixture {
    /** All blocks; in some the CPUs are far apart, in some they are for the first half. */
    private void campaign(Set<Integer> far, Set<Integer> half) throws IOException {
        for (int block = 1; block <= BLOCKS; block++) {
            double[] floors = new double[ROUNDS];
            Arrays.fill(floors, far.contains(block) ? FAR : NEAR);
            Arrays.fill(floors, 0, half.contains(block) ? ROUNDS / 2 : 0, FAR);
            p50 = far.contains(block) ? 1_040 : half.contains(block) ? 640 : 395;
            for (String contender : List.of("base", "other")) {
                fork(block, contender, floors, ByTurnsFixture::hidden, json -> {
                    json.getAsJsonObject("floorNs").addProperty("before", floors[ROUNDS - 1]);
                    json.getAsJsonObject("floorNs").addProperty("after", floors[ROUNDS - 1]);
                });
            }
        }
    }

    private JsonObject modes() throws IOException {
        return results("modes").get(1);
    }

    @Test
    void aForkWhoseFloorMovedStartedInNoModeOfItsOwn() throws IOException {
        campaign(Set.of(), Set.of(3, 9));
        String report = report();
        assertDoesNotSay(report, "JIT mode (");
        assertEquals(1, modes().getAsJsonArray("groups").size());
        assertEquals(2, modes().get("moved").getAsInt());
    }

    @Test
    void itIsToldBesideForksThatFallApart() throws IOException {
        campaign(Set.of(3, 9), Set.of(5));
        String report = oneLine(report());
        assertSays(
                report,
                "In 2 of 12 blocks the CPUs were 56",
                "In 1 of 12 blocks the core-to-core latency changed between turns.");
        assertDoesNotSay(report, "moved together");
    }

    @Test
    void ofFloorsThatAllMovedEachForkCounts() throws IOException {
        campaign(Set.of(), Set.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
        report();
        assertEquals(0, modes().get("moved").getAsInt());
        assertEquals(
                12,
                modes().getAsJsonArray("groups")
                        .get(0)
                        .getAsJsonObject()
                        .get("forks")
                        .getAsInt());
    }
}
