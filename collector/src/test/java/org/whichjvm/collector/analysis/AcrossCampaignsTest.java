package org.whichjvm.collector.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Decides;
import org.whichjvm.collector.campaign.Design;
import org.whichjvm.collector.campaign.Gates;
import org.whichjvm.collector.campaign.TurnsFixture;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.MadeTurns;
import org.whichjvm.collector.campaign.fork.Percentile;
import org.whichjvm.collector.campaign.fork.Summary;
import org.whichjvm.collector.stats.Looks;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.Score;

/**
 * What a verdict across campaigns promises, counted over simulated pairs of campaigns of one truth.
 * Each campaign has its own near and far floor and its own share of both; a contender costs so many
 * ns more than the reference, so that the ratio depends on the floor.
 */
@Tag("slow")
class AcrossCampaignsTest {
  private static final int PAIRS = 400;
  private static final int ROUNDS = 16;
  private static final Machine NOISY = new Machine(24, 0.02, 0.15);
  // Where forks differ by little, what is left of the floor is most of what differs.
  private static final Machine QUIET = new Machine(40, 0.01, 0.04);
  private static final double SLOWER_BY = 0.45; // of the logarithm: 57 %
  private static final Metric P50 = new Metric.OfLatency(Latency.SERVICE, Percentile.P50);

  private final long seed = Long.getLong("seed", 20_261_122);
  private final Random random = new Random(seed);

  /**
   * What campaigns run on.
   *
   * @param blocks of each
   * @param noise of a fork, and of each turn, of the logarithm
   * @param slowMode the share of forks in a slower JIT mode
   */
  private record Machine(int blocks, double noise, double slowMode) {}

  /** What a build takes where the reference takes so long. */
  private interface Cost {
    double of(double referenceNs);
  }

  @Test
  void theSameBuildIsSaidToHaveChangedAtMostOnceInTwenty() {
    count(NOISY, "as fast as the reference", ns -> ns, ns -> ns).holds();
    count(NOISY, "100 ns slower", ns -> ns + 100, ns -> ns + 100).holds();
  }

  @Test
  void aBuildThatTakesSoMuchTimeMoreIsNeither() {
    final Count count = count(QUIET, "200 ns slower", ns -> ns + 200, ns -> ns + 200);
    count.holds();
    // That the simulation can tell: by all rounds, whatever the floors, it would be.
    final double disjoint = (double) count.disjointOfAll / PAIRS;
    told("200 ns slower, intervals apart, whatever the floors", disjoint, disjoint > 0.2);
  }

  @Test
  void aBuildThatTakesAShareMoreIsNeither() {
    count(QUIET, "24 % slower", ns -> 1.24 * ns, ns -> 1.24 * ns).holds();
  }

  @Test
  void aBuildThatGotSlowerIsFound() {
    final Count quiet = count(QUIET, "5 % slower", ns -> ns + 100, ns -> 1.05 * (ns + 100));
    final double found = (double) quiet.slower / quiet.decided;
    told("5 % slower than before, found", found, found >= 0.8);
  }

  private Count count(
      final Machine machine, final String what, final Cost before, final Cost after) {
    final Count count = new Count(what);
    for (int i = 0; i < PAIRS; i++) {
      count.add(campaign(machine, before), campaign(machine, after));
    }
    return count;
  }

  /** Of pairs of campaigns, what was said of the p50 service time. */
  private final class Count {
    private final String what;
    private int decided;
    private int slower;
    private int faster;
    private int missed;
    private int disjoint;
    private int disjointOfAll;

    Count(final String what) {
      this.what = what;
    }

    void add(final List<ContenderForks> before, final List<ContenderForks> after) {
      final List<SharedFloor> floors =
          SharedFloor.of(SharedFloor.groups(before.get(0)), SharedFloor.groups(after.get(0)));
      disjointOfAll += apart(interval(pairs(before)), interval(pairs(after))) ? 1 : 0;
      final Across across =
          new Across(
              new Across.Side("stored", before),
              new Across.Side("new", after),
              "base",
              Design.FIXED.deciding(Set.of(Decides.HEADLINE)));
      assertEquals(floors.isEmpty(), across.missing() != null);
      for (final Comparison each : across.changes()) {
        if (each.headline() && each.decidable()) {
          decided++;
          slower += each.verdict() == Verdict.SLOWER ? 1 : 0;
          faster += each.verdict() == Verdict.FASTER ? 1 : 0;
          missed += each.low() > 1 || each.high() < 1 ? 1 : 0;
          final boolean apart =
              apart(
                  interval(at(floors.get(0).earlier(), before)),
                  interval(at(floors.get(0).later(), after)));
          disjoint += apart ? 1 : 0;
        }
      }
    }

