package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.collector.plan.Requests;

/** The command that plans a campaign from the request on its stdin. */
class PlanCommandTest {
    @TempDir
    private Path out;

    @Test
    void theNameIsPrintedAndTheRequestIsInItsFolder() {
        Cli cli = Cli.on(Requests.of("one two", "", "").toString(), out, "plan");
        assertEquals(Exit.OK, cli.code(), cli.err());
        assertTrue(Files.exists(out.resolve(cli.out().strip()).resolve("request.json")), cli.out());
    }

    @ParameterizedTest
    @CsvSource({"'', is empty", "[1], is not", "{, is not", "{}, its schema is null"})
    void whatIsNoRequestIsOneSentence(String stdin, String why) throws IOException {
        refused(stdin, "the request on stdin " + why);
    }

    @Test
    void aRequestHasAnEnd() throws IOException {
        refused(" ".repeat((1 << 20) + 1), "the request on stdin is over 1 MB");
    }

    @Test
    void aCampaignWithoutForksHasNoClearestDifference() throws IOException {
        Cli.plan(out, "c", List.of("one", "two"), "--blocks=6", "--set=interleave=turns");
        String explains = "verb: explain, explains: {campaign: latest}";
        refused(Requests.of("", explains, "").toString(), "campaign c has no forks yet");
    }

    private void refused(String stdin, String why) throws IOException {
        Cli cli = Cli.on(stdin, out, "plan");
        assertEquals(Exit.USAGE, cli.code(), cli.err());
        assertTrue(cli.err().startsWith("error: " + why), cli.err());
        assertEquals(2, cli.err().lines().count(), cli.err());
        try (Stream<Path> all = Files.list(out)) {
            assertTrue(all.noneMatch(each -> each.toString().endsWith("-explain")));
        }
    }
}
