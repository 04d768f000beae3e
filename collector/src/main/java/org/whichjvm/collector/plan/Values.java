package org.whichjvm.collector.plan;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.whichjvm.common.Fixable;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;

/** Reads the values of options; each error names the option, the value and what it takes. */
public final class Values {
    static Fixable wrong(String option, String value, String takes) {
        return new WrongUsage("%s is '%s'", option, value).orTry(takes);
    }

    /** A whole number; empty if none was given. */
    public static Optional<Integer> whole(String option, String value, int least, int most) {
        Optional<Integer> number = Optional.ofNullable(value)
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(Integer::valueOf)
                .filter(each -> each >= least && each <= most);
        if (value != null && number.isEmpty()) {
            throw wrong(option, value, "a whole number from " + least + " to " + most);
        }
        return number;
    }

    /** A percentage as a share, 0.001 to 0.5; empty if none was given. */
    public static Optional<Double> share(String option, String value) {
        Optional<Double> share = Optional.ofNullable(value)
                .filter(text -> text.matches("[0-9]{1,2}(\\.[0-9])?%"))
                // By decimals: 0.07 and not 0.07000000000000001.
                .map(text ->
                        new BigDecimal(text.replace("%", "")).movePointLeft(2).doubleValue())
                .filter(each -> each >= 0.001 && each <= 0.5);
        if (value != null && share.isEmpty()) {
            throw wrong(option, value, "a percentage from 0.1% to 50%, such as 2%");
        }
        return share;
    }

    public static long nanos(String option, String value) {
        return Units.nanos(value == null ? "" : value)
                .orElseThrow(() -> wrong(option, value, "a time, such as 500ms, 10s, 2m or 1h"));
    }

    /** The last value of an option that is a time, in ns; 0 if there is none. */
    public static long nanos(String option, List<String> words) {
        String value = last(option, words);
        return value == null ? 0 : nanos(option, value);
    }

    static double seconds(String option, List<String> words) {
        return Units.seconds(nanos(option, words));
    }

    /** A size in bytes; the usual one if none was given. */
    static long bytes(String option, String value, long usual) {
        if (value == null) {
            return usual;
        }
        return Units.bytes(value).orElseThrow(() -> wrong(option, value, "a size, such as 256 or 64m"));
    }

    /** The last value of an option that is a whole number; the usual one where it is none. */
    static long number(String option, List<String> words, long usual) {
        String value = last(option, words);
        return value != null && value.matches("[0-9]{1,9}") ? Long.parseLong(value) : usual;
    }

    /** The last value of an option on the workload's command line; null if it is not there. */
    static String last(String option, List<String> words) {
        String value = null;
        // Behind -- is a program with options of its own.
        int end = words.contains("--") ? words.indexOf("--") : words.size();
        for (int i = 0; i < end; i++) {
            if (words.get(i).equals(option) && i + 1 < end) {
                value = words.get(++i);
            } else if (words.get(i).startsWith(option + "=")) {
                value = words.get(i).substring(option.length() + 1);
            }
        }
        return value;
    }

    /** The last value of an option, unless a contender has one of its own; null without either. */
    static String own(String own, String option, List<String> words) {
        return own == null ? last(option, words) : own;
    }

    /** Adds an option with its value, unless that is null. */
    static void add(List<String> words, String option, String value) {
        if (value != null) {
            words.addAll(List.of(option, value));
        }
    }

    static List<String> words(String text) {
        return Arrays.stream(text.split("\\s+")).filter(word -> !word.isEmpty()).toList();
    }
}
