package org.whichjvm.collector.decide;

import java.util.Map;
import org.whichjvm.collector.model.ExclusionRule;

/** Why a comparison or a contrast has no better verdict. */
public sealed interface Reason {
    /** Reasons that need no values beside those of the comparison. */
    enum Plain implements Reason {
        /** No block has a fork of both that counts. */
        NO_COMMON_BLOCK,
        /** No block has forks of both that have the score. */
        NO_COMMON_SCORE,
        /** No block has enough rounds in which the turns of both count at like floors. */
        TOO_FEW_ROUNDS,
        /** The campaign does not decide the metric. */
        UNDECLARED,
        /** The shift would have a verdict, but the contender may start slow too often for it. */
        STARTS_OPEN,
        /** The interval reaches over all groups of blocks that may have the typical start. */
        FALLS_APART,
        /** An earlier interim analysis showed a difference that what came since does not bear out. */
        NOT_CONFIRMED,
        /** The interval leaves it open. */
        OPEN
    }

    /**
     * Exclusion rules exclude all that could be compared.
     *
     * @param number of blocks, or of a contrast of forks, at least 1
     * @param gates how many of them each exclusion rule excludes, not empty; one may be several rules'
     */
    record AllExcluded(int number, Map<ExclusionRule, Integer> gates) implements Reason {}

    /**
     * The percentile rests on too few events of a typical fork.
     *
     * @param seconds that a fork measures; NaN if unknown
     */
    record TooFewEvents(double events, double seconds) implements Reason {
        /**
         * A percentile of a typical fork must rest on at least this many events: a stall of 10 ms is 1,000 messages but
         * one event. With ten events, the rank of the percentile is known to about a third (1/√10). With one or two,
         * the percentile is the length of a chance stall.
         */
        public static final int LEAST = 10;
    }

    /** No interim analysis was made: the first one is after this block. */
    record BeforeFirstLook(int block) implements Reason {}

    /** Too early to decide it: the next interim analysis is after this block. */
    record BeforeNextLook(int block) implements Reason {}

    /** No result could be significant with so few blocks or forks, and no analysis is to come. */
    record TooFew(int least) implements Reason {}
}
