package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.html.PageFixture;

/** What the screen shows at the end. */
class TerminalTest {
    private static final String PAGE = "out/c/report.html";
    private static final String HOSTILE =
            "<script>\u001b[31m red\u001b[0m\nnew line \u202Eback \uD55C\uAE00 ".repeat(9);

    @Test
    void eightContendersFitTheScreen() {
        List<String> lines = lines(PageFixture.ranked());
        assertFits(lines);
        assertEquals("JDK 25 is the fastest here, 4.5 % faster than JDK 17.", lines.get(0));
        List<String> rows = lines.stream()
                .filter(each -> each.matches(".* (slower|faster|baseline|equi|inco).*"))
                .toList();
        assertTrue(rows.get(2).startsWith("jdk25-temurin "), String.join("\n", lines));
        String all = String.join("\n", lines);
        assertTrue(all.contains("×1.94  ×1.73 to ×2.15 "), all);
        assertTrue(all.contains(" +6.2 %  +2.5 to +9.9 % "), all);
        assertTrue(all.contains("\n  Host     Excluded of 104 forks: "), all);
        assertEquals("Report: " + PAGE, lines.get(lines.size() - 1));
    }

    @Test
    void intervalsAreDrawnIfThereIsRoom() {
        List<String> names = List.of("base", "b", "c");
        String narrow = String.join("\n", lines(PageFixture.result(names, 12)));
        assertTrue(narrow.contains("├"), narrow);
        assertFalse(String.join("\n", lines(PageFixture.ranked())).contains("├"));
        assertTrue(String.join("\n", lines(PageFixture.ranked(), 140)).contains("├"));
    }

    @Test
    void longNamesAreShortenedInTheirMiddleAndStayApart() {
        List<String> names = IntStream.range(0, 8)
                .mapToObj(i -> "jdk" + (8 + i) + "-temurin-nightly-build-for-jdk" + (30 - i) + "-graalvm-ee+zgc+huge")
                .toList();
        List<String> lines = lines(PageFixture.result(names, 12));
        assertFits(lines);
        List<String> shown = lines.stream()
                .filter(each -> each.startsWith("jdk") && each.contains(" ns "))
                .map(each -> each.substring(0, each.indexOf(' ')))
                .toList();
        assertEquals(8, shown.stream().distinct().count(), shown.toString());
        assertTrue(shown.stream().allMatch(each -> each.matches("jdk[0-9]+-.*\u2026.*huge")), shown.toString());
    }

    @Test
    void aWiderScreenHasWholeNames() {
        List<String> names =
                IntStream.range(0, 4).mapToObj(i -> i + "-" + "long".repeat(24)).toList();
        Result result = PageFixture.result(names, 12);
        assertEquals(names, namesInTable(result, 200).stream().sorted().toList());
        assertTrue(namesInTable(result, 100).stream().allMatch(each -> each.contains("…")));
    }

    private static List<String> namesInTable(Result result, int columns) {
        return lines(result, columns).stream()
                .filter(each -> each.matches("[0-9]-\\S+ .* ns .*"))
                .map(each -> each.substring(0, each.indexOf(' ')))
                .toList();
    }

    @Test
    void hostileNamesAreOnOneLineEach() {
        List<String> names = IntStream.range(0, 8).mapToObj(i -> HOSTILE + i).toList();
        List<String> lines = lines(PageFixture.result(names, 12));
        assertFits(lines);
        String all = String.join("", lines);
        assertFalse(Pattern.compile("[\\p{Cc}\\p{Cf}]").matcher(all).find(), all);
    }

    @Test
    void ofManyContendersTwentyAreShown() {
        List<String> names =
                IntStream.range(0, 24).mapToObj(i -> "contender-" + i).toList();
        List<String> lines = lines(PageFixture.result(names, 12));
        assertTrue(lines.contains("4 more in report.html"), String.join("\n", lines));
        assertEquals(
                20,
                lines.stream()
                        .filter(each -> each.matches("contender-.* ns .*"))
                        .count());
    }

    @Test
    void theDoubtComesFirstAndIsToldBesideTheAnswer() {
        List<String> lines = lines(PageFixture.result(List.of("base", "other", "base+again"), 12));
        assertTrue(lines.get(0).contains("Read the doubt below"), lines.get(0));
        List<String> findings = lines.stream()
                .filter(each -> each.matches("  (Doubt|Warning|Note) .*"))
                .toList();
        assertTrue(findings.size() > 1);
        assertTrue(findings.get(0).startsWith("  Doubt    The control differs"), findings.get(0));
    }

    @Test
    void coloursAreForTerminalsThatAskForThem() {
        Document answer = report(PageFixture.ranked());
        String coloured = Terminal.of(answer, PAGE, true, 0);
        assertTrue(coloured.contains("\u001b[32mfaster\u001b[0m"), coloured);
        assertTrue(coloured.contains("\u001b[31mslower\u001b[0m"), coloured);
        assertEquals(Terminal.of(answer, PAGE, false, 0), coloured.replaceAll("\u001b\\[[0-9]+m", ""));
    }

    @Test
    void aNarrowScreenHasNoLongerLines() {
        List<String> lines = lines(PageFixture.ranked(), 80);
        assertTrue(lines.stream().allMatch(each -> Lines.width(each) <= 80), String.join("\n", lines));
        assertTrue(lines.stream().anyMatch(each -> each.contains("faster")), String.join("\n", lines));
    }

    @Test
    void inAsciiTheDrawingKeepsItsPlaces() {
        List<String> screen = lines(PageFixture.ranked(), 140);
        String all = String.join("\n", screen);
        String plain = Ascii.of(all);
        assertTrue(plain.matches("[\\p{ASCII}]*"), plain);
        assertEquals(all.replaceAll("[^?]", ""), plain.replaceAll("[^?]", ""), plain);
        assertTrue(all.contains("●"), all);
        for (String line : screen) {
            int point = line.indexOf('●');
            assertTrue(point < 0 || Ascii.of(line).charAt(point) == 'o', plain);
        }
    }

    private static List<String> lines(Result result) {
        return lines(result, 100);
    }

    private static List<String> lines(Result result, int columns) {
        return Terminal.of(report(result), PAGE, false, columns).lines().toList();
    }

    private static Document report(Result result) {
        return Report.of(Conclusion.of(result), Map.of(), Map.of());
    }

    private static void assertFits(List<String> lines) {
        assertTrue(lines.size() <= 30, lines.size() + " lines\n" + String.join("\n", lines));
        for (String line : lines) {
            assertTrue(Lines.width(line) <= 100, Lines.width(line) + " columns: " + line);
        }
    }
}
