package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.whichjvm.collector.io.Quantity;

/** The intervals of a table drawn with characters, all to one scale: {@code ├──●──┤}. */
record TextBars(List<Table.Bar> bars, int width, double from, double to) {
    /** The first that fits is taken. */
    static final List<Integer> WIDTHS = List.of(26, 20, 14);

    // What is twice as long would leave no room for the others.
    private static final double MOST = 1.5;
    private static final double LEAST = 1 / MOST;

    /** Of one bar for each row. */
    static TextBars of(List<Table.Bar> bars, int width) {
        double[] ends = bars.stream()
                .map(Table.Bar::of)
                .filter(RatioInterval::bounded)
                .flatMap(each -> Stream.of(each.low(), each.high()))
                .mapToDouble(each -> Math.max(LEAST, Math.min(MOST, each)))
                .sorted()
                .toArray();
        return ends.length == 0
                ? new TextBars(bars, width, 1, 1)
                : new TextBars(bars, width, Math.min(1, ends[0]), Math.max(1, ends[ends.length - 1]));
    }

    boolean isEmpty() {
        return from == to;
    }

    private int place(double ratio) {
        double clipped = Math.max(from, Math.min(to, ratio));
        return (int) Math.round((clipped - from) / (to - from) * (width - 1));
    }

    /** The scale in per cent: its ends, no difference, and the margin, as far as they do not touch. */
    String scale() {
        char[] line = blank();
        double margin = bars.stream().mapToDouble(Table.Bar::margin).max().orElse(Double.NaN);
        for (double mark : new double[] {1, from, to, 1 + margin}) {
            if (mark >= from && mark <= to) {
                put(line, Quantity.change(mark, 0), place(mark));
            }
        }
        return new String(line).stripTrailing();
    }

    private void put(char[] line, String label, int middle) {
        int start = Math.max(0, Math.min(width - label.length(), middle - label.length() / 2));
        for (int i = Math.max(0, start - 1); i < Math.min(width, start + label.length() + 1); i++) {
            if (line[i] != ' ') {
                return;
            }
        }
        label.getChars(0, label.length(), line, start);
    }

    /** A row of the drawing; what has no interval is empty, and the baseline is a line at no difference. */
    List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (Table.Bar bar : bars) {
            char[] line = blank();
            RatioInterval of = bar.of();
            if (of.bounded()) {
                Arrays.fill(line, place(of.low()), place(of.high()) + 1, '─');
                line[place(of.low())] = of.low() < from ? '◂' : '├';
                line[place(of.high())] = of.high() > to ? '▸' : '┤';
                line[place(of.ratio())] = '●';
            } else if (of.known()) {
                line[place(1)] = '│';
            }
            rows.add(new String(line).stripTrailing());
        }
        return rows;
    }

    private char[] blank() {
        char[] line = new char[width];
        Arrays.fill(line, ' ');
        return line;
    }
}
