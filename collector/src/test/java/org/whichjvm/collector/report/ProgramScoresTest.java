package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.model.ForkFixture;

/** Reports of somebody's own program, and of an application under load. */
class ProgramScoresTest extends ScoresCampaign {
    @Test
    void aProgramsTimeAndMemoryAreDecidedAndTheRestIsShown() throws IOException {
        measured("command", this::program);
        String said = report();
        assertEquals("slower", verdict("wall"));
        assertEquals("faster", verdict("peak-memory"));
        assertFalse(decidable("cpu-user"));
        assertEquals(List.of("wall", "peak-memory"), decided());
        assertSays(said, "other is 49 % slower than base at wall, in 12 of 12 blocks: ", "context-switches");
    }

    @Test
    void howFarMemoryIsAboveItsOwnNoiseIsSaid() throws IOException {
        measured("command", this::program);
        String said = report().replaceAll("\\s+", " ");
        assertTrue(
                Pattern.compile(
                                "The peak-memory of other is 0\\.[78][0-9] times that of base\\. That is [0-9.]+ times the"
                                        + " spread of this ratio from block to block, which is [0-9.]+ %\\.")
                        .matcher(said)
                        .find(),
                said);
    }

    @Test
    void whyProgramsRanOneAfterAnotherIsSaid() throws Exception {
        measured("command", this::program);
        JsonObject plan = Json.read(campaign.resolve("campaign.json"), "whichjvm.campaign/2");
        plan.addProperty("whyForks", "the program uses sockets");
        AtomicFiles.write(campaign.resolve("campaign.json"), Json.write(plan));
        assertSaid("The programs ran one after another, because the program uses sockets.");
    }

    @Test
    void optionsThatOnlyOneImageBringsAreNamed() throws IOException {
        measured("command", fork -> {
            program(fork);
            environment(fork, isOther(fork) ? "-XX:TieredStopAtLevel=1 -Xmx256m" : null);
        });
        assertEquals(
                "warning: The images or the environment give the JVMs different options: base: none; other: JAVA_TOOL_OPTIONS='-XX:TieredStopAtLevel=1 -Xmx256m'.",
                finding());
    }

    @Test
    void optionsThatAllHaveAreANote() throws IOException {
        measured("command", fork -> {
            program(fork);
            environment(fork, "-Xmx256m");
        });
        assertEquals(
                "note: The images or the environment give all JVMs the same options: JAVA_TOOL_OPTIONS='-Xmx256m'.",
                finding());
    }

    private static void environment(ForkFixture fork, String options) {
        if (options != null) {
            fork.json.getAsJsonObject("jvm").add("environmentOptions", object("""
                    {"JAVA_TOOL_OPTIONS": "%s"}""", options));
        }
    }

    private String finding() throws IOException {
        String text = report();
        return text.replaceAll("\\s+", " ").replaceAll(".*?(\\S+ The images or.*?'\\.).*", "$1");
    }

    @Test
    void whatProgramsLeftRunningIsToldInOneLine() throws IOException {
        measured("command", fork -> {
            program(fork);
            ran(fork).addProperty("leftProcesses", isOther(fork) ? 2 : 0);
        });
        assertSaid("Programs left processes running when they ended: 12 of 12 forks of other.");
    }

    @Test
    void aReportSaysThatMemoryWasSampledAndHowOften() throws IOException {
        measured("command", fork -> {
            fork.score("wall", 0, "ms", 100 * noise()).score("peak-pss", 0, "MB", 50 * noise());
            better(fork, "less");
            fork.last().addProperty("beside", true);
            ran(fork).addProperty("memorySamples", 12);
            ran(fork).addProperty("memorySampleSeconds", 1.04);
        });
        assertSaid("Memory (peak-pss) was sampled: 12 times in a fork, every 1.0 s (medians).");
        assertFalse(decidable("peak-pss"));
    }

    @Test
    void memoryThatTheKernelCountedIsNeverComparedWithSamples() throws IOException {
        plan("command", "--decide", "peak-memory,peak-pss");
        forks("command", fork -> {
            fork.score("wall", 0, "ms", 100 * noise());
            better(
                    fork.score(isOther(fork) ? "peak-pss" : "peak-memory", 0, "MB", 50 * noise())
                            .optional(),
                    "less");
        });
        assertSaid(
                "The kernel counted the memory of some forks (peak-memory: 12 of 12 forks of base), and of others there are samples (peak-pss: 12 of 12 forks of other)."
                        + " These are never compared.");
        for (JsonObject comparison : results("comparisons")) {
            if (comparison.get("score").getAsString().startsWith("peak-")) {
                assertFalse(
                        List.of("faster", "slower", "equivalent")
                                .contains(comparison.get("verdict").getAsString()),
                        comparison.toString());
            }
        }
    }

