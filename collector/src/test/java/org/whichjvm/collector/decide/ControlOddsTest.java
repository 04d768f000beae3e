package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How often chance alone makes a control differ, as the report says it. */
class ControlOddsTest extends VerdictFixture {
    /** Each fork of the baseline is the same; its copy takes a quarter more. */
    private String said(List<String> others, String decided) throws IOException {
        List<String> options = new ArrayList<>(List.of("--decide", decided));
        others.forEach(each -> options.addAll(List.of("--contender", each)));
        options.addAll(List.of("--contender", "base+again"));
        plan(options.toArray(String[]::new));
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
        String said = said(List.of("c", "d", "e", "f"), "p50");
        assertTrue(said.contains("at most one campaign in 240 shows this by chance."), said);
    }

    @Test
    void allThatTheControlIsAskedCounts() throws IOException {
        // Of two comparisons it is one, whatever they are of: half of the 5 %.
        String said = said(List.of(), "p50,p99");
        assertTrue(said.contains("at most one campaign in 40 shows this by chance."), said);
    }
}
