package org.whichjvm.workload.score;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A score as a fork has it. */
class ScoreTest {
    @Test
    void aScoreHasThousandthsAndItsIterations() {
        JsonObject json = Score.of("a", "ms", 1.23456).threads(1).measured(1, 2).json();
        assertEquals("1.235", json.get("score").toString());
        assertEquals("[1.0,2.0]", json.get("iterations").toString());
    }

    @Test
    void theFirstTwoOfScoresAreALine() {
        Score one = Score.of("add", "ns/op", 5.678).threads(2);
        Score many = Score.of("allocation", "objects/s", 1_234_567).threads(1);
        assertEquals("add@2 5.68 ns/op", Score.first(List.of(one)));
        assertEquals(
                "add@2 5.68 ns/op, allocation@1 1,234,567.00 objects/s and 1 more",
                Score.first(List.of(one, many, one)));
    }
}
