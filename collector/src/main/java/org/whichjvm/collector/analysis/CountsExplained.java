package org.whichjvm.collector.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.fork.Disturbances;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;

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
    final List<Figure> asked =
        ASKED.stream()
            .filter(
                figure -> {
                  final double[] all =
                      forks.stream()
                          .flatMapToDouble(each -> Arrays.stream(values(each, blocks, figure)))
                          .distinct()
                          .toArray();
                  return all.length > 1 && Arrays.stream(all).noneMatch(Double::isNaN);
                })
            .toList();
    return new CountsExplained(
        rows(asked, forks.get(0), forks.get(1), blocks, campaign),
        (int)
            rows(asked, forks.get(2), forks.get(1), blocks, campaign).stream()
                .filter(each -> each.shift().found())
                .count());
  }

  private static List<Explanation.Row<Figure>> rows(
      final List<Figure> asked,
      final Map<Integer, Fork> own,
      final Map<Integer, Fork> base,
      final List<Integer> blocks,
      final Campaign campaign) {
    return Explanation.rows(
        asked,
        figure -> values(own, blocks, figure),
        figure -> values(base, blocks, figure),
        campaign.settings().seed());
  }

  private static double[] values(
      final Map<Integer, Fork> forks, final List<Integer> blocks, final Figure figure) {
    return blocks.stream()
        .mapToDouble(block -> forks.get(block).measured().disturbances().get(figure))
        .toArray();
  }

  /** The rows that differ. */
  public List<Explanation.Row<Figure>> found() {
    return rows.stream().filter(each -> each.shift().found()).toList();
  }
}
