package org.whichjvm.collector.analysis;

/** What a comparison comes to. */
public enum Verdict {
  /** The contender's latency is really lower, by more than the margin or of unknown size. */
  FASTER("faster"),

  /** The contender's latency is really higher, by more than the margin or of unknown size. */
  SLOWER("slower"),

  /** The whole interval lies inside the margin: whatever the difference is, it is small. */
  EQUIVALENT("equivalent"),

  /** The data tell none of these. */
  INCONCLUSIVE("inconclusive");

  /** Its name in JSON and in sentences. */
  public final String key;

  Verdict(final String key) {
    this.key = key;
  }
}
