package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.campaign.ForkFixture;

/** What is said of a contender that two campaigns have. */
class AcrossTest extends AcrossFixture {
  @Test
  void aBuildThatGotSlowerFailsThePipeline() throws IOException {
    campaign("stored", 500, 400, "EPYC");
    campaign("new", 500, 480, "EPYC");

    final Cli cli = report("--fail-on", "slower:5%", "stored", "new");

    assertEquals(1, cli.code(), cli.err());
    assertTrue(
        cli.out().contains("build is 20 % slower than stored at the p50 service time: 1.20 ["));
    assertEquals("slower", change("build").get("verdict").getAsString());
    assertEquals(0, report("--fail-on", "slower:25%", "stored", "new").code());
    assertEquals(0, report("stored", "new").code());
  }

  @Test
  void aSlowerHostIsNotASlowerBuild() throws IOException {
    campaign("stored", 500, 400, "EPYC");
    campaign("new", 550, 440, "EPYC"); // everything takes 10 % longer

    final Cli cli = report("--fail-on", "slower:5%", "stored", "new");

    assertEquals(0, cli.code(), cli.out());
    assertTrue(
        cli.out().contains("Whether base itself or the host changed cannot be told"), cli.out());
    assertEquals("equivalent", change("build").get("verdict").getAsString());
  }

  @Test
  void aContenderOnItsOwnHasNoReferenceAndNoVerdict() throws IOException {
    alone("stored", 400);
    alone("new", 480);
    undecided("they have no contender in common but the reference");
  }

  @Test
  void aReferenceThatIsMissingIsNamed() throws IOException {
    campaign("stored", 500, 400, "EPYC");
    alone("new", 480);
    undecided("the campaign new has no fork that counts of base, the reference");
  }

  @Test
  void aReferenceThatIsAnotherJvmIsNone() throws IOException {
    campaign("stored", 500, 400, "EPYC");
    campaign("new", 450, 400, "EPYC"); // the reference got faster, the build did not change
    edit("new", "base", "17\\.0\\.9\\+9", "21.0.1+12");
    undecided("the reference base is not the same JVM with the same flags in both");
  }

  @Test
  void aReferenceWithOtherFlagsIsNone() throws IOException {
    campaign("stored", 500, 400, "EPYC");
    campaign("new", 500, 400, "EPYC");
    edit("new", "base", "\"flags\":\\[\\]", "\"flags\":[\"-Xmx1g\"]");
    undecided("the reference base is not the same JVM with the same flags in both");
  }

  @Test
  void floorsThatDisagreeLeaveNoVerdict() throws IOException {
    campaign("stored", 500, 400, "EPYC");
    campaign("new", 1_000, 900, "EPYC");
    edit("new", "", "\"floorNs\":\\{[^}]*\\}", "\"floorNs\":{\"before\":560,\"after\":560}");
    undecided("the floors of the reference base disagree by 10 % or more: 136 ns, then 560 ns");
    assertTrue(across().toString().contains("disagree"), across().toString());
  }

  @Test
  void floorsThatNobodyMeasuredLeaveNoVerdict() throws IOException {
    campaign("stored", 500, 400, "EPYC");
    campaign("new", 500, 400, "EPYC");
    edit("new", "", "\"floorNs\":\\{[^}]*\\}", "\"floorNs\":{\"before\":null,\"after\":null}");
    undecided("the forks of the reference base in the campaign new did not measure the floor");
  }

  @Test
  void aFloorThatOneCampaignAloneSawIsLeftOut() throws IOException {
    campaign("stored", 500, 400, "EPYC");
    campaign("new", 500, 400, "EPYC");
    // In four blocks the host was far away, where the build is no faster than the reference.
    for (int block = 1; block <= 4; block++) {
      for (final String contender : List.of("base", "build")) {
        ForkFixture.typical(out.resolve("new"), block, contender, 1_000)
            .with(json -> json.getAsJsonObject("host").addProperty("cpuModel", "EPYC"))
            .with(
                json ->
                    json.add("floorNs", ForkFixture.object(Map.of("before", 560, "after", 560))))
            .write();
      }
    }
    assertEquals(0, report("--fail-unless-within", "5%", "stored", "new").code());
    assertEquals(8, change("build").get("blocks").getAsInt());
    assertEquals(1, change("build").get("ratio").getAsDouble(), 0.02);
    assertEquals(0, change("build").get("differenceNs").getAsDouble(), 5);
  }

