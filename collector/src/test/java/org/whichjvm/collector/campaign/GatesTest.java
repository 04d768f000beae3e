package org.whichjvm.collector.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.ForkName;
import org.whichjvm.collector.campaign.fork.ForkReader;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.io.UserError;

/** What sets a fork aside, what that does to verdicts, and when a block is run again. */
class GatesTest {
  private static final Gates STANDARD = Gates.of(List.of(), null, 8, false);
  private static final int BLOCKS = 8;

  @TempDir Path out;
  private Path campaign;

  @BeforeEach
  void folder() {
    campaign = out.resolve("c");
  }

  // --- what trips

  @Test
  void aQuietForkIsNotSetAside() throws Exception {
    assertEquals(List.of(), trips(STANDARD, json -> {}));
  }

  @Test
  void whatIsNotRecordedSetsNothingAside() throws Exception {
    assertEquals(
        List.of(),
        trips(
            STANDARD,
            json -> {
              json.remove("disturbances");
              json.remove("floorNs");
              json.getAsJsonObject("parameters").remove("cpus");
            }));
  }

  @Test
  void eachGateHasItsLimit() throws Exception {
    assertEquals(List.of(), trips(STANDARD, json -> floor(json, 100, 125)));
    assertEquals(List.of("floor-in-fork"), trips(STANDARD, json -> floor(json, 100, 126)));
    assertEquals(List.of("floor-in-fork"), trips(STANDARD, json -> floor(json, 126, 100)));
    assertEquals(List.of("floor-in-block"), trips(STANDARD, json -> floor(json, 300, 300)));
    assertEquals(List.of("floor-in-block"), trips(STANDARD, json -> floor(json, 50, 50)));
    assertEquals(List.of(), trips(STANDARD, json -> host(json, "throttledMillis", 1)));
    assertEquals(
        List.of("throttled-share"), trips(STANDARD, json -> host(json, "throttledMillis", 1.1)));
    // Two CPUs for a second: 40 ms are 2 %.
    assertEquals(List.of(), trips(STANDARD, json -> host(json, "stealMillis", 40)));
    assertEquals(List.of("steal-share"), trips(STANDARD, json -> host(json, "stealMillis", 41)));
    assertEquals(List.of(), trips(STANDARD, json -> waiting(json, 250, 250)));
    assertEquals(List.of("waiting-share"), trips(STANDARD, json -> waiting(json, 3, 251)));
    assertEquals(List.of(), trips(STANDARD, json -> jit(json, 500)));
    assertEquals(List.of("jit-share"), trips(STANDARD, json -> jit(json, 501)));
  }

  @Test
  void sharesAreOfTheWindowThatAForkSays() throws Exception {
    final Consumer<JsonObject> four =
        json -> json.getAsJsonObject("disturbances").addProperty("windowSeconds", 4);
    assertEquals(
        List.of(), trips(STANDARD, four.andThen(json -> host(json, "throttledMillis", 4))));
    assertEquals(
        List.of("throttled-share"),
        trips(STANDARD, four.andThen(json -> host(json, "throttledMillis", 4.1))));
    assertEquals(List.of(), trips(STANDARD, four.andThen(json -> waiting(json, 1_000, 0))));
    assertEquals(
        List.of("waiting-share"), trips(STANDARD, four.andThen(json -> waiting(json, 1_001, 0))));
  }

  @Test
  void aThreadThatGivesItsCpuAwayMayWaitForIt() throws Exception {
    for (final String wait : List.of("yield", "park:1000")) {
      assertEquals(
          List.of(),
          trips(
              STANDARD,
              json -> {
                waiting(json, 500, 500);
                json.getAsJsonObject("parameters").addProperty("wait", wait);
              }),
          wait);
    }
  }

  @Test
  void noGateLooksAtALatency() throws Exception {
    for (final long p50 : new long[] {1, 500, 900_000_000}) {
      final Fork fork = fork(p50, json -> {});
      assertEquals(List.of(), STANDARD.trips(fork, List.of(fork)), "p50 " + p50);
    }
  }

