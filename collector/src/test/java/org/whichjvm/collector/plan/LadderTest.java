package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rates of load, by how fast contenders were in their checks. */
class LadderTest {
    private static Ladder ladder(double baseline, double fastest, double generator) {
        String json =
                "{\"schema\":\"whichjvm.check/1\",\"java\":17,\"arch\":\"amd64\",\"busyRate\":%s,\"generatorRate\":%s}"
                        .formatted(baseline, generator);
        return new Ladder("one", Check.of("one", 0, json), fastest);
    }

    @Test
    void theRatesRiseInEqualStepsToATenthAboveTheFastest() {
        // 1.1 × 1234 is 1357.4.
        assertEquals(
                List.of("350", "700", "1050", "1400"), ladder(1_000, 1_234, 1e6).rates(4));
    }

    @Test
    void aContenderThatClaimsTooMuchDoesNotSpoilTheRatesOfOthers() {
        assertEquals("2000", ladder(1_000, 1e9, 1e12).rates(8).get(7));
        assertFalse(ladder(1_000, 1e9, 1e12).endsByGenerator());
    }

    @Test
    void theLadderEndsWhereTheGeneratorWouldSendLate() {
        Ladder ladder = ladder(10_000, 10_000, 20_000);
        assertEquals("8000", ladder.rates(10).get(9));
        assertTrue(ladder.endsByGenerator());
    }

    @Test
    void slowServersAndLongLaddersHaveARateOfItsOwnForEachStep() {
        assertEquals(List.of("1.1", "2.2"), ladder(2, 2, 100).rates(2));
        for (double busy : new double[] {0.9, 1, 93, 1_009, 123_456}) {
            assertEquals(100, new HashSet<>(ladder(busy, busy, 1e9).rates(100)).size());
        }
    }

    @Test
    void aBaselineThatSaysNothingOfItsSpeedEndsIt() {
        Ladder ladder = new Ladder("one", Check.of("one", 0, ""), 1_000);
        String said = assertThrows(CannotRunHere.class, () -> ladder.rates(8)).getMessage();
        assertTrue(said.startsWith("the check of one does not say how many requests"), said);
    }

    @Test
    void aRateBeyondHalfOfTheGeneratorsIsRefusedWithTheFigure() {
        Ladder ladder = ladder(1_000, 1_000, 20_001);
        ladder.check(List.of("500", "10000"));
        String said = assertThrows(CannotRunHere.class, () -> ladder.check(List.of("500", "10001")))
                .getMessage();
        assertEquals(
                "--rate has 10001 requests a second, and the load generator can send 20001 here, of which it"
                        + " sends half in time; give at most 10000",
                said);
    }

    @Test
    void withoutALimitOfTheGeneratorEachRateIsTaken() {
        String json = "{\"schema\":\"whichjvm.check/1\",\"java\":17,\"arch\":\"amd64\",\"busyRate\":50}";
        Ladder ladder = new Ladder("one", Check.of("one", 0, json), 50);
        ladder.check(List.of("1000000"));
        assertEquals("55", ladder.rates(5).get(4));
    }
}
