package org.whichjvm.collector.model.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.io.UnusableFile;

/** When programs ran that were frozen while others did. */
class SlicesTest {
    private static final String TEXT =
            "0 1000000 1200000\n1 1200000 1400000\nnonsense\n0 1400000 1600000\n1 1600000 1700000\n\n";

    @Test
    void theTimeOfAProgramIsWhatOfItLiesInItsSlices() {
        Map<Integer, Slices> slices = Slices.read(TEXT);
        assertEquals(Set.of(0, 1), slices.keySet());
        assertEquals(250_000, slices.get(0).within(1_150_000, 1_600_000));
        assertEquals(0, slices.get(0).within(1_200_000, 1_400_000));
        assertEquals(300_000, slices.get(1).within(0, 9_000_000));
    }

    private static JsonObject fork(long from, long to) {
        return JsonParser.parseString("""
            {"schema": "whichjvm.fork/3", "status": "ok", "campaign": "c", "block": 1, "contender": "a",
             "program": {"startedMicros": %s, "endedMicros": %s},
             "scores": [{"name": "wall", "threads": 0, "unit": "ms", "score": 450},
                        {"name": "cpu-user", "threads": 0, "unit": "ms", "score": 17}]}
            """.formatted(from, to)).getAsJsonObject();
    }

    @Test
    void timesAreThoseOfSlicesAndOtherScoresStay() throws UnusableFile {
        JsonObject fork = fork(1_150_000, 1_600_000);
        Slices.read(TEXT).get(0).apply(fork);
        assertEquals(
                List.of(250.0, 17.0),
                fork.getAsJsonArray("scores").asList().stream()
                        .map(score -> score.getAsJsonObject().get("score").getAsDouble())
                        .toList());
        assertEquals(0.2, fork.getAsJsonObject("program").get("frozenSeconds").getAsDouble(), 1e-9);
        assertEquals(2, fork.getAsJsonObject("program").get("slices").getAsInt());
    }

    @Test
    void aForkSaysWhoFrozeItsProgram() throws UnusableFile {
        JsonObject fork = fork(1_150_000, 1_600_000);
        Slices.read(TEXT).get(0).apply(fork);
        assertFalse(fork.getAsJsonObject("program").has("freezer"));
        Slices.read("by engine\n" + TEXT).get(0).apply(fork);
        assertEquals("engine", fork.getAsJsonObject("program").get("freezer").getAsString());
    }

    @Test
    void aProgramThatNobodyLetRunIsNotOneThatTookNoTime() {
        assertThrows(UnusableFile.class, () -> Slices.read(TEXT).get(0).apply(fork(1_200_000, 1_400_000)));
        assertThrows(UnusableFile.class, () -> Slices.read(TEXT).get(0).apply(fork(5, 4)));
        assertThrows(UnusableFile.class, () -> Slices.read(TEXT).get(0).apply(new JsonObject()));
    }

    @Test
    void scoresThatAreNoneEndNobodyButTheirFork() throws UnusableFile {
        JsonObject fork = fork(1_150_000, 1_600_000);
        for (String scores : new String[] {"[7]", "7", "{}", "[null]"}) {
            fork.add("scores", JsonParser.parseString(scores));
            assertThrows(UnusableFile.class, () -> Slices.read(TEXT).get(0).apply(fork), scores);
        }
        for (String scores : new String[] {"null", "[]"}) {
            fork.add("scores", JsonParser.parseString(scores));
            Slices.read(TEXT).get(0).apply(fork);
        }
        fork.remove("scores");
        Slices.read(TEXT).get(0).apply(fork);
    }
}
