package org.whichjvm.collector.campaign.fork;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import org.whichjvm.collector.io.Checksum;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/**
 * What a fork's JSON tells of its .hlog: how to know it again, and the sums of its intervals. To
 * unpack one histogram for each latency instead of one a second makes a report several times
 * faster.
 *
 * @param hlog length and checksum of the .hlog
 * @param histograms the sum of each latency's intervals, encoded as in a line of the .hlog
 */
record Totals(Checksum hlog, Map<Latency, String> histograms) {
  private static final String HLOG = "hlog";
  private static final String HISTOGRAM = "histogram";
  private static final long MAX_CRC32 = 0xffff_ffffL;

  /**
   * What an ok fork's JSON tells.
   *
   * @return null if it tells none of it: an older workload wrote it
   * @throws UnusableFile if it tells a part, or what cannot be
   */
  static Totals of(final JsonObject json) throws UnusableFile {
    final Map<Latency, String> histograms = new EnumMap<>(Latency.class);
    for (final Latency latency : Latency.values()) {
      final String histogram = Json.text(Json.object(json, latency.key), HISTOGRAM);
      if (histogram != null) {
        histograms.put(latency, histogram);
      }
    }
    final JsonElement hlog = json.get(HLOG);
    final boolean known = hlog != null && !hlog.isJsonNull();
    if (!known && histograms.isEmpty()) {
      return null;
    }
    if (!known || histograms.size() < Latency.values().length) {
      throw new UnusableFile(
          "has some of hlog, service.histogram and response.histogram, but not all three");
    }
    final JsonObject checksum = Json.object(json, HLOG);
    return new Totals(
        new Checksum(
            Json.whole(checksum, "bytes", 1, Long.MAX_VALUE),
            Json.whole(checksum, "crc32", 0, MAX_CRC32)),
        histograms);
  }

  /** The latencies of its histograms. */
  Map<Latency, Counts> decode() throws UnusableFile {
    final Map<Latency, Counts> sums = new EnumMap<>(Latency.class);
    try (HistogramDecoder decoder = new HistogramDecoder()) {
      for (final Map.Entry<Latency, String> entry : histograms.entrySet()) {
        final Counts sum = new Counts();
        decode(decoder, field(entry.getKey()), entry.getValue(), sum);
        sums.put(entry.getKey(), sum);
      }
    }
    return sums;
  }

  private static void decode(
      final HistogramDecoder decoder, final String field, final String histogram, final Counts sum)
      throws UnusableFile {
    // What is not ASCII becomes a question mark, which is not base64 either.
    final byte[] text = histogram.getBytes(StandardCharsets.US_ASCII);
    final boolean whole;
    try {
      whole = decoder.add(text, 0, text.length, sum);
    } catch (final UnusableFile exception) {
      throw new UnusableFile("its " + field + " " + exception.getMessage());
    }
    if (!whole) {
      throw new UnusableFile("its " + field + " is cut short or not an HdrHistogram in base64");
    }
  }

  /** The name of a latency's histogram, for people. */
  static String field(final Latency latency) {
    return latency.key + "." + HISTOGRAM;
  }
}
