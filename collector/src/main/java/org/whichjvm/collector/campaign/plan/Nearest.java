package org.whichjvm.collector.campaign.plan;

import java.util.Collection;
import java.util.Comparator;

/** Suggests a name for one that is wrong. */
final class Nearest {
  private Nearest() {}

  /**
   * Suggests the name that is most like a wrong one, as the end of a sentence; empty where none is
   * like it, which is where more than a third of its letters are others.
   *
   * @param prefix stands before the suggested name
   */
  static String hint(final String wrong, final String prefix, final Collection<String> names) {
    return names.stream()
        .filter(name -> distance(wrong, name) <= Math.max(1, wrong.length() / 3))
        .min(Comparator.comparingInt(name -> distance(wrong, name)))
        .map(name -> " (did you mean " + prefix + name + "?)")
        .orElse("");
  }

  /** How many letters are to be added, left out or changed to get from one to the other. */
  private static int distance(final String from, final String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      final int[] next = new int[row.length];
      next[0] = i;
      for (int j = 1; j < row.length; j++) {
        final int changed = row[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        next[j] = Math.min(changed, 1 + Math.min(row[j], next[j - 1]));
      }
      row = next;
    }
    return row[to.length()];
  }
}
