package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Ranking;
import org.whichjvm.collector.decide.Ranking.RankedContender;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Quantity;

/**
 * A row of the ranked table, the same on a terminal, in Markdown and on the page.
 *
 * @param contender its name
 * @param build which JVM it is, in short; empty if no fork says it
 * @param score of a campaign of scores which one; empty of one of latencies
 * @param value the p50 service time in the campaign's typical block, or the score, with its unit
 * @param against the contender's baseline if that is not the campaign's, else empty
 * @param ratio to the baseline, with its joint interval
 * @param word the verdict, that it is the baseline, or why it has none
 * @param verdict null if there is none
 * @param left after which block it was dropped; 0 if it was not
 */
public record RankedRow(
        String contender,
        String build,
        String score,
        String value,
        String against,
        RatioInterval ratio,
        String word,
        Verdict verdict,
        int left) {
    private static final String BASELINE = "baseline";

    static List<RankedRow> of(Result result, Ranking ranking) {
        if (!result.ofScores()) {
            return ranking.places().stream().map(each -> of(result, each)).toList();
        }
        List<RankedRow> rows = new ArrayList<>();
        // Contrasts come first: they are why the campaign was run.
        for (Comparison each : result.contrasts()) {
            String score = VerdictText.score(each) + " ÷ " + each.against().key();
            rows.add(compared(result, each, score, Quantity.NONE, each.verdict().key));
        }
        for (Comparison each : ranking.scores()) {
            String score = each.metric().label();
            rows.add(compared(result, each, score, score(result, each), each.verdict().key));
        }
        for (RankedContender each : ranking.places()) {
            if (!each.runs()) {
                rows.add(without(each, RatioInterval.NONE, word(each)));
            }
        }
        return rows;
    }

    private static RankedRow of(Result result, RankedContender place) {
        if (place.runs() && place.name().equals(result.baseline())) {
            return without(place, RatioInterval.ONE, BASELINE);
        }
        Comparison each = place.comparison();
        return !place.runs() || each == null
                ? without(place, RatioInterval.NONE, word(place))
                : compared(result, each, "", p50(place), overloaded(place) ? "overloaded" : each.verdict().key);
    }

    boolean isBaseline() {
        return word.equals(BASELINE);
    }

    private static boolean overloaded(RankedContender place) {
        return place.overloaded() > 0 && place.comparison().ratio() == Double.POSITIVE_INFINITY;
    }

    private static RankedRow compared(Result result, Comparison each, String score, String value, String word) {
        boolean contrast = each.against() != null;
        boolean elsewhere = !contrast && !each.baseline().equals(result.baseline());
        Integer left = contrast ? null : result.progress().left().get(each.contender());
        return new RankedRow(
                each.contender(),
                build(result, each.contender()),
                score,
                value,
                elsewhere ? each.baseline() : "",
                RatioInterval.decided(each),
                word,
                each.verdict(),
                left == null ? 0 : left);
    }

    private static String build(Result result, String name) {
        return result.contenders().stream()
                .filter(each -> each.name().equals(name))
                .map(JvmTables::shortBuild)
                .findFirst()
                .orElse("");
    }

    /** A contender that nothing was decided of has no number that means anything. */
    private static RankedRow without(RankedContender place, RatioInterval ratio, String word) {
        String value = place.runs() ? p50(place) : Quantity.NONE;
        String build = JvmTables.shortBuild(place.contender());
        return new RankedRow(place.name(), build, "", value, "", ratio, word, null, 0);
    }

    private static String word(RankedContender place) {
        return switch (place.status()) {
            case RUNS -> "not compared";
            case EXCLUDED -> "excluded";
            case OVERLOADED -> "overloaded";
            case DOES_NOT_FIT -> "does not fit";
            case FAILED -> "failed";
            case MISSING -> "not run";
        };
    }

    private static String p50(RankedContender place) {
        return Quantity.time(place.typicalNs());
    }

    private static String score(Result result, Comparison each) {
        return result.contenders().stream()
                .filter(contender -> contender.name().equals(each.contender()))
                .map(contender -> contender.scores().get(each.metric().key()))
                .filter(sum -> sum != null)
                .map(sum -> each.metric().shown(sum.median()))
                .findFirst()
                .orElse(Quantity.NONE);
    }
}