  @Test
  void aDifferenceInTimeIsSaidBesideTheRatio() throws IOException {
    campaign("stored", 500, 400, "EPYC");
    campaign("new", 500, 480, "EPYC");
    assertEquals(0, report("stored", "new").code());
    assertEquals(80, change("build").get("differenceNs").getAsDouble(), 5);
  }

  @Test
  void theMarginOfTheReportCountsAcrossToo() throws IOException {
    campaign("stored", 500, 400, "EPYC");
    campaign("new", 500, 440, "EPYC");
    final Cli cli = report("--margin", "20%", "stored", "new");
    assertEquals("equivalent", change("build").get("verdict").getAsString());
    assertTrue(cli.out().contains("The margin of 20 % was chosen after the run"), cli.out());
  }

  @Test
  void hostsAreShownSideBySideAndNeverCompared() throws IOException {
    campaign("amd", 500, 400, "EPYC");
    campaign("contender", 900, 1_000, "Ampere");

    final Cli cli = report("amd", "contender");

    assertEquals(0, cli.code(), cli.err());
    assertTrue(cli.out().contains("Host A: EPYC"), cli.out());
    assertTrue(cli.out().contains("Host B: Ampere"), cli.out());
    assertFalse(cli.out().contains("Changes since"), cli.out());
    assertEquals(0, across().getAsJsonArray("comparisons").size());
    assertEquals(2, across().getAsJsonArray("hosts").size());
    assertTrue(Files.readString(out.resolve("contender/across.md")).contains("Side by side"));
  }

  @Test
  void severalHostsHaveTheMatrixOfAFleet() throws IOException {
    campaign("amd", 500, 400, "EPYC");
    campaign("contender", 900, 1_000, "Ampere");

    final Cli cli = report("amd", "contender");

    assertTrue(
        cli.out().contains("build is faster than base on 1 of 2 hosts, slower on 1."), cli.out());
    assertTrue(cli.out().contains("The ratio of build differs between hosts."), cli.out());
    assertTrue(cli.out().matches("(?s).*\nbuild +0\\.80 \\[[^\\]]*] faster  1\\.11 .*"), cli.out());
    final JsonObject row = across().getAsJsonArray("matrix").get(0).getAsJsonObject();
    assertEquals(
        "A", row.getAsJsonArray("cells").get(0).getAsJsonObject().get("host").getAsString());
    campaign("again", 500, 400, "EPYC");
    assertFalse(report("amd", "again").out().contains("between hosts"));
  }

  @Test
  void otherParametersAreNotCompared() throws IOException {
    campaign("stored", 500, 400, "EPYC");
    campaign("new", 500, 480, "EPYC");
    for (final Path file : forks("new", "")) {
      Files.writeString(file, Files.readString(file).replace("\"rate\":100000", "\"rate\":50000"));
    }
    final Cli cli = report("--fail-on", "slower:5%", "stored", "new");
    assertEquals(2, cli.code(), cli.out());
    assertTrue(cli.err().contains("rate is 50000 in new, but 100000 in stored"), cli.err());
  }

  @Test
  void turnsAreComparedAtTheFloorThatBothCampaignsSaw() throws IOException {
    // Both delay the build by 100 ns. The later campaign was mostly at a far floor: all of its
    // rounds together would have the ratio of that floor.
    byTurns("stored", 300, 130, 130, 130, 560);
    byTurns("new", 300, 560, 560, 130, 900);
    Cli cli = report("--fail-unless-within", "3%", "stored", "new");
    assertEquals(0, cli.code(), cli.out() + cli.err());
    assertEquals(1, change("build").get("ratio").getAsDouble(), 0.01);
    assertEquals(0, change("build").get("differenceNs").getAsDouble(), 3);
    assertEquals(2, change("build").getAsJsonArray("byFloor").size());
    assertEquals(
        2,
        across()
            .getAsJsonArray("against")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("floors")
            .size());

    byTurns("new", 330, 560, 560, 130, 900);
    cli = report("--fail-on", "slower:2%", "stored", "new");
    assertEquals(1, cli.code(), cli.out() + cli.err());
    assertEquals(30, change("build").get("differenceNs").getAsDouble(), 3);
  }

  @Test
  void aPercentileOfWholeForksIsNotDecidedAcrossWhereTheirTurnsSawSeveralFloors()
      throws IOException {
    byTurns("stored", 300, 130, 130, 130, 560);
    byTurns("new", 300, 130, 130, 130, 560);
    final Cli cli = report("stored", "new");
    assertEquals(0, cli.code(), cli.out());
    assertTrue(
        across().toString().contains("told by whole forks, whose turns were at several floors"),
        across().toString());
  }
}
