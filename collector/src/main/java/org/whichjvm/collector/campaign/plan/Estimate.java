package org.whichjvm.collector.campaign.plan;

import java.util.Locale;

/** How long a campaign is going to take, in words and in seconds. */
public final class Estimate {
  // Beside warm-up and duration: JVM, unpaced warm-up, floor, container. Measured on a machine of
  // two CPUs.
  private static final double DOCKER_FORK = 3;
  private static final double HOST_FORK = 2;
  // JMH takes it for each run.
  private static final double JMH_RUN = 0.2;
  // All benchmarks of contention with one thread and with two, where no check has counted them.
  private static final int USUAL_RUNS = 13;
  private static final int LEAST_BLOCKS = 8;
  private static final int MOST_BLOCKS = 1_000;

  private Estimate() {}

  /**
   * What a fork takes, in s.
   *
   * @param runs of a fork of contention, as its check says; 0 if unknown
   */
  static double forkSeconds(final Asked asked, final int runs) {
    final double duration =
        Values.seconds("--duration", Values.last("--duration", asked.options()));
    final double warmup = Values.seconds("--warmup", Values.last("--warmup", asked.options()));
    final double rest = asked.runner().equals("docker") ? DOCKER_FORK : HOST_FORK;
    return asked.workload().equals(Workload.CONTENTION.text())
        ? runs(runs) * (duration + warmup + JMH_RUN) + rest
        : duration + warmup + rest;
  }

  private static int runs(final int runs) {
    return runs > 0 ? runs : USUAL_RUNS;
  }

  /** As many blocks as fit into the time. */
  static int blocks(final Asked asked, final int contenders, final int runs) {
    final double fit = asked.maxSeconds() / (contenders * forkSeconds(asked, runs));
    return (int) Math.max(LEAST_BLOCKS, Math.min(MOST_BLOCKS, fit));
  }

  /** What is about to be run, and how long that takes. */
  static String words(final Asked asked, final int contenders, final int blocks, final int runs) {
    final double total = forkSeconds(asked, runs) * contenders * blocks;
    final boolean stops = asked.precision() != null;
    final String duration = Values.last("--duration", asked.options());
    return counted(contenders, "contender")
        + " × "
        + (stops ? "at most " : "")
        + counted(blocks, "block")
        + " of "
        + (asked.workload().equals(Workload.CONTENTION.text()) ? runs(runs) + " runs of " : "")
        + duration.replaceFirst("([a-z]+)$", " $1")
        + (stops ? ": at most " : ": about ")
        + time(Math.round(stops ? Math.min(total, asked.maxSeconds()) : total));
  }

  /** 1 block, 2 blocks. */
  public static String counted(final int number, final String word) {
    return number + " " + word + (number == 1 ? "" : "s");
  }

  /** 45 s, 9 min, 2 h 05 min. */
  public static String time(final long seconds) {
    final long minutes = (seconds + 30) / 60;
    if (seconds < 90) {
      return seconds + " s";
    }
    return minutes < 100
        ? minutes + " min"
        : String.format(Locale.ROOT, "%d h %02d min", minutes / 60, minutes % 60);
  }
}
