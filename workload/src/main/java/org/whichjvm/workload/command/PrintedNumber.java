package org.whichjvm.workload.command;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.common.Units;

/**
 * A number above or equal to 0 as a program prints it. Which sign stands before decimals depends on the program's
 * locale: a comma separates groups of three digits in one, and decimals in another.
 */
enum PrintedNumber {
    POINT("a dot", '.', ','),
    COMMA("a comma", ',', '.');

    /** Where nobody says which, a comma before the last three digits may be either. */
    private static final Pattern AMBIGUOUS = Pattern.compile("([0-9]{1,3}),([0-9]{3})");

    private static final String SAY = " behind the regular expression";

    private final String before;
    private final Pattern form;

    PrintedNumber(String before, char decimal, char group) {
        this.before = before;
        // Other locales separate groups by an apostrophe or by a space that breaks no line.
        form = Pattern.compile(Units.text(
                "([0-9][0-9_]*|[0-9]{1,3}([%s'’\u00a0\u2009\u202f])[0-9]{3}(?:\\2[0-9]{3})*)"
                        + "(?:[%s]([0-9]+))?([eE][-+]?[0-9]+)?",
                group, decimal));
    }

    /** Its name behind {@code --metric}. */
    String word() {
        return "decimal-" + name().toLowerCase(Locale.ROOT);
    }

    /**
     * The number, by which sign stands before decimals, a dot if null. The message of a {@link NumberFormatException}
     * says why the text is no number, or may be two.
     */
    static double of(String text, PrintedNumber said) {
        if (said == null) {
            Matcher two = AMBIGUOUS.matcher(text);
            if (two.matches()) {
                throw new NumberFormatException(Units.text(
                        "'%s' may be %s%s or %s.%s; write ,%s or ,%s%s",
                        text, two.group(1), two.group(2), two.group(1), two.group(2), POINT.word(), COMMA.word(), SAY));
            }
        }
        PrintedNumber used = said == null ? POINT : said;
        Matcher number = used.form.matcher(text);
        if (!number.matches()) {
            throw new NumberFormatException(
                    said == null && COMMA.form.matcher(text).matches()
                            ? "'" + text + "' has a decimal comma; write ," + COMMA.word() + SAY
                            : "'" + text + "' is no number above 0 (" + used.before + " before decimals)");
        }
        String whole = number.group(1).replaceAll("[^0-9]", "");
        return Double.parseDouble(whole
                + (number.group(3) == null ? "" : "." + number.group(3))
                + (number.group(4) == null ? "" : number.group(4)));
    }
}
