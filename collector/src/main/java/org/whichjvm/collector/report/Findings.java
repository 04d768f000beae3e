package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.Finding.Level;

/**
 * A reader should know these findings before believing a campaign. Each is a row: its condition, what happened, what to
 * do next, and the values of both. {@code {name}} is the place of a value, of which a whole number is shown as a count
 * and a list as "a, b and c"; {@code {name|fork|forks}} is the word for one or for several.
 */
abstract class Findings {
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)(?:\\|([^|}]*)\\|([^|}]*))?}");

    final Result result;
    private final List<Finding> found = new ArrayList<>();

    Findings(Result result) {
        this.result = result;
    }

    /** The gravest first. */
    static List<Finding> of(Result result) {
        return Stream.of(
                        new CampaignFindings(result),
                        new ProgramFindings(result),
                        new HostFindings(result),
                        new ForkFindings(result))
                .peek(Findings::rows)
                .flatMap(each -> each.found.stream())
                .sorted(Comparator.comparing(Finding::level))
                .toList();
    }

    abstract void rows();

    void doubt(String what, String next, Map<String, ?> values) {
        add(Level.DOUBT, what, next, values);
    }

    void warning(String what, String next, Map<String, ?> values) {
        add(Level.WARNING, what, next, values);
    }

    void note(String what, String next, Map<String, ?> values) {
        add(Level.NOTE, what, next, values);
    }

    private void add(Level level, String what, String next, Map<String, ?> values) {
        found.add(new Finding(level, filled(what, values), filled(next, values)));
    }

    /** The values of a row's places, each after its name. */
    static Map<String, Object> values(Object... namesAndValues) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return values;
    }

    private static String filled(String template, Map<String, ?> values) {
        return PLACE.matcher(template).replaceAll(place -> {
            Object value = Objects.requireNonNull(values.get(place.group(1)), template);
            return Matcher.quoteReplacement(place.group(2) == null ? shown(value) : place.group(isOne(value) ? 2 : 3));
        });
    }

    private static String shown(Object value) {
        return value instanceof Number number
                ? Quantity.count(number.longValue())
                : value instanceof List<?> all
                        ? Words.list(all.stream().map(String::valueOf).toList())
                        : value.toString();
    }

    private static boolean isOne(Object value) {
        return (value instanceof List<?> all ? all.size() : ((Number) value).longValue()) == 1;
    }
}
