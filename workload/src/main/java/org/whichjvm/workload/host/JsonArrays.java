package org.whichjvm.workload.host;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import java.util.Collection;

/** Lists as a fork's file has them. */
public final class JsonArrays {
    private static final Gson GSON = new Gson();

    private JsonArrays() {}

    public static JsonArray of(Collection<?> values) {
        return GSON.toJsonTree(values).getAsJsonArray();
    }
}
