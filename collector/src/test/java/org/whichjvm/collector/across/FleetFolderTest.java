package org.whichjvm.collector.across;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.AtomicFiles;

/** A fleet's folder as others leave it: without results, in part, broken or hostile. */
class FleetFolderTest extends FleetReportFixture {
    @Test
    void aResultIsMadeFromForksWhereItIsMissingOrOlder() throws IOException {
        campaign("one", 500, 600, "EPYC");
        campaign("two", 500, 400, "Ampere");
        Path x = moved("one", "x");
        moved("two", "y");
        Cli cli = fleet(0);
        assertTrue(cli.out().startsWith("build is faster than base on 1 of 2 hosts, slower on 1."), cli.out());
        assertTrue(Files.exists(x.resolve("report.html")));

        // Newer than its forks: it counts as it is.
        Path result = x.resolve("result.json");
        FileTime before = Files.getLastModifiedTime(result);
        fleet(0);
        assertEquals(before, Files.getLastModifiedTime(result));

        Files.setLastModifiedTime(result, FileTime.from(Instant.EPOCH));
        fleet(0);
        assertTrue(Files.getLastModifiedTime(result).compareTo(before) >= 0);
    }

    @Test
    void aCampaignThatIsNotWholeIsSaidAndCounts() throws IOException {
        campaign("one", 500, 600, "EPYC");
        Path x = moved("one", "x");
        Files.delete(x.resolve("forks/012-build.json"));
        Cli cli = fleet(3);
        assertTrue(cli.out().contains("x has a part of its campaign only: it has 23 of 24 planned forks."), cli.out());
        assertTrue(cli.out().contains("build is slower than base on 1 of 1 host."), cli.out());
    }

    @Test
    void theNewestOfSeveralCampaignsCounts() throws IOException {
        FleetFixture fleet = new FleetFixture(out, "f", "a", "b");
        fleet.host("x", 1.06);
        Path campaign = out.resolve("f/hosts/x/c");
        Path older = Files.createDirectories(out.resolve("f/hosts/x/d"));
        Files.writeString(campaign.resolve("campaign.json"), "{\"created\":\"2026-11-22T10:00:00Z\"}");
        Files.writeString(older.resolve("campaign.json"), "{\"created\":\"2026-11-21T10:00:00Z\"}");
        Cli cli = fleet(0);
        assertTrue(cli.out().contains("x has 2 campaigns: the newest, c, counts alone."), cli.out());
    }

    @Test
    void everyHostWithoutACampaignIsToldWithItsReason() throws IOException {
        FleetFixture fleet = new FleetFixture(out, "f", "a", "b");
        fleet.host("x", 1.06);
        fleet.hostJson("u", "{\"state\":\"unfit\",\"reason\":\"It has one CPU\"}");
        fleet.hostJson("v", "{\"state\":\"waiting\"}");
        fleet.hostJson("w", "{}");
        fleet(3);
        String sentences = json().get("notMeasured").toString();
        assertTrue(sentences.contains("u is not fit to measure on: It has one CPU."), sentences);
        assertTrue(sentences.contains("v still waits for its turn: it has no campaign."), sentences);
        assertTrue(sentences.contains("w has no result: it has no campaign."), sentences);
    }

    @Test
    void withoutAnyForkThereIsNoReport() throws IOException {
        FleetFixture fleet = new FleetFixture(out, "f", "a", "b");
        fleet.hostJson("u", "{\"state\":\"unfit\",\"reason\":\"It has one CPU\"}");
        Cli cli = fleet(2);
        assertTrue(cli.err().contains("no host of the fleet f has a fork yet; u is not fit"), cli.err());
        assertFalse(Files.exists(out.resolve("f/fleet.html")));
    }

    @Test
    void whatIsNoFleetIsRefused() throws IOException {
        assertTrue(fleet(2).err().contains("no fleet f in"));
        Files.createDirectories(out.resolve("f"));
        assertTrue(fleet(2).err().contains("is no fleet: it has no folder hosts"));
        assertEquals(2, Cli.run("fleet", "--out", out, "../f").code());
        assertEquals(2, Cli.run("fleet", "--out", out, "latest").code());
    }

    @Test
    void forksThatFailedAreTold() throws IOException {
        campaign("one", 500, 600, "EPYC");
        Path x = moved("one", "x");
        Files.writeString(x.resolve("forks/003-build.json"), "{");
        fleet(3);
        assertTrue(page().contains("forks<br>failed"));
        FleetFixture fleet = new FleetFixture(out, "f", "a", "b");
        AtomicFiles.deleteTree(x);
        JsonObject result = fleet.host("x", 1.06);
        fleet(0);
        result.getAsJsonArray("unusable")
                .add(FleetFixture.object("{\"file\":\"campaign.json\",\"reason\":\"is odd\"}"));
        fleet.write("x", result);
        fleet(3);
    }

