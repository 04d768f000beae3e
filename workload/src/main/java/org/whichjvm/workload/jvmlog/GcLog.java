package org.whichjvm.workload.jvmlog;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.ThisJvm;

/**
 * The pauses of a window from the JVM's own log, to the microsecond; the beans count milliseconds.
 *
 * <p>{@code launch} puts it onto the command line: only a JVM with the module jdk.management could
 * still be told while it runs.
 */
public final class GcLog {
  /** {@code GC(3) Pause Young (Allocation Failure) 64M->2M(128M) 1.234ms}, 9 and newer. */
  private static final Pattern UNIFIED =
      Pattern.compile("GC\\(\\d+\\) Pause .* (\\d+[.,]\\d+)ms\\s*$");

  /** {@code 0.5: [GC (Allocation Failure) 65536K->2048K(131072K), 0.0012340 secs]}, 8. */
  private static final Pattern OLD =
      Pattern.compile("\\[(?:Full )?GC (?!concurrent).*, (\\d+[.,]\\d+) secs\\]\\s*$");

  private static final String NO_LOG =
      "this JVM writes no garbage collection log that can be read (WHICHJVM_JVM_LOG); start it with"
          + " workload/launch, and take a HotSpot JVM";

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
   * @throws CannotRun if it writes none
   */
  public static GcLog open() {
    final String given = ThisJvm.environment("WHICHJVM_JVM_LOG");
    if (given == null || !Paths.get(given).toFile().canRead()) {
      throw new CannotRun(NO_LOG);
    }
    return new GcLog(Paths.get(given), ThisJvm.major() >= 9);
  }

  /** Starts the window. */
  public void start() {
    startedAt = file.toFile().length();
  }

  /** The pauses since then, in ms, in the order they came. */
  public double[] pauseMillis() {
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
}
