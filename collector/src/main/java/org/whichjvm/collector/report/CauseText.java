package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.SlowMessages;
import org.whichjvm.common.SlowCause;

/** Why messages were slow, in sentences and as a table. */
public final class CauseText {
    // A cause of less, or a fourth, is not spoken of; the table has it.
    private static final double LEAST_SHARE = 0.045;
    private static final int MOST_CAUSES = 3;

    /** The messages of a contender beyond a level of a latency. */
    public record Row(ContenderResult contender, Latency latency, SlowMessages.Level level) {
        public SlowMessages.Causes causes() {
            return contender.attribution().at(latency, level);
        }

        public boolean known() {
            return causes() != null && causes().messages() > 0;
        }

        String place() {
            return level.percentile == null
                    ? level.label + " by " + latency.key + " time"
                    : Metric.of(latency, level.percentile).label();
        }

        /** For example "p99.99 is 4.1 ms: 93 % preemption, 5 % safepoints". */
        public String sentence() {
            SlowMessages.Causes causes = causes();
            String what = level.percentile == null
                    ? "the worst 1,000 of each fork: "
                    : "%s is %s: "
                            .formatted(level.percentile.label, MetricTables.at(contender, latency, level.percentile));
            return Arrays.stream(SlowCause.values())
                    .filter(cause -> causes.share(cause) >= LEAST_SHARE)
                    .sorted(Comparator.comparingDouble(cause -> -causes.share(cause)))
                    .limit(MOST_CAUSES)
                    .map(cause -> share(causes.share(cause)) + " " + cause.label)
                    .collect(Collectors.joining(", ", what, ""));
        }
    }

    static Stream<Row> rows(ContenderResult contender) {
        return Arrays.stream(Latency.values()).flatMap(latency -> rows(contender, latency));
    }

    private static Stream<Row> rows(ContenderResult contender, Latency latency) {
        return Arrays.stream(SlowMessages.Level.values())
                .map(level -> new Row(contender, latency, level))
                .filter(Row::known);
    }

    static boolean any(Result result) {
        return result.contenders().stream().anyMatch(each -> !each.attribution().isEmpty());
    }

    static List<String> sentences(Result result) {
        List<String> lines = new ArrayList<>();
        for (ContenderResult contender : result.contenders()) {
            for (Latency latency : Latency.values()) {
                String parts = rows(contender, latency).map(Row::sentence).collect(Collectors.joining("; "));
                if (!parts.isEmpty()) {
                    lines.add("%s, %s time: %s.".formatted(Words.contender(contender), latency.key, parts));
                }
            }
        }
        return lines;
    }

    /** At most {@code most} rows; if there would be more, only the page has the response time. */
    static Table<?> table(Result result, int most, int mostOnPage) {
        List<Row> all = result.contenders().stream().flatMap(CauseText::rows).toList();
        boolean many = all.size() > most;
        Table<Row> table = new Table<>("Why messages were slow", all)
                .minor(each -> many && each.latency != Latency.SERVICE)
                .limited(most, mostOnPage, "result.json")
                .words("contender", each -> Words.contender(each.contender))
                .words("beyond", Row::place)
                .numbers("messages", each -> Quantity.count(each.causes().messages()));
        Arrays.stream(SlowCause.values())
                .filter(cause -> all.stream().anyMatch(each -> each.causes().share(cause) > 0))
                .forEach(cause ->
                        table.numbers(cause.label, each -> share(each.causes().share(cause))));
        return table.note(
                        "Each cause explains this part of the messages beyond each fork's own percentile, over all forks, by what was recorded at that time.")
                .briefNote(many ? "The other rows are in report.html and result.json." : "");
    }

    /** A share in whole per cent. Non-zero is never shown as 0 %, below one never as 100 %. */
    static String share(double share) {
        if (Double.isNaN(share)) {
            return Quantity.NONE;
        }
        if (share > 0 && share < 0.005) {
            return "< 1 %";
        }
        if (share < 1 && share >= 0.995) {
            return "> 99 %";
        }
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }
}
