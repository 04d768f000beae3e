package org.whichjvm.workload.doctor;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.ThisJvm;

/** The host that the doctor looks at. Tests override commands and waits. */
public class DoctorHost extends HostFiles {
  private static final long COMMAND_SECONDS = 20;

  public DoctorHost() {
    super("");
  }

  /** The files in a folder before /proc and /sys. */
  DoctorHost(final String root) {
    super(root);
  }

  boolean inContainer() {
    return ThisJvm.environment("WHICHJVM_IN_IMAGE") != null;
  }

  String arch() {
    return System.getProperty("os.arch");
  }

  /** Time in which interrupts, steal and other processes are counted. */
  void aSecond() throws InterruptedException {
    TimeUnit.SECONDS.sleep(1);
  }

  boolean isWritable(final Path folder) {
    return folder.toFile().isDirectory() && folder.toFile().canWrite();
  }

  /** The first line that a command prints; empty if it is not there, fails or hangs. */
  public Optional<String> firstLine(final String... command) {
    try {
      final Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(false)
              .redirectError(new File("/dev/null"))
              .start();
      process.getOutputStream().close();
      if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return Optional.empty();
      }
      try (Scanner scanner = new Scanner(process.getInputStream(), "UTF-8")) {
        return process.exitValue() == 0 && scanner.hasNextLine()
            ? Optional.of(scanner.nextLine().trim())
            : Optional.empty();
      }
    } catch (final IOException e) {
      return Optional.empty();
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
