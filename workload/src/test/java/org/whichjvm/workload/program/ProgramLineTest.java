package org.whichjvm.workload.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.MalformedURLException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.common.OptionsVariable;
import org.whichjvm.common.WrongUsage;

/** Where the JVM's options and the mounted folder go in a program. */
class ProgramLineTest {
    private static final List<String> FLAGS = List.of("-XX:+UseZGC", "-Xmx1g");

    /** A bar stands between two words. */
    @ParameterizedTest
    @CsvSource({
        "java|{flags}|-jar|a.jar, java|-XX:+UseZGC|-Xmx1g|-jar|a.jar",
        "sh|-c|java {flags} -jar {app}/a.jar, sh|-c|java -XX:+UseZGC -Xmx1g -jar /app/a.jar",
        "java|-jar|a.jar, java|-XX:+UseZGC|-Xmx1g|-jar|a.jar",
        "env|A=1|/jdk/bin/java|-cp|java|Main, env|A=1|/jdk/bin/java|-XX:+UseZGC|-Xmx1g|-cp|java|Main",
    })
    void flagsAreWordsWhereTheyStandAloneOrBehindTheFirstJavaAndTextInsideAWord(String words, String expected) {
        assertEquals(split(expected), line(FLAGS, words.split("[|]")).words());
    }

    @Test
    void withoutFlagsTheirPlaceIsEmpty() {
        assertEquals(
                split("java|-jar|a.jar"),
                line(List.of(), "java", "{flags}", "-jar", "a.jar").words());
    }

    private static List<String> split(String words) {
        return List.of(words.split("[|]"));
    }

    @Test
    void aScriptGetsThemByTheEnvironment() {
        Map<String, String> environment = new HashMap<>(Map.of("JAVA_OPTS", "-Xmx1g"));
        environment.put("WHICHJVM_FLAGS", "-XX:+UseZGC");
        environment.put("WHICHJVM_QUEUE_ID", "7");
        environment.put("WHICHJVM_PADDING", "  ");
        line(FLAGS, "./run.sh").environment(environment);
        assertEquals("-XX:+UseZGC -Xmx1g", environment.get("JDK_JAVA_OPTIONS"));
        assertTrue(environment.containsKey("JAVA_HOME"));
        assertEquals("7", environment.get("WHICHJVM_QUEUE_ID"));
        assertEquals("  ", environment.get("WHICHJVM_PADDING"));
        assertEquals(4, environment.size(), environment.toString());
    }

    @Test
    void behindTheFirstJavaTheyAreNotInTheEnvironment() {
        Map<String, String> environment = new HashMap<>();
        line(FLAGS, "env", "java", "-version").environment(environment);
        assertEquals(List.of("JAVA_HOME"), List.copyOf(environment.keySet()));
    }

    @Test
    void aScriptOfJavaEightGetsThemByTheVariableThatItReads() {
        assertEquals("JAVA_TOOL_OPTIONS", OptionsVariable.of(8));
        assertEquals("JDK_JAVA_OPTIONS", OptionsVariable.of(9));
    }

    @Test
    void optionsOfTheEnvironmentAreTheProgramsAndStandBeforeTheFlags() {
        Map<String, String> environment = new HashMap<>();
        environment.put("WHICHJVM_PROGRAM_JDK_JAVA_OPTIONS", "-Xmx256m");
        environment.put("WHICHJVM_PROGRAM_JAVA_TOOL_OPTIONS", "-Da=1");
        line(FLAGS, "./run.sh").environment(environment);
        assertEquals("-Xmx256m -XX:+UseZGC -Xmx1g", environment.get("JDK_JAVA_OPTIONS"));
        assertEquals("-Da=1", environment.get("JAVA_TOOL_OPTIONS"));
        assertEquals(3, environment.size(), environment.toString());
    }

    /** Of a script the options are in the environment. */
    @ParameterizedTest
    @CsvSource({
        "env|A=1|java|@a.txt|{flags}|x, env|A=1|java|--dry-run|-T|@a.txt|-XX:+UseZGC|-Xmx1g|x",
        "./run.sh|java|-jar|a.jar, java|--dry-run|-T|-XX:+UseZGC|-Xmx1g|-jar|a.jar",
        "./x, java|--dry-run|-T|-version",
        "sh|-c|java {flags} -jar a.jar, java|--dry-run|-T|-XX:+UseZGC|-Xmx1g|-version",
    })
    void aJvmIsAskedByTheProgramsOwnLine(String words, String expected) {
        assertEquals(split(expected), line(FLAGS, words.split("[|]")).dryRun(List.of("-T")));
    }

    @Test
    void aJvmThatIsOnlyAskedWritesNothingAndRunsNoAgent() {
        List<String> flags = List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile={scratch}/a.jsa", "-Xmx1g");
        assertEquals(
                List.of("java", "--dry-run", "-Xmx1g", "-XX:+UseZGC", "-jar", "a.jar"),
                line(
                                flags,
                                "java",
                                "{flags}",
                                "-javaagent:a.jar",
                                "-Xlog:gc:file=gc.log",
                                "-XX:StartFlightRecording:filename=a.jfr",
                                "-XX:+UseZGC",
                                "-jar",
                                "a.jar")
                        .known()
                        .dryRun(List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "/8/bin/java|{flags}|-cp|-a.jar|Main|-x, /8/bin/java|-XX:+UseZGC|-Xmx1g|-cp|-a.jar|-T|-version",
        "java|-Xms1m|-jar|a.jar, java|-XX:+UseZGC|-Xmx1g|-Xms1m|-T|-version",
        "./run.sh, java|-T|-version",
        "java|-classpath, java|-XX:+UseZGC|-Xmx1g|-classpath|-T|-version",
    })
    void aJvmOfJavaEightIsAskedBehindItsOptions(String words, String expected) {
        assertEquals(split(expected), line(FLAGS, words.split("[|]")).version(List.of("-T")));
    }

    @Test
    void aProgramThatIsNoneIsRefused() {
        assertThrows(WrongUsage.class, () -> line(FLAGS));
        WrongUsage wrong = assertThrows(WrongUsage.class, () -> new ProgramLine(List.of("{app}/x"), null, List.of()));
        assertTrue(wrong.getMessage().contains("no folder is mounted"), wrong.getMessage());
    }

    @Test
    void aJarMayLieInAFolderWithAnyName() throws MalformedURLException {
        Path jar = Paths.get("/my jars/50% µ+1/workload.jar");
        assertEquals(jar.toString(), ProgramLine.path(jar.toUri().toURL()));
    }

    private static ProgramLine line(List<String> flags, String... words) {
        return new ProgramLine(List.of(words), Paths.get("/app"), flags);
    }
}
