package org.whichjvm.collector.report;

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
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.campaign.ForkFixture;
import org.whichjvm.collector.campaign.plan.PlannedFixture;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;

/** Campaigns whose forks have scores, by the command line. */
class ScoresTest {
  private static final int BLOCKS = 12;

  @TempDir private Path out;
  private Path campaign;
  private final Random noise = new Random(5);

  @BeforeEach
  void folder() {
    campaign = out.resolve("c");
  }

  @Test
  void aScoreOfMoreTimeIsSlower() throws IOException {
    contention();
    final Cli cli = report();
    final JsonObject comparison = comparison("other", "adjacent@2");
    assertEquals("slower", comparison.get("verdict").getAsString());
    assertEquals("ns/op", comparison.get("unit").getAsString());
    assertEquals(1.5, comparison.get("ratio").getAsDouble(), 0.02);
    assertTrue(
        cli.out().contains("other against base: slower at 1 of 3 scores (most at adjacent@2: 1.5"),
        cli.out());
    assertTrue(
        cli.out().contains("other is 50 % slower than base at adjacent with 2 threads: 1.5"),
        cli.out());
    assertEquals("inconclusive", comparison("other", "cas@1").get("verdict").getAsString());
  }

  @Test
  void aRateOfMoreIsFaster() throws IOException {
    plan("gc-steal");
    forks("gc-steal", this::steal);
    report();
    final JsonObject allocation = comparison("other", "allocation@1");
    assertEquals("faster", allocation.get("verdict").getAsString());
    assertEquals(0.5, allocation.get("ratio").getAsDouble(), 0.02);
    assertEquals("slower", comparison("other", "pause-total@2").get("verdict").getAsString());
  }

  @Test
  void whatIsCountedIsShownAndFewPausesAreNotDecided() throws IOException {
    plan("gc-steal");
    forks("gc-steal", this::steal);
    final Cli cli = report();
    assertTrue(cli.out().contains("collections"), cli.out());
    assertFalse(
        Files.readString(campaign.resolve("result.json"))
            .contains("\"collections@2\",\n      \"unit\": \"count\",\n      \"ratio"));
    assertFalse(comparison("other", "pause-max@2").get("decidable").getAsBoolean());
    assertEquals(
        List.of("pause-p50@2", "pause-total@2", "allocation@1"),
        StreamSupport.stream(
                result().getAsJsonObject("decision").getAsJsonArray("decide").spliterator(), false)
            .map(JsonElement::getAsString)
            .toList());
  }

  @Test
  void aForksScoreIsTheMedianOfItsIterations() throws IOException {
    plan("contention");
    forks(
        "contention",
        fork -> {
          final double ns = isOther(fork) ? 20 : 10;
          fork.score("cas", 1, "ns/op", 77, ns, ns * noise(), 1_000);
        });
    report();
    assertEquals(2, comparison("other", "cas@1").get("ratio").getAsDouble(), 0.1);
  }

  @Test
  void onlyTheDeclaredScoresAreDecided() throws IOException {
    plan("contention", "--decide", "adjacent,cas@1");
    forks("contention", this::fields);
    final Cli cli = report();
    assertTrue(comparison("other", "adjacent@2").get("decidable").getAsBoolean());
    assertFalse(comparison("other", "padded@2").get("decidable").getAsBoolean());
    assertTrue(cli.out().contains("more are not decided"), cli.out());
  }

  @Test
  void allDecidedScoresWeighTheSame() throws IOException {
    contention();
    report();
    final JsonObject slower = comparison("other", "adjacent@2");
    // Three scores of one contender: Holm's first step multiplies by three.
    assertEquals(3 * slower.get("p").getAsDouble(), slower.get("adjustedP").getAsDouble(), 1e-9);
  }

