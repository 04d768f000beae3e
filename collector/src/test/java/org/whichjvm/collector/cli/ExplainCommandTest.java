package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.common.Profiling;

/** An explanation of retail, and where its files are. */
class ExplainCommandTest {
    private static final int BLOCKS = 8;

    @TempDir
    private Path out;

    @BeforeEach
    void aCampaignOfRetailAndItsExplanation() throws IOException {
        campaign("c", "two", "one");
        campaign("e", "two", "one", "one+again");
        Path file = out.resolve("e/campaign.json");
        JsonObject json = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        JsonArray options = json.getAsJsonArray("options");
        options.add("--profile");
        options.add("cpu");
        JsonObject study = new JsonObject();
        study.addProperty("name", "explain");
        study.addProperty("about", "c");
        json.add("study", study);
        Files.writeString(file, json.toString());
    }

    /** Of {@code two} each transaction takes 20 µs more, in a frame of its own. */
    private void campaign(String name, String... contenders) throws IOException {
        Cli.plan(out, name, List.of(contenders), "--baseline=one", "--blocks", BLOCKS, "--set=workload=retail");
        for (int block = 1; block <= BLOCKS; block++) {
            for (String each : contenders) {
                int transactions = 10_000 * (block + (each.equals("two") ? 1 : 3));
                double micros = 100 + block % 3 + (each.equals("two") ? 20 : 0);
                new ForkFixture(out.resolve(name), block, each)
                        .ofScores("retail")
                        .with(json -> json.remove("floorNs"))
                        .with(json -> json.getAsJsonObject("parameters").remove("cpus"))
                        .score("max-throughput", 0, "tx/s", 10_000)
                        .score(Profiling.CPU_EACH, 0, "ns/tx", micros * 1_000)
                        .score(Profiling.TRANSACTIONS, 0, "count", transactions)
                        .writeJson();
                long samples = Math.round(transactions * 0.020 / Profiling.CPU.scale);
                String stacks = "[worker-0];Retail.run %d\n".formatted(samples * 4)
                        + (each.equals("two") ? "[worker-0];Retail.run;Slow.down %d\n" : "").formatted(samples);
                Files.writeString(out.resolve("%s/forks/%03d-%s.collapsed".formatted(name, block, each)), stacks);
            }
        }
    }

    private Cli explain() {
        return Cli.run("explain", "--out", out, "e");
    }

    @Test
    void aFrameThatTransactionsSpendMoreInIsNamedHoweverManyThereWere() {
        Cli cli = explain();
        assertEquals(0, cli.code(), cli.err());
        assertTrue(
                cli.out()
                        .contains(
                                "A batch of 10,000 transactions of two takes 1,211 ms of CPU time, one of one 1,011 ms: +200 ms "),
                cli.out());
        assertTrue(
                cli.out().lines().anyMatch(line -> line.matches("Slow\\.down +itself +200 +0\\.0 +\\+200 .*")),
                cli.out());
        assertFalse(cli.out().lines().anyMatch(line -> line.matches("Retail.run +itself.*")), cli.out());
    }

    @Test
    void aProfileThatIsMissingIsTold() throws IOException {
        Files.delete(out.resolve("e/forks/002-two.collapsed"));
        Cli cli = explain();
        assertEquals(0, cli.code(), cli.err());
        assertTrue(cli.out().contains("002-two.collapsed"), cli.out());
    }

    @Test
    void aCampaignWithoutItsControlExplainsNothing() throws IOException {
        Path file = out.resolve("e/campaign.json");
        Files.writeString(file, Files.readString(file).replaceFirst("\"one\\+again\"", ""));
        String json = Files.readString(file).replaceFirst(",\\s*]", "]");
        Files.writeString(file, json);
        Cli cli = explain();
        assertEquals(2, cli.code(), cli.err());
        assertTrue(cli.err().contains("e has 2 contenders, and an explanation has 3"), cli.err());
    }

    @Test
    void itIsLeftInTheCampaignThatIsExplainedWhoseReportLinksToIt() throws IOException {
        Path explained = out.resolve("c");
        Files.writeString(explained.resolve("explain-alloc.html"), "another");
        assertEquals(0, explain().code());
        for (String ending : List.of(".md", ".html")) {
            assertEquals(
                    Files.readString(out.resolve("e/explain" + ending)),
                    Files.readString(explained.resolve("explain-cpu" + ending)));
        }
        String page = Files.readString(explained.resolve("report.html"));
        assertTrue(page.contains("<a href=\"explain-cpu.html\">cpu</a>, <a href=\"explain-alloc.html\">"));
        String markdown = Files.readString(explained.resolve("report.md"));
        assertTrue(markdown.endsWith("[cpu](explain-cpu.md), [alloc](explain-alloc.md).\n"), markdown);
        assertEquals(0, Cli.run("report", "--out", out, "e").code());
        assertFalse(Files.readString(out.resolve("e/report.html")).contains("explain-cpu"));
    }

    @Test
    void aFolderThatCannotBeWrittenIsASentence() throws IOException {
        // Root writes where permissions forbid it, and nobody replaces a folder by a file.
        Files.createDirectories(out.resolve("c/explain-cpu.md/in-the-way"));
        Cli cli = explain();
        assertEquals(0, cli.code(), cli.err());
        assertTrue(cli.err().contains("cannot be written"), cli.err());
        assertTrue(Files.exists(out.resolve("e/explain.html")));
        assertFalse(Files.exists(out.resolve("c/explain-cpu.html")));
        assertFalse(Files.exists(out.resolve("c/.explain-cpu.md.tmp")));
    }
}
