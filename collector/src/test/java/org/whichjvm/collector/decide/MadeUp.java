package org.whichjvm.collector.decide;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.Interval;

/** Comparisons that no fork was measured for. */
public final class MadeUp {
    private MadeUp() {}

    /** A comparison of 400 ns with whatever its interval is. */
    public static Comparison comparison(
            String contender,
            String baseline,
            Metric metric,
            double[] ratioLowHigh,
            double[] pAdjustedP,
            int blocks,
            Verdict verdict,
            double mde,
            boolean decidable,
            Reason reason) {
        return new Comparison(
                contender,
                baseline,
                metric,
                null,
                new Comparison.Shift(
                        ratioLowHigh[0],
                        new Interval(ratioLowHigh[1], ratioLowHigh[2]),
                        new Interval(ratioLowHigh[1], ratioLowHigh[2]),
                        pAdjustedP[0],
                        pAdjustedP[1],
                        () -> mde,
                        false,
                        0.03,
                        verdict),
                null,
                verdict,
                decidable,
                reason,
                metric.headline() ? 400 : Double.NaN,
                0.01,
                List.of(),
                Collections.nCopies(blocks, Math.log(ratioLowHigh[0])));
    }

    /** The same comparison, left open for this reason, whatever its shift says. */
    public static Comparison open(Comparison each, Reason reason) {
        return new Comparison(
                each.contender(),
                each.baseline(),
                each.metric(),
                each.against(),
                each.test(),
                each.starts(),
                Verdict.INCONCLUSIVE,
                each.decidable(),
                reason,
                each.baselineNs(),
                each.falseAlarm(),
                each.byFloor(),
                each.logRatios());
    }

    /** Contenders with those of these forks that are theirs. */
    public static List<ContenderForks> forks(List<String> contenders, List<Fork> forks) {
        List<ContenderForks> all = contenders.stream()
                .map(name -> new ContenderForks(name, ExclusionRules.NONE))
                .toList();
        for (Fork fork : forks) {
            all.get(contenders.indexOf(fork.name().contender())).add(fork, Map.of());
        }
        return all;
    }

    /** Who may be the fastest by these comparisons alone: no pair is compared directly. */
    public static Best best(List<String> contenders, String baseline, List<Comparison> comparisons) {
        return Best.of(
                contenders.stream()
                        .map(name -> new ContenderForks(name, ExclusionRules.NONE))
                        .toList(),
                baseline,
                comparisons,
                new Progress(Design.FIXED, 0, null),
                new Family());
    }
}
