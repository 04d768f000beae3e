package org.whichjvm.workload.command;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.score.Score;

/**
 * A score that a program prints: {@code --metric NAME=REGEX[,more|less][,decimal-point|decimal-comma]}. The first group
 * of the regular expression is the number, a second one its unit; without a second one the unit is the word behind the
 * number.
 */
final class MetricPattern {
    private static final Pattern FORM =
            Pattern.compile("(" + ForkNames.SCORE + ")=(.+?)(?:,(more|less))?(?:,decimal-(point|comma))?");
    private static final Pattern UNIT = Pattern.compile("\\s*([A-Za-zµμ]{0,12}(?:/[A-Za-z]{1,12})?)");

    /** ms by the units of times that programs print. */
    private static final Map<String, Double> TIMES = new HashMap<>();

    static {
        TIMES.put("ns", 1e-6);
        TIMES.put("us", 1e-3);
        TIMES.put("µs", 1e-3);
        TIMES.put("μs", 1e-3);
        TIMES.put("msec", 1.0);
        TIMES.put("ms", 1.0);
        TIMES.put("s", 1e3);
        TIMES.put("sec", 1e3);
        TIMES.put("second", 1e3);
        TIMES.put("seconds", 1e3);
    }

    private final String name;
    private final Pattern regex;

    /** More, less, or null where the unit says it. */
    private final String better;

    /** Which sign stands before decimals; null if nobody said. */
    private final PrintedNumber numbers;

    private double value;
    private String unit;
    private int matches;
    private String wrong;

    /** Reads one; {@link WrongUsage} if it has another form. */
    MetricPattern(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new WrongUsage("--metric is '%s'", text)
                    .orTry(
                            "NAME=REGEX or NAME=REGEX,more or NAME=REGEX,less, the name of a-z, 0-9 and -, such as rate=Throughput: ([0-9.]+)");
        }
        name = form.group(1);
        regex = OptionTypes.regex("--metric", form.group(2));
        better = form.group(3);
        String sign = form.group(4);
        numbers = sign == null ? null : PrintedNumber.valueOf(sign.toUpperCase(Locale.ROOT));
        if (regex.matcher("").groupCount() < 1) {
            throw new WrongUsage("--metric %s has no group", text)
                    .orTry("put what is the number into brackets, such as rate=Throughput: ([0-9.]+)");
        }
    }

    void look(String line) {
        Matcher found = regex.matcher(line);
        while (found.find()) {
            matches++;
            if (matches == 1) {
                take(found, line);
            }
        }
    }

    private void take(Matcher found, String line) {
        try {
            value = PrintedNumber.of(String.valueOf(found.group(1)), numbers);
        } catch (NumberFormatException e) {
            wrong = e.getMessage();
            return;
        }
        if (found.groupCount() > 1 && found.group(2) != null) {
            unit = found.group(2).trim();
        } else {
            Matcher behind = UNIT.matcher(line.substring(found.end(1)));
            unit = behind.lookingAt() ? behind.group(1) : "";
        }
    }

    /** The score; a {@link ForkFailure} if it was not seen, was seen twice, or is none. */
    Score score() {
        if (matches != 1) {
            throw new ForkFailure(
                    matches == 0
                            ? "no line of the output matched --metric " + name + "=" + regex
                            : "the output has --metric " + name + " " + matches + " times: which one counts?");
        }
        if (wrong != null) {
            throw new ForkFailure("--metric %s: %s", name, wrong);
        }
        return score("--metric " + name, name, value, unit, better);
    }

    /**
     * A score of a program: times in ms, rates by the second. The unit is as printed, empty for none. What is better,
     * more or less, is null where the unit says it; a {@link ForkFailure} says whose score has neither, or is not above
     * 0 and finite.
     */
    static Score score(String whose, String name, double value, String unit, String better) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new ForkFailure("%s: it is %s, and only a number above 0 can be compared", whose, value);
        }
        Double millis = TIMES.get(unit.toLowerCase(Locale.ROOT));
        if (millis != null) {
            return Score.of(name, "ms", value * millis).better(or(better, "less"));
        }
        int slash = unit.indexOf('/');
        String per = slash < 0 ? "" : unit.substring(slash + 1);
        String what = slash <= 0 ? "ops" : plain(unit.substring(0, slash));
        if (slash >= 0 && TIMES.containsKey(per)) {
            return Score.of(name, what + "/s", value * 1e3 / TIMES.get(per)).better(or(better, "more"));
        }
        if (slash > 0 && TIMES.containsKey(what)) {
            return Score.of(name, what + "/" + plain(per), value).better(or(better, "less"));
        }
        if (better == null) {
            throw new ForkFailure(
                    "%s%s, so nobody knows what is better; write ,more or ,less behind its regular" + " expression",
                    whose, unit.isEmpty() ? " has no unit" : " has the unit '" + unit + "'");
        }
        String shown = unit.isEmpty() ? "points" : plain(what.equals("ops") ? unit : what);
        return Score.of(name, shown, value).better(better);
    }

    private static String or(String better, String usual) {
        return better == null ? usual : better;
    }

    private static String plain(String unit) {
        String letters = unit.replaceAll("[^A-Za-z]", "");
        return letters.isEmpty() ? "points" : letters;
    }
}
