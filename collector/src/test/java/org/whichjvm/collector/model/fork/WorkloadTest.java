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
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.io.Schemas;

class WorkloadTest {
    @Test
    void theSchemaOfForksNamesThoseThatHaveScores() throws IOException {
        JsonObject json = JsonParser.parseString(Files.readString(Schemas.FORK)).getAsJsonObject();
        for (String key : List.of("then", "if", "properties", "workload")) {
            json = json.getAsJsonObject(key);
        }
        Set<String> named = new TreeSet<>();
        json.getAsJsonArray("enum").forEach(each -> named.add(each.getAsString()));
        assertEquals(
                named,
                Arrays.stream(Workload.values())
                        .filter(Workload::hasScores)
                        .map(Workload::text)
                        .collect(Collectors.toCollection(TreeSet::new)));
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
