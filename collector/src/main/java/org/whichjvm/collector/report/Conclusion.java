package org.whichjvm.collector.report;

import static java.util.Comparator.naturalOrder;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.whichjvm.collector.decide.ByTurns;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.ExclusionCount;
import org.whichjvm.collector.decide.Ranking;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Fork;

/**
 * The conclusion of a campaign: every form of the report begins with it.
 *
 * @param headline the answer, in a few sentences
 * @param findings the gravest first
 */
public record Conclusion(
        Result result, Ranking ranking, String headline, List<RankedRow> rows, List<Finding> findings) {
    /** Outside of the page the ranked table has at most so many rows. */
    private static final int MOST_ROWS = 20;

    public static Conclusion of(Result result) {
        Ranking ranking = Ranking.of(result);
        return new Conclusion(
                result, ranking, Headline.of(result, ranking), RankedRow.of(result, ranking), Findings.of(result));
    }

    List<Finding> findings(Finding.Level level) {
        return findings.stream().filter(each -> each.level() == level).toList();
    }

    Table<?> table() {
        boolean scores = result.ofScores();
        Function<RankedRow, RatioInterval> ratio = RatioInterval.alike(rows, RankedRow::ratio);
        return new Table<>(
                        scores
                                ? "Scores, the decided ones first, slowest first"
                                : "Typical p50 service time, fastest first",
                        rows)
                .words("contender", RankedRow::contender)
                .words(scores, "score", RankedRow::score)
                .numbers(scores ? "median" : "p50", RankedRow::value)
                .words(any(RankedRow::against), "against", RankedRow::against)
                .numbers("ratio", each -> ratio.apply(each).shown())
                .numbers(
                        "95 % interval",
                        each -> each.isBaseline() ? "" : ratio.apply(each).interval())
                .drawn(each -> List.of(
                        new Table.Bar(ratio.apply(each), result.margin(), each.verdict() == Verdict.INCONCLUSIVE)))
                .numbers(any(RankedRow::difference), "difference", RankedRow::difference)
                .words("verdict", RankedRow::word)
                .words("confidence", RankedRow::confidence)
                .scale(ratios())
                .note(legend())
                .limited(MOST_ROWS, "report.html");
    }

    private boolean any(Function<RankedRow, String> cell) {
        return rows.stream().anyMatch(each -> !cell.apply(each).isEmpty());
    }

    private boolean noVerdict() {
        return rows.stream().allMatch(each -> each.verdict() == null);
    }

    /** Says to what the ratios of the ranked table are; empty if it has none. */
    private String ratios() {
        if (noVerdict()) {
            return "";
        }
        boolean inside = ranking.scores().isEmpty() && !result.contrasts().isEmpty();
        return "Ratio to %s, above 1 is slower."
                .formatted(inside ? "the other score of the same forks" : Report.label(result, result.baseline()));
    }

    /** Explains the intervals of the ranked table; empty if it has none. */
    private String legend() {
        if (rows.stream().noneMatch(each -> each.ratio().bounded())) {
            return "";
        }
        String intervals = "The intervals hold together in 19 of 20 campaigns.";
        return rows.stream().noneMatch(each -> each.confidence().contains(" to "))
                ? intervals
                : intervals + " Where open: what remains possible.";
    }

    /**
     * Says what the verdicts speak for, as in "It speaks for this boot, these builds, CPUs 0,1, and 2026-11-23 12:21 to
     * 12:35 UTC; a repeat may find ratios up to 5 % off."; empty without a verdict.
     */
    String speaksFor() {
        List<Fork> forks = result.forks().stream()
                .filter(each -> result.counts(each) && each.end().started() != null)
                .toList();
        if (forks.isEmpty() || noVerdict()) {
            return "";
        }
        long boots = forks.stream()
                .map(each -> Json.shown(each.setup().host(), "bootId"))
                .distinct()
                .count();
        String cpus = Json.shown(result.parameters(), "cpus").replaceAll("[\\[\\] ]", "");
        String from = minute(forks.stream().map(each -> each.end().started()).min(naturalOrder()));
        String to = minute(forks.stream().map(Conclusion::ended).max(naturalOrder()));
        return "It speaks for %s, these builds%s, and %s to %s UTC%s."
                .formatted(
                        boots == 1 ? "this boot" : boots + " boots",
                        cpus.isEmpty() ? "" : ", CPUs " + cpus,
                        from,
                        to.startsWith(from.substring(0, 10)) ? to.substring(11) : to,
                        repeat());
    }

    private static Instant ended(Fork fork) {
        return fork.end().started().plusMillis(Math.round(1_000 * fork.end().wallSeconds()));
    }

    private static String minute(Optional<Instant> time) {
        return time.orElseThrow().toString().replace('T', ' ').substring(0, 16);
    }

    /** How far the ratios of another session may be from these. */
    private String repeat() {
        DoubleSummaryStatistics reach = result.comparisons().stream()
                .filter(Comparison::decidable)
                .mapToDouble(each -> each.repeat(result.byTurns() != null))
                .filter(Double::isFinite)
                .summaryStatistics();
        if (reach.getCount() == 0) {
            return "";
        }
        String least = Quantity.percent(reach.getMin());
        String most = Quantity.percent(reach.getMax());
        return "; a repeat may find ratios "
                + (least.equals(most) ? "up to " + most : least.replace(" %", "") + " to " + most)
                + " off";
    }

    /** What was excluded, in a sentence; empty if nothing was. */
    String excluded() {
        ResultFile.Forks forks = ResultFile.Forks.of(result);
        List<String> parts = new ArrayList<>();
        if (forks.excluded() > 0) {
            parts.add(forks.excluded() + " by gates" + mostly(ExclusionCount::forks));
        }
        if (forks.failed() > 0) {
            parts.add(forks.failed() + " failed or not usable");
        }
        String ofForks = parts.isEmpty()
                ? ""
                : "Excluded of %s: %s. ".formatted(Words.count(forks.all(), "fork"), String.join(", ", parts));
        return (ofForks + excludedTurns()).strip();
    }

    private String excludedTurns() {
        ByTurns byTurns = result.byTurns();
        return byTurns == null || byTurns.count().excluded() == 0
                ? ""
                : "Excluded of %s turns: %s by gates%s."
                        .formatted(
                                Quantity.count(byTurns.count().turns()),
                                Quantity.count(byTurns.count().excluded()),
                                mostly(each -> each.gate().ofRounds() ? 0 : each.turns()));
    }

    private String mostly(ToIntFunction<ExclusionCount> excluded) {
        return result.gates().stream()
                .filter(each -> excluded.applyAsInt(each) > 0)
                .max(Comparator.comparingInt(excluded))
                .map(each -> " (mostly " + each.gate().option() + ")")
                .orElse("");
    }
}
