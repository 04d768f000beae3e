package org.whichjvm.collector.across;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;

/** What the report says of the campaigns of several hosts. */
class HostsReportTest extends HostsReportFixture {
    @Test
    void hostsThatAgree() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        for (String host : List.of("x", "y", "z")) {
            fixture.host(host, 1.06);
        }
        Cli cli = joint(0);
        assertTrue(cli.out().startsWith("b is slower than a on 3 of 3 hosts."), cli.out());
        assertEquals(3, row("b").getAsJsonObject("hosts").get("slower").getAsInt());
        assertTrue(cli.out().contains("Report: " + out + "/f/hosts.html"), cli.out());
    }

    @Test
    void hostsThatDisagreeAreToldApart() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b", "c", "d", "e");
        fixture.host("x", 1.06, 0.93, 1, 1.06);
        fixture.host("y", 1.06, 1.08, 1, 1.06);
        fixture.host("z", 1.06, 1.08, 1, 1);
        String flat = flat(0);
        assertTrue(flat.contains("b is slower than a on 3 of 3 hosts."), flat);
        assertTrue(flat.contains("c is faster on some hosts and slower on others."), flat);
        assertTrue(flat.contains("d is equivalent to a on 3 of 3 hosts."), flat);
        assertTrue(flat.contains("e is slower on some hosts"), flat);
        String page = page();
        assertTrue(page.contains("c is slower than a on 2 of 3 hosts, faster on 1."), page);
        assertTrue(page.contains("e is slower than a on 2 of 3 hosts, equivalent on 1."), page);
    }

    @Test
    void aScreenIsEnough() throws IOException {
        HostsFixture fixture = HostsFixture.large(out, "f", 30, 14);
        for (int i = 0; i < 9; i++) {
            fixture.without(HostsFixture.LONG + i);
        }
        screen(joint(3));
        HostsFixture wide = new HostsFixture(out, "f", "a", "b".repeat(90), "c", "d");
        for (int i = 0; i < 8; i++) {
            wide.host(HostsFixture.LONG.replace('z', 'y') + i, 1.06, 0.93, 1);
        }
        screen(joint(3));
    }

    private static void screen(Cli cli) {
        List<String> lines = cli.out().lines().toList();
        assertTrue(lines.size() <= 30, cli.out());
        lines.subList(0, lines.size() - 1).forEach(line -> assertTrue(line.length() <= 100, line));
    }

    @Test
    void whatDoesNotFitSideBySideIsCounted() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "jdk17-temurin", "jdk21-temurin");
        for (int i = 0; i < 8; i++) {
            fixture.host("node-with-a-long-name-" + i, i == 0 ? 0.93 : 1.06);
        }
        Cli cli = joint(0);
        screen(cli);
        assertTrue(cli.out().matches("(?s).*\\njdk21-temurin +1 +7 +0  0\\.9.*"), cli.out());
        assertTrue(page().contains("data-label=\"node-with-a-long-name-7\""));
    }

    @Test
    void aBuildThatStandsInForAnotherIsMarkedAndTheMarkIsExplained() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        fixture.host("x", 1.06);
        assertFalse(joint(0).out().contains("*"));
        fixture.substitute = "Temurin 17.0.9 stands in for Temurin 17.0.20";
        fixture.host("y", 1.06);
        Cli cli = joint(0);
        String note = "Not the builds that their names promise, but substitutes (*): a and b.";
        assertTrue(cli.out().contains("b* is slower than a* on 2 of 2 hosts."), cli.out());
        assertTrue(cli.out().contains(note), cli.out());
        assertTrue(page().contains(note), page());
        assertTrue(Files.readString(out.resolve("f/hosts.md")).contains("substitutes"));
    }

    @Test
    void ofManyHostsTheVerdictsAreCounted() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        for (int i = 0; i < 9; i++) {
            fixture.host("n" + i, i < 2 ? 0.93 : 1.06);
        }
        Cli cli = joint(0);
        assertTrue(cli.out().matches("(?s).*\\nb +2 +7 +0  0\\.9.*"), cli.out());
        assertTrue(page().contains("aria-label=\"ratios of 9 hosts\""), page());
        assertTrue(Files.readString(out.resolve("f/hosts.md")).contains("| b | n8 | 1.0"));
    }

    @Test
    void aHostWithAnotherBaselineIsLeftOut() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        fixture.host("x", 1.06);
        fixture.host("y", 1.06);
        new HostsFixture(out, "f", "b", "a").host("odd", 0.94);
        Cli cli = joint(0);
        assertTrue(cli.out().contains("b is slower than a on 2 of 2 hosts."), cli.out());
        assertTrue(
                cli.out().contains("odd is left out of every comparison: the baseline there is b, and not"), cli.out());
        assertFalse(host("odd").get("compared").getAsBoolean());
    }

    @Test
    void whatDiffersBetweenHostsIsSaid() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        fixture.host("x", 1.06);
        fixture.host("y", 1.06);
        JsonObject other = fixture.host("z", 1.06);
        other.getAsJsonObject("parameters").addProperty("rate", 50_000);
        Cli.at(other, "contenders", 1, "jvm").getAsJsonObject().addProperty("version", "17.0.10+7");
        other.getAsJsonArray("findings")
                .add(HostsFixture.object("{\"level\":\"doubt\",\"what\":\"The control differs.\"}"));
        fixture.write("z", other);
        joint(0);
        String warnings = json().getAsJsonArray("warnings").toString();
        assertTrue(warnings.contains("The setting rate is 100000 on x and y, but 50000 on z:"), warnings);
        assertTrue(warnings.contains("b is not the same JVM everywhere: Eclipse"), warnings);
        assertTrue(warnings.contains("17.0.10+7 C2 G1 on z"), warnings);
        assertFalse(warnings.contains("a is not the same JVM"), warnings);
        assertFalse(warnings.contains("cpus"), warnings);
        assertTrue(warnings.contains("Do not rely on the verdicts of z: The control differs."), warnings);
    }

    @Test
    void scoresAreComparedEachByItself() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        fixture.scores("x", List.of("cas@1", "padded@2"), 1.06);
        fixture.scores("y", List.of("cas@1", "padded@2"), 1.06);
        Cli cli = joint(0);
        assertTrue(cli.out().matches("(?s).*\\nb +padded@2 +1\\.0\\d \\[.*slower.*"), cli.out());
        assertEquals(2, json().getAsJsonArray("matrix").size());
        assertTrue(page().contains("b is slower than a at cas@1 on 2 of 2 hosts."), page());
        assertTrue(page().contains("cas@1 by host"), page());
    }

    @Test
    void controlsAndFewBlocksAreNotTested() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b", "a+control");
        fixture.blocks = 5;
        for (String host : List.of("x", "y")) {
            JsonObject result = fixture.host(host, 1.06, 1);
            for (JsonElement each : result.getAsJsonArray("comparisons")) {
                JsonObject comparison = each.getAsJsonObject();
                comparison.addProperty(
                        "control", comparison.get("contender").getAsString().equals("a+control"));
            }
            fixture.write(host, result);
        }
        joint(0);
        assertFalse(json().getAsJsonArray("matrix").toString().contains("control"));
    }

    @Test
    void aContenderThatCouldNotKeepTheRateIsSlower() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        fixture.host("x", 1.06);
        JsonObject result = fixture.host("y", 1.06);
        JsonObject comparison = result.getAsJsonArray("comparisons").get(0).getAsJsonObject();
        comparison.add("ratio", null);
        comparison.add("low", null);
        comparison.add("high", null);
        for (int i = 0; i < 9; i++) {
            comparison.getAsJsonArray("blockRatios").set(i, JsonNull.INSTANCE);
        }
        fixture.write("y", result);
        Cli cli = joint(0);
        assertTrue(cli.out().contains("∞ slower"), cli.out());
    }

    @Test
    void theSchemaHolds() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b", "c");
        JsonObject result = fixture.host("x", 1.06, 0.9);
        assertEquals(List.of(), Schemas.validate(Schemas.RESULT, result.toString()));
        fixture.scores("y", List.of("cas@1"), 1.06, 0.9);
        fixture.without("w");
        joint(3);
        String json = Files.readString(out.resolve("f/hosts.json"));
        assertEquals(List.of(), Schemas.validate(Schemas.HOSTS, json));
        assertNotEquals(List.of(), Schemas.validate(Schemas.HOSTS, json.replace("\"slower\"", "\"slow\"")));
    }

    @Test
    void whichCpusOfItsHostACampaignHadIsShown() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        fixture.host("all", 1.06);
        JsonObject some = fixture.host("some", 1.06);
        some.getAsJsonObject("host").addProperty("cpuset", "2-3");
        Cli.at(some, "contenders", 0, "disturbances").getAsJsonObject().addProperty("throttledMillis", 3);
        fixture.write("some", some);
        joint(0);
        String table = Files.readString(out.resolve("f/hosts.md"));
        assertTrue(table.contains("| all | c | EPYC | amd64 | 0-3 |"), table);
        assertTrue(table.contains("| some | c | EPYC | amd64 | 2-3 of 0-3, throttled |"), table);
        assertTrue(host("some").getAsJsonObject("result").get("throttled").getAsBoolean());
    }

    @Test
    void whatOneHostAloneTellsHidesNoDifferenceAndFillsNoReport() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        JsonObject odd = fixture.host("odd", 1.06);
        for (int i = 0; i < 3_000; i++) {
            odd.getAsJsonObject("parameters").addProperty("k" + i, i);
        }
        odd.getAsJsonObject("parameters").addProperty("size", 64);
        fixture.write("odd", odd);
        fixture.host("x", 1.06);
        fixture.host("y", 1.06);
        joint(0);
        JsonArray warnings = json().getAsJsonArray("warnings");
        assertTrue(warnings.size() <= 20, warnings.size() + " warnings");
        assertTrue(warnings.toString().contains("The setting size is 256 on x and y"));
    }

    @Test
    void aWideScreenHasAColumnForEachHost() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "jdk17-temurin", "jdk21-temurin");
        for (int i = 0; i < 8; i++) {
            fixture.host("node-with-a-name-" + i, i == 0 ? 0.93 : 1.06);
        }
        String screen = Cli.run("report", "--hosts", out.resolve("f"), "--columns", "250")
                .out();
        assertTrue(
                screen.matches("(?s).*\njdk21-temurin  0\\.9\\d \\[.*\\] faster +1\\.0\\d \\[.*\\] slower.*"), screen);
        assertTrue(screen.matches("(?s).*node-with-a-name-0 +node-with-a-name-1 .*"), screen);
        assertTrue(screen.lines().limit(5).noneMatch(line -> line.length() > 250), screen);
    }
}
