package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.stats.Bisection.Measured;

/** The search for a step among noisy builds: how often it is right, and what it costs. */
class BisectionTest {
    private static final int BUILDS = 64;
    private static final int SEARCHES = 400;
    private static final double STEP = Math.log(1.04);

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void withoutNoiseItHalves() {
        Bisection search = new Bisection(BUILDS, List.of(new Measured(STEP, 1e-6)));
        int asked = 0;
        while (search.found(0.95).isEmpty()) {
            int build = search.next();
            search.observe(build, new Measured(build < 37 ? 0 : STEP, 1e-4));
            asked++;
        }
        assertEquals(37, search.found(0.95).getAsInt());
        assertEquals(6, asked);
    }

    @Test
    void oneMeasurementThatMisleadsIsOutvoted() {
        Bisection search = new Bisection(BUILDS, List.of(new Measured(STEP, 1e-6)));
        search.observe(search.next(), new Measured(STEP, STEP / 3));
        while (search.found(0.95).isEmpty()) {
            int build = search.next();
            search.observe(build, new Measured(build < 50 ? 0 : STEP, STEP / 3));
        }
        assertEquals(50, search.found(0.95).getAsInt());
    }

    @Test
    void endsThatOneSessionShowsApartAreMeasuredAgainUntilAllTheirSessionsDo() {
        Measured session = Measured.of(STEP, 1_000, STEP / 2, STEP / 2);
        Bisection one = new Bisection(BUILDS, List.of(session));
        assertEquals(BUILDS - 1, one.next());
        assertTrue(one.found(0).isEmpty());
        Bisection three = new Bisection(BUILDS, List.of(session, session, session));
        assertTrue(three.differs() && three.next() < BUILDS - 1, "next is " + three.next());
    }

    @Test
    void itIsRightNineteenTimesOfTwentyAndTakesLessThanFixedComparisons() {
        System.out.printf(
                "seed %d%nspread of blocks  of sessions  assumed  right of 400  blocks  sessions  of fixed ones%n",
                seed);
        for (double within : new double[] {0.02, 0.03, 0.05}) {
            double alone = simulated(within, 0, 0);
            double fixed = fixed(within);
            assertTrue(alone <= 0.65 * fixed, alone + " of " + fixed + ", seed " + seed);
            // By turns, and of forks one after another.
            for (double assumed : new double[] {0.3, 0.8}) {
                simulated(within, 0, assumed);
                simulated(within, 0.3, assumed);
            }
            simulated(within, 0.8, 0.8);
        }
    }

    /**
     * The mean blocks of a search, without the first session of the ends.
     *
     * @param part how far sessions lie apart, of how far blocks do
     * @param assumed what the search takes for that
     */
    private double simulated(double within, double part, double assumed) {
        int right = 0;
        int taken = 0;
        int sessions = 0;
        for (int i = 0; i < SEARCHES; i++) {
            int step = 1 + random.nextInt(BUILDS - 1);
            List<Measured> ends = new ArrayList<>(List.of(first(part * within, assumed * within)));
            Bisection search = new Bisection(BUILDS, ends);
            int blocks = search.blocks(within, assumed * within);
            while (!search.differs()) {
                ends.add(session(STEP, blocks, within, part, assumed));
                taken += blocks;
                sessions++;
                search = new Bisection(BUILDS, ends);
            }
            while (search.found(0.95).isEmpty()) {
                int build = search.next();
                search.observe(build, session(build < step ? 0 : STEP, blocks, within, part, assumed));
                taken += blocks;
                sessions++;
            }
            right += search.found(0.95).getAsInt() == step ? 1 : 0;
        }
        double mean = (double) taken / SEARCHES;
        System.out.printf(
                "%14.0f %%  %11.1f  %7.1f  %12d  %6.1f  %8.1f  %13.0f%n",
                100 * within, part, assumed, right, mean, (double) sessions / SEARCHES, fixed(within));
        // Of 400 that are right at 95 %, fewer than 365 come once in a thousand times.
        assertTrue(right >= 365, "%d of 400 at %s, %s, %s, seed %d".formatted(right, within, part, assumed, seed));
        return mean;
    }

    /** The first session of the ends goes on until its own blocks show them apart. */
    private Measured first(double between, double assumed) {
        double error = STEP / 5;
        while (true) {
            double shift = STEP + Math.hypot(error, between) * random.nextGaussian();
            if (Math.abs(shift) > 2 * error) {
                return new Measured(shift, Math.hypot(error, assumed));
            }
        }
    }

    private Measured session(double shift, int blocks, double within, double part, double assumed) {
        double error = Math.hypot(within / Math.sqrt(blocks), part * within);
        return Measured.of(shift + error * random.nextGaussian(), blocks, within, assumed * within);
    }

    /**
     * Blocks of six halvings of one size, of which all are right in 19 of 20 searches: each takes the nearer of the two
     * ends, and errs once in 120.
     */
    private static double fixed(double spread) {
        double quantile = 2.394; // of the normal distribution at 1 - 0.05/6
        return 6 * Math.ceil(Math.pow(2 * quantile * spread / STEP, 2));
    }
}
