package org.whichjvm.collector.cli;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.report.VerdictText;
import org.whichjvm.common.WrongUsage;

/** Which comparisons fail a pipeline's rules. An undecided rule never passes. */
final class Pipeline {
    private final List<String> failing = new ArrayList<>();
    private final List<String> undecided = new ArrayList<>();
    private boolean doubtful;

    Pipeline(List<FailRule> rules, Result result) {
        String campaign = result.settings().campaign();
        for (Comparison each : result.comparisons()) {
            // It says that this host finds differences where none are.
            if (each.control() && each.found()) {
                doubtful = true;
                undecided.add("The control of %s differs, so its verdicts are in doubt: %s"
                        .formatted(campaign, VerdictText.sentence(each)));
            }
        }
        List<Comparison> asked = result.comparisons().stream()
                .filter(each -> isAsked(each, result.progress().design()))
                .toList();
        for (Comparison each : asked) {
            if (!each.decidable() || Double.isNaN(each.low()) || Double.isNaN(each.high())) {
                undecided.add(VerdictText.sentence(each));
            } else {
                rules.stream()
                        .filter(rule -> (rule.unlessWithin ? each.high() : each.low()) > rule.most)
                        .forEach(rule -> failing.add(rule.asked + ": " + VerdictText.sentence(each)));
            }
        }
        if (asked.isEmpty()) {
            undecided.add(campaign + " has no contender to compare with its baseline.");
        }
    }

    /** The p50 service time, or each decided score, of contenders that are no control or delay. */
    private static boolean isAsked(Comparison each, Design design) {
        boolean score = each.metric().ofScore() && design.decides(each.metric());
        return Contender.of(each.contender()).plain() && (each.headline() || score);
    }

    /** A sentence for each rule that a comparison fails; empty if a control is in doubt. */
    List<String> failing() {
        return doubtful ? List.of() : List.copyOf(failing);
    }

    /** The reasons why it is undecided, in sentences; empty if it is not. */
    List<String> undecided() {
        return List.copyOf(undecided);
    }

    /**
     * A rule by which a pipeline fails, on a comparison's interval: {@code --fail-on slower:5%} where its lower end is
     * above 1.05, so that the contender is slower by more than 5 % for sure; {@code --fail-unless-within 5%} where its
     * upper end is, so that it may be. It is as a person {@code asked} for it.
     */
    record FailRule(String asked, double most, boolean unlessWithin) {
        static final String SLOWER_OPTION = "--fail-on";
        static final String WITHIN_OPTION = "--fail-unless-within";
        private static final String SLOWER = "slower:";

        static FailRule slower(String text) {
            if (!text.startsWith(SLOWER)) {
                throw new WrongUsage("%s is '%s'", SLOWER_OPTION, text).orTry("slower:PERCENT, as in slower:5%");
            }
            return of(SLOWER_OPTION + " " + SLOWER, text.substring(SLOWER.length()), false);
        }

        static FailRule unlessWithin(String text) {
            return of(WITHIN_OPTION + " ", text, true);
        }

        private static FailRule of(String option, String percent, boolean unlessWithin) {
            if (!percent.matches("[0-9]{1,4}(\\.[0-9]{1,3})?%") || percent.matches("[0.]+%")) {
                throw new WrongUsage("%s has '%s'", option.strip(), percent)
                        .orTry("write per cent above 0, as in %s5%%", option);
            }
            double most = 1 + Double.parseDouble(percent.substring(0, percent.length() - 1)) / 100;
            return new FailRule(option + percent, most, unlessWithin);
        }
    }
}
