package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.campaign.ForkFixture;
import org.whichjvm.collector.campaign.fork.ForkName;
import org.whichjvm.collector.campaign.fork.ForkRead;
import org.whichjvm.collector.campaign.fork.IntervalLog;
import org.whichjvm.collector.io.UnusableFile;

/** Whatever is in a fork's files: the right count or a sentence, in little memory and time. */
class HostileInputTest {
  private static final ForkName NAME = new ForkName(1, "a");
  private static final int CASES = 3_000;

  @TempDir Path out;
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private ForkFixture good;
  private Path forks;
  private long count;

  @BeforeEach
  void oneGoodFork() throws IOException {
    final Path campaign = Files.createDirectory(out.resolve("c"));
    forks = campaign.resolve("forks");
    good =
        new ForkFixture(campaign, 1, "a")
            .service(
                LongStream.generate(() -> (long) (400 * Math.exp(2 * random.nextDouble())))
                    .limit(5_000))
            .write();
    count = 5_000;
  }

  @Test
  void spoiledHlogsWithAChecksum() throws Exception {
    final byte[] whole = Files.readAllBytes(good.hlogFile());
    for (int i = 0; i < CASES; i++) {
      final byte[] bytes = spoiled(whole);
      Files.write(good.hlogFile(), bytes);
      assertEquals(Arrays.equals(bytes, whole), read(), "seed " + seed);
    }
    for (int bit = random.nextInt(64); bit < whole.length * Byte.SIZE; bit += 64) {
      final byte[] bytes = whole.clone();
      bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      Files.write(good.hlogFile(), bytes);
      final String reason = ForkRead.of(forks, NAME, "c").problem().getMessage();
      assertTrue(reason.contains("its 001-a.hlog is not the one"), reason + ", seed " + seed);
    }
    Files.write(good.hlogFile(), whole);
    assertTrue(read(), "seed " + seed);
  }

  @Test
  void spoiledHlogsOfAnOlderFork() throws Exception {
    good.older().write();
    final byte[] whole = Files.readAllBytes(good.hlogFile());
    int refused = 0;
    for (int i = 0; i < CASES; i++) {
      Files.write(good.hlogFile(), spoiled(whole));
      refused += read() ? 0 : 1;
    }
    assertTrue(refused > CASES / 2, refused + " refused, seed " + seed);
    Files.write(good.hlogFile(), whole);
    assertTrue(read(), "seed " + seed);
  }

  @Test
  void spoiledJsons() throws Exception {
    final byte[] whole = Files.readAllBytes(good.jsonFile());
    int refused = 0;
    for (int i = 0; i < CASES; i++) {
      Files.write(good.jsonFile(), spoiled(whole));
      refused += read() ? 0 : 1;
    }
    assertTrue(refused > CASES / 2, refused + " refused, seed " + seed);
  }

  @Test
  void spoiledTotals() throws Exception {
    final JsonObject service = good.json.getAsJsonObject("service");
    final String whole = service.get("histogram").getAsString();
    for (int i = 0; i < CASES; i++) {
      final byte[] bytes = spoiled(whole.getBytes(StandardCharsets.ISO_8859_1));
      service.addProperty("histogram", new String(bytes, StandardCharsets.ISO_8859_1));
      good.writeJson();
      read(); // which checks that it has every latency or none
    }
  }

  @Test
  void latenciesInEveryBucketUpToMinutes() throws Exception {
    // No real fork has larger totals: they must fit into what is read of a .json.
    count = 1_000_000;
    good =
        new ForkFixture(out.resolve("c"), 1, "a")
            .service(
                LongStream.generate(() -> (long) Math.exp(26 * random.nextDouble())).limit(count))
            .write();
    assertTrue(Files.size(good.jsonFile()) > 32 << 10, "seed " + seed);
    assertTrue(read(), "seed " + seed);
  }

  @Test
  void millionsOfTinyIntervals() throws Exception {
    final String line = "Tag=other,0,1,0,x\n";
    assertRefusedSoon(repeated(line, (64 << 20) / line.length()), "has over 259200 intervals");
  }

  @Test
  void asManyTinyHistogramsAsAreAllowed() throws Exception {
    new ForkFixture(out.resolve("c"), 2, "a").service(LongStream.of(500, 600)).write();
    final String line =
        Files.readString(forks.resolve("002-a.hlog"))
            .lines()
            .filter(each -> each.startsWith("Tag=service"))
            .findFirst()
            .orElseThrow();
    assertRefusedSoon(repeated(line + "\n", 259_201), "has over 259200 intervals");
  }

  @Test
  void onlyLineEndsOrOnlyRemarks() throws Exception {
    final byte[] ends = new byte[64 << 20];
    Arrays.fill(ends, (byte) '\n');
    assertRefusedSoon(ends, "not an HdrHistogram log");
    for (int i = 0; i < ends.length; i += 2) {
      ends[i] = '#';
    }
    assertRefusedSoon(ends, "not an HdrHistogram log");
  }

  private static byte[] repeated(final String line, final int times) {
    return line.repeat(times).getBytes(StandardCharsets.US_ASCII);
  }

  /** Bytes changed, parts cut out, doubled, or put elsewhere. */
  private byte[] spoiled(final byte[] whole) {
    byte[] bytes = whole.clone();
    for (int times = 1 + random.nextInt(3); times > 0 && bytes.length > 0; times--) {
      final int at = random.nextInt(bytes.length);
      final int to = Math.min(bytes.length, at + random.nextInt(200));
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt(256);
        case 2 -> bytes = Arrays.copyOf(bytes, at);
        case 3 -> bytes = spliced(bytes, at, to, new byte[0]);
        default -> {
          final int from = random.nextInt(bytes.length);
          final int end = Math.min(bytes.length, from + random.nextInt(200));
          bytes = spliced(bytes, at, to, Arrays.copyOfRange(bytes, from, end));
        }
      }
    }
    return bytes;
  }

  private static byte[] spliced(
      final byte[] bytes, final int from, final int to, final byte[] instead) {
    final byte[] result = new byte[from + instead.length + bytes.length - to];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(instead, 0, result, from, instead.length);
    System.arraycopy(bytes, to, result, from + instead.length, bytes.length - to);
    return result;
  }

  /** Whether the fork can be used; if so, it has every latency. */
  private boolean read() throws IOException {
    final ForkRead read;
    try {
      read = ForkRead.of(forks, NAME, "c");
    } catch (final RuntimeException | StackOverflowError exception) {
      throw new AssertionError("seed " + seed, exception);
    }
    if (read.problem() != null) {
      assertTrue(read.problem().getMessage().length() > 5, "seed " + seed);
      return false;
    }
    if (read.latencies() != null) { // null if the spoiled byte says that the CPU was emulated
      read.latencies()
          .values()
          .forEach(
              counts -> {
                assertEquals(count, counts.total(), "seed " + seed);
                assertEquals(count, counts.toHistogram().getTotalCount(), "seed " + seed);
              });
    }
    return true;
  }

  private void assertRefusedSoon(final byte[] log, final String reason) {
    final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    final long before = threads.getCurrentThreadAllocatedBytes();
    assertTimeout(
        Duration.ofSeconds(15),
        () -> {
          final UnusableFile refused = assertThrows(UnusableFile.class, () -> IntervalLog.of(log));
          assertTrue(refused.getMessage().contains(reason), refused.getMessage());
        });
    final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(allocated < 256L << 20, allocated + " bytes");
  }
}
