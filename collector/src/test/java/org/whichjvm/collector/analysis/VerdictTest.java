package org.whichjvm.collector.analysis;

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
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.campaign.ForkFixture;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.Percentile;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;

/** What campaigns with known forks come to, by the command line. */
class VerdictTest {
  private static final int BLOCKS = 12;

  @TempDir private Path out;
  private Path campaign;
  private final Random noise = new Random(3);

  @BeforeEach
  void folder() {
    campaign = out.resolve("c");
  }

  @Test
  void aQuarterMoreIsSlower() throws IOException {
    campaign(block -> 625);
    final Cli cli = report();
    final JsonObject comparison = comparison("other", "service", "p50");
    assertEquals("slower", comparison.get("verdict").getAsString());
    assertTrue(comparison.get("low").getAsDouble() > 1.2, comparison.toString());
    assertTrue(comparison.get("high").getAsDouble() < 1.3, comparison.toString());
    assertTrue(comparison.get("adjustedP").getAsDouble() <= 0.05, comparison.toString());
    assertTrue(comparison.get("p").getAsDouble() <= comparison.get("adjustedP").getAsDouble());
    assertTrue(
        cli.out().contains("other is 25 % slower than base at the p50 service time: 1.25 ["));
    assertTrue(cli.out().contains(", 12 blocks."), cli.out());
  }

  @Test
  void aFifthLessIsFaster() throws IOException {
    campaign(block -> 400);
    assertTrue(
        report().out().contains("other is 20 % faster than base at the p50 service time: 0.80"));
    assertEquals("faster", verdict("other", "service", "p50"));
  }

  @Test
  void aDifferenceInsideTheMarginIsEquivalentEvenIfItIsReal() throws IOException {
    campaign(block -> 507);
    assertTrue(
        report().out().contains("other is equivalent to base at the p50 service time: 1.01"));
    final JsonObject comparison = comparison("other", "service", "p50");
    assertEquals("equivalent", comparison.get("verdict").getAsString());
    assertTrue(comparison.get("low").getAsDouble() > 1, "real: " + comparison);
  }

  @Test
  void theMarginIsTheCampaigns() throws IOException {
    plan("--margin", "0.5%");
    forks(block -> 507);
    report();
    assertEquals("slower", verdict("other", "service", "p50"));
    assertEquals(0.005, result().getAsJsonObject("decision").get("margin").getAsDouble(), 1e-12);
  }

  @Test
  void whatGoesBothWaysIsInconclusiveAndSaysWhatWouldHaveBeenSeen() throws IOException {
    campaign(block -> block % 2 == 0 ? 600 : 420);
    final String report = report().out();
    final JsonObject comparison = comparison("other", "service", "p50");
    assertEquals("inconclusive", comparison.get("verdict").getAsString());
    assertTrue(comparison.get("smallestDetectable").getAsDouble() > 0.1, comparison.toString());
    assertTrue(report.contains("other is not shown to differ from base"), report);
    assertTrue(report.contains("would not have been found"), report);
  }

  @Test
  void aControlThatDiffersIsSaidAboveEverythingElse() throws IOException {
    plan("--contender", "base+again");
    forks(block -> 500);
    for (int block = 1; block <= BLOCKS; block++) {
      ForkFixture.typical(campaign, block, "base+again", 560 + noise.nextInt(9)).write();
    }
    final String report = report().out();
    assertTrue(report.lines().skip(1).findFirst().orElseThrow().isEmpty(), report);
    assertTrue(
        report.lines().skip(2).findFirst().orElseThrow().startsWith("doubt: The control differs"),
        report);
    assertTrue(comparison("base+again", "service", "p50").get("control").getAsBoolean());
  }

  @Test
  void aControlThatIsTheSameIsNotSpokenOf() throws IOException {
    plan("--contender", "base+again");
    forks(block -> 625);
    for (int block = 1; block <= BLOCKS; block++) {
      ForkFixture.typical(campaign, block, "base+again", 500 + noise.nextInt(9)).write();
    }
    assertFalse(report().out().contains("doubt:"));
    assertEquals("slower", verdict("other", "service", "p50"));
  }

  @Test
  void aPercentileOnTooFewEventsIsNotDecided() throws IOException {
    plan();
    for (int block = 1; block <= BLOCKS; block++) {
      fork(block, "base", 500, 2);
      fork(block, "other", 900, 2);
    }
    report();
    final JsonObject comparison = comparison("other", "service", "p99_9");
    assertFalse(comparison.get("decidable").getAsBoolean());
    assertEquals("inconclusive", comparison.get("verdict").getAsString());
    assertTrue(comparison.get("adjustedP").isJsonNull());
    assertTrue(
        comparison.get("reason").getAsString().startsWith("rests on 2 events in a typical fork"));
    assertTrue(comparison("other", "service", "p50").get("decidable").getAsBoolean());
  }

