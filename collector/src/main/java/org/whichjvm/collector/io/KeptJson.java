package org.whichjvm.collector.io;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.Map;

/**
 * The parts of forks' JSON that are kept until the report is written. Most forks tell the same of JVM and host: these
 * are kept once, so that thousands of forks fit into memory; and what does not is refused while there is still some.
 */
public final class KeptJson {
    private static final long MAX_HEAP_BYTES = 128L << 20;

    // A real one takes a tenth. Few that are larger must not use up what others need.
    private static final long MAX_PART_BYTES = 256 << 10;

    // About what a value takes as an object, with its place in the one that it is in.
    private static final int BYTES_PER_VALUE = 160;

    private final Map<JsonObject, JsonObject> kept = new HashMap<>();
    private long heapBytes;

    /** Returns an equal object that may be shared, or keeps this one. */
    public JsonObject keep(JsonObject json) throws UnusableFile {
        JsonObject same = kept.get(json);
        if (same != null) {
            return same;
        }
        long more = heapBytes(json);
        if (more > MAX_PART_BYTES) {
            throw new UnusableFile(
                    "tells of its parameters, JVM or host what would take %s KB of memory, over %s",
                    more >> 10, MAX_PART_BYTES >> 10);
        }
        if (heapBytes + more > MAX_HEAP_BYTES) {
            throw new UnusableFile(
                    "tells other things of its JVM and host than all before it, which fill %s MB by now",
                    MAX_HEAP_BYTES >> 20);
        }
        heapBytes += more;
        kept.put(json, json);
        return json;
    }

    private static long heapBytes(JsonElement json) {
        long bytes = BYTES_PER_VALUE;
        if (json.isJsonArray()) {
            for (JsonElement element : json.getAsJsonArray()) {
                bytes += heapBytes(element);
            }
        } else if (json.isJsonObject()) {
            for (Map.Entry<String, JsonElement> field : json.getAsJsonObject().entrySet()) {
                bytes += 2L * field.getKey().length() + heapBytes(field.getValue());
            }
        } else if (json.isJsonPrimitive()) {
            bytes += 2L * json.getAsString().length();
        }
        return bytes;
    }
}
