package org.whichjvm.workload.doctor;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.ThisJvm;

/** The host that the doctor looks at. What it runs or waits for a test replaces. */
public class DoctorHost extends HostFiles {
  private static final long COMMAND_SECONDS = 20;

  /** This host. */
  public DoctorHost() {
    super("");
  }

  /**
   * @param root folder before /proc and /sys
   */
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

  long freeBytes(final Path folder) {
    return folder.toFile().getUsableSpace();
  }

  /** The first line that a command prints; null if it is not there, fails or hangs. */
  public String firstLine(final String... command) {
    try {
      final Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(false)
              .redirectError(new File("/dev/null"))
              .start();
      process.getOutputStream().close();
      if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return null;
      }
      try (Scanner scanner = new Scanner(process.getInputStream(), "UTF-8")) {
        return process.exitValue() == 0 && scanner.hasNextLine() ? scanner.nextLine().trim() : null;
      }
    } catch (final IOException e) {
      return null;
    } catch (final InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
