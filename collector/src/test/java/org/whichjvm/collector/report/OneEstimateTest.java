package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.RepeatedTest;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.model.ForkFixture;

/** No two cells of the ranked table contradict each other, whatever a campaign measured. */
class OneEstimateTest extends ReportedCampaign {
    // Some forks fail, and a contender with few has no interval.
    private static final int BLOCKS = 20;
    private static final Pattern ROW = Pattern.compile(
            "^(\\S+) .*?(\\d[\\d,]*) ns +(?:([−+×]?[\\d.]+)(?: %)? +([−+×]?[\\d.]+) to ([−+×]?[\\d.]+|∞)(?: %)?.* ([a-z]+)|.* baseline)$");

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @RepeatedTest(12)
    void timesRatiosDifferencesVerdictsAndOrderAgree() throws IOException {
        List<String> names = new ArrayList<>(List.of("a"));
        for (int i = 1; i <= 1 + random.nextInt(4); i++) {
            names.add("b" + i);
        }
        measure(names);
        Cli cli = Cli.run("report", "--out", out, "c");
        assertEquals(0, cli.code(), cli.err());
        List<Matcher> rows = rows(cli.out());
        assertEquals(names.size(), rows.size(), () -> cli.out() + "seed " + seed);
        Matcher baseline =
                rows.stream().filter(row -> row.group(3) == null).findFirst().orElseThrow();
        long before = 0;
        for (Matcher row : rows) {
            String why = row.group() + " of " + baseline.group() + ", seed " + seed;
            assertTrue(ns(row) >= before, why);
            before = ns(row);
            if (row != baseline) {
                // As a reader would divide.
                assertEquals((double) ns(row) / ns(baseline), ratio(row.group(3)), 0.006, why);
                agrees(row.group(6), ratio(row.group(4)), ratio(row.group(5)), why);
            }
        }
        sameInJson(rows);
        String markdown = Files.readString(campaign.resolve("report.md"));
        String page = page();
        for (Matcher row : rows) {
            String time = row.group(2) + " ns";
            assertTrue(
                    markdown.matches("(?s).*" + row.group(1) + " \\|[^\n]*" + time + ".*"),
                    () -> time + ", seed " + seed);
            String cells = "(?s).*>" + Pattern.quote(row.group(1)) + "</th>(?:(?!</tr>).)*>" + time + "</td>.*";
            assertTrue(page.matches(cells), time);
        }
    }

    private static void agrees(String verdict, double low, double high, String why) {
        switch (verdict) {
            case "slower" -> assertTrue(low > 1, why);
            case "faster" -> assertTrue(high < 1, why);
            case "equivalent" -> assertTrue(low >= 0.965 && high <= 1.035, why);
            default -> assertTrue(low <= 1 && high >= 1 || verdict.equals("inconclusive"), why);
        }
    }

    private void sameInJson(List<Matcher> rows) throws IOException {
        Map<String, Long> typical = new HashMap<>();
        for (JsonObject each : results("contenders")) {
            typical.put(
                    each.get("name").getAsString(),
                    Math.round(each.get("typicalNs").getAsDouble()));
        }
        rows.forEach(row -> assertEquals(ns(row), typical.get(row.group(1)), 1, row.group()));
    }

    /** A host at two levels, contenders of different speeds with slow starts, one that is missing. */
    private void measure(List<String> names) throws IOException {
        List<Object> options = new ArrayList<>(List.of("--baseline", "a", "--blocks", BLOCKS));
        names.forEach(each -> options.addAll(List.of("--contender", each)));
        begin(options.toArray());
        double[] speed = random.doubles(names.size(), 0.9, 1.1).toArray();
        for (int block = 1; block <= BLOCKS; block++) {
            double level = random.nextInt(3) == 0 ? 936 : 596;
            for (int i = 0; i < names.size(); i++) {
                double slow = random.nextInt(7) == 0 ? 1.57 : 1;
                double noise = Math.exp(0.02 * random.nextGaussian());
                if (i == 0 || random.nextInt(12) > 0) {
                    ForkFixture.typical(campaign, block, names.get(i), Math.round(level * speed[i] * slow * noise))
                            .write();
                }
            }
        }
    }

    private static List<Matcher> rows(String screen) {
        return screen.lines().map(ROW::matcher).filter(Matcher::find).toList();
    }

    private static long ns(Matcher row) {
        return Math.round(number(row.group(2)));
    }

    /** Of a change in per cent, or of a factor. */
    private static double ratio(String shown) {
        return shown.startsWith("×") || shown.equals("∞") ? number(shown.replace("×", "")) : 1 + number(shown) / 100;
    }

    private static double number(String shown) {
        return shown.equals("∞")
                ? Double.POSITIVE_INFINITY
                : Double.parseDouble(shown.replace(",", "").replace('−', '-').replace("+", ""));
    }
}
