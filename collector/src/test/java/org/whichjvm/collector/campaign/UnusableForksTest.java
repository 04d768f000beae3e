package org.whichjvm.collector.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.campaign.fork.Percentile;
import org.whichjvm.collector.cli.Cli;

/** Beside one bad fork there are always two good ones, and they must count. */
class UnusableForksTest {
  private static final String BAD_JSON = "forks/002-a.json";

  @TempDir Path out;
  private Path campaign;
  private ForkFixture bad;

  @BeforeEach
  void twoGoodForksAndOneToSpoil() throws IOException {
    campaign = Files.createDirectory(out.resolve("c"));
    ForkFixture.typical(campaign, 1, "a", 500).write();
    ForkFixture.typical(campaign, 3, "a", 500).write();
    bad = ForkFixture.typical(campaign, 2, "a", 9_000);
  }

  @Test
  void threeGoodForksAreAllCounted() throws IOException {
    bad.write();
    assertEquals(0, Cli.run("report", "--details", "--out", out, "c").code());
    assertEquals(3, forks().get("ok").getAsInt());
  }

  @Test
  void truncatedJson() throws IOException {
    truncate(bad.write().jsonFile(), 0.5);
    assertNamed(BAD_JSON, "is not JSON, or only the beginning of it");
  }

  @Test
  void emptyJson() throws IOException {
    truncate(bad.write().jsonFile(), 0);
    assertNamed(BAD_JSON, "is empty");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "7",
        "{} {}",
        "{'a':1}",
        "{\"schema\":\"other/1\"}",
        "{\"schema\":[]}",
        "\0\0"
      })
  void foreignJson(final String text) throws IOException {
    Files.writeString(bad.write().jsonFile(), text);
    assertNamed(BAD_JSON, "");
  }

  @Test
  void wholeJsonWithSomethingBehindIt() throws IOException {
    final Path file = bad.write().jsonFile();
    Files.writeString(file, Files.readString(file) + "{}");
    assertNamed(BAD_JSON, "is not ");
  }

  @Test
  void almostJson() throws IOException {
    final Path file = bad.write().jsonFile();
    Files.writeString(file, Files.readString(file).replace("\"ok\"", "'ok'"));
    assertNamed(BAD_JSON, "is not JSON");
  }

  @Test
  void deeplyNestedJson() throws IOException {
    Files.writeString(bad.write().jsonFile(), "{\"a\":" + "[".repeat(200_000));
    assertNamed(BAD_JSON, "is not JSON");
  }

  @ParameterizedTest
  @CsvSource({
    "NaN, is not JSON",
    "01, is not JSON",
    "+1, is not JSON",
    "1e999999999, has a number that is not one: 1e999999999",
    "-1e400, has a number that is not one: -1e400",
    "1.00000000000000000000000000000000000000000, has a number that is not one",
    "1e-999999999, is not a whole number",
    "9223372036854775808, is not a whole number"
  })
  void strangeNumbers(final String number, final String reason) throws IOException {
    final Path file = bad.write().jsonFile();
    Files.writeString(file, Files.readString(file).replace("\"block\":2", "\"block\":" + number));
    assertNamed(BAD_JSON, reason);
  }

  @Test
  void oneFieldTwice() throws IOException {
    final Path file = bad.write().jsonFile();
    final String text = Files.readString(file);
    Files.writeString(file, text.replace("\"rate\":", "\"rate\":1,\"rate\":"));
    assertNamed(BAD_JSON, "has two fields named rate");
  }

  @Test
  void halfACharacter() throws IOException {
    final Path file = bad.write().jsonFile();
    final String text = Files.readString(file);
    Files.writeString(file, text.replace("OpenJDK", "\\ud83d"));
    assertNamed(BAD_JSON, "is not JSON");
    Files.write(file, text.replace("OpenJDK", "\u00e4").getBytes(StandardCharsets.ISO_8859_1));
    assertNamed(BAD_JSON, "is not even UTF-8");
    Files.writeString(file, text.replace("OpenJDK", "\\ud83d\\ude00"));
    assertEquals(0, Cli.run("report", "--details", "--out", out, "c").code());
  }

  @Test
  void aTimeThatIsNone() throws IOException {
    spoil(json -> json.addProperty("started", "yesterday"), "its started is not a time");
    spoil(json -> json.addProperty("wallSeconds", -1), "its wallSeconds is not a number above 0");
  }

  @Test
  void eventsThatCannotBe() throws IOException {
    bad.events(Percentile.P99, -1).write();
    assertNamed(BAD_JSON, "its p99 is not a whole number from 0");
  }

  @Test
  void oversizedJson() throws IOException {
    resize(bad.write().jsonFile(), (256L << 10) + 1);
    assertNamed(BAD_JSON, "is over 256 KB");
  }

  @Test
  void aLinkToAnotherFile() throws IOException {
    bad.write();
    Files.delete(bad.jsonFile());
    Files.createSymbolicLink(bad.jsonFile(), campaign.resolve("forks/001-a.json"));
    assertNamed(BAD_JSON, "is not a regular file");
  }

  @Test
  void aCopyUnderAnotherName() throws IOException {
    Files.copy(campaign.resolve("forks/001-a.json"), bad.jsonFile());
    assertNamed(BAD_JSON, "is inside the fork 001-a.json");
  }

  @Test
  void aForkOfAnotherCampaign() throws IOException {
    spoil(json -> json.addProperty("campaign", "other"), "is a fork of campaign other, not of c");
  }

  @Test
  void aFailedFork() throws IOException {
    bad.with(json -> json.addProperty("status", "failed"))
        .with(json -> json.addProperty("reason", "lost 3 messages"))
        .writeJson();
    assertNamed(BAD_JSON, "failed: lost 3 messages");
    assertEquals(1, forks().get("failed").getAsInt());
  }

  @Test
  void anInterruptedFork() throws IOException {
    spoil(json -> json.addProperty("status", "interrupted"), "interrupted: it did not say why");
  }

  @Test
  void anUnknownStatus() throws IOException {
    spoil(json -> json.addProperty("status", "great"), "its status is great");
    spoil(json -> json.remove("status"), "its status is null");
  }

  @Test
  void anEmulatedForkIsSetAsideAndNotAFailure() throws IOException {
    bad.with(json -> json.getAsJsonObject("host").addProperty("emulated", true)).write();

    final Cli cli = Cli.run("report", "--details", "--out", out, "c");

    assertEquals(0, cli.code());
    assertTrue(cli.out().contains("ran on an emulated CPU"), cli.out());
    assertEquals("{\"ok\":2,\"failed\":0,\"emulated\":1,\"excluded\":0}", forks().toString());
  }

  @Test
  void otherParametersThanTheFirstForks() throws IOException {
    spoil(
        json -> json.getAsJsonObject("parameters").addProperty("rate", 50_000),
        "its parameters.rate is 50000, but 100000 in 001-a.json");
    spoil(
        json -> json.getAsJsonObject("parameters").addProperty("new", 1),
        "new is 1, but absent in");
    spoil(json -> json.addProperty("workload", "retail"), "ran retail, not queue-latency");
  }

  @Test
  void equalParametersWrittenOtherwiseAreEqual() throws IOException {
    bad.with(json -> json.getAsJsonObject("parameters").addProperty("rate", 100_000.0)).write();
    assertEquals(0, Cli.run("report", "--details", "--out", out, "c").code());
  }

  @Test
  void anotherJvmOrMachineUnderTheSameName() throws IOException {
    spoil(
        json -> json.getAsJsonObject("jvm").addProperty("version", "21.0.1"),
        "its jvm.version is 21.0.1, but 17.0.9+9 in 001-a.json");
    spoil(json -> json.getAsJsonObject("host").addProperty("cpuModel", "M1"), "cpuModel is M1");
  }

  @Test
  void otherFlagsUnderTheSameName() throws IOException {
    spoil(
        json -> flags(json, "-Xmx1g", "-XX:+UseZGC"),
        "its jvm.flags have -Xmx1g where nothing more is in 001-a.json: JAVA_OPTS were others");
    spoil(
        json -> json.getAsJsonObject("jvm").addProperty("flags", "-Xmx1g"),
        "its jvm.flags is not a list");
  }

  @Test
  void flagsMayNameAnotherFile() throws IOException {
    for (int block = 1; block <= 3; block++) {
      final String file = "/tmp/" + block + ".log";
      ForkFixture.typical(campaign, block, "a", 500)
          .with(
              json ->
                  flags(
                      json,
                      "-Xlog:gc*=info:file=" + file + ":time",
                      "-XX:HeapDumpPath=" + file,
                      "-XX:StartFlightRecording=delay=1s,filename=" + file))
          .write();
    }
    assertEquals(0, Cli.run("report", "--details", "--out", out, "c").code());
    spoil(
        json ->
            flags(
                json,
                "-Xlog:gc*=debug:file=x:time",
                "-XX:HeapDumpPath=y",
                "-XX:StartFlightRecording=delay=1s,filename=z"),
        "its jvm.flags have -Xlog:gc*=debug:file=FILE:time where -Xlog:gc*=info:file=FILE:time is");
  }

  @Test
  void anOddForkIsRefusedEvenIfItCameFirst() throws IOException {
    for (int block = 1; block <= 4; block++) {
      final int rate = block == 1 ? 50_000 : 100_000;
      ForkFixture.typical(out.resolve("odd"), block, "a", 500)
          .with(json -> json.getAsJsonObject("parameters").addProperty("rate", rate))
          .write();
    }
    final Cli cli = Cli.run("report", "--details", "--out", out, "odd");
    assertEquals(3, cli.code());
    assertTrue(cli.out().contains("Forks: 3 ok, 1 failed or not usable"), cli.out());
    assertTrue(cli.out().contains("forks/001-a.json"), cli.out());
  }

  @Test
  void aDelayThatTheNameDoesNotTell() throws IOException {
    spoil(
        json -> json.getAsJsonObject("parameters").addProperty("delayNanos", 30),
        "its messages were delayed by 30 ns on purpose, but its contender's name does not say so");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a+delay30ns", "a+delay30ns-2"})
  void aDelayThatTheNameTells(final String contender) throws IOException {
    final ForkFixture delayed = ForkFixture.typical(campaign, 2, contender, 530).write();
    assertEquals(0, Cli.run("report", "--details", "--out", out, "c").code());
    delayed.json.getAsJsonObject("parameters").addProperty("delayNanos", 31);
    delayed.writeJson();
    assertNamed(
        "forks/002-1-" + contender + ".json",
        "its messages were delayed by 31 ns on purpose, but its contender's name says 30 ns");
  }

  @Test
  void aSecondForkOfTheSameBlock() throws IOException {
    ForkFixture.typical(campaign, 1, "a", 9_000).write();
    assertNamed("forks/001-a.json", "is a second fork of its block and contender");
  }

  @Test
  void figuresThatCannotBe() throws IOException {
    bad.write();
    for (final String service :
        new String[] {
          "null", "[]", "{\"p50\":0}", "{\"p50\":\"9\"}", "{\"p50\":1e99999999}", "{\"p50\":9.5}"
        }) {
      bad.json.add("service", JsonParser.parseString(service));
      bad.writeJson();
      assertNamed(BAD_JSON, "");
    }
  }

  @Test
  void percentilesThatFall() throws IOException {
    bad.write();
    bad.json.getAsJsonObject("service").addProperty("p99", 5);
    bad.writeJson();
    assertNamed(BAD_JSON, "its p99 is not a whole number from 9");
  }

  @Test
  void anOkForkThatLostMessages() throws IOException {
    bad.json.add("messages", ForkFixture.object(Map.of("sent", 10_001, "received", 10_000)));
    bad.write();
    assertNamed(BAD_JSON, "sent 10001 messages, but received 10000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "notes.txt",
        "1-1-a.json",
        "0001-a.json",
        "000-a.json",
        "002-1-A.json",
        ".002-a.json.tmp"
      })
  void aFileThatIsNotAForks(final String name) throws IOException {
    Files.writeString(campaign.resolve("forks").resolve(name), "x");
    assertNamed("forks/" + name, "is not a fork's file");
  }

  @Test
  void anHlogAlone() throws IOException {
    Files.delete(bad.write().jsonFile());
    assertNamed("forks/002-a.hlog", "has no 002-a.json beside it");
  }

  @Test
  void aCorruptCampaignJson() throws IOException {
    Files.writeString(campaign.resolve("campaign.json"), "{\"schema\":");
    assertNamed("campaign.json", "is not JSON");
  }

  @Test
  void aForkThatThePlanDoesNotHave() throws IOException {
    Files.writeString(
        campaign.resolve("campaign.json"),
        "{\"schema\":\"whichjvm.campaign/1\",\"campaign\":\"c\",\"baseline\":\"a\","
            + "\"contenders\":[\"a\"],\"blocks\":3,\"settings\":{}}");
    ForkFixture.typical(campaign, 3, "b", 500).write();
    assertNamed("forks/003-b.json", "is of a contender that campaign.json does not have");
    Files.delete(campaign.resolve("forks/003-b.json"));
    Files.delete(campaign.resolve("forks/003-b.hlog"));
    ForkFixture.typical(campaign, 4, "a", 500).write();
    assertNamed("forks/004-a.json", "is of a block beyond the 3");
  }

  @Test
  void onlyBadForksIsStillAReport() throws IOException {
    final Path other = Files.createDirectory(out.resolve("other"));
    new ForkFixture(other, 1, "a").with(json -> json.addProperty("status", "failed")).writeJson();

    final Cli cli = Cli.run("report", "--details", "--out", out, "other");

    assertEquals(3, cli.code());
    assertTrue(cli.out().contains("failed: it did not say why"), cli.out());
    assertTrue(cli.out().contains("Eclipse Adoptium 17.0.9+9"), cli.out());
  }

  @Test
  void latenciesOfMinutesArePooledWithShortOnes() throws IOException {
    new ForkFixture(campaign, 2, "a")
        .service(LongStream.range(0, 10_000).map(i -> i == 9_999 ? 600_000_000_000L : 500))
        .write();
    assertEquals(0, Cli.run("report", "--details", "--out", out, "c").code());
    assertEquals(6e11, service().get("max").getAsDouble(), 6e8);
  }

  private void spoil(final Consumer<JsonObject> change, final String reason) throws IOException {
    ForkFixture.typical(campaign, 2, "a", 9_000).with(change).write();
    assertNamed(BAD_JSON, reason);
  }

  /** The file is named with its reason, everywhere; the two good forks count, it does not. */
  private void assertNamed(final String file, final String reason) throws IOException {
    final Cli cli = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(3, cli.code(), cli.err());
    assertEquals("", cli.err());
    final JsonArray unusable = Cli.json(campaign.resolve("result.json")).getAsJsonArray("unusable");
    assertEquals(1, unusable.size(), unusable.toString());
    final JsonObject only = unusable.get(0).getAsJsonObject();
    assertEquals(file, only.get("file").getAsString());
    assertTrue(only.get("reason").getAsString().contains(reason), only.toString());
    assertTrue(cli.out().contains(file + "  "), cli.out());
    assertTrue(Files.readString(campaign.resolve("report.md")).contains("| " + file + " |"));
    assertEquals(2, forks().get("ok").getAsInt());
    assertEquals(20_000, service().get("count").getAsLong());
    assertEquals(500, service().get("p50").getAsLong());
  }

  private JsonObject forks() throws IOException {
    return contender().getAsJsonObject("forks");
  }

  private JsonObject service() throws IOException {
    return contender().getAsJsonObject("service");
  }

  private JsonObject contender() throws IOException {
    return Cli.json(campaign.resolve("result.json"))
        .getAsJsonArray("contenders")
        .get(0)
        .getAsJsonObject();
  }

  private static void flags(final JsonObject json, final String... flags) {
    final JsonArray array = new JsonArray();
    Arrays.asList(flags).forEach(array::add);
    json.getAsJsonObject("jvm").add("flags", array);
  }

  private static void truncate(final Path file, final double part) throws IOException {
    final byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, (int) (bytes.length * part)));
  }

  private static void resize(final Path file, final long bytes) throws IOException {
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(0);
      sparse.setLength(bytes);
    }
  }
}
