package org.whichjvm.workload.score;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
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
}
