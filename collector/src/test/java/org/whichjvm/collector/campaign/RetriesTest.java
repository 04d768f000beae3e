package org.whichjvm.collector.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.campaign.plan.PlannedFixture;
import org.whichjvm.collector.cli.Cli;

/** When a block is run again. */
class RetriesTest extends GateFixture {
  @Test
  void aCleanBlockIsNotRunAgain() throws IOException {
    plan();
    pair(1, 500, 625, json -> {});
    final String before = planTsv();
    assertEquals(-1, next().indexOf("run again"));
    assertEquals(before, planTsv());
  }

  @Test
  void anExcludedBlockIsRunAgainAtTheEnd() throws IOException {
    plan();
    pair(1, 500, 625, json -> {});
    pair(2, 500, 625, json -> waiting(json, 400, 1));
    final String before = planTsv();
    final String said = next();
    assertTrue(
        said.contains(
            "it is run again because base: a measured thread waited for a CPU: 40 %, over 25 %"),
        said);
    assertTrue(planTsv().startsWith(before));
    final List<String> added = planTsv().substring(before.length()).lines().toList();
    assertEquals(2, added.size());
    added.forEach(line -> assertTrue(line.startsWith("9\t"), line));
    final String longer = planTsv();
    next();
    assertEquals(longer, planTsv(), "asked twice, one block");
  }

  @Test
  void aNewBlockCountsAndMayBeRunAgainToo() throws IOException {
    plan("c", "--blocks", 2, "--seed", 7, "--retries", 2);
    pair(1, 500, 625, json -> {});
    pair(2, 500, 625, json -> waiting(json, 400, 1));
    assertTrue(next().contains("it is run again"));
    pair(3, 500, 625, json -> waiting(json, 400, 1));
    assertTrue(next().contains("it is run again"));
    pair(4, 500, 625, json -> waiting(json, 400, 1));
    assertEquals(10, Cli.run("next", "--out", out, "c").code(), "the retries are used up");
    final Cli report = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(0, report.code(), report.out());
    assertTrue(report.out().contains("of 8 planned are ok"), report.out());
  }

  @Test
  void anOverloadedForkHasItsBlockRunAgainAndStaysTold() throws IOException {
    plan();
    ForkFixture.typical(campaign, 1, "base", 500).write();
    ForkFixture.typical(campaign, 1, "other", 500)
        .with(json -> json.addProperty("status", "overloaded"))
        .with(json -> json.addProperty("reason", "61 % of the rate was kept"))
        .with(json -> floor(json, 135, 0))
        .writeJson();
    assertTrue(next().contains("it is run again because other: overloaded"));
    assertTrue(
        Cli.run("report", "--details", "--out", out, "c")
            .out()
            .contains("1 of 1 forks of other could not"));
  }

  @Test
  void aCampaignWithInterimLooksRunsNoBlockAgain() throws IOException {
    plan("c", "--blocks", 8, "--seed", 7, "--precision", "2%", "--max-time", 60);
    pair(1, 500, 625, json -> waiting(json, 400, 1));
    final String before = planTsv();
    final String said = next();
    assertTrue(said.contains("it is not run again, though base: a measured"), said);
    assertEquals(before, planTsv());
    final Object[] retries = {
      "--out",
      out,
      "--campaign=d",
      "--contender=a",
      "--baseline=a",
      "--blocks=8",
      "--precision=2%",
      "--max-time=60",
      "--retries=1"
    };
    assertEquals(2, PlannedFixture.run(retries).code());
  }

  private String next() {
    final Cli cli = Cli.run("next", "--out", out, "c");
    assertEquals(0, cli.code(), cli.err());
    return cli.out();
  }

  private String planTsv() throws IOException {
    return Files.readString(campaign.resolve("plan.tsv"));
  }
}
