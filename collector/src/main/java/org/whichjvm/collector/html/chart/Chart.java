package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.report.Document;
import org.whichjvm.common.Percentile;

/**
 * A chart as drawn, by {@link ChartSpec}.
 *
 * @param name of its file, without an extension, and of its place on the page
 * @param note how to read it, in a sentence or two
 * @param alternative what it shows, for those who cannot see it
 * @param width in its own pixels, as is the height
 */
public record Chart(String name, String title, String note, String alternative, int width, int height, String body) {
    private static final int HEAD = 44;

    /** All charts of a campaign that have something to draw, in the order of the page. */
    public static List<Chart> of(Result result, List<ServiceLevel> levels) {
        List<Chart> charts = new ArrayList<>();
        if (result.forks().isEmpty()) {
            return charts;
        }
        if (result.ofScores()) {
            ChartForest.of(result, null).ifPresent(charts::add);
            ChartLoad.of(result).ifPresent(charts::add);
            charts.addAll(ChartHeaps.of(result));
            charts.addAll(ChartForks.ofScores(result));
            return charts;
        }
        for (Latency latency : Latency.values()) {
            ChartForest.of(result, latency).ifPresent(charts::add);
        }
        ChartRates.of(result).ifPresent(charts::add);
        charts.add(ChartForks.of(result));
        for (Latency latency : Latency.values()) {
            charts.add(ChartPercentiles.of(result, latency, levels));
        }
        charts.add(ChartBars.of(result, Percentile.P50, "median"));
        charts.add(ChartBars.of(result, Percentile.P99_99, "p99-99"));
        charts.add(ChartForks.timeline(result));
        ChartSteadiness.of(result).ifPresent(charts::add);
        for (Latency latency : Latency.values()) {
            ChartCauses.of(result, latency).ifPresent(charts::add);
        }
        return charts;
    }

    /** As a part of a page, whose style sheet it needs. */
    public Document.Drawing drawing() {
        return new Document.Drawing(name, title, note, width < ChartSpec.WIDTH, open("", 0) + body + "</svg>\n");
    }

    /** An SVG file of its own, with its title above the drawing. */
    public String file() {
        return open(" xmlns=\"http://www.w3.org/2000/svg\"", HEAD)
                + "<style>"
                + ChartStyle.standalone()
                + "</style>\n<rect class=\"sheet\" x=\"0\" y=\"-%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>"
                        .formatted(HEAD, width, height + HEAD, ChartStyle.BACKGROUND.light())
                + "<text class=\"heading\" x=\"14\" y=\"-16\" fill=\"%s\">%s</text>"
                        .formatted(ChartStyle.INK.light(), HtmlText.escape(title))
                + body
                + "</svg>\n";
    }

    private String open(String namespace, int head) {
        // The alternative is escaped already: as one text it would be cut.
        return """
        <svg%1$s class="chart" viewBox="0 -%2$d %3$d %4$d" role="img" aria-labelledby="%5$s-title %5$s-alternative">
        <title id="%5$s-title">%6$s</title>
        <desc id="%5$s-alternative">%7$s</desc>
        """.formatted(namespace, head, width, height + head, name, HtmlText.escape(title), alternative);
    }
}
