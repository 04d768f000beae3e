package org.whichjvm.collector.plan;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.Arrays;
import java.util.Map;
import org.whichjvm.collector.io.UnusableFile;

/** Requests as the scripts write them, of somebody on a host with the JVMs one and two. */
public final class Requests {
    private static final Map<String, String> FLAG_SETS = Map.of(
            "zgc", "options: '-XX:+UnlockExperimentalVMOptions -XX:+UseZGC 21-22:-XX:+ZGenerational'",
            "thp", "options: '-XX:+UseTransparentHugePages'",
            "serialgc", "options: '-XX:+UseSerialGC'",
            "parallelgc", "options: '-XX:+UseParallelGC'",
            "largepages", "options: '-XX:+UseLargePages'",
            "tuned", "options: '-XX:+UseParallelGC', needs: '10-: it is new'",
            "heap512m", "options: '-Xms512m -Xmx512m'",
            "heap2g", "options: '-Xms2g -Xmx2g'",
            "heap9g", "options: '-Xms9g -Xmx9g'");

    private Requests() {}

    /**
     * One for these contenders.
     *
     * @param contenders with blanks between, and the flag sets that they name
     * @param more fields of JSON, whose texts need no quotes; an object among them adds to the usual one
     * @param words with blanks between, where an underscore is a blank: of a program unless the first has a dash
     */
    public static JsonObject of(String contenders, String more, String words) {
        JsonObject json = fields("""
        schema: 'whichjvm.request/1', verb: compare, drops: true, preset: quick, workload: queue-latency, flagSets: {},
        host: {runner: host, machine: amd64, known: {one: '/jdk/one', two: '/jdk/two'}, usual: [one, two], mounted: {}}
        """);
        json.add("contenders", list(contenders));
        json.add("words", list(words));
        for (String word : contenders.split("[ +]")) {
            if (FLAG_SETS.containsKey(word)) {
                json.getAsJsonObject("flagSets").add(word, fields(FLAG_SETS.get(word)));
            }
        }
        JsonObject given = fields(more);
        if (!words.isEmpty() && !words.startsWith("-")) {
            json.addProperty("workload", given.has("service") ? "service" : "command");
        }
        given.entrySet().forEach(each -> add(json, each.getKey(), each.getValue()));
        return json;
    }

    private static void add(JsonObject json, String key, JsonElement value) {
        if (value instanceof JsonObject more && json.get(key) instanceof JsonObject some) {
            some.asMap().putAll(more.asMap());
        } else {
            json.add(key, value);
        }
    }

    static Request read(JsonObject json) {
        try {
            return Request.of(json);
        } catch (UnusableFile exception) {
            throw new IllegalArgumentException(exception);
        }
    }

    private static JsonObject fields(String fields) {
        return JsonParser.parseString("{" + fields + "}").getAsJsonObject();
    }

    private static JsonArray list(String words) {
        JsonArray list = new JsonArray();
        Arrays.stream(words.split(" "))
                .filter(word -> !word.isEmpty())
                .forEach(word -> list.add(word.replace('_', ' ')));
        return list;
    }
}