  @Test
  void twoScoresOfAForkAreContrasted() throws IOException {
    plan("contention", "--contrast", "adjacent/padded");
    forks("contention", this::fields);
    final Cli cli = report();
    final JsonObject contrast = result().getAsJsonArray("contrasts").get(0).getAsJsonObject();
    assertEquals("adjacent@2", contrast.get("score").getAsString());
    assertEquals("padded@2", contrast.get("against").getAsString());
    assertEquals("slower", contrast.get("verdict").getAsString());
    assertEquals(12, contrast.get("forks").getAsInt());
    assertEquals(4, contrast.get("ratio").getAsDouble(), 0.2);
    // A family of their own: one for each of the two contenders.
    assertEquals(
        2 * contrast.get("p").getAsDouble(), contrast.get("adjustedP").getAsDouble(), 1e-9);
    assertTrue(cli.out().contains(" times as slow as padded on base at 2 threads: "), cli.out());
  }

  @Test
  void scoresOfOtherNumbersOfThreadsAreContrastedByTheirKeys() throws IOException {
    plan("contention", "--contrast", "adjacent@2/cas@1");
    forks("contention", this::fields);
    final Cli cli = report();
    final JsonObject contrast = result().getAsJsonArray("contrasts").get(0).getAsJsonObject();
    assertEquals("cas@1", contrast.get("against").getAsString());
    assertEquals(5, contrast.get("ratio").getAsDouble(), 0.2);
    assertTrue(cli.out().contains("times as slow as cas@1 on base: "), cli.out());
    assertTrue(cli.out().contains("adjacent@2 is "), cli.out());
  }

  @Test
  void anExcludedForkIsInNoContrast() throws IOException {
    plan("contention", "--contrast", "adjacent/padded");
    forks(
        "contention",
        fork -> {
          fields(fork);
          if (fork.json.get("block").getAsInt() == 3 && !isOther(fork)) {
            fork.json.getAsJsonObject("floorNs").addProperty("after", 900);
          }
        });
    report();
    final JsonObject base = result().getAsJsonArray("contrasts").get(0).getAsJsonObject();
    assertEquals(11, base.get("forks").getAsInt());
    assertEquals(11, comparison("other", "adjacent@2").get("blocks").getAsInt());
    assertTrue(Files.readString(campaign.resolve("result.csv")).contains("floor-in-fork"));
  }

  @Test
  void aContrastWithoutAForkThatCountsSaysWhy() throws IOException {
    plan("contention", "--contrast", "adjacent/padded");
    forks(
        "contention",
        fork -> {
          fields(fork);
          if (!isOther(fork)) {
            final JsonObject host = new JsonObject();
            host.addProperty("throttledMillis", 50);
            final JsonObject disturbances = new JsonObject();
            disturbances.addProperty("windowSeconds", 4);
            disturbances.add("host", host);
            fork.json.add("disturbances", disturbances);
          }
        });
    final Cli cli = report();
    final List<JsonElement> contrasts = result().getAsJsonArray("contrasts").asList();
    assertEquals(2, contrasts.size());
    final JsonObject other = contrasts.get(0).getAsJsonObject();
    assertEquals("other", other.get("contender").getAsString());
    // Alone in its family, for the one of base is no test.
    assertEquals(other.get("p"), other.get("adjustedP"));
    final JsonObject base = contrasts.get(1).getAsJsonObject();
    assertEquals("base", base.get("contender").getAsString());
    assertEquals(0, base.get("forks").getAsInt());
    assertEquals("inconclusive", base.get("verdict").getAsString());
    assertTrue(base.get("ratio").isJsonNull());
    final String sentence =
        "adjacent cannot be compared with padded on base at 2 threads: gates exclude every fork:"
            + " all 12, ";
    assertTrue(cli.out().replaceAll("\\s+", " ").contains(sentence), cli.out());
    assertTrue(cli.out().contains("by throttled-share (throttled by a CPU quota)"), cli.out());
    assertTrue(Files.readString(campaign.resolve("report.html")).contains(sentence));
  }

