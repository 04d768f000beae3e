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
    void ofSeveralStartsAScoreIsTheMedianOfWhatEachHas() {
        List<Score> scores = Score.medians(List.of(
                List.of(wall(30), count(1), memory(50)), List.of(wall(10), memory(60)), List.of(wall(20), memory(70))));
        assertEquals(2, scores.size(), "a start lacks the count");
        assertEquals(
                "{'name':'wall','threads':0,'unit':'ms','score':20.0,'iterations':[30.0,10.0,20.0],'better':'less'}",
                text(scores.get(0)));
        assertEquals(
                "{'name':'memory','threads':0,'unit':'MB','score':70.0,'iterations':[],'optional':true}",
                text(scores.get(1)));
        assertEquals(
                15,
                Score.medians(List.of(List.of(wall(20)), List.of(wall(10))))
                        .get(0)
                        .json()
                        .get("score")
                        .getAsDouble());
    }

    @Test
    void ofOneStartAScoreIsItsOwn() {
        assertEquals(
                "[]",
                Score.medians(List.of(List.of(wall(30), count(1))))
                        .get(1)
                        .json()
                        .get("iterations")
                        .toString());
    }

    private static Score wall(double value) {
        return Score.of("wall", "ms", value).better("less");
    }

    private static Score count(double value) {
        return Score.of("context-switches", "count", value).beside();
    }

    private static Score memory(double value) {
        return Score.of("memory", "MB", value).optional().ofAll();
    }

    private static String text(Score score) {
        return score.json().toString().replace('"', '\'');
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
