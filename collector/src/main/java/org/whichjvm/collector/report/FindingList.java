package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Findings as they are gathered, each by how much it matters. */
final class FindingList {
  private final List<Finding> all = new ArrayList<>();

  /**
   * Adds what puts every verdict of the campaign in doubt.
   *
   * @param what happened, with the value, in a sentence
   * @param next what to do about it, in a sentence
   */
  void doubt(final String what, final String next) {
    all.add(new Finding(Finding.Level.DOUBT, what, next));
  }

  /** Adds what limits what the campaign can tell. */
  void warning(final String what, final String next) {
    all.add(new Finding(Finding.Level.WARNING, what, next));
  }

  /** Adds what is worth knowing. */
  void note(final String what, final String next) {
    all.add(new Finding(Finding.Level.NOTE, what, next));
  }

  /** All of them, the gravest first. */
  List<Finding> sorted() {
    return all.stream().sorted(Comparator.comparing(Finding::level)).toList();
  }
}
