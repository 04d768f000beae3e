package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.ForkFixture;

class OutputTest extends ReportedCampaign {
    private static final String HOSTILE =
            "<script>alert(1)</script> | \u001b[31mred\u001b[0m\n| x | [l](javascript:x) `c` ![i](u) \u202Eback\u0000";

    @Test
    void csvHasALineForEachForkWithUnitsInItsHeader() throws IOException {
        ForkFixture.typical(campaign, 2, "a", 500).write();
        ForkFixture.typical(campaign, 1, "b", 12_345).write();
        report();

        String csv = Files.readString(campaign.resolve("result.csv"));
        List<String> lines = List.of(csv.split("\r\n"));
        assertTrue(csv.endsWith("\r\n"));
        assertEquals(3, lines.size());
        assertTrue(lines.get(0).startsWith("block,contender,status,reason,started,"));
        assertTrue(lines.get(0).contains(",service_p99_99_ns,"));
        assertTrue(lines.get(0).contains(",steal_millis,"), lines.get(0));
        assertTrue(lines.get(0).contains(",minor_faults_per_1000,"), lines.get(0));
        assertEquals(lines.get(0).split(",").length, lines.get(1).split(",", -1).length);
        assertTrue(lines.get(1).startsWith("1,b,ok,,"), "in the order of the run: " + lines.get(1));
        assertTrue(lines.get(1).contains(",12351,"), "ns, whatever the size: " + lines.get(1));
        assertTrue(lines.get(2).contains(",10000,500,500,5003,"), lines.get(2));
    }

    @Test
    void csvOfAForkThatDoesNotCountHasItsReasonAndEmptyCells() throws IOException {
        new ForkFixture(campaign, 1, "a")
                .with(json -> json.addProperty("status", "failed"))
                .with(json -> json.addProperty("reason", "=A, \"quoted\""))
                .writeJson();
        report(3);
        List<String> lines = Files.readAllLines(campaign.resolve("result.csv"));
        assertTrue(lines.get(1).startsWith("1,a,not usable,\"failed: =A, \"\"quoted\"\"\",,"), lines.get(1));
        assertEquals(lines.get(0).split(",").length, lines.get(1).split(",", -1).length - 1, "a quoted comma");
    }

    @Test
    void markdownTablesHaveAsManyCellsInEveryRow() throws IOException {
        ForkFixture.typical(campaign, 1, "a", 500).write();
        ForkFixture.typical(campaign, 1, "b", 12_345).write();
        Files.writeString(campaign.resolve("forks/odd|name"), "x");
        report(3);

        String report = markdown();
        assertRectangular(report);
        for (String title : List.of("Table 1", "Table 2", "Table 3", "Verdicts", "Not counted")) {
            assertTrue(report.contains("## " + title), title);
        }
        assertTrue(report.contains("p99.99"));
        assertTrue(report.contains("12.4 µs"), report);
    }

    @Test
    void textAndMarkdownHaveTheSameCells() throws IOException {
        ForkFixture.typical(campaign, 1, "a", 500).write();
        String text = report();
        String row = markdown()
                .lines()
                .filter(line -> line.startsWith("| a |"))
                .skip(2)
                .findFirst()
                .orElseThrow();
        for (String cell : row.substring(2, row.length() - 2).split(" \\| ")) {
            assertTrue(text.contains(cell), cell + " is not in " + text);
        }
    }

    @Test
    void aRebootOfTheHostBetweenForksIsSaid() throws IOException {
        blocks(1, 3, "one");
        assertSays(report(), "This boot, these builds");
        blocks(4, 6, "two");
        assertSays(report(), "2 boots, these builds");
    }

    private void blocks(int from, int to, String boot) throws IOException {
        for (int block = from; block <= to; block++) {
            for (String contender : List.of("a", "b")) {
                ForkFixture.typical(campaign, block, contender, 500)
                        .with(json -> json.getAsJsonObject("host").addProperty("bootId", boot))
                        .write();
            }
        }
    }

