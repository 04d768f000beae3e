package org.whichjvm.collector.analysis;

/**
 * A contender's place in a {@link Ranking}.
 *
 * @param status whether it takes part, and if not why
 * @param comparison of its p50 service time; null of the campaign's baseline, of a campaign of
 *     scores, and where nothing was compared
 * @param overloaded how many of its forks could not keep the rate
 * @param level its ratio to the campaign's baseline, by way of its own baseline; NaN if unknown
 * @param typicalNs its p50 service time in the campaign's typical block, in ns: the baseline's
 *     median over the blocks, times the ratio; infinite if it could not keep the rate, NaN of a
 *     campaign of scores and where nothing is known
 * @param fastest whether it may be the fastest
 */
public record RankedContender(
    ContenderResult contender,
    Status status,
    Comparison comparison,
    int overloaded,
    double level,
    double typicalNs,
    boolean fastest) {
  /** Whether a contender takes part, and if not why: in the order in which they are ranked. */
  public enum Status {
    /** The contender has forks that count. */
    RUNS,
    /** Gates excluded every fork of it. */
    EXCLUDED,
    /** None of its forks could keep the rate. */
    OVERLOADED,
    /** The contender has no other forks than those of an emulated CPU. */
    EMULATED,
    /** All of its forks failed. */
    FAILED,
    /** The contender has not run yet. */
    MISSING
  }

  public String name() {
    return contender.name();
  }

  public boolean runs() {
    return status == Status.RUNS;
  }
}
