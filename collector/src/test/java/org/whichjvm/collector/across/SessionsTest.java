package org.whichjvm.collector.across;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;

/** Campaigns of a folder as sessions of one another. */
class SessionsTest extends AcrossFixture {
    @Test
    void aDifferenceThatEverySessionShowsIsReal() throws IOException {
        sessions(600, 604, 597, 601);
        Cli cli = cli(0, "4");
        assertTrue(cli.out().contains("whichjvm over 4 sessions"), cli.out());
        assertTrue(
                cli.out()
                        .matches("(?s).*build is 2[0-9] % slower than base at the p50 service time over"
                                + " 4 sessions on 1 day: 1\\.2\\d \\[1\\.1\\d, 1\\.2\\d\\].*"),
                cli.out());
        assertTrue(cli.out().contains("the minimum detectable effect of these sessions is"), cli.out());
        assertTrue(Files.readString(out.resolve("sessions.md")).contains("Where the spread comes"));
    }

    @Test
    void aDifferenceThatMovesFromSessionToSessionIsNot() throws IOException {
        // In each session alone it would be decided.
        sessions(600, 420, 560, 480);
        Cli cli = cli(0, "4");
        assertTrue(cli.out().contains("build is not shown to differ from base"), cli.out());
    }

    @Test
    void noVerdictComesBeforeTheSessionsThatWerePlanned() throws IOException {
        sessions(600, 604, 597, 601);
        Cli cli = cli(0, "5");
        assertTrue(cli.out().contains("4 sessions there are, and verdicts were planned after 5."), cli.out());
        assertFalse(cli.out().contains("slower than base"), cli.out());
    }

    @Test
    void oneSessionHasNoIntervalAndTheReportSaysSo() throws IOException {
        sessions(600);
        String said = cli(0, "1").out();
        assertTrue(
                said.replaceAll("\\s+", " ")
                        .contains(
                                "In one session, build took 1.20 times as long as base (p50 service time). One session has no"
                                        + " interval over sessions; add more with --count N."),
                said);
        assertFalse(said.matches("(?s).*1\\.20 –.*|.*find is –.*"), said);
    }

    @Test
    void aSessionThatWasInterruptedDoesNotCountUntilItIsResumed() throws IOException {
        sessions(600, 604, 597, 601);
        for (Path fork : forks("s2", "-build")) {
            if (fork.getFileName().toString().startsWith("012")) {
                Files.move(fork, out.resolve("aside"));
            }
        }
        String interrupted = cli(3, "4").out();
        assertTrue(interrupted.contains("whichjvm over 3 sessions"), interrupted);
        assertTrue(interrupted.contains("3 sessions there are, and verdicts were planned after 4."));
        assertTrue(interrupted.contains("s2 is not finished and does not count;"), interrupted);
        assertFalse(interrupted.contains("slower than base"), interrupted);

        Files.move(out.resolve("aside"), out.resolve("s2/forks/012-build.json"));
        String resumed = cli(0, "4").out();
        assertTrue(resumed.contains("slower than base"), resumed);
        assertFalse(resumed.contains("not finished"), resumed);
    }

    @Test
    void aFolderOfNothingButAnInterruptedSessionSaysHowToGoOn() throws IOException {
        sessions(600);
        for (Path fork : forks("s1", "-build")) {
            Files.delete(fork);
        }
        Cli cli = cli(2, "1");
        assertTrue(cli.err().contains("--resume s1"), cli.err());
    }

    @Test
    void aLaterAnalysisIsPaidFor() throws IOException {
        sessions(600, 604, 597, 601);
        double first = width(cli(0, "4").out());
        double second = width(cli(0, "3", "4").out());
        assertTrue(second > first, second + " and " + first);
    }

    private static double width(String said) {
        String interval = said.replaceAll("(?s).*: [\\d.]+ \\[([\\d.]+, [\\d.]+)\\].*", "$1");
        String[] ends = interval.split(", ");
        return Double.parseDouble(ends[1]) - Double.parseDouble(ends[0]);
    }

