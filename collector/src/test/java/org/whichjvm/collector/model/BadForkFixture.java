package org.whichjvm.collector.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;

/** Beside one bad fork there are always two good ones, and they must count. */
abstract class BadForkFixture {
    static final String BAD_JSON = "forks/002-a.json";

    @TempDir
    Path out;

    Path campaign;

    ForkFixture bad;

    @BeforeEach
    void twoGoodForksAndABadOne() throws IOException {
        campaign = Files.createDirectory(out.resolve("c"));
        ForkFixture.typical(campaign, 1, "a", 500).write();
        ForkFixture.typical(campaign, 3, "a", 500).write();
        bad = ForkFixture.typical(campaign, 2, "a", 9_000);
    }

    void refused(Consumer<JsonObject> change, String reason) throws IOException {
        ForkFixture.typical(campaign, 2, "a", 9_000).with(change).write();
        assertNamed(BAD_JSON, reason);
    }

    /** The file is named with its reason, everywhere; the two good forks count, it does not. */
    void assertNamed(String file, String reason) throws IOException {
        Cli cli = Cli.run("report", "--details", "--out", out, "c");
        assertEquals(3, cli.code(), cli.err());
        assertEquals("", cli.err());
        JsonArray unusable = Cli.json(campaign.resolve("result.json")).getAsJsonArray("unusable");
        assertEquals(1, unusable.size(), unusable.toString());
        JsonObject only = unusable.get(0).getAsJsonObject();
        assertEquals(file, only.get("file").getAsString());
        assertTrue(only.get("reason").getAsString().contains(reason), only.toString());
        assertTrue(cli.out().contains(file + "  "), cli.out());
        assertTrue(Files.readString(campaign.resolve("report.md")).contains("| " + file + " |"));
        assertEquals(2, forks().get("ok").getAsInt());
        assertEquals(20_000, service().get("count").getAsLong());
        assertEquals(500, service().get("p50").getAsLong());
    }

    JsonObject forks() throws IOException {
        return contender().getAsJsonObject("forks");
    }

    JsonObject service() throws IOException {
        return contender().getAsJsonObject("service");
    }

    JsonObject contender() throws IOException {
        return Cli.json(campaign.resolve("result.json"))
                .getAsJsonArray("contenders")
                .get(0)
                .getAsJsonObject();
    }

    static void resize(Path file, long bytes) throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(0);
            sparse.setLength(bytes);
        }
    }

    static void truncate(Path file, double part) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, (int) (bytes.length * part)));
    }
}