  @Test
  void onlyTheDeclaredPercentilesAreDecided() throws IOException {
    plan("--decide", "p50,p99");
    forks(block -> 625);
    report();
    assertTrue(comparison("other", "response", "p99").get("decidable").getAsBoolean());
    assertFalse(comparison("other", "response", "p90").get("decidable").getAsBoolean());
  }

  @Test
  void groupsOfForksAreTold() throws IOException {
    campaign(block -> block == 3 || block == 9 ? 640 : 385);
    assertTrue(
        report().out().contains("2 of 12 forks of other started in a slower JIT mode (64"),
        report().out());
    final JsonObject modes = result().getAsJsonArray("modes").get(1).getAsJsonObject();
    assertEquals(2, modes.getAsJsonArray("groups").size());
  }

  @Test
  void aKnownDelayIsStampedOnEverything() throws IOException {
    plan("--contender", "base+delay30ns");
    forks(block -> 500);
    for (int block = 1; block <= BLOCKS; block++) {
      ForkFixture.typical(campaign, block, "base+delay30ns", 530)
          .with(json -> json.getAsJsonObject("parameters").addProperty("delayNanos", 30))
          .write();
    }
    assertTrue(report().out().contains("doubt: Each message of base+delay30ns was delayed by 30"));
    assertTrue(Files.readString(campaign.resolve("report.md")).contains("delayed by 30 ns"));
    assertTrue(Files.readString(campaign.resolve("result.json")).contains("delayed by 30 ns"));
    assertFalse(comparison("base+delay30ns", "service", "p50").get("control").getAsBoolean());
  }

  @Test
  void whatIsNotDecidedIsNotCalledADifferenceOrNone() throws IOException {
    plan("--decide", "p99");
    forks(block -> 625);
    final String report = report().out();
    assertTrue(
        report.contains("other is not decided against base at the p50 service time"), report);
    assertFalse(report.contains("other is not shown to differ"), report);
  }

  @Test
  void overloadedForksDoNotFlatterTheRest() throws IOException {
    plan("--blocks", "16");
    for (int block = 1; block <= 16; block++) {
      fork(block, "base", 600 + noise.nextInt(3), 100);
      if (block > 4) {
        fork(block, "other", 500 + noise.nextInt(3), 100);
      } else {
        new ForkFixture(campaign, block, "other")
            .with(json -> json.addProperty("status", "failed"))
            .with(json -> json.addProperty("reason", "overloaded: of 10 messages 9 were late"))
            .writeJson();
      }
    }
    final Cli cli = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(3, cli.code(), cli.err());
    assertTrue(cli.out().contains("doubt: 4 of 16 forks of other could not keep the rate"));
    assertEquals("inconclusive", verdict("other", "service", "p50"));
    assertTrue(cli.out().contains("forks were overloaded (contender 4, baseline 0)"), cli.out());
  }

  @Test
  void aPlanThatCannotBeUsedIsSaidAboveEverything() throws IOException {
    plan("--margin", "5%");
    forks(block -> 625);
    final Path file = campaign.resolve("campaign.json");
    Files.writeString(file, Files.readString(file).replace("0.05", "\"5%\""));
    final Cli cli = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(3, cli.code(), cli.err());
    assertTrue(cli.out().contains("doubt: The campaign's plan cannot be used"), cli.out());
  }

  @Test
  void anUnfinishedCampaignSaysThatItIs() throws IOException {
    plan();
    forks(block -> 625, 7);
    assertTrue(report().out().contains("Of 12 planned blocks 7 are whole"));
  }

  // --- looks -----------------------------------------------------------------------------------

  @Test
  void aLargeDifferenceStopsTheCampaignAtALook() throws IOException {
    stopping();
    forks(block -> 1_000, 8);
    assertTrue(look().startsWith("go on: "), "too early for so many comparisons");
    forks(block -> 1_000, 18);
    assertTrue(look().startsWith("stop: after block 18 every comparison is decided"), look());
    assertEquals(18, Cli.json(campaign.resolve("stopped.json")).get("block").getAsInt());
    report();
    assertEquals("slower", verdict("other", "service", "p50"));
  }

  @Test
  void betweenLooksNothingIsDecided() throws IOException {
    stopping();
    forks(block -> 1_000, 17);
    assertTrue(look().startsWith("go on: "));
    report();
    assertEquals(
        12,
        comparison("other", "service", "p50").get("blocks").getAsInt(),
        "the forks since the look after block 12 wait for the next");
    assertFalse(Files.exists(campaign.resolve("stopped.json")));
  }

  @Test
  void beforeTheFirstLookThereIsNoRatio() throws IOException {
    stopping();
    forks(block -> 1_000, 5);
    final String report = report().out();
    assertTrue(report.contains("the first look is after block 8"), report);
    assertTrue(comparison("other", "service", "p50").get("ratio").isJsonNull());
  }

