package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a race shares its time. */
class HalvingTest {
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "3, 3, 1", "4, 2, 2", "7, 4, 3", "23, 12, 4", "39, 20, 5"})
    void halfOfThemStayUntilThreeAreLeft(int contenders, int staying, int rungs) {
        assertEquals(staying, Halving.staying(contenders));
        assertEquals(rungs, Halving.rungs(contenders));
    }

    @Test
    void rungsTakeEquallyLong() {
        // 23 contenders have four rungs: a quarter of 960 s has two blocks of 100 s.
        assertEquals(2, Halving.blocks(23, 960, 100));
        assertEquals(12, Halving.blocks(3, 240, 20));
        assertEquals(1, Halving.blocks(23, 10, 100), "one block is the least that says anything");
    }
}
