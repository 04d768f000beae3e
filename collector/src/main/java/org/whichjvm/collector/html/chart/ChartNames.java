package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.report.Lines;
import org.whichjvm.collector.report.Words;

/** The contenders' names on an axis, each another one, in the campaign's order. */
record ChartNames(List<String> labels) {
    // lets-plot cuts longer labels at their end, where the flag set is; in a legend it breaks lines.
    private static final int ON_AN_AXIS = 20;
    static final int IN_A_LEGEND = 30;

    static ChartNames of(Result result) {
        List<String> labels = new ArrayList<>();
        for (ContenderResult contender : result.contenders()) {
            String label = shortened(Words.contender(contender), ON_AN_AXIS);
            String number = " " + (labels.size() + 1);
            labels.add(
                    labels.contains(label)
                            ? shortened(Words.contender(contender), ON_AN_AXIS - number.length()) + number
                            : label);
        }
        return new ChartNames(labels);
    }

    /** In a legend there is more room, and two names may be alike. */
    static List<String> legend(Result result) {
        return result.contenders().stream()
                .map(contender -> shortened(Words.contender(contender), IN_A_LEGEND))
                .toList();
    }

    /** On an axis along the bottom contender i stands at i. */
    ChartTicks ticks() {
        return ticks(0.5, i -> i);
    }

    /** The height at which contender i stands on an axis of rows: the first is at the top. */
    double row(int i) {
        return labels.size() - 1.0 - i;
    }

    ChartTicks rows() {
        return ticks(0.6, this::row);
    }

    private ChartTicks ticks(double room, IntToDoubleFunction place) {
        List<Double> places =
                IntStream.range(0, labels.size()).mapToDouble(place).boxed().toList();
        return new ChartTicks(-room, labels.size() - 1 + room, places, labels, false);
    }

    /** A long name keeps both ends: the JVM is at the one and its options are at the other. */
    static String shortened(String name, int length) {
        return Lines.shortened(List.of(name), length).get(0);
    }
}
