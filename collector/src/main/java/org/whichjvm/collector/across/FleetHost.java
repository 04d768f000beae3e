package org.whichjvm.collector.across;

import org.whichjvm.collector.report.ResultFile;

/**
 * A host of a fleet, and its campaign.
 *
 * @param name of its folder
 * @param file what is told of the host itself
 * @param result of its campaign; null if it has none
 * @param missing why it has no result, in a sentence's words; null if it has one
 * @param part which part of a campaign it has, in a sentence's words; null if it has the whole or
 *     none
 * @param note what a reader should know of the choice of its campaign, in a sentence; null if
 *     nothing
 */
record FleetHost(
    String name, HostFile file, ResultFile result, String missing, String part, String note) {
  /** A host that nothing but its campaign is known of. */
  static FleetHost of(final String name, final ResultFile result) {
    return new FleetHost(name, HostFile.nothing(null), result, null, null, null);
  }

  /** Whether it has a fork, and its campaign may be compared with others. */
  boolean measured() {
    return result != null && result.forks().all() > 0;
  }

  /** Whether nothing of its campaign is missing. */
  boolean whole() {
    return measured()
        && part == null
        && (file.became() == null || file.became() == HostFile.State.WHOLE);
  }

  /** The sentence on a host whose campaign is not whole; null if it is. */
  String notMeasured() {
    if (whole()) {
      return null;
    }
    final HostFile.State state = file.became();
    if (state != null && state != HostFile.State.WHOLE) {
      return name
          + " "
          + state.words
          + (measured() && state != HostFile.State.PARTIAL ? ", and what it has counts" : "")
          + FleetText.because(file.reason() == null ? fallback() : file.reason());
    }
    return name
        + (measured() ? " has a part of its campaign only" : " has no result")
        + FleetText.because(fallback());
  }

  private String fallback() {
    return measured() ? part : missing;
  }
}
