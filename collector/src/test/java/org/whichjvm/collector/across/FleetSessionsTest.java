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

/** Hosts of a fleet that have several campaigns, which are sessions of one another. */
class FleetSessionsTest extends FleetReportFixture {
    @Test
    void aSessionOfAHostCountsOnce() throws IOException {
        FleetFixture fleet = new FleetFixture(out, "f", "a", "b");
        fleet.session("x", "s1", 1.04);
        fleet.session("x", "s2", 1.08);
        fleet.session("x", "s3", 1.06);
        fleet.host("y", 1.06);
        Cli cli = fleet(0);
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
        String json = Files.readString(out.resolve("f/fleet.json"));
        assertEquals(List.of(), Schemas.validate(Schemas.HOSTS, json));
        assertFalse(cli.out().contains("differs between hosts"), cli.out());
        assertTrue(page().contains("Whether a ratio differs between hosts is not told"), page());
    }

    @Test
    void hostsDifferWhereTheirSessionsSaySo() throws IOException {
        FleetFixture fleet = new FleetFixture(out, "f", "a", "b", "c");
        for (int i = 0; i < 4; i++) {
            fleet.session("x", "s" + i, 0.93 + 0.003 * i, 1.05);
            fleet.session("y", "s" + i, 1.05 + 0.003 * i, 1.05);
            fleet.session("z", "s" + i, 1.05 - 0.003 * i, 1.05);
        }
        fleet.host("one-session", 1.3, 1.3);
        String flat = flat(0);
        assertTrue(flat.contains("The ratio of b to a differs between hosts, over their sessions: 0.9"), flat);
        assertFalse(flat.contains("The ratio of c to a differs"), flat);
        assertFalse(flat.contains("one-session."), flat);
        assertTrue(row("b").get("apartP").getAsDouble() < 1e-4);
    }

    @Test
    void hostsWhoseSessionsLieAsFarApartAreNotToldApart() throws IOException {
        FleetFixture fleet = new FleetFixture(out, "f", "a", "b");
        for (double each : new double[] {-0.06, 0, 0.06}) {
            fleet.session("x", "s" + each, 1 + each);
            fleet.session("y", "s" + each, 1.03 + each);
        }
        String flat = flat(0);
        assertTrue(flat.contains("No ratio is shown to differ between hosts, over their"), flat);
    }

    @Test
    void ofSeveralFleetsEachIsASession() throws IOException {
        for (int i = 1; i <= 3; i++) {
            FleetFixture fleet = new FleetFixture(out, "f" + i, "a", "b");
            fleet.session("x", "c" + i, 0.93 + 0.002 * i);
            fleet.session("y", "c" + i, 1.05 - 0.002 * i);
        }
        Cli cli = fleet(0, "f1", "f2", "f3");
        assertTrue(cli.out().replaceAll("\\s+", " ").contains("The ratio of b to a differs between hosts"), cli.out());
        assertTrue(Files.exists(out.resolve("f3/fleet.html")));
        assertFalse(Files.exists(out.resolve("f1/fleet.html")));
        assertEquals(2, Cli.run("fleet", "--out", out, "f1", "none").code());
    }

    @Test
    void aCampaignOfOtherSettingsBuildsOrMachineIsNoSession() throws IOException {
        FleetFixture fleet = new FleetFixture(out, "f", "a", "b");
        for (String each : List.of("s1", "s2", "s3", "s4", "s5", "s6")) {
            fleet.session("x", each, 1.06);
        }
        JsonObject other = fleet.session("x", "s1", 1.06);
        other.getAsJsonObject("parameters").addProperty("rate", 50_000);
        fleet.write("x", "s1", other);
        other = fleet.session("x", "s2", 1.06);
        other.getAsJsonObject("host").addProperty("cpuModel", "another");
        fleet.write("x", "s2", other);
        other = fleet.session("x", "s3", 1.06);
        Cli.at(other, "contenders", 1, "jvm").getAsJsonObject().addProperty("version", "18");
        fleet.write("x", "s3", other);
        // Which CPUs a campaign was given is drawn anew.
        other = fleet.session("x", "s4", 1.06);
        other.getAsJsonObject("parameters").add("cpus", new JsonArray());
        fleet.write("x", "s4", other);
        String flat = flat(0);
        assertTrue(flat.contains("x has 6 campaigns: 3 count, which are of the newest"), flat);
        assertTrue(page().contains("Sessions of a host count once each."), page());
        assertEquals(3, cell("b", "x").getAsJsonArray("sessions").size());
    }

    @Test
    void aFleetIsNoSessionOfItself() throws IOException {
        new FleetFixture(out, "f", "a", "b").host("x", 1.06);
        assertTrue(fleet(2, "f", "f", "f").err().contains("a fleet is named twice"));
    }

    @Test
    void whereTheNewestCampaignCannotBeReadNoneCountsAndThatIsSaid() throws IOException {
        FleetFixture fleet = new FleetFixture(out, "f", "a", "b");
        fleet.host("y", 1.06);
        for (String each : List.of("s1", "s2", "s3", "s4")) {
            fleet.session("x", each, 1.06);
        }
        Files.writeString(out.resolve("f/hosts/x/s4/result.json"), "{}");
        String flat = flat(3);
        assertTrue(flat.contains("x has no result: its result.json"), flat);
        assertTrue(flat.contains("x has 4 campaigns: none counts, because the newest, s4, has no result."), flat);
    }
}
