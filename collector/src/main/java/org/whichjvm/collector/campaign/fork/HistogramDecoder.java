package org.whichjvm.collector.campaign.fork;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.whichjvm.collector.io.UnusableFile;

/**
 * Adds encoded histograms to {@link Counts}. HdrHistogram's own decoder allocates by whatever the
 * encoding says of itself, ignores its checksum and takes three times as long; this one knows the
 * one layout that forks write, HdrHistogram's compressed V2, and refuses all others.
 */
public final class HistogramDecoder implements AutoCloseable {
  private static final int COMPRESSED_COOKIE = 0x1c849314;
  private static final int COOKIE = 0x1c849313;
  private static final int ENVELOPE_BYTES = 8;
  private static final int HEADER_BYTES = 40;
  private static final int MAX_COUNT_BYTES = 9;
  private static final int MAX_BYTES = HEADER_BYTES + Counts.MAX_BUCKETS * MAX_COUNT_BYTES;

  // What 64 MB of real logs are when unpacked, and as much again: deflate could make it 64 GB.
  private static final long MAX_TOTAL_BYTES = 512L << 20;

  private static final String TOO_MANY = "has more latencies than a fork of 24 hours";

  private final Inflater inflater = new Inflater();
  // One more, to see that there is an end; and a last number that is cut short is still inside.
  private final byte[] unpacked = new byte[MAX_BYTES + 1 + MAX_COUNT_BYTES];
  private long totalBytes;
  private int position;

  /**
   * Adds one histogram.
   *
   * @param text where its base64 is
   * @return whether it is one; if not, some of it may have been added
   * @throws UnusableFile if it is one, but not of a fork's latencies
   */
  public boolean add(final byte[] text, final int from, final int to, final Counts sum)
      throws UnusableFile {
    final ByteBuffer packed;
    try {
      packed = Base64.getDecoder().decode(ByteBuffer.wrap(text, from, to - from));
    } catch (final IllegalArgumentException exception) {
      return false;
    }
    if (packed.remaining() < ENVELOPE_BYTES
        || packed.getInt() != COMPRESSED_COOKIE
        || packed.getInt() != packed.remaining()) {
      return false;
    }
    final int length = unpack(packed);
    return length >= HEADER_BYTES && header(length) && counts(length, sum);
  }

  /** How many bytes it has, at most {@link #MAX_BYTES}; -1 if it has no whole stream. */
  private int unpack(final ByteBuffer packed) throws UnusableFile {
    inflater.reset();
    inflater.setInput(packed);
    try {
      final int length = inflater.inflate(unpacked, 0, MAX_BYTES + 1);
      totalBytes += length;
      if (length > MAX_BYTES || totalBytes > MAX_TOTAL_BYTES) {
        throw new UnusableFile("unpacks to more than the latencies of any fork");
      }
      // Only a stream that is finished has had its checksum compared.
      return inflater.finished() && !packed.hasRemaining() ? length : -1;
    } catch (final DataFormatException exception) {
      return -1;
    }
  }

  private boolean header(final int length) throws UnusableFile {
    final ByteBuffer header = ByteBuffer.wrap(unpacked, 0, HEADER_BYTES);
    if (header.getInt() != COOKIE || header.getInt() != length - HEADER_BYTES) {
      return false;
    }
    final int offset = header.getInt();
    final int digits = header.getInt();
    final long lowest = header.getLong();
    header.getLong(); // the highest trackable value: the counts tell what is needed
    final double ratio = header.getDouble();
    if (offset != 0 || digits != Counts.DIGITS || lowest != 1 || ratio != 1) {
      throw new UnusableFile(
          "has another layout than "
              + Counts.DIGITS
              + " digits from 1 ns: digits "
              + digits
              + ", lowest value "
              + lowest
              + ", ratio "
              + ratio
              + ", offset "
              + offset);
    }
    return true;
  }

  /**
   * Numbers above 0 are counts, one a bucket; those below say how many buckets have none. This loop
   * takes most of the time of a report that is not spent on unpacking.
   */
  private boolean counts(final int length, final Counts sum) throws UnusableFile {
    final byte[] bytes = unpacked;
    long[] counts = sum.buckets(0);
    long total = sum.total();
    int bucket = 0;
    int at = HEADER_BYTES;
    while (at < length) {
      if (bucket >= counts.length) {
        if (bucket >= Counts.MAX_BUCKETS) {
          throw new UnusableFile("has latencies of over a century");
        }
        counts = sum.buckets(bucket);
      }
      final int first = bytes[at];
      if (first >= 0) {
        at++;
        final int number = (first >>> 1) ^ -(first & 1);
        // No branch on the sign: in a tail it is anybody's guess, and half of the time went there.
        final int none = number >> 31;
        final int count = number & ~none;
        counts[bucket] += count;
        total += count;
        bucket += (1 & ~none) - (number & none);
      } else {
        position = at;
        final long number = longNumber();
        at = position;
        if (number > ForkReader.MAX_MESSAGES) {
          throw new UnusableFile(TOO_MANY);
        }
        if (number < 0) {
          bucket += (int) -Math.max(number, -Counts.MAX_BUCKETS);
        } else {
          counts[bucket++] += number;
          total += number;
        }
      }
    }
    if (total > ForkReader.MAX_MESSAGES) {
      throw new UnusableFile(TOO_MANY);
    }
    sum.added(bucket, total);
    return at == length && bucket <= Counts.MAX_BUCKETS;
  }

  // Seven bits a byte, the lowest first. What follows the last histogram in the buffer is an older
  // one's: a number that reaches into it ends beyond the length.
  private long longNumber() {
    long value = 0;
    for (int shift = 0; shift < Byte.SIZE * 7; shift += 7) {
      final long next = unpacked[position++];
      value |= (next & 0x7f) << shift;
      if (next >= 0) {
        return signed(value);
      }
    }
    return Long.MAX_VALUE; // a ninth byte: beyond all that may be
  }

  private static long signed(final long value) {
    return (value >>> 1) ^ -(value & 1);
  }

  @Override
  public void close() {
    inflater.end();
  }
}
