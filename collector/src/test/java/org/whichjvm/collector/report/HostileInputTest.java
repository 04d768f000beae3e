package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.ForkReader;

/** Whatever is in a fork's files: the right count or a sentence, in little memory and time. */
class HostileInputTest {
    private static final ForkName NAME = new ForkName(1, "a");
    private static final int CASES = 3_000;

    @TempDir
    Path out;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private ForkFixture good;
    private Path forks;
    private long count;

    @BeforeEach
    void oneGoodFork() throws IOException {
        Path campaign = Files.createDirectory(out.resolve("c"));
        forks = campaign.resolve("forks");
        good = new ForkFixture(campaign, 1, "a")
                .service(LongStream.generate(() -> (long) (400 * Math.exp(2 * random.nextDouble())))
                        .limit(5_000))
                .write();
        count = 5_000;
    }

    @Test
    void changedJsons() throws Exception {
        byte[] whole = Files.readAllBytes(good.jsonFile());
        int refused = 0;
        for (int i = 0; i < CASES; i++) {
            Files.write(good.jsonFile(), changed(whole));
            refused += read() ? 0 : 1;
        }
        assertTrue(refused > CASES / 2, refused + " refused, seed " + seed);
    }

    @Test
    void changedHistograms() throws Exception {
        JsonObject service = good.json.getAsJsonObject("service");
        String whole = service.get("histogram").getAsString();
        for (int i = 0; i < CASES; i++) {
            byte[] bytes = changed(whole.getBytes(StandardCharsets.ISO_8859_1));
            service.addProperty("histogram", new String(bytes, StandardCharsets.ISO_8859_1));
            good.writeJson();
            read(); // which checks that it has every latency or none
        }
    }

    @Test
    void latenciesInEveryBucketUpToMinutes() throws Exception {
        // No real fork has larger totals: they must fit into what is read of a .json.
        count = 1_000_000;
        good = new ForkFixture(out.resolve("c"), 1, "a")
                .service(LongStream.generate(() -> (long) Math.exp(26 * random.nextDouble()))
                        .limit(count))
                .write();
        assertTrue(Files.size(good.jsonFile()) > 32 << 10, "seed " + seed);
        assertTrue(read(), "seed " + seed);
    }

    /** Bytes changed, parts cut out, doubled, or put elsewhere. */
    private byte[] changed(byte[] whole) {
        byte[] bytes = whole.clone();
        for (int times = 1 + random.nextInt(3); times > 0 && bytes.length > 0; times--) {
            int at = random.nextInt(bytes.length);
            int to = Math.min(bytes.length, at + random.nextInt(200));
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt(256);
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                case 3 -> bytes = spliced(bytes, at, to, new byte[0]);
                default -> {
                    int from = random.nextInt(bytes.length);
                    int end = Math.min(bytes.length, from + random.nextInt(200));
                    bytes = spliced(bytes, at, to, Arrays.copyOfRange(bytes, from, end));
                }
            }
        }
        return bytes;
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] instead) {
        byte[] result = new byte[from + instead.length + bytes.length - to];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(instead, 0, result, from, instead.length);
        System.arraycopy(bytes, to, result, from + instead.length, bytes.length - to);
        return result;
    }

    /** Whether the fork can be used; if so, it has every latency. */
    private boolean read() throws IOException {
        ForkReader.Read read;
        try {
            read = ForkReader.read(forks, NAME, "c");
        } catch (RuntimeException | StackOverflowError exception) {
            throw new AssertionError("seed " + seed, exception);
        }
        if (read.problem() != null) {
            assertTrue(read.problem().getMessage().length() > 5, "seed " + seed);
            return false;
        }
        read.latencies().values().forEach(counts -> assertEquals(count, counts.getTotalCount(), "seed " + seed));
        return true;
    }
}
