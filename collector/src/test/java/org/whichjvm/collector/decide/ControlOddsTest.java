package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** How often chance alone makes a control differ, as the report says it. */
class ControlOddsTest extends VerdictFixture {
    /** Each fork of the baseline is the same; its copy takes a quarter more. */
    private String said(String[] others, String... more) throws IOException {
        String[] options = new String[more.length + 2 * others.length + 2];
        System.arraycopy(more, 0, options, 0, more.length);
        for (int i = 0; i < others.length; i++) {
            options[more.length + 2 * i] = "--contender";
            options[more.length + 2 * i + 1] = others[i];
        }
        options[options.length - 2] = "--contender";
        options[options.length - 1] = "base+again";
        plan(options);
        for (int block = 1; block <= BLOCKS; block++) {
            fork(block, "base", 500 + noise.nextInt(3), 100);
            fork(block, "other", 500 + noise.nextInt(3), 100);
            for (String other : others) {
                fork(block, other, 500 + noise.nextInt(3), 100);
            }
            fork(block, "base+again", 625 + noise.nextInt(3), 100);
        }
        return report().out().replaceAll("\\s+", " ");
    }

    @Test
    void theyAreTheShareOfItsFamily() throws IOException {
        // Of 5 %, a sixth of two sixths for the shift, and a sixth of one sixth for slow starts.
        String said = said(new String[] {"c", "d", "e", "f"}, "--decide", "p50");
        assertTrue(said.contains("at most one campaign in 240 shows this by chance."), said);
    }

    @Test
    void allThatTheControlIsAskedCounts() throws IOException {
        // Of two comparisons it is one, whatever they are of: half of the 5 %.
        String said = said(new String[0], "--decide", "p50,p99");
        assertTrue(said.contains("at most one campaign in 40 shows this by chance."), said);
    }
}
