package org.whichjvm.collector.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.model.ForkFixture;

/** What fresh blocks say of the winner of a race. */
class ConfirmationTest {
    private static final String WINNER = "two+serialgc+zgen";

    @TempDir
    Path out;

    private String program = "/opt/jdk/bin/java -jar my app";
    private String serial = "-XX:+UseSerialGC";
    private int major = 17;

    private Path campaign() {
        return out.resolve("c");
    }

    /** Blocks in which the JVMs take these milliseconds, and a little more or less. */
    private String race(Map<String, Integer> millis, Object... more) throws IOException {
        List<Object> options = new ArrayList<>(List.of("--baseline=" + WINNER, "--found=" + WINNER + ",one,0.8"));
        options.addAll(List.of("--blocks=20", "--set=workload=command", "--set=program=" + program));
        options.addAll(List.of("--set=flags.serialgc=" + serial));
        options.addAll(List.of("--set=flags.zgen=-XX:+UseX 8-16:-XX:+Old 17-:-XX:+New"));
        Cli.plan(out, "c", List.copyOf(millis.keySet()), options, List.of(more));
        Random noise = new Random(5);
        for (int block = 1; block <= 20; block++) {
            for (Map.Entry<String, Integer> each : millis.entrySet()) {
                new ForkFixture(campaign(), block, each.getKey())
                        .with(json -> json.getAsJsonObject("jvm").addProperty("major", major))
                        .ofScores("command")
                        .score("wall", 0, "ms", each.getValue() + noise.nextInt(10))
                        .score("peak-memory", 0, "MB", each.getKey().startsWith("two") ? 150 : 100)
                        .write();
            }
        }
        Cli cli = Cli.run("race", "--out", out, "c");
        assertEquals(Exit.OK, cli.code(), cli.err());
        assertEquals(cli.out().lines().count() > 0, Files.exists(campaign().resolve("race.md")));
        return cli.out();
    }

    @Test
    void aWinnerThatIsFasterIsConfirmedAndWhatEachFlagSetBringsIsSaid() throws IOException {
        String said = race(
                Map.of(WINNER, 1000, "one", 1200, "two+serialgc", 1100, "two+zgen", 1000), "--within=peak-memory:1.6x");
        assertTrue(said.contains("Confirmed: one is 20 % slower than two+serialgc+zgen at wall, in 20 of 20"), said);
        assertTrue(
                said.matches("(?s).*The search of 24 contenders had seen 0\\.80 times the wall of one, and blocks that"
                        + " it has not seen have 0\\.83: the search flattered its winner by 4\\.\\d %\\.\n.*"),
                said);
        assertTrue(said.matches("(?s).*\nzgen .* two\\+serialgc +1\\.10 .* makes it faster\n.*"), said);
        assertTrue(said.matches("(?s).*\nserialgc .* two\\+zgen +1\\.00 .* changes nothing\n.*"), said);
        assertTrue(
                said.contains("To copy: two: /opt/jdk/bin/java -XX:+UseSerialGC -XX:+UseX -XX:+New -jar my app"), said);
    }

    @Test
    void aWinnerThatWasOnlyLuckyIsNot() throws IOException {
        String said = race(Map.of(WINNER, 1000, "one", 1000));
        assertTrue(said.contains("Not faster: one is equivalent to two+serialgc+zgen"), said);
        assertTrue(said.matches("(?s).*\nserialgc .* not measured\n.*"), said);
        assertTrue(said.contains("To copy: one: /opt/jdk/bin/java -jar my app"), said);
    }

    @Test
    void aWinnerThatDoesNotKeepWhatIsAskedInFreshBlocksIsNone() throws IOException {
        String said = race(Map.of(WINNER, 1000, "one", 1200), "--within=peak-memory:1.2x", "--within=wall<2s");
        assertTrue(said.contains("It does not keep peak-memory:1.2x in these blocks, so one stays."), said);
        assertTrue(said.matches("(?s).*\npeak-memory:1\\.2x +1\\.50x \\(not kept\\)\n.*"), said);
        assertTrue(said.contains("To copy: one: /opt/jdk/bin/java -jar my app"), said);
    }

    @Test
    void theLineToCopyGivesAScriptItsOptionsByTheVariableThatItsJavaReads() throws Exception {
        program = script() + " my app";
        for (int each : List.of(8, 17)) {
            major = each;
            assertEquals(
                    List.of(
                            each == 8
                                    ? "JAVA_TOOL_OPTIONS=-XX:+UseSerialGC -XX:+UseX -XX:+Old"
                                    : "JDK_JAVA_OPTIONS=-XX:+UseSerialGC -XX:+UseX -XX:+New",
                            "my",
                            "app"),
                    pasted());
            AtomicFiles.deleteTree(campaign());
        }
    }

    @Test
    void theLineToCopyGivesJavaItsOptionsAsAShellTakesThem() throws Exception {
        serial = "-Dname=a;b*$HOME'";
        major = 8;
        program = "env - " + script() + " java app";
        assertEquals(List.of("java", "-Dname=a;b*$HOME'", "-XX:+UseX", "-XX:+Old", "app"), pasted());
    }

    /** A program that prints the variables with options of a JVM, and its arguments. */
    private Path script() throws IOException {
        Path script = out.resolve(".script");
        Files.writeString(script, "#!/bin/sh\nenv | grep _OPTIONS=\nfor each; do echo \"$each\"; done\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return script;
    }

    /** What a shell makes of the line to copy. */
    private List<String> pasted() throws IOException, InterruptedException {
        String said = race(Map.of(WINNER, 1000, "one", 1200, "two+serialgc", 1100, "two+zgen", 1000));
        String start = "To copy: two: ";
        String line = said.substring(said.indexOf(start) + start.length())
                .lines()
                .findFirst()
                .get();
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", line);
        shell.environment().keySet().removeIf(each -> each.endsWith("_OPTIONS"));
        Process process = shell.redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return printed.lines().toList();
    }

    @Test
    void aCampaignThatIsNoRaceSaysWhereItsReportIs() {
        Cli.plan(out, "c", List.of("one"), "--blocks=9");
        ForkFixture.typical(campaign(), 1, "one", 500);
        Cli cli = Cli.run("race", "--out", out, "c");
        assertEquals(Exit.USAGE, cli.code());
    }
}
