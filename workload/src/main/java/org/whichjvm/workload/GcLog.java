package org.whichjvm.workload;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The pauses of a window from the JVM's own log, to the microsecond; the beans count milliseconds.
 *
 * <p>From 9 on the log is switched on while the JVM runs (JEP 158, its diagnostic command {@code
 * VM.log}); 8 takes it on its command line only, where {@code launch} puts it (WHICHJVM_JVM_LOG).
 */
final class GcLog {
  /** {@code GC(3) Pause Young (Allocation Failure) 64M->2M(128M) 1.234ms}, 9 and newer. */
  private static final Pattern UNIFIED =
      Pattern.compile("GC\\(\\d+\\) Pause .* (\\d+[.,]\\d+)ms\\s*$");

  /** {@code 0.5: [GC (Allocation Failure) 65536K->2048K(131072K), 0.0012340 secs]}, 8. */
  private static final Pattern OLD =
      Pattern.compile("\\[(?:Full )?GC (?!concurrent).*, (\\d+[.,]\\d+) secs\\]\\s*$");

  private static final String OPTION_OF_8 =
      "Java 8 writes its garbage collection log only if it is started with -Xloggc:FILE and"
          + " WHICHJVM_JVM_LOG=FILE; workload/launch does both";

  private final Path file;
  private final boolean unified;
  private long startedAt;

  private GcLog(final Path file, final boolean unified) {
    this.file = file;
    this.unified = unified;
  }

  /**
   * The log of this JVM.
   *
   * @param folder to write it into where this JVM can still be told
   * @throws CannotRun if it writes none
   */
  static GcLog of(final Path folder) {
    if (JvmInfo.major() >= 9) {
      final Path file = folder.resolve("gc.log");
      diagnosticCommand("output=" + file, "what=gc=info", "decorators=uptime");
      return new GcLog(file, true);
    }
    final String given = JvmInfo.environment("WHICHJVM_JVM_LOG");
    if (given == null || !Paths.get(given).toFile().canRead()) {
      throw new CannotRun(OPTION_OF_8);
    }
    return new GcLog(Paths.get(given), false);
  }

  /** Starts the window. */
  void start() {
    startedAt = file.toFile().length();
  }

  /** The pauses since then, in ms, in the order they came. */
  double[] pauseMillis() {
    return pauseMillis(readFrom(startedAt), unified);
  }

  /**
   * @param unified whether it is of 9 or newer
   * @return the pauses that these lines tell, in ms; all kinds, but no concurrent phase
   */
  static double[] pauseMillis(final String log, final boolean unified) {
    final DoubleStream.Builder pauses = DoubleStream.builder();
    for (final String line : log.split("\n")) {
      final Matcher matcher = (unified ? UNIFIED : OLD).matcher(line);
      if (matcher.find()) {
        // Some locales write a comma.
        final double time = Double.parseDouble(matcher.group(1).replace(',', '.'));
        pauses.add(unified ? time : time * 1e3);
      }
    }
    return pauses.build().toArray();
  }

  private String readFrom(final long offset) {
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      final byte[] bytes = new byte[Math.toIntExact(log.length() - offset)];
      log.seek(offset);
      log.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void diagnosticCommand(final String... arguments) {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "vmLog",
              new Object[] {arguments},
              new String[] {String[].class.getName()});
    } catch (final JMException | RuntimeException e) {
      throw new CannotRun(
          "this JVM does not switch on its garbage collection log (diagnostic command VM.log: "
              + e
              + "); gc-steal needs a HotSpot JVM with the module jdk.management");
    }
  }
}
