package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.ForkFixture;

/** What the report says of contenders that could not keep the rate in most of their forks, or in all. */
class OverloadedTest extends ReportedCampaign {
    private static final int BLOCKS = 8;

    @Test
    void aContenderThatNeverKeepsTheRateHasNoBetterForksAndNoOtherStarts() throws IOException {
        plan("base", "other");
        for (int block = 1; block <= BLOCKS; block++) {
            fork(block, "base", 500).write();
            overloaded(block, "other").writeJson();
        }
        String report = report();
        assertSays(
                report,
                "warning: 8 of 8 forks of other could not keep the rate. In verdicts 8 count as slower than all others. Compare at a lower rate",
                "; 8 of its 8 starts could not keep the rate: ∞ [∞, ∞]");
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
        assertSays(report, "8 of base's 8 starts could not keep the rate: 0.000 [0.000");
        assertTrue(report.lines().anyMatch(line -> line.matches("other .* 50[0-9] ns +×0\\.000 .*")));
    }

    @Test
    void theControlMayBeAllThatIsLeft() throws IOException {
        plan("base", "base+again");
        overloaded(1, "base").writeJson();
        fork(1, "base+again", 500).write();
        String report = report();
        assertSays(report, "only base+again has forks that count.");
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
        assertTrue(report.lines().anyMatch(line -> line.matches("other .* 50[0-9] ns +×0\\.000 .*")));
        assertDoesNotSay(report, " 0 ns ", "−4");
    }

    private void plan(String... contenders) throws IOException {
        List<Object> options = new ArrayList<>(List.of("--blocks", BLOCKS));
        List.of(contenders).forEach(each -> options.addAll(List.of("--contender", each)));
        begin(options.toArray());
    }

    private ForkFixture fork(int block, String contender, long p50) {
        return ForkFixture.typical(campaign, block, contender, p50 + block);
    }

    private ForkFixture overloaded(int block, String contender) {
        return new ForkFixture(campaign, block, contender)
                .with(json -> json.addProperty("status", "overloaded"))
                .with(json -> json.addProperty("reason", "of 10 messages 9 were late"));
    }

    @Override
    String report() throws IOException {
        return report(3);
    }
}
