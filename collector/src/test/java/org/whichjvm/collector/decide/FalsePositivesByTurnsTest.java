package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.Progress;

/** What the verdict promises of campaigns by turns, on a host that moves its CPUs all the time. */
@Tag("slow")
class FalsePositivesByTurnsTest {
    private static final int CAMPAIGNS = 400;
    private static final int BLOCKS = 24;
    private static final int ROUNDS = 12;
    private static final ExclusionRules GATES = ExclusionRules.of(Map.of(), null, BLOCKS, false);

    private final long seed = Long.getLong("seed", 20_261_122);
    private final Random random = new Random(seed);

    @Test
    void theSameJvmTwiceIsCalledDifferentAtMostOnceInTwenty() {
        double rate = found(0);
        told("false positives by turns", rate, rate <= 0.05);
    }

    @Test
    void aDifferenceThatTheMovingFloorWouldHideIsFound() {
        double rate = found(Math.log(1.06));
        told("6 % found by turns in " + BLOCKS + " blocks", rate, rate >= 0.8);
    }

    /** How often the p50 service time is called different. */
    private double found(double effect) {
        int found = 0;
        for (int i = 0; i < CAMPAIGNS; i++) {
            List<Comparison> comparisons = Decision.of(
                    new Simulation(random, 2).byTurns(BLOCKS, ROUNDS, GATES, 0, effect),
                    "v0",
                    new Progress(Design.FIXED, BLOCKS, null));
            found += comparisons.stream().anyMatch(each -> each.headline() && each.adjustedP() <= 0.05) ? 1 : 0;
        }
        return (double) found / CAMPAIGNS;
    }

    private void told(String what, double rate, boolean holds) {
        System.out.printf("%s: %.4f (seed %d)%n", what, rate, seed);
        assertTrue(holds, () -> what + ": " + rate + ", seed " + seed);
    }
}
