package org.whichjvm.collector.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;

/** All that the forks recorded of host and settings, in people's words. */
final class HostTables {
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("cpuModel", "CPU"),
            Map.entry("arch", "architecture"),
            Map.entry("kernelCommandLine", "kernel command line"),
            Map.entry("governor", "CPU frequency governor"),
            Map.entry("cpuset", "CPUs it may use"),
            Map.entry("onlineCpus", "CPUs online"),
            Map.entry("isolatedCpus", "CPUs isolated"),
            Map.entry("smt", "threads share a core"),
            Map.entry("thp", "transparent huge pages"),
            Map.entry("shmemThp", "huge pages in shared memory"),
            Map.entry("clockSource", "clock source"),
            Map.entry("container", "in a container"),
            Map.entry("cpus", "CPUs pinned to"),
            Map.entry("rate", "messages a second"),
            Map.entry("size", "bytes a message"),
            Map.entry("durationSeconds", "seconds measured"),
            Map.entry("turnSeconds", "seconds a turn"),
            Map.entry("rounds", "rounds of turns"),
            Map.entry("members", "contenders that take turns together"),
            Map.entry("warmupSeconds", "seconds of paced warm-up"),
            Map.entry("unpacedMessages", "messages of unpaced warm-up"),
            Map.entry("blockSize", "bytes a block of the queue"),
            Map.entry("rollCycle", "roll cycle of the queue"),
            Map.entry("wait", "wait strategy of both threads"),
            Map.entry("queueMemory", "memory of the queue"),
            Map.entry("delayNanos", "ns of delay on purpose"),
            Map.entry("queueDir", "folder of the queue"),
            Map.entry("threads", "threads of each benchmark"),
            Map.entry("liveGraphs", "graphs alive"),
            Map.entry("nodesPerGraph", "objects a graph"),
            Map.entry("gcThreads", "threads of the garbage collector"));

    static List<Table<?>> of(Result result) {
        Map<String, String> workload = new LinkedHashMap<>();
        workload.put("workload", result.workload() == null ? "unknown" : result.workload());
        workload.putAll(named(result.parameters()));
        workload.put(
                "runner",
                result.settings().runner() == null
                        ? "unknown"
                        : result.settings().runner());
        return List.of(table("Host", named(result.host())), table("Workload", workload));
    }

    private static Table<?> table(String title, Map<String, String> values) {
        return new Table<>(title, values.entrySet())
                .words("what", Map.Entry::getKey)
                .words("value", Map.Entry::getValue);
    }

    private static Map<String, String> named(JsonObject json) {
        Map<String, String> values = new LinkedHashMap<>();
        for (Map.Entry<String, JsonElement> each : json.entrySet()) {
            String value = plain(each.getValue());
            values.put(NAMES.getOrDefault(each.getKey(), each.getKey()), value.isEmpty() ? Quantity.NONE : value);
        }
        return values;
    }

    private static String plain(JsonElement value) {
        if (value == null || value.isJsonNull()) {
            return "";
        }
        if (value instanceof JsonArray array) {
            return array.asList().stream().map(HostTables::plain).collect(Collectors.joining(", "));
        }
        if (!value.isJsonPrimitive()) {
            return value.toString();
        }
        if (value.getAsJsonPrimitive().isNumber() && value.getAsDouble() == value.getAsLong()) {
            return Quantity.count(value.getAsLong());
        }
        return switch (value.getAsString()) {
            case "true" -> "yes";
            case "false" -> "no";
            default -> value.getAsString();
        };
    }
}
