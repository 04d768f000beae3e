package org.whichjvm.collector.chart;

import java.util.List;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Fork;

/** The campaign in the order in which it ran: what drifts with time hits all contenders alike. */
final class ChartTimeline {
  private static final int HEIGHT = 340;
  // More dots are drawn small.
  private static final int MANY = 300;

  static Chart of(final Result result) {
    final Marks counting = new Marks("x", "y", "color+shape");
    final Marks others = new Marks("x", "y", "color");
    final Marks floors = new Marks("x", "y");
    final List<String> names = result.contenders().stream().map(ContenderResult::name).toList();
    final int all = result.forks().size();
    for (int i = 0; i < all; i++) {
      final Fork fork = result.forks().get(i);
      final String key = ChartSpec.key(names.indexOf(fork.name().contender()));
      (result.counts(fork) ? counting : others).add(i + 1.0, fork.p50(), key);
      if (!Double.isNaN(fork.floorNs())) {
        floors.add(i + 1.0, fork.floorNs());
      }
    }
    final int hollow = ChartStyle.hollow(ChartStyle.shape(0));
    return ChartSpec.withLegend(HEIGHT, ChartNames.legend(result))
        .layer("line", floors, "color", ChartStyle.FLOOR.light(), "size", 1.0)
        .layer("point", counting, "size", all > MANY ? 1.8 : 2.8)
        .layer("point", others, "size", 2.8, "shape", hollow, "show_legend", false)
        .axis(
            "x",
            "forks in the order in which they ran",
            ChartTicks.countFromZero(all).within(0.4 - all * 0.01, all * 1.01 + 0.6))
        .axis("y", "p50 service time", ChartForks.ticks(result.forks()))
        .withoutGrid("x")
        .chart(
            "timeline",
            "The campaign as it ran",
            "A dot is the p50 service time of one fork, the grey line the floor. What moves all"
                + " contenders at once is the host, not a JVM."
                + ChartForks.hollowNote(result),
            "The p50 service time and the floor of " + all + " forks, from the first to the last",
            List.of());
  }
}
