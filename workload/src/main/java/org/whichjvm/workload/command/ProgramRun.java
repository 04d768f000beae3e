package org.whichjvm.workload.command;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.whichjvm.common.Units;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Kernel;

/** One run of a program, from its start to the end of everything that it started. */
final class ProgramRun {
  private static final long LOOK_MILLIS = 1_000;
  private static final long READ_OUT_MILLIS = 10_000;

  /** So many bytes must be left where a program can write; it ends before the host suffers. */
  private static final long LEAST_FREE = 64L << 20;

  private final ProcessBuilder builder;
  private final Pattern until;
  private final long timeoutNanos;
  private final List<File> disks = new ArrayList<>();
  private final Output output;
  private Process process;
  private long startedNanos;
  private volatile long untilNanos;

  /** From the start to the end of the process that was started, in ns. */
  long wallNanos;

  /** Its exit code; 128 + N if signal N ended it. */
  int exit;

  /** Processes that it had left behind, which were ended. */
  int left;

  /** Why it was ended, in words that follow "the program"; null if it ended by itself. */
  String ended;

  /** Its processes used the difference of these. */
  ProcessUse before;

  ProcessUse after;

  /** The most memory of its control group, in bytes; null where that is not told. */
  Long groupPeak;

  /**
   * @param builder with its words, folder and environment
   * @param watchers of the lines of its output
   * @param until the first line that ends it; null for none
   */
  ProgramRun(
      final ProcessBuilder builder,
      final List<Consumer<String>> watchers,
      final Pattern until,
      final long timeoutNanos) {
    this.builder = builder;
    this.until = until;
    this.timeoutNanos = timeoutNanos;
    final List<Consumer<String>> all = new ArrayList<>(watchers);
    if (until != null) {
      all.add(this::look);
    }
    output = new Output(all);
    disks.add(builder.directory());
    disks.add(new File("/dev/shm"));
  }

  Output output() {
    return output;
  }

  /** From the start to the first line that was waited for, in ns; 0 if it did not come. */
  long untilNanos() {
    return untilNanos;
  }

  /**
   * Runs it.
   *
   * @throws CannotRun if it cannot be started
   */
  void run() throws InterruptedException {
    checkDisks();
    if (!Kernel.adoptOrphans()) {
      throw new CannotRun(
          "this kernel does not give a program's orphans to whoever started it (Linux 3.4 does)");
    }
    warmUp();
    before = ProcessUse.now();
    final GroupMemory memory = GroupMemory.now();
    builder.redirectErrorStream(true).redirectInput(new File("/dev/null"));
    startedNanos = System.nanoTime();
    process = start();
    final Thread reader = new Thread(() -> output.read(process.getInputStream()), "output");
    reader.start();
    waitForEnd();
    wallNanos = System.nanoTime() - startedNanos;
    endAll();
    reader.join(READ_OUT_MILLIS);
    groupPeak = memory.peakBytes();
    after = ProcessUse.now();
    exit = process.exitValue();
  }

  private Process start() {
    try {
      return builder.start();
    } catch (final IOException e) {
      throw new CannotRun("the program cannot be started: " + e.getMessage());
    }
  }

  /** The first process that a JVM starts takes longer, for the classes that do it. */
  private static void warmUp() throws InterruptedException {
    try {
      new ProcessBuilder("true")
          .redirectErrorStream(true)
          .redirectInput(new File("/dev/null"))
          .start()
          .waitFor();
    } catch (final IOException e) {
      throw new CannotRun("no process can be started here: " + e.getMessage());
    }
  }

  private void look(final String line) {
    if (untilNanos == 0 && until.matcher(line).find()) {
      untilNanos = System.nanoTime() - startedNanos;
      // Process.destroy() would close the output, which has more to say.
      Descendants.askChildren();
    }
  }

  private void waitForEnd() throws InterruptedException {
    while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      final long nanos = System.nanoTime() - startedNanos;
      final long seen = untilNanos;
      if (seen > 0) {
        if (nanos - seen > Descendants.GRACE_NANOS) {
          return;
        }
      } else if (nanos > timeoutNanos) {
        ended =
            String.format(
                Locale.ROOT, "had not ended after %.0f s (--timeout)", Units.seconds(timeoutNanos));
        return;
      }
      ended = full();
      if (ended != null) {
        return;
      }
    }
  }

  private void endAll() throws InterruptedException {
    if (process.isAlive()) {
      Descendants.end(Descendants.GRACE_NANOS, false);
      process.waitFor();
    }
    left = Descendants.end(Descendants.GRACE_OF_REST_NANOS, true);
  }

  private void checkDisks() {
    for (final File disk : disks) {
      if (disk.isDirectory() && disk.getUsableSpace() < LEAST_FREE) {
        throw new CannotRun(
            disk + " has less than " + Units.bytes(LEAST_FREE) + " free; make room first");
      }
    }
  }

  private String full() {
    for (final File disk : disks) {
      if (disk.isDirectory() && disk.getUsableSpace() < LEAST_FREE) {
        return "has filled the disk that "
            + disk
            + " is on, but for "
            + Units.bytes(LEAST_FREE)
            + ", and was ended";
      }
    }
    return null;
  }
}
