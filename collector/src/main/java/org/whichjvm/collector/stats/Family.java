package org.whichjvm.collector.stats;

import java.util.EnumMap;
import java.util.Map;

/**
 * All questions that a campaign decides, and the part of the significance level that each may spend, so that at most
 * one campaign in twenty says anything that is not so. Each question has a part of the level, which its members share
 * equally (Bonferroni): an interval at its own part is right together with all others, whatever depends on what, and a
 * verdict is what its interval says.
 */
public final class Family {
    /** How often, at most, a campaign may say something that is not so. */
    public static final double LEVEL = 0.05;

    private static final int SIXTHS = 6;
    private static final int OF_STARTS = 1;

    /** The questions of a campaign, in the order of their importance. */
    public enum Question {
        /** Whether the metric that the campaign is for differs from the baseline's. */
        HEADLINE,
        /** Whether another metric does that was asked for, a score, or two scores of a fork. */
        OTHER,
        /** Which contenders may be the fastest: one question, whose pairs are a closed test. */
        FASTEST,
        /** Whether a contender or its baseline has slow starts more often. */
        STARTS
    }

    private final int ofFastest;
    private final Map<Question, Integer> members = new EnumMap<>(Question.class);

    private Family(int ofFastest) {
        this.ofFastest = ofFastest;
    }

    /** Of a campaign that is for the fastest, which has half of the level. */
    public Family() {
        this(3);
    }

    /** Of a campaign that is for the differences from a baseline: the fastest has a sixth of the level. */
    public static Family ofDifferences() {
        return new Family(1);
    }

    public void add(Question question, int number) {
        members.merge(question, number, Integer::sum);
    }

    /**
     * The part of the level that a member of this question may spend, 0 to {@link #LEVEL}; {@link #LEVEL} without any.
     * The metrics have all that the other questions that are asked leave: half is the headline's, half the others'.
     */
    public double level(Question question) {
        if (!asked(question)) {
            return LEVEL;
        }
        int ofMetrics = SIXTHS - (asked(Question.FASTEST) ? ofFastest : 0) - (asked(Question.STARTS) ? OF_STARTS : 0);
        double sixths =
                switch (question) {
                    case HEADLINE, OTHER ->
                        asked(Question.HEADLINE) && asked(Question.OTHER) ? ofMetrics / 2.0 : ofMetrics;
                    case FASTEST -> ofFastest;
                    case STARTS -> OF_STARTS;
                };
        return LEVEL * (sixths / SIXTHS) / members.get(question);
    }

    private boolean asked(Question question) {
        return members.getOrDefault(question, 0) > 0;
    }

    /** A p as it is among all that the campaign decides: at most {@link #LEVEL} is significant. */
    public double adjusted(Question question, double p) {
        return Math.min(1, p * LEVEL / level(question));
    }
}
