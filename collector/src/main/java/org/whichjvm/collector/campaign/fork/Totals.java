package org.whichjvm.collector.campaign.fork;

import com.google.gson.JsonObject;
import java.util.EnumMap;
import java.util.Map;
import org.whichjvm.collector.io.Checksum;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/**
 * What a fork's JSON tells of its .hlog: how to know it again, and the sums of its intervals.
 *
 * @param hlog length and checksum of the .hlog
 * @param histograms the sum of each latency's intervals, encoded as in a line of the .hlog
 */
record Totals(Checksum hlog, Map<Latency, String> histograms) {
  private static final String HLOG = "hlog";
  private static final String HISTOGRAM = "histogram";
  private static final long MAX_CRC32 = 0xffff_ffffL;

  /**
   * Reads those of an ok fork.
   *
   * @throws UnusableFile if it does not tell all of it, or tells what cannot be
   */
  static Totals of(final JsonObject json) throws UnusableFile {
    final Map<Latency, String> histograms = new EnumMap<>(Latency.class);
    for (final Latency latency : Latency.values()) {
      final String histogram = Json.text(Json.object(json, latency.key), HISTOGRAM);
      if (histogram == null) {
        throw new UnusableFile("is ok, but has no " + field(latency));
      }
      histograms.put(latency, histogram);
    }
    final JsonObject checksum = Json.object(json, HLOG);
    if (checksum.size() == 0) {
      throw new UnusableFile("is ok, but has no hlog, by which its .hlog is known");
    }
    return new Totals(
        new Checksum(
            Json.whole(checksum, "bytes", 1, Long.MAX_VALUE),
            Json.whole(checksum, "crc32", 0, MAX_CRC32)),
        histograms);
  }

  /** The latencies of its histograms. */
  Map<Latency, Counts> decode() throws UnusableFile {
    final Map<Latency, Counts> sums = new EnumMap<>(Latency.class);
    for (final Map.Entry<Latency, String> entry : histograms.entrySet()) {
      try {
        sums.put(entry.getKey(), HistogramDecoder.decode(entry.getValue()));
      } catch (final UnusableFile exception) {
        throw new UnusableFile("its " + field(entry.getKey()) + " " + exception.getMessage());
      }
    }
    return sums;
  }

  /** The name of a latency's histogram, for people. */
  static String field(final Latency latency) {
    return latency.key + "." + HISTOGRAM;
  }
}
