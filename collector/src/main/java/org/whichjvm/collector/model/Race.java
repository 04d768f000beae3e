package org.whichjvm.collector.model;

import java.util.Locale;
import org.whichjvm.collector.stats.Family;

/** When a contender leaves a campaign at an interim analysis, so that its time goes to the others. */
public enum Race {
    NONE,
    /** A contender leaves once it is decided against its baseline: that is what was asked for. */
    BASELINE,
    /**
     * A contender leaves once it is decided against its baseline and shown to be slower than another contender. One
     * that is decided and may be the fastest stays: which of these is the fastest is open.
     */
    BEST,
    /** The slower half leaves, again and again; the verdict on who is left is of fresh blocks. */
    SEARCH;

    /** The questions that its campaign decides, to be added; with a named baseline the fastest is asked for less. */
    public Family family() {
        return this == BASELINE ? Family.ofDifferences() : new Family();
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
