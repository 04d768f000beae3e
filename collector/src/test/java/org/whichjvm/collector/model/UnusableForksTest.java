package org.whichjvm.collector.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.common.Percentile;

/** Forks that failed, contradict themselves or are not of their campaign. */
class UnusableForksTest extends BadForkFixture {
    @Test
    void threeGoodForksAreAllCounted() throws IOException {
        bad.write();
        assertEquals(0, Cli.run("report", "--details", "--out", out, "c").code());
        assertEquals(3, forks().get("ok").getAsInt());
    }

    @Test
    void aTimeThatIsNone() throws IOException {
        refused(json -> json.addProperty("started", "yesterday"), "its started is not a time");
        refused(json -> json.addProperty("started", "+1000000000-12-31T23:59:59.999Z"), "its started is not a time");
        refused(json -> json.addProperty("wallSeconds", -1), "its wallSeconds is not a number above 0");
    }

    @Test
    void eventsThatAreNoCount() throws IOException {
        bad.events(Percentile.P99, -1).write();
        assertNamed(BAD_JSON, "its service.events.p99 is not a whole number from 0");
    }

    @Test
    void aCopyUnderAnotherName() throws IOException {
        Files.copy(campaign.resolve("forks/001-a.json"), bad.jsonFile());
        assertNamed(BAD_JSON, "is inside the fork 001-a.json");
    }

    @Test
    void aForkOfAnotherCampaign() throws IOException {
        refused(json -> json.addProperty("campaign", "other"), "is a fork of campaign other, not of c");
    }

    @Test
    void aFailedFork() throws IOException {
        bad.with(json -> json.addProperty("status", "failed"))
                .with(json -> json.addProperty("reason", "lost 3 messages"))
                .writeJson();
        assertNamed(BAD_JSON, "failed: lost 3 messages");
        assertEquals(1, forks().get("failed").getAsInt());
    }

    @Test
    void anOverloadedForkThatDoesNotSayWhy() throws IOException {
        refused(json -> json.addProperty("status", "overloaded"), "overloaded: it did not say why");
    }

    @Test
    void anUnknownStatus() throws IOException {
        refused(json -> json.addProperty("status", "great"), "its status is great");
        refused(json -> json.remove("status"), "its status is null");
    }

    @Test
    void figuresThatCannotBe() throws IOException {
        bad.write();
        for (String service : new String[] {"null", "[]", "{}", "7"}) {
            bad.json.add("service", JsonParser.parseString(service));
            bad.writeJson();
            assertNamed(BAD_JSON, "");
        }
    }

    @Test
    void eventsThatCannotBe() throws IOException {
        JsonObject events = bad.write().json.getAsJsonObject("service").getAsJsonObject("events");
        for (String number : new String[] {"null", "-1", "\"9\"", "1e99999999", "9.5", "[]"}) {
            events.add("p99", JsonParser.parseString(number));
            bad.writeJson();
            assertNamed(BAD_JSON, "");
        }
    }

    @Test
    void anOkForkThatLostMessages() throws IOException {
        bad.json.add("messages", ForkFixture.object(Map.of("sent", 10_001, "received", 10_000, "verified", 10_000)));
        bad.write();
        assertNamed(BAD_JSON, "sent 10001 messages, but received 10000");
    }

    @Test
    void aForkThatThePlanDoesNotHave() throws IOException {
        Files.writeString(
                campaign.resolve("campaign.json"),
                "{\"schema\":\"whichjvm.campaign/2\",\"campaign\":\"c\",\"baseline\":\"a\","
                        + "\"contenders\":[\"a\"],\"blocks\":3,\"interleave\":\"forks\",\"seed\":1}");
        ForkFixture.typical(campaign, 3, "b", 500).write();
        assertNamed("forks/003-b.json", "is of a contender that campaign.json does not have");
        Files.delete(campaign.resolve("forks/003-b.json"));
        Files.delete(campaign.resolve("forks/003-b.hlog"));
        ForkFixture.typical(campaign, 4, "a", 500).write();
        assertNamed("forks/004-a.json", "is of a block beyond the 3");
    }

    @Test
    void onlyBadForksIsStillAReport() throws IOException {
        Path other = Files.createDirectory(out.resolve("other"));
        new ForkFixture(other, 1, "a")
                .with(json -> json.addProperty("status", "failed"))
                .writeJson();

        Cli cli = Cli.run("report", "--details", "--out", out, "other");

        assertEquals(3, cli.code());
        assertTrue(cli.out().contains("failed: it did not say why"), cli.out());
        assertTrue(cli.out().contains("Eclipse Adoptium 17.0.9+9"), cli.out());
    }

    @Test
    void latenciesOfMinutesArePooledWithShortOnes() throws IOException {
        new ForkFixture(campaign, 2, "a")
                .service(LongStream.range(0, 10_000).map(i -> i == 9_999 ? 600_000_000_000L : 500))
                .write();
        assertEquals(0, Cli.run("report", "--details", "--out", out, "c").code());
        assertEquals(6e11, service().get("max").getAsDouble(), 6e8);
    }
}
