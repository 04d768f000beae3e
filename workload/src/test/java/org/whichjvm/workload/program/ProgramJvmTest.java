package org.whichjvm.workload.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.workload.fork.JvmInfo;
import org.whichjvm.workload.host.CannotRun;

/** What a fork's file has of the program's JVM, wherever its options are. */
class ProgramJvmTest {
    private static final String JAVA = System.getProperty("java.home") + "/bin/java";

    @TempDir
    private Path app;

    /** A program that leaves a file where it ran. */
    static final class Leaves {
        public static void main(String[] arguments) throws IOException {
            Files.createFile(Paths.get(arguments[0]));
        }
    }

    @Test
    void anArgumentFileIsRead() throws Exception {
        Path ran = app.resolve("ran");
        Files.writeString(
                app.resolve("args.txt"),
                String.join(
                        "\n",
                        "-XX:+UseSerialGC",
                        "-Xmx300m",
                        "-cp",
                        "\"" + System.getProperty("java.class.path") + "\"",
                        Leaves.class.getName(),
                        ran.toString()));
        JsonObject jvm = ask(List.of(), JAVA, "@args.txt");
        assertEquals("Serial", jvm.get("garbageCollector").getAsString());
        assertEquals(300 << 20, jvm.get("maxHeapBytes").getAsLong());
        assertEquals("C2", jvm.get("compiler").getAsString());
        assertTrue(flags(jvm).contains("-XX:+UseSerialGC"), jvm.toString());
        assertFalse(Files.exists(ran), "the program ran");
    }

    @Test
    void theEnvironmentIsRead() throws Exception {
        JsonObject jvm = ask(
                List.of("-Xmx200m"),
                "env",
                "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1 -Xmx256m",
                JAVA,
                "-jar",
                "missing.jar");
        assertEquals("C1", jvm.get("compiler").getAsString());
        assertEquals(200 << 20, jvm.get("maxHeapBytes").getAsLong());
        assertEquals("-Xmx200m", flags(jvm).get(0));
        assertTrue(flags(jvm).contains("-XX:TieredStopAtLevel=1"), jvm.toString());
    }

    @Test
    void aJvmOfTheProgramsOwnIsTold() throws Exception {
        JsonObject jvm = ask(List.of(), JAVA, "-Xint", "Main");
        assertEquals("none", jvm.get("compiler").getAsString());
        assertEquals(
                System.getProperty("java.runtime.version"), jvm.get("version").getAsString());
        assertEquals(JvmInfo.vendor(), jvm.get("vendor").getAsString());
        assertEquals(System.getProperty("java.vm.name"), jvm.get("name").getAsString());
        assertTrue(jvm.get("major").getAsInt() >= 17);
    }

    @Test
    void aLauncherWithoutDryRunIsAskedForItsVersion() throws Exception {
        Path old = app.resolve("java");
        Files.writeString(
                old,
                "#!/bin/sh\ncase $* in *--dry-run*) echo 'Unrecognized option: --dry-run'; exit 1 ;; esac\n"
                        + "exec '"
                        + JAVA
                        + "' \"$@\"\n");
        assertTrue(old.toFile().setExecutable(true));
        JsonObject jvm = ask(List.of(), old.toString(), "-XX:+UseParallelGC", "-jar", "a.jar");
        assertEquals("Parallel", jvm.get("garbageCollector").getAsString());
    }

    @Test
    void optionsThatItRefusesAreNamed() {
        CannotRun refused = assertThrows(
                CannotRun.class, () -> ask(List.of("-XX:+NoSuchOption"), "env", "_JAVA_OPTIONS=-Da=1", JAVA, "Main"));
        assertEquals(
                "this JVM refuses -XX:+NoSuchOption: Unrecognized VM option 'NoSuchOption'; leave out what it refuses, or"
                        + " name a JVM that takes it",
                refused.getMessage());
    }

    private JsonObject ask(List<String> flags, String... words) throws Exception {
        JsonObject jvm = JvmInfo.json();
        try (WorkFolder folder = new WorkFolder(app)) {
            ProgramJvm.ask(new ProgramLine(List.of(words), app, flags), folder).describe(jvm);
        }
        return jvm;
    }

    private static List<String> flags(JsonObject jvm) {
        return StreamSupport.stream(jvm.getAsJsonArray("flags").spliterator(), false)
                .map(each -> each.getAsString())
                .collect(Collectors.toList());
    }
}
