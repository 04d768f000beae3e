package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.campaign.ForkFixture;
import org.whichjvm.collector.campaign.TurnsFixture;
import org.whichjvm.collector.campaign.plan.PlannedFixture;

/** What comes after a block: the rest, a block more, or the end. */
class NextCommandTest {
  @TempDir Path out;
  private Path campaign;

  @BeforeEach
  void folder() {
    campaign = out.resolve("c");
  }

  @Test
  void aCleanBlockLetsTheCampaignGoOn() throws IOException {
    plan("--blocks", 3);
    pair(1, clean());
    final String before = planTsv();
    final Cli cli = next(Exit.OK);
    assertEquals(before, planTsv());
    final List<String> lines = cli.out().lines().toList();
    assertEquals("block 1 of 3: base 500 ns, other 625 ns", lines.get(0));
    assertTrue(lines.get(1).matches("about .* left"), cli.out());
  }

  @Test
  void beforeTheFirstBlockThereIsNothingToSay() throws IOException {
    plan("--blocks", 3);
    assertEquals("", next(Exit.OK).out());
    ForkFixture.typical(campaign, 1, "base", 500).write();
    assertEquals("", next(Exit.OK).out(), "half a block is none");
  }

  @Test
  void afterTheLastBlockItHasEnded() throws IOException {
    plan("--blocks", 1);
    pair(1, clean());
    assertEquals("block 1 of 1: base 500 ns, other 625 ns\n", next(Exit.ENDED).out());
    next(Exit.ENDED);
  }

  @Test
  void anExcludedBlockIsRunAgainAtTheEndAndAskingTwiceAddsOne() throws IOException {
    plan("--blocks", 2);
    pair(1, disturbed());
    final String before = planTsv();
    assertTrue(
        next(Exit.OK)
            .out()
            .contains(
                "; it is run again because base: a measured thread waited for a CPU: 40 %, over 25 %"));
    final String grown = planTsv();
    assertTrue(grown.startsWith(before));
    final List<String> added = grown.substring(before.length()).lines().toList();
    assertEquals(2, added.size());
    for (int i = 0; i < 2; i++) {
      assertTrue(
          added.get(i).matches("3\t" + (5 + i) + "\t(base|other)\tcommands/fork/(base|other)"),
          added.toString());
    }
    next(Exit.OK);
    assertEquals(grown, planTsv());
  }

  @Test
  void whatAKilledCampaignDidNotAskIsMadeUpFor() throws IOException {
    plan("--blocks", 4, "--retries", 3);
    pair(1, disturbed());
    pair(2, disturbed());
    next(Exit.OK);
    assertEquals(6, lastBlock());
  }

  @Test
  void aBlockByTurnsIsOneStepAndRunAgainAsOne() throws IOException {
    plan("--blocks", 2, "--set=interleave=turns");
    pair(1, disturbed());
    next(Exit.OK);
    final List<String> lines = planTsv().lines().toList();
    assertEquals(7, lines.size());
    for (final String line : lines.subList(1, 7)) {
      assertTrue(line.matches("([123])\t\\1\t(base|other)\t.*"), line);
    }
  }

  @Test
  void aBlockOfSomeContendersIsWholeWithThemAndRunAgainWithThem() throws IOException {
    plan("--blocks", 2, "--contender=third", "--set=interleave=turns");
    // As where there is memory for two at once.
    Files.writeString(
        campaign.resolve("plan.tsv"),
        planTsv().replaceAll("1\t1\tthird\t.*\n", "").replaceAll("2\t2\tother\t.*\n", ""));
    pair(1, clean());
    assertEquals(
        "block 1 of 2: base 500 ns, other 625 ns", next(Exit.OK).out().lines().toList().get(0));
    ForkFixture.typical(campaign, 2, "base", 500).with(disturbed()).write();
    ForkFixture.typical(campaign, 2, "third", 500).write();
    next(Exit.OK);
    final List<String> lines = planTsv().lines().toList();
    assertEquals(7, lines.size());
    for (final String line : lines.subList(5, 7)) {
      assertTrue(line.matches("3\t3\t(base|third)\t.*"), line);
    }
    final Cli report = Cli.run("report", "--details", "--out", out, "c");
    assertTrue(report.out().contains(" of 6 planned are ok"), report.out());
  }

