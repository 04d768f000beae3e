package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.stats.Family.Question;

class FamilyTest {
    private static final double EXACT = 1e-12;

    /** Four contenders and a baseline, decided by p50. */
    private static Family five(Family family) {
        family.add(Question.HEADLINE, 4);
        family.add(Question.FASTEST, 1);
        family.add(Question.STARTS, 4);
        return family;
    }

    @Test
    void whoIsTheFastestHasHalf() {
        Family family = five(new Family());
        assertEquals(0.05 / 2, family.level(Question.FASTEST), EXACT);
        assertEquals(0.05 / 3 / 4, family.level(Question.HEADLINE), EXACT);
    }

    @Test
    void differencesFromANamedBaselineHaveTwoThirds() {
        Family family = five(Family.ofDifferences());
        assertEquals(0.05 / 6, family.level(Question.FASTEST), EXACT);
        assertEquals(0.05 * 2 / 3 / 4, family.level(Question.HEADLINE), EXACT);
    }

    @Test
    void whatNobodyAsksGoesToTheMetrics() {
        Family family = new Family();
        family.add(Question.OTHER, 3);
        assertEquals(0.05 / 3, family.level(Question.OTHER), EXACT);
        family.add(Question.STARTS, 3);
        assertEquals(0.05 * 5 / 6 / 3, family.level(Question.OTHER), EXACT);
        assertEquals(Family.LEVEL, family.level(Question.FASTEST), EXACT);
    }

    @Test
    void allMembersTogetherHaveTheLevel() {
        for (Family family : new Family[] {five(new Family()), five(Family.ofDifferences())}) {
            family.add(Question.OTHER, 8);
            double all = DoubleStream.of(
                            4 * family.level(Question.HEADLINE),
                            8 * family.level(Question.OTHER),
                            family.level(Question.FASTEST),
                            4 * family.level(Question.STARTS))
                    .sum();
            assertEquals(Family.LEVEL, all, EXACT);
            assertEquals(family.level(Question.HEADLINE), 2 * family.level(Question.OTHER), EXACT);
        }
    }
}
