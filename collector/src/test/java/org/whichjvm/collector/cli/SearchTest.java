package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.Search;

/** Which contenders a race sorts out, and what it hands over for the confirmation of the winner. */
class SearchTest extends NextFixture {
    private static final List<String> ALL = List.of("base", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8");

    /** Forks take 4.5 s, so that a third of the time is four blocks of all contenders. */
    private void search(Object... more) {
        Cli.plan(out, "c", ALL, "--search=yes", "--blocks=1000", "--precision=1%", "--max-time=486", List.of(more));
    }

    /** The higher its number, the slower it is; the baseline is between the fifth and the sixth. */
    private ForkFixture fork(int block, String contender) {
        int ns = contender.equals("base") ? 555 : 500 + 10 * Integer.parseInt(contender.substring(1));
        return ForkFixture.typical(campaign, block, contender, ns);
    }

    private String block(int block, List<String> contenders) throws IOException {
        for (String each : contenders) {
            fork(block, each).write();
        }
        return next(Exit.OK).out();
    }

    @Test
    void theSlowerHalfLeavesAndRungsTakeEquallyLong() throws IOException {
        search();
        assertEquals(1, lastBlock(), "the first block shows how long one takes");
        String first = block(1, ALL);
        assertTrue(first.startsWith("block 1 · "), first);
        assertEquals(4, lastBlock());
        block(2, ALL);
        block(3, ALL);
        String said = block(4, ALL);
        assertTrue(said.endsWith(" left · dropped: a5, a6 and 2 more (slower)\n"), said);
        assertEquals(11, lastBlock(), "162 s are seven blocks of five");
        assertEquals(List.of("a1", "a2", "a3", "a4", "base"), planned(5));
        String plan = planned();
        next(Exit.OK);
        assertEquals(plan, planned(), "asking twice adds no block");
    }

    @Test
    void whoFailsLeavesAndWhoWasDisturbedStays() throws IOException {
        search();
        for (int block = 1; block <= 4; block++) {
            for (String each : ALL) {
                ForkFixture fork = fork(block, each);
                if (each.equals("a1")) {
                    fork.with(json -> json.addProperty("status", "failed"));
                    fork.with(json -> json.addProperty("reason", "it fell over"));
                } else if (each.equals("a8")) {
                    fork.with(disturbed());
                }
                fork.write();
            }
            next(Exit.OK);
        }
        assertEquals(List.of("a2", "a3", "a4", "a5", "a8", "base"), planned(5));
    }

    @Test
    void whoDoesNotKeepWhatIsAskedLeavesFirst() throws IOException {
        search("--within=p50:0.97x");
        for (int block = 1; block <= 4; block++) {
            block(block, ALL);
        }
        // 510 to 538 of 555 ns keep it: the first three, of which all are faster than the others.
        assertEquals(List.of("a1", "a2", "a3", "a4", "base"), planned(5));
        String report = Cli.run("race", "--out", out, "c").out();
        assertTrue(report.matches("(?s).*\na4 .* 0\\.97x \\(not kept\\).*"), report);
    }

    @Test
    void aMetricThatNoForkHasIsNamedAfterTheFirstBlock() throws IOException {
        search("--within=peak-memory:1.2x");
        for (String each : ALL) {
            fork(1, each).write();
        }
        Cli cli = next(Exit.USAGE);
        assertTrue(cli.err().contains("no fork has peak-memory\ntry: one of: "), cli.err());
    }

    @Test
    void whenTheTimeIsUpTheOneThatLeadsIsHandedOn() throws IOException {
        search();
        for (int block = 1; block <= 4; block++) {
            block(block, ALL);
        }
        for (int block = 5; block <= 11; block++) {
            block(block, List.of("base", "a1", "a2", "a3", "a4"));
        }
        for (int block = 12; block <= 23; block++) {
            block(block, List.of("base", "a1", "a2"));
        }
        assertTrue(Cli.run("race", "--out", out, "c").out().contains("a1 leads 9 contenders"));
        assertFalse(Files.exists(campaign.resolve("race.json")), "it has not ended");
        for (String each : List.of("base", "a1", "a2")) {
            fork(24, each).write();
        }
        String end = next(Exit.ENDED).out();
        assertTrue(end.contains("the campaign stops: the time is up after block 24\n"), end);
        String report = Cli.run("race", "--out", out, "c").out();
        assertTrue(
                report.contains("0.92 times the p50 service time of base, in 24 blocks. This is no verdict"), report);
        assertTrue(report.matches("(?s).*\na5 +0\\.99 +4 +after block 4\n.*"), report);
        Search.Found found = Search.Found.read(campaign);
        assertEquals("a1 base 9", found.winner() + " " + found.against() + " " + found.contenders());
    }

    @Test
    void whereTheBaselineLeadsThereIsNothingToConfirm() throws IOException {
        List<String> both = List.of("base", "a9");
        Cli.plan(out, "c", both, "--search=yes", "--blocks=1000", "--precision=1%", "--max-time=5");
        fork(1, "base").write();
        fork(1, "a9").write();
        next(Exit.ENDED);
        String report = Cli.run("race", "--out", out, "c").out();
        assertTrue(report.contains("So none was faster than the baseline"), report);
        assertFalse(Files.exists(campaign.resolve("race.json")));
    }
}
