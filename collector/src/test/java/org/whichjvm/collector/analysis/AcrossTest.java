package org.whichjvm.collector.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.campaign.ForkFixture;
import org.whichjvm.collector.campaign.plan.PlannedFixture;
import org.whichjvm.collector.cli.Cli;

class AcrossTest {
  @TempDir private Path out;
  private final Random noise = new Random(9);

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
    campaign("new", 600, 480, "EPYC"); // everything takes 20 % longer

    final Cli cli = report("--fail-on", "slower:5%", "stored", "new");

    assertEquals(0, cli.code(), cli.out());
    assertTrue(cli.out().contains("whether it or the host changed cannot be told"), cli.out());
    assertEquals("equivalent", change("build").get("verdict").getAsString());
  }

  @Test
  void aContenderOnItsOwnIsComparedWithAWarning() throws IOException {
    alone("stored", 400);
    alone("new", 480);
    final Cli cli = report("--fail-on", "slower:5%", "stored", "new");
    assertEquals(1, cli.code(), cli.out());
    assertTrue(cli.out().contains("a change of the host would look the same"), cli.out());
  }

  @Test
  void aReferenceThatIsAnotherJvmIsNone() throws IOException {
    campaign("stored", 500, 400, "EPYC");
    campaign("new", 450, 400, "EPYC"); // the reference got faster, the build did not change
    for (final Path file : forks("new", "base")) {
      Files.writeString(file, Files.readString(file).replace("17.0.9+9", "21.0.1+12"));
    }
    final Cli cli = report("--fail-on", "slower:5%", "stored", "new");
    assertEquals(0, cli.code(), cli.out());
    assertTrue(cli.out().contains("base is not the same JVM in both"), cli.out());
    assertEquals("equivalent", change("build").get("verdict").getAsString());
  }

  @Test
  void aControlIsNoReferenceAndNeverFails() throws IOException {
    for (final String name : List.of("stored", "new")) {
      for (int block = 1; block <= 12; block++) {
        final long ns = (name.equals("stored") ? 400 : 600) + noise.nextInt(5);
        fork(name, block, "mine", ns, "EPYC");
        fork(name, block, "mine+again", ns + 100, "EPYC");
      }
    }
    final Cli cli = report("--fail-on", "slower:5%", "stored", "new");
    assertEquals(1, cli.code(), cli.out());
    assertEquals("slower", change("mine").get("verdict").getAsString());
    assertFalse(cli.out().contains("mine+again is slower than stored"), cli.out());
  }

  @Test
  void campaignsWithoutACommonContenderCannotPassAPipeline() throws IOException {
    alone("stored", 400);
    for (int block = 1; block <= 12; block++) {
      fork("new", block, "other", 400 + noise.nextInt(5), "EPYC");
    }
    assertEquals(2, report("--fail-on", "slower:5%", "stored", "new").code());
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
  void failOnWithHostsThatCannotBeComparedIsWrongUsage() throws IOException {
    campaign("amd", 500, 400, "EPYC");
    campaign("contender", 900, 1_000, "Ampere");
    final Cli cli = report("--fail-on", "slower:5%", "amd", "contender");
    assertEquals(2, cli.code());
    assertTrue(cli.err().contains("two campaigns of one host with a common contender"), cli.err());
  }

  @Test
  void oneCampaignFailsOnAContenderSlowerThanItsBaseline() throws IOException {
    campaign("c", 500, 600, "EPYC");
    assertEquals(1, report("--fail-on", "slower:5%", "c").code());
    assertEquals(0, report("--fail-on", "slower:30%", "c").code());
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
  void aRuleThatIsNoneIsWrongUsage() throws IOException {
    campaign("c", 500, 600, "EPYC");
    for (final String rule : new String[] {"faster:5%", "slower:5", "slower:-1%", "slower:0%"}) {
      final Cli cli = report("--fail-on", rule, "c");
      assertEquals(2, cli.code(), rule);
      assertTrue(cli.err().contains("--fail-on"), cli.err());
    }
  }

  private void campaign(final String name, final long baseNs, final long buildNs, final String cpu)
      throws IOException {
    final Cli plan =
        PlannedFixture.run(
            "--out",
            out,
            "--campaign",
            name,
            "--blocks",
            "12",
            "--seed",
            "1",
            "--baseline",
            "base",
            "--contender",
            "base",
            "--contender",
            "build");
    assertEquals(0, plan.code(), plan.err());
    for (int block = 1; block <= 12; block++) {
      fork(name, block, "base", baseNs + noise.nextInt(5), cpu);
      fork(name, block, "build", buildNs + noise.nextInt(5), cpu);
    }
  }

  private List<Path> forks(final String campaign, final String contender) throws IOException {
    try (Stream<Path> files = Files.list(out.resolve(campaign).resolve("forks"))) {
      return files.filter(file -> file.toString().endsWith(contender + ".json")).toList();
    }
  }

  private void alone(final String name, final long ns) throws IOException {
    for (int block = 1; block <= 12; block++) {
      fork(name, block, "build", ns + noise.nextInt(5), "EPYC");
    }
  }

  private void fork(
      final String campaign,
      final int block,
      final String contender,
      final long ns,
      final String cpu)
      throws IOException {
    ForkFixture.typical(out.resolve(campaign), block, contender, ns)
        .with(json -> json.getAsJsonObject("host").addProperty("cpuModel", cpu))
        .write();
  }

  private Cli report(final String... args) {
    final Object[] all = new Object[args.length + 3];
    all[0] = "report";
    all[1] = "--out";
    all[2] = out;
    System.arraycopy(args, 0, all, 3, args.length);
    return Cli.run(all);
  }

  private JsonObject across() throws IOException {
    final Path file = out.resolve("contender/across.json");
    return Cli.json(Files.exists(file) ? file : out.resolve("new/across.json"));
  }

  private JsonObject change(final String contender) throws IOException {
    for (final JsonElement element : across().getAsJsonArray("comparisons")) {
      final JsonObject each = element.getAsJsonObject();
      if (each.get("contender").getAsString().equals(contender)
          && each.get("latency").getAsString().equals("service")
          && each.get("percentile").getAsString().equals("p50")) {
        return each;
      }
    }
    throw new AssertionError("no change of " + contender);
  }
}
