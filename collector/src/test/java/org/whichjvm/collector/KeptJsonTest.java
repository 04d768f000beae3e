package org.whichjvm.collector;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

class KeptJsonTest {
  @Test
  void whatDoesNotFitIntoMemoryIsRefusedBeforeMemoryIsFull() {
    final KeptJson kept = new KeptJson();
    final UnusableFile refused =
        assertThrows(
            UnusableFile.class,
            () -> {
              for (int i = 0; i < 100; i++) {
                kept.keep(large(i));
              }
            });
    assertTrue(refused.getMessage().contains("fill 128 MB"), refused.getMessage());
  }

  /** About 256 KB as JSON, 20 MB in memory. */
  private static JsonObject large(final int number) {
    final JsonArray array = new JsonArray();
    for (int i = 0; i < 128 << 10; i++) {
      array.add(i == 0 ? number : 0);
    }
    final JsonObject json = new JsonObject();
    json.add("a", array);
    return json;
  }
}