  @Test
  void nothingIsSaidThatScoresDoNotHave() throws IOException {
    contention();
    final String text = report().out() + Files.readString(campaign.resolve("report.html"));
    for (final String word : List.of("messages", "service", "response", "percentile")) {
      assertFalse(text.toLowerCase(java.util.Locale.ROOT).contains(word), word);
    }
  }

  @Test
  void aLineOfTheCsvHasEveryScore() throws IOException {
    contention();
    report();
    final List<String> lines = Files.readAllLines(campaign.resolve("result.csv"));
    assertTrue(lines.get(0).endsWith(",cas@1_ns_per_op,adjacent@2_ns_per_op,padded@2_ns_per_op"));
    assertEquals(lines.get(0).split(",", -1).length, lines.get(1).split(",", -1).length);
    assertFalse(lines.get(0).contains("service"));
  }

  @Test
  void aPipelineFailsOnASlowerScore() throws IOException {
    contention();
    final Cli cli = Cli.run("report", "--details", "--out", out, "--fail-on", "slower:20%", "c");
    assertEquals(1, cli.code(), cli.err());
    assertTrue(cli.out().contains("--fail-on slower:20%: other is 50 % slower"), cli.out());
    assertEquals(
        0, Cli.run("report", "--details", "--out", out, "--fail-on", "slower:80%", "c").code());
  }

  @Test
  void aLaterCampaignIsComparedByItsScores() throws IOException {
    contention();
    campaign = out.resolve("later");
    plan("contention");
    forks(
        "contention",
        fork -> {
          fields(fork);
          if (isOther(fork)) {
            fork.json
                .getAsJsonArray("scores")
                .forEach(each -> each.getAsJsonObject().addProperty("score", 300 * noise()));
          }
        });
    final Cli cli = Cli.run("report", "--details", "--out", out, "c", "later");
    assertEquals(0, cli.code(), cli.err());
    assertTrue(cli.out().contains(" times as slow as c at padded with 2 threads: "), cli.out());
    assertTrue(cli.out().contains("Scores side by side"), cli.out());
  }

  @Test
  void aScoreThatNoForkHasIsSaid() throws IOException {
    plan("contention", "--decide", "adjcent", "--contrast", "adjacent/paded");
    forks("contention", this::fields);
    assertTrue(report().out().contains("No fork has the score adjcent, paded"));
  }

  @Test
  void aForkWithoutScoresOrWithAWrongOneIsNotUsed() throws IOException {
    plan("contention");
    forks("contention", this::fields);
    new ForkFixture(campaign, 1, "base").ofScores("contention").writeJson();
    new ForkFixture(campaign, 2, "base")
        .ofScores("contention")
        .score("cas", 1, "ns/op", 0)
        .writeJson();
    new ForkFixture(campaign, 3, "base")
        .ofScores("contention")
        .score("cas", 1, "ns/op", 1)
        .score("cas", 1, "ns/op", 2)
        .writeJson();
    new ForkFixture(campaign, 4, "other")
        .ofScores("contention")
        .score("cas", 1, "ms", 1)
        .writeJson();
    final Cli cli = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(3, cli.code());
    assertTrue(cli.out().contains("has 0 scores"), cli.out());
    assertTrue(cli.out().contains("its score is not a number above 0"), cli.out());
    assertTrue(cli.out().contains("has the score cas@1 twice"), cli.out());
    assertTrue(cli.out().contains("its score cas@1 is in ms, but in ns/op"), cli.out());
  }

  @Test
  void wrongOptionsAreRefusedInASentence() {
    assertTrue(refused("--contrast", "adjacent").contains("it takes two different scores"));
    assertTrue(refused("--contrast", "a@2/b").contains("both with their threads"));
    assertTrue(refused("--contrast", "a/a").contains("it takes two different scores"));
    assertTrue(refused("--decide", "p50").contains("this workload has scores, not percentiles"));
  }

