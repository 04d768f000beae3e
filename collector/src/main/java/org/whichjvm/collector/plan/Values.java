package org.whichjvm.collector.plan;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.whichjvm.collector.io.Folders;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;

/** Reads the values of options; each error names the option, the value and what it takes. */
public final class Values {
    static WrongUsage wrong(String option, String value, String takes) {
        return new WrongUsage(option + " is '" + value + "'; it takes " + takes);
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

    /** A time from 1 s to 24 h in whole seconds; empty if none was given. */
    static Optional<Integer> wholeSeconds(String option, String value) {
        if (value == null) {
            return Optional.empty();
        }
        double seconds = Units.seconds(Units.nanos(value).orElse(0));
        if (seconds < 1 || seconds > 86_400) {
            throw wrong(option, value, "a time from 1s to 24h, such as 10m");
        }
        return Optional.of((int) seconds);
    }

    /** Values with commas between, each once. */
    static List<String> list(String option, String value, String takes) {
        List<String> values = List.of(value.split(",", -1));
        if (values.contains("") || new HashSet<>(values).size() < values.size()) {
            throw wrong(option, value, takes);
        }
        return values;
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

    /** The names of a folder's files with this ending, without it, in alphabetical order. */
    static List<String> names(Path folder, String ending) throws IOException {
        return Folders.names(folder.toRealPath()).stream()
                .filter(each -> each.endsWith(ending))
                .map(each -> each.substring(0, each.length() - ending.length()))
                .toList();
    }

    /** The lines of a file that a person wrote, who calls it {@code shown}. */
    static List<String> lines(Path file, String shown) throws IOException {
        try {
            return Files.readAllLines(file);
        } catch (MalformedInputException exception) {
            throw new WrongUsage(shown + " is not in UTF-8; save it so");
        }
    }

    /** Suggests the name most like a wrong one; empty if a third of its letters would be others. */
    static String nearest(String wrong, String prefix, Collection<String> names) {
        return byDistance(wrong, names)
                .filter(name -> distance(wrong, name) <= Math.max(1, wrong.length() / 3))
                .findFirst()
                .map(name -> " (did you mean " + prefix + name + "?)")
                .orElse("");
    }

    /** Names, those first that are most like a wrong one. */
    static Stream<String> byDistance(String wrong, Collection<String> names) {
        return names.stream().sorted(Comparator.comparingInt(name -> distance(wrong, name)));
    }

    /** How many letters are to be added, left out or changed to get from one to the other. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] next = new int[row.length];
            next[0] = i;
            for (int j = 1; j < row.length; j++) {
                int changed = row[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                next[j] = Math.min(changed, 1 + Math.min(row[j], next[j - 1]));
            }
            row = next;
        }
        return row[to.length()];
    }
}
