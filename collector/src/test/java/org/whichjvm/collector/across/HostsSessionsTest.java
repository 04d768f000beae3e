package org.whichjvm.collector.across;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;

/** Hosts that have several campaigns, which are sessions of one another. */
class HostsSessionsTest extends HostsReportFixture {
    @Test
    void aSessionOfAHostCountsOnce() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        fixture.session("x", "s1", 1.04);
        fixture.session("x", "s2", 1.08);
        fixture.session("x", "s3", 1.06);
        fixture.host("y", 1.06);
        Cli cli = joint(0);
        JsonObject of = cell("b", "x");
        List<Double> logs = of.getAsJsonArray("sessions").asList().stream()
                .map(each -> Math.log(each.getAsDouble()))
                .toList();
        double mean = logs.stream().mapToDouble(each -> each).average().orElseThrow();
        double deviation = Math.sqrt(
                logs.stream().mapToDouble(each -> (each - mean) * (each - mean)).sum() / 2);
        assertEquals(Math.exp(mean), of.get("ratio").getAsDouble(), 1e-9);
        // Both latencies' p50 are decided, and t of two degrees of freedom at 98.75 % is 6.2053.
        double reach = 6.2053 * deviation / Math.sqrt(3);
        assertEquals(Math.exp(mean - reach), of.get("low").getAsDouble(), 1e-4);
        assertEquals(36, of.get("blocks").getAsInt());
        assertEquals("inconclusive", of.get("verdict").getAsString());
        assertEquals("slower", cell("b", "y").get("verdict").getAsString());
        assertEquals(0, cell("b", "y").getAsJsonArray("sessions").size());
        String json = Files.readString(out.resolve("f/hosts.json"));
        assertEquals(List.of(), Schemas.validate(Schemas.HOSTS, json));
        assertFalse(cli.out().contains("differs between hosts"), cli.out());
        assertTrue(page().contains("Whether a ratio differs between hosts is not told"), page());
    }

    @Test
    void hostsDifferWhereTheirSessionsSaySo() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b", "c");
        for (int i = 0; i < 4; i++) {
            fixture.session("x", "s" + i, 0.93 + 0.003 * i, 1.05);
            fixture.session("y", "s" + i, 1.05 + 0.003 * i, 1.05);
            fixture.session("z", "s" + i, 1.05 - 0.003 * i, 1.05);
        }
        fixture.host("one-session", 1.3, 1.3);
        String flat = flat(0);
        assertTrue(flat.contains("The ratio of b to a differs between hosts, over their sessions: 0.9"), flat);
        assertFalse(flat.contains("The ratio of c to a differs"), flat);
        assertFalse(flat.contains("one-session."), flat);
        assertTrue(row("b").get("apartP").getAsDouble() < 1e-4);
    }

    @Test
    void hostsWhoseSessionsLieAsFarApartAreNotToldApart() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        for (double each : new double[] {-0.06, 0, 0.06}) {
            fixture.session("x", "s" + each, 1 + each);
            fixture.session("y", "s" + each, 1.03 + each);
        }
        String flat = flat(0);
        assertTrue(flat.contains("No ratio is shown to differ between hosts, over their"), flat);
    }

    @Test
    void ofSeveralFoldersEachHasASession() throws IOException {
        for (int i = 1; i <= 3; i++) {
            HostsFixture fixture = new HostsFixture(out, "f" + i, "a", "b");
            fixture.session("x", "c" + i, 0.93 + 0.002 * i);
            fixture.session("y", "c" + i, 1.05 - 0.002 * i);
        }
        Cli cli = joint(0, "f1", "f2", "f3");
        assertTrue(cli.out().replaceAll("\\s+", " ").contains("The ratio of b to a differs between hosts"), cli.out());
        assertTrue(Files.exists(out.resolve("f3/hosts.html")));
        assertFalse(Files.exists(out.resolve("f1/hosts.html")));
        assertTrue(joint(2, "f1", "none").err().contains("/none', which is no folder"));
    }

    @Test
    void aCampaignOfOtherSettingsBuildsOrMachineIsNoSession() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        for (String each : List.of("s1", "s2", "s3", "s4", "s5", "s6")) {
            fixture.session("x", each, 1.06);
        }
        JsonObject other = fixture.session("x", "s1", 1.06);
        other.getAsJsonObject("parameters").addProperty("rate", 50_000);
        fixture.write("x", "s1", other);
        other = fixture.session("x", "s2", 1.06);
        other.getAsJsonObject("host").addProperty("cpuModel", "another");
        fixture.write("x", "s2", other);
        other = fixture.session("x", "s3", 1.06);
        Cli.at(other, "contenders", 1, "jvm").getAsJsonObject().addProperty("version", "18");
        fixture.write("x", "s3", other);
        // Each campaign may get other CPUs.
        other = fixture.session("x", "s4", 1.06);
        other.getAsJsonObject("parameters").add("cpus", new JsonArray());
        fixture.write("x", "s4", other);
        String flat = flat(0);
        assertTrue(flat.contains("x has 6 campaigns: 3 count, which are of the newest"), flat);
        assertTrue(page().contains("Sessions of a host count once each."), page());
        assertEquals(3, cell("b", "x").getAsJsonArray("sessions").size());
    }

    @Test
    void aFolderIsNoSessionOfItself() throws IOException {
        new HostsFixture(out, "f", "a", "b").host("x", 1.06);
        Files.createSymbolicLink(out.resolve("same"), out.resolve("f"));
        assertTrue(joint(2, "f", "same").err().contains("--hosts names a folder twice"));
    }

    @Test
    void whereTheNewestCampaignCannotBeReadNoneCountsAndThatIsSaid() throws IOException {
        HostsFixture fixture = new HostsFixture(out, "f", "a", "b");
        fixture.host("y", 1.06);
        for (String each : List.of("s1", "s2", "s3", "s4")) {
            fixture.session("x", each, 1.06);
        }
        Files.writeString(out.resolve("f/x/s4/result.json"), "{}");
        String flat = flat(3);
        assertTrue(flat.contains("x has no result: its result.json"), flat);
        assertTrue(flat.contains("x has 4 campaigns: none counts, because the newest, s4, has no result."), flat);
    }
}
