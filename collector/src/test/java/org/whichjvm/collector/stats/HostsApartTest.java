package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whether hosts differ, by their sessions. */
class HostsApartTest {
    private static final int SETS = 2_000;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void ofTwoHostsItIsTheTestOfWelch() {
        // By SciPy: ttest_ind([1, 2, 3, 4], [2, 6, 4, 8], equal_var=False)
        assertEquals(0.151581, HostsApart.p(List.of(new double[] {1, 2, 3, 4}, new double[] {2, 6, 4, 8})), 1e-6);
    }

    @Test
    void oneHostOrOneSessionAndItsCopySayNothing() {
        assertTrue(Double.isNaN(HostsApart.p(List.of(new double[] {1, 2}))));
        assertTrue(Double.isNaN(HostsApart.p(List.of())));
        assertTrue(Double.isNaN(HostsApart.p(List.of(new double[] {1, 1}, new double[] {2, 2}))));
    }

    @Test
    void hostsThatDoNotDifferAreRarelyToldApartHoweverTheirSessionsSpread() {
        System.out.printf("seed %d%nhosts  sessions  spread  false  finds 4 %%%n", seed);
        for (int hosts : new int[] {2, 3, 5, 20}) {
            for (int sessions : new int[] {2, 3, 5, 10}) {
                for (double spread : new double[] {1, 4}) {
                    int wrong = 0;
                    int found = 0;
                    for (int i = 0; i < SETS; i++) {
                        wrong += HostsApart.p(drawn(hosts, sessions, spread, 0)) <= 0.05 ? 1 : 0;
                        found += HostsApart.p(drawn(hosts, sessions, spread, 0.04)) <= 0.05 ? 1 : 0;
                    }
                    System.out.printf(
                            "%5d  %8d  %6.0f  %5.3f  %7.2f%n",
                            hosts, sessions, spread, (double) wrong / SETS, (double) found / SETS);
                    // 6 %, and three standard errors of it.
                    assertTrue(wrong <= 0.076 * SETS, wrong + ", seed " + seed);
                }
            }
        }
    }

    /** Sessions lie 1 % apart, on half of the hosts {@code spread} times as far; half of the hosts differ. */
    private List<double[]> drawn(int hosts, int sessions, double spread, double difference) {
        List<double[]> all = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            double deviation = host < hosts / 2 ? 0.01 * spread : 0.01;
            double centre = host % 2 * difference;
            all.add(random.doubles(sessions)
                    .map(each -> centre + deviation * random.nextGaussian())
                    .toArray());
        }
        return all;
    }
}
