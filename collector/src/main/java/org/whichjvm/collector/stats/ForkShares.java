package org.whichjvm.collector.stats;

import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.commons.statistics.inference.FisherExactTest;

/**
 * Which of many things go with one group of forks: those that its forks have more or less often
 * than the forks of another group. Each is decided by Fisher's exact test, and all together by
 * Tarone's correction ("A modified Bonferroni method for discrete data", Biometrics 46, 1990): what
 * so few or so many forks have that no division of them could be found is no question, and makes
 * the others no harder. Things that the same forks have are one question.
 */
public final class ForkShares {
  private final BitSet group;
  private final int forks;
  private final double level;

  /**
   * Divides forks.
   *
   * @param group those of the one group; all others are the other group
   * @param all the forks that have a thing, of each thing that is asked about
   */
  public ForkShares(final BitSet group, final int forks, final Collection<BitSet> all) {
    this.group = group;
    this.forks = forks;
    final Set<BitSet> different = new HashSet<>();
    for (final BitSet having : all) {
      // What some forks have and what the others have is the same question.
      final BitSet same = (BitSet) having.clone();
      if (same.get(0)) {
        same.flip(0, forks);
      }
      different.add(same);
    }
    final double[] least =
        different.stream().mapToDouble(having -> least(having.cardinality())).sorted().toArray();
    // The smallest number of questions of which no more could be found at their part of the level:
    // the least p are sorted, so more than so many are small enough if the next one is.
    int questions = 1;
    while (questions < least.length && least[questions] <= Family.LEVEL / questions) {
      questions++;
    }
    level = Family.LEVEL / questions;
  }

  /** The smallest p that so many forks can have, however they are divided. */
  private double least(final int having) {
    final int size = group.cardinality();
    final int most = Math.min(having, size);
    final int fewest = Math.max(0, having - (forks - size));
    return Math.min(p(most, having), p(fewest, having));
  }

  private double p(final int inGroup, final int having) {
    final int size = group.cardinality();
    if (size == 0 || size == forks || having == 0 || having == forks) {
      return 1;
    }
    return FisherExactTest.withDefaults()
        .test(
            new int[][] {
              {inGroup, size - inGroup}, {having - inGroup, forks - size - (having - inGroup)}
            })
        .getPValue();
  }

  /** How many forks are in both sets. */
  public static int inBoth(final BitSet one, final BitSet other) {
    final BitSet both = (BitSet) one.clone();
    both.and(other);
    return both.cardinality();
  }

  /** The p of Fisher's exact test: that a thing goes with neither group. */
  public double p(final BitSet having) {
    return p(inBoth(having, group), having.cardinality());
  }

  /**
   * Whether a thing goes with one of the groups, among all that were asked about: at most as often
   * as {@link Family#LEVEL} says any is found where none goes with a group.
   */
  public boolean found(final BitSet having) {
    return p(having) <= level;
  }
}
