package org.whichjvm.collector.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;

/** What is reported of blocks that were run again; when they are is in NextCommandTest. */
class RetriesTest extends ExclusionFixture {
    @Test
    void aNewBlockCountsAndMayBeRunAgainToo() throws IOException {
        plan("c", "--blocks", 2, "--seed", 7, "--retries", 2);
        pair(1, 500, 625, json -> {});
        pair(2, 500, 625, json -> waiting(json, 400, 1));
        assertTrue(next().contains("is run again"));
        pair(3, 500, 625, json -> waiting(json, 400, 1));
        assertTrue(next().contains("is run again"));
        pair(4, 500, 625, json -> waiting(json, 400, 1));
        assertEquals(10, Cli.next(out, "c").code(), "the retries are used up");
        Cli report = Cli.run("report", "--details", "--out", out, "c");
        assertEquals(0, report.code(), report.out());
        assertTrue(report.out().contains("of 8 planned are ok"), report.out());
    }

    @Test
    void anOverloadedForkIsAResultAndStaysTold() throws IOException {
        plan();
        ForkFixture.typical(campaign, 1, "base", 500).write();
        ForkFixture.typical(campaign, 1, "other", 500)
                .with(json -> json.addProperty("status", "overloaded"))
                .with(json -> json.addProperty("reason", "61 % of the rate was kept"))
                .with(json -> floor(json, 135, 0))
                .writeJson();
        assertFalse(next().contains("run again"));
        assertTrue(Cli.run("report", "--details", "--out", out, "c").out().contains("1 of 1 forks of other could not"));
    }

    private String next() {
        Cli cli = Cli.next(out, "c");
        assertEquals(0, cli.code(), cli.err());
        return cli.out();
    }
}
