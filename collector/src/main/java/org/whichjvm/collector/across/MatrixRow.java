package org.whichjvm.collector.across;

import java.util.EnumMap;
import java.util.Map;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.io.Quantity;

/**
 * One contender, by one figure, on every host that is compared.
 *
 * @param key contender, what it is compared with, and the figure
 * @param label the contender's name with its marks
 * @param cells by the name of the host, in the hosts' order; one for each
 * @param heterogeneity whether the ratio differs between hosts; null of a figure that is counted
 *     only
 */
record MatrixRow(Key key, String label, Map<String, Cell> cells, Heterogeneity heterogeneity) {
  /**
   * A comparison, and what it is of.
   *
   * @param contender its name
   * @param against what it is compared with
   * @param figure by which
   */
  record Key(String contender, String against, Figure figure) {}

  /** How many hosts have each verdict. */
  Map<Verdict, Integer> counts() {
    final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    cells.values().stream()
        .filter(each -> each.verdict() != null)
        .forEach(each -> counts.merge(each.verdict(), 1, Integer::sum));
    return counts;
  }

  /** How many hosts have a verdict. */
  int decided() {
    return (int) cells.values().stream().filter(each -> each.verdict() != null).count();
  }

  boolean all(final Verdict verdict) {
    return !cells.isEmpty() && cells.values().stream().allMatch(each -> each.verdict() == verdict);
  }

  boolean anyBetter() {
    return cells.values().stream().anyMatch(e -> e.verdict() != null && e.verdict().better());
  }

  boolean anyWorse() {
    return cells.values().stream().anyMatch(e -> e.verdict() != null && e.verdict().worse());
  }

  MatrixRow with(final Heterogeneity tested) {
    return new MatrixRow(key, label, cells, tested);
  }

  /** The contender, and of a score which one. */
  String name() {
    return key.figure().ofScore() ? label + " (" + key.figure().label() + ")" : label;
  }

  /** From the least to the greatest ratio of a host, as in "0.93–1.08". */
  String range() {
    final double[] ratios =
        cells.values().stream()
            .mapToDouble(Cell::ratio)
            .filter(each -> !Double.isNaN(each))
            .sorted()
            .toArray();
    return ratios.length == 0
        ? Quantity.NONE
        : Quantity.ratio(ratios[0]) + "–" + Quantity.ratio(ratios[ratios.length - 1]);
  }
}
