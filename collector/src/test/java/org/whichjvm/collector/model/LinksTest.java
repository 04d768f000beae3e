package org.whichjvm.collector.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;

/** A campaign's folders that are links lead the collector nowhere else. */
class LinksTest {
    @TempDir
    Path out;

    private Path campaign;
    private Path elsewhere;

    @BeforeEach
    void aCampaignAndAFolderBesideIt() throws IOException {
        campaign = Files.createDirectory(out.resolve("c"));
        elsewhere = Files.createDirectory(out.resolve("elsewhere"));
        ForkFixture.typical(campaign, 1, "a", 500).write();
    }

    @Test
    void forksThatAreALinkAreNotRead() throws IOException {
        Path forks = campaign.resolve("forks");
        Files.move(forks, elsewhere.resolve("forks"));
        Files.createSymbolicLink(forks, elsewhere.resolve("forks"));
        assertRefused(forks);
    }

    @Test
    void chartsThatAreALinkAreNotWritten() throws IOException {
        Path charts = Files.createSymbolicLink(campaign.resolve("charts"), elsewhere);
        assertRefused(charts);
        try (Stream<Path> files = Files.list(elsewhere)) {
            assertEquals(0, files.count());
        }
    }

    private void assertRefused(Path link) {
        Cli cli = Cli.run("report", "--details", "--out", out, "c");
        assertEquals(2, cli.code(), cli.err());
        assertEquals(2, cli.err().lines().count(), cli.err());
        assertTrue(cli.err().contains(link.getFileName() + " is a link or a file"), cli.err());
    }
}
