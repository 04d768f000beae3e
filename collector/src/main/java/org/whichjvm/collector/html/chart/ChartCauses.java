package org.whichjvm.collector.html.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.SlowMessages;
import org.whichjvm.collector.report.CauseText;
import org.whichjvm.collector.report.Words;
import org.whichjvm.common.SlowCause;

/** Why messages beyond each level were slow: a bar a contender, a colour a cause. */
final class ChartCauses {
    private static final int ROW_HEIGHT = 21;
    private static final int LEGEND_HEIGHT = 56;
    private static final int ONE_ROW = 4;
    private static final double HALF_A_BAR = 0.36;

    private final Result result;
    private final Latency latency;
    private final Marks bars = new Marks("xmin", "xmax", "ymin", "ymax", "fill");
    private final Marks texts = Marks.texts();
    private final List<Double> rows = new ArrayList<>();
    private final List<String> labels = new ArrayList<>();
    private final List<String> told = new ArrayList<>();

    private ChartCauses(Result result, Latency latency) {
        this.result = result;
        this.latency = latency;
    }

    /** The chart of a latency; empty if no fork recorded causes. */
    static Optional<Chart> of(Result result, Latency latency) {
        return result.contenders().stream()
                        .noneMatch(each -> each.attribution().levels().containsKey(latency))
                ? Optional.empty()
                : Optional.of(new ChartCauses(result, latency).draw());
    }

    private Chart draw() {
        ChartNames names = ChartNames.of(result);
        double y = 0;
        for (SlowMessages.Level level : SlowMessages.Level.values()) {
            double heading = y + 1;
            for (int i = 0; i < result.contenders().size(); i++) {
                ContenderResult contender = result.contenders().get(i);
                CauseText.Row row = new CauseText.Row(contender, latency, level);
                if (row.known()) {
                    bar(row.causes(), y);
                    rows.add(y);
                    labels.add(names.labels().get(i));
                    told.add(Words.contender(contender) + ", " + row.sentence());
                    y--;
                }
            }
            if (heading != y + 1) {
                String what = level.percentile == null ? "the worst 1,000 of a fork" : "beyond " + level.label;
                texts.heading(0.0, heading, what);
                y -= 1.35; // the next level's heading
            }
        }
        double end = y + 1.75;
        int height = (int) Math.round((1.8 - end) * ROW_HEIGHT) + 58 + LEGEND_HEIGHT;
        return spec(end, height)
                .chart(
                        "causes-" + latency.key,
                        "Why messages were slow: " + latency.key + " time",
                        "Of the messages beyond each level, over all forks of a contender: the part that each cause explains by what was recorded while they waited."
                                + " Grey is not explained.",
                        "Causes: ",
                        told);
    }

    private void bar(SlowMessages.Causes causes, double y) {
        double from = 0;
        for (SlowCause cause : SlowCause.values()) {
            double share = causes.share(cause);
            if (share > 0) {
                bars.add(from, from + share, y - HALF_A_BAR, y + HALF_A_BAR, cause.key);
                from += share;
            }
        }
    }

    private ChartSpec spec(double end, int height) {
        // Only the causes that there are.
        List<SlowCause> causes = Arrays.stream(SlowCause.values())
                .filter(cause -> bars.column("fill").contains(cause.key))
                .toList();
        List<Double> ticks = List.of(0.0, 0.25, 0.5, 0.75, 1.0);
        return new ChartSpec(ChartSpec.WIDTH, height)
                .layer("rect", bars, "size", 0.0)
                .layer("text", texts, "size", ChartSpec.LABEL_SIZE)
                .legend(
                        "fill",
                        causes.size() > ONE_ROW ? 2 : 1,
                        causes.stream().map(each -> each.key).toList(),
                        causes.stream()
                                .map(each -> ChartStyle.cause(each).light())
                                .toList(),
                        causes.stream().map(each -> each.label).toList())
                .literal("color")
                .axis("x", "", ChartTicks.of(-0.004, 1.004, ticks, each -> Math.round(each * 100) + " %"))
                .axis("y", "", new ChartTicks(end, 1.8, rows, labels, false))
                .withoutGrid("y");
    }
}
