package org.whichjvm.collector.decide;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.io.Field.Nullable;
import org.whichjvm.collector.io.Field.Range;
import org.whichjvm.collector.io.Field.Whole;
import org.whichjvm.collector.model.Rounds;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Groups;
import org.whichjvm.collector.stats.Interval;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;

/**
 * A comparison at one of the floors that a campaign saw: the rounds alone whose floor was there. It is shown beside the
 * comparison, and corrected for nothing.
 *
 * @param floorNs the median floor of the campaign's rounds there, in ns
 * @param blocks that have enough rounds there
 * @param ratio as of the comparison
 * @param low lower end of its 95 % interval; NaN if there are too few blocks for one
 * @param high its upper end; NaN if the lower end is
 * @param differenceNs what the contender takes longer in the baseline's typical block there, in ns
 * @param verdict by this interval alone
 */
public record AtFloor(
        double floorNs,
        @Whole(least = 1) int blocks,
        double ratio,
        @Nullable double low,
        @Nullable double high,
        @Range(least = Double.NEGATIVE_INFINITY) double differenceNs,
        Verdict verdict) {
    // A floor at which fewer rounds were is one that the host passed by.
    private static final double LEAST_SHARE = 0.1;

    /**
     * A floor that many of a campaign's rounds had.
     *
     * @param from in ns
     * @param to in ns, not in it any more
     * @param median of its rounds, in ns
     */
    record Group(double from, double to, double median) {}

    /** The floors that many of these rounds were at, from near to far; empty unless several. */
    static List<Group> groups(List<Pairs> pairs) {
        List<Double> floors = pairs.stream()
                .flatMap(each -> each.forks().stream())
                .flatMap(pair -> pair.rounds().stream())
                .flatMapToDouble(Rounds::floors)
                .filter(floor -> floor > 0) // NaN is unknown
                .boxed()
                .toList();
        List<List<Double>> common = Groups.of(floors, each -> each).stream()
                .filter(each -> each.size() >= LEAST_SHARE * floors.size())
                .toList();
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < common.size(); i++) {
            groups.add(new Group(
                    i == 0 ? 0 : between(common, i),
                    i == common.size() - 1 ? Double.POSITIVE_INFINITY : between(common, i + 1),
                    common.get(i).get(common.get(i).size() / 2)));
        }
        return groups.size() > 1 ? groups : List.of();
    }

    /** Half of the way, by ratio, from the group before this one to it. */
    private static double between(List<List<Double>> groups, int index) {
        List<Double> before = groups.get(index - 1);
        return Math.sqrt(before.get(before.size() - 1) * groups.get(index).get(0));
    }

    /** A comparison at each of the floors where it has a block. */
    static List<AtFloor> of(List<Group> groups, Pairs pairs, Metric metric, double margin) {
        List<AtFloor> all = groups.stream()
                .map(each -> of(each, pairs.atFloors(each.from, each.to).having(metric), metric, margin))
                .filter(each -> each.blocks > 0)
                .toList();
        return all.size() > 1 ? all : List.of();
    }

    private static AtFloor of(Group group, Pairs there, Metric metric, double margin) {
        double[] logRatios = there.logRatios(metric);
        PairedTest test = new PairedTest(logRatios, ScoreFunction.REDESCENDING);
        Interval ratio = test.interval(Decision.ALPHA).exp();
        return new AtFloor(
                group.median(),
                logRatios.length,
                Math.exp(test.shift()),
                ratio.low(),
                ratio.high(),
                there.baselineCost(metric) * Math.expm1(test.shift()),
                Verdict.of(ratio, margin));
    }

    /** Whether the two floors have different verdicts, and no ratio fits both. */
    boolean contradicts(AtFloor other) {
        return verdict != other.verdict && (low > other.high || high < other.low);
    }
}