    @Test
    void columnsOfTextAreAligned() throws IOException {
        ForkFixture.typical(campaign, 1, "a", 500).write();
        ForkFixture.typical(campaign, 1, "much-longer-name", 12_345).write();
        List<String> table = report().lines()
                .dropWhile(line -> !line.startsWith("Table 3"))
                .skip(1)
                .limit(5)
                .toList();
        for (String line : table) {
            assertEquals(table.get(2).length(), line.length(), String.join("\n", table));
        }
    }

    @Test
    void aSubstituteIsMarkedInEveryTable() throws IOException {
        ForkFixture.typical(campaign, 1, "a", 500).write();
        ForkFixture.typical(campaign, 1, "jdk8", 600)
                .with(json -> json.getAsJsonObject("jvm").addProperty("substitute", "Debian stands in"))
                .write();

        String[] parts = report().split("(?m)^(?=Table|Verdicts)");

        assertEquals(5, parts.length);
        for (int i = 1; i < parts.length; i++) {
            assertTrue(parts[i].contains("jdk8* "), parts[i]);
            assertTrue(
                    parts[i].contains(
                            parts[i].startsWith("Table 1")
                                    ? "* jdk8: Debian stands in"
                                    : "* a substitute: another build than its name promises, see table 1."),
                    parts[i]);
            assertFalse(parts[i].contains("a* "), parts[i]);
        }
        assertTrue(markdown().contains("| jdk8\\* |"), markdown());
    }

    @Test
    void hostileTextIsInertEverywhere() throws IOException {
        ForkFixture.typical(campaign, 1, "a", 500)
                .with(json -> {
                    for (String key : List.of("vendor", "version", "compiler", "substitute")) {
                        json.getAsJsonObject("jvm").addProperty(key, HOSTILE);
                    }
                    json.getAsJsonObject("host").addProperty("cpuModel", HOSTILE);
                    json.getAsJsonObject("parameters").addProperty(HOSTILE, HOSTILE);
                    json.addProperty("workload", HOSTILE);
                })
                .write();
        new ForkFixture(campaign, 2, "a")
                .with(json -> json.addProperty("status", "failed"))
                .with(json -> json.addProperty("reason", HOSTILE + "x".repeat(100_000)))
                .writeJson();

        String said = report(3);

        assertTrue(said.length() < 20_000, "a long text is cut");
        String markdown = markdown();
        for (String text : List.of(said, markdown, csv())) {
            assertFalse(
                    Pattern.compile("[\\p{Cc}\\p{Cf}&&[^\r\n]]").matcher(text).find(), text);
            assertFalse(text.lines().anyMatch(line -> line.startsWith("| x")), text);
        }
        String shown = markdown.replaceAll("(?m)^</?details>$|^<summary>[\\w ,]+</summary>$", "");
        assertFalse(Pattern.compile("<|(?<!\\\\)[\\[`!]").matcher(shown).find(), shown);
        assertRectangular(markdown);
        assertEquals(3, csv().split("\r\n|\n").length);
    }

    @Test
    void messagesAboveAPercentileArePooledAndPerFork() throws IOException {
        ForkFixture.typical(campaign, 1, "a", 500).write();
        ForkFixture.typical(campaign, 2, "a", 500).write();
        report();
        String markdown = markdown();
        assertTrue(markdown.contains("| a | all 2 forks | 20,000 | 10,000 | 2,000 | 200 | 20 | 2 | 0 |"), markdown);
        assertTrue(markdown.contains("| a | each fork | 10,000 | 5,000 | 1,000 | 100 | 10 | 1 | 0 |"), markdown);
    }

    private static void assertRectangular(String markdown) {
        int cells = 0;
        for (String line : markdown.lines().toList()) {
            int bars = line.split("(?<!\\\\)\\|", -1).length;
            assertTrue(cells == 0 || bars == 1 || bars == cells, line);
            cells = bars == 1 ? 0 : bars;
        }
    }

    private String markdown() throws IOException {
        return Files.readString(campaign.resolve("report.md"));
    }

    private String csv() throws IOException {
        return Files.readString(campaign.resolve("result.csv"));
    }
}
