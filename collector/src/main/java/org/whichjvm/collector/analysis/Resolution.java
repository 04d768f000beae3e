package org.whichjvm.collector.analysis;

import java.util.Random;
import org.whichjvm.collector.stats.Looks;
import org.whichjvm.collector.stats.SignTest;

/**
 * How often campaigns of a given length would find a given difference, by drawing pairs of forks
 * from those that were recorded. The direction of a pair is drawn too, for which of two forks of
 * one JVM came first says nothing.
 */
public final class Resolution {
  private static final int CAMPAIGNS = 2_000;

  private final double[] noise;
  private final double alpha;
  private final Random random;

  /**
   * Campaigns to be drawn.
   *
   * @param noise log ratios of two forks of the same JVM
   * @param alpha the significance level of a comparison
   * @param seed of the draws
   */
  public Resolution(final double[] noise, final double alpha, final long seed) {
    this.noise = noise.clone();
    this.alpha = alpha;
    this.random = new Random(seed);
  }

  /** The share of campaigns of so many blocks that find this slower one slower, 0.05 being 5 %. */
  public double found(final int blocks, final double effect) {
    final SignTest test = new SignTest(new double[blocks], Looks.single(blocks));
    final int needed = test.needed(alpha).orElse(blocks + 1);
    int found = 0;
    for (int campaign = 0; campaign < CAMPAIGNS; campaign++) {
      int above = 0;
      for (int block = 0; block < blocks; block++) {
        final double drawn = noise[random.nextInt(noise.length)];
        final double logRatio = (random.nextBoolean() ? drawn : -drawn) + Math.log1p(effect);
        above += logRatio > 0 ? 1 : 0;
      }
      found += above >= needed ? 1 : 0;
    }
    return (double) found / CAMPAIGNS;
  }
}
