package org.whichjvm.workload.score;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A score as a fork has it. */
class ScoreTest {
  @Test
  void aScoreWithoutAnErrorSaysNull() {
    final JsonObject json = new Score("a", 1, "ms", 1.23456, Double.NaN, 1, 2).json();
    assertTrue(json.get("error").isJsonNull());
    assertEquals("1.235", json.get("score").toString());
    assertEquals("[1.0,2.0]", json.get("iterations").toString());
  }

  @Test
  void theFirstTwoOfScoresAreALine() {
    final Score one = new Score("add", 2, "ns/op", 5.678, 0.1);
    final Score many = new Score("allocation", 1, "objects/s", 1_234_567, Double.NaN);
    assertEquals("add@2 5.68 ns/op", Score.first(List.of(one)));
    assertEquals(
        "add@2 5.68 ns/op, allocation@1 1,234,567.00 objects/s and 1 more",
        Score.first(List.of(one, many, one)));
  }
}
