package org.whichjvm.collector.across;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.model.CampaignReader;
import org.whichjvm.collector.stats.Bisection;
import org.whichjvm.common.WrongUsage;

/** What the next step of a search is, by the campaigns that were measured. */
class BisectTest extends AcrossFixture {
    @BeforeEach
    void ends() throws IOException {
        campaign("ends", 500, 600, "EPYC");
    }

    @Test
    void aBuildBetweenTheEndsIsNext() {
        Cli cli = bisect("base", "one", "two", "build");
        assertEquals(0, cli.code(), cli.err());
        assertEquals("one\t2", cli.out().strip());
    }

    @Test
    void aSearchThatIsNotSureAfterManySessionsEndsWithASentence() {
        Bisected.Session step = new Bisected.Session(1, "step", new double[] {0.1, -0.1});
        Bisected bisected = new Bisected(
                List.of("base", "one", "two"),
                null,
                List.of(),
                Collections.nCopies(500, step),
                0.05,
                0.04,
                new Bisection(3, List.of(new Bisection.Measured(0.1, 0.2))));
        assertTrue(assertThrows(WrongUsage.class, bisected::next)
                .getMessage()
                .startsWith("after 500 sessions one is the likeliest build"));
    }

    @Test
    void aBuildWhoseForksFailIsNotMeasuredForEver() throws IOException {
        campaign("step", 500, 600, "EPYC");
        edit("step", "-build", "\"status\":\\s*\"ok\"", "\"status\":\"failed\"");
        refused("the campaign step has no block with a ratio of build to base");
    }

    @Test
    void anEndThatCouldNotKeepTheRateHasNoStepThatIsMeasuredByNoBlocks() throws IOException {
        edit("ends", "-build", "\"status\":\\s*\"ok\"", "\"status\":\"overloaded\"");
        refused("the campaign ends has no block with a ratio");
    }

    @Test
    void endsThatDoNotDifferSayWhichCampaignIsInTheWayOfAnother() throws IOException {
        edit("ends", "-build", "\"status\":\\s*\"ok\"", "\"status\":\"failed\"");
        refused("build is not shown to differ from base (inconclusive) in the campaign ends");
    }

    @Test
    void endsThatDifferByWhatSessionsDoAreMeasuredAgain() throws IOException {
        Random random = new Random(4);
        for (int block = 1; block <= 12; block++) {
            fork("ends", block, "build", 485 + random.nextInt(81), "EPYC");
        }
        Cli cli = bisect("base", "other", "build");
        assertEquals(0, cli.code(), cli.err());
        assertEquals("build\t2", cli.out().strip());
        assertTrue(reported("base", "other", "build")
                .contains("over 1 session, build has not differed from base by more than sessions do"));

        campaign("more", 500, 525, "EPYC");
        campaign("most", 500, 525, "EPYC");
        assertEquals("other\t2", bisect("base", "other", "build").out().strip());
        assertTrue(reported("base", "other", "build").contains("base to build is 1.0"));
    }

    @Test
    void endsWhoseSessionsSayTheOppositeAreNoStep() throws IOException {
        campaign("opposite", 500, 417, "EPYC");
        List<Result> sessions = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            for (String each : List.of("ends", "opposite")) {
                sessions.add(Result.of(CampaignReader.read(out.resolve(each)), Instant.EPOCH));
            }
        }
        List<String> builds = List.of("base", "other", "build");
        assertEquals(
                "build",
                Bisected.of(builds, sessions.subList(0, 58))
                        .orElseThrow()
                        .next()
                        .orElseThrow());
        String refused = assertThrows(WrongUsage.class, () -> Bisected.of(builds, sessions))
                .getMessage();
        assertTrue(refused.contains("build does not differ from base over 60 sessions by"), refused);
    }

    private void refused(String why) {
        Cli cli = bisect("base", "other", "build");
        assertEquals(2, cli.code(), cli.out());
        assertTrue(cli.err().contains(why), cli.err());
    }

    private String reported(String... builds) {
        return bisect(Stream.concat(Stream.of("--report"), Stream.of(builds)).toArray(String[]::new))
                .out();
    }

    private Cli bisect(String... builds) {
        return Cli.in(out, "bisect", (Object[]) builds);
    }
}
