package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.plan.PlannedFixture;

/** Forks of an emulated CPU: kept, shown with a mark, never compared or decided on. */
class EmulatedTest {
  private static final int BLOCKS = 8;

  @TempDir private Path out;
  private Path campaign;

  @BeforeEach
  void plan() {
    campaign = out.resolve("c");
    final Cli cli =
        PlannedFixture.run(
            (Object[])
                ("--campaign c --blocks 8 --seed 1 --baseline base --contender base"
                        + " --contender other --contender contender --out "
                        + out)
                    .split(" "));
    assertEquals(0, cli.code(), cli.err());
  }

  @Test
  void someAreMarkedAndComparedWithNothing() throws IOException {
    for (int block = 1; block <= BLOCKS; block++) {
      ForkFixture.typical(campaign, block, "base", 500 + block).write();
      ForkFixture.typical(campaign, block, "other", 600 + block).write();
      ForkFixture.typical(campaign, block, "contender", 9_000).emulated().write();
    }
    final Cli cli = report();
    assertTrue(
        cli.out().lines().skip(2).findFirst().orElseThrow().startsWith("doubt: 8 forks ran under"),
        cli.out());
    assertTrue(cli.out().contains("Run these contenders on a real aarch64 host."), cli.out());
    assertTrue(cli.out().contains("other is 20 % slower than base"), cli.out());
    assertTrue(
        cli.out()
            .contains("contender cannot be compared with base: every fork of contender ran on"));
    final JsonObject contender = comparison("contender");
    assertTrue(contender.get("ratio").isJsonNull());
    assertFalse(contender.get("decidable").getAsBoolean());
    assertTrue(contender("contender").get("emulated").getAsBoolean());
    assertFalse(contender("other").has("emulated"));
  }

  @Test
  void noNumberOfTheirsIsWithoutTheMark() throws IOException {
    for (int block = 1; block <= BLOCKS; block++) {
      ForkFixture.typical(campaign, block, "base", 500 + block).write();
      ForkFixture.typical(campaign, block, "other", 600 + block).write();
      ForkFixture.typical(campaign, block, "contender", 7_777).emulated().write();
    }
    final Cli cli = report();
    final List<String> lines = cli.out().lines().filter(line -> line.contains("7,7")).toList();
    assertFalse(lines.isEmpty(), "they are shown");
    lines.forEach(line -> assertTrue(line.contains("contender (emulated)"), line));
    final List<String> csv = Files.readAllLines(campaign.resolve("result.csv"));
    assertEquals(1 + 3 * BLOCKS, csv.size());
    assertEquals(
        BLOCKS, csv.stream().filter(line -> line.contains(",contender,emulated,")).count());
    final String page = Files.readString(campaign.resolve("report.html"));
    assertTrue(page.contains("Hollow: emulated, shown and never decided on."), page);
    final String chart = Files.readString(campaign.resolve("charts").resolve("median.svg"));
    assertTrue(chart.contains("contender (emulated)"), chart);
  }

  @Test
  void anOverloadedOneSaysNothingOfTheRateAndNothingOfGates() throws IOException {
    for (int block = 1; block <= BLOCKS; block++) {
      ForkFixture.typical(campaign, block, "base", 500 + block)
          .with(
              json -> json.add("floorNs", ForkFixture.object(Map.of("before", 130, "after", 900))))
          .write();
      ForkFixture.typical(campaign, block, "other", 600 + block).write();
      final ForkFixture emulated = ForkFixture.typical(campaign, block, "contender", 9_000);
      if (block > 4) {
        emulated.with(json -> json.addProperty("status", "overloaded"));
        emulated.with(json -> json.addProperty("reason", "of 10 messages 9 were late"));
      }
      emulated.emulated().write();
    }
    final Cli cli = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(3, cli.code(), cli.err());
    assertFalse(cli.out().contains("of contender could not keep the rate"), cli.out());
    assertFalse(cli.out().contains("of contender: the JVM itself"), cli.out());
    assertTrue(
        cli.out().contains("Gates excluded 8 of 8 forks of base, but 0 of 8 forks of other"));
    assertTrue(
        cli.out().lines().anyMatch(line -> line.matches("contender \\(emulated\\) .* emulated")),
        cli.out());
  }

