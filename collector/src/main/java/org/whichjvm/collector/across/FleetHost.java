package org.whichjvm.collector.across;

import java.util.Optional;
import org.whichjvm.collector.report.ResultFile;

/**
 * A host of a fleet, and its campaign.
 *
 * @param result of its campaign; null if it has none
 * @param lack why it has no result, or which part of a campaign it has, in a sentence's words;
 *     empty if it has the whole
 * @param note what a reader should know of the choice of its campaign, in a sentence
 */
record FleetHost(
    String name, HostFile file, ResultFile result, Optional<String> lack, Optional<String> note) {
  /** Nothing but its campaign is known of the host. */
  static FleetHost of(final String name, final ResultFile result) {
    return new FleetHost(name, HostFile.nothing(null), result, Optional.empty(), Optional.empty());
  }

  /** A measured host has a fork, and its campaign may be compared with others. */
  boolean measured() {
    return result != null && result.forks().all() > 0;
  }

  boolean whole() {
    return measured() && lack.isEmpty() && state() == HostFile.State.WHOLE;
  }

  private HostFile.State state() {
    return file.became().orElse(HostFile.State.WHOLE);
  }

  /** The sentence on a host whose campaign is not whole; empty if it is. */
  Optional<String> notMeasured() {
    if (whole()) {
      return Optional.empty();
    }
    final String why = lack.orElse(null);
    return Optional.of(
        name
            + (state() != HostFile.State.WHOLE
                ? " "
                    + state().words
                    + (measured() && state() != HostFile.State.PARTIAL
                        ? ", and what it has counts"
                        : "")
                    + FleetText.because(file.reason() == null ? why : file.reason())
                : (measured() ? " has a part of its campaign only" : " has no result")
                    + FleetText.because(why)));
  }
}
