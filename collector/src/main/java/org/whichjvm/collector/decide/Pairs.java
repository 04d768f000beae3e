package org.whichjvm.collector.decide;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Stream;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.ExclusionRule;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.JudgedFork;
import org.whichjvm.collector.model.Rounds;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Medians;

/**
 * The forks of a contender beside those of the baseline, a pair for each block in which both count. A fork that could
 * not keep the rate counts as slower than any that could; where neither could, the block tells nothing.
 *
 * @param baseline what it is compared with
 * @param forks of both, in the order of the blocks
 * @param excluded blocks left out because an exclusion rule excludes one of the two forks
 * @param none why there is no pair; null if there was one before some were left out
 */
record Pairs(String contender, String baseline, List<Pair> forks, int excluded, Reason none) {
    /**
     * Two forks of one block.
     *
     * @param rounds of the turns that they took together; empty if they measured one window each
     * @param overloaded 1 if the contender's could not keep the rate, −1 if the baseline's could not, 0 if both could
     */
    record Pair(Fork contender, Fork baseline, Optional<Rounds> rounds, int overloaded) {
        int block() {
            return contender.name().block();
        }

        /** Whether both have the metric, and of turns enough rounds for any. */
        boolean has(Metric metric) {
            return overloaded != 0
                    || rounds.map(these -> these.enough(metric)).orElse(true)
                            && contender.cost(metric) > 0
                            && baseline.cost(metric) > 0;
        }

        boolean finite() {
            return overloaded == 0;
        }

        /** The log ratio of a metric, above 0 where the contender is slower. */
        double logRatio(Metric metric) {
            return typical(metric, (one, other) -> Math.log(one) - Math.log(other));
        }

        double cost(Metric metric) {
            return typical(metric, (one, other) -> one);
        }

        /** How much more the contender costs, in the metric's unit. */
        double difference(Metric metric) {
            return typical(metric, (one, other) -> one - other);
        }

        /**
         * The median over the rounds where turns tell the metric, else of the whole forks; infinite where one of the
         * two could not keep the rate.
         */
        private double typical(Metric metric, DoubleBinaryOperator both) {
            return overloaded != 0
                    ? overloaded * Double.POSITIVE_INFINITY
                    : rounds.filter(these -> these.tell(metric))
                            .map(these -> Medians.of(these.map(metric, both)))
                            .orElseGet(() -> both.applyAsDouble(contender.cost(metric), baseline.cost(metric)));
        }

        /**
         * Whether the floor of both forks is at least {@code from} and below {@code to}, in ns. One that could not keep
         * the rate is slower than any other at whatever floor.
         */
        private boolean at(double from, double to) {
            return overloaded != 0
                    || Stream.of(contender, baseline).allMatch(fork -> fork.floorNs() >= from && fork.floorNs() < to);
        }

        private Pair atFloors(double from, double to) {
            return new Pair(contender, baseline, rounds.map(all -> all.atFloors(from, to)), overloaded);
        }
    }

    static List<Pairs> all(Campaign campaign) {
        return all(campaign.contenders(), campaign.baseline(), Integer.MAX_VALUE);
    }

    /**
     * Every contender with the baseline, or with the contender that {@link Contender#baselineOf} names, in the order of
     * the contenders.
     */
    static List<Pairs> all(List<ContenderForks> contenders, String baseline, int lastBlock) {
        Map<String, ContenderForks> byName = new HashMap<>();
        contenders.forEach(each -> byName.put(each.name(), each));
        List<String> names = contenders.stream().map(ContenderForks::name).toList();
        return contenders.stream()
                .filter(each -> !each.name().equals(baseline))
                .map(each -> of(each, byName.get(Contender.baselineOf(each.name(), names, baseline)), lastBlock))
                .toList();
    }

    static Pairs of(ContenderForks contender, ContenderForks baseline, int lastBlock) {
        Map<Integer, Fork> baselines = new HashMap<>();
        decisive(baseline).forEach(fork -> baselines.put(fork.name().block(), fork));
        List<Pair> pairs = decisive(contender)
                .filter(fork -> fork.name().block() <= lastBlock)
                .filter(fork -> baselines.containsKey(fork.name().block()))
                .flatMap(fork -> pair(fork, baselines.get(fork.name().block()), contender.gates()).stream())
                .sorted(Comparator.comparing(Pair::block))
                .toList();
        List<JudgedFork> excluded = Stream.concat(contender.excluded().stream(), baseline.excluded().stream())
                .filter(each -> each.fork().name().block() <= lastBlock)
                .toList();
        return new Pairs(
                contender.name(),
                baseline.name(),
                pairs,
                blocks(excluded.stream().map(JudgedFork::fork)),
                pairs.isEmpty() ? none(contender, baseline, excluded, lastBlock) : null);
    }

