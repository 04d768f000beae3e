package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jetbrains.letsPlot.commons.encoding.UnsupportedRGBEncoder;
import org.jetbrains.letsPlot.core.util.PlotSvgExportCommon;
import org.whichjvm.collector.io.HtmlText;

/**
 * A plot as lets-plot takes it: nested maps and lists, the same as its Python library sends. They stay mutable because
 * lets-plot changes them while it draws.
 */
public final class ChartSpec {
    /** Width of a chart, in its own pixels; on a page it becomes as wide as there is room. */
    public static final int WIDTH = 860;

    // The style sheet of drawings says the same sizes: lets-plot lays out what a browser then writes.
    static final int TEXT_SIZE = 12;
    static final int TITLE_SIZE = 13;

    // As lets-plot counts.
    static final double LABEL_SIZE = 5.2;
    private static final int LEGEND_ROW = 24;

    private final int width;
    private final int height;
    private final List<Object> layers = new ArrayList<>();
    private final List<Object> scales = new ArrayList<>();
    private final Map<String, Object> theme = theme();

    ChartSpec(int width, int height) {
        this.width = width;
        this.height = height;
    }

    /** The data name contenders by keys: two may be called alike once they are shortened. */
    static String key(int index) {
        return "v" + index;
    }

    /** An empty chart as wide as the page, with a legend of these words below so much height. */
    static ChartSpec withLegend(int height, List<String> labels) {
        int longest = labels.stream().mapToInt(String::length).max().orElse(0);
        int columns = Math.max(1, (WIDTH - 60) / (longest * 7 + 40));
        int rows = (labels.size() + columns - 1) / columns;
        List<String> keys = each(labels, ChartSpec::key);
        return new ChartSpec(WIDTH, height + rows * LEGEND_ROW)
                .legend(
                        "color",
                        rows,
                        keys,
                        each(labels, i -> ChartStyle.contender(i).light()),
                        labels)
                .legend("linetype", rows, keys, each(labels, ChartStyle::line), labels)
                .legend("shape", rows, keys, each(labels, ChartStyle::shape), labels);
    }

    private static <T> List<T> each(List<String> labels, IntFunction<T> what) {
        return IntStream.range(0, labels.size()).mapToObj(what).toList();
    }

    /** A map of keys and values in turn. */
    static Map<String, Object> map(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }

    /** A layer: its geometry and marks; more options in turn. */
    ChartSpec layer(String geom, Marks marks, Object... options) {
        Map<String, Object> layer = map("geom", geom, "data", marks.data(), "stat", "identity");
        layer.put("mapping", marks.mapping());
        layer.put("sampling", "none"); // every fork is shown, however many there are
        layer.put("tooltips", "none");
        layer.putAll(map(options));
        layers.add(layer);
        return this;
    }

    private ChartSpec scale(Map<String, Object> scale) {
        scales.add(scale);
        return this;
    }

    /** Colours, or fills, that stand in the data as such. */
    ChartSpec literal(String aesthetic) {
        Map<String, Object> scale = map("aesthetic", aesthetic, "guide", "none");
        scale.putAll(map("scale_mapper_kind", "identity", "discrete", true));
        return scale(scale);
    }

    ChartSpec axis(String aesthetic, String name, ChartTicks ticks) {
        Map<String, Object> scale = map("aesthetic", aesthetic, "name", name);
        scale.put("breaks", new ArrayList<>(ticks.values()));
        scale.put("labels", new ArrayList<>(ticks.labels()));
        scale.put("limits", new ArrayList<>(List.of(ticks.from(), ticks.to())));
        scale.put("expand", new ArrayList<>(List.of(0.0, 0.0)));
        scale.put("trans", ticks.logarithmic() ? "log10" : "identity");
        return scale(scale);
    }

    /** A legend below the chart, in {@code rows} rows: keys of the data, and what each is drawn as. */
    ChartSpec legend(String aesthetic, int rows, List<String> keys, List<?> values, List<String> labels) {
        Map<String, Object> scale = map("aesthetic", aesthetic, "name", "", "discrete", true);
        scale.put("limits", new ArrayList<>(keys));
        scale.put("breaks", new ArrayList<>(keys));
        scale.put("labels", new ArrayList<>(labels));
        scale.put("values", new ArrayList<>(values));
        scale.put("guide", map("name", "legend", "nrow", rows, "byrow", true));
        return scale(scale);
    }

    /** Removes the lines of the grid at the ticks of this axis. */
    ChartSpec withoutGrid(String aesthetic) {
        theme.put("panel_grid_major_" + aesthetic, map("blank", true));
        return this;
    }

    /** Words of an axis along its bottom, tilted where they would not fit side by side. */
    ChartSpec words(List<String> labels) {
        if (!fit(labels, width)) {
            Map<String, Object> tilted = axisText();
            tilted.remove("angle"); // lets-plot then tilts them about their ends
            theme.put("axis_text_x", tilted);
        }
        return this;
    }

    /** Whether words fit side by side along the bottom of a chart of this width. */
    static boolean fit(List<String> labels, int width) {
        int longest = labels.stream().mapToInt(String::length).max().orElse(0);
        return longest * 7 <= (width - 80.0) / labels.size();
    }

    private static Map<String, Object> axisText() {
        return map("size", TEXT_SIZE, "color", ChartStyle.MUTED.light(), "angle", 0);
    }

    /** Draws it. For those who cannot see it, a beginning and then a text each tell what it shows. */
    Chart chart(String name, String title, String note, String beginning, List<String> told) {
        Map<String, Object> plot = map("kind", "plot", "layers", layers, "scales", scales, "theme", theme);
        plot.put("ggsize", map("width", width, "height", height));
        String svg =
                PlotSvgExportCommon.INSTANCE.buildSvgImageFromRawSpecs(plot, null, new UnsupportedRGBEncoder(), true);
        return new Chart(
                name, title, note, HtmlText.join(beginning, told), width, height, new SvgCleaner(name).clean(svg));
    }

    private static Map<String, Object> theme() {
        Map<String, Object> theme = map("name", "minimal", "legend_position", "bottom");
        String muted = ChartStyle.MUTED.light();
        theme.put("text", map("color", muted, "size", TEXT_SIZE));
        theme.put("axis_text_x", axisText()); // with an angle: lets-plot tilts even what has room
        theme.put("title", map("color", muted, "size", TITLE_SIZE));
        theme.put("axis_title", map("color", muted, "size", TITLE_SIZE));
        theme.put("panel_grid_major", map("color", ChartStyle.GRID.light(), "size", 1.0));
        for (String each : List.of(
                "panel_grid_minor",
                "plot_background",
                "panel_background",
                "legend_background",
                "legend_title",
                "axis_line",
                "axis_ticks",
                "axis_tooltip")) {
            theme.put(each, map("blank", true));
        }
        theme.put("plot_margin", map("t", 4.0, "r", 10.0, "b", 2.0, "l", 2.0));
        return theme;
    }
}