    @Test
    void whatWasTooLargeToCopyIsTold() throws IOException {
        measured("command", fork -> {
            program(fork);
            ran(fork).addProperty("notCopiedEntries", 1);
        });
        assertSaid("so the program could only read it: 12 of 12 forks of base, 12 of 12 forks of other.");
    }

    @Test
    void aForkOfSeveralStartsHasTheirMedian() throws IOException {
        plan("command");
        JsonObject settings = object(Files.readString(campaign.resolve("campaign.json")));
        settings.add("options", JsonParser.parseString("['--starts', '3', '--slot', '700ms', '--', 'true']"));
        AtomicFiles.write(campaign.resolve("campaign.json"), Json.write(settings));
        forks("command", fork -> {
            double median = (isOther(fork) ? 20 : 10) * noise();
            fork.score("wall", 0, "ms", median, 9 * median, median, median / 9);
            fork.json.getAsJsonObject("parameters").addProperty("starts", 3);
            ran(fork).addProperty("overran", 1);
        });
        assertSaid("Each fork has 3 starts; its value is their median.");
        assertEquals(2, ratio("wall"), 0.1);
    }

    private void assertSaid(String sentence) throws IOException {
        String said = oneLine(report());
        assertSays(said, sentence);
    }

    private static JsonObject ran(ForkFixture fork) {
        if (!fork.json.has("program")) {
            JsonObject program = object("""
                    {"exit": 0, "leftProcesses": 0, "outputBytes": 0, "startedMicros": 0, "endedMicros": 0}""");
            fork.json.add("program", program);
        }
        return fork.json.getAsJsonObject("program");
    }

    @Test
    void moreIsBetterWhereTheForkSaysSo() throws IOException {
        measured(
                "command",
                fork -> better(fork.score("jobs", 0, "points", (isOther(fork) ? 20 : 10) * noise()), "more"));
        report();
        assertEquals("faster", verdict("jobs"));
        assertEquals("more", comparison("other", "jobs").get("better").getAsString());
        assertEquals(0.5, ratio("jobs"), 0.02);
    }

    @Test
    void cpusOfSeveralKindsAreWarnedOf() throws IOException {
        measured("command", this::program);
        assertDoesNotSay(said(), "of several kinds");
        forks("command", fork -> {
            program(fork);
            fork.json.getAsJsonObject("parameters").add("cpuKinds", JsonParser.parseString("[\"0,1\", \"2,3\"]"));
        });
        String said = said();
        assertSays(said, "The programs ran on CPUs of several kinds: CPU 0,1 and the slower CPU 2,3.");
    }

    private String said() throws IOException {
        return oneLine(report());
    }

    @Test
    void whatAProgramSaidIsNoFileOfNobody() throws IOException {
        measured("command", this::program);
        Files.writeString(campaign.resolve("forks/001-base.out"), "hello\n");
        assertDoesNotSay(report(), "do not count");
    }

    @Test
    void aScoreThatForksLackIsNamedWithItsContenderAndItsReason() throws IOException {
        measured("command", fork -> {
            int block = fork.json.get("block").getAsInt();
            if (isOther(fork)) {
                fork.json.add("program", object("""
                        {"failed": [{"name": "org.sample.Three.alpha:avgt:p=%%25s", "reason": "java.lang.Error: no alpha on 25"}]}"""));
            } else {
                fork.score("org.sample.Three.alpha:avgt:p=%25s", 1, "us/op", 10 * noise());
            }
            if (isOther(fork) || block > 2) {
                fork.score("org.sample.Three.beta:avgt", 1, "us/op", 20 * noise());
            }
            if (block > 1) {
                fork.score("peak-rss", 0, "MB", 30).optional();
                fork.score("cpu-user", 0, "ms", 40).last().addProperty("beside", true);
            }
        });
        String said = report(3);
        String told = said.replaceAll("\\s+", " ");
        assertSays(
                told,
                "other has no org.sample.Three.alpha:avgt:p=%25s in 12 of 12 forks (java.lang.Error: no alpha on 25). ",
                "base has no org.sample.Three.beta:avgt in 2 of 12 forks. ");
        assertDoesNotSay(told, "has no peak-rss", "has no cpu-user");
    }

