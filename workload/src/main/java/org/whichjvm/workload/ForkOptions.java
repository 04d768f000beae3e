package org.whichjvm.workload;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** What every workload is told beside its own settings: whose fork it is, where its results go. */
final class ForkOptions {
  private static final long MAX_NANOS = TimeUnit.HOURS.toNanos(24);

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where results go (default: /out in a container, else ./out).")
  private Path out;

  @Option(
      names = "--fork",
      converter = ForkId.class,
      hidden = true,
      paramLabel = "CAMPAIGN/BLOCK-POSITION",
      description = "The line of a campaign's plan that this fork is.")
  ForkId fork;

  @Option(names = "--check", description = "Check options and host, and run nothing.")
  boolean checkOnly;

  Path outOrDefault() {
    return orDefault(out);
  }

  /** The results folder: what was asked for, else a container's, else one here. */
  static Path orDefault(final Path asked) {
    if (asked != null) {
      return asked;
    }
    final String mounted = JvmInfo.environment("WHICHJVM_OUT");
    return Paths.get(mounted == null ? "out" : mounted);
  }

  /**
   * Refuses a time that no run could mean.
   *
   * @param nanos from 100 ms to 24 h
   * @throws WrongUsage if it is not, with name, value and range
   */
  static void checkTime(final String name, final long nanos) {
    if (nanos < TimeUnit.MILLISECONDS.toNanos(100) || nanos > MAX_NANOS) {
      throw new WrongUsage("%s is %s s; it goes from 100ms to 24h", name, Units.seconds(nanos));
    }
  }
}
