package org.whichjvm.collector.report;

import static org.whichjvm.common.Percentile.P50;
import static org.whichjvm.common.Percentile.P99;
import static org.whichjvm.common.Percentile.P99_9;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.whichjvm.collector.decide.AtFloor;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.common.Percentile;

/** The comparisons of a campaign: its verdicts, contrasts and floors. */
public final class VerdictTables {
    private static final List<Percentile> SHOWN = List.of(P50, P99, P99_9);

    /** The comparisons; a page also has those that cannot be decided, and says why. */
    static Table<?> comparisons(Result result) {
        List<Comparison> shown =
                result.comparisons().stream().filter(Comparison::decidable).toList();
        int left = result.comparisons().size() - shown.size();
        String title = elsewhere(result) ? "Verdicts" : "Verdicts against " + Report.label(result, result.baseline());
        boolean rates =
                result.comparisons().stream().anyMatch(each -> each.metric().more());
        Function<Comparison, RatioInterval> ofAll = RatioInterval.alike(shown, RatioInterval::decided);
        Function<Comparison, RatioInterval> alone = RatioInterval.alike(
                shown, each -> new RatioInterval(each.ratio(), each.singleLow(), each.singleHigh()));
        return new Table<>(title, result.comparisons())
                .words("contender", each -> Report.label(result, each.contender()))
                .words(elsewhere(result), "against", each -> Report.label(result, each.baseline()))
                .words(
                        result.ofScores() ? "score" : "metric",
                        each -> each.metric().label())
                .numbers("ratio", each -> ofAll.apply(each).shown())
                .numbers("interval\nof all", each -> ofAll.apply(each).interval())
                .numbers("interval\nby itself", each -> alone.apply(each).interval())
                .numbers(!result.ofScores(), "difference", each -> VerdictText.difference(each.differenceNs()))
                .words("verdict", each -> each.decidable() ? each.verdict().key : "not decided")
                .numbers("p, of all", each -> Quantity.p(each.adjustedP()))
                .numbers("far\nblocks", each -> VerdictText.farBlocks(each.starts()))
                .numbers("smallest\ndetectable", each -> Quantity.percent(each.mde()))
                .numbers("blocks", each -> Quantity.count(each.blocks()))
                .words("what to know", each -> Objects.requireNonNullElse(ReasonText.of(each), ""))
                .onPageOnly()
                .minor(each -> !each.decidable())
                .note(
                        "Ratio: over the blocks%s, above 1 is slower%s."
                                        .formatted(
                                                result.byTurns() == null
                                                        ? ""
                                                        : ", of a block the median over its rounds",
                                                rates
                                                        ? "; of rates, of which more is better, it is baseline over contender"
                                                        : "")
                                + " The intervals of all hold together in 19 of 20 campaigns, and a verdict is what such an interval says; an interval by itself is right in 19 of 20 cases, and decides nothing."
                                + " p is that of the sign-flip test, corrected for all that the campaign decides."
                                + " Far blocks: those in which the two lie apart from most, as slow starts of one of them make it, or one could not keep the rate."
                                + " Equivalent: within ± %s.".formatted(Quantity.percent(result.margin()))
                                + " Smallest detectable difference, for planning: a campaign like this one finds it four times in five.")
                .note(Report.substituteNote(result))
                .briefNote(
                        left == 0
                                ? ""
                                : left
                                        + (result.ofScores() ? " more are" : " more rest on too few events or are")
                                        + " not decided: report.html and result.json.");
    }

    /** Says whether a contender is compared with another one than the campaign's baseline. */
    public static boolean elsewhere(Result result) {
        return result.comparisons().stream().anyMatch(each -> !each.baseline().equals(result.baseline()));
    }

    private record FloorRow(Comparison all, AtFloor floor) {}

    /** The p50 of each contender at each floor that the campaign saw; empty if it saw one. */
    static Table<?> byFloor(Result result) {
        List<FloorRow> rows = result.comparisons().stream()
                .flatMap(each -> each.byFloor().stream().map(floor -> new FloorRow(each, floor)))
                .toList();
        Function<FloorRow, RatioInterval> ratio =
                RatioInterval.alike(rows, each -> VerdictText.ratio(each.floor, each.all.margin()));
        return new Table<>("By core-to-core latency", rows)
                .words("contender", each -> Report.label(result, each.all.contender()))
                .words(elsewhere(result), "against", each -> Report.label(result, each.all.baseline()))
                .words("metric", each -> each.all.metric().label())
                .numbers("core-to-core\nlatency", each -> Quantity.time(each.floor.floorNs()))
                .numbers("ratio", each -> ratio.apply(each).shown())
                .numbers("95 % interval", each -> ratio.apply(each).interval())
                .numbers("difference", each -> VerdictText.difference(each.floor.differenceNs()))
                .numbers("blocks", each -> Quantity.count(each.floor.blocks()))
                .note("Only the rounds at that latency, in blocks with enough of them."
                        + " The verdicts are on all rounds; these intervals are corrected for nothing.");
    }

    /** A row for each contrast, contender and number of threads; empty if there is none. */
    static Table<?> contrasts(Result result) {
        Function<Comparison, RatioInterval> ratio = RatioInterval.alike(result.contrasts(), RatioInterval::decided);
        return new Table<>("Contrasts inside each fork", result.contrasts())
                .words("contender", each -> Report.label(result, each.contender()))
                .words("score", each -> each.metric().key())
                .words("against", each -> each.against().key())
                .numbers("ratio", each -> ratio.apply(each).shown())
                .numbers("95 % interval", each -> ratio.apply(each).interval())
                .words("verdict", each -> each.verdict().key)
                .numbers("p, of all", each -> Quantity.p(each.adjustedP()))
                .numbers("smallest\ndetectable", each -> Quantity.percent(each.mde()))
                .numbers("forks", each -> Quantity.count(each.blocks()))
                .words("what to know", each -> Objects.requireNonNullElse(ReasonText.of(each), ""))
                .note(
                        "Ratio: median over the forks of the one score's cost over the other's, above 1 is slower. p: sign test, corrected for all that the campaign decides."
                                + " Equivalent: the whole interval within ± "
                                + Quantity.percent(result.margin())
                                + ".");
    }
}
