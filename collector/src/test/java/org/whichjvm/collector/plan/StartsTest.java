package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartsTest {
    /** Seconds of the longest start, starts, ms of a slot. */
    @ParameterizedTest
    @CsvSource({"0.999, 3, 1700", "0.5, 4, 950", "0.3, 6, 650", "0.12, 10, 400", "0.001, 10, 250", "0, 10, 200"})
    void asManyStartsAsFitIntoTwoSeconds(double seconds, int starts, long slotMillis) {
        assertEquals(Optional.of(new Starts(starts, slotMillis * 1_000_000)), Starts.of(seconds));
    }

    @ParameterizedTest
    @CsvSource({"1", "60", "NaN"})
    void aProgramThatIsNotShortIsStartedOnce(double seconds) {
        assertEquals(Optional.empty(), Starts.of(seconds));
    }
}
