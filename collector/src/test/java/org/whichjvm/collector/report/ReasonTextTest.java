package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.MadeUp;
import org.whichjvm.collector.decide.Reason;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.model.ExclusionRule;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.common.Percentile;

/** The reasons of decisions in words. */
final class ReasonTextTest {
    private static final Metric SCORE = Metric.score("add", 2, "ns");

    private static Comparison open(Metric metric, double low, double high, Reason reason) {
        return MadeUp.comparison(
                "b",
                "base",
                metric,
                new double[] {1, low, high},
                new double[] {0.5, 0.5},
                12,
                Verdict.INCONCLUSIVE,
                0.04,
                true,
                reason);
    }

    private static String text(Metric metric, Reason reason) {
        return ReasonText.of(open(metric, 0.98, 1.06, reason));
    }

    @Test
    void nothingToKnowIsNothingSaid() {
        Comparison none = open(SCORE, 0.98, 1.06, null);
        assertNull(ReasonText.of(none));
        assertEquals(".", ReasonText.end(none));
        assertEquals(
                "; there is no block in which both have a fork that counts.",
                ReasonText.end(open(SCORE, 0.98, 1.06, Reason.Plain.NO_COMMON_BLOCK)));
    }

    @Test
    void itNamesWhatIsNotDeclared() {
        assertEquals("not among the scores that this campaign decides", text(SCORE, Reason.Plain.UNDECLARED));
        assertEquals(
                "not among the percentiles that this campaign decides",
                text(Metric.of(Latency.SERVICE, Percentile.P99), Reason.Plain.UNDECLARED));
    }

    @Test
    void itNamesTheGateThatExcludesTheMost() {
        String rule = " by " + ExclusionRule.values()[0].option() + " (" + ExclusionRule.values()[0].what + ")";
        Map<ExclusionRule, Integer> gates = new EnumMap<>(Map.of(ExclusionRule.values()[0], 1));
        assertEquals(
                "rules exclude a fork of every block: the only one," + rule,
                text(SCORE, new Reason.AllExcluded(1, gates)));
        gates.putAll(Map.of(ExclusionRule.values()[0], 5, ExclusionRule.values()[1], 2));
        assertEquals(
                "rules exclude a fork of every block: all 5, mostly" + rule,
                text(SCORE, new Reason.AllExcluded(5, gates)));
    }

    @Test
    void itSaysHowLongForksMustBeIfThatIsKnown() {
        assertEquals(
                "rests on 1 event in a typical fork, and needs 10: forks of some 1.7 min instead of 10.0 s",
                text(SCORE, new Reason.TooFewEvents(1, 10)));
        assertEquals(
                "rests on 0 events in a typical fork, and needs 10: longer forks",
                text(SCORE, new Reason.TooFewEvents(0.4, 10)));
        assertEquals(
                "rests on 2 events in a typical fork, and needs 10: longer forks",
                text(SCORE, new Reason.TooFewEvents(2, Double.NaN)));
    }

    @Test
    void itTellsWhatIsStillPossible() {
        assertEquals("it lies between 2.0 % faster and 6.0 % slower", text(SCORE, Reason.Plain.OPEN));
        assertEquals(
                "it lies between 1.0 % slower and too slow to keep the rate",
                ReasonText.of(open(SCORE, 1.01, Double.POSITIVE_INFINITY, Reason.Plain.OPEN)));
    }

    @Test
    void itNamesTheLeastNumberOfBlocks() {
        assertEquals(
                "9 blocks are the least that can decide it among all that this campaign compares",
                text(SCORE, new Reason.TooFew(9)));
    }
}
