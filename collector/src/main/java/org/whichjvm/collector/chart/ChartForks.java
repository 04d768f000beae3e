package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Modes;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.stats.Medians;

/**
 * Every fork as a dot over its floor, side by side by contender: modes and drift show at a glance.
 */
final class ChartForks {
  private static final int HEIGHT = 400;
  // Of the room that a contender has from the one beside it.
  private static final double SPREAD = 0.76;

  private ChartForks() {}

  static Chart of(final Result result) {
    final ChartNames names = ChartNames.of(result);
    final ChartDots dots = new ChartDots();
    final ChartSegments floors = new ChartSegments();
    final ChartSegments levels = new ChartSegments();
    final List<String> told = new ArrayList<>();
    for (int i = 0; i < result.contenders().size(); i++) {
      final ContenderResult contender = result.contenders().get(i);
      final List<Fork> forks = result.forksOf(contender.name());
      final double step = SPREAD / Math.max(forks.size(), 1);
      for (int k = 0; k < forks.size(); k++) {
        final double at = i - SPREAD / 2 + (k + 0.5) * step;
        final String color = ChartColors.contender(i).light();
        if (!result.counts(forks.get(k))) {
          dots.addHollow(at, forks.get(k).p50(), i, color);
        } else {
          dots.add(at, forks.get(k).p50(), i, color);
        }
        final double half = Math.min(step * 0.38, 0.03);
        floors.level(at - half, at + half, forks.get(k).floorNs(), ChartColors.FLOOR.light());
      }
      for (final double p50 : levels(result, contender.name(), forks)) {
        levels.level(i - 0.44, i + 0.44, p50, ChartColors.contender(i).light());
      }
      told.add(ChartFork.told(contender, forks));
    }
    final ChartTicks ticks = ChartFork.ticks(result.forks());
    final ChartSpec spec = new ChartSpec(ChartSpec.WIDTH, HEIGHT);
    floors.draw(spec, 1.4);
    levels.draw(spec, 0.6);
    dots.draw(spec, result.forks().size() > 300 ? 1.6 : 2.6);
    spec.literal("color")
        .axis("x", "", names.ticks())
        .axis("y", "p50 service time", ticks, "trans", ticks.from() > 0 ? "log10" : "identity")
        .theme("panel_grid_major_x", ChartSpec.map("blank", true))
        .words(names.labels());
    return new Chart(
        "forks",
        "Every fork, with its floor",
        "A dot is the p50 service time of one fork, in the order in which they ran from left to right;"
            + " the grey dash below it is that fork's floor. Lines are the JIT modes that the forks of"
            + " a contender fall into"
            + (ticks.from() > 0 ? "; the scale is logarithmic." : ".")
            + hollowNote(result),
        HtmlText.join("p50 service time of the forks: ", told),
        ChartSpec.WIDTH,
        HEIGHT,
        SvgDraw.body("forks", spec));
  }

  /** What hollow dots are; empty if there is none. */
  static String hollowNote(final Result result) {
    final List<String> kinds = new ArrayList<>();
    if (!result.excluded().isEmpty()) {
      kinds.add("excluded by a gate");
    }
    if (result.forks().stream().anyMatch(Fork::emulated)) {
      kinds.add("emulated");
    }
    return kinds.isEmpty()
        ? ""
        : " Hollow: " + String.join(", or ", kinds) + ", shown and never decided on.";
  }

  /** Where the contender's modes are, or its forks' median if they are not known. */
  private static List<Double> levels(
      final Result result, final String contender, final List<Fork> forks) {
    final Optional<Modes> modes =
        result.modes().stream().filter(each -> each.contender().equals(contender)).findFirst();
    if (modes.isPresent()) {
      return modes.get().groups().stream().map(Modes.Group::p50Ns).toList();
    }
    return forks.isEmpty() ? List.of() : List.of(Medians.of(forks.stream().mapToDouble(Fork::p50)));
  }
}