  @Test
  void nothingElseIsNoVerdictAndSaysWhatToDo() throws IOException {
    for (int block = 1; block <= BLOCKS; block++) {
      ForkFixture.typical(campaign, block, "base", 500 + block).emulated().write();
      ForkFixture.typical(campaign, block, "other", 900 + block).emulated().write();
      ForkFixture.typical(campaign, block, "contender", 900 + block).emulated().write();
    }
    final Cli cli = report();
    final String sentence =
        "No verdict: every fork of this campaign ran under an emulator, whose times mean nothing; run"
            + " it on a real aarch64 host.";
    assertTrue(cli.out().contains(sentence), cli.out());
    assertTrue(Files.readString(campaign.resolve("report.html")).contains(sentence));
    assertFalse(cli.out().contains("slower"), cli.out());
    assertFalse(cli.out().contains("not shown to differ"), cli.out());
    for (final JsonElement each : result().getAsJsonArray("comparisons")) {
      assertEquals("inconclusive", each.getAsJsonObject().get("verdict").getAsString());
      assertTrue(each.getAsJsonObject().get("ratio").isJsonNull());
    }
  }

  @Test
  void scoresOfAnEmulatorDoNotHideTheLatenciesOfTheOthers() throws IOException {
    for (int block = 1; block <= BLOCKS; block++) {
      ForkFixture.typical(campaign, block, "base", 500 + block).write();
      ForkFixture.typical(campaign, block, "other", 600 + block).write();
    }
    new ForkFixture(campaign, 1, "contender")
        .ofScores("another")
        .emulated()
        .score("mine", 0, "ms", 3)
        .writeJson();
    assertTrue(report().out().contains("other is 20 % slower than base"));
  }

  @Test
  void scoresOfAnEmulatorAreInNoContrast() throws IOException {
    final Path scores = out.resolve("s");
    final Cli planned =
        PlannedFixture.run(
            (Object[])
                ("--campaign s --blocks 8 --seed 1 --baseline base --contender base --contender contender"
                        + " --set workload=contention --contrast adjacent/padded --out "
                        + out)
                    .split(" "));
    assertEquals(0, planned.code(), planned.err());
    for (int block = 1; block <= BLOCKS; block++) {
      fields(scores, block, "base").writeJson();
      fields(scores, block, "contender").emulated().writeJson();
    }
    assertEquals(0, Cli.run("report", "--details", "--out", out, "s").code());
    final JsonObject result = Cli.json(scores.resolve("result.json"));
    assertEquals(1, result.getAsJsonArray("contrasts").size());
    assertTrue(
        Files.readString(scores.resolve("report.md")).contains("contender (emulated)"),
        "their scores are shown");
  }

  private static ForkFixture fields(final Path folder, final int block, final String contender) {
    return new ForkFixture(folder, block, contender)
        .ofScores("contention")
        .score("adjacent", 2, "ns/op", 40 + block)
        .score("padded", 2, "ns/op", 10);
  }

  private Cli report() throws IOException {
    final Cli cli = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(0, cli.code(), cli.err() + cli.out());
    assertEquals(
        List.of(),
        Schemas.validate(Schemas.RESULT, Files.readString(campaign.resolve("result.json"))));
    return cli;
  }

  private JsonObject result() throws IOException {
    return Cli.json(campaign.resolve("result.json"));
  }

  private JsonObject comparison(final String name) throws IOException {
    return find("comparisons", "contender", name);
  }

  private JsonObject contender(final String name) throws IOException {
    return find("contenders", "name", name);
  }

  private JsonObject find(final String list, final String key, final String name)
      throws IOException {
    return StreamSupport.stream(result().getAsJsonArray(list).spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .filter(each -> each.get(key).getAsString().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
