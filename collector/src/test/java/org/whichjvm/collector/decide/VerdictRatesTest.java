package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Family;

/**
 * How often a campaign says what is not so, over campaigns of many kinds: who starts slow, how often and by how much,
 * floors that flip, heavy tails, few and many blocks, few and many contenders.
 */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class VerdictRatesTest {
    // The campaigns of each row, unless a run by hand asks for more: -Dcampaigns=2000 -Drows=1 for all
    // rows with one contender compared, -Drows=6 for all with six.
    private static final int CAMPAIGNS = Integer.getInteger("campaigns", 400);
    private static final String ROWS = System.getProperty("rows", "");
    private static final Design P50 = Design.FIXED.deciding(Set.of(Metric.HEADLINE.key()));
    private static final double FAR = Simulation.SLOWER_BY;
    private static final double NEAR = Math.log(1.12);
    private static final double SIGMA = 0.02;

    private final long seed = Long.getLong("seed", 20_261_123);
    private final Random random = new Random(seed);

    /**
     * A kind of campaign.
     *
     * @param slow how often the baseline starts slow, then the second contender, then all others
     * @param by how much slower those starts are, a logarithm; below 0 faster
     * @param compared contenders beside the baseline
     */
    record Row(String name, List<Double> slow, double by, double flips, boolean heavy, int blocks, int compared) {
        @Override
        public String toString() {
            return name + ", " + blocks + " blocks, " + compared + " compared";
        }

        Simulation.Noise noise() {
            return new Simulation.Noise(SIGMA, slow, by, flips, heavy, Set.of(Metric.HEADLINE.key()));
        }

        double slow(int contender) {
            return slow.get(Math.min(contender, slow.size() - 1));
        }

        /** The mode of most starts; of half of them either, so both ends. */
        private double[] typical(int contender) {
            double share = slow(contender);
            double low = share > 0.5 ? by : 0;
            double high = share >= 0.5 ? by : 0;
            return new double[] {Math.min(low, high), Math.max(low, high)};
        }

        /** The shift of the modes that most starts have, from the least to the greatest it may be. */
        double[] ofModes(int contender) {
            double[] one = typical(contender);
            double[] other = typical(0);
            return new double[] {one[0] - other[1], one[1] - other[0]};
        }

        /**
         * What may be told as the shift of a contender: from that of the modes which most starts have to what the
         * median block shows; where modes overlap, so that no few blocks take them apart, to what the mean block shows.
         */
        double[] shift(int contender) {
            double[] modes = ofModes(contender);
            double whole = Math.abs(by) < 0.2 ? by * (slow(contender) - slow(0)) : median(contender);
            return new double[] {Math.min(modes[0], whole), Math.max(modes[1], whole)};
        }

        /** Of the block's log ratio; noise moves it only where shares of the modes differ. */
        private double median(int contender) {
            Random fixed = new Random(1);
            double[] ratios = IntStream.range(0, 40_001)
                    .mapToDouble(i -> (fixed.nextDouble() < slow(contender) ? by : 0)
                            - (fixed.nextDouble() < slow(0) ? by : 0)
                            + SIGMA * Math.sqrt(2) * fixed.nextGaussian())
                    .sorted()
                    .toArray();
            return ratios[ratios.length / 2];
        }

        /** Above 0 if a contender's starts are slower on the whole. */
        double direction(int contender) {
            return Math.signum(by * (slow(contender) - slow(0)));
        }
    }

    static Stream<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (int compared : new int[] {1, 6}) {
            for (int blocks : new int[] {12, 16, 24, 40}) {
                for (double by : new double[] {FAR, NEAR}) {
                    String how = String.format("+%.0f %%%% in %%.0f %%%%", 100 * Math.expm1(by));
                    for (double share : new double[] {0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 1}) {
                        String what = String.format(how, 100 * share);
                        rows.add(row("contender " + what, List.of(0.0, share, 0.0), by, blocks, compared));
                        rows.add(row("baseline " + what, List.of(share, 0.0), by, blocks, compared));
                    }
                    for (double share : new double[] {0.1, 0.3, 0.4, 0.5, 0.6}) {
                        rows.add(row("both " + String.format(how, 100 * share), List.of(share), by, blocks, compared));
                    }
                }
                rows.add(row("contender −36 % in 20 %", List.of(0.0, 0.2, 0.0), -FAR, blocks, compared));
                rows.add(new Row("floors that flip", List.of(0.04), FAR, 0.3, false, blocks, compared));
                rows.add(new Row("heavy tails", List.of(0.04), FAR, 0, true, blocks, compared));
            }
        }
        // Every ninth: each kind, number of blocks and of contenders is among them.
        return IntStream.range(0, rows.size())
                .filter(i -> ROWS.isEmpty()
                        ? i % 9 == 0
                        : ROWS.equals(Integer.toString(rows.get(i).compared())))
                .mapToObj(rows::get);
    }

    private static Row row(String name, List<Double> slow, double by, int blocks, int compared) {
        return new Row(name, slow, by, 0, false, blocks, compared);
    }

    /** What was said in the campaigns of a row. */
    private static final class Count {
        int opposite;
        int culprit;
        int untrue;
        int missed;
        int found;
        int named;
        int starts;
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyKindOfCampaign(Row row) {
        Count count = new Count();
        List<double[]> shifts =
                IntStream.rangeClosed(0, row.compared()).mapToObj(row::shift).toList();
        for (int i = 0; i < CAMPAIGNS; i++) {
            count(row, shifts, count);
        }
        System.out.printf(
                "RATES %-60s opposite %.4f, culprit %.4f, untrue %.4f, interval misses %.4f, found %.3f,"
                        + " starts %.3f, named %.3f (seed %d)%n",
                row,
                share(count.opposite),
                share(count.culprit),
                share(count.untrue),
                share(count.missed),
                share(count.found),
                share(count.starts),
                share(count.named),
                seed);
        assertTrue(share(count.opposite) <= within(0.005), () -> "opposite, seed " + seed);
        assertTrue(share(count.culprit) <= within(0.005), () -> "culprit, seed " + seed);
        assertTrue(share(count.untrue) <= within(0.06), () -> "untrue, seed " + seed);
        assertTrue(share(count.missed) <= within(0.06), () -> "interval, seed " + seed);
    }

    /** Three standard deviations of a share more: there are dozens of rows. */
    private static double within(double rate) {
        return rate + 3 * Math.sqrt(rate * (1 - rate) / CAMPAIGNS);
    }

    private void count(Row row, List<double[]> shifts, Count count) {
        List<ContenderForks> campaign = new Simulation(random, row.compared() + 1, row.noise()).campaign(row.blocks());
        Progress progress = new Progress(P50, row.blocks(), null);
        Family family = new Family();
        List<Comparison> comparisons = new Decision(campaign, "v0", progress, family)
                .comparisons().stream().filter(Comparison::headline).toList();
        Best best = Best.of(campaign, "v0", comparisons, progress, family);
        boolean opposite = false;
        boolean culprit = false;
        boolean untrue = false;
        boolean missed = false;
        for (int i = 1; i <= row.compared(); i++) {
            Comparison each = comparisons.get(i - 1);
            double[] shift = shifts.get(i);
            double direction = row.direction(i);
            opposite |= opposite(each, direction, row.ofModes(i));
            culprit |= culprit(each, row, i);
            untrue |= untrue(each, direction, row.ofModes(i), Math.abs(row.slow(i) - row.slow(0)));
            missed |= Math.log(each.low()) > shift[1] + 1e-9 || Math.log(each.high()) < shift[0] - 1e-9;
            if (i == 1) {
                count.found += each.verdict().differs() ? 1 : 0;
                count.starts += each.starts().decided() ? 1 : 0;
                count.named += each.starts().mover() != SlowStarts.Mover.UNKNOWN ? 1 : 0;
            }
        }
        for (Best.Direct each : best.direct()) {
            double more = row.by() * (row.slow(number(each.contender())) - row.slow(number(each.other())));
            untrue |= each.differ() && Math.signum(Math.log(each.ratio())) != Math.signum(more);
        }
        count.opposite += opposite ? 1 : 0;
        count.culprit += culprit ? 1 : 0;
        count.untrue += untrue || opposite || culprit ? 1 : 0;
        count.missed += missed ? 1 : 0;
    }

    private static int number(String contender) {
        return Integer.parseInt(contender.substring(1));
    }

    /**
     * Says that a contender is faster that is slower in its typical start, or in some starts if these alone differ; or
     * the reverse.
     */
    private static boolean opposite(Comparison each, double direction, double[] shift) {
        double typical = shift[0] > 0 ? 1 : shift[1] < 0 ? -1 : 0;
        return each.shift() == Verdict.FASTER && typical > 0
                || each.shift() == Verdict.SLOWER && typical < 0
                || each.starts().slowerMore() && direction < 0
                || each.starts().fasterMore() && direction > 0;
    }

    /** Names somebody who has one mode only. */
    private static boolean culprit(Comparison each, Row row, int contender) {
        return switch (each.starts().mover()) {
            case CONTENDER -> oneMode(row, contender);
            case BASELINE -> oneMode(row, 0);
            case UNKNOWN -> false;
        };
    }

    private static boolean oneMode(Row row, int contender) {
        return row.flips() == 0 && (row.slow(contender) == 0 || row.slow(contender) == 1);
    }

    private static boolean untrue(Comparison each, double direction, double[] shift, double more) {
        boolean slower = each.shift() == Verdict.SLOWER;
        boolean faster = each.shift() == Verdict.FASTER;
        // A shift "on the whole" is a claim about all starts together, any other about the typical start.
        boolean shiftUntrue = each.onTheWhole()
                ? slower && direction <= 0 || faster && direction >= 0
                : slower && shift[1] <= 0 || faster && shift[0] >= 0;
        boolean alike = each.verdict() == Verdict.EQUIVALENT
                && (shift[0] > Math.log(1.03) || shift[1] < -Math.log(1.03) || more > 0.25);
        return shiftUntrue
                || alike
                || each.starts().slowerMore() && direction <= 0
                || each.starts().fasterMore() && direction >= 0;
    }

    private static double share(int some) {
        return (double) some / CAMPAIGNS;
    }
}
