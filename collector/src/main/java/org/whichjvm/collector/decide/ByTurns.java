package org.whichjvm.collector.decide;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Nullable;
import org.whichjvm.collector.io.Field.Range;
import org.whichjvm.collector.io.Field.Text;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.Turns;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;
import org.whichjvm.common.ForkNames;

/**
 * The findings of a campaign by turns.
 *
 * @param sleep what contenders did while others had their turns; null if no fork tells
 */
public record ByTurns(TurnCount count, List<Steadiness> steadiness, CarryOver carryOver, IdleCpu sleep) {
    /** The findings of a campaign; null if none of its forks measured by turns. */
    static ByTurns of(Campaign campaign) {
        List<ContenderForks> contenders = campaign.contenders();
        List<Fork> forks = contenders.stream()
                .flatMap(each -> each.all().stream())
                .filter(Fork::byTurns)
                .toList();
        return forks.isEmpty()
                ? null
                : new ByTurns(
                        TurnCount.of(campaign), Steadiness.of(contenders), CarryOver.of(contenders), IdleCpu.of(forks));
    }

    private static double p50(Turns turns, int i) {
        return turns.get(Metric.HEADLINE, i);
    }

    /**
     * How many turns a campaign took, and what of them is left out.
     *
     * @param turns of all forks that ended well
     * @param excluded turns that an exclusion rule excludes, whatever they are compared with
     * @param rounds in which two turns that count could be compared, of all contenders with their baselines
     * @param leftOut those of them that an exclusion rule leaves out for the two alone
     */
    public record TurnCount(int turns, int excluded, int rounds, int leftOut) {
        static TurnCount of(Campaign campaign) {
            List<Pairs> pairs = Pairs.all(campaign);
            return new TurnCount(
                    campaign.contenders().stream()
                            .mapToInt(ContenderForks::turns)
                            .sum(),
                    campaign.contenders().stream()
                            .mapToInt(ContenderForks::turnsExcluded)
                            .sum(),
                    pairs.stream().mapToInt(Pairs::rounds).sum(),
                    pairs.stream().mapToInt(Pairs::roundsLeftOut).sum());
        }
    }

    /**
     * How much CPU time contenders took while others had their turns.
     *
     * @param median of the forks, as a share of the measured CPUs, 0.001 being 0.1 %
     * @param worst of the forks
     * @param worstFork which that was
     */
    public record IdleCpu(double median, double worst, ForkName worstFork) {
        /** That of all these forks, also of those that do not count; null if none tells. */
        static IdleCpu of(List<Fork> forks) {
            Map<ForkName, Double> shares = new TreeMap<>();
            forks.stream().filter(fork -> share(fork) >= 0).forEach(fork -> shares.put(fork.name(), share(fork)));
            return shares.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(worst -> new IdleCpu(
                            Medians.of(shares.values().stream().mapToDouble(each -> each)),
                            worst.getValue(),
                            worst.getKey()))
                    .orElse(null);
        }

        /** A fork's share of the time between its turns; NaN if it does not tell. */
        private static double share(Fork fork) {
            Turns turns = fork.turns();
            double micros = 0;
            double millis = 0;
            for (int i = 1; i < turns.count(); i++) {
                double asleep = turns.get(Turns.Column.ASLEEP_MICROS, i);
                if (asleep >= 0) {
                    micros += asleep;
                    millis += (turns.round(i) - turns.round(i - 1)) * turns.roundMillis() - turns.turnMillis();
                }
            }
            return millis > 0 ? micros / (millis * 1e3 * fork.cpus()) : Double.NaN;
        }
    }

