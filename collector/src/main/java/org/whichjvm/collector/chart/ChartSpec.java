package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A plot as lets-plot takes it: nested maps and lists, the same as its Python library sends. They
 * stay mutable because lets-plot changes them while it draws.
 */
public final class ChartSpec {
  /** Width of a chart, in its own pixels; on a page it becomes as wide as there is room. */
  public static final int WIDTH = 860;

  // The style sheet of drawings says the same sizes: lets-plot lays out what a browser then writes.
  static final int TEXT_SIZE = 12;
  static final int TITLE_SIZE = 13;

  private final int width;
  private final int height;
  private final List<Object> layers = new ArrayList<>();
  private final List<Object> scales = new ArrayList<>();
  private final Map<String, Object> theme = theme();

  ChartSpec(final int width, final int height) {
    this.width = width;
    this.height = height;
  }

  /** A map of keys and values in turn. */
  static Map<String, Object> map(final Object... keysAndValues) {
    final Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  /** A mutable list. */
  static List<Object> list(final List<?> items) {
    return new ArrayList<>(items);
  }

  /** A layer: its geometry, its columns and what each is drawn as; more options in turn. */
  ChartSpec layer(
      final String geom,
      final Map<String, Object> data,
      final Map<String, Object> mapping,
      final Object... options) {
    final Map<String, Object> layer =
        map("geom", geom, "data", data, "mapping", mapping, "stat", "identity");
    layer.put("sampling", "none"); // every fork is shown, however many there are
    layer.put("tooltips", "none");
    layer.putAll(map(options));
    layers.add(layer);
    return this;
  }

  ChartSpec scale(final String aesthetic, final Object... options) {
    final Map<String, Object> scale = map("aesthetic", aesthetic);
    scale.putAll(map(options));
    scales.add(scale);
    return this;
  }

  /** Colours, or fills, that stand in the data as such. */
  ChartSpec literal(final String aesthetic) {
    return scale(aesthetic, "scale_mapper_kind", "identity", "guide", "none");
  }

  /** An axis with ticks of its own. */
  ChartSpec axis(
      final String aesthetic, final String name, final ChartTicks ticks, final Object... options) {
    scale(
        aesthetic,
        "name",
        name,
        "breaks",
        list(ticks.values()),
        "labels",
        list(ticks.labels()),
        "limits",
        list(List.of(ticks.from(), ticks.to())),
        "expand",
        list(List.of(0.0, 0.0)));
    @SuppressWarnings("unchecked")
    final Map<String, Object> scale = (Map<String, Object>) scales.get(scales.size() - 1);
    scale.putAll(map(options));
    return this;
  }

  ChartSpec theme(final String key, final Object value) {
    theme.put(key, value);
    return this;
  }

  /** Words of an axis along its bottom, tilted where they would not fit side by side. */
  ChartSpec words(final List<String> labels) {
    if (!fit(labels, width)) {
      final Map<String, Object> tilted = axisText();
      tilted.remove("angle"); // lets-plot then tilts them about their ends
      theme("axis_text_x", tilted);
    }
    return this;
  }

  /** Whether words fit side by side along the bottom of a chart of this width. */
  static boolean fit(final List<String> labels, final int width) {
    final int longest = labels.stream().mapToInt(String::length).max().orElse(0);
    return longest * 7 <= (width - 80.0) / labels.size();
  }

  /** How the labels of an axis are written. */
  static Map<String, Object> axisText() {
    return map("size", TEXT_SIZE, "color", ChartColors.MUTED.light(), "angle", 0);
  }

  Map<String, Object> toMap() {
    final Map<String, Object> plot =
        map("kind", "plot", "layers", layers, "scales", scales, "theme", theme);
    plot.put("ggsize", map("width", width, "height", height));
    return plot;
  }

  private static Map<String, Object> theme() {
    final Map<String, Object> theme = map("name", "minimal");
    final String muted = ChartColors.MUTED.light();
    theme.put("text", map("color", muted, "size", TEXT_SIZE));
    theme.put("axis_text_x", axisText()); // with an angle: lets-plot tilts even what has room
    theme.put("title", map("color", muted, "size", TITLE_SIZE));
    theme.put("axis_title", map("color", muted, "size", TITLE_SIZE));
    theme.put("panel_grid_major", map("color", ChartColors.GRID.light(), "size", 1.0));
    theme.put("panel_grid_minor", map("blank", true));
    theme.put("plot_background", map("blank", true));
    theme.put("panel_background", map("blank", true));
    theme.put("legend_background", map("blank", true));
    theme.put("legend_title", map("blank", true));
    theme.put("legend_position", "bottom");
    theme.put("axis_line", map("blank", true));
    theme.put("axis_ticks", map("blank", true));
    theme.put("axis_tooltip", map("blank", true));
    theme.put("plot_margin", map("t", 4.0, "r", 10.0, "b", 2.0, "l", 2.0));
    return theme;
  }
}
