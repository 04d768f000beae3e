package org.whichjvm.collector.stats;

import java.util.Arrays;
import java.util.OptionalInt;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Finds the build from which on a figure has stepped, where each measurement is noisy:
 * probabilistic bisection (Horstein, "Sequential transmission using noiseless feedback", IEEE
 * Transactions on Information Theory 9, 1963; Waeber, Frazier and Henderson, "Bisection search with
 * noisy responses", SIAM Journal on Control and Optimization 51, 2013). Each build is as likely at
 * first. A build that was measured beside the first one makes likely the steps that it is on the
 * right side of, by as much as its ratio tells, and the next one is where the step is as likely
 * before as after. So no comparison has to be decided by itself, and one that misled is outvoted.
 */
public final class Bisection {
  /** The errors, with tails so heavy that one odd measurement does not settle it. */
  private static final TDistribution ERRORS = TDistribution.of(10);

  private static final double TIE = 1e-12;

  /**
   * A measurement has so many blocks that the two ends lie so many standard errors apart. More are
   * wasted where it goes as expected; of fewer, each pays for its start.
   */
  private static final double APART = 2;

  private static final int LEAST_BLOCKS = 2;
  private static final int MOST_BLOCKS = 30;

  /**
   * The effect is looked for so many standard errors around what the ends say, in so many parts.
   */
  private static final double REACH = 2.5;

  private static final int PARTS = 11;

  /** The effect is at least this part of what the ends say. */
  private static final double LEAST_SHARE = 0.5;

  /** The log ratios that the step may have. */
  private final double[] effects = new double[PARTS];

  /** How likely each build is the first that has stepped, by each effect; all together 1. */
  private final double[][] joint;

  /**
   * A search before anything but its two ends is known.
   *
   * @param builds how many there are, the first and the last included
   * @param effect the log ratio of the last one to the first, not 0
   * @param effectError its standard error; what builds after the step have tells it too
   */
  public Bisection(final int builds, final double effect, final double effectError) {
    joint = new double[builds][PARTS];
    for (int part = 0; part < PARTS; part++) {
      final double off = REACH * (2.0 * part / (PARTS - 1) - 1);
      // The ends differ for sure, and by nothing a build would never be told from the first one.
      effects[part] = effect * Math.max(LEAST_SHARE, 1 + off * effectError / Math.abs(effect));
      for (int build = 1; build < builds; build++) {
        joint[build][part] = Math.exp(-off * off / 2);
      }
    }
    normalize();
  }

  private void normalize() {
    final double sum = Arrays.stream(joint).flatMapToDouble(Arrays::stream).sum();
    for (final double[] build : joint) {
      Arrays.setAll(build, part -> build[part] / sum);
    }
  }

  /**
   * Takes what a build was measured to have.
   *
   * @param build from 0
   * @param logRatio of it to the first one
   * @param error its standard error, above 0
   */
  public void observe(final int build, final double logRatio, final double error) {
    final double before = ERRORS.density(logRatio / error);
    for (int first = 1; first < joint.length; first++) {
      for (int part = 0; part < PARTS; part++) {
        joint[first][part] *=
            build < first ? before : ERRORS.density((logRatio - effects[part]) / error);
      }
    }
    normalize();
  }

  /**
   * The build to measure next: the one that leaves the step as likely after it as not. Only one
   * that has others on both sides tells anything, so never the first or the last.
   */
  public int next() {
    int best = 1;
    double nearest = Double.MAX_VALUE;
    double upTo = 0;
    for (int build = 1; build < joint.length - 1; build++) {
      upTo += likelihood(build);
      if (Math.abs(upTo - 0.5) < nearest - TIE) {
        nearest = Math.abs(upTo - 0.5);
        best = build;
      }
    }
    return best;
  }

  /**
   * How many blocks a measurement is to have.
   *
   * @param spread of a block's log ratio, as a standard deviation
   */
  public int blocks(final double spread) {
    final double blocks = Math.ceil(Math.pow(APART * spread / effects[PARTS / 2], 2));
    return (int) Math.max(LEAST_BLOCKS, Math.min(MOST_BLOCKS, blocks));
  }

  /** The first build that has stepped, once it is as likely as that; empty before. */
  public OptionalInt found(final double probability) {
    final int best = likeliest();
    return likelihood(best) >= probability ? OptionalInt.of(best) : OptionalInt.empty();
  }

  public int likeliest() {
    int best = 1;
    for (int build = 2; build < joint.length; build++) {
      best = likelihood(build) > likelihood(best) ? build : best;
    }
    return best;
  }

  public double likelihood(final int build) {
    return Arrays.stream(joint[build]).sum();
  }
}
