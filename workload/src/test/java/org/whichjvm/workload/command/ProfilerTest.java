package org.whichjvm.workload.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Profiling;
import org.whichjvm.workload.fork.ForkFailure;

/** What is made of the files that the JVMs of a program left; a real profiler is in RecordingTest. */
class ProfilerTest {
    @TempDir
    Path scratch;

    @Test
    void aProgramThatLeavesNoProfileSaysWhy() {
        assertNothingLeft();
    }

    @Test
    void aLinkIsNotRead() throws IOException {
        Path secret = scratch.resolve("secret");
        Files.write(secret, new byte[1_000]);
        Files.createSymbolicLink(scratch.resolve("profile-3.jfr"), secret);
        assertNothingLeft();
    }

    private void assertNothingLeft() {
        assertTrue(assertThrows(ForkFailure.class, () -> Profiler.recording(scratch))
                .getMessage()
                .startsWith("no JVM of the program has left a profile"));
    }

    @Test
    void theAgentIsThere() throws IOException {
        List<String> options = Profiler.options(scratch, Profiling.CPU);
        assertTrue(options.get(0).startsWith("-agentpath:" + scratch.resolve("libasyncProfiler.so") + "=start,"));
        assertTrue(Files.size(scratch.resolve("libasyncProfiler.so")) > 100_000);
    }

    @Test
    void theLogsOfCompilationsOfAllItsJvmsAreKeptAndNoOtherFile() throws IOException {
        assertEquals(0, Profiler.compilationLog(scratch).length);
        Files.writeString(scratch.resolve("compilation-1.log"), "one\n");
        Files.writeString(scratch.resolve("compilation-2.log"), "two\n");
        Files.createSymbolicLink(scratch.resolve("compilation-3.log"), Path.of("/etc/passwd"));
        String kept = new String(Profiler.compilationLog(scratch), StandardCharsets.UTF_8);
        assertEquals(Set.of("one", "two"), Set.copyOf(kept.lines().toList()));
    }

    @Test
    void ofALongLogOfCompilationsTheBeginningIsKept() throws IOException {
        Files.write(scratch.resolve("compilation.log"), new byte[ForkNames.MOST_COMPILATION_BYTES + 1]);
        assertEquals(ForkNames.MOST_COMPILATION_BYTES, Profiler.compilationLog(scratch).length);
    }
}
