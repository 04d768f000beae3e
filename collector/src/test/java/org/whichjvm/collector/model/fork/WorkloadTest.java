package org.whichjvm.collector.model.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.io.Schemas;

class WorkloadTest {
    @Test
    void theSchemaOfForksNamesTheOneThatHasNoScores() throws IOException {
        JsonObject json = JsonParser.parseString(Files.readString(Schemas.FORK)).getAsJsonObject();
        for (String key : List.of("then", "if", "properties", "workload")) {
            json = json.getAsJsonObject(key);
        }
        assertEquals(
                List.of(json.get("const").getAsString()),
                Arrays.stream(Workload.values())
                        .filter(each -> !each.hasScores())
                        .map(Workload::text)
                        .toList());
    }

    @Test
    void oneThatIsUnknownMayHaveLatencies() {
        assertFalse(Workload.hasScores("queue-latency"));
        assertFalse(Workload.hasScores("of-tomorrow"));
        assertFalse(Workload.hasScores(null));
        assertTrue(Workload.hasScores("command"));
        assertTrue(Workload.hasScores("queue-rate"));
    }
}