    @Test
    void scoresThatForksMustHaveAndLackAreTold() throws IOException {
        FleetFixture fleet = new FleetFixture(out, "f", "a", "b");
        JsonObject result = fleet.host("x", 1.06);
        JsonObject missing =
                FleetFixture.object("{\"contender\":\"b\",\"score\":\"mine\",\"forks\":2,\"of\":12,\"reason\":null,"
                        + "\"failure\":false}");
        JsonArray all = new JsonArray();
        all.add(missing);
        result.add("missing", all);
        fleet.write("x", result);
        fleet(0);
        missing.addProperty("failure", true);
        fleet.write("x", result);
        fleet(3);
        String warnings = json().get("warnings").toString();
        assertTrue(warnings.contains("x: mine is missing from 2 of 12 forks of b."), warnings);
    }

    @Test
    void aHostOfWhichNoForkCountsHasNoRatioOfOtherWork() throws IOException {
        for (String each : List.of("x", "y")) {
            campaign(each, 500, 600, "EPYC");
        }
        edit("y", "", "\"status\":\\s*\"ok\"", "\"status\":\"failed\"");
        moved("x", "x");
        moved("y", "y");
        Cli cli = fleet(3);
        assertTrue(cli.out().contains("1 of 2 hosts, without a verdict on 1"), cli.out());
        assertFalse(cli.out().contains("their ratios are not"), cli.out());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"state\":7,\"cpus\":[],\"doctor\":\"fine\",\"lost\":{}}",
                "{\"state\":\"lost\",\"cpus\":{\"allowed\":[1],\"exclusive\":\"yes\",\"quota\":-1}}",
                "{\"doctor\":{\"checks\":[1,null,{\"name\":{},\"status\":\"warn\"}]},\"lost\":[null,{}]}",
                "{\"reason\":{\"a\":1},\"node\":[],\"host\":null,\"cpus\":{\"quota\":1e400}}"
            })
    void aHostFileMayTellAnything(String json) throws IOException {
        FleetFixture fleet = new FleetFixture(out, "f", "a", "b");
        fleet.host("x", 1.06);
        fleet.hostJson("x", json);
        assertTrue(fleet(0).out().contains("b is slower than a on 1 of 1 host."));
    }

    @Test
    void aHostFileDoesNotSayItselfThatItCannotBeRead() throws IOException {
        FleetFixture fleet = new FleetFixture(out, "f", "a", "b");
        fleet.host("x", 1.06);
        fleet.hostJson("x", "{\"problem\":\"is odd\"}");
        fleet(0);
        assertEquals("[]", json().get("warnings").toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{\"schema\":\"whichjvm.result/1\"}",
                "{\"schema\":\"whichjvm.result/3\"}",
                "{\"schema\":\"whichjvm.result/3\",\"contenders\":7,\"comparisons\":[1,{\"ratio\":\"x\"}]}"
            })
    void aResultMayBeAnything(String json) throws IOException {
        FleetFixture fleet = new FleetFixture(out, "f", "a", "b");
        fleet.host("x", 1.06);
        fleet.host("y", 1.06);
        Files.writeString(out.resolve("f/hosts/y/c/result.json"), json);
        Cli cli = fleet(3);
        assertTrue(cli.out().contains("b is slower than a on 1 of 1 host."), cli.out());
        assertTrue(cli.out().contains("y has no result: its "), cli.out());
    }

    @Test
    void hostileTextsAreTexts() throws IOException {
        FleetFixture fleet = new FleetFixture(out, "f", "a", "<script>alert(1)", "\u001b[31mc");
        fleet.cpu = "<script>alert(1)</script>";
        fleet.host(FleetFixture.HOSTILE, 1.06, 1);
        fleet.host(FleetFixture.LONG, 0.9, 1);
        fleet.hostJson(
                FleetFixture.HOSTILE,
                "{\"node\":\"\\u001b[31m<script>\",\"state\":\"partial\",\"reason\":\"</script><script>\"}");
        Cli cli = fleet(3);
        String page = page();
        assertFalse(page.contains("<script"), page);
        assertFalse(page.contains("<img"), page);
        assertTrue(page.contains("&lt;script&gt;alert(1)"), page);
        assertFalse(Files.readString(out.resolve("f/fleet.md")).contains("<script"));
        assertFalse(cli.out().contains("\u001b"), cli.out());
    }

    @Test
    void linksLeadNowhere() throws IOException {
        FleetFixture fleet = new FleetFixture(out, "f", "a", "b");
        fleet.host("x", 1.06);
        Path elsewhere = Files.createDirectories(out.resolve("elsewhere"));
        Files.createSymbolicLink(out.resolve("f/hosts/link"), elsewhere);
        Files.createSymbolicLink(out.resolve("f/hosts/x/link"), elsewhere);
        fleet(0);
        assertFalse(page().contains("link</th>"));
        try (Stream<Path> files = Files.list(elsewhere)) {
            assertEquals(0, files.count());
        }
    }

    /** The campaign as a host of the fleet f has it. */
    private Path moved(String campaign, String host) throws IOException {
        Path target =
                Files.createDirectories(out.resolve("f/hosts").resolve(host)).resolve(campaign);
        AtomicFiles.deleteTree(target);
        return Files.move(out.resolve(campaign), target);
    }
}
