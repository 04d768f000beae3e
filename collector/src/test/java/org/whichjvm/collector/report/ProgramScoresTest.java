package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.campaign.ForkFixture;
import org.whichjvm.collector.cli.Cli;

/** Reports of somebody's own program, and of an application under load. */
class ProgramScoresTest extends ScoresCampaign {
  @Test
  void aProgramsTimeAndMemoryAreDecidedAndTheRestIsShown() throws IOException {
    plan("command");
    forks("command", this::program);
    final Cli cli = report();
    assertEquals("slower", comparison("other", "wall").get("verdict").getAsString());
    assertEquals("faster", comparison("other", "peak-memory").get("verdict").getAsString());
    assertFalse(comparison("other", "cpu-user").get("decidable").getAsBoolean());
    assertEquals(List.of("wall", "peak-memory"), decided());
    assertTrue(
        cli.out().contains("other is 49 % slower than base at wall, in 12 of 12 blocks: "),
        cli.out());
    assertTrue(cli.out().contains("context-switches"), cli.out());
  }

  @Test
  void moreIsBetterWhereTheForkSaysSo() throws IOException {
    plan("command");
    forks(
        "command",
        fork ->
            better(fork.score("jobs", 0, "points", (isOther(fork) ? 20 : 10) * noise()), "more"));
    report();
    assertEquals("faster", comparison("other", "jobs").get("verdict").getAsString());
    assertEquals("more", comparison("other", "jobs").get("better").getAsString());
    assertEquals(0.5, comparison("other", "jobs").get("ratio").getAsDouble(), 0.02);
  }

  @Test
  void whatAProgramSaidIsNoFileOfNobody() throws IOException {
    plan("command");
    forks("command", this::program);
    Files.writeString(campaign.resolve("forks/001-base.out"), "hello\n");
    assertFalse(report().out().contains("do not count"));
  }

  @Test
  void aKitsResultIsStamped() throws IOException {
    plan("command");
    forks(
        "command",
        fork -> {
          fork.json.getAsJsonObject("parameters").addProperty("adapter", "specjbb2015");
          better(fork.score("max-jops", 0, "jOPS", (isOther(fork) ? 20 : 10) * noise()), "more");
        });
    assertTrue(
        report()
            .out()
            .replaceAll("\\s+", " ")
            .contains("this is not a compliant SPECjbb2015 result"));
  }

  @Test
  void theCurveOfAnApplicationIsAChart() throws IOException {
    plan("retail");
    forks("retail", this::retail);
    report();
    assertEquals("slower", comparison("other", "max-throughput").get("verdict").getAsString());
    final String page = Files.readString(campaign.resolve("report.html"));
    assertTrue(page.contains("Response time by load"), "there is no chart");
    assertTrue(Files.exists(campaign.resolve("charts/load.svg")));
    assertTrue(
        page.contains("base max 1,000 a second, critical 800"), "the chart's words are others");
  }

  @Test
  void aCurveThatDoesNotAscendIsRefused() throws IOException {
    plan("retail");
    forks(
        "retail",
        fork -> {
          retail(fork);
          final JsonArray curve = fork.json.getAsJsonObject("load").getAsJsonArray("curve");
          if (isOther(fork)) {
            curve.add(curve.get(0).deepCopy());
          }
        });
    final Cli cli = Cli.run("report", "--details", "--out", out, campaign.getFileName());
    assertTrue(cli.out().contains("the rates of its load do not ascend"), cli.out());
  }

  private void program(final ForkFixture fork) {
    fork.score("wall", 0, "ms", (isOther(fork) ? 150 : 100) * noise())
        .score("peak-memory", 0, "MB", (isOther(fork) ? 40 : 50) * noise())
        .score("cpu-user", 0, "ms", (isOther(fork) ? 90 : 60) * noise());
    last(fork).addProperty("beside", true);
    fork.score("context-switches", 0, "count", 100);
    last(fork).addProperty("beside", true);
  }

  private void retail(final ForkFixture fork) {
    final double slow = (isOther(fork) ? 0.9 : 1) * noise();
    better(fork.score("max-throughput", 0, "tx/s", 1_000 * slow), "more");
    better(fork.score("critical-throughput", 0, "tx/s", isOther(fork) ? 700 : 800), "more");
    final JsonObject load = new JsonObject();
    load.addProperty("busyRate", 1_100);
    load.addProperty("maxRate", isOther(fork) ? 900 : 1_000);
    load.add("rateAtLevel", new JsonObject());
    load.add("search", new JsonArray());
    final JsonArray curve = new JsonArray();
    for (int i = 1; i <= 10; i++) {
      final JsonObject step = new JsonObject();
      step.addProperty("rate", 100 * i * (isOther(fork) ? 0.9 : 1));
      step.addProperty("injected", 100 * i);
      step.addProperty("answered", 100 * i);
      step.addProperty("p50Nanos", 100_000 * i);
      step.addProperty("p95Nanos", 200_000 * i);
      step.addProperty("p99Nanos", 400_000 * i * i);
      step.addProperty("lagP99Nanos", 50_000);
      curve.add(step);
    }
    load.add("curve", curve);
    fork.json.add("load", load);
  }

  private static JsonObject last(final ForkFixture fork) {
    final JsonArray scores = fork.json.getAsJsonArray("scores");
    return scores.get(scores.size() - 1).getAsJsonObject();
  }

  private static void better(final ForkFixture fork, final String word) {
    last(fork).addProperty("better", word);
  }

  private List<String> decided() throws IOException {
    return StreamSupport.stream(
            result().getAsJsonObject("decision").getAsJsonArray("decide").spliterator(), false)
        .map(JsonElement::getAsString)
        .toList();
  }
}
