package org.whichjvm.workload.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.common.Profiling;
import org.whichjvm.workload.fork.ForkFailure;

/**
 * What is made of the files that the JVMs of a program left; a real profiler is in explain.bats.
 */
class ProfilerTest {
  @TempDir Path scratch;

  private void profile(final int process, final String stacks) throws IOException {
    Files.write(
        scratch.resolve("profile-" + process + ".collapsed"),
        stacks.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theStacksOfAllJvmsAreAddedUpWhateverTheNumbersOfTheirThreads() throws IOException {
    profile(1, "[main tid=11];a.run 3\n[GC Thread#0 tid=12];mark 1\n");
    profile(2, "[main tid=21];a.run 4\n");
    assertEquals(
        "[GC Thread#0];mark 1\n[main];a.run 7\n",
        new String(Profiler.stacks(scratch), StandardCharsets.UTF_8));
  }

  @Test
  void aProgramThatLeavesNoProfileSaysWhy() throws IOException {
    assertTrue(
        assertThrows(ForkFailure.class, () -> Profiler.stacks(scratch))
            .getMessage()
            .startsWith("no JVM of the program has left a profile"));
  }

  @Test
  void aProgramMayHaveNothingOfWhatIsCounted() throws IOException {
    profile(1, "");
    assertEquals(0, Profiler.stacks(scratch).length);
  }

  @Test
  void aProfileThatIsTooLargeOrALinkIsNotRead() throws IOException {
    final Path secret = scratch.resolve("secret");
    Files.write(secret, Collections.singleton("[main tid=1];secret 1"));
    Files.createSymbolicLink(scratch.resolve("profile-3.collapsed"), secret);
    assertThrows(ForkFailure.class, () -> Profiler.stacks(scratch));
    profile(4, String.join("", Collections.nCopies(1 << 20, "[a];bcdef 1\n")));
    assertTrue(
        assertThrows(ForkFailure.class, () -> Profiler.stacks(scratch))
            .getMessage()
            .startsWith("the profile has more than 8 MB"));
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
