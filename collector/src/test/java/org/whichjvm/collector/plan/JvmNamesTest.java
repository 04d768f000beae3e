package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.common.WrongUsage;

/** Which JVM a short name means, among those of docker/variants.tsv and of a host. */
class JvmNamesTest {
    private static final JvmNames HOST =
            new JvmNames("host", List.of("jdk17-debian", "graalvm-ce-17", "jdk25-mine", "jdk25-temurin"));

    private static JvmNames table() throws IOException {
        return new JvmNames(
                "docker",
                Files.readAllLines(Path.of("..", "docker", "variants.tsv")).stream()
                        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                        .map(line -> line.split("\t"))
                        .filter(row -> !row[1].equals("base"))
                        .map(row -> row[0])
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "17, jdk17-temurin",
        "jdk17, jdk17-temurin",
        "21-corretto, jdk21-corretto",
        "corretto-21, jdk21-corretto",
        "25+zgc+huge, jdk25-temurin+zgc+huge",
        "graalvm-17+again, ambiguous",
        "graalvm-ce-17, graalvm-ce-17",
        "17-oracle, oracle-graalvm-17",
        "28, jdk28-ea",
        "16, history-jdk16",
        "11.0.12, history-jdk11-0-12",
        "11, jdk11-temurin",
        "article-17, article-jdk17-temurin",
        "zulu, ambiguous",
        "temurin, ambiguous",
        "jdk1, none",
        "1, none",
    })
    void oneOfTheTableIsMeant(String typed, String name) throws IOException {
        JvmNames table = table();
        if (name.equals("ambiguous") || name.equals("none")) {
            String said =
                    assertThrows(WrongUsage.class, () -> table.contender(typed)).getMessage();
            assertTrue(said.contains(name.equals("none") ? "there is no variant" : "' may be "), said);
        } else {
            assertEquals(name, table.contender(typed));
        }
    }

    @Test
    void whatIsAmbiguousNamesTheCandidates() throws IOException {
        JvmNames table = table();
        assertEquals(
                "'21-graalvm' may be graalvm-ce-21 or oracle-graalvm-21; name one of them",
                assertThrows(WrongUsage.class, () -> table.contender("21-graalvm"))
                        .getMessage());
    }

    @Test
    void onAHostTheOnlyPlainJvmOfAVersionIsMeant() {
        assertEquals("jdk17-debian+zgc", HOST.contender("17+zgc"));
        assertEquals("jdk25-temurin", HOST.contender("25"));
        assertEquals("jdk25-mine", HOST.contender("mine"));
    }

    @Test
    void theNearestNameIsSuggestedWhereOneIsNear() {
        assertEquals(
                "there is no variant 'jdk17-debain' (did you mean jdk17-debian?) for --runner host; it knows:"
                        + " jdk17-debian jdk25-temurin jdk25-mine graalvm-ce-17",
                assertThrows(WrongUsage.class, () -> HOST.contender("jdk17-debain"))
                        .getMessage());
        String said = assertThrows(WrongUsage.class, () -> HOST.contender("something"))
                .getMessage();
        assertTrue(said.contains("'something' for --runner"), said);
    }

    @Test
    void ofManyNamesTheSentenceHasTheNearest() {
        JvmNames many = new JvmNames("docker", List.of("zulu8", "jdk8-one", "jdk8-two", "jdk8-three", "jdk9-one"));
        String said =
                assertThrows(WrongUsage.class, () -> many.contender("jdk7-one")).getMessage();
        assertTrue(said.contains("it knows: jdk8-one jdk9-one "), said);
        assertTrue(said.endsWith(" and 1 more; whichjvm list prints them"), said);
    }
}
