package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A campaign's forks are read from and written to its own folder, and no link leads elsewhere. */
class ForksFolderTest {
    @TempDir
    Path out;

    private Path elsewhere;
    private Path forks;

    @BeforeEach
    void campaign() throws IOException {
        elsewhere = Files.createDirectory(out.resolve("elsewhere"));
        Cli.plan(out, "c", List.of("a", "b"), "--blocks=2", "--seed=1");
        forks = out.resolve("c").resolve("forks");
    }

    @Test
    void nextRefusesALink() throws IOException {
        link();
        assertRefused(Cli.next(out, "c"));
    }

    @Test
    void recordRefusesALinkAndWritesNothing() throws IOException {
        link();
        assertRefused(record());
        try (var files = Files.list(elsewhere)) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Test
    void recordMakesTheFolderThatIsMissing() throws IOException {
        Files.deleteIfExists(forks);
        Cli cli = record();
        assertEquals(0, cli.code(), cli.err());
        assertTrue(Files.exists(forks.resolve("001-a.json")));
    }

    private Cli record() {
        return Cli.record("died", out, "c", 1, "a", 137);
    }

    private void link() throws IOException {
        Files.deleteIfExists(forks);
        Files.createSymbolicLink(forks, elsewhere);
    }

    private static void assertRefused(Cli cli) {
        assertEquals(Exit.USAGE, cli.code(), cli.out() + cli.err());
        assertTrue(cli.err().contains("forks is a link or a file, not a folder"), cli.err());
    }
}
