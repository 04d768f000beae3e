package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.model.ForkFixture;

/** A campaign that compares one JVM with itself alone. */
class ControlAloneTest extends ReportedCampaign {
    private static final int BLOCKS = 8;

    @Test
    void moreBlocksAreNotWhatIsMissing() throws IOException {
        begin("--blocks", BLOCKS, "--contender", "base", "--contender", "base+again");
        for (int block = 1; block <= BLOCKS; block++) {
            ForkFixture.typical(campaign, block, "base", 400 + block).write();
            ForkFixture.typical(campaign, block, "base+again", 600 + block).write();
        }
        String said = Cli.run("report", "--out", out, "c").out();
        assertTrue(said.startsWith("Nothing was decided: no other JVM is compared with base, only itself."), said);
        assertTrue(said.contains("The control differs"), said);
    }
}
