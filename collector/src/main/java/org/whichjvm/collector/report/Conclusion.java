package org.whichjvm.collector.report;

import static java.util.Comparator.naturalOrder;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    /** The most rows of the ranked table, except on the page. */
    private static final int MOST_ROWS = 20;

    // More of them would be cut on the screen.
    private static final int MOST_SUBSTITUTES = 2;

    private static final String MARKS = "¹²³⁴⁵⁶⁷⁸⁹";

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
        Table<RankedRow> table = new Table<>(title(), rows)
                .words("JVM", RankedRow::contender)
                .words(any(RankedRow::build), "build tested", RankedRow::build)
                .words(scores, "score", RankedRow::score)
                .numbers(scores ? "median" : "p50", RankedRow::value)
                .words(any(RankedRow::against), "against", RankedRow::against)
                .numbers(
                        "change",
                        each -> each.isBaseline() ? "" : ratio.apply(each).change())
                .words("95 % interval", each -> ratio.apply(each).changes())
                .drawn(each -> List.of(
                        new Table.Bar(ratio.apply(each), result.margin(), each.verdict() == Verdict.INCONCLUSIVE)))
                .ofChanges()
                .words("verdict", each -> each.word() + (each.left() > 0 ? " " + mark(each.left()) : ""))
                .note(legend());
        return table.limited(MOST_ROWS, "report.html");
    }

    /** What the rows are, and what a change is against. */
    private String title() {
        boolean inside = ranking.scores().isEmpty() && !result.contrasts().isEmpty();
        String against = noVerdict()
                ? ""
                : " Change vs %s; + is slower."
                        .formatted(inside ? "the other score of the same forks" : result.baseline());
        return (result.ofScores()
                        ? "Scores, the decided ones first, slowest first."
                        : "Median service time, fastest first.")
                + against;
    }

    /** The blocks after which contenders were dropped, in order: each has a footnote. */
    private List<Integer> left() {
        return rows.stream()
                .map(RankedRow::left)
                .filter(each -> each > 0)
                .distinct()
                .sorted()
                .toList();
    }

    private String mark(int left) {
        int index = left().indexOf(left);
        return index < MARKS.length() ? MARKS.substring(index, index + 1) : "(" + (index + 1) + ")";
    }

    private boolean any(Function<RankedRow, String> cell) {
        return rows.stream().anyMatch(each -> !cell.apply(each).isEmpty());
    }

    private boolean noVerdict() {
        return rows.stream().allMatch(each -> each.verdict() == null);
    }

    /** Explains the words and intervals of the ranked table; empty if it has none. */
    private String legend() {
        List<String> sentences = new ArrayList<>();
        if (rows.stream().anyMatch(each -> each.verdict() == Verdict.EQUIVALENT)) {
            sentences.add("Equivalent: within ±%s."
                    .formatted(Quantity.percent(result.margin()).replace(".0 %", " %")));
        }
        if (rows.stream().anyMatch(each -> each.ratio().bounded())) {
            sentences.add("Intervals hold jointly at 95 %.");
        }
        left().forEach(each -> sentences.add("%s Dropped once decided, after block %s.".formatted(mark(each), each)));
        return String.join(" ", sentences);
    }

    /**
     * What the verdicts hold for, as in "This boot, these builds, CPUs 0,1, 2026-11-23 12:21 to 12:35 UTC. A repeat may
     * differ by 1.1 to 3.6 %."; empty without a verdict.
     */
    private String speaksFor() {
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
        return "%s, these builds%s, %s to %s UTC.%s"
                .formatted(
                        boots == 1 ? "This boot" : boots + " boots",
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
        return " A repeat may differ by " + (least.equals(most) ? most : least.replace(" %", "") + " to " + most) + ".";
    }

    /**
     * What a person should know before choosing: which builds ran, what the host did, and what the verdicts hold for.
     */
    Map<String, String> before() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("Builds", builds());
        texts.put("Host", excluded());
        texts.put("Scope", speaksFor());
        texts.values().removeIf(String::isEmpty);
        return texts;
    }

    /** Which builds stand in for others; of many the table says which. */
    private String builds() {
        List<String> substitutes = result.contenders().stream()
                .filter(each -> !each.substitute().isEmpty())
                .map(each -> Words.jvms(List.of(each.name())) + " (" + each.substitute() + ")")
                .toList();
        int all = result.contenders().size();
        return substitutes.isEmpty()
                ? ""
                : "%s of %s %s%s. To test the named builds, run with access to their registry."
                        .formatted(
                                substitutes.size(),
                                Words.count(all, "build"),
                                substitutes.size() == 1 ? "is a substitute" : "are substitutes",
                                substitutes.size() > MOST_SUBSTITUTES ? "" : ": " + Words.list(substitutes));
    }

    /** What was excluded, in a sentence; empty if nothing was. */
    private String excluded() {
        ResultFile.Forks forks = ResultFile.Forks.of(result);
        List<String> parts = new ArrayList<>();
        if (forks.excluded() > 0) {
            parts.add(forks.excluded() + " by rules" + mostly(ExclusionCount::forks));
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
                : "Excluded of %s turns: %s by rules%s."
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
