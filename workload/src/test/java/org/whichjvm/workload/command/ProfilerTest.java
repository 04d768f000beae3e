package org.whichjvm.workload.command;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.common.Profiling;
import org.whichjvm.workload.fork.ForkFailure;

/**
 * What is made of the files that the JVMs of a program left; a real profiler is in RecordingTest.
 */
class ProfilerTest {
  @TempDir Path scratch;

  @Test
  void aProgramThatLeavesNoProfileSaysWhy() {
    assertNothingLeft();
  }

  @Test
  void aLinkIsNotRead() throws IOException {
    final Path secret = scratch.resolve("secret");
    Files.write(secret, new byte[1_000]);
    Files.createSymbolicLink(scratch.resolve("profile-3.jfr"), secret);
    assertNothingLeft();
  }

  private void assertNothingLeft() {
    assertTrue(
        assertThrows(ForkFailure.class, () -> Profiler.recording(scratch))
            .getMessage()
            .startsWith("no JVM of the program has left a profile"));
  }

  @Test
  void theAgentIsThere() throws IOException {
    final List<String> options = Profiler.options(scratch, Profiling.COMPILERS);
    assertTrue(
        options
            .get(0)
            .startsWith("-agentpath:" + scratch.resolve("libasyncProfiler.so") + "=start,"));
    assertTrue(options.contains("-XX:+LogCompilation"), options.toString());
    assertTrue(Files.size(scratch.resolve("libasyncProfiler.so")) > 100_000);
  }

  @Test
  void aProgramWithoutALogOfCompilationsIsASentence() {
    assertTrue(
        assertThrows(ForkFailure.class, () -> Profiler.decisions(scratch))
            .getMessage()
            .contains("HotSpot JVMs do"));
  }
}
