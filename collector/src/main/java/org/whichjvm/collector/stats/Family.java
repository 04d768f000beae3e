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

    /** The questions of a campaign, in the order of their importance. */
    public enum Question {
        /** Whether the metric that the campaign is for differs from the baseline's. */
        HEADLINE(1),
        /** Whether another metric does that was asked for, a score, or two scores of a fork. */
        OTHER(1),
        /** Which contenders may be the fastest: one question, whose pairs are a closed test. */
        FASTEST(3),
        /** Whether a contender or its baseline has slow starts more often. */
        STARTS(1);

        private final int sixths;

        Question(int sixths) {
            this.sixths = sixths;
        }
    }

    private final Map<Question, Integer> members = new EnumMap<>(Question.class);

    public void add(Question question, int number) {
        members.merge(question, number, Integer::sum);
    }

    /**
     * The part of the level that a member of this question may spend, 0 to {@link #LEVEL}; {@link #LEVEL} without any.
     * The part of a question that nobody asks goes to the metrics, half to the headline and half to the others.
     */
    public double level(Question question) {
        if (!asked(question)) {
            return LEVEL;
        }
        double sixths = question.sixths;
        if (question == Question.HEADLINE || question == Question.OTHER) {
            double metrics = 0;
            for (Question each : Question.values()) {
                boolean metric = each == Question.HEADLINE || each == Question.OTHER;
                metrics += metric || !asked(each) ? each.sixths : 0;
            }
            sixths = asked(Question.HEADLINE) && asked(Question.OTHER) ? metrics / 2 : metrics;
        }
        return LEVEL * (sixths / 6) / members.get(question);
    }

    private boolean asked(Question question) {
        return members.getOrDefault(question, 0) > 0;
    }

    /** A p as it is among all that the campaign decides: at most {@link #LEVEL} is significant. */
    public double adjusted(Question question, double p) {
        return Math.min(1, p * LEVEL / level(question));
    }
}
