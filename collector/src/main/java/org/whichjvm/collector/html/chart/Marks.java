package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A layer of a chart draws a row for each mark; its columns say what each value is drawn as. The lists stay mutable
 * because lets-plot changes them while it draws.
 */
final class Marks {
    private final Map<String, Object> columns = new LinkedHashMap<>();

    /** No marks yet, of these columns: "color+shape" are two aesthetics of one column. */
    Marks(String... aesthetics) {
        for (String each : aesthetics) {
            columns.put(each, new ArrayList<>());
        }
    }

    void add(Object... values) {
        int i = 0;
        for (String each : columns.keySet()) {
            column(each).add(values[i++]);
        }
    }

    static Marks texts() {
        return new Marks("x", "y", "label", "color", "hjust", "fontface");
    }

    /** Adds a text that is aligned from 0.0 for the left to 1.0 for the right. */
    void text(double x, double y, String text, String color, double at) {
        add(x, y, text, color, at, "plain");
    }

    void heading(double x, double y, String text) {
        add(x, y, text, ChartStyle.INK.light(), 0.0, "bold");
    }

    /** A level line of columns x, y, xend, yend and color; none if its height is unknown. */
    void level(double from, double to, double y, String color) {
        if (!Double.isNaN(y)) {
            add(from, y, to, y, color);
        }
    }

    @SuppressWarnings("unchecked")
    List<Object> column(String name) {
        return (List<Object>) columns.get(name);
    }

    Map<String, Object> data() {
        return columns;
    }

    Map<String, Object> mapping() {
        Map<String, Object> mapping = new LinkedHashMap<>();
        for (String column : columns.keySet()) {
            for (String each : column.split("\\+")) {
                mapping.put(each, column);
            }
        }
        return mapping;
    }
}
