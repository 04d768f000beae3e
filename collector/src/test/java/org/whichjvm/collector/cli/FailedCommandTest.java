package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailedCommandTest {
  @TempDir Path out;
  private Path file;

  @BeforeEach
  void campaignIsAFolder() throws IOException {
    file = Files.createDirectories(out.resolve("c/forks")).resolve("001-jdk17.json");
  }

  @Test
  void theReportNamesTheForkAndItsReason() throws IOException {
    assertEquals(0, failed(1, "jdk17", "killed: out of memory\n(137)").code());

    assertEquals("failed", Cli.json(file).get("status").getAsString());
    final Cli report = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(3, report.code());
    assertTrue(
        report.out().contains("forks/001-jdk17.json  failed: killed: out of memory (137)"),
        report.out());
  }

  @Test
  void keepsAFileThatIsThere() throws IOException {
    Files.writeString(file, "precious");
    assertEquals(2, failed(1, "jdk17", "died").code());
    assertEquals("precious", Files.readString(file));
  }

  @Test
  void refusesWhatIsNoFork() {
    assertEquals(2, failed(0, "jdk17", "died").code());
    assertEquals(2, failed(1, "../../x", "died").code());
    assertEquals(2, failed(1, "jdk17", " ").code());
    assertEquals(
        2,
        Cli.run(
                "failed",
                "--out",
                out,
                "--campaign",
                "no",
                "--block",
                1,
                "--contender",
                "a",
                "--reason",
                "r")
            .code());
    assertFalse(Files.exists(file));
  }

  private Cli failed(final int block, final String contender, final String reason) {
    return Cli.run(
        "failed",
        "--out",
        out,
        "--campaign",
        "c",
        "--block",
        block,
        "--contender",
        contender,
        "--reason",
        reason);
  }
}