    /**
     * The influence of a turn on the next one, by the p50 service time: whether a contender takes more after one
     * contender than after the others, and whether the last quarter of its turns takes more than the first. Each round
     * draws its order again, so neither influence favours a contender. They show whether turns are long enough.
     *
     * @param after each contender by whose turn came before; those that both took part in
     * @param inside each contender's last quarter over its first
     */
    public record CarryOver(
            @About("Turns of a contender after those of another or of its own, over its other turns of" + " the block.")
            List<After> after,

            @About("The last quarter of the turns over the first.")
            List<Inside> inside) {
        /** A smaller effect is not worth a sentence. */
        private static final double LEAST = 0.01;

        /**
         * Turns of a contender that come directly after one of another, or of its own.
         *
         * @param previous who had the turn before
         * @param ratio of these turns over its others in the same block, the median over blocks
         * @param blocks that have both
         * @param adjustedP of the sign test over the blocks, corrected for all such pairs (Bonferroni)
         */
        public record After(
                @Text(ForkNames.CONTENDER) String contender,
                @Text(ForkNames.CONTENDER) String previous,
                @Nullable double ratio,
                int blocks,

                @Nullable @Range(most = 1) @About("Of the sign test over the blocks, corrected for all of these.")
                double adjustedP) {
            /** Whether it is more than 1 %, and more than chance. */
            public boolean told() {
                return Math.abs(ratio - 1) > LEAST && adjustedP <= Decision.ALPHA;
            }
        }

        /**
         * The last quarter of a contender's turns over the first.
         *
         * @param lastOverFirst a ratio: the median over forks of the median over turns
         */
        public record Inside(
                @Text(ForkNames.CONTENDER) String contender,
                @Nullable double lastOverFirst) {
            public boolean told() {
                return Math.abs(lastOverFirst - 1) > LEAST;
            }
        }

        /** A fork's turns after those of one contender, over its others: the log ratio. */
        private record Step(String contender, String previous, double logRatio) {}

        static CarryOver of(List<ContenderForks> contenders) {
            Map<Integer, List<Fork>> blocks = contenders.stream()
                    .flatMap(each -> each.ok().stream())
                    .filter(Fork::byTurnsOfMessages)
                    .collect(Collectors.groupingBy(fork -> fork.name().block(), TreeMap::new, Collectors.toList()));
            return new CarryOver(
                    after(blocks.values()),
                    contenders.stream()
                            .map(each -> new Inside(each.name(), lastOverFirst(each.ok())))
                            .filter(each -> each.lastOverFirst() > 0)
                            .toList());
        }

        private static double lastOverFirst(List<Fork> forks) {
            return Medians.of(forks.stream()
                    .filter(Fork::byTurnsOfMessages)
                    .map(Fork::turns)
                    .mapToDouble(turns -> Medians.of(turns.counting()
                            .mapToDouble(i -> turns.get(Turns.Column.LAST_OVER_FIRST, i))
                            .filter(each -> each > 0)))
                    .filter(each -> each > 0));
        }

        private static List<After> after(Collection<List<Fork>> blocks) {
            Map<List<String>, List<Step>> steps = blocks.stream()
                    .flatMap(CarryOver::steps)
                    .collect(Collectors.groupingBy(each -> List.of(each.contender, each.previous)));
            return steps.values().stream()
                    .map(each -> {
                        PairedTest test = new PairedTest(
                                each.stream().mapToDouble(Step::logRatio).toArray(), ScoreFunction.SIGN);
                        return new After(
                                each.get(0).contender,
                                each.get(0).previous,
                                Math.exp(test.shift()),
                                each.size(),
                                Math.min(1, test.p() * steps.size()));
                    })
                    .sorted(Comparator.comparing(After::contender).thenComparing(After::previous))
                    .toList();
        }

        private static Stream<Step> steps(List<Fork> block) {
            Map<Long, String> places = new HashMap<>();
            for (Fork fork : block) {
                IntStream.range(0, fork.turns().count())
                        .forEach(i ->
                                places.put(place(fork.turns(), i), fork.name().contender()));
            }
            return block.stream().flatMap(fork -> steps(fork, places));
        }

        private static Stream<Step> steps(Fork fork, Map<Long, String> places) {
            Turns turns = fork.turns();
            Map<String, List<Integer>> byPrevious = turns.counting()
                    .boxed()
                    .filter(i -> places.containsKey(place(turns, i) - 1))
                    .collect(Collectors.groupingBy(i -> places.get(place(turns, i) - 1)));
            return byPrevious.keySet().stream()
                    .filter(previous -> byPrevious.size() > 1)
                    .map(previous -> new Step(
                            fork.name().contender(),
                            previous,
                            Math.log(p50(turns, byPrevious, previous::equals)
                                    / p50(turns, byPrevious, each -> !each.equals(previous)))));
        }

        /** The slot of a turn in its block, counted from the first round. */
        private static long place(Turns turns, int i) {
            return (long) turns.round(i) * turns.members() + turns.slot(i);
        }

        /** The median p50 of the turns that came after some contenders. */
        private static double p50(Turns turns, Map<String, List<Integer>> byPrevious, Predicate<String> these) {
            return Medians.of(byPrevious.entrySet().stream()
                    .filter(each -> these.test(each.getKey()))
                    .flatMap(each -> each.getValue().stream())
                    .mapToDouble(i -> ByTurns.p50(turns, i)));
        }
    }