    @Test
    void anotherSeedLadderOrPairOfCpusIsTheSameAndAnotherHostIsNot() throws IOException {
        sessions(600, 604);
        edit("s1", "", "\"rate\":", "\"turnSeed\":1,\"ladder\":[1,2],\"slotSeconds\":0.7,\"rate\":");
        edit("s2", "", "\"rate\":", "\"turnSeed\":2,\"ladder\":[3,4],\"slotSeconds\":0.8,\"rate\":");
        edit("s2", "", "\"cpus\":\\s*\\[\\s*0,\\s*1\\s*\\]", "\"cpus\":[2,3]");
        cli(0, "2");
        edit("s2", "", "EPYC", "Xeon");
        Cli cli = cli(2, "2");
        assertTrue(cli.err().contains("s2 is no session of s1: its host is [Xeon"), cli.err());
    }

    @Test
    void aSessionOrAContenderWithoutAForkThatCountsSaysNothingAndIsNotRefused() throws IOException {
        sessions(600, 604, 597, 601);
        edit("s1", "", "\"status\":\\s*\"ok\"", "\"status\":\"failed\"");
        edit("s3", "-build", "\"status\":\\s*\"ok\"", "\"status\":\"failed\"");
        Cli cli = cli(3, "4");
        assertTrue(cli.out().contains("whichjvm over 4 sessions"), cli.out());
        assertTrue(cli.out().contains("Host: EPYC"), cli.out());
        assertTrue(cli.out().contains("It speaks for 3 sessions of 2026-11-21"), cli.out());
        assertTrue(cli.out().contains("on 1 day and 1 boot."), cli.out());
        assertTrue(cli.out().contains("over 2 sessions on 1 day"), cli.out());
    }

    @Test
    void aSettingThatOneSessionLacksIsAnother() throws IOException {
        sessions(600, 604);
        edit("s1", "", "\"rate\":", "\"extra\":1,\"rate\":");
        Cli cli = cli(2, "2");
        assertTrue(cli.err().contains("extra is not there in s2, but 1 in s1"), cli.err());
    }

    @Test
    void ofAContenderThatCouldNotKeepTheRateItIsNotSaidThatItDoesNotDiffer() throws IOException {
        sessions(600, 604, 597);
        for (String each : List.of("s1", "s2", "s3")) {
            edit(each, "-build", "\"status\":\\s*\"ok\"", "\"status\":\"overloaded\"");
        }
        String said = cli(3, "3").out();
        assertTrue(
                said.contains("build has no ratio to base at the p50 service time over 3 sessions: in at least one,"
                        + " one of the two could not keep the rate."),
                said);
        assertFalse(said.contains("not shown to differ"), said);
    }

    @Test
    void whatSaysHowManyWerePlannedIsChecked() throws IOException {
        Path file = out.resolve("sessions.tsv");
        assertRefused("there is no session in");
        sessions(600, 604);
        assertRefused("has no sessions.tsv");
        for (String wrong : List.of("", "x\n", "3\n3\n", "0\n")) {
            Files.writeString(file, wrong);
            assertRefused(wrong.isEmpty() ? "is empty" : "has the line '");
        }
    }

    private void assertRefused(String said) {
        Cli cli = Cli.run("sessions", "--out", out);
        assertEquals(2, cli.code(), cli.out());
        assertTrue(cli.err().contains(said), cli.err());
    }

    private void sessions(long... buildNs) throws IOException {
        for (int i = 0; i < buildNs.length; i++) {
            campaign("s" + (i + 1), 500, buildNs[i], "EPYC");
        }
    }

    /** The report, if a verdict was planned after this number of sessions. */
    private Cli cli(int code, String... planned) throws IOException {
        Files.write(out.resolve("sessions.tsv"), List.of(planned));
        Cli cli = Cli.run("sessions", "--out", out);
        assertEquals(code, cli.code(), cli.out() + cli.err());
        return cli;
    }
}
