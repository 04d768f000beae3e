package org.whichjvm.collector.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.MadeUp;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.html.chart.Chart;
import org.whichjvm.collector.html.chart.ChartStyle;
import org.whichjvm.collector.html.chart.SvgXml;
import org.whichjvm.collector.model.fork.SlowMessages;
import org.whichjvm.collector.report.Conclusion;

class CampaignPageTest {
    private static final List<String> TWO = List.of("base", "other");

    @Test
    void nothingIsLoadedAndNothingRuns() {
        String page = page(PageFixture.result(TWO, 3));
        assertTrue(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\""));
        String attributes = "(?i)\\s(src|srcset|action|on\\w+|xlink:href)\\s*=";
        assertFalse(Pattern.compile(attributes).matcher(page).find());
        assertFalse(Pattern.compile("(?i)<(script|link|iframe|object|embed|base)\\b")
                .matcher(page)
                .find());
        assertFalse(
                Pattern.compile("(?i)https?:|@import|url\\((?!#)").matcher(page).find());
    }

    @Test
    void aDoubtStandsAboveTheVerdictAndTheRestBelow() {
        String page = page(PageFixture.result(List.of("base", "other", "base+again"), 3));
        assertInOrder(
                page,
                "<h1>",
                "The control differs: base+again is base once more",
                "<p class=\"answer\">base is the fastest here; the next, other, is 5.0 % slower than it.</p>",
                "<table role=\"table\" class=\"ranked\"",
                "aria-label=\"ratio 1.05, from 1.03 to 1.08\"",
                "<b class=\"verdict slower\">slower</b>",
                "1 file does not count",
                "other is 5.0 % slower than base at the p50 service time, in 3 of 3 blocks: 1.05 [1.03, 1.08], +20 ns",
                "id=\"ratios-service\"",
                "Verdicts against base</caption>",
                "id=\"forks\"",
                "id=\"percentiles-response\"",
                "Table 3.",
                "id=\"causes-service\"",
                "Why messages were slow</caption>",
                "Table 1. The JVMs",
                "Workload</caption>",
                "Excluded by rules</caption>",
                "a measured thread waited for a CPU: 12 %, over 5.0 %",
                "Not counted</caption>",
                "How to read it");
    }

    @Test
    void whatCannotBeDecidedIsGreyWithItsReason() {
        String page = page(PageFixture.result(TWO, 3));
        List<String> grey =
                page.lines().filter(line -> line.startsWith("<tr class=\"grey")).toList();
        assertEquals(2, grey.size());
        assertTrue(grey.get(0).contains("<td>p99.99 service time</td>"), grey.get(0));
        assertTrue(grey.get(0).contains("<td>rests on 3 events in a typical fork"), grey.get(0));
        assertFalse(grey.get(0).contains("inconclusive"), grey.get(0));
    }

    @Test
    void aContenderHasOneColourEverywhere() {
        Result result = PageFixture.result(TWO, 3);
        String page = page(result);
        assertTrue(page.contains("<th scope=\"row\"><span class=\"swatch contender-2\"></span>other</th>"));
        String second = ChartStyle.contender(1).light();
        for (Chart chart : Chart.of(result, List.of())) {
            // In those of causes colours are causes.
            assertEquals(!chart.name().startsWith("causes"), chart.body().contains("\"" + second + "\""), chart.name());
        }
    }

    @Test
    void hostileNamesAreInert() {
        List<String> names = List.of(
                "<script>alert(1)</script>",
                "\"><img src=x onerror=alert(1)>",
                "&amp; ]]> <!--",
                "a\u0000b\u001b[31m\u202Ec\nd",
                "<a href=\"https://example.org\">x</a>",
                "\\(x^2\\) {{..}} ~x @y ${z} %s");
        Result result = PageFixture.result(names, 3);
        List<Chart> charts = Chart.of(result, List.of());
        String page = page(result, charts);
        for (String text :
                Stream.concat(Stream.of(page), charts.stream().map(Chart::file)).toList()) {
            assertFalse(
                    Pattern.compile("<(script|img|!--|a href=\"https)")
                            .matcher(text)
                            .find(),
                    text);
            assertFalse(Pattern.compile("[\\p{Cc}\\p{Cf}&&[^\n]]").matcher(text).find());
        }
        assertTrue(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        charts.forEach(each -> SvgXml.parse(each.file()));
    }

    @Test
    void aThousandForksStaySmallAndAreAllDrawn() {
        List<String> names =
                IntStream.range(0, 16).mapToObj(i -> "contender-number-" + i).toList();
        Result result = PageFixture.result(names, 63);
        List<Chart> charts = Chart.of(result, List.of());
        int bytes = page(result, charts).length();
        assertTrue(bytes < 1_500_000, "bytes: " + bytes);
        for (Chart chart : charts) {
            if (List.of("forks", "timeline").contains(chart.name())) {
                long dots = Pattern.compile("<circle|<path[^>]* Z\"")
                        .matcher(chart.body())
                        .results()
                        .count();
                assertTrue(dots >= 16 * 63, chart.name() + " " + dots);
            }
        }
    }

    @Test
    void theSameResultIsTheSamePage() {
        assertEquals(page(PageFixture.result(TWO, 3)), page(PageFixture.result(TWO, 3)));
    }

    @Test
    void withoutAForkThatCountsThereIsStillAPage() {
        Result full = PageFixture.result(TWO, 1);
        Result none = new Result(
                full.campaign(),
                full.created(),
                null,
                full.host(),
                full.host(),
                full.contenders().stream()
                        .map(each -> new ContenderResult(
                                each.name(),
                                each.jvm(),
                                0,
                                1,
                                0,
                                Double.NaN,
                                Map.of(),
                                Map.of(),
                                Map.of(),
                                SlowMessages.NONE,
                                Double.NaN))
                        .toList(),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                MadeUp.best(TWO, "base", List.of()),
                List.of(),
                List.of(),
                Map.of(),
                null,
                List.of());
        String page = page(none);
        assertFalse(page.contains("<figure"), page);
        assertTrue(page.contains("There is nothing to compare"), page);
        assertTrue(page.contains("failed: overloaded"), page);
    }

    private static void assertInOrder(String page, String... parts) {
        int at = 0;
        for (String part : parts) {
            int found = page.indexOf(part, at);
            assertTrue(found >= 0, part + (page.contains(part) ? " is too early" : " is missing"));
            at = found;
        }
    }

    private static String page(Result result) {
        return page(result, Chart.of(result, List.of()));
    }

    private static String page(Result result, List<Chart> charts) {
        Conclusion conclusion = Conclusion.of(result);
        return CampaignPage.page(conclusion, CampaignPage.report(conclusion, charts, Map.of()));
    }
}
