package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Many differences asked about at once: how often one is found that is not there, or is. */
class MaxTTest {
    private static final double LEVEL = 0.05;
    private static final int ROWS = 60;

    /** Noise of rows that depend on one another, as frames do that call one another. */
    private static double[][] noise(Random random, int blocks) {
        double[][] rows = new double[ROWS][blocks];
        for (int block = 0; block < blocks; block++) {
            double shared = random.nextGaussian();
            for (int row = 0; row < ROWS; row++) {
                rows[row][block] = (row + 1) * (random.nextGaussian() + (row % 3 == 0 ? shared : 0));
                // Few samples: most blocks have none there.
                rows[row][block] = row % 5 == 0 && random.nextInt(3) > 0 ? 0 : rows[row][block];
            }
        }
        return rows;
    }

    @Test
    void anyOfManyIsFoundInOneOfTwentyAtMostWhereThereIsNone() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int blocks : new int[] {8, 12}) {
            int times = 2_000;
            int any = 0;
            for (int i = 0; i < times; i++) {
                any += found(new MaxT(noise(random, blocks), i)) > 0 ? 1 : 0;
            }
            // Four standard errors above the level.
            assertTrue(any <= times * (LEVEL + 4 * Math.sqrt(LEVEL * 0.95 / times)), any + " of " + times);
        }
    }

    private static long found(MaxT test) {
        return test.shifts().stream().filter(MaxT.Shift::found).count();
    }

    @Test
    void whatIsThereIsFoundAndItsIntervalHoldsIt() {
        Random random = new Random(7);
        int found = 0;
        int held = 0;
        for (int i = 0; i < 200; i++) {
            double[][] rows = noise(random, 12);
            for (int block = 0; block < 12; block++) {
                rows[1][block] += 8; // four standard deviations
            }
            MaxT.Shift shift = new MaxT(rows, i).shifts().get(1);
            found += shift.found() ? 1 : 0;
            held += shift.low() <= 8 && 8 <= shift.high() ? 1 : 0;
        }
        assertTrue(found >= 190, found + " of 200");
        assertTrue(held >= 185, held + " of 200");
    }

    @Test
    void theIntervalIsWhatTheTestDoesNotReject() {
        double[][] rows = {{1, 2, 3, 2, 1, 2, 3, 2, 1, 2}};
        MaxT.Shift shift = new MaxT(rows, 1).shifts().get(0);
        assertTrue(shift.found());
        assertEquals(1.9, shift.difference(), 1e-9);
        for (double end : new double[] {shift.low(), shift.high()}) {
            assertTrue(new MaxT(moved(rows, end - 0.2 * Math.signum(end - 1.9)), 1)
                            .shifts()
                            .get(0)
                            .found()
                    == false);
        }
    }

    private static double[][] moved(double[][] rows, double by) {
        double[][] moved = new double[1][rows[0].length];
        for (int i = 0; i < rows[0].length; i++) {
            moved[0][i] = rows[0][i] - by;
        }
        return moved;
    }

    /**
     * One row of equal sizes: its statistic is nearly normal, so its interval is nearly Student's, whatever the signs
     * of blocks that lie 64 apart.
     */
    @Test
    void theSignsOfManyBlocksDoNotRepeat() {
        int blocks = 256;
        for (int sign : new int[] {1, -1}) {
            double[][] rows = new double[1][blocks];
            for (int block = 0; block < blocks; block++) {
                rows[0][block] = (block & 1) == 0 || block < 64 ? 1 : sign;
            }
            rows[0][0] = 1.001; // or all are the same, and there is no error
            MaxT.Shift shift = new MaxT(rows, 1).shifts().get(0);
            double error = Math.sqrt(OverSessions.variance(List.of(rows[0])) / blocks);
            // T of 1.96, as a factor of the standard error.
            double mean = shift.difference();
            assertEquals(
                    1.96 * Math.sqrt((blocks - 1) / (blocks - 1.96 * 1.96)),
                    (shift.high() - mean) / error,
                    0.08,
                    "sign " + sign);
        }
    }

    @Test
    void tooFewBlocksHaveNoInterval() {
        for (int blocks : new int[] {0, 1, 3, 5}) {
            double[][] rows = new double[2][blocks];
            for (int block = 0; block < blocks; block++) {
                rows[0][block] = 5 + block;
            }
            assertFalse(new MaxT(rows, 1).shifts().stream().anyMatch(MaxT.Shift::found));
        }
        assertEquals(List.of(), new MaxT(new double[0][0], 1).shifts());
    }

    @Test
    void aRowOfNothingIsNothing() {
        MaxT.Shift shift = new MaxT(new double[1][12], 1).shifts().get(0);
        assertFalse(shift.found());
        assertEquals(0, shift.difference());
    }
}
