package org.whichjvm.collector.analysis;

/** What a comparison comes to. */
public enum Verdict {
  /** The contender's latency is really lower, by more than the margin or of unknown size. */
  FASTER("faster"),

  /** The contender's latency is really higher, by more than the margin or of unknown size. */
  SLOWER("slower"),

  /** The difference is really smaller than the margin. */
  EQUIVALENT("equivalent"),

  /** The contender really starts slow more often than the baseline; otherwise it is not slower. */
  SLOWER_AT_TIMES("slower in some starts"),

  /** The baseline really starts slow more often; otherwise the contender is not faster. */
  FASTER_AT_TIMES("faster in some starts"),

  /** The data tell none of these. */
  INCONCLUSIVE("inconclusive");

  /** Its name in JSON and in sentences. */
  public final String key;

  Verdict(final String key) {
    this.key = key;
  }

  /** Whether the contender is worse than the baseline. */
  public boolean worse() {
    return this == SLOWER || this == SLOWER_AT_TIMES;
  }

  /** Whether the contender is better than the baseline. */
  public boolean better() {
    return this == FASTER || this == FASTER_AT_TIMES;
  }

  /** Whether the two are really different. */
  public boolean differs() {
    return worse() || better();
  }
}