  @Test
  void theTimeIsUpWhateverTheFiguresShow() throws IOException {
    stopping();
    forks(block -> block % 2 == 0 ? 600 : 420, 14);
    assertTrue(look().startsWith("go on: "));
    assertTrue(look("--last").startsWith("stop: the time is up after block 14"));
    report();
    assertEquals(14, comparison("other", "service", "p50").get("blocks").getAsInt());
    assertTrue(look().startsWith("stop: "), "once stopped it stays so");
  }

  @Test
  void whatAnEarlierLookShowedMustStillBeSo() throws IOException {
    stopping();
    plainForks(1, 12, block -> 625);
    plainForks(13, 40, block -> block % 2 == 0 ? 480 : 520);
    report();
    final JsonObject comparison = comparison("other", "service", "p50");
    assertTrue(comparison.get("adjustedP").getAsDouble() <= 0.05, comparison.toString());
    assertTrue(
        comparison.get("low").getAsDouble() < 1 && comparison.get("high").getAsDouble() > 1,
        comparison.toString());
    assertEquals("inconclusive", comparison.get("verdict").getAsString());
    assertTrue(comparison.get("reason").getAsString().startsWith("an earlier look showed"));
  }

  @Test
  void looksThatDoNotEndWithTheLastBlockAreNoPlan() throws IOException {
    stopping();
    forks(block -> 1_000, 18);
    final Path file = campaign.resolve("campaign.json");
    Files.writeString(file, Files.readString(file).replaceAll("27,\\s*40", "27"));
    final Cli cli = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(3, cli.code(), cli.err());
    assertTrue(cli.out().contains("its looks are not blocks in order that end with the last"));
  }

  // --- helpers
  // -------------------------------------------------------------------------------------

  private void campaign(final IntToLongFunction otherNs) throws IOException {
    plan();
    forks(otherNs);
  }

  private void stopping() throws IOException {
    plan("--precision", "2%", "--max-time", "600", "--blocks", "40");
  }

  private void plan(final String... more) throws IOException {
    final List<String> args = new ArrayList<>();
    args.addAll(List.of("plan", "--out", out.toString(), "--campaign", "c"));
    args.addAll(List.of("--seed", "1", "--baseline", "base"));
    args.addAll(List.of("--contender", "base", "--contender", "other"));
    args.addAll(List.of(more));
    if (!args.contains("--blocks")) {
      args.addAll(List.of("--blocks", Integer.toString(BLOCKS)));
    }
    final Cli cli = Cli.run(args.toArray());
    assertEquals(0, cli.code(), cli.err());
  }

  private void forks(final IntToLongFunction otherNs) throws IOException {
    forks(otherNs, BLOCKS);
  }

  private void forks(final IntToLongFunction otherNs, final int blocks) throws IOException {
    plainForks(1, blocks, otherNs);
  }

  private void plainForks(final int first, final int last, final IntToLongFunction otherNs)
      throws IOException {
    for (int block = first; block <= last; block++) {
      fork(block, "base", 500 + noise.nextInt(3), 100);
      fork(block, "other", otherNs.applyAsLong(block) + noise.nextInt(3), 100);
    }
  }

  /** A fork whose percentiles from 99.9 % on rest on so many events. */
  private void fork(final int block, final String contender, final long ns, final int events)
      throws IOException {
    final ForkFixture fork = ForkFixture.typical(campaign, block, contender, ns).write();
    for (final Latency latency : Latency.values()) {
      final JsonObject json = new JsonObject();
      Percentile.REPORTED.forEach(
          each -> json.addProperty(each.key, each.compareTo(Percentile.P99) > 0 ? events : 100));
      fork.json.getAsJsonObject(latency.key).add("events", json);
    }
    fork.writeJson();
  }

  private Cli report() throws IOException {
    final Cli cli = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(0, cli.code(), cli.err() + cli.out());
    assertEquals(
        List.of(),
        Schemas.validate(Schemas.RESULT, Files.readString(campaign.resolve("result.json"))));
    return cli;
  }

  private String look(final String... more) {
    final Object[] args = new Object[more.length + 4];
    args[0] = "look";
    args[1] = "--out";
    args[2] = out;
    System.arraycopy(more, 0, args, 3, more.length);
    args[args.length - 1] = "c";
    final Cli cli = Cli.run(args);
    assertEquals(0, cli.code(), cli.err());
    return cli.out();
  }

  private JsonObject result() throws IOException {
    return Cli.json(campaign.resolve("result.json"));
  }

  private String verdict(final String contender, final String latency, final String percentile)
      throws IOException {
    return comparison(contender, latency, percentile).get("verdict").getAsString();
  }

  private JsonObject comparison(
      final String contender, final String latency, final String percentile) throws IOException {
    for (final JsonElement element : result().getAsJsonArray("comparisons")) {
      final JsonObject each = element.getAsJsonObject();
      if (each.get("contender").getAsString().equals(contender)
          && each.get("latency").getAsString().equals(latency)
          && each.get("percentile").getAsString().equals(percentile)) {
        return each;
      }
    }
    throw new AssertionError("no comparison of " + contender);
  }
}
