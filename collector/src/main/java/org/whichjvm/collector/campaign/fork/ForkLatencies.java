package org.whichjvm.collector.campaign.fork;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.whichjvm.collector.io.BoundedFile;
import org.whichjvm.collector.io.Checksum;
import org.whichjvm.collector.io.UnusableFile;

/** Reads what an ok fork measured and checks that its .hlog is that fork's. */
final class ForkLatencies {
  // Twice the precision of three digits, and room for a maximum kept exactly.
  private static final double TOLERANCE = 0.005;

  private static final int MAX_HLOG_BYTES = 64 << 20;

  private ForkLatencies() {}

  /** The sum of all intervals of each latency, as the JSON tells it. */
  static Map<Latency, Counts> read(final Path forks, final Fork fork, final Totals totals)
      throws UnusableFile, IOException {
    checkIsTheOne(forks.resolve(fork.name().hlog()), totals.hlog());
    final Map<Latency, Counts> latencies = totals.decode();
    for (final Latency latency : Latency.values()) {
      check(latency, fork.summaries().get(latency), latencies.get(latency));
    }
    return latencies;
  }

  private static void checkIsTheOne(final Path log, final Checksum told)
      throws UnusableFile, IOException {
    final Checksum actual;
    try {
      actual = BoundedFile.checksum(log, MAX_HLOG_BYTES);
    } catch (final UnusableFile exception) {
      throw unusable(log, exception.getMessage());
    }
    if (!actual.equals(told)) {
      throw unusable(
          log, "is not the one it was written with: cut short, damaged or another fork's");
    }
  }

  private static UnusableFile unusable(final Path log, final String reason) {
    return new UnusableFile("its " + log.getFileName() + " " + reason);
  }

  private static void check(final Latency latency, final Summary said, final Counts counts)
      throws UnusableFile {
    if (counts.total() != said.count()) {
      throw new UnusableFile(
          String.format(
              Locale.ROOT,
              "its %s has %d %s latencies, not the %d of the .json",
              Totals.field(latency),
              counts.total(),
              latency.key,
              said.count()));
    }
    // All forks of a campaign have the same count: only the values tell two forks apart.
    if (differ(counts.median(), said.at(Percentile.P50)) || differ(counts.max(), said.max())) {
      throw new UnusableFile(
          String.format(
              Locale.ROOT,
              "its %s is another fork's: %s p50 and max are %d and %d ns, the .json says %d and %d",
              Totals.field(latency),
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
