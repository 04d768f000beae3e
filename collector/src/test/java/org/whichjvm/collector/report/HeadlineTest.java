package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.MadeUp;
import org.whichjvm.collector.decide.Ranking;
import org.whichjvm.collector.decide.Ranking.RankedContender;
import org.whichjvm.collector.decide.Reason;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.html.PageFixture;
import org.whichjvm.collector.model.fork.Metric;

/** Which JVM the headline names as the fastest, and what it says if it names none. */
class HeadlineTest {
    private static final List<String> THREE = List.of("base", "b", "c");

    @Test
    void oneClearWinner() {
        Result result = result(faster("b", 0.9, 0.88, 0.92), slower("c", 1.1, 1.08, 1.12));
        assertEquals("b is the fastest here, 10 % faster than base.", headline(result));
        assertEquals(List.of("b", "base", "c"), ranked(result));
    }

    @Test
    void theBaselineItself() {
        assertEquals(
                "base is the fastest here; the next, b, is 5.0 % slower than it.",
                headline(PageFixture.result(THREE, 12)));
    }

    @Test
    void severalThatAreTied() {
        assertEquals(
                "No single winner: b, base and c are equivalent (at most 2.0 % apart).",
                headline(result(equivalent("b", 0.999, 0.99, 1.01), equivalent("c", 1.001, 0.99, 1.01))));
        assertEquals(
                "No single winner: b and base are equivalent (at most 1.0 % apart). c is slower than b and base.",
                headline(result(equivalent("b", 0.999, 0.99, 1.01), slower("c", 1.1, 1.08, 1.12))));
    }

    @Test
    void nobodyIsCalledSlowerWhomTheTableCallsEquivalent() {
        assertEquals(
                "b is the fastest here. base is equivalent to b within the margin of 3.0 %. c is slower than" + " b.",
                headline(result(equivalent("b", 0.99, 0.98, 0.9997), slower("c", 1.1, 1.08, 1.12))));
        assertEquals(
                "base is the fastest here. b and c are equivalent to base within the margin of 3.0 %.",
                headline(result(equivalent("b", 1.01, 1.001, 1.02), equivalent("c", 1.02, 1.01, 1.03))));
        assertEquals(
                "No single winner: b and base are equivalent (at most 1.0 % apart). c is equivalent to base within the margin of 3.0 %.",
                headline(result(equivalent("b", 0.999, 0.99, 1.01), equivalent("c", 1.025, 1.02, 1.03))));
        Result two = PageFixture.with(
                PageFixture.result(List.of("base", "b"), 12), List.of(equivalent("b", 0.99, 0.98, 0.9997)));
        assertEquals("b is the fastest here. base is equivalent to b within the margin of 3.0 %.", headline(two));
    }

    @Test
    void theNextIsNobodyBehindAnotherOne() {
        assertEquals(
                "base is the fastest here. b is equivalent to base within the margin of 3.0 %. c is slower than base.",
                headline(result(equivalent("b", 1.01, 1.001, 1.02), slower("c", 1.1, 1.08, 1.12))));
    }

    @Test
    void aTypicalStartThatIsEquivalentIsNotCalledSlowerWhereSlowStartsAreOpen() {
        Comparison open = MadeUp.open(equivalent("b", 1.01, 1.001, 1.02), Reason.Plain.STARTS_OPEN);
        assertEquals(
                "base is the fastest here. b is equivalent to base in the typical start, within the margin of 3.0 %. c is slower than base.",
                headline(PageFixture.with(PageFixture.result(THREE, 12), List.of(open, slower("c", 1.1, 1.08, 1.12)))));
    }

    @Test
    void whoWasComparedWithNobodyIsNamed() {
        assertEquals(
                "base is the fastest here; the next, b, is 10 % slower than it. Not compared, and not" + " ranked: c.",
                headline(result(slower("b", 1.1, 1.08, 1.12))));
    }

    @Test
    void verdictsThatRankNobodyAreTold() {
        Result plain = PageFixture.result(List.of("base", "b+huge", "c+huge"), 12);
        Comparison between = MadeUp.comparison(
                "c+huge",
                "b+huge",
                Metric.HEADLINE,
                new double[] {1.1, 1.08, 1.12},
                new double[] {0.001, 0.004},
                12,
                Verdict.SLOWER,
                0.04,
                true,
                null);
        assertEquals("c+huge is 10 % slower than b+huge.", headline(PageFixture.with(plain, List.of(between))));
    }

    @Test
    void aBaselineIsSlowerThanAContenderThatIsFaster() {
        assertEquals(
                "No single winner: b and c could not be separated (at most 5.9 % apart). base is slower than b and c.",
                headline(result(faster("b", 0.96, 0.94, 0.985), equivalent("c", 0.98, 0.971, 0.9955))));
    }

    @Test
    void severalThatWereNeverComparedWithEachOther() {
        Result near = result(faster("b", 0.9, 0.85, 0.95), faster("c", 0.92, 0.88, 0.96));
        assertEquals(
                "No single winner: b and c could not be separated (at most 13 % apart). base is slower than b and c.",
                headline(near));
        Result apart = result(faster("b", 0.8, 0.78, 0.82), faster("c", 0.92, 0.9, 0.94));
        assertEquals("b is the fastest here, 20 % faster than base.", headline(apart));
    }

    @Test
    void whoIsOpenInTheTableMayBeSlowerThanTheFastest() {
        List<Comparison> some =
                List.of(faster("b", 0.9, 0.85, 0.95), faster("c", 0.92, 0.88, 0.96), open("d", 1.0, 0.97, 1.04, 0.04));
        assertEquals(
                "No single winner: b and c could not be separated (at most 13 % apart). base and d are slower than b and c.",
                headline(PageFixture.with(PageFixture.result(List.of("base", "b", "c", "d"), 12), some)));
    }

