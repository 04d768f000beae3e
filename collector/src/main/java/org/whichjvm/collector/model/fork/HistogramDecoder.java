package org.whichjvm.collector.model.fork;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;
import org.whichjvm.collector.io.UnusableFile;

/**
 * Decodes a fork's histograms. HdrHistogram's own decoder allocates by whatever the encoding says of itself, ignores
 * its checksum and lets sums overflow; this one knows the one layout that forks write, HdrHistogram's compressed V2,
 * and refuses all others.
 */
public final class HistogramDecoder {
    private static final int COMPRESSED_COOKIE = 0x1c849314;
    private static final int COOKIE = 0x1c849313;
    private static final int ENVELOPE_BYTES = 8;
    private static final int HEADER_BYTES = 40;
    private static final int MAX_COUNT_BYTES = 9;

    /** Significant decimal digits of every histogram: values are good to 0.1 %. */
    public static final int DIGITS = 3;

    /** Buckets of one width; then come as many of twice that width, and so on. */
    private static final int HALF = 1 << 10;

    /** Beyond 2^62 ns, a century, a latency is not a latency. */
    private static final int MAX_BUCKETS = 53 * HALF;

    private static final int MAX_BYTES = HEADER_BYTES + MAX_BUCKETS * MAX_COUNT_BYTES;

    /** One histogram in base64, unless it is none, or not of a fork's latencies. */
    public static Histogram decode(String text) throws UnusableFile {
        ByteBuffer packed;
        try {
            // Other characters than ASCII become question marks, which are not base64 either.
            packed = ByteBuffer.wrap(Base64.getDecoder().decode(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (IllegalArgumentException exception) {
            throw cutShort();
        }
        if (packed.remaining() < ENVELOPE_BYTES
                || packed.getInt() != COMPRESSED_COOKIE
                || packed.getInt() != packed.remaining()) {
            throw cutShort();
        }
        ByteBuffer unpacked = unpack(packed);
        checkHeader(unpacked);
        return counts(unpacked);
    }

    private static ByteBuffer unpack(ByteBuffer packed) throws UnusableFile {
        byte[] unpacked = new byte[MAX_BYTES + 1]; // the last byte shows that there is an end
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(packed);
            int bytes = inflater.inflate(unpacked);
            if (bytes > MAX_BYTES) {
                throw new UnusableFile("unpacks to more than the latencies of any fork");
            }
            // Only a stream that is finished has had its checksum compared.
            if (!inflater.finished() || packed.hasRemaining() || bytes < HEADER_BYTES) {
                throw cutShort();
            }
            return ByteBuffer.wrap(unpacked, 0, bytes);
        } catch (DataFormatException exception) {
            throw cutShort();
        } finally {
            inflater.end();
        }
    }

    private static void checkHeader(ByteBuffer header) throws UnusableFile {
        if (header.getInt() != COOKIE || header.getInt() != header.limit() - HEADER_BYTES) {
            throw cutShort();
        }
        int offset = header.getInt();
        int digits = header.getInt();
        long lowest = header.getLong();
        header.getLong(); // the highest trackable value: the counts tell what is needed
        double ratio = header.getDouble();
        if (offset != 0 || digits != DIGITS || lowest != 1 || ratio != 1) {
            throw new UnusableFile(
                    "has another layout than %s digits from 1 ns: digits %s, lowest value %s, ratio " + "%s, offset %s",
                    DIGITS, digits, lowest, ratio, offset);
        }
    }

    /** Numbers above 0 are counts, one a bucket; those below say how many buckets have none. */
    private static Histogram counts(ByteBuffer numbers) throws UnusableFile {
        Histogram counts = new Histogram(DIGITS);
        int bucket = 0;
        while (numbers.hasRemaining()) {
            long number = number(numbers);
            if (number < 0) {
                bucket = (int) Math.min(bucket - Math.max(number, -MAX_BUCKETS), MAX_BUCKETS + 1);
                continue;
            }
            if (bucket >= MAX_BUCKETS) {
                throw new UnusableFile("has latencies of over a century");
            }
            if (number > ForkFile.MAX_MESSAGES - counts.getTotalCount()) {
                throw new UnusableFile("has more latencies than a fork of 24 hours");
            }
            if (number > 0) {
                counts.recordValueWithCount(greatestOf(bucket), number);
            }
            bucket++;
        }
        if (bucket > MAX_BUCKETS) {
            throw cutShort();
        }
        return counts;
    }

    private static long greatestOf(int bucket) {
        if (bucket < 2 * HALF) {
            return bucket;
        }
        int shift = bucket / HALF - 1;
        return ((bucket % HALF + HALF + 1L) << shift) - 1;
    }

    /** Zigzag, seven bits a byte, the lowest first. */
    private static long number(ByteBuffer numbers) throws UnusableFile {
        long value = 0;
        for (int shift = 0; shift < Byte.SIZE * 7; shift += 7) {
            if (!numbers.hasRemaining()) {
                throw cutShort();
            }
            long next = numbers.get();
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return (value >>> 1) ^ -(value & 1);
            }
        }
        return Long.MAX_VALUE; // a ninth byte: too large
    }

    private static UnusableFile cutShort() {
        return new UnusableFile("is cut short or not an HdrHistogram in base64");
    }
}
