package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.model.CampaignSettings.FlagSet;
import org.whichjvm.common.WrongUsage;

/** The files of flag sets, and which JVM they are for. */
class FlagSetsTest {
    @TempDir
    Path folder;

    @Test
    void eachFlagSetThatIsThereSaysWhatItChanges() throws IOException {
        FlagSets.read(Asking.FLAG_SETS)
                .forEach((name, set) -> assertTrue(set.says().matches("[A-Z].*\\."), name));
    }

    @ParameterizedTest
    @CsvSource({
        "one+serial+compact, one+serialgc+compact-headers",
        "one+zgc, one+zgc",
        "one+huge, one+huge",
        "one+no, one+no"
    })
    void theBeginningOfAFlagSetsNameIsEnough(String typed, String whole) throws IOException {
        assertEquals(
                whole,
                FlagSets.wholeNames(typed, FlagSets.read(Asking.FLAG_SETS).keySet()));
    }

    @Test
    void aHeapIsAFlagSetWithoutAFile() throws IOException {
        Asking asking = new Asking(folder).plan("one", "one+heap512m+serial", "--workload", "gc-steal");
        assertEquals(List.of("one", "one+heap512m+serialgc"), asking.asked().contenders());
        assertTrue(asking.text("commands/one+heap512m+serialgc")
                .contains("WHICHJVM_FLAG_SET=heap512m+serialgc\n"
                        + "WHICHJVM_FLAGS=-Xms512m -Xmx512m -XX:+UseSerialGC\n"));
    }

    @Test
    void optionsAreWordsAndCommentsASentence() throws IOException {
        Files.writeString(
                folder.resolve("some.options"), "# One\n# sentence.\n# needs: 11-\n-Xa\n\n21-22: -Xb\n24-: -Xc\n");
        assertEquals(
                new FlagSet("-Xa 21-22:-Xb 24-:-Xc", "One sentence.", "11-"),
                FlagSets.read(folder).get("some"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "aarch64 | 11 | aarch64 | -",
                "aarch64 | 11 | amd64 | needs aarch64, and this JVM is Java 11 on amd64",
                "aarch64 11- | 11 | aarch64 | -",
                "aarch64 11-: it is new | 8 | aarch64 | needs aarch64 and Java 11 or newer, and this JVM is"
                        + " Java 8 on aarch64: it is new",
                "-16 | 16 | amd64 | -",
                "-16 | 17 | amd64 | needs Java 16 or older, and this JVM is Java 17 on amd64",
                "11-16 | 17 | amd64 | needs Java 11 to 16, and this JVM is Java 17 on amd64",
                "11-16 | 10 | amd64 | needs Java 11 to 16, and this JVM is Java 10 on amd64"
            })
    void whatAFlagSetNeedsIsReadAsItIsWritten(String needs, int major, String arch, String wanted) throws IOException {
        Files.writeString(folder.resolve("some.options"), "# Something.\n# needs: " + needs + "\n-XX:+UseG1GC\n");
        assertEquals(
                Optional.ofNullable(wanted).map("the flag set some "::concat),
                FlagSets.misfit("some", FlagSets.read(folder).get("some"), major, arch));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# needs: sparc\n-Xa\n",
                "# needs: \n-Xa\n",
                "# needs: 11-\n# needs: -16\n-Xa\n",
                "-Xa -Xb\n",
                "-Da='b'\n",
                "Xa\n",
                "21: -Xa\n",
                "# nothing\n"
            })
    void aFileThatIsNoneIsNamed(String text) throws IOException {
        Files.writeString(folder.resolve("some.options"), text);
        WrongUsage error = assertThrows(WrongUsage.class, () -> FlagSets.read(folder));
        assertTrue(error.getMessage().startsWith("docker/flags/some.options has "), error.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"huge", "yield", "again", "Some", "delay30ns"})
    void aNameThatContendersHaveAlreadyIsRefused(String name) throws IOException {
        Files.writeString(folder.resolve(name + ".options"), "# A.\n-Xa\n");
        assertThrows(WrongUsage.class, () -> FlagSets.read(folder));
    }

    @Test
    void ofEachListAContenderHasOne() {
        List<String> wanted = List.of(
                "+g1+compact+heap512m",
                "+g1+compact+heap2g",
                "+g1+heap512m",
                "+g1+heap2g",
                "+zgc+compact+heap512m",
                "+zgc+compact+heap2g",
                "+zgc+heap512m",
                "+zgc+heap2g");
        assertEquals(wanted, FlagSets.grid("g1,zgc × compact,- × heap=512m,2g"));
        assertEquals(wanted, FlagSets.grid("g1, zgc x compact,- x heap=512m,2g"));
    }

    @Test
    void nothingIsNothing() {
        assertEquals(List.of(""), FlagSets.grid(null));
        assertEquals(List.of("", "+serial"), FlagSets.grid("-,serial"));
        assertEquals(List.of("+zgc+thp"), FlagSets.grid("zgc+thp"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "g1,", "G1", "g1 x", "g1 y zgc", "-XX:+UseZGC", "heap=", "g1++zgc"})
    void anythingElseIsRefused(String value) {
        WrongUsage error = assertThrows(WrongUsage.class, () -> FlagSets.grid(value));
        assertTrue(error.getMessage().startsWith("--flags is '"), error.getMessage());
    }
}
