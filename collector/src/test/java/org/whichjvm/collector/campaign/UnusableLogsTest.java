package org.whichjvm.collector.campaign;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.campaign.fork.HistogramDecoderTest;
import org.whichjvm.collector.cli.Cli;

/**
 * A bad .hlog, or bad totals of it in the JSON: of a fork that has a checksum of its .hlog, and of
 * an older one, whose intervals are read. Beside it there are always two good forks.
 */
class UnusableLogsTest {
  private static final String NOT_THE_ONE =
      "its 002-a.hlog is not the one it was written with: cut short, damaged or another fork's";

  @TempDir Path out;
  private Path campaign;
  private ForkFixture bad;

  @BeforeEach
  void twoGoodForksAndOneToSpoil() throws IOException {
    campaign = Files.createDirectory(out.resolve("c"));
    ForkFixture.typical(campaign, 1, "a", 500).write();
    ForkFixture.typical(campaign, 3, "a", 500).older().write(); // they are pooled
    bad = ForkFixture.typical(campaign, 2, "a", 9_000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingSpoiled(final boolean older) throws IOException {
    write(older);
    final Cli cli = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(0, cli.code(), cli.out());
    final JsonObject service = contender().getAsJsonObject("service");
    assertEquals(30_000, service.get("count").getAsLong());
    assertEquals(90_000, service.get("max").getAsDouble(), 90);
  }

  @ParameterizedTest
  @CsvSource({
    "0, true", "0.3, true", "0.6, true", "0.95, true",
    "0, false", "0.3, false", "0.6, false", "0.95, false"
  })
  void cutShort(final double part, final boolean older) throws IOException {
    final Path file = write(older).hlogFile();
    final byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, (int) (bytes.length * part)));
    assertNamed(older ? "its 002-a.hlog " : NOT_THE_ONE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void endsBetweenTwoIntervals(final boolean older) throws IOException {
    final Path file = write(older).hlogFile();
    final String text = Files.readString(file);
    Files.writeString(file, text.substring(0, text.stripTrailing().lastIndexOf('\n') + 1));
    assertNamed(older ? "has 5000 response latencies, not the 10000 of the .json" : NOT_THE_ONE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anyByteOfAHistogramChanged(final boolean older) throws IOException {
    final Path file = write(older).hlogFile();
    final String text = Files.readString(file);
    final int last = text.stripTrailing().lastIndexOf(',') + 1;
    Files.writeString(file, text.substring(0, last + 30) + "!!!" + text.substring(last + 33));
    assertNamed(older ? "its 002-a.hlog is cut short" : NOT_THE_ONE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void missing(final boolean older) throws IOException {
    Files.delete(write(older).hlogFile());
    assertNamed("its 002-a.hlog is missing");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void foreign(final boolean older) throws IOException {
    Files.writeString(write(older).hlogFile(), "dear diary,\ntoday I measured nothing\n");
    assertNamed(older ? "is cut short or not an HdrHistogram log" : NOT_THE_ONE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void binaryIsRefusedAtOnce(final boolean older) throws IOException {
    resize(write(older).hlogFile(), 60L << 20);
    assertTimeoutPreemptively(
        Duration.ofSeconds(60), () -> assertNamed(older ? "has a line of over 1 MB" : NOT_THE_ONE));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oversized(final boolean older) throws IOException {
    resize(write(older).hlogFile(), (64L << 20) + 1);
    assertNamed("its 002-a.hlog is over 64 MB");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLinkToAnotherFile(final boolean older) throws IOException {
    final Path file = write(older).hlogFile();
    final Path elsewhere = out.resolve("elsewhere.hlog");
    Files.move(file, elsewhere);
    Files.createSymbolicLink(file, elsewhere);
    assertNamed("its 002-a.hlog is not a regular file");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anotherForksOfTheSameCount(final boolean older) throws IOException {
    Files.copy(
        campaign.resolve("forks/001-a.hlog"),
        write(older).hlogFile(),
        StandardCopyOption.REPLACE_EXISTING);
    assertNamed(older ? "its 002-a.hlog is another fork's" : NOT_THE_ONE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aMaximumThatIsNotTheOneOfTheJson(final boolean older) throws IOException {
    write(older).json.getAsJsonObject("service").addProperty("max", 1_000_000);
    bad.writeJson();
    assertNamed(
        older ? "its 002-a.hlog is another fork's" : "its service.histogram is another fork's");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withoutItsLastNewline(final boolean older) throws IOException {
    final Path file = write(older).hlogFile();
    Files.writeString(file, Files.readString(file).stripTrailing());
    assertNamed(older ? "is cut short" : NOT_THE_ONE);
  }

  @Test
  void totalsOfAnotherFork() throws IOException {
    final JsonObject other = Cli.json(campaign.resolve("forks/001-a.json"));
    final String histogram = other.getAsJsonObject("response").get("histogram").getAsString();
    spoilHistogram(histogram, "its response.histogram is another fork's");
  }

  @Test
  void totalsOfFewerMessages() throws IOException {
    spoilHistogram(
        ForkFixture.encoded(ForkFixture.histogram(new long[] {9_100}, 0, 1)),
        "its response.histogram has 1 response latencies, not the 10000 of the .json");
    spoilHistogram(
        ForkFixture.encoded(new Histogram(3)),
        "its response.histogram has 0 response latencies, not the 10000 of the .json");
  }

  @Test
  void onlySomeTotals() throws IOException {
    final String some = "has some of hlog, service.histogram and response.histogram, but not all";
    bad.write().json.remove("hlog");
    bad.writeJson();
    assertNamed(some);
    bad.addChecksum().json.getAsJsonObject("service").remove("histogram");
    bad.writeJson();
    assertNamed(some);
    bad.json.getAsJsonObject("response").remove("histogram");
    bad.writeJson();
    assertNamed(some);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "7",
        "{'bytes':0,'crc32':1}",
        "{'bytes':100}",
        "{'bytes':100,'crc32':-1}",
        "{'bytes':100,'crc32':4294967296}",
        "{'bytes':100,'crc32':'1'}"
      })
  void aChecksumThatIsNone(final String hlog) throws IOException {
    bad.write().json.add("hlog", JsonParser.parseString(hlog.replace('\'', '"')));
    bad.writeJson();
    assertNamed("its ");
  }

  @Test
  void aChecksumOfTheWrongLengthOrValue() throws IOException {
    final JsonObject right = bad.write().json.getAsJsonObject("hlog");
    for (final String key : new String[] {"bytes", "crc32"}) {
      final JsonObject wrong = right.deepCopy();
      wrong.addProperty(key, right.get(key).getAsLong() ^ 1);
      bad.json.add("hlog", wrong);
      bad.writeJson();
      assertNamed(NOT_THE_ONE);
    }
  }

  @Test
  void aHistogramThatIsNone() throws IOException {
    final String none = "its response.histogram is cut short or not an HdrHistogram in base64";
    spoilHistogram("", none);
    spoilHistogram("no histogram", none);
    spoilHistogram("H\u00cfST", none);
    spoilHistogram("=".repeat(1_000), none);
    bad.json.getAsJsonObject("response").add("histogram", ForkFixture.object(Map.of()));
    bad.writeJson();
    assertNamed("its histogram is not a single value");
    bad.json.getAsJsonObject("response").addProperty("histogram", 7);
    bad.writeJson();
    assertNamed("its histogram is not a text");
  }

  @Test
  void aHistogramCutShort() throws IOException {
    final JsonObject response = bad.write().json.getAsJsonObject("response");
    final String whole = response.get("histogram").getAsString();
    spoilHistogram(
        whole.substring(0, whole.length() / 2), "its response.histogram is cut short or not an");
  }

  @Test
  void aHistogramOfAnotherLayout() throws IOException {
    spoilHistogram(
        ForkFixture.encoded(new Histogram(2)),
        "its response.histogram has another layout than 3 digits from 1 ns: digits 2");
  }

  @Test
  void aHistogramThatUnpacksToFarMore() throws IOException {
    final String bomb = new String(HistogramDecoderTest.envelope(new byte[100 << 20]), US_ASCII);
    spoilHistogram(bomb, "its response.histogram unpacks to more than the latencies of any fork");
  }

  private ForkFixture write(final boolean older) throws IOException {
    return older ? bad.older().write() : bad.write();
  }

  private void spoilHistogram(final String text, final String reason) throws IOException {
    bad.write().json.getAsJsonObject("response").addProperty("histogram", text);
    bad.writeJson();
    assertNamed(reason);
  }

  /** The fork is named with its reason; the two good forks count, it does not. */
  private void assertNamed(final String reason) throws IOException {
    final Cli cli = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(3, cli.code(), cli.err());
    assertEquals("", cli.err());
    final JsonArray unusable = Cli.json(campaign.resolve("result.json")).getAsJsonArray("unusable");
    assertEquals(1, unusable.size(), unusable.toString());
    final JsonObject only = unusable.get(0).getAsJsonObject();
    assertEquals("forks/002-a.json", only.get("file").getAsString());
    assertTrue(only.get("reason").getAsString().contains(reason), only.toString());
    assertEquals(20_000, contender().getAsJsonObject("service").get("count").getAsLong());
    assertEquals(500, contender().getAsJsonObject("service").get("p50").getAsLong());
  }

  private JsonObject contender() throws IOException {
    return Cli.json(campaign.resolve("result.json"))
        .getAsJsonArray("contenders")
        .get(0)
        .getAsJsonObject();
  }

  private static void resize(final Path file, final long bytes) throws IOException {
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(0);
      sparse.setLength(bytes);
    }
  }
}
