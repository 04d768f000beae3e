package org.whichjvm.collector.html;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.whichjvm.collector.explain.Explanation;
import org.whichjvm.collector.explain.Flame;
import org.whichjvm.collector.explain.Profile;
import org.whichjvm.collector.report.Document;

/**
 * The template of {@code explain.html} shows this: the report, and for each explanation a flame
 * graph of the stacks of both contenders, in which what differs for sure is coloured.
 *
 * @param summary the answer
 * @param places all that were asked about
 */
public record ExplainPage(Document summary, Document places, List<Graph> graphs) {
  /** The width of the graph, in its own units. */
  static final int WIDTH = 1_180;

  private static final int LINE = 19;
  private static final int DEEPEST = 120;
  private static final int MOST_BOXES = 4_000;
  private static final double LEAST_WIDTH = 1.2;
  // A letter is about so wide, and a box without room for some has no words.
  private static final double LETTER = 6.6;
  private static final int FEWEST_LETTERS = 4;

  /**
   * A flame graph.
   *
   * @param what is explained, such as CPU time
   * @param height in its own units
   */
  public record Graph(String what, List<Box> boxes, int height) {}

  /**
   * A frame in the graph.
   *
   * @param style more, less or same: whether the contender spends more there
   * @param label as far as there is room
   * @param says what a reader sees who points at it
   */
  public record Box(double left, int top, double width, String style, String label, String says) {}

  /** The page of an explanation. */
  public static String of(
      final Document summary, final Document places, final List<Explanation> all) {
    final ExplainPage page =
        new ExplainPage(summary, places, all.stream().map(ExplainPage::graph).toList());
    return PageOutput.of(out -> JteexplainGenerated.render(out, null, page));
  }

  private static Graph graph(final Explanation explanation) {
    final Map<String, String> styles = new HashMap<>();
    for (final Explanation.Row<Profile.Place> each : explanation.found()) {
      styles.put(each.of().name(), each.shift().difference() > 0 ? "more" : "less");
    }
    final List<Box> boxes = new ArrayList<>();
    final Flame flame = explanation.flame();
    final double width = width(flame);
    if (width > 0) {
      add(flame, 0, 0, WIDTH / width, explanation.unit(), styles, boxes);
    }
    final int lines = boxes.stream().mapToInt(each -> each.top / LINE + 1).max().orElse(0);
    return new Graph(explanation.what(), boxes, lines * LINE);
  }

  /** The mean of both, so that what only one of them has is there too. */
  private static double width(final Flame flame) {
    return (flame.contender() + flame.baseline()) / 2;
  }

  private static void add(
      final Flame flame,
      final double left,
      final int depth,
      final double scale,
      final String unit,
      final Map<String, String> styles,
      final List<Box> boxes) {
    final double width = width(flame) * scale;
    if (width < LEAST_WIDTH || depth > DEEPEST || boxes.size() >= MOST_BOXES) {
      return;
    }
    boxes.add(
        new Box(
            rounded(left),
            depth * LINE,
            rounded(width - 0.5),
            styles.getOrDefault(flame.name(), "same"),
            label(flame.name(), (int) (width / LETTER)),
            "%s: %.1f %s, baseline %.1f"
                .formatted(flame.name(), flame.contender(), unit, flame.baseline())));
    double at = left;
    for (final Flame call : flame.calls()) {
      add(call, at, depth + 1, scale, unit, styles, boxes);
      at += width(call) * scale;
    }
  }

  private static double rounded(final double length) {
    return Double.parseDouble(String.format(Locale.ROOT, "%.1f", length));
  }

  /** The end of a name says more than its package. */
  private static String label(final String name, final int letters) {
    final String shown = name.substring(name.lastIndexOf('/') + 1);
    if (letters < FEWEST_LETTERS) {
      return "";
    }
    return shown.length() <= letters ? shown : shown.substring(0, letters - 1) + "…";
  }
}