    private static Reason none(
            ContenderForks contender, ContenderForks baseline, List<JudgedFork> excluded, int lastBlock) {
        Stream<Fork> decisive = Stream.concat(decisive(contender), decisive(baseline));
        List<Fork> left = excluded.stream().map(JudgedFork::fork).toList();
        int ran = blocks(Stream.concat(decisive, left.stream())
                .filter(fork -> fork.name().block() <= lastBlock));
        return left.isEmpty() || blocks(left.stream()) < ran
                ? Reason.Plain.NO_COMMON_BLOCK
                : new Reason.AllExcluded(ran, byRule(excluded));
    }

    private static Stream<Fork> decisive(ContenderForks contender) {
        return Stream.concat(contender.ok().stream(), contender.tooSlow().stream());
    }

    private static Optional<Pair> pair(Fork fork, Fork other, ExclusionRules rules) {
        if (fork.overloaded() || other.overloaded()) {
            return fork.overloaded() && other.overloaded()
                    ? Optional.empty()
                    : Optional.of(new Pair(fork, other, Optional.empty(), fork.overloaded() ? 1 : -1));
        }
        Optional<Rounds> rounds = Rounds.of(fork, other, rules);
        // Forks by turns that did not take them together have nothing in common.
        return rounds.isPresent() || !fork.byTurns() && !other.byTurns()
                ? Optional.of(new Pair(fork, other, rounds, 0))
                : Optional.empty();
    }

    private static int blocks(Stream<Fork> forks) {
        return (int) forks.map(each -> each.name().block()).distinct().count();
    }

    /** The number of blocks in which each exclusion rule excludes a fork. */
    static Map<ExclusionRule, Integer> byRule(List<JudgedFork> excluded) {
        Map<ExclusionRule, Integer> blocks = new EnumMap<>(ExclusionRule.class);
        for (ExclusionRule rule : ExclusionRule.values()) {
            int tripped = blocks(excluded.stream()
                    .filter(each -> each.trips().stream().anyMatch(trip -> trip.rule() == rule))
                    .map(JudgedFork::fork));
            if (tripped > 0) {
                blocks.put(rule, tripped);
            }
        }
        return blocks;
    }

    /** The log ratio of each pair: above 0 where the contender is slower. */
    double[] logRatios(Metric metric) {
        return forks.stream().mapToDouble(pair -> pair.logRatio(metric)).toArray();
    }

    /** The median cost of the baseline over the pairs that kept the rate; NaN without one. */
    double baselineCost(Metric metric) {
        return Medians.of(forks.stream()
                .filter(Pair::finite)
                .mapToDouble(pair -> pair.cost(metric) / Math.exp(pair.logRatio(metric))));
    }

    /** How many rounds there are in which two turns that count could be compared. */
    int rounds() {
        return forks.stream()
                .flatMap(pair -> pair.rounds().stream())
                .mapToInt(rounds -> rounds.count() + rounds.leftOut())
                .sum();
    }

    /** How many of these rounds an exclusion rule leaves out for the two contenders. */
    int roundsLeftOut() {
        return forks.stream()
                .flatMap(pair -> pair.rounds().stream())
                .mapToInt(Rounds::leftOut)
                .sum();
    }

    Pairs having(Metric metric) {
        return with(forks.stream().filter(pair -> pair.has(metric)).toList());
    }

    /**
     * The pairs with their rounds at some floors alone, from {@code from} to below {@code to}, in ns; of forks that
     * measured in one piece, the pairs both of which were there.
     */
    Pairs atFloors(double from, double to) {
        return with(forks.stream()
                .filter(pair -> pair.rounds().isPresent() || pair.at(from, to))
                .map(pair -> pair.atFloors(from, to))
                .toList());
    }

    private Pairs with(List<Pair> some) {
        return new Pairs(contender, baseline, some, excluded, none);
    }

    /** How many pairs there are in the blocks up to this one. */
    int upTo(int block) {
        return (int) forks.stream().filter(pair -> pair.block() <= block).count();
    }
}