    @Test
    void theChartOfAnyScoreIsAFileThatThePageLinksTo() throws IOException {
        List<String> names = List.of(
                "org.A.b:avgt:p=a%2Cb", "org.a.b:avgt:p=a%2Cb", "org.A.b:avgt:p=%252C", longName("x"), longName("y"));
        measured("command", fork -> {
            fork.score("wall", 0, "ms", 10 * noise());
            names.forEach(name -> fork.score(name, 1, "us/op", 10 * noise()));
        });
        report();
        String page = page();
        List<String> links = Pattern.compile("href=\"charts/(.*?)\"")
                .matcher(page)
                .results()
                .map(link -> link.group(1))
                .toList();
        assertEquals(names.size() + 2, links.stream().distinct().count(), links::toString);
        for (String link : links) {
            assertTrue(link.matches("[a-z0-9._-]{1,90}\\.svg"), link);
            assertTrue(Files.exists(campaign.resolve("charts").resolve(link)), link);
        }
        assertTrue(links.contains("forks-wall-0.svg"), links::toString);
        for (String name : names) {
            assertTrue(page.contains("<h3>" + name + ", 1 thread</h3>"), name);
        }
    }

    /** A name of 600 characters; two of them differ only in their ends. */
    private static String longName(String end) {
        String start = "org.A.b:avgt" + (":p=" + "x".repeat(80)).repeat(7);
        return start + end.repeat(600 - start.length());
    }

    @Test
    void unlikeUnitsUnderOneNameAreRefusedWhicheverContenderHasItFirst() throws IOException {
        measured("command", fork -> {
            fork.score("wall", 0, "ms", 10 * noise());
            if (isOther(fork)) {
                fork.score("rate", 0, fork.json.get("block").getAsInt() == 12 ? "ops/s" : "ms", 5);
            }
        });
        assertTrue(oneLine(report(3)).contains("its score rate is in ops/s, but in ms in 001-other.json"));
    }

    @Test
    void aResultOfSpecJbbIsStamped() throws IOException {
        measured("command", fork -> {
            fork.json.getAsJsonObject("parameters").addProperty("adapter", "specjbb2015");
            better(fork.score("max-jops", 0, "jOPS", (isOther(fork) ? 20 : 10) * noise()), "more");
        });
        assertTrue(oneLine(report()).contains("this is not a compliant SPECjbb2015 result"));
    }

    @Test
    void theCurveOfAnApplicationIsAChart() throws IOException {
        measured("retail", this::retail);
        report();
        assertEquals("slower", verdict("max-throughput"));
        String page = page();
        assertTrue(page.contains("Response time by load"), "there is no chart");
        assertTrue(Files.exists(campaign.resolve("charts/load.svg")));
        assertTrue(page.contains("base max 1,000 a second, critical 800"), "the chart's words are others");
        String report = Files.readString(campaign.resolve("report.md"));
        assertTrue(
                report.matches(
                        "(?s).*By rate: .*\\n\\| +500 \\| base[^|]*\\| +500 µs \\| +1.00 ms \\| +10.0 ms \\| +615 MB \\|\\n.*"),
                report);
    }

    @Test
    void answersWithoutA2xxAreWarnedOf() throws IOException {
        measured("service", fork -> answered(fork, "302", 1_000, "none", 10));
        String said = said();
        assertSays(said, "No answer has a status of 2xx: base 302 99 %, none 1.0 %; other 302 99 %, none 1.0 %.");
        assertDoesNotSay(said, "by different statuses");
        String report = Files.readString(campaign.resolve("report.md"));
        assertTrue(report.matches("(?s).*Answers by status.*\\| base +\\| 302 99 %, none 1.0 % .*"), report);
    }

    @Test
    void contendersThatAnswerByDifferentStatusesAreWarnedOf() throws IOException {
        measured("service", fork -> answered(fork, "200", 1_000, "304", isOther(fork) ? 100 : 0));
        String said = said();
        assertSays(
                said,
                "The contenders answered by different statuses: base 200 100 %, 304 0.0 %; other 200 91 %, 304 9.1 %.");
        assertDoesNotSay(said, "No answer has");
        // One that answers fewer is slow, and does no other work.
        forks("service", fork -> answered(fork, "200", 1_000, "none", isOther(fork) ? 900 : 0));
        assertDoesNotSay(said(), "by different statuses");
    }

    private void answered(ForkFixture fork, String status, int count, String another, int others) {
        retail(fork);
        fork.json.getAsJsonObject("load").add("statuses", object("""
                {"%s": %d, "%s": %d}""", status, count, another, others));
    }

