package org.whichjvm.collector.decide;

import java.util.Arrays;
import java.util.Optional;
import org.whichjvm.collector.stats.Interval;

/** The verdict of a comparison. */
public enum Verdict {
    /** The contender's typical start really takes less. */
    FASTER("faster"),
    /** The contender's typical start really takes more. */
    SLOWER("slower"),
    /** The difference is really smaller than the margin. */
    EQUIVALENT("equivalent"),
    /**
     * In some blocks the contender is far slower, really more often than it is far faster; its typical start is not
     * found to be slower.
     */
    SLOWER_AT_TIMES("slower in some starts"),
    /**
     * In some blocks the contender is far faster, really more often than it is far slower; its typical start is not
     * found to be faster.
     */
    FASTER_AT_TIMES("faster in some starts"),
    /** The data show none of these. */
    INCONCLUSIVE("inconclusive");

    /** Its name in JSON and in sentences. */
    public final String key;

    Verdict(String key) {
        this.key = key;
    }

    /**
     * The verdict that an interval of a ratio makes: nothing else makes one.
     *
     * @param margin within which a difference counts as none, 0.03 being 3 %
     */
    public static Verdict of(Interval ratio, double margin) {
        // First: a real difference that is wholly inside the margin does not matter.
        if (ratio.low() >= 1 / (1 + margin) && ratio.high() <= 1 + margin) {
            return EQUIVALENT;
        }
        return ratio.low() > 1 ? SLOWER : ratio.high() < 1 ? FASTER : INCONCLUSIVE;
    }

    /** The verdict of a table's cell, which may have a footnote's mark after it; empty if it has another word. */
    public static Optional<Verdict> shownIn(String cell) {
        String word = cell.replaceFirst(" [^a-z ]+$", "");
        return Arrays.stream(values()).filter(each -> each.key.equals(word)).findAny();
    }

    public boolean worse() {
        return this == SLOWER || this == SLOWER_AT_TIMES;
    }

    public boolean better() {
        return this == FASTER || this == FASTER_AT_TIMES;
    }

    public boolean differs() {
        return worse() || better();
    }
}