    @Test
    void whatIsOpenMayBeTheFastest() {
        assertEquals(
                "No single winner: base and c could not be separated (at most 11 % apart). b is slower than base; it was not separated from c.",
                headline(result(slower("b", 1.1, 1.05, 1.15), open("c", 1.0, 0.9, 1.1, 0.1))));
    }

    @Test
    void nothingDecidedSaysWhatItFindsAndWhatToDo() {
        assertEquals(
                "Nothing was decided: 12 blocks find only differences above 10 %. Run more: --blocks 24.",
                headline(result(open("b", 1, 0.9, 1.1, 0.1), open("c", 1, 0.9, 1.1, 0.05))));
        assertEquals(
                "Nothing was decided: 3 common blocks are too few for an interval. Run more: --blocks 12.",
                headline(PageFixture.with(
                        PageFixture.result(THREE, 3),
                        List.of(comparison("b", 1, 0.9, 1.1, Verdict.INCONCLUSIVE, Double.NaN, 3)))));
    }

    @Test
    void aCampaignThatItsTimeEndedNeedsMoreTime() {
        assertEquals(
                "Nothing was decided: 12 blocks find only differences above 10 %. Run more: --max-time 20m.",
                headline(PageFixture.timeIsUp(result(open("b", 1, 0.9, 1.1, 0.1), open("c", 1, 0.9, 1.1, 0.05)), 600)));
        Result few = PageFixture.with(
                PageFixture.result(THREE, 3),
                List.of(comparison("b", 1, 0.9, 1.1, Verdict.INCONCLUSIVE, Double.NaN, 3)));
        assertEquals(
                "Nothing was decided: 3 common blocks are too few for an interval. Run more: --max-time 40m.",
                headline(PageFixture.timeIsUp(few, 600)));
    }

    @Test
    void nothingDecidedWhileTheFloorMoved() {
        Result plain = result(open("b", 1, 0.9, 1.1, 0.1), open("c", 1, 0.9, 1.1, 0.1));
        List<ContenderResult> moved = new ArrayList<>(plain.contenders());
        moved.set(1, contender(moved.get(1), 12, 0, 190));
        String said = headline(PageFixture.with(plain, moved, plain.comparisons()));
        assertTrue(said.startsWith("Nothing was decided: the core-to-core latency was not the same"), said);
    }

    @Test
    void allButOneFailed() {
        Result plain = result();
        Result left = PageFixture.with(
                plain,
                List.of(
                        plain.contenders().get(0),
                        contender(plain.contenders().get(1), 0, 3, 140),
                        contender(plain.contenders().get(2), 0, 0, 140)),
                List.of());
        assertEquals(
                "Nothing was decided: only base has forks that count. report.html says what became of the others; run them again.",
                headline(left));
        assertEquals(
                List.of("baseline", "failed", "not run"),
                Conclusion.of(left).rows().stream().map(RankedRow::word).toList());
        Result right = PageFixture.with(
                plain,
                List.of(
                        contender(plain.contenders().get(0), 0, 3, 140),
                        plain.contenders().get(1),
                        plain.contenders().get(2)),
                List.of());
        assertTrue(headline(right).contains("the baseline base has no fork that counts"));
    }

    @Test
    void oneAlone() {
        String said = headline(PageFixture.result(List.of("base"), 12));
        assertTrue(said.startsWith("base ran alone, with a p50 service time of 431 ns: "), said);
    }

    @Test
    void aControlIsNeverTheFastest() {
        Result plain = PageFixture.result(List.of("base", "base+again"), 12);
        Result result = PageFixture.with(plain, List.of(faster("base+again", 0.9, 0.88, 0.92)));
        assertEquals(Ranking.Outcome.NOT_FOUND, Ranking.of(result).outcome());
    }

    private static Result result(Comparison... comparisons) {
        return PageFixture.with(PageFixture.result(THREE, 12), List.of(comparisons));
    }

    private static String headline(Result result) {
        return Conclusion.of(result).headline();
    }

    private static List<String> ranked(Result result) {
        return Ranking.of(result).places().stream().map(RankedContender::name).toList();
    }

    private static Comparison faster(String name, double ratio, double low, double high) {
        return comparison(name, ratio, low, high, Verdict.FASTER, 0.04, 12);
    }

    private static Comparison slower(String name, double ratio, double low, double high) {
        return comparison(name, ratio, low, high, Verdict.SLOWER, 0.04, 12);
    }

    private static Comparison equivalent(String name, double ratio, double low, double high) {
        return comparison(name, ratio, low, high, Verdict.EQUIVALENT, 0.04, 12);
    }

    private static Comparison open(String name, double ratio, double low, double high, double detectable) {
        return comparison(name, ratio, low, high, Verdict.INCONCLUSIVE, detectable, 12);
    }

    private static Comparison comparison(
            String name, double ratio, double low, double high, Verdict verdict, double detectable, int blocks) {
        return MadeUp.comparison(
                name,
                "base",
                Metric.HEADLINE,
                new double[] {ratio, low, high},
                new double[] {0.001, 0.004},
                blocks,
                verdict,
                detectable,
                true,
                null);
    }

    private static ContenderResult contender(ContenderResult plain, int ok, int failed, double floorNs) {
        return new ContenderResult(
                plain.name(),
                plain.jvm(),
                ok,
                failed,
                0,
                floorNs,
                plain.latencies(),
                Map.of(),
                Map.of(),
                plain.attribution(),
                plain.spread());
    }
}
