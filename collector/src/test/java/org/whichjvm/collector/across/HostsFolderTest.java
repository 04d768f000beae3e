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

/** A folder of hosts as others leave it: without results, in part, broken or hostile. */
class HostsFolderTest extends HostsReportFixture {
    @Test
    void aResultIsMadeFromForksWhereItIsMissingOrOlder() throws IOException {
        campaign("one", 500, 600, "EPYC");
        campaign("two", 500, 400, "Ampere");
        Path x = moved("one", "x");
        moved("two", "y");
        Cli cli = joint(0);
        assertTrue(cli.out().startsWith("build is faster than base on 1 of 2 hosts, slower on 1."), cli.out());
        assertTrue(Files.exists(x.resolve("report.html")));

        // Newer than its forks: it counts as it is.
        Path result = x.resolve("result.json");
        FileTime before = Files.getLastModifiedTime(result);
        joint(0);
        assertEquals(before, Files.getLastModifiedTime(result));

        Files.setLastModifiedTime(result, FileTime.from(Instant.EPOCH));
        joint(0);
        assertTrue(Files.getLastModifiedTime(result).compareTo(before) >= 0);
    }

    @Test
    void aCampaignThatIsNotWholeIsSaidAndCounts() throws IOException {
        campaign("one", 500, 600, "EPYC");
        Path x = moved("one", "x");
        Files.delete(x.resolve("forks/012-build.json"));
        Cli cli = joint(3);
        assertTrue(cli.out().contains("x has a part of its campaign only: it has 23 of 24 planned forks."), cli.out());
        assertTrue(cli.out().contains("build is slower than base on 1 of 1 host."), cli.out());
    }

    @Test
    void theNewestOfSeveralCampaignsCounts() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        fixture.host("x", 1.06);
        Path campaign = out.resolve("f/x/c");
        Path older = Files.createDirectories(out.resolve("f/x/d"));
        Files.writeString(campaign.resolve("campaign.json"), "{\"created\":\"2026-11-22T10:00:00Z\"}");
        Files.writeString(older.resolve("campaign.json"), "{\"created\":\"2026-11-21T10:00:00Z\"}");
        Cli cli = joint(0);
        assertTrue(cli.out().contains("x has 2 campaigns: the newest, c, counts alone."), cli.out());
    }

    @Test
    void everyHostWithoutACampaignIsToldWithItsReason() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        fixture.host("x", 1.06);
        fixture.without("u");
        Files.createDirectories(out.resolve("f/v/c/forks"));
        joint(3);
        String sentences = json().get("notMeasured").toString();
        assertTrue(sentences.contains("u has no result: it has no campaign."), sentences);
        assertTrue(sentences.contains("v has no result: campaign c has no forks yet"), sentences);
        assertFalse(host("u").get("whole").getAsBoolean());
    }

    @Test
    void withoutAnyForkThereIsNoReport() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        assertTrue(joint(2).err().contains("no host has a fork yet"));
        fixture.without("u");
        assertTrue(joint(2).err().contains("no host has a fork yet. u has no result: it has no campaign."));
        assertFalse(Files.exists(out.resolve("f/hosts.html")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"f", "--fail-on=slower:5%", "--export=csv", "--margin=2%", "--service-level=99.9%=1ms"})
    void whatIsOfOneCampaignIsRefused(String more) throws IOException {
        new HostsFixture(out, "f", "a", "b").host("x", 1.06);
        Cli cli = Cli.in(out, "report", "--hosts", out.resolve("f"), more);
        assertEquals(2, cli.code(), cli.err());
        assertTrue(cli.err().contains("leave out CAMPAIGN, --fail-on"), cli.err());
        assertFalse(Files.exists(out.resolve("f/hosts.html")));
    }

    @Test
    void forksThatFailedAreTold() throws IOException {
        campaign("one", 500, 600, "EPYC");
        Path x = moved("one", "x");
        Files.writeString(x.resolve("forks/003-build.json"), "{");
        joint(3);
        assertTrue(page().contains("forks<br>failed"));
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        AtomicFiles.deleteTree(x);
        JsonObject result = fixture.host("x", 1.06);
        joint(0);
        result.getAsJsonArray("unusable")
                .add(HostsFixture.object("{\"file\":\"campaign.json\",\"reason\":\"is odd\"}"));
        fixture.write("x", result);
        joint(3);
    }

    @Test
    void scoresThatForksMustHaveAndLackAreTold() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        JsonObject result = fixture.host("x", 1.06);
        JsonObject missing =
                HostsFixture.object("{\"contender\":\"b\",\"score\":\"mine\",\"forks\":2,\"of\":12,\"reason\":null,"
                        + "\"failure\":false}");
        JsonArray all = new JsonArray();
        all.add(missing);
        result.add("missing", all);
        fixture.write("x", result);
        joint(0);
        missing.addProperty("failure", true);
        fixture.write("x", result);
        joint(3);
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
        Cli cli = joint(3);
        assertTrue(cli.out().contains("1 of 2 hosts, without a verdict on 1"), cli.out());
        assertFalse(cli.out().contains("their ratios are not"), cli.out());
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
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        fixture.host("x", 1.06);
        fixture.host("y", 1.06);
        Files.writeString(out.resolve("f/y/c/result.json"), json);
        Cli cli = joint(3);
        assertTrue(cli.out().contains("b is slower than a on 1 of 1 host."), cli.out());
        assertTrue(cli.out().contains("y has no result: its "), cli.out());
    }

    @Test
    void hostileTextsAreTexts() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "<script>alert(1)", "\u001b[31mc");
        fixture.cpu = "<script>alert(1)</script>";
        fixture.host(HostsFixture.HOSTILE, 1.06, 1);
        fixture.host(HostsFixture.LONG, 0.9, 1);
        fixture.without("\u001b[31m<script>");
        Cli cli = joint(3);
        String page = page();
        assertFalse(page.contains("<script"), page);
        assertFalse(page.contains("<img"), page);
        assertTrue(page.contains("&lt;script&gt;alert(1)"), page);
        assertFalse(Files.readString(out.resolve("f/hosts.md")).contains("<script"));
        assertFalse(cli.out().contains("\u001b"), cli.out());
    }

    @Test
    void linksLeadNowhere() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        fixture.host("x", 1.06);
        Path elsewhere = Files.createDirectories(out.resolve("elsewhere"));
        Files.createSymbolicLink(out.resolve("f/link"), elsewhere);
        Files.createSymbolicLink(out.resolve("f/x/link"), elsewhere);
        joint(0);
        assertFalse(page().contains("link</th>"));
        try (Stream<Path> files = Files.list(elsewhere)) {
            assertEquals(0, files.count());
        }
    }

    /** The campaign as a host in f has it. */
    private Path moved(String campaign, String host) throws IOException {
        Path target = Files.createDirectories(out.resolve("f").resolve(host)).resolve(campaign);
        AtomicFiles.deleteTree(target);
        return Files.move(out.resolve(campaign), target);
    }
}
