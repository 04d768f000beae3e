package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.plan.PlannedFixture;

/** A campaign that compares one JVM with itself alone. */
class ControlAloneTest {
    private static final int BLOCKS = 8;

    @TempDir
    Path out;

    @Test
    void moreBlocksAreNotWhatIsMissing() throws IOException {
        String plan =
                "--campaign c --seed 1 --baseline base --blocks %d --contender base --contender base+again --out %s";
        Cli planned = PlannedFixture.run((Object[]) plan.formatted(BLOCKS, out).split(" "));
        assertEquals(0, planned.code(), planned.err());
        for (int block = 1; block <= BLOCKS; block++) {
            ForkFixture.typical(out.resolve("c"), block, "base", 400 + block).write();
            ForkFixture.typical(out.resolve("c"), block, "base+again", 600 + block)
                    .write();
        }
        String said = Cli.run("report", "--out", out, "c").out();
        assertTrue(said.startsWith("Nothing was decided: no other JVM is compared with base, only itself."), said);
        assertTrue(said.contains("The control differs"), said);
    }
}