  @Test
  void aLongerPlanIsThatOfALongerCampaign() throws IOException {
    plan("--blocks", 2);
    pair(1, disturbed());
    next(Exit.OK);
    final String grown = planTsv();
    campaign = out.resolve("longer");
    plan("--campaign", "longer", "--blocks", 3);
    assertEquals(planTsv(), grown);
  }

  @Test
  void aBlockMoreMayBeRunAgainTooAndNoMoreThanTheRetries() throws IOException {
    plan("--blocks", 1, "--retries", 2);
    pair(1, disturbed());
    next(Exit.OK);
    assertEquals(2, lastBlock());
    pair(2, disturbed());
    next(Exit.OK);
    assertEquals(3, lastBlock());
    pair(3, disturbed());
    assertTrue(next(Exit.ENDED).out().contains("; it is not run again, though base: "));
    assertEquals(3, lastBlock());
  }

  @Test
  void withoutRetriesNothingIsRunAgain() throws IOException {
    plan("--blocks", 1, "--retries", 0);
    pair(1, disturbed());
    next(Exit.ENDED);
    assertEquals(1, lastBlock());
  }

  @Test
  void anOverloadedForkHasItsBlockRunAgain() throws IOException {
    plan("--blocks", 1);
    ForkFixture.typical(campaign, 1, "base", 500).write();
    ForkFixture.typical(campaign, 1, "other", 500)
        .with(json -> json.addProperty("status", "overloaded"))
        .with(json -> json.addProperty("reason", "61 % of the rate was kept"))
        .writeJson();
    final String said = next(Exit.OK).out();
    assertTrue(said.startsWith("block 1 of 1: base 500 ns, other overloaded; "), said);
    assertEquals(2, lastBlock());
  }

  @Test
  void aForkThatFailedOrIsUnreadableIsABlockOfItsKind() throws IOException {
    plan("--blocks", 2);
    ForkFixture.typical(campaign, 1, "base", 500).write();
    Files.writeString(campaign.resolve("forks/001-other.json"), "{");
    assertTrue(
        next(Exit.OK).out().startsWith("block 1 of 2: base 500 ns;")
            || next(Exit.OK).out().startsWith("block 1 of 2: base 500 ns\n"));
    assertEquals(2, lastBlock());
  }

  @Test
  void aCampaignWithLooksStopsOnceAllIsDecidedAndStaysStopped() throws IOException {
    plan("--blocks", 40, "--precision", "20%", "--max-time", 86_400, "--decide", "p50");
    int block = 0;
    int code = Exit.OK;
    Cli cli = null;
    while (code == Exit.OK && block < 40) {
      block++;
      pair(block, clean());
      cli = Cli.run("next", "--out", out, "c");
      code = cli.code();
    }
    assertEquals(Exit.ENDED, code);
    assertTrue(block < 40, "after block " + block);
    assertTrue(cli.out().contains("the campaign stops: "), cli.out());
    assertTrue(Files.exists(campaign.resolve("stopped.json")));
    assertTrue(next(Exit.ENDED).out().startsWith("the campaign has stopped: "));
    assertEquals(40, lastBlock(), "no block is added");
  }

  @Test
  void aCampaignWithLooksRunsNoBlockAgain() throws IOException {
    plan("--blocks", 40, "--precision", "2%", "--max-time", 86_400);
    pair(1, disturbed());
    assertTrue(next(Exit.OK).out().contains("; it is not run again, though base: "));
    assertEquals(40, lastBlock());
  }

  @Test
  void whenItsTimeIsUpACampaignEndsAfterAWholeBlock() throws IOException {
    plan("--blocks", 40, "--precision", "2%", "--max-time", 6);
    pair(1, clean());
    next(Exit.OK);
    pair(2, clean());
    assertTrue(next(Exit.ENDED).out().contains("the campaign stops: "));
    assertTrue(Cli.json(campaign.resolve("stopped.json")).get("timeUp").getAsBoolean());
  }

