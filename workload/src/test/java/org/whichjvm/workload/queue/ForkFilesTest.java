package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.common.ForkNames;
import org.whichjvm.workload.fork.ForkFiles;
import org.whichjvm.workload.fork.ForkId;

/** The JSON's histograms and the .hlog beside it agree, by HdrHistogram's own reader. */
class ForkFilesTest {
    private static final long MILLI = 1_000_000;
    private static final int MESSAGES = 3_500;
    private static final ForkId FORK = ForkId.parse("c/2-a");

    @TempDir
    Path out;

    @Test
    void theHistogramIsTheSumOfTheIntervals() throws Exception {
        JsonObject json = write();
        for (String latency : new String[] {"service", "response"}) {
            Histogram total = decoded(json.getAsJsonObject(latency));
            assertEquals(sumOfIntervals(latency), total, latency);
            assertEquals(MESSAGES, total.getTotalCount(), latency);
        }
    }

    @Test
    void onlyTheTwoFilesAreLeft() throws Exception {
        write();
        assertEquals(List.of("002-a.hlog", "002-a.json"), names());
    }

    @Test
    void aForkWithoutLatenciesHasNoLog() throws Exception {
        files().write(new JsonObject());
        assertEquals(List.of("002-a.json"), names());
    }

    /** As a fork does it after its exchange. */
    private JsonObject write() throws IOException {
        Intervals intervals = intervals();
        JsonObject json = new JsonObject();
        for (String latency : new String[] {"service", "response"}) {
            Histogram total = intervals.total(latency);
            json.add(latency, LatencySummary.json(total, LatencySummary.events(total)));
        }
        files().write(ForkNames.HLOG, intervals.log());
        files().write(json);
        return read();
    }

    /** Latencies from 1 ns to seconds, with a stall, over three and a half seconds. */
    private static Intervals intervals() {
        Samples samples = new Samples(1, MESSAGES);
        Payload message = new Payload(64, 0);
        for (int i = 0; i < MESSAGES; i++) {
            long sentAt = i * MILLI + (i > 3_000 && i < 3_100 ? 50 * MILLI : i % 7);
            message.number(i);
            message.stamp(sentAt);
            samples.record(message, sentAt + 1 + (long) Math.pow(i % 1_000, 3), (byte) 0);
        }
        return new Intervals(
                Collections.singletonList(MadeUpWindow.window(samples, new Schedule(0, 1_000, 1), 1_700_000_000_000L)),
                false);
    }

    private ForkFiles files() {
        return new ForkFiles(out, FORK, false);
    }

    private JsonObject read() throws IOException {
        return JsonParser.parseString(Files.readString(file("json"))).getAsJsonObject();
    }

    private Path file(String ending) {
        return out.resolve("c/forks/002-a." + ending);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(out.resolve("c/forks"))) {
            return files.map(each -> each.getFileName().toString()).sorted().collect(Collectors.toList());
        }
    }

    private static Histogram decoded(JsonObject latency) throws DataFormatException {
        byte[] bytes = Base64.getDecoder().decode(latency.get("histogram").getAsString());
        return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    }

    private Histogram sumOfIntervals(String latency) throws FileNotFoundException {
        Histogram sum = new Histogram(3);
        try (HistogramLogReader reader = new HistogramLogReader(file("hlog").toFile())) {
            EncodableHistogram interval = reader.nextIntervalHistogram();
            for (; interval != null; interval = reader.nextIntervalHistogram()) {
                if (interval.getTag().equals(latency)) {
                    sum.add((Histogram) interval);
                }
            }
        }
        return sum;
    }
}