  @Test
  void gatesCanBeChangedAndLeftOut() throws Exception {
    final Gates gates =
        Gates.of(List.of("jit-share=0.3", "steal-share=off", "overloaded=off"), 2, 8, false);
    assertEquals(List.of(), trips(gates, json -> jit(json, 299)));
    assertEquals(List.of("jit-share"), trips(gates, json -> jit(json, 301)));
    assertEquals(List.of(), trips(gates, json -> host(json, "stealMillis", 900)));
    final JsonObject json = new JsonObject();
    gates.write(json);
    assertEquals(gates, Gates.read(json, 8));
    assertEquals(Gates.NONE, Gates.read(new JsonObject(), 8), "older campaigns have none");
    json.add("gates", new JsonArray());
    assertEquals(Gates.NONE, Gates.read(json, 8), "or an empty list");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jit-share",
        "jit=0.1",
        "jit-share=much",
        "jit-share=-1",
        "jit-share=NaN",
        "floor-in-fork=0.9",
        "overloaded=1",
        "=1"
      })
  void aWrongGateIsOneSentence(final String option) {
    final UserError error =
        assertThrows(UserError.class, () -> Gates.of(List.of(option), null, 8, false));
    assertTrue(error.getMessage().contains("'" + option + "'"), error.getMessage());
  }

  @Test
  void aCampaignWithAnUnknownGateIsNotReadAsIfItHadNone() {
    final JsonObject json = new JsonObject();
    final JsonObject gates = new JsonObject();
    gates.addProperty("moonPhase", 1);
    json.add("gates", gates);
    assertThrows(UnusableFile.class, () -> Gates.read(json, 8));
  }

  // --- what that does to verdicts

  @Test
  void aComparisonLeavesOutTheBlocksThatAreSetAside() throws IOException {
    plan();
    for (int block = 1; block <= BLOCKS; block++) {
      final boolean disturbed = block == 2;
      // What was disturbed would make the other look faster.
      pair(block, disturbed ? 5_000 : 500, 625, json -> waiting(json, disturbed ? 400 : 1, 1));
    }
    final JsonObject headline = report();
    assertEquals(7, headline.get("blocks").getAsInt());
    assertEquals(1.25, headline.get("low").getAsDouble(), 0.01);
    assertEquals("slower", headline.get("verdict").getAsString());
    final JsonObject result = Cli.json(campaign.resolve("result.json"));
    assertEquals(1, result.getAsJsonArray("excluded").size());
    final JsonObject base = result.getAsJsonArray("contenders").get(0).getAsJsonObject();
    assertEquals(
        "{\"ok\":7,\"failed\":0,\"emulated\":0,\"excluded\":1}", base.get("forks").toString());
    assertTrue(base.getAsJsonObject("service").get("max").getAsLong() < 6_000, "not in the pool");
    final String csv = Files.readString(campaign.resolve("result.csv"));
    assertEquals(1, csv.lines().filter(line -> line.contains(",waiting-share,")).count());
    assertEquals(1 + 2 * BLOCKS, csv.lines().count(), "shown all the same");
  }

  @Test
  void withoutACleanBlockThereIsNoVerdictAndAReason() throws IOException {
    plan();
    for (int block = 1; block <= BLOCKS; block++) {
      pair(block, 500, 625, json -> waiting(json, 400, 1));
    }
    final JsonObject headline = report();
    assertEquals("inconclusive", headline.get("verdict").getAsString());
    assertEquals(
        "no block without a fork that a gate set aside: all 8, by waiting-share"
            + " (a measured thread waited for a CPU)",
        headline.get("reason").getAsString());
    assertEquals(0, headline.get("blocks").getAsInt());
  }

  @Test
  void whatAGateTakesFromOneSideAloneIsSaid() throws IOException {
    plan();
    for (int block = 1; block <= BLOCKS; block++) {
      final boolean disturbed = block <= 4;
      pair(block, 500, 625, json -> jit(json, disturbed ? 900 : 1));
    }
    final String told = Cli.run("report", "--details", "--out", out, "c").out();
    assertTrue(
        told.contains("Gates excluded 4 of 8 forks of base, but 0 of 8 forks of other"), told);
  }

  // --- when a block is run again

  @Test
  void aCleanBlockIsNotRunAgain() throws IOException {
    plan();
    pair(1, 500, 625, json -> {});
    final String before = planTsv();
    assertEquals("clean\n", gate(1));
    assertEquals(before, planTsv());
  }

  @Test
  void aBlockThatIsSetAsideIsRunAgainAtTheEnd() throws IOException {
    plan();
    pair(1, 500, 625, json -> {});
    pair(2, 500, 625, json -> waiting(json, 400, 1));
    final String before = planTsv();
    assertEquals(
        "again: block 9, because in block 2 base: a measured thread waited for a CPU: 40 %, over"
            + " 25 %\n",
        gate(2));
    assertTrue(planTsv().startsWith(before));
    final List<String> added = planTsv().substring(before.length()).lines().toList();
    assertEquals(2, added.size());
    assertTrue(added.get(0).matches("9\t1\t(base|other)"), added.toString());
    assertTrue(added.get(1).matches("9\t2\t(base|other)"), added.toString());
    final String longer = planTsv();
    assertTrue(gate(2).startsWith("again: block 9,"), "asked twice, one block");
    assertEquals(longer, planTsv());
  }

  @Test
  void theNewBlockIsThatOfALongerCampaign() throws IOException {
    plan();
    pair(1, 500, 625, json -> waiting(json, 400, 1));
    pair(2, 500, 625, json -> waiting(json, 400, 1));
    gate(1);
    gate(2);
    final String grown = planTsv();
    campaign = out.resolve("longer");
    plan("longer", "--blocks", 10, "--seed", 7);
    assertEquals(planTsv(), grown);
  }

  @Test
  void aNewBlockCountsAndMayBeRunAgainToo() throws IOException {
    plan("c", "--blocks", 2, "--seed", 7, "--retries", 2);
    pair(1, 500, 625, json -> {});
    pair(2, 500, 625, json -> waiting(json, 400, 1));
    assertTrue(gate(2).startsWith("again: block 3, because in block 2 "));
    pair(3, 500, 625, json -> waiting(json, 400, 1));
    assertTrue(gate(3).startsWith("again: block 4, because in block 3 "));
    pair(4, 500, 625, json -> waiting(json, 400, 1));
    assertTrue(gate(4).endsWith("; the retries (2) are used up\n"));
    final Cli report = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(0, report.code(), report.out());
    assertTrue(report.out().contains("of 8 planned are ok"), report.out());
  }

  @Test
  void anOverloadedForkHasItsBlockRunAgainAndStaysTold() throws IOException {
    plan();
    ForkFixture.typical(campaign, 1, "base", 500).write();
    ForkFixture.typical(campaign, 1, "other", 500)
        .with(json -> json.addProperty("status", "failed"))
        .with(json -> json.addProperty("reason", "overloaded: 61 % of the rate was kept"))
        .with(json -> floor(json, 135, 0))
        .writeJson();
    assertEquals("again: block 9, because in block 1 other: overloaded\n", gate(1));
    assertTrue(
        Cli.run("report", "--details", "--out", out, "c")
            .out()
            .contains("1 of 1 forks of other could not"));
  }

  @Test
  void aCampaignWithLooksRunsNoBlockAgain() throws IOException {
    plan("c", "--blocks", 8, "--seed", 7, "--precision", "2%", "--max-time", 60);
    pair(1, 500, 625, json -> waiting(json, 400, 1));
    final String before = planTsv();
    assertTrue(gate(1).startsWith("set aside: in block 1 base: "));
    assertEquals(before, planTsv());
    assertEquals(
        2,
        Cli.run(
                "plan",
                "--out",
                out,
                "--campaign",
                "d",
                "--contender",
                "a",
                "--baseline",
                "a",
                "--blocks",
                8,
                "--seed",
                1,
                "--precision",
                "2%",
                "--max-time",
                60,
                "--retries",
                1)
            .code());
  }

  @Test
  void aBlockThatThereIsNotIsOneSentence() throws IOException {
    plan();
    for (final Object block : new Object[] {0, 9, "x"}) {
      final Cli cli = Cli.run("gate", "--out", out, "c", block);
      assertEquals(2, cli.code());
      assertEquals(1, cli.err().lines().count(), cli.err());
    }
  }

  // --- fixtures

  private void plan() {
    plan("c", "--blocks", BLOCKS, "--seed", 7);
  }

  private void plan(final String name, final Object... options) {
    final Object[] all = new Object[9 + options.length];
    final Object[] first = {
      "plan",
      "--out",
      out,
      "--campaign",
      name,
      "--contender=base",
      "--contender=other",
      "--baseline",
      "base"
    };
    System.arraycopy(first, 0, all, 0, 9);
    System.arraycopy(options, 0, all, 9, options.length);
    final Cli cli = Cli.run(all);
    assertEquals(0, cli.code(), cli.err());
  }

  /** A block; the change is made to the baseline's fork. */
  private void pair(
      final int block, final long base, final long other, final Consumer<JsonObject> change)
      throws IOException {
    ForkFixture.typical(campaign, block, "base", base).with(change).write();
    ForkFixture.typical(campaign, block, "other", other).write();
  }

  private String gate(final int block) {
    final Cli cli = Cli.run("gate", "--out", out, "c", block);
    assertEquals(0, cli.code(), cli.err());
    return cli.out();
  }

  private String planTsv() throws IOException {
    return Files.readString(campaign.resolve("plan.tsv"));
  }

  private JsonObject report() throws IOException {
    final Cli cli = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(0, cli.code(), cli.err());
    final String json = Files.readString(campaign.resolve("result.json"));
    assertEquals(List.of(), Schemas.validate(Schemas.RESULT, json));
    return Cli.json(campaign.resolve("result.json"))
        .getAsJsonArray("comparisons")
        .get(0)
        .getAsJsonObject();
  }

  private List<String> trips(final Gates gates, final Consumer<JsonObject> change)
      throws Exception {
    final Fork fork = fork(500, change);
    final Fork other = fork(500, json -> floor(json, 110, 110));
    return gates.trips(fork, List.of(fork, other, other)).stream()
        .map(trip -> trip.gate().option())
        .toList();
  }

  private Fork fork(final long p50, final Consumer<JsonObject> change) throws Exception {
    Files.createDirectories(campaign);
    final ForkFixture fixture = ForkFixture.typical(campaign, 1, "a", p50).write();
    return ForkReader.read(fixture.with(change).json, new ForkName(1, "a"), "c");
  }

  private static void floor(final JsonObject json, final double before, final double after) {
    json.add("floorNs", ForkFixture.object(Map.of("before", before, "after", after)));
  }

  private static void host(final JsonObject json, final String key, final double value) {
    final JsonObject host = ForkFixture.object(Map.of(key, value));
    json.getAsJsonObject("disturbances").add("host", host);
  }

  private static void jit(final JsonObject json, final double millis) {
    json.getAsJsonObject("disturbances").addProperty("jitMillis", millis);
  }

  private static void waiting(final JsonObject json, final double... millis) {
    final JsonArray threads = new JsonArray();
    for (final double each : millis) {
      threads.add(ForkFixture.object(Map.of("runQueueMillis", each)));
    }
    json.getAsJsonObject("disturbances").add("threads", threads);
  }
}
