package org.whichjvm.collector.html.chart;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.common.WrongUsage;

/** A latency that somebody must keep to: so much per cent of all messages must not take longer. */
public record ServiceLevel(double percentile, double ns) {
    private static final Pattern FORM =
            Pattern.compile("(\\d{1,3}(?:\\.\\d{1,9})?) ?%=(\\d{1,9}(?:\\.\\d{1,9})?) ?(ns|us|µs|ms|s)");
    private static final Map<String, Double> UNITS = Map.of("ns", 1.0, "us", 1e3, "µs", 1e3, "ms", 1e6, "s", 1e9);

    /** Reads {@code 99.9%=1ms}; a WrongUsage refuses anything else. */
    public static ServiceLevel parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (matcher.matches()) {
            double percentile = Double.parseDouble(matcher.group(1));
            double ns = Double.parseDouble(matcher.group(2)) * UNITS.get(matcher.group(3));
            if (percentile > 0 && percentile < 100 && ns >= 1) {
                return new ServiceLevel(percentile, ns);
            }
        }
        throw new WrongUsage("'%s' is not a service level", text)
                .orTry("a percentile between 0 and 100, =, and a time in ns, us, ms or s, as in 99.9%=1ms");
    }

    public String label() {
        String number = Double.toString(percentile).replaceAll("\\.0$", "");
        return number + " % in " + Quantity.shortTime(ns);
    }
}
