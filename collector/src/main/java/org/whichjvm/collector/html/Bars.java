package org.whichjvm.collector.html;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.RatioInterval;
import org.whichjvm.collector.report.Table;

/**
 * The intervals in the cells of a table: a small drawing each, all on one logarithmic scale with the line of no
 * difference and the band of what counts as none. Where a mark lies, and whether it is hollow, tells all; the colour
 * only finds the contender in the charts again.
 */
final class Bars {
    private static final int WIDTH = 260;
    private static final int NARROW = 150;
    // Columns that leave room for wide drawings.
    private static final int ROOMY = 3;
    private static final int EDGE = 9;
    // An interval beyond these ends in an arrow: one tail must not flatten all the other rows.
    private static final double WIDEST = 1.6;
    private static final double NARROWEST = 1.1;
    private static final double ROOM = 1.03;
    private static final int TICK_ROOM = 34;

    private final double from;
    private final double to;
    private final double margin;
    private final int width;
    private final boolean changes;

    private Bars(List<Table.Bar> all, int width, boolean changes) {
        DoubleSummaryStatistics bounds = all.stream()
                .map(Table.Bar::of)
                .flatMapToDouble(each -> DoubleStream.of(each.ratio(), each.low(), each.high()))
                .filter(each -> !Double.isNaN(each))
                .summaryStatistics();
        this.from = Math.max(1 / WIDEST, Math.min(1 / NARROWEST, bounds.getMin() / ROOM));
        this.to = Math.min(WIDEST, Math.max(NARROWEST, bounds.getMax() * ROOM));
        this.margin = all.stream()
                .mapToDouble(Table.Bar::margin)
                .filter(each -> each > 0)
                .findFirst()
                .orElse(0);
        this.width = width;
        this.changes = changes;
    }

    /** The scale of a table's drawings; null if it has none. */
    static Bars of(Table<?> table) {
        List<List<Table.Bar>> drawn =
                table.columns.stream().flatMap(each -> each.drawn().stream()).toList();
        long columns = table.columns.stream().filter(Table.Column::isDrawn).count();
        return drawn.isEmpty()
                ? null
                : new Bars(
                        drawn.stream().flatMap(List::stream).toList(),
                        columns > ROOMY ? NARROW : WIDTH,
                        table.isOfChanges());
    }

    String legend() {
        return (margin > 0 ? "The band is ± %s, what counts as equivalent. ".formatted(Quantity.percent(margin)) : "")
                + "A hollow dot is open.";
    }

    /**
     * The scale's numbers, for the head of a column: round ratios, or changes in per cent, not closer than they are
     * wide.
     */
    String axis() {
        List<Double> ticks = new ArrayList<>(List.of(1.0));
        for (double each : List.of(1.5, 0.7, 1.2, 0.8, 1.1, 0.9, 1.05, 0.95)) {
            if (within(each) && ticks.stream().allMatch(other -> Math.abs(x(other) - x(each)) >= TICK_ROOM)) {
                ticks.add(each);
            }
        }
        return ticks.stream()
                .map(each -> "<text class=\"tick\" text-anchor=\"middle\" y=\"12\" x=\"%s\">%s</text>"
                        .formatted(at(each), changes ? Quantity.change(each, 0) : Quantity.plain(each)))
                .collect(Collectors.joining(
                        "",
                        "<svg class=\"bar\" viewBox=\"0 0 %d 16\" aria-hidden=\"true\">".formatted(width),
                        "</svg>"));
    }

    /** One interval, or of several their ratios alone. */
    String svg(List<Table.Bar> bars, String colour) {
        StringBuilder svg = new StringBuilder(
                "<svg class=\"bar\" style=\"color:var(%s)\" viewBox=\"0 0 %d 24\" role=\"img\" aria-label=\"%s\">"
                        .formatted(colour, width, HtmlText.escape(told(bars))));
        svg.append(
                "<rect class=\"band\" y=\"0\" height=\"24\" x=\"%s\" width=\"%s\"/><line class=\"one\" x1=\"%3$s\" y1=\"0\" x2=\"%3$s\" y2=\"24\"/>"
                        .formatted(at(1 / (1 + margin)), number(x(1 + margin) - x(1 / (1 + margin))), at(1)));
        for (int i = 0; i < bars.size(); i++) {
            RatioInterval of = bars.get(i).of();
            String dot = bars.get(i).open() ? "dot open" : "dot";
            if (bars.size() > 1) {
                // Not all at one height: equal ones would hide one another.
                svg.append(of.known() ? circle(dot + " small", of.ratio(), 4 + 2 * (i * 7 % 9), 2.5) : "");
                continue;
            }
            if (of.bounded()) {
                svg.append(line(of.low(), 12, of.high(), 12))
                        .append(end(of.low()))
                        .append(end(of.high()));
            }
            svg.append(within(of.ratio()) ? circle(dot, of.ratio(), 12, 4.5) : "");
        }
        return svg.append("</svg>").toString();
    }

    private static String told(List<Table.Bar> bars) {
        return bars.size() == 1 ? bars.get(0).of().told() : "ratios of " + bars.size() + " hosts";
    }

    private String circle(String style, double ratio, int y, double r) {
        return "<circle class=\"%s\" cx=\"%s\" cy=\"%d\" r=\"%s\"/>".formatted(style, at(ratio), y, r);
    }

    private String line(double from, int y1, double to, int y2) {
        return "<line class=\"interval\" x1=\"%s\" y1=\"%d\" x2=\"%s\" y2=\"%d\"/>".formatted(at(from), y1, at(to), y2);
    }

    /** A stroke across, or an arrow where the interval goes on beyond the scale. */
    private String end(double ratio) {
        if (within(ratio)) {
            return line(ratio, 8, ratio, 16);
        }
        double tip = ratio < from ? EDGE - 8 : width - EDGE + 8;
        String back = number(ratio < from ? tip + 7 : tip - 7);
        return "<path class=\"dot\" d=\"M%1$s 12 L%2$s 7.5 L%2$s 16.5 Z\"/>".formatted(number(tip), back);
    }

    private boolean within(double ratio) {
        return ratio >= from && ratio <= to;
    }

    /** A ratio beyond the scale stands at its end. */
    private String at(double ratio) {
        return number(x(ratio));
    }

    private double x(double ratio) {
        double clipped = Math.max(from, Math.min(to, ratio));
        return EDGE + (width - 2 * EDGE) * Math.log(clipped / from) / Math.log(to / from);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
