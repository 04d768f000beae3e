package org.whichjvm.collector.analysis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.whichjvm.collector.campaign.Decides;
import org.whichjvm.collector.campaign.Design;
import org.whichjvm.collector.campaign.Progress;

/** How often each verdict is said, and by the sign test alone, over campaigns of many kinds. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class VerdictRatesTest {
  private static final int CAMPAIGNS = Integer.getInteger("campaigns", 2_000);
  private static final Design P50 = Design.FIXED.deciding(Set.of(Decides.HEADLINE));

  // Two standard deviations of a share of 5 % among so many campaigns.
  private static final double LUCK = 2 * Math.sqrt(0.05 * 0.95 / CAMPAIGNS);

  private final long seed = Long.getLong("seed", 20_261_122);
  private final Random random = new Random(seed);

  /**
   * A kind of campaign, and what it must keep.
   *
   * @param effect the shift, 0.02 being 2 %
   * @param differs at most how often the shift is called a difference; NaN for any
   * @param flattered at most how often it is called faster or equivalent; NaN for any
   * @param found at least how often the shift is found; NaN for any
   */
  record Row(
      String name,
      int blocks,
      Simulation.Noise noise,
      double effect,
      double differs,
      double flattered,
      double found) {}

  static Stream<Row> rows() {
    return Stream.of(
        same("no modes", 0.03, 0, 0, 0, false),
        same("modes 4 %", 0.03, 0.04, 0.04, 0, false),
        same("modes 15 %", 0.02, 0.15, 0.15, 0, false),
        same("modes 30 %", 0.02, 0.30, 0.30, 0, false),
        same("floors that flip", 0.03, 0.04, 0.04, 0.3, false),
        same("heavy tails", 0.03, 0.04, 0.04, 0, true),
        new Row("modes 15 % and 0 %", 24, noise(0.02, 0.15, 0), 0, 0.05, Double.NaN, Double.NaN),
        new Row("modes 20 % and 0 %", 40, noise(0.02, 0.20, 0), 0, 0.05, 0.10, Double.NaN),
        new Row("modes 25 % and 0 %", 24, noise(0.02, 0.25, 0), 0, 0.06, 0.05, Double.NaN),
        new Row("modes 25 % and 0 %", 60, noise(0.02, 0.25, 0), 0, 0.06, 0.05, Double.NaN),
        new Row(
            "6 % slower in the mean",
            40, noise(0.02, 0.25, 0), -0.05, Double.NaN, 0.05, Double.NaN),
        new Row("2 %, modes 15 %", 24, noise(0.02, 0.15, 0.15), 0.02, Double.NaN, Double.NaN, 0.75),
        new Row("2 %, modes 15 %", 60, noise(0.03, 0.15, 0.15), 0.02, Double.NaN, Double.NaN, 0.8),
        new Row("2 %, no modes", 24, noise(0.03, 0, 0), 0.02, Double.NaN, Double.NaN, 0.5));
  }

  private static Row same(
      final String name,
      final double sigma,
      final double slow,
      final double other,
      final double flips,
      final boolean heavy) {
    final Simulation.Noise noise =
        new Simulation.Noise(sigma, List.of(other, slow), flips, heavy, Set.of(Decides.HEADLINE));
    return new Row(name, 24, noise, 0, 0.05, Double.NaN, Double.NaN);
  }

  /** Of the contender, and of its baseline. */
  private static Simulation.Noise noise(final double sigma, final double slow, final double other) {
    return new Simulation.Noise(sigma, List.of(other, slow), 0, false, Set.of(Decides.HEADLINE));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyKindOfCampaign(final Row row) {
    int differs = 0;
    int bySigns = 0;
    int missed = 0;
    int starts = 0;
    int faster = 0;
    int equivalent = 0;
    final double truth = Math.log1p(row.effect());
    for (int i = 0; i < CAMPAIGNS; i++) {
      final Comparison each = headline(row, truth);
      differs += each.p() <= Decision.ALPHA ? 1 : 0;
      missed += each.low() > 1 + row.effect() || each.high() < 1 + row.effect() ? 1 : 0;
      starts += each.starts().p() <= Decision.ALPHA ? 1 : 0;
      faster += each.verdict() == Verdict.FASTER ? 1 : 0;
      equivalent += each.verdict() == Verdict.EQUIVALENT ? 1 : 0;
      bySigns += each.signsLow() > 1 || each.signsHigh() < 1 ? 1 : 0;
    }
    System.out.printf(
        "%-24s %2d blocks, %4.1f %%: signs %.3f, shift %.3f, interval misses %.3f, starts %.3f,"
            + " faster %.3f, equivalent %.3f (seed %d)%n",
        row.name(),
        row.blocks(),
        100 * row.effect(),
        share(bySigns),
        share(differs),
        share(missed),
        share(starts),
        share(faster),
        share(equivalent),
        seed);
    assertTrue(!(share(differs) > row.differs() + LUCK), () -> "shift, seed " + seed);
    assertTrue(
        !(share(faster + equivalent) > row.flattered() + LUCK), () -> "flattered, seed " + seed);
    assertTrue(!(share(differs) < row.found()), () -> "found, seed " + seed);
    if (row.noise().slow(0) == row.noise().slow(1)) {
      assertTrue(share(missed) <= 0.05 + LUCK, () -> "interval, seed " + seed);
      assertTrue(share(starts) <= 0.05 + LUCK, () -> "starts, seed " + seed);
    }
  }

  private Comparison headline(final Row row, final double truth) {
    return Decision.of(
            new Simulation(random, 2, row.noise()).campaign(row.blocks(), 0, truth),
            "v0",
            new Progress(P50, row.blocks(), null))
        .stream()
        .filter(Comparison::headline)
        .findFirst()
        .orElseThrow();
  }

  private static double share(final int some) {
    return (double) some / CAMPAIGNS;
  }
}