  @Test
  void aCampaignThatCannotBeginLeavesNothing() throws IOException {
    final Path folder = planned();
    Cli.record(
        "whichjvm: no\n", "--out", out, "--block", 0, "--contender", "one", "--exit", 2, "n");
    final Cli cli = Cli.run("next", "--out", out, folder.getFileName());
    assertEquals(Exit.USAGE, cli.code());
    assertEquals("whichjvm: no\n", cli.err());
    assertFalse(Files.exists(folder));
  }

  private Path planned() throws IOException {
    final List<Object> args =
        List.of(
            "plan",
            "--out",
            out,
            "--runner=host",
            "--machine=amd64",
            "--knows=one=/jdk",
            "--usual=one",
            "--flag-sets",
            "../docker/flags",
            "--studies",
            "../studies",
            "--",
            "one");
    final Cli cli = Cli.run(args.toArray());
    assertEquals(Exit.OK, cli.code(), cli.err());
    final Path named = out.resolve(cli.out().strip());
    return Files.move(named, out.resolve("n"));
  }

  // --- fixtures

  @Test
  void aBlockThatGatesLeftTooFewRoundsRunsAgain() throws IOException {
    plan("--blocks", 2, "--retries", 1);
    byTurns(1, 300);
    final Cli cli = next(Exit.OK);
    assertTrue(
        cli.out()
            .contains(
                "it is run again because other: 0 of 10 rounds are left to compare it with base, and"
                    + " it needs 5"),
        cli.out());
    assertEquals(3, lastBlock());
  }

  @Test
  void aBlockOfRoundsThatCountDoesNot() throws IOException {
    plan("--blocks", 2, "--retries", 1);
    byTurns(1, 130);
    next(Exit.OK);
    assertEquals(2, lastBlock());
  }

  /** A block by turns; the baseline's are at another floor than those of the other. */
  private void byTurns(final int block, final double floor) throws IOException {
    for (final String contender : List.of("base", "other")) {
      final ForkFixture fork = ForkFixture.typical(campaign, block, contender, 500);
      TurnsFixture.add(fork.json, "17", 2, 10, round -> 500);
      for (int round = 0; round < 10 && contender.equals("base"); round++) {
        TurnsFixture.floor(TurnsFixture.at(fork.json, round), floor);
      }
      fork.write();
    }
  }

  private void plan(final Object... options) {
    final List<Object> all = new ArrayList<>(List.of("--out", out, "--campaign", "c"));
    all.addAll(List.of("--contender=base", "--contender=other", "--baseline", "base", "--seed", 7));
    all.addAll(List.of(options));
    final Cli cli = PlannedFixture.run(all.toArray());
    assertEquals(0, cli.code(), cli.err());
  }

  private Cli next(final int code) {
    final Cli cli = Cli.run("next", "--out", out, campaign.getFileName());
    assertEquals(code, cli.code(), cli.err() + cli.out());
    return cli;
  }

  private String planTsv() throws IOException {
    return Files.readString(campaign.resolve("plan.tsv"));
  }

  private int lastBlock() throws IOException {
    final List<String> lines = planTsv().lines().toList();
    return Integer.parseInt(lines.get(lines.size() - 1).split("\t")[0]);
  }

  /** A block; the change is made to the baseline's fork. */
  private void pair(final int block, final Consumer<JsonObject> change) throws IOException {
    ForkFixture.typical(campaign, block, "base", 500).with(change).write();
    ForkFixture.typical(campaign, block, "other", 625).write();
  }

  private static Consumer<JsonObject> clean() {
    return json -> {};
  }

  private static Consumer<JsonObject> disturbed() {
    final JsonArray threads = new JsonArray();
    threads.add(ForkFixture.object(Map.of("runQueueMillis", 400)));
    threads.add(ForkFixture.object(Map.of("runQueueMillis", 1)));
    return json -> json.getAsJsonObject("disturbances").add("threads", threads);
  }
}
