package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code referee}, by hand. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class RefereeCommandTest {
    @TempDir
    Path folder;

    @Test
    void itMakesTheFoldersAndEndsOnceAllAreOut() throws IOException {
        Path turns = folder.resolve("new");
        // What a member's launcher says before the referee is there counts too.
        Files.createDirectories(turns.resolve("0/own"));
        Files.createFile(turns.resolve("0/own/gone"));
        Files.createDirectories(turns.resolve("1/own"));
        Files.createFile(turns.resolve("1/own/gone"));
        assertEquals(new Cli(0, "", ""), referee(turns, "2", "2s"));
        for (int member = 0; member < 2; member++) {
            assertTrue(Files.isDirectory(turns.resolve(member + "/own")));
            assertEquals(
                    "whichjvm.turns/1\nout 0 gone\nout 1 gone\n",
                    Files.readString(turns.resolve(member + "/referee/state")));
        }
    }

    @Test
    void aFolderOfAnotherBlockIsRefused() throws IOException {
        Files.createDirectory(folder.resolve("referee"));
        Cli cli = referee(folder, "1", "2s");
        assertEquals(Exit.USAGE, cli.code());
        assertEquals(
                "error: --turns " + folder + " was another block's: it has a referee\ntry: give another folder\n",
                cli.err());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2s, --members is '0', a whole number from 1 to 64",
        "65, 2s, --members is '65', a whole number from 1 to 64",
        "2, soon, --warm-up is 'soon', 'a time, such as 500ms, 10s, 2m or 1h'"
    })
    void aValueThatCannotBeMeantIsRefused(String members, String warmUp, String error, String attempt) {
        Cli cli = referee(folder.resolve("new"), members, warmUp);
        assertEquals(new Cli(Exit.USAGE, "", "error: " + error + "\ntry: " + attempt + "\n"), cli);
        assertTrue(Files.notExists(folder.resolve("new")));
    }

    private static Cli referee(Path turns, String members, String warmUp) {
        return Cli.run("referee", "--turns", turns, "--members", members, "--warm-up", warmUp);
    }
}
