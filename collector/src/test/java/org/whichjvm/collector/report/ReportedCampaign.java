package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.plan.PlannedFixture;

/** A campaign, the report of it, and what is read of its result. */
abstract class ReportedCampaign {
    @TempDir
    Path out;

    Path campaign;

    @BeforeEach
    void folder() {
        campaign = out.resolve("c");
    }

    /** Plans it, with more options; a baseline among them stands in for base. */
    Cli planned(Object... options) {
        List<Object> all = new ArrayList<>(
                List.of("--out", out, "--campaign", campaign.getFileName(), "--seed", 1, "--baseline", "base"));
        all.addAll(List.of(options));
        return PlannedFixture.run(all.toArray());
    }

    /** The same, of options that are as they must be. */
    void begin(Object... options) throws IOException {
        Cli cli = planned(options);
        assertEquals(0, cli.code(), cli.err());
        fits(Schemas.CAMPAIGN, "campaign.json");
    }

    void fits(Path schema, String file) throws IOException {
        assertEquals(List.of(), Schemas.validate(schema, Files.readString(campaign.resolve(file))));
    }

    /** The whole report of forks that all ended well. */
    String report() throws IOException {
        return report(0);
    }

    String report(int code) throws IOException {
        Cli cli = Cli.run("report", "--details", "--out", out, campaign.getFileName());
        assertEquals(code, cli.code(), cli.err() + cli.out());
        fits(Schemas.RESULT, "result.json");
        return cli.out();
    }

    String page() throws IOException {
        return Files.readString(campaign.resolve("report.html"));
    }

    JsonObject result() throws IOException {
        return Cli.json(campaign.resolve("result.json"));
    }

    /** The objects of a list of the result. */
    List<JsonObject> results(String list) throws IOException {
        return result().getAsJsonArray(list).asList().stream()
                .map(JsonElement::getAsJsonObject)
                .toList();
    }

    static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    static void assertSays(String text, String... parts) {
        for (String part : parts) {
            assertTrue(text.contains(part), () -> "not said: " + part + "\n" + text);
        }
    }

    static void assertDoesNotSay(String text, String... parts) {
        for (String part : parts) {
            assertFalse(text.contains(part), () -> "said: " + part + "\n" + text);
        }
    }
}
