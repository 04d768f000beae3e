package org.whichjvm.collector.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;

/** When a block is run again. */
class RetriesTest extends GateFixture {
  @Test
  void aCleanBlockIsNotRunAgain() throws IOException {
    plan();
    pair(1, 500, 625, json -> {});
    final String before = planTsv();
    assertEquals("clean\n", gate(1));
    assertEquals(before, planTsv());
  }

  @Test
  void anExcludedBlockIsRunAgainAtTheEnd() throws IOException {
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
    assertTrue(added.get(0).matches("9\t(base|other)"), added.toString());
    assertTrue(added.get(1).matches("9\t(base|other)"), added.toString());
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
    final Cli report = Cli.run("report", "--out", out, "c");
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
        Cli.run("report", "--out", out, "c").out().contains("1 of 1 forks of other could not"));
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

  private String gate(final int block) {
    final Cli cli = Cli.run("gate", "--out", out, "c", block);
    assertEquals(0, cli.code(), cli.err());
    return cli.out();
  }

  private String planTsv() throws IOException {
    return Files.readString(campaign.resolve("plan.tsv"));
  }
}
