package org.whichjvm.collector.model.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.common.Percentile;

/** Compares with the library's encoder and decoder, and refuses what the library would believe. */
public class HistogramDecoderTest {
    private static final int COMPRESSED_COOKIE = 0x1c849314;

    private final Histogram sum = new Histogram(HistogramDecoder.DIGITS);

    @Test
    void randomHistogramsAreWhatTheLibraryEncoded() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Histogram wanted = new Histogram(3);
        for (int round = 0; round < 300; round++) {
            Histogram histogram = random(random);
            wanted.add(histogram);
            add(compressed(histogram));
        }
        assertSame(wanted, sum, "seed " + seed);
    }

    @Test
    void percentilesOfFewLatenciesAreThoseOfTheLibrary() throws Exception {
        Histogram wanted = new Histogram(3);
        for (int ns = 1; ns <= 1_000; ns++) {
            wanted.recordValue(ns);
            Histogram actual = HistogramDecoder.decode(ForkFixture.encoded(wanted));
            assertSame(wanted, actual, ns + " latencies");
        }
    }

    @Test
    void countsOfEveryLengthAndEveryBucket() throws Exception {
        Histogram wanted = new Histogram(3);
        for (int bits = 0; bits < 62; bits++) {
            wanted.recordValueWithCount((1L << bits) + 1, 1L << bits % 40);
            wanted.recordValueWithCount((1L << bits + 1) - 1, 1 + (1L << bits % 37));
        }
        add(compressed(wanted));
        assertSame(wanted, sum, "");
    }

    @Test
    void anEmptyHistogramAddsNothing() throws Exception {
        add(compressed(new Histogram(3)));
        assertEquals(0, sum.getTotalCount());
        assertEquals(0, sum.getValueAtPercentile(Percentile.P50.percent));
        assertEquals(0, sum.getMaxValue());
    }

    @Test
    void otherLayoutsAreRefused() {
        assertRefused(new Histogram(2), "digits 2, lowest value 1");
        assertRefused(new Histogram(1_000, 1_000_000, 3), "digits 3, lowest value 1000");
        Histogram scaled = new Histogram(3);
        scaled.recordValue(7);
        assertRefused(patched(scaled, header -> header.putDouble(32, 1e9)), "ratio 1.0E9");
        assertRefused(patched(scaled, header -> header.putInt(8, 5)), "offset 5");
    }

    @Test
    void aHeaderIsNotBelieved() throws Exception {
        Histogram some = new Histogram(3);
        some.recordValueWithCount(600, 100);
        // The library would allocate 2 GB by either of these.
        assertCutShort(patched(some, header -> header.putInt(4, Integer.MAX_VALUE)));
        add(patched(some, header -> header.putLong(24, Long.MAX_VALUE)));
        assertCutShort(patched(some, header -> header.putInt(4, -1)));
        assertCutShort(patched(some, header -> header.putInt(0, 0x1c849301)));
    }

    @Test
    void aZipBombIsRefused() {
        assertRefused(envelope(new byte[50 << 20]), "unpacks to more than the latencies of any fork");
    }

    @Test
    void sumsThatOverflowAreRefused() {
        Histogram huge = new Histogram(3);
        huge.recordValueWithCount(600, ForkFile.MAX_MESSAGES);
        huge.recordValueWithCount(900, ForkFile.MAX_MESSAGES);
        assertRefused(huge, "has more latencies than a fork of 24 hours");
        for (int bits : new int[] {44, 52, 57, 62}) { // of seven to nine bytes
            Histogram one = new Histogram(3);
            one.recordValueWithCount(600, 1L << bits);
            assertRefused(one, "has more latencies than a fork of 24 hours");
        }
    }

    @Test
    void latenciesOfOverACenturyAreRefused() {
        Histogram slow = new Histogram(3);
        slow.recordValue(Long.MAX_VALUE);
        assertRefused(slow, "has latencies of over a century");
    }

    @Test
    void emptyBucketsWithoutEndAreRefused() {
        // Each run says that 2^20 buckets are empty. Each counts as no more buckets than a histogram
        // has, and 60,000 such numbers are more than an int holds.
        byte[] runs = new byte[3 * 60_000 + 1];
        for (int i = 0; i + 1 < runs.length; i += 3) {
            runs[i] = (byte) 0xff;
            runs[i + 1] = (byte) 0xff;
            runs[i + 2] = 0x7f;
        }
        runs[runs.length - 1] = 2;
        ByteBuffer plain = ByteBuffer.allocate(40 + runs.length);
        plain.putInt(0x1c849313).putInt(runs.length).putInt(0).putInt(3);
        plain.putLong(1).putLong(Long.MAX_VALUE).putDouble(1).put(runs);
        assertRefused(envelope(plain.array()), "has latencies of over a century");
    }

    @Test
    void aChangedChecksumIsSeen() throws Exception {
        Histogram some = new Histogram(3);
        some.recordValueWithCount(600, 100);
        byte[] raw = Base64.getDecoder().decode(compressed(some));
        raw[raw.length - 1] ^= 1;
        assertCutShort(Base64.getEncoder().encode(raw));
    }

    @Test
    void aStreamWithoutItsChecksumOrWithMoreBehindItIsSeen() throws Exception {
        Histogram some = new Histogram(3);
        some.recordValueWithCount(600, 100);
        byte[] raw = Base64.getDecoder().decode(compressed(some));
        for (int length : new int[] {raw.length - 4, raw.length - 1, raw.length + 1}) {
            byte[] other = Arrays.copyOf(raw, length);
            ByteBuffer.wrap(other).putInt(4, length - 8);
            assertCutShort(Base64.getEncoder().encode(other));
        }
    }

    private void add(byte[] base64) throws UnusableFile {
        sum.add(HistogramDecoder.decode(new String(base64, StandardCharsets.US_ASCII)));
    }

    private void assertCutShort(byte[] base64) {
        assertRefused(base64, "is cut short or not an HdrHistogram");
    }

    private void assertRefused(Histogram histogram, String reason) {
        assertRefused(compressed(histogram), reason);
    }

    private void assertRefused(byte[] base64, String reason) {
        UnusableFile refused = assertThrows(UnusableFile.class, () -> add(base64));
        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    }

    private static void assertSame(Histogram wanted, Histogram actual, String message) {
        assertEquals(wanted, actual, message);
        assertEquals(wanted.getMaxValue(), actual.getMaxValue(), message);
    }

    private static Histogram random(Random random) {
        Histogram histogram = new Histogram(3);
        double spread = random.nextInt(30);
        for (int i = random.nextInt(2_000); i >= 0; i--) {
            long ns = (long) Math.min(1e17, 100 * Math.exp(spread * random.nextDouble()));
            histogram.recordValueWithCount(ns, 1 + random.nextInt(1 << random.nextInt(20)));
        }
        return histogram;
    }

    private static byte[] compressed(Histogram histogram) {
        return ForkFixture.encoded(histogram).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] patched(Histogram histogram, Consumer<ByteBuffer> change) {
        ByteBuffer plain = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoByteBuffer(plain);
        change.accept(plain);
        return envelope(Arrays.copyOf(plain.array(), length));
    }

    /** Any bytes, packed as if they were a histogram. */
    public static byte[] envelope(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed, new Deflater(9))) {
            out.write(plain);
        } catch (IOException exception) {
            throw new IllegalStateException(exception);
        }
        ByteBuffer envelope = ByteBuffer.allocate(8 + packed.size());
        envelope.putInt(COMPRESSED_COOKIE).putInt(packed.size()).put(packed.toByteArray());
        return Base64.getEncoder().encode(envelope.array());
    }
}
