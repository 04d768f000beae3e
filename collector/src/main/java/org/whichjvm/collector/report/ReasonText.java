package org.whichjvm.collector.report;

import java.util.Map;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Reason;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.ExclusionRule;
import org.whichjvm.collector.model.Rounds;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.SharesApart;

/** Reasons in words: each the second half of a sentence, without its full stop. */
final class ReasonText {
    /** The reason of a comparison or a contrast; null if it has none. */
    static String of(Comparison each) {
        boolean contrast = each.against() != null;
        Reason reason = each.reason();
        if (reason instanceof Reason.Plain plain) {
            return plain(each, plain);
        }
        if (reason instanceof Reason.AllExcluded excluded) {
            return allExcluded(contrast ? "every fork" : "a fork of every block", excluded);
        }
        if (reason instanceof Reason.TooFewEvents few) {
            return tooFew(few);
        }
        if (reason instanceof Reason.BeforeFirstLook early) {
            return "the first interim analysis is after block " + early.block();
        }
        if (reason instanceof Reason.BeforeNextLook early) {
            return "too early to decide it among all that this campaign compares; the next interim analysis is after block "
                    + early.block();
        }
        return reason instanceof Reason.TooFew few
                ? "%s %s are the least that can decide it among all that this campaign compares"
                        .formatted(few.least(), contrast ? "forks" : "blocks")
                : null;
    }

    private static String allExcluded(String what, Reason.AllExcluded excluded) {
        Map<ExclusionRule, Integer> rules = excluded.gates();
        ExclusionRule most = rules.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
        return "rules exclude %s: %s, %s %s (%s)"
                .formatted(
                        what,
                        excluded.number() == 1 ? "the only one" : "all " + excluded.number(),
                        rules.size() > 1 ? "mostly by" : "by",
                        most.option(),
                        most.what);
    }

    private static String plain(Comparison each, Reason.Plain reason) {
        return switch (reason) {
            case NO_COMMON_BLOCK -> "there is no block in which both have a fork that counts";
            case NO_COMMON_SCORE -> "there is no block in which both have this score";
            case TOO_FEW_ROUNDS ->
                "no block has %s rounds in which the turns of both count at a similar core-to-core latency"
                        .formatted(Rounds.LEAST);
            case UNDECLARED -> undeclared(each.metric());
            case STARTS_OPEN ->
                "the typical start is %s, but how often it starts slow is not known well enough: %s"
                        .formatted(
                                each.shift().key,
                                each.starts().blocks() < SharesApart.leastPairs()
                                        ? SharesApart.leastPairs() + " blocks are the least that tell"
                                        : "more blocks tell");
            case FALLS_APART ->
                "the blocks fall apart into groups, and which of them has the typical start is not known: "
                        + possible(each);
            case NOT_CONFIRMED -> "an earlier interim analysis showed a difference that later blocks do not confirm";
            case OPEN -> possible(each);
        };
    }

    private static String undeclared(Metric metric) {
        return metric.rare()
                ? "too few pauses in a fork: shown, and not decided"
                : metric.ofLatency()
                        ? "not among the percentiles that this campaign decides"
                        : "not among the scores that this campaign decides";
    }

    private static String tooFew(Reason.TooFewEvents few) {
        long whole = Math.round(few.events());
        // Without any event nobody can tell how long a fork has to be.
        String forks = whole == 0 || Double.isNaN(few.seconds())
                ? "longer forks"
                : "forks of some %s instead of %s"
                        .formatted(
                                Quantity.duration(Math.ceil(few.seconds() * Reason.TooFewEvents.LEAST / few.events())),
                                Quantity.time(few.seconds() * 1e9));
        return "rests on %s in a typical fork, and needs %s: %s"
                .formatted(Words.count(whole, "event"), Reason.TooFewEvents.LEAST, forks);
    }

    /** What an interval leaves open: "it lies between 2.0 % faster and 6.0 % slower". */
    private static String possible(Comparison each) {
        return "it lies between " + direction(each.low()) + " and " + direction(each.high());
    }

    private static String direction(double ratio) {
        if (ratio == 0) {
            return "a baseline too slow to keep the rate";
        }
        return ratio < 1
                ? Quantity.percent(1 - ratio) + " faster"
                : Double.isInfinite(ratio) ? "too slow to keep the rate" : Quantity.percent(ratio - 1) + " slower";
    }

    /** The reason as the end of a sentence: the full stop alone if there is none. */
    static String end(Comparison each) {
        return each.reason() == null ? "." : "; " + of(each) + ".";
    }
}