  // --- helpers ------------------------------------------------------------------------------

  private String refused(final String... more) {
    final List<String> args = arguments(more);
    args.addAll(List.of("--set", "workload=contention"));
    final Cli cli = PlannedFixture.run(args.toArray());
    assertEquals(2, cli.code(), cli.out());
    assertFalse(Files.exists(campaign));
    return cli.err();
  }

  private List<String> arguments(final String... more) {
    final List<String> args = new ArrayList<>();
    args.addAll(List.of("--out", out.toString()));
    args.addAll(List.of("--campaign", campaign.getFileName().toString()));
    args.addAll(List.of("--seed", "1", "--baseline", "base", "--blocks", "" + BLOCKS));
    args.addAll(List.of("--contender", "base", "--contender", "other"));
    args.addAll(List.of(more));
    return args;
  }

  private void plan(final String workload, final String... more) throws IOException {
    final List<String> args = arguments(more);
    args.addAll(List.of("--set", "workload=" + workload));
    final Cli cli = PlannedFixture.run(args.toArray());
    assertEquals(0, cli.code(), cli.err());
    assertEquals(
        List.of(),
        Schemas.validate(Schemas.CAMPAIGN, Files.readString(campaign.resolve("campaign.json"))));
  }

  private void contention() throws IOException {
    plan("contention");
    forks("contention", this::fields);
  }

  private void forks(final String workload, final Consumer<ForkFixture> change) throws IOException {
    for (int block = 1; block <= BLOCKS; block++) {
      for (final String contender : List.of("base", "other")) {
        final ForkFixture fork = new ForkFixture(campaign, block, contender).ofScores(workload);
        change.accept(fork);
        fork.writeJson();
      }
    }
  }

  private static boolean isOther(final ForkFixture fork) {
    return fork.json.get("contender").getAsString().equals("other");
  }

  private double noise() {
    return 1 + 0.01 * noise.nextGaussian();
  }

  /** Of the two fields the adjacent ones take four times as long, and on the other half more. */
  private void fields(final ForkFixture fork) {
    final boolean even = fork.json.get("block").getAsInt() % 2 == 0;
    fork.score("cas", 1, "ns/op", isOther(fork) ? even ? 9 : 7 : 8)
        .score("adjacent", 2, "ns/op", (isOther(fork) ? 60 : 40) * noise())
        .score("padded", 2, "ns/op", 10 * noise());
  }

  /** The other allocates twice as much, and its pauses are longer. */
  private void steal(final ForkFixture fork) {
    final double more = (isOther(fork) ? 1.3 : 1) * noise();
    fork.score("pause-p50", 2, "ms", 2.5 * more)
        .score("pause-p99", 2, "ms", 4 * more)
        .score("pause-max", 2, "ms", 5 * more)
        .score("pause-total", 2, "ms", 130 * more)
        .score("allocation", 1, "objects/s", (isOther(fork) ? 2e8 : 1e8) * noise())
        .score("collections", 2, "count", 50);
  }

  private Cli report() throws IOException {
    final Cli cli = Cli.run("report", "--details", "--out", out, campaign.getFileName());
    assertEquals(0, cli.code(), cli.err() + cli.out());
    assertEquals(
        List.of(),
        Schemas.validate(Schemas.RESULT, Files.readString(campaign.resolve("result.json"))));
    return cli;
  }

  private JsonObject result() throws IOException {
    return Cli.json(campaign.resolve("result.json"));
  }

  private JsonObject comparison(final String contender, final String score) throws IOException {
    return StreamSupport.stream(result().getAsJsonArray("comparisons").spliterator(), false)
        .map(JsonElement::getAsJsonObject)
        .filter(each -> each.get("contender").getAsString().equals(contender))
        .filter(each -> each.get("score").getAsString().equals(score))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no comparison of " + contender + " by " + score));
  }
}