    @Test
    void aCurveThatDoesNotAscendIsRefused() throws IOException {
        measured("retail", fork -> {
            retail(fork);
            JsonArray curve = fork.json.getAsJsonObject("load").getAsJsonArray("curve");
            if (isOther(fork)) {
                curve.add(curve.get(0).deepCopy());
            }
        });
        assertSays(report(3), "the rates of its load do not ascend");
    }

    @Test
    void theRoundsOfABlockShareWhatTheHostDidToThem() throws IOException {
        measured("retail", this::byTurns);
        report();
        JsonObject max = comparison("other", "max-throughput");
        assertEquals("slower", max.get("verdict").getAsString());
        assertEquals(1 / 0.95, max.get("ratio").getAsDouble(), 0.001);
        // A metric of one round of each block is compared by that round.
        JsonObject critical = comparison("other", "critical-throughput");
        assertEquals(1 / 0.9, critical.get("ratio").getAsDouble(), 0.001);
        // One that no turn has is compared by whole forks.
        assertEquals(2, ratio("peak-rss"), 0.001);
        assertEquals(12 * 12, result().getAsJsonObject("turns").get("rounds").getAsInt());
    }

    /** A host that moves by half between one round and the next, for both contenders alike. */
    private void byTurns(ForkFixture fork) {
        JsonObject parameters = fork.json.getAsJsonObject("parameters");
        parameters.addProperty("turnSeconds", 1.5);
        parameters.addProperty("members", 2);
        better(fork.score("max-throughput", 0, "tx/s", 1_000 * noise()), "more");
        better(fork.score("critical-throughput", 0, "tx/s", 800 * noise()), "more");
        fork.score("peak-rss", 0, "MB", isOther(fork) ? 200 : 100);
        JsonArray list = new JsonArray();
        for (int round = 0; round < 12; round++) {
            double host = 1 + ((round * 7 + fork.json.get("block").getAsInt() * 5) % 11) / 11.0;
            JsonObject scores = new JsonObject();
            if (round % 3 == 0) {
                scores.addProperty("max-throughput", 1_000 * host * (isOther(fork) ? 0.95 : 1));
            } else if (round == 11) {
                scores.addProperty("critical-throughput", 800 * host * (isOther(fork) ? 0.9 : 1));
            }
            JsonObject turn = object("""
                    {"round": %d, "slot": %d, "rate": 0, "messages": 1000, "errors": 0, "late": false, "overloaded": false,
                     "waitMicros": 10000, "asleepMicros": 1000, "lagP99Nanos": 1000}""", round, isOther(fork) ? 1 : 0);
            turn.add("scores", scores);
            list.add(turn);
        }
        JsonObject turns = object("""
                {"step": "block-%s", "startedNanos": 1, "slotMillis": 1900.0}""", fork.json.get("block"));
        turns.add("list", list);
        fork.json.add("turns", turns);
    }

    private void program(ForkFixture fork) {
        fork.score("wall", 0, "ms", (isOther(fork) ? 150 : 100) * noise())
                .score("peak-memory", 0, "MB", (isOther(fork) ? 40 : 50) * noise())
                .score("cpu-user", 0, "ms", (isOther(fork) ? 90 : 60) * noise());
        fork.last().addProperty("beside", true);
        fork.score("context-switches", 0, "count", 100);
        fork.last().addProperty("beside", true);
    }

    private void retail(ForkFixture fork) {
        double slow = (isOther(fork) ? 0.9 : 1) * noise();
        better(fork.score("max-throughput", 0, "tx/s", 1_000 * slow), "more");
        better(fork.score("critical-throughput", 0, "tx/s", isOther(fork) ? 700 : 800), "more");
        JsonObject load = object("""
                {"busyRate": 1100, "maxRate": %d, "rateAtLevel": {}}""", isOther(fork) ? 900 : 1_000);
        JsonArray curve = new JsonArray();
        for (int i = 1; i <= 10; i++) {
            JsonObject step = object(
                    """
                    {"rate": %s, "sent": %d, "answered": %d, "errors": 0, "p50Nanos": %d, "p95Nanos": %d, "p99Nanos": %d,
                     "residentBytes": %d, "lagP99Nanos": 50000}""",
                    100 * i * (isOther(fork) ? 0.9 : 1),
                    100 * i,
                    100 * i,
                    100_000 * i,
                    200_000 * i,
                    400_000 * i * i,
                    123_000_000 * i);
            curve.add(step);
        }
        load.add("curve", curve);
        fork.json.add("load", load);
    }

    private static JsonObject object(String json, Object... values) {
        return JsonParser.parseString(json.formatted(values)).getAsJsonObject();
    }

    private static void better(ForkFixture fork, String word) {
        fork.last().addProperty("better", word);
    }
}
