package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.SlowMessages;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.report.CauseText;
import org.whichjvm.collector.report.Words;
import org.whichjvm.common.SlowCause;

/**
 * Why the messages beyond each level were slow: a bar for each contender, a colour for each cause.
 */
final class ChartCauses {
  private static final int ROW_HEIGHT = 21;
  private static final int LEGEND_HEIGHT = 56;
  private static final int ONE_ROW = 4;
  private static final double HALF_A_BAR = 0.36;

  private final Result result;
  private final Latency latency;
  private final List<Object> left = new ArrayList<>();
  private final List<Object> right = new ArrayList<>();
  private final List<Object> bottom = new ArrayList<>();
  private final List<Object> top = new ArrayList<>();
  private final List<Object> key = new ArrayList<>();
  private final ChartTexts texts = new ChartTexts();
  private final List<Double> rows = new ArrayList<>();
  private final List<String> labels = new ArrayList<>();
  private final List<String> told = new ArrayList<>();

  private ChartCauses(final Result result, final Latency latency) {
    this.result = result;
    this.latency = latency;
  }

  /** Whether a fork recorded causes. */
  static boolean possible(final Result result, final Latency latency) {
    return result.contenders().stream()
        .anyMatch(each -> each.attribution().levels().containsKey(latency));
  }

  static Chart of(final Result result, final Latency latency) {
    return new ChartCauses(result, latency).draw();
  }

  private Chart draw() {
    final ChartNames names = ChartNames.of(result);
    double y = 0;
    for (final SlowMessages.Level level : SlowMessages.Level.values()) {
      final double heading = y + 1;
      for (int i = 0; i < result.contenders().size(); i++) {
        final ContenderResult contender = result.contenders().get(i);
        final SlowMessages.Causes causes = contender.attribution().at(latency, level);
        if (causes != null && causes.messages() > 0) {
          bar(causes, y);
          rows.add(y);
          labels.add(names.labels().get(i));
          told.add(
              Words.contender(contender) + ", " + CauseText.sentence(contender, latency, level));
          y--;
        }
      }
      if (heading != y + 1) {
        final String what =
            level.percentile == null ? "the worst 1,000 of a fork" : "beyond " + level.label;
        texts.add(0, heading, what, ChartColors.INK.light(), 0.0);
        y -= 1.35; // the next level's heading
      }
    }
    final double end = y + 1.75;
    final int height = (int) Math.round((1.8 - end) * ROW_HEIGHT) + 58 + LEGEND_HEIGHT;
    final String name = "causes-" + latency.key;
    return new Chart(
        name,
        "Why messages were slow: " + latency.key + " time",
        "Of the messages beyond each level, over all forks of a contender: the part that each cause"
            + " explains by what was recorded while they waited. Grey is not explained.",
        HtmlText.join("Causes: ", told),
        ChartSpec.WIDTH,
        height,
        SvgDraw.body(name, spec(end, height)));
  }

  private void bar(final SlowMessages.Causes causes, final double y) {
    double from = 0;
    for (final SlowCause cause : SlowCause.values()) {
      final double share = causes.share(cause);
      if (share > 0) {
        left.add(from);
        right.add(from + share);
        bottom.add(y - HALF_A_BAR);
        top.add(y + HALF_A_BAR);
        key.add(cause.key);
        from += share;
      }
    }
  }

  private ChartSpec spec(final double end, final int height) {
    final ChartSpec spec =
        new ChartSpec(ChartSpec.WIDTH, height)
            .layer(
                "rect",
                ChartSpec.map("a", left, "b", right, "c", bottom, "d", top, "key", key),
                ChartSpec.map("xmin", "a", "xmax", "b", "ymin", "c", "ymax", "d", "fill", "key"),
                "size",
                0.0);
    texts.draw(spec);
    legend(spec);
    final List<Double> ticks = List.of(0.0, 0.25, 0.5, 0.75, 1.0);
    return spec.literal("color")
        .axis(
            "x",
            "",
            new ChartTicks(
                -0.004,
                1.004,
                ticks,
                ticks.stream().map(each -> Math.round(each * 100) + " %").toList()))
        .axis("y", "", new ChartTicks(end, 1.8, rows, labels))
        .theme("panel_grid_major_y", ChartSpec.map("blank", true));
  }

  /** Only the causes that there are. */
  private void legend(final ChartSpec spec) {
    final List<SlowCause> causes =
        Arrays.stream(SlowCause.values()).filter(cause -> key.contains(cause.key)).toList();
    final List<Object> keys = ChartSpec.list(causes.stream().map(each -> each.key).toList());
    spec.scale(
        "fill",
        "name",
        "",
        "discrete",
        true,
        "limits",
        keys,
        "breaks",
        keys,
        "labels",
        ChartSpec.list(causes.stream().map(each -> each.label).toList()),
        "values",
        ChartSpec.list(causes.stream().map(each -> ChartColors.cause(each).light()).toList()),
        "guide",
        ChartSpec.map("name", "legend", "nrow", causes.size() > ONE_ROW ? 2 : 1, "byrow", true));
  }
}
