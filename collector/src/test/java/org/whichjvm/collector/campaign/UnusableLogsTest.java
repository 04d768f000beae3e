package org.whichjvm.collector.campaign;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.campaign.fork.HistogramDecoderTest;
import org.whichjvm.collector.cli.Cli;

/** A bad .hlog, or bad totals of it in the JSON; beside it there are always two good forks. */
class UnusableLogsTest extends BadForkFixture {
  private static final String NOT_THE_ONE =
      "its 002-a.hlog is not the one it was written with: cut short, damaged or another fork's";

  @Test
  void threeGoodForks() throws IOException {
    bad.write();
    final Cli cli = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(0, cli.code(), cli.out());
    final JsonObject service = contender().getAsJsonObject("service");
    assertEquals(30_000, service.get("count").getAsLong());
    assertEquals(90_000, service.get("max").getAsDouble(), 90);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3, 0.6, 0.95})
  void cutShort(final double part) throws IOException {
    final Path file = bad.write().hlogFile();
    final byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, (int) (bytes.length * part)));
    assertNamed(NOT_THE_ONE);
  }

  @Test
  void endsBetweenTwoIntervals() throws IOException {
    final Path file = bad.write().hlogFile();
    final String text = Files.readString(file);
    Files.writeString(file, text.substring(0, text.stripTrailing().lastIndexOf('\n') + 1));
    assertNamed(NOT_THE_ONE);
  }

  @Test
  void anyByteOfAHistogramChanged() throws IOException {
    final Path file = bad.write().hlogFile();
    final String text = Files.readString(file);
    final int last = text.stripTrailing().lastIndexOf(',') + 1;
    Files.writeString(file, text.substring(0, last + 30) + "!!!" + text.substring(last + 33));
    assertNamed(NOT_THE_ONE);
  }

  @Test
  void missing() throws IOException {
    Files.delete(bad.write().hlogFile());
    assertNamed("its 002-a.hlog is missing");
  }

  @Test
  void foreign() throws IOException {
    Files.writeString(bad.write().hlogFile(), "dear diary,\ntoday I measured nothing\n");
    assertNamed(NOT_THE_ONE);
  }

  @Test
  void binaryIsRefusedAtOnce() throws IOException {
    resize(bad.write().hlogFile(), 60L << 20);
    assertTimeoutPreemptively(Duration.ofSeconds(60), () -> assertNamed(NOT_THE_ONE));
  }

  @Test
  void oversized() throws IOException {
    resize(bad.write().hlogFile(), (64L << 20) + 1);
    assertNamed("its 002-a.hlog is over 64 MB");
  }

  @Test
  void aLinkToAnotherFile() throws IOException {
    final Path file = bad.write().hlogFile();
    final Path elsewhere = out.resolve("elsewhere.hlog");
    Files.move(file, elsewhere);
    Files.createSymbolicLink(file, elsewhere);
    assertNamed("its 002-a.hlog is not a regular file");
  }

  @Test
  void anotherForksOfTheSameCount() throws IOException {
    Files.copy(
        campaign.resolve("forks/001-a.hlog"),
        bad.write().hlogFile(),
        StandardCopyOption.REPLACE_EXISTING);
    assertNamed(NOT_THE_ONE);
  }

  @Test
  void aMaximumThatIsNotTheOneOfTheJson() throws IOException {
    bad.write().json.getAsJsonObject("service").addProperty("max", 1_000_000);
    bad.writeJson();
    assertNamed("its service.histogram is another fork's");
  }

  @Test
  void withoutItsLastNewline() throws IOException {
    final Path file = bad.write().hlogFile();
    Files.writeString(file, Files.readString(file).stripTrailing());
    assertNamed(NOT_THE_ONE);
  }

  @Test
  void totalsOfAnotherFork() throws IOException {
    final JsonObject other = Cli.json(campaign.resolve("forks/001-a.json"));
    final String histogram = other.getAsJsonObject("response").get("histogram").getAsString();
    refusedHistogram(histogram, "its response.histogram is another fork's");
  }

  @Test
  void totalsOfFewerMessages() throws IOException {
    refusedHistogram(
        ForkFixture.encoded(ForkFixture.histogram(new long[] {9_100}, 0, 1)),
        "its response.histogram has 1 response latencies, not the 10000 of the .json");
    refusedHistogram(
        ForkFixture.encoded(new Histogram(3)),
        "its response.histogram has 0 response latencies, not the 10000 of the .json");
  }

  @Test
  void onlySomeTotals() throws IOException {
    bad.write().json.remove("hlog");
    bad.writeJson();
    assertNamed("is ok, but has no hlog");
    bad.addChecksum().json.getAsJsonObject("response").remove("histogram");
    bad.writeJson();
    assertNamed("is ok, but has no response.histogram");
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
        "{'bytes':100,'crc32':'1'}",
        "null"
      })
  void aChecksumThatIsNone(final String hlog) throws IOException {
    bad.write().json.add("hlog", JsonParser.parseString(hlog.replace('\'', '"')));
    bad.writeJson();
    assertNamed("");
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
    refusedHistogram("", none);
    refusedHistogram("no histogram", none);
    refusedHistogram("H\u00cfST", none);
    refusedHistogram("=".repeat(1_000), none);
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
    refusedHistogram(
        whole.substring(0, whole.length() / 2), "its response.histogram is cut short or not an");
  }

  @Test
  void aHistogramOfAnotherLayout() throws IOException {
    refusedHistogram(
        ForkFixture.encoded(new Histogram(2)),
        "its response.histogram has another layout than 3 digits from 1 ns: digits 2");
  }

  @Test
  void aHistogramThatUnpacksToFarMore() throws IOException {
    final String bomb = new String(HistogramDecoderTest.envelope(new byte[100 << 20]), US_ASCII);
    refusedHistogram(bomb, "its response.histogram unpacks to more than the latencies of any fork");
  }

  private void refusedHistogram(final String text, final String reason) throws IOException {
    bad.write().json.getAsJsonObject("response").addProperty("histogram", text);
    bad.writeJson();
    assertNamed(reason);
  }

  private void assertNamed(final String reason) throws IOException {
    assertNamed(BAD_JSON, reason);
  }
}