    /**
     * The course of a contender's p50 service time over the turns of a fork, each over the median of the fork's turns.
     *
     * @param forks that measured by turns and count
     * @param byRound the median over these forks, a round each; NaN where none has a turn that counts
     * @param first the median over the forks of the first third of their turns
     * @param last the same of their last third
     * @param drift the median over the forks of last third over first third; NaN if none has enough turns in both
     * @param spread the median over the forks of how far their turns lie apart, 1.48 × the median absolute deviation of
     *     the logarithm, 0.03 being 3 %
     */
    public record Steadiness(
            String contender, int forks, double[] byRound, double first, double last, double drift, double spread) {
        /** A last third that differs by more may still be warming up. */
        private static final double MOST_DRIFT = 0.03;

        private static final int LEAST_IN_A_THIRD = 2;

        static List<Steadiness> of(List<ContenderForks> contenders) {
            return contenders.stream()
                    .filter(each -> each.added().stream().anyMatch(Fork::byTurnsOfMessages))
                    .map(Steadiness::of)
                    .toList();
        }

        private static Steadiness of(ContenderForks contender) {
            List<double[]> forks = contender.added().stream()
                    .filter(Fork::byTurnsOfMessages)
                    .map(fork -> relative(fork.turns()))
                    .filter(ratios -> known(ratios, 0, ratios.length).length > 0)
                    .toList();
            double[] byRound =
                    new double[forks.stream().mapToInt(e -> e.length).max().orElse(0)];
            Arrays.setAll(
                    byRound,
                    round -> Medians.of(forks.stream()
                            .filter(each -> round < each.length)
                            .mapToDouble(each -> each[round])
                            .filter(each -> each > 0)));
            List<double[]> thirds = new ArrayList<>(); // of each fork first and last
            for (double[] each : forks) {
                double[] start = known(each, 0, each.length / 3);
                double[] end = known(each, each.length - each.length / 3, each.length);
                if (Math.min(start.length, end.length) >= LEAST_IN_A_THIRD) {
                    thirds.add(new double[] {Medians.of(DoubleStream.of(start)), Medians.of(DoubleStream.of(end))});
                }
            }
            return new Steadiness(
                    contender.name(),
                    forks.size(),
                    byRound,
                    Medians.of(thirds.stream().mapToDouble(each -> each[0])),
                    Medians.of(thirds.stream().mapToDouble(each -> each[1])),
                    Medians.of(thirds.stream().mapToDouble(each -> each[1] / each[0])),
                    Medians.of(forks.stream().mapToDouble(Steadiness::spread)));
        }

        /** The p50 of each round over the median of all; NaN where no turn counts. */
        private static double[] relative(Turns turns) {
            double[] ratios = new double[turns.round(turns.count() - 1) + 1];
            Arrays.fill(ratios, Double.NaN);
            double median = Medians.of(turns.counting().mapToDouble(i -> p50(turns, i)));
            turns.counting().forEach(i -> ratios[turns.round(i)] = p50(turns, i) / median);
            return ratios;
        }

        private static double[] known(double[] ratios, int from, int to) {
            return Arrays.stream(ratios, from, to).filter(each -> each > 0).toArray();
        }

        private static double spread(double[] ratios) {
            return Medians.TO_DEVIATION
                    * Medians.of(Arrays.stream(known(ratios, 0, ratios.length)).map(each -> Math.abs(Math.log(each))));
        }

        /** Whether the last third differs from the first by more than it may. */
        public boolean unsteady() {
            return drift > 1 + MOST_DRIFT || drift < 1 / (1 + MOST_DRIFT);
        }
    }
}
