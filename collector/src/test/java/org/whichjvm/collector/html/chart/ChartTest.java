package org.whichjvm.collector.html.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.html.PageFixture;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.report.DisturbanceTables;
import org.whichjvm.collector.report.Table;

class ChartTest {
    private static final Result RESULT = PageFixture.result(List.of("base", "other", "third"), 6);

    @Test
    void everyChartIsThereOnceAndSaysWhatItShows() {
        List<Chart> charts = Chart.of(RESULT, List.of());
        assertEquals(
                List.of(
                        "ratios-service",
                        "ratios-response",
                        "forks",
                        "percentiles-service",
                        "percentiles-response",
                        "median",
                        "p99-99",
                        "timeline",
                        "causes-service",
                        "causes-response"),
                charts.stream().map(Chart::name).toList());
        for (Chart chart : charts) {
            String file = chart.file();
            assertEquals(1, SvgXml.parse(file).getElementsByTagName("title").getLength());
            assertTrue(file.contains("role=\"img\""));
            assertTrue(file.contains("prefers-color-scheme:dark"));
            assertTrue(chart.alternative().length() > 30, chart.alternative());
        }
    }

    @Test
    void theForestHasNumbersAndGreysWhatCannotBeDecided() {
        String body = chart("ratios-service").body();
        assertTrue(body.contains(">1.05 [1.03, 1.08]</text>"), body);
        long undecided = Pattern.compile("fill=\"" + ChartStyle.MUTED.light() + "\"[^>]*>1.05 \\[1.03, 1.08\\]<")
                .matcher(body)
                .results()
                .count();
        assertEquals(1, undecided);
        assertTrue(body.contains("fill=\"" + ChartStyle.BAND.light() + "\""), "the margin");
    }

    @Test
    void aRatioBeyondTheForestsAxisEndsInAnArrow() {
        Result result =
                PageFixture.result(IntStream.range(0, 34).mapToObj(i -> "v" + i).toList(), 1);
        // 1.05, 1.10, … 2.65: the upper bounds of the last four lie beyond 2.5, at five percentiles
        // each.
        String body = ChartForest.of(result, Latency.SERVICE).orElseThrow().body();
        assertEquals(5 * 4, body.split("▸", -1).length - 1);
        assertFalse(body.contains("◂"));
        assertFalse(chart("ratios-service").body().contains("▸"));
    }

    @Test
    void aCurveEndsWhereTooFewMessagesLieAbove() {
        // 10,000 messages: ten of them lie above 99.9 %, which is 3 on the axis.
        assertEquals(3, ChartPercentiles.place(99.9), 1e-9);
        String body = chart("percentiles-service").body();
        double left = labelAt(body, "50 %");
        double end = labelAt(body, "99.9 %");
        Matcher curve = Pattern.compile("<path[^>]* d=\"M(\\S+) [^\"]*L(\\S+) [^\"L]*\"[^>]*stroke=\"#")
                .matcher(body);
        assertTrue(curve.find(), body);
        assertEquals(left, Double.parseDouble(curve.group(1)), 0.5);
        assertEquals(end, Double.parseDouble(curve.group(2)), 0.5);
    }

    @Test
    void serviceLevelsAreDrawnIn() {
        List<Chart> charts = Chart.of(RESULT, List.of(ServiceLevel.parse("99.9%=1ms")));
        assertTrue(charts.get(3).body().contains(">99.9 % in 1 ms</text>"));
        assertFalse(chart("percentiles-service").body().contains(" in 1 ms"));
    }

    @Test
    void barsPrintTheirValues() {
        assertTrue(
                chart("median").body().contains(">440 ns</text>"),
                chart("median").body());
        assertTrue(
                chart("p99-99").body().contains(">4,403 ns</text>"),
                chart("p99-99").body());
    }

    @Test
    void longNamesKeepBothEndsAndStayApart() {
        List<String> names = ChartNames.of(PageFixture.result(
                        List.of("jdk17-temurin+no-lse", "oracle-graalvm-17+no-lse", "oracle-graalvm-x-17+no-lse"), 1))
                .labels();
        assertEquals(List.of("jdk17-temurin+no-lse", "oracle-gra…17+no-lse", "oracle-gr…7+no-lse 3"), names);
    }

    @Test
    void forksAreCountedInWholeNumbers() {
        assertEquals(
                List.of("0", "1", "2", "3", "4"), ChartTicks.countFromZero(1).labels());
        assertEquals(
                List.of("0", "200", "400", "600", "800", "1,000"),
                ChartTicks.countFromZero(1_000).labels());
    }

    @Test
    void axesHaveRoundLabels() {
        assertEquals(
                List.of("0 ns", "200 ns", "400 ns", "600 ns"),
                ChartTicks.fromZero(700, Quantity::shortTime).labels());
        assertEquals(
                List.of("1 µs", "10 µs", "100 µs", "1 ms", "10 ms"),
                ChartTicks.logarithmic(600, 15e6, Quantity::shortTime).labels());
        assertEquals(
                List.of("500 ns", "1 µs", "2 µs"),
                ChartTicks.logarithmic(500, 2_000, Quantity::shortTime).labels());
        assertEquals(
                List.of("3 µs", "3.5 µs", "4 µs"),
                ChartTicks.logarithmic(3_150, 3_880, Quantity::shortTime).labels());
    }

    @Test
    void disturbancesAreAddedUpByContender() {
        Table<?> table = DisturbanceTables.of(RESULT).get(0);
        assertEquals(2, table.rows.size());
        assertEquals(List.of("base", "6", "0 (2)", "3.00 ms", "35.0 ms (60.0 ms)", "288 B"), table.rows.get(0));
    }

    private static double labelAt(String body, String label) {
        Matcher matcher = Pattern.compile("translate\\(([\\d.]+) 0 \\)\"><g[^>]*><text class=\"axis-text-x\"[^>]*>"
                        + Pattern.quote(label)
                        + "<")
                .matcher(body);
        assertTrue(matcher.find(), label + " in " + body);
        return Double.parseDouble(matcher.group(1));
    }

    private static Chart chart(String name) {
        return Chart.of(RESULT, List.of()).stream()
                .filter(chart -> chart.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
