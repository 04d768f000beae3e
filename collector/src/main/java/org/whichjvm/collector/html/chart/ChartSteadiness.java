package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.whichjvm.collector.decide.ByTurns.Steadiness;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;

/** The chart shows each contender from its first turn to its last. */
final class ChartSteadiness {
    private static final int HEIGHT = 220;
    private static final double LEAST_RANGE = 0.05;

    /** The chart; empty if there are no turns to draw. */
    static Optional<Chart> of(Result result) {
        return result.byTurns() == null || values(result).findAny().isEmpty()
                ? Optional.empty()
                : Optional.of(draw(result));
    }

    private static Chart draw(Result result) {
        Marks lines = new Marks("x", "y", "color+linetype");
        List<String> told = new ArrayList<>();
        int rounds = 0;
        List<String> names =
                result.contenders().stream().map(ContenderResult::name).toList();
        for (Steadiness each : result.byTurns().steadiness()) {
            rounds = Math.max(rounds, each.byRound().length);
            String key = ChartSpec.key(names.indexOf(each.contender()));
            for (int round = 0; round < each.byRound().length; round++) {
                if (each.byRound()[round] > 0) {
                    lines.add(round + 1.0, each.byRound()[round], key);
                }
            }
            told.add(each.contender() + " last third ÷ first " + Quantity.ratio(each.drift(), 3));
        }
        return ChartSpec.withLegend(HEIGHT, ChartNames.legend(result))
                .layer("line", lines, "size", 0.9)
                .axis("x", "round", ChartTicks.countFromZero(rounds).within(0.4, rounds + 0.6))
                .axis("y", "p50 ÷ its fork's", ratios(result))
                .withoutGrid("x")
                .chart(
                        "steadiness",
                        "Steadiness",
                        "The p50 service time of each turn over that of its fork, the median of all forks."
                                + " A line that falls is a JVM that still warms up.",
                        "p50 service time over the turns: ",
                        told);
    }

    /** The axis goes as far to both sides of 1. */
    private static ChartTicks ratios(Result result) {
        double farthest = Math.max(
                LEAST_RANGE,
                values(result).map(each -> Math.abs(each - 1)).max().orElse(0));
        return ChartTicks.of(
                1 - farthest * 1.1,
                1 + farthest * 1.1,
                IntStream.rangeClosed(-2, 2).mapToObj(i -> 1 + i * farthest / 2).toList(),
                value -> String.format(Locale.ROOT, "%.2f", value));
    }

    private static DoubleStream values(Result result) {
        return result.byTurns().steadiness().stream()
                .flatMapToDouble(each -> DoubleStream.of(each.byRound()))
                .filter(each -> each > 0);
    }
}
