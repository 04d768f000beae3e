package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.plan.PlannedFixture;

/** What is said of contenders that could not keep the rate in most of their forks, or in all. */
class OverloadedTest {
    private static final int BLOCKS = 8;

    @TempDir
    private Path out;

    @Test
    void whoeverNeverKeepsTheRateHasNoBetterForksAndNoOtherStarts() throws IOException {
        plan("base", "other");
        for (int block = 1; block <= BLOCKS; block++) {
            fork(block, "base", 500).write();
            overloaded(block, "other").writeJson();
        }
        String report = report();
        assertTrue(
                report.contains("warning: 8 of 8 forks of other could not keep the rate. In verdicts 8 count as slower"
                        + " than all others. Compare at a lower rate"),
                report);
        assertTrue(report.contains("; 8 of its 8 starts could not keep the rate: ∞ [∞, ∞]"), report);
    }

    @Test
    void whereTheBaselineNeverKeepsTheRateThatIsTheHeadline() throws IOException {
        plan("base", "other");
        for (int block = 1; block <= BLOCKS; block++) {
            overloaded(block, "base").writeJson();
            fork(block, "other", 500).write();
        }
        String report = report();
        assertEquals(
                "other is the fastest here, faster than base, which cannot keep the rate.",
                report.lines()
                        .filter(line -> !line.isBlank())
                        .skip(1)
                        .findFirst()
                        .orElseThrow());
        assertTrue(report.contains("8 of base's 8 starts could not keep the rate: 0.000 [0.000"), report);
        assertTrue(report.lines().anyMatch(line -> line.matches("other +50[0-9] ns +0\\.000 .*")));
    }

    @Test
    void theControlMayBeAllThatIsLeft() throws IOException {
        plan("base", "base+again");
        overloaded(1, "base").writeJson();
        fork(1, "base+again", 500).write();
        String report = report();
        assertTrue(report.contains("only base+again has forks that count."), report);
    }

    @Test
    void aRatioOfNoughtMakesNoTimeOfNought() throws IOException {
        plan("base", "other");
        for (int block = 1; block <= BLOCKS; block++) {
            (block < BLOCKS
                            ? overloaded(block, "base").writeJson()
                            : fork(block, "base", 400).write())
                    .jsonFile();
            fork(block, "other", 500).write();
        }
        String report = report();
        assertTrue(report.lines().anyMatch(line -> line.matches("other +50[0-9] ns +0\\.000 .*")));
        assertFalse(report.contains(" 0 ns "), report);
        assertFalse(report.contains("−4"), report);
    }

    private void plan(String... contenders) {
        StringBuilder args = new StringBuilder("--campaign c --seed 1 --baseline base --blocks " + BLOCKS);
        List.of(contenders).forEach(each -> args.append(" --contender ").append(each));
        Cli cli = PlannedFixture.run(
                (Object[]) args.append(" --out ").append(out).toString().split(" "));
        assertEquals(0, cli.code(), cli.err());
    }

    private ForkFixture fork(int block, String contender, long p50) {
        return ForkFixture.typical(out.resolve("c"), block, contender, p50 + block);
    }

    private ForkFixture overloaded(int block, String contender) {
        return new ForkFixture(out.resolve("c"), block, contender)
                .with(json -> json.addProperty("status", "overloaded"))
                .with(json -> json.addProperty("reason", "of 10 messages 9 were late"));
    }

    private String report() throws IOException {
        Cli cli = Cli.run("report", "--details", "--out", out, "c");
        assertEquals(3, cli.code(), cli.err());
        assertEquals(List.of(), Schemas.validate(Schemas.RESULT, Files.readString(out.resolve("c/result.json"))));
        return cli.out();
    }
}
