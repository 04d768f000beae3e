package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LinesTest {
    @Test
    void whatDoesNotFitEndsWithItsLastWholeSentence() {
        assertEquals(
                List.of("One two three.", "  Four five."),
                Lines.wrap("One two three. Four five. Six seven eight nine.", "  ", 15, 2));
    }

    @Test
    void oneLongSentenceEndsWithAWordAndAnEllipsis() {
        assertEquals(
                List.of("One two three", "  four five \u2026"),
                Lines.wrap("One two three four five, six seven eight nine", "  ", 15, 2));
    }

    @Test
    void aWordLongerThanALineIsBroken() {
        assertEquals(List.of("aaaaa", "aaaaa", "aa"), Lines.wrap("a".repeat(12), "", 5, 3));
    }

    @Test
    void namesThatDifferStayDifferent() {
        List<String> ends = IntStream.range(0, 12)
                .mapToObj(i -> "a".repeat(40) + i % 3 + "b".repeat(20) + i / 3)
                .toList();
        for (int columns : new int[] {8, 20, 30, 60}) {
            List<String> cut = Lines.shortened(ends, columns);
            assertEquals(12, new HashSet<>(cut).size(), cut.toString());
            assertTrue(cut.stream().allMatch(each -> Lines.width(each) <= columns), cut.toString());
        }
        assertEquals(List.of("same", "same"), Lines.shortened(List.of("same", "same"), 8));
    }

    @Test
    void ideographsTakeTwoColumnsAndMarksNone() {
        assertEquals(4, Lines.width("\uD55C\uAE00"));
        assertEquals(1, Lines.width("e\u0301"));
        assertTrue(Lines.wrap("\uD55C".repeat(30), "", 11, 9).stream().allMatch(each -> Lines.width(each) <= 11));
    }
}
