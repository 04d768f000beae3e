package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.fork.Disturbances;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.MaxT;

/**
 * What else differs between two contenders that was counted beside their messages: collections,
 * safepoints, allocation, page faults, CPU time of compilers, and what a start took. Differences
 * are taken block by block, and the intervals of all rows hold together.
 *
 * @param rows one for each figure that all forks have and that is not the same in all
 * @param control how many of them differ between the baseline and itself
 */
public record CountsExplained(List<Explanation.Row<Figure>> rows, int control) {
  /** What a JVM does, and not what its host does to it. */
  private static final List<Figure> ASKED =
      Stream.of(
              Disturbances.of(Disturbances.Of.JVM),
              Disturbances.of(Disturbances.Of.COST),
              Disturbances.of(Disturbances.Of.START),
              List.of(
                  Disturbances.named("minorFaultsPer1000"),
                  Disturbances.named("voluntarySwitches")))
          .flatMap(List::stream)
          .toList();

  /**
   * Explains a campaign of the contender, the baseline, and the baseline once more, in this order.
   */
  public static CountsExplained of(final Campaign campaign) {
    final List<Map<Integer, Fork>> forks =
        campaign.contenders().stream().map(ContenderForks::byBlock).toList();
    final List<Integer> blocks =
        forks.get(0).keySet().stream()
            .filter(block -> forks.stream().allMatch(each -> each.containsKey(block)))
            .toList();
    final List<Figure> figures = new ArrayList<>();
    final List<double[]> differences = new ArrayList<>();
    final List<double[]> controls = new ArrayList<>();
    final List<double[]> means = new ArrayList<>();
    for (final Figure figure : ASKED) {
      final List<double[]> values =
          forks.stream()
              .map(
                  each ->
                      blocks.stream()
                          .mapToDouble(block -> each.get(block).disturbances().get(figure))
                          .toArray())
              .toList();
      final double[] all = values.stream().flatMapToDouble(Arrays::stream).distinct().toArray();
      if (all.length > 1 && Arrays.stream(all).noneMatch(Double::isNaN)) {
        figures.add(figure);
        differences.add(less(values.get(0), values.get(1)));
        controls.add(less(values.get(2), values.get(1)));
        means.add(new double[] {mean(values.get(0)), mean(values.get(1))});
      }
    }
    final List<MaxT.Shift> shifts = shifts(differences, campaign);
    final List<Explanation.Row<Figure>> rows = new ArrayList<>();
    for (int i = 0; i < shifts.size(); i++) {
      rows.add(
          new Explanation.Row<>(figures.get(i), means.get(i)[0], means.get(i)[1], shifts.get(i)));
    }
    return new CountsExplained(
        rows, (int) shifts(controls, campaign).stream().filter(MaxT.Shift::found).count());
  }

  private static List<MaxT.Shift> shifts(final List<double[]> rows, final Campaign campaign) {
    return new MaxT(rows.toArray(double[][]::new), Family.LEVEL, campaign.settings().seed())
        .shifts();
  }

  private static double[] less(final double[] from, final double[] less) {
    final double[] difference = from.clone();
    Arrays.setAll(difference, i -> from[i] - less[i]);
    return difference;
  }

  private static double mean(final double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /** The rows that differ. */
  public List<Explanation.Row<Figure>> found() {
    return rows.stream().filter(each -> each.shift().found()).toList();
  }
}
