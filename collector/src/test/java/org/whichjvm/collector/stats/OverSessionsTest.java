package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sessions as units: intervals, components of variance, and how often a claim is false. */
class OverSessionsTest {
    private static final int CAMPAIGNS = 4_000;
    private static final double BLOCKS_SPREAD = 0.02;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void theIntervalIsStudentsOfTheSessionsHoweverManyBlocksTheyHave() {
        OverSessions all =
                new OverSessions(List.of(same(0.01, 1), same(0.02, 3), same(0.03, 40), new double[0], same(0.04, 2)));
        assertEquals(4, all.sessions());
        assertEquals(0.025, all.mean(), 1e-12);
        // The deviation is 0.012910, and t of three degrees of freedom at 97.5 % is 3.1824.
        assertEquals(0.025 - 3.1824 * 0.012910 / 2, all.interval(0.05).low(), 1e-6);
        assertEquals(0.025 + 3.1824 * 0.012910 / 2, all.interval(0.05).high(), 1e-6);
        // One more session spreads as they do, and their mean is not known for sure.
        assertEquals(0.025 + 3.1824 * 0.012910 * Math.sqrt(1.25), all.next(0.05).high(), 1e-6);
        // t at 80 % is 0.9785.
        assertEquals((3.1824 + 0.9785) * 0.012910 / 2, all.smallest(0.05), 1e-6);
    }

    @Test
    void oneSessionSaysNothingOfOthers() {
        OverSessions one = new OverSessions(List.of(same(0.1, 20)));
        assertTrue(Double.isNaN(one.interval(0.05).low()));
        assertTrue(Double.isNaN(one.smallest(0.05)));
        assertTrue(Double.isNaN(one.betweenInterval(0.05).high()));
    }

    @Test
    void aSessionThatCouldNotKeepTheRateLeavesAllOpen() {
        OverSessions all = new OverSessions(List.of(same(Double.POSITIVE_INFINITY, 5), same(0.1, 5), same(0.1, 5)));
        assertTrue(Double.isNaN(all.interval(0.05).low()));
    }

    @Test
    void blocksAndSessionsAreToldApart() {
        double within = 0;
        double between = 0;
        int covered = 0;
        int times = 400;
        for (int i = 0; i < times; i++) {
            OverSessions all = new OverSessions(sessions(20, 6, 0, 0.01));
            within += all.within() / times;
            between += all.between() / times;
            Interval interval = all.betweenInterval(0.05);
            covered += interval.low() <= 0.01 && interval.high() >= 0.01 ? 1 : 0;
        }
        assertEquals(BLOCKS_SPREAD, within, 0.001, "seed " + seed);
        assertEquals(0.01, between, 0.0015, "seed " + seed);
        assertTrue(covered >= 0.91 * times, covered + " of " + times + ", seed " + seed);
    }

    @Test
    void ofSessionsThatDoNotDifferNoSpreadIsFoundMostly() {
        long none = IntStream.range(0, 400)
                .filter(i -> new OverSessions(sessions(20, 6, 0, 0))
                                .betweenInterval(0.05)
                                .low()
                        == 0)
                .count();
        assertTrue(none >= 0.93 * 400, none + ", seed " + seed);
    }

    @Test
    void ofEqualJvmsAtMostOneCampaignInTwentySaysThatTheyDiffer() {
        System.out.printf("seed %d%nsession  sessions  pooled blocks  by sessions  finds 4 %%%n", seed);
        for (double spread : new double[] {0.005, 0.01, 0.02}) {
            for (int sessions : new int[] {3, 5, 10}) {
                int pooled = 0;
                int bySessions = 0;
                int found = 0;
                for (int i = 0; i < CAMPAIGNS; i++) {
                    List<double[]> blocks = sessions(sessions, 8, 0, spread);
                    pooled += rejects(pooled(blocks)) ? 1 : 0;
                    bySessions += excludesNone(blocks) ? 1 : 0;
                    found += excludesNone(sessions(sessions, 8, Math.log(1.04), spread)) ? 1 : 0;
                }
                System.out.printf(
                        "%6.1f %%  %8d  %11.1f %%  %9.1f %%  %7.0f %%%n",
                        100 * spread,
                        sessions,
                        100.0 * pooled / CAMPAIGNS,
                        100.0 * bySessions / CAMPAIGNS,
                        100.0 * found / CAMPAIGNS);
                // Four standard errors above 5 %: nine cells that are right all keep it in all but 3 of
                // 10,000 runs of this test.
                double most = 0.05 + 4 * Math.sqrt(0.05 * 0.95 / CAMPAIGNS);
                assertTrue(bySessions <= most * CAMPAIGNS, bySessions + ", seed " + seed);
            }
        }
    }

    @Test
    void goingOnUntilItIsDecidedSaysNothingFalseMoreOften() {
        int ever = 0;
        int times = 1_000;
        for (int i = 0; i < times; i++) {
            List<double[]> all = sessions(30, 4, 0, 0.01);
            boolean said = false;
            for (int look = 1; look <= 26; look++) {
                Interval interval =
                        new OverSessions(all.subList(0, 4 + look)).interval(0.05 * OverSessions.share(look));
                said |= interval.excludes(0);
            }
            ever += said ? 1 : 0;
        }
        assertTrue(ever <= 0.065 * times, ever + " of " + times + ", seed " + seed);
    }

    @Test
    void allLooksTogetherSpendTheLevel() {
        double spent =
                IntStream.rangeClosed(1, 99).mapToDouble(OverSessions::share).sum();
        assertEquals(0.99, spent, 1e-12);
        assertEquals(0.5, OverSessions.share(1));
    }

    private static boolean excludesNone(List<double[]> blocks) {
        Interval interval = new OverSessions(blocks).interval(0.05);
        return interval.excludes(0);
    }

    private static boolean rejects(double... logRatios) {
        return new PairedTest(logRatios, ScoreFunction.REDESCENDING).p() <= 0.05;
    }

    private static double[] pooled(List<double[]> blocks) {
        return blocks.stream().flatMapToDouble(DoubleStream::of).toArray();
    }

    private List<double[]> sessions(int number, int blocks, double shift, double spread) {
        List<double[]> all = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            double own = shift + spread * random.nextGaussian();
            all.add(random.doubles(blocks)
                    .map(each -> own + BLOCKS_SPREAD * gaussian())
                    .toArray());
        }
        return all;
    }

    private double gaussian() {
        return random.nextGaussian();
    }

    private static double[] same(double logRatio, int blocks) {
        return DoubleStream.generate(() -> logRatio).limit(blocks).toArray();
    }
}
