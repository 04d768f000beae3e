package org.whichjvm.collector.analysis;

import org.whichjvm.collector.campaign.fork.Contender;

/**
 * A contender's place in a {@link Ranking}.
 *
 * @param contender which
 * @param status whether it takes part, and if not why
 * @param comparison of its p50 service time; null of the campaign's baseline, of a campaign of
 *     scores, and where nothing was compared
 * @param overloaded how many of its forks could not keep the rate
 * @param level its ratio to the campaign's baseline, by way of its own baseline; NaN if unknown
 * @param low lower end of the interval of that ratio; NaN if there is none
 * @param high its upper end; NaN likewise
 */
public record Place(
    ContenderResult contender,
    Status status,
    Comparison comparison,
    int overloaded,
    double level,
    double low,
    double high) {
  /** Whether a contender takes part, and if not why: in the order in which they are ranked. */
  public enum Status {
    /** It has forks that count. */
    RUNS,

    /** Gates excluded every fork of it. */
    EXCLUDED,

    /** None of its forks could keep the rate. */
    OVERLOADED,

    /** It has no other forks than those of an emulated CPU. */
    EMULATED,

    /** All of its forks failed. */
    FAILED,

    /** It has not run yet. */
    MISSING
  }

  public String name() {
    return contender.name();
  }

  public boolean runs() {
    return status == Status.RUNS;
  }

  /** Whether it is the campaign's baseline or was decided against its own one. */
  boolean decided() {
    return comparison == null || comparison.verdict() != Verdict.INCONCLUSIVE;
  }

  /** Whether it can be the fastest: it has a ratio, and is neither a control nor delayed. */
  boolean eligible() {
    return runs() && !Double.isNaN(level) && Contender.of(name()).plain();
  }

  /** Whether its comparison, or the other one's, found a difference. */
  private boolean differs() {
    return comparison != null && comparison.verdict().differs();
  }

  /**
   * Whether it is slower than another one, as far as the campaign decides it: by their own verdict,
   * or where each was compared with a third, if a difference was found and the intervals do not
   * meet.
   */
  boolean slowerThan(final Place other) {
    if (comparison != null && comparison.baseline().equals(other.name())) {
      return comparison.verdict().worse();
    }
    if (other.comparison != null && other.comparison.baseline().equals(name())) {
      return other.comparison.verdict().better();
    }
    return (differs() || other.differs()) && low > other.high;
  }
}
