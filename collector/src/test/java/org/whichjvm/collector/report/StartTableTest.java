package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.ForkFixture;

/** What the start of a JVM took, and with whose archive of classes. */
class StartTableTest extends ReportedCampaign {
    private String report(String baselines, String others) throws IOException {
        for (int block = 1; block <= 2; block++) {
            fork(block, "a", 120, baselines);
            fork(block, "b", 240, others);
        }
        return report();
    }

    private void fork(int block, String contender, int millis, String archive) throws IOException {
        JsonObject cost = new JsonObject();
        cost.addProperty("mainMillis", millis);
        if (archive != null) {
            cost.addProperty("classData", archive);
        }
        ForkFixture.typical(campaign, block, contender, 500)
                .with(json -> json.add("cost", cost))
                .write();
    }

    @Test
    void theTableOfStartsSaysWithWhoseArchiveEachWas() throws IOException {
        String report = report("workload", "none");
        assertTrue(report.matches("(?s).*\na +workload +120 ms\\s*\n.*"), report);
        assertTrue(report.matches("(?s).*\nb +none +240 ms × 2\\.00 .*"), report);
    }

    @Test
    void whereNoForkTellsThereIsNoColumn() throws IOException {
        assertFalse(report(null, null).contains("archive"));
    }
}
