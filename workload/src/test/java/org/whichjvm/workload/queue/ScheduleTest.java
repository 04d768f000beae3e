package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ScheduleTest {
    @Test
    void sendsAtStartPlusMultiplesOfTheInterval() {
        Schedule schedule = new Schedule(1_000, 100_000, 1);
        assertEquals(1_000, schedule.intendedAt(0, 0));
        assertEquals(11_000, schedule.intendedAt(0, 1));
        assertEquals(1_000 + 10_000L * 9_999_999, schedule.intendedAt(0, 9_999_999));
    }

    @Test
    void doesNotDriftWhereTheIntervalIsNoWholeNumber() {
        Schedule schedule = new Schedule(0, 300_000, 1);
        assertEquals(1_000_000_000L, schedule.intendedAt(0, 300_000));
        assertEquals(100_000_000_000L, schedule.intendedAt(0, 30_000_000));
    }

    @Test
    void producersTakeTurnsAtTheRateOfAllTogether() {
        Schedule schedule = new Schedule(0, 100_000, 4);
        assertEquals(0, schedule.intendedAt(0, 0));
        assertEquals(10_000, schedule.intendedAt(1, 0));
        assertEquals(30_000, schedule.intendedAt(3, 0));
        assertEquals(40_000, schedule.intendedAt(0, 1));
    }
}