    /** What has not changed is said to have at most once in twenty. */
    void holds() {
      final double all = decided;
      told(what + ", pairs with a floor in common", all / PAIRS, all / PAIRS > 0.4);
      told(what + ", said to have changed", (slower + faster) / all, slower + faster <= 0.05 * all);
      // Each tells of its own floor alone; no verdict rests on these.
      told(what + ", intervals of the two by themselves apart", disjoint / all, true);
      // Exact at its level, so that what is counted lies around it.
      final double most = 0.05 + 3 * Math.sqrt(0.05 * 0.95 / all);
      told(what + ", intervals of the change that miss", missed / all, missed <= most * all);
    }
  }

  private static Pairs pairs(final List<ContenderForks> campaign) {
    return Pairs.of(campaign.get(1), campaign.get(0), Integer.MAX_VALUE);
  }

  private static Pairs at(final AtFloor.Group floor, final List<ContenderForks> campaign) {
    return pairs(campaign).atFloors(floor.from(), floor.to());
  }

  /** Of one campaign, as its own report has it. */
  private static double[] interval(final Pairs pairs) {
    final double[] logRatios = pairs.having(P50).logRatios(P50);
    return new PairedTest(logRatios, Looks.single(logRatios.length), Score.REDESCENDING)
        .interval(Decision.ALPHA);
  }

  private static boolean apart(final double[] one, final double[] other) {
    return one[0] > other[1] || other[0] > one[1];
  }

  private void told(final String what, final double rate, final boolean holds) {
    System.out.printf("%s: %.4f (seed %d)%n", what, rate, seed);
    assertTrue(holds, () -> what + ": " + rate + ", seed " + seed);
  }

  private List<ContenderForks> campaign(final Machine machine, final Cost build) {
    final Gates gates = Gates.of(List.of(), null, machine.blocks(), false);
    final List<ContenderForks> campaign =
        List.of(new ContenderForks("base", gates), new ContenderForks("build", gates));
    final double near = 110 * Math.exp(0.4 * random.nextDouble());
    final double far = 500 * Math.exp(0.4 * random.nextDouble());
    final double farShare = random.nextDouble();
    boolean isFar = random.nextDouble() < farShare;
    for (int block = 1; block <= machine.blocks(); block++) {
      final double[] floors = new double[ROUNDS];
      for (int i = 0; i < ROUNDS; i++) {
        isFar = random.nextInt(6) == 0 ? random.nextDouble() < farShare : isFar;
        floors[i] = isFar ? far : near;
      }
      final List<Fork> forks = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        forks.add(
            fork(machine, block, i == 0 ? "base" : "build", floors, i == 0 ? ns -> ns : build));
      }
      for (int i = 0; i < 2; i++) {
        campaign.get(i).add(gates.judged(forks.get(i), forks), Map.of());
      }
    }
    return campaign;
  }

  private Fork fork(
      final Machine machine,
      final int block,
      final String contender,
      final double[] floors,
      final Cost cost) {
    final double mode =
        (random.nextDouble() < machine.slowMode() ? SLOWER_BY : 0)
            + machine.noise() * random.nextGaussian();
    final JsonObject json = new JsonObject();
    json.add("parameters", new JsonObject());
    TurnsFixture.add(
        json,
        Integer.toString(block),
        2,
        ROUNDS,
        round ->
            cost.of(200 + 1.5 * floors[round])
                * Math.exp(mode + machine.noise() * random.nextGaussian()));
    for (int round = 0; round < ROUNDS; round++) {
      TurnsFixture.floor(
          TurnsFixture.at(json, round),
          floors[round] * Math.exp(machine.noise() * random.nextGaussian()));
    }
    final Map<Latency, Summary> summaries = new EnumMap<>(Latency.class);
    final Map<Percentile, Long> ns = new EnumMap<>(Percentile.class);
    final Map<Percentile, Long> events = new EnumMap<>(Percentile.class);
    for (final Percentile each : Percentile.REPORTED) {
      ns.put(each, 1_000L);
      events.put(each, 100L);
    }
    for (final Latency each : Latency.values()) {
      summaries.put(each, new Summary(1_000_000, ns, 100_000, events));
    }
    return Simulation.fork(block, contender, "queue-latency", summaries, Map.of())
        .withTurns(MadeTurns.of(json));
  }
}
