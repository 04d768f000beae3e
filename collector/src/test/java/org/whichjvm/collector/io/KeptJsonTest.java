package org.whichjvm.collector.io;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

class KeptJsonTest {
    private final KeptJson kept = new KeptJson();

    @Test
    void whatDoesNotFitIntoMemoryIsRefusedBeforeMemoryIsFull() throws UnusableFile {
        JsonObject early = of(1, -1);
        kept.keep(early);
        UnusableFile refused = assertThrows(UnusableFile.class, () -> {
            for (int i = 0; i < 2_000; i++) {
                kept.keep(of(1_000, i));
            }
        });
        assertTrue(refused.getMessage().contains("fill 128 MB"), refused.getMessage());
        assertSame(early, kept.keep(of(1, -1)));
        kept.keep(of(1, -2)); // small ones still fit
    }

    @Test
    void onePartThatIsHugeIsRefusedAndTakesNoRoom() throws UnusableFile {
        for (int i = 0; i < 1_000; i++) {
            JsonObject huge = of(20_000, i);
            UnusableFile refused = assertThrows(UnusableFile.class, () -> kept.keep(huge));
            assertTrue(refused.getMessage().contains("KB of memory, over 256"), refused.getMessage());
        }
        kept.keep(of(1_000, 0));
    }

    private static JsonObject of(int values, int first) {
        JsonArray array = new JsonArray();
        for (int i = 0; i < values; i++) {
            array.add(i == 0 ? first : 0);
        }
        JsonObject json = new JsonObject();
        json.add("a", array);
        return json;
    }
}
