package org.whichjvm.collector;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Reads the .hlog of an ok fork and checks that it is that fork's. */
final class ForkLatencies {
  // Twice the precision of three digits, and room for a maximum kept exactly.
  private static final double TOLERANCE = 0.005;

  private ForkLatencies() {}

  static Map<Latency, Counts> read(final Path forks, final Fork fork)
      throws UnusableFile, IOException {
    final String file = fork.name().hlog();
    final Map<Latency, Counts> latencies;
    try {
      latencies = IntervalLog.read(forks.resolve(file));
    } catch (final UnusableFile exception) {
      throw new UnusableFile("its " + file + " " + exception.getMessage());
    }
    for (final Latency latency : Latency.values()) {
      check(file, latency, fork.summaries().get(latency), latencies.get(latency));
    }
    return latencies;
  }

  private static void check(
      final String file, final Latency latency, final Summary said, final Counts counts)
      throws UnusableFile {
    if (counts.total() != said.count()) {
      throw new UnusableFile(
          String.format(
              Locale.ROOT,
              "its %s has %d %s latencies, not the %d of the .json",
              file,
              counts.total(),
              latency.key,
              said.count()));
    }
    // All forks of a campaign have the same count: only the values tell that two logs were swapped.
    if (differ(counts.median(), said.at(Percentile.P50)) || differ(counts.max(), said.max())) {
      throw new UnusableFile(
          String.format(
              Locale.ROOT,
              "its %s is another fork's: %s 50 %% and max are %d and %d ns, the .json says %d and %d",
              file,
              latency.key,
              counts.median(),
              counts.max(),
              said.at(Percentile.P50),
              said.max()));
    }
  }

  private static boolean differ(final long one, final long other) {
    return Math.abs(one - other) > TOLERANCE * other + 1;
  }
}
