package org.whichjvm.collector.model;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.model.fork.HistogramDecoderTest;

/** A bad histogram in a fork's JSON; beside it there are always two good forks. */
class UnusableHistogramsTest extends BadForkFixture {
    @Test
    void threeGoodForks() throws IOException {
        bad.write();
        threeForksCount();
    }

    private void threeForksCount() throws IOException {
        Cli cli = Cli.run("report", "--details", "--out", out, "c");
        assertEquals(0, cli.code(), cli.out());
        JsonObject service = contender().getAsJsonObject("service");
        assertEquals(30_000, service.get("count").getAsLong());
        assertEquals(90_000, service.get("max").getAsDouble(), 90);
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing", "empty", "foreign", "a folder"})
    void theLogIsForOtherToolsAndIsNotReadBack(String what) throws IOException {
        Path file = bad.write().hlogFile();
        Files.delete(file);
        switch (what) {
            case "empty" -> Files.createFile(file);
            case "foreign" -> Files.writeString(file, "dear diary,\ntoday I measured nothing\n");
            case "a folder" -> Files.createDirectory(file);
            default -> assertFalse(Files.exists(file));
        }
        threeForksCount();
    }

    @Test
    void noLatencies() throws IOException {
        refusedHistogram(
                ForkFixture.encoded(new Histogram(3)), "its response.histogram has no latency above 0 at its p50");
        refusedHistogram(
                ForkFixture.encoded(ForkFixture.histogram(new long[] {0, 0, 9_100}, 0, 3)),
                "its response.histogram has no latency above 0 at its p50");
    }

    @Test
    void notEveryMessage() throws IOException {
        refusedHistogram(
                ForkFixture.encoded(ForkFixture.histogram(new long[] {500, 600, 9_100}, 0, 3)),
                "its response.histogram counts 3 messages, and 10000 were sent");
    }

    @Test
    void onlyOneLatency() throws IOException {
        bad.write().json.getAsJsonObject("response").remove("histogram");
        bad.writeJson();
        assertNamed("is ok, but has no response.histogram");
        bad.json.add("service", JsonNull.INSTANCE);
        bad.writeJson();
        assertNamed("is ok, but has no service.histogram");
    }

    @Test
    void aHistogramThatIsNone() throws IOException {
        String none = "its response.histogram is cut short or not an HdrHistogram in base64";
        refusedHistogram("", none);
        refusedHistogram("no histogram", none);
        refusedHistogram("H\u00cfST", none);
        refusedHistogram("=".repeat(1_000), none);
        bad.json.getAsJsonObject("response").add("histogram", ForkFixture.object(Map.of()));
        bad.writeJson();
        assertNamed("its response.histogram is not a single value");
        bad.json.getAsJsonObject("response").addProperty("histogram", 7);
        bad.writeJson();
        assertNamed("its response.histogram is not a text");
    }

    @Test
    void aHistogramCutShort() throws IOException {
        JsonObject response = bad.write().json.getAsJsonObject("response");
        String whole = response.get("histogram").getAsString();
        refusedHistogram(whole.substring(0, whole.length() / 2), "its response.histogram is cut short or not an");
    }

    @Test
    void aHistogramOfAnotherLayout() throws IOException {
        refusedHistogram(
                ForkFixture.encoded(new Histogram(2)),
                "its response.histogram has another layout than 3 digits from 1 ns: digits 2");
    }

    @Test
    void aHistogramThatUnpacksToFarMore() throws IOException {
        String bomb = new String(HistogramDecoderTest.envelope(new byte[100 << 20]), US_ASCII);
        refusedHistogram(bomb, "its response.histogram unpacks to more than the latencies of any fork");
    }

    private void refusedHistogram(String text, String reason) throws IOException {
        bad.write().json.getAsJsonObject("response").addProperty("histogram", text);
        bad.writeJson();
        assertNamed(reason);
    }

    private void assertNamed(String reason) throws IOException {
        assertNamed(BAD_JSON, reason);
    }
}
