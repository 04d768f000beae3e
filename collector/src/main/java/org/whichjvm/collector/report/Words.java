package org.whichjvm.collector.report;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Missing;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Metric;

/** Texts and tables call what is measured and compared by these words. */
public final class Words {
    private static final int MOST_NAMED = 4;

    private static final Pattern USUAL = Pattern.compile("jdk([0-9]+)-temurin");

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    /** Reads as in "21 November 2026, 12:02 UTC". */
    public static String time(Instant instant) {
        return TIME.format(instant);
    }

    public static String contender(ContenderResult contender) {
        return contender.name() + marks(contender);
    }

    /** A star if a base is a substitute. */
    static String marks(ContenderResult contender) {
        return contender.substitute().isEmpty() ? "" : "*";
    }

    /** Reads as in "1 fork" or "12 forks". */
    public static String count(long count, String what) {
        return Quantity.count(count) + " " + what + (count == 1 ? "" : "s");
    }

    public static String are(int count) {
        return count == 1 ? "is" : "are";
    }

    /** Reads as in "p99.9 is missing from 2 of 12 forks of base". */
    public static String missing(Missing missing) {
        return "%s is missing from %s of %s of %s"
                .formatted(missing.score(), missing.forks(), count(missing.of(), "fork"), missing.contender());
    }

    /** Reads as in "the p99.9 response time" or "adjacent with 2 threads". */
    static String place(Metric metric) {
        return metric.ofScore()
                ? metric.name() + (metric.threads() == 0 ? "" : " with " + count(metric.threads(), "thread"))
                : "the " + metric.label();
    }

    /** Names of contenders in a sentence: "JDK 17, 21 and 25" if all are usual ones, else as {@link #list}. */
    static String jvms(List<String> names) {
        List<String> versions = names.stream()
                .filter(each -> USUAL.matcher(each).matches())
                .map(each -> USUAL.matcher(each).replaceFirst("$1"))
                .toList();
        return versions.size() == names.size() ? "JDK " + list(versions) : list(names);
    }

    /** Reads as in "a, b and c"; of more than four the first ones, and how many more. */
    public static String list(List<String> names) {
        int last = names.size() - 1;
        if (last == 0) {
            return names.get(0);
        }
        return names.size() > MOST_NAMED
                ? "%s and %s more"
                        .formatted(
                                names.stream().limit(MOST_NAMED - 1).collect(Collectors.joining(", ")),
                                names.size() - MOST_NAMED + 1)
                : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
