package org.whichjvm.collector.html.chart;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.common.SlowCause;

/**
 * The colours of charts and page, light and dark, and the style sheet of drawings. A chart is drawn with the light
 * ones, as any SVG viewer understands; a style sheet maps each of them to a CSS variable, whose value is the light or
 * the dark one. So one drawing does for both.
 */
public final class ChartStyle {
    /** A colour in both themes, and its CSS variable; charts are recoloured by the light value. */
    public record Shade(String variable, String light, String dark) {
        public String name() {
            return variable.substring(2);
        }
    }

    static final Shade BACKGROUND = new Shade("--background", "#ffffff", "#14171c");
    static final Shade INK = new Shade("--ink", "#1c2127", "#e8ebef");
    static final Shade MUTED = new Shade("--muted", "#59626d", "#a0a9b4");
    static final Shade GRID = new Shade("--grid", "#e4e7eb", "#2a3038");
    static final Shade FLOOR = new Shade("--floor", "#8a929c", "#767f8a");
    static final Shade BAND = new Shade("--band", "#eef1f4", "#21262d");

    /**
     * One for a contender, in the campaign's order: the hues of Okabe and Ito without black and yellow
     * (https://jfly.uni-koeln.de/color/), then olive and indigo of Paul Tol's "muted" scheme
     * (https://personal.sron.nl/~pault/). Those too pale for white are darker on it, those too dark for black are
     * lighter there: each has a contrast of 3 to 1 with both backgrounds.
     */
    public static final List<Shade> CONTENDERS = List.of(
            new Shade("--contender-1", "#0072b2", "#3f9bdc"),
            new Shade("--contender-2", "#c68600", "#e69f00"),
            new Shade("--contender-3", "#00906a", "#1fb589"),
            new Shade("--contender-4", "#c5699c", "#d98ab6"),
            new Shade("--contender-5", "#b84a00", "#e0702a"),
            new Shade("--contender-6", "#3a9bd6", "#8fd0f5"),
            new Shade("--contender-7", "#7d7d1e", "#bcbc55"),
            new Shade("--contender-8", "#4a3aa8", "#9d8ff0"));

    /**
     * One for each {@link SlowCause}, the last of them grey: again hues that the colour-blind tell apart, neighbours in
     * a bar also by how light they are, and each its own value.
     */
    static final List<Shade> CAUSES = List.of(
            new Shade("--cause-1", "#c27400", "#f0a830"),
            new Shade("--cause-2", "#00785a", "#35c79d"),
            new Shade("--cause-3", "#5b4bb5", "#b0a4f5"),
            new Shade("--cause-4", "#00508c", "#5aa2e6"),
            new Shade("--cause-5", "#b0578c", "#e6a3c8"),
            new Shade("--cause-6", "#2f8fc9", "#9ad6f4"),
            new Shade("--cause-7", "#6c6c14", "#cdcd70"),
            new Shade("--cause-8", "#868e98", "#7c858f"));

    // Solid circle, triangle, square and diamond, in the numbers of R and so of lets-plot.
    private static final List<Integer> SHAPES = List.of(19, 17, 15, 18);
    private static final List<Integer> HOLLOW = List.of(1, 2, 0, 5);
    private static final List<String> LINES = List.of("solid", "dashed", "dotted", "longdash");

    /** After eight contenders the colours come again. */
    public static Shade contender(int index) {
        return CONTENDERS.get(index % CONTENDERS.size());
    }

    static Shade cause(SlowCause cause) {
        return CAUSES.get(cause.ordinal());
    }

    /** The number of the same shape as an outline: for what does not count. */
    static int hollow(int shape) {
        return HOLLOW.get(SHAPES.indexOf(shape));
    }

    /** The number of a dot's shape: another one where the colours come again. */
    static int shape(int index) {
        return SHAPES.get(index / CONTENDERS.size() % SHAPES.size());
    }

    /** Lines are drawn in another way where the colours come again. */
    static String line(int index) {
        return LINES.get(index / CONTENDERS.size() % LINES.size());
    }

    static List<Shade> all() {
        return Stream.of(List.of(BACKGROUND, INK, MUTED, GRID, FLOOR, BAND), CONTENDERS, CAUSES)
                .flatMap(List::stream)
                .toList();
    }

    public static String variables(Function<Shade, String> theme) {
        return all().stream()
                .map(each -> each.variable() + ":" + theme.apply(each) + ";")
                .collect(Collectors.joining());
    }

    public static String rules() {
        return """
        .chart{display:block;width:100%%;height:auto}
        .chart text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;\
        font-size:%1$dpx;fill:var(--muted);font-variant-numeric:tabular-nums}
        .chart .axis-title-x,.chart .axis-title-y{font-size:%2$dpx}
        .chart .legend-item{fill:var(--ink)}
        .chart .heading{font-size:17px;font-weight:600}
        """.formatted(ChartSpec.TEXT_SIZE, ChartSpec.TITLE_SIZE)
                + all().stream()
                        .map(each -> ".chart [fill=\"%1$s\"]{fill:var(%2$s)}.chart [stroke=\"%1$s\"]{stroke:var(%2$s)}"
                                .formatted(each.light(), each.variable()))
                        .collect(Collectors.joining("\n", "", "\n"));
    }

    /** The style sheet of an SVG file: rules and variables, dark where the reader's system is. */
    static String standalone() {
        return ".chart{%s}\n@media (prefers-color-scheme:dark){.chart{%s}}\n"
                        .formatted(variables(Shade::light), variables(Shade::dark))
                + rules();
    }
}
