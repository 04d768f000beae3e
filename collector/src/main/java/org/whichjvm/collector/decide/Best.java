package org.whichjvm.collector.decide;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Nullable;
import org.whichjvm.collector.io.Field.Text;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.ClosedPairs;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.Interval;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;
import org.whichjvm.common.ForkNames;

/**
 * Which contenders of a campaign may be the fastest, by the p50 service time. All of them share blocks, so two that are
 * no contender and baseline of one another are compared directly: by a closed test of all such pairs,
 * {@link ClosedPairs}. With the campaign's baseline each was compared already.
 *
 * @param levels of each contender its ratio to the campaign's baseline, by way of its own baseline; NaN if unknown
 * @param fastest those that may be the fastest, from the least ratio on: the true fastest is one of them, and all
 *     others are slower than it. Empty unless two contenders are ranked
 * @param slowerThan of each other one that is ranked those that it is found to be slower than, not empty, from the
 *     least ratio on
 * @param within by how much each of these is slower than the fastest, at most: 0.02 being 2 %; NaN if unknown
 */
public record Best(
        int ranked,
        List<Direct> direct,
        Map<String, Double> levels,
        List<String> fastest,
        Map<String, List<String>> slowerThan,
        double within) {
    // So much of the level goes to the intervals, which say by how much the fastest may differ.
    private static final double OF_INTERVALS = 0.05;

    /**
     * Two contenders, neither of which is the campaign's baseline.
     *
     * @param ratio of the first over the second, above 1 if the first is slower
     * @param low lower end of an interval that holds together with those of all such pairs
     * @param high its upper end
     * @param blocks in which both have a fork that counts
     */
    @About("Two contenders neither of which is the campaign's baseline, compared directly to tell which"
            + " may be the fastest.")
    public record Direct(
            @Text(ForkNames.CONTENDER) String contender,
            @Text(ForkNames.CONTENDER) String other,

            @Nullable @About("Above 1 if the first is slower.")
            double ratio,

            @Nullable
            @About("Lower end of an interval that holds together with those of all pairs of the true"
                    + " fastest; null if there are too few blocks.")
            double low,

            @Nullable @About("Upper end.") double high,
            int blocks,

            @About("Whether the closed test of all pairs shows that they differ.")
            boolean differ) {
        private Direct swapped() {
            return new Direct(other, contender, 1 / ratio, 1 / high, 1 / low, blocks, differ);
        }

        /** The first over the first of another pair, which has the same baseline. */
        private Direct over(Direct that) {
            return by(contender, that.contender, ratio / that.ratio, low / that.high, high / that.low);
        }

        /** A pair that was not compared directly: its interval tells whether they differ. */
        private static Direct by(String contender, String other, double ratio, double low, double high) {
            return new Direct(contender, other, ratio, low, high, 0, low > 1 || high < 1);
        }

        /** Whether the first is found to be slower. */
        public boolean slower() {
            return differ && ratio > 1;
        }
    }

    static Best of(
            List<ContenderForks> contenders,
            String baseline,
            List<Comparison> comparisons,
            Progress progress,
            Family family) {
        Map<String, Comparison> headlines = new LinkedHashMap<>();
        comparisons.stream().filter(Comparison::headline).forEach(each -> headlines.put(each.contender(), each));
        AnyPairs pairs = new AnyPairs(baseline, headlines, new HashMap<>());
        Map<String, Double> levels = pairs.levels();
        List<String> eligible = levels.keySet().stream()
                .filter(each -> each.equals(baseline) || headlines.get(each).decidable())
                .filter(each -> Contender.of(each).plain() && levels.get(each) >= 0)
                .sorted(Comparator.comparingDouble(levels::get))
                .toList();
        if (eligible.size() < 2) {
            return new Best(0, List.of(), levels, List.of(), Map.of(), Double.NaN);
        }
        Map<String, ContenderForks> forks = new HashMap<>();
        contenders.forEach(each -> forks.put(each.name(), each));
        List<Direct> direct = direct(
                eligible.stream()
                        .filter(each -> !each.equals(baseline))
                        .map(forks::get)
                        .toList(),
                progress,
                family.level(Family.Question.FASTEST));
        direct.forEach(pairs::add);
        Map<String, List<String>> slowerThan = new LinkedHashMap<>();
        for (String each : eligible) {
            List<String> those = eligible.stream()
                    .filter(other -> pairs.interval(each, other).slower())
                    .toList();
            if (!those.isEmpty()) {
                slowerThan.put(each, those);
            }
        }
        List<String> fastest =
                eligible.stream().filter(each -> !slowerThan.containsKey(each)).toList();
        double within = fastest.stream()
                .flatMapToDouble(one -> fastest.stream()
                        .filter(other -> !other.equals(one))
                        .mapToDouble(other -> pairs.interval(one, other).high()))
                .reduce(1, Math::max); // NaN if one is
        return new Best(eligible.size(), direct, levels, fastest, slowerThan, within - 1);
    }

    /**
     * Those of the fastest that a contender is found to be slower than, also by way of others: what is slower than one
     * that is slower than the fastest is slower than that.
     */
    public List<String> fasterThan(String contender) {
        Set<String> faster = new HashSet<>();
        addFasterThan(contender, faster);
        return fastest.stream().filter(faster::contains).toList();
    }

    private void addFasterThan(String contender, Set<String> faster) {
        slowerThan.getOrDefault(contender, List.of()).stream()
                .filter(faster::add)
                .forEach(each -> addFasterThan(each, faster));
    }

    /** Compares all pairs of these contenders, none of which is the baseline. */
    private static List<Direct> direct(List<ContenderForks> contenders, Progress progress, double level) {
        int number = contenders.size();
        PairedTest[][] tests = new PairedTest[number][number];
        int[][] blocks = new int[number][number];
        for (int i = 0; i < number; i++) {
            for (int j = 0; j < i; j++) {
                Pairs pairs = Pairs.of(contenders.get(i), contenders.get(j), progress.lastBlock())
                        .having(Metric.HEADLINE);
                blocks[i][j] = pairs.forks().size();
                tests[i][j] = new PairedTest(
                        pairs.logRatios(Metric.HEADLINE),
                        progress.looks(pairs.contender(), pairs.baseline(), blocks[i][j], pairs::upTo),
                        ScoreFunction.REDESCENDING);
            }
        }
        ClosedPairs closed = new ClosedPairs(
                number, level * (1 - OF_INTERVALS), (one, other, alpha) -> tests[one][other].rejects(alpha));
        // The true fastest has an interval with each of the others, one end of which matters.
        double ofInterval = 2 * level * OF_INTERVALS / (number - 1);
        List<Direct> direct = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            for (int j = 0; j < i; j++) {
                Interval ratio = tests[i][j].interval(ofInterval).exp();
                direct.add(new Direct(
                        contenders.get(i).name(),
                        contenders.get(j).name(),
                        Math.exp(tests[i][j].shift()),
                        ratio.low(),
                        ratio.high(),
                        blocks[i][j],
                        closed.differ(i, j)));
            }
        }
        return direct;
    }

    /** A contender's ratio to the campaign's baseline; NaN if unknown. */
    double level(String contender) {
        return levels.getOrDefault(contender, Double.NaN);
    }

    /**
     * Compares any two contenders, by the comparisons that there are.
     *
     * @param comparisons of each contender with its baseline
     * @param direct the pairs that were compared directly, by both orders of their names
     */
    private record AnyPairs(String baseline, Map<String, Comparison> comparisons, Map<List<String>, Direct> direct) {
        void add(Direct pair) {
            direct.put(List.of(pair.contender, pair.other), pair);
            direct.put(List.of(pair.other, pair.contender), pair.swapped());
        }

        Map<String, Double> levels() {
            Map<String, Double> levels = new LinkedHashMap<>();
            if (!comparisons.isEmpty()) {
                levels.put(baseline, 1.0);
                comparisons
                        .keySet()
                        .forEach(each -> levels.put(each, byBaselines(each).ratio()));
            }
            return levels;
        }

        /** Compares two directly, or by their baselines where they share too few blocks. */
        Direct interval(String one, String other) {
            Direct pair = direct.get(List.of(one, other));
            return pair == null || Double.isNaN(pair.low()) ? byBaselines(one).over(byBaselines(other)) : pair;
        }

        private Direct byBaselines(String contender) {
            double ratio = 1;
            double low = 1;
            double high = 1;
            String name = contender;
            for (int i = 0; !name.equals(baseline); i++) {
                // A contender that is compared in a circle, or not at all, has no ratio.
                Comparison each = i > comparisons.size() ? null : comparisons.get(name);
                if (each == null) {
                    return Direct.by(contender, baseline, Double.NaN, Double.NaN, Double.NaN);
                }
                ratio *= each.ratio();
                low *= each.low();
                high *= each.high();
                name = each.baseline();
            }
            return Direct.by(contender, baseline, ratio, low, high);
        }
    }
}
