package org.whichjvm.collector.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.plan.PlannedFixture;

/** A contender that a person asked for, and that is not in the campaign. */
class SkippedTest extends ExclusionFixture {
    private static final String WHY = "the JVM refuses it: Unrecognized VM option 'UseZGC'";

    @Test
    void theReportTellsItAndWhy() throws IOException {
        plan();
        skip("other+zgc", WHY);
        pair(1, 500, 500, json -> {});
        String report = report();
        assertTrue(report.contains("This campaign is without other+zgc: " + WHY + "."), report);
    }

    @Test
    void whoIsLeftAloneIsNotAskedToNameAnother() throws IOException {
        Cli planned =
                PlannedFixture.run("--out", out, "--campaign=c", "--contender=base", "--baseline=base", "--blocks=8");
        assertEquals(0, planned.code(), planned.err());
        ForkFixture.typical(campaign, 1, "base", 500).write();
        assertTrue(report().contains("Name two variants"));
        skip("base+zgc", WHY);
        assertTrue(report().contains("The others were skipped; the warnings say why."));
    }

    @Test
    void aNameThatIsNoneMakesThePlanUnusable() throws IOException {
        plan();
        pair(1, 500, 500, json -> {});
        skip("../base", WHY);
        assertEquals(3, Cli.run("report", "--out", out, "c").code());
        assertTrue(
                Files.readString(campaign.resolve("result.json")).contains("has skipped contenders with a wrong name"));
    }

    private void skip(String name, String why) throws IOException {
        Path file = campaign.resolve("campaign.json");
        JsonObject json = Cli.json(file);
        json.add("skipped", Json.tree(Map.of(name, why)));
        Files.writeString(file, Json.write(json));
    }

    private String report() {
        return Cli.run("report", "--out", out, "c").out().replaceAll("\\s+", " ");
    }
}
