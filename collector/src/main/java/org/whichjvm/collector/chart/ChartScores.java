package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.ScoreSum;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.ScoreTables;
import org.whichjvm.collector.report.Words;
import org.whichjvm.collector.stats.Medians;

/** Every fork as a dot, a chart for each score, with the floor where it is near. */
final class ChartScores {
  private static final int HEIGHT = 270;
  // Of a name that is written upright.
  private static final int NAME_HEIGHT = 110;
  // Of the room that a contender has from the one beside it.
  private static final double SPREAD = 0.76;
  // A floor further off than this leaves nothing to see of the forks.
  private static final double NEAR = 4;
  // Above it a scale from 0 leaves nothing to see of the forks at the bottom.
  private static final double LOGARITHMIC = 6;
  // Each some hundred characters, of the 1.5 MB that a page may have.
  private static final int MOST_DOTS = 6_000;

  private final Result result;
  private final Figure score;
  private final int width;
  private final int height;
  private final boolean withFloors;
  private final ChartDots dots = new ChartDots();
  private final ChartSegments floors = new ChartSegments();
  private final ChartSegments medians = new ChartSegments();
  private final List<String> told = new ArrayList<>();
  private double min = Double.POSITIVE_INFINITY;
  private double max;

  private ChartScores(final Result result, final Figure score) {
    this.result = result;
    this.score = score;
    this.withFloors = near();
    final List<String> names = ChartNames.of(result).labels();
    this.width = ChartSpec.fit(names, ChartSpec.WIDTH / 2) ? ChartSpec.WIDTH / 2 : ChartSpec.WIDTH;
    this.height = HEIGHT + (ChartSpec.fit(names, width) ? 0 : NAME_HEIGHT);
  }

  /** One for each score; of a very large campaign only the first. */
  static List<Chart> of(final Result result) {
    final int most = Math.max(1, MOST_DOTS / result.forks().size());
    return ScoreTables.keys(result).values().stream()
        .limit(most)
        .map(score -> new ChartScores(result, score).draw())
        .toList();
  }

  /** The name of a score's chart: also that of a file. */
  static String name(final Figure score) {
    return "forks-" + score.name() + "-" + score.threads();
  }

  private Chart draw() {
    for (int i = 0; i < result.contenders().size(); i++) {
      contender(i, result.contenders().get(i));
    }
    final ChartTicks ticks = ticks();
    final ChartNames names = ChartNames.of(result);
    final ChartSpec spec = new ChartSpec(width, height);
    floors.draw(spec, 1.4);
    medians.draw(spec, 0.6);
    dots.draw(spec, result.forks().size() > 300 ? 1.6 : 2.6);
    spec.literal("color")
        .axis("x", "", names.ticks())
        .axis("y", score.unit(), ticks, "trans", ticks.from() > 0 ? "log10" : "identity")
        .theme("panel_grid_major_x", ChartSpec.map("blank", true))
        .words(names.labels());
    final String title =
        score.threads() == 0
            ? score.name()
            : score.name() + ", " + score.threads() + " thread" + (score.threads() == 1 ? "" : "s");
    return new Chart(
        name(score),
        title,
        "A dot is a fork, in the order in which they ran; the line is their median"
            + (withFloors ? ", a grey dash the fork's floor" : "")
            + (score.more() ? "; more is better" : "")
            + (ticks.from() > 0 ? "; the scale is logarithmic." : ".")
            + ChartForks.hollowNote(result),
        HtmlText.join(title + ", of the forks: ", told),
        width,
        height,
        SvgDraw.body(name(score), spec));
  }

  private void contender(final int index, final ContenderResult contender) {
    final List<Fork> forks =
        result.forksOf(contender.name()).stream()
            .filter(fork -> fork.scores().containsKey(score))
            .toList();
    final double step = SPREAD / Math.max(forks.size(), 1);
    final String color = ChartColors.contender(index).light();
    for (int k = 0; k < forks.size(); k++) {
      final Fork fork = forks.get(k);
      final double at = index - SPREAD / 2 + (k + 0.5) * step;
      final double value = fork.get(score);
      if (result.counts(fork)) {
        dots.add(at, value, index, color);
      } else {
        dots.addHollow(at, value, index, color);
      }
      if (withFloors && !Double.isNaN(fork.floorNs())) {
        final double half = Math.min(step * 0.38, 0.03);
        floors.level(at - half, at + half, fork.floorNs(), ChartColors.FLOOR.light());
        seen(fork.floorNs());
      }
      seen(value);
    }
    final ScoreSum summed = contender.scores().get(score.key());
    if (summed == null) {
      told.add(Words.contender(contender) + " none");
      return;
    }
    medians.level(index - 0.44, index + 0.44, summed.median(), color);
    told.add(
        Words.contender(contender)
            + " "
            + forks.size()
            + " around "
            + score.shown(summed.median()));
  }

  /** Whether the typical floor is near the typical score, of all forks alike. */
  private boolean near() {
    final double floor =
        Medians.of(result.forks().stream().mapToDouble(Fork::floorNs).filter(each -> each > 0));
    final double value =
        Medians.of(
            result.forks().stream()
                .filter(fork -> fork.scores().containsKey(score))
                .mapToDouble(fork -> fork.get(score)));
    return score.unit().equals(Figure.NS_PER_OP) && floor <= NEAR * value && value <= NEAR * floor;
  }

  private void seen(final double value) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }

  private ChartTicks ticks() {
    return max <= LOGARITHMIC * min
        ? ChartTicks.fromZero(max, ChartScores::number)
        : ChartTicks.logarithmic(min, max, ChartScores::number);
  }

  /** A round number, short. */
  private static String number(final double value) {
    if (value >= 999_500) {
      return number(value / 1e6) + " M";
    }
    return value >= 9_999 ? number(value / 1e3) + " k" : Quantity.plain(value);
  }
}
