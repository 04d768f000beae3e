package org.whichjvm.workload.command;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.common.BenchmarkName;

/**
 * The benchmarks that JMH starts and has no result of, with the reason, from its output. If a benchmark throws, JMH
 * prints {@code <failure>} in place of an iteration's time, and then the exception. If its JVM dies, JMH prints the
 * exit code, unless that is 0.
 */
final class JmhFailures {
    private static final Pattern HEADER = Pattern.compile("# (Benchmark mode|Benchmark|Parameters|Fork): (.*)");
    private static final Pattern PARAM = Pattern.compile("(\\w+) = (.*?)(?:, (?=\\w+ = )|\\)?$)");
    private static final Pattern DEATH = Pattern.compile(
            "<(?:failure: )?(VM prematurely exited .*|forked VM failed .*|failed to invoke the VM.*)>$");
    private static final String FAILURE = "<failure>";
    private static final String UNKNOWN = "JMH started it and has no result of it";
    private static final int MOST = 1_000;
    private static final int LONGEST = 200;

    private static final Map<String, String> MODES = new HashMap<>();

    static {
        MODES.put("Throughput", "thrpt");
        MODES.put("Average time", "avgt");
        MODES.put("Sampling time", "sample");
        MODES.put("Single shot invocation time", "ss");
    }

    private final Map<String, String> started = new LinkedHashMap<>();
    private final Set<String> results = new HashSet<>();
    private final Map<String, String> params = new LinkedHashMap<>();
    private String mode = "";
    private String method = "";
    private boolean comes;

    void look(String line) {
        Matcher header = HEADER.matcher(line);
        Matcher death = DEATH.matcher(line);
        if (header.matches()) {
            header(header.group(1), header.group(2));
        } else if (death.find()) {
            outcome(death.group(1));
        } else if (line.endsWith(FAILURE)) {
            comes = true;
        } else if (comes && !line.trim().isEmpty()) {
            outcome(line);
        }
    }

    /** A benchmark that JMH's results have did not fail, whatever the output says. */
    void result(String name) {
        results.add(name);
    }

    private void outcome(String reason) {
        comes = false;
        try {
            String name = new BenchmarkName(method, mode, params).text();
            if (started.size() < MOST || started.containsKey(name)) {
                started.merge(
                        name,
                        reason.substring(0, Math.min(reason.length(), LONGEST)),
                        (first, other) -> first.equals(UNKNOWN) ? other : first);
            }
        } catch (IllegalArgumentException e) {
            // JMH did not print this: a name that it does not give.
        }
    }

    private void header(String what, String value) {
        if (what.equals("Benchmark mode")) {
            mode = MODES.getOrDefault(value.split(",")[0], "");
        } else if (what.equals("Benchmark")) {
            method = value;
            params.clear();
        } else if (what.equals("Fork")) {
            outcome(UNKNOWN);
        } else {
            Matcher each = PARAM.matcher(value);
            while (each.find()) {
                params.put(each.group(1), each.group(2));
            }
        }
    }

    /** Why each has no result, by its score's name. */
    Map<String, String> failed() {
        Map<String, String> failed = new LinkedHashMap<>(started);
        failed.keySet().removeAll(results);
        if (started.size() <= results.size()) {
            // All have one: the output may not say where a parameter ends.
            failed.values().removeIf(UNKNOWN::equals);
        }
        return failed;
    }

    JsonArray json() {
        JsonArray all = new JsonArray();
        failed().forEach((name, reason) -> {
            JsonObject one = new JsonObject();
            one.addProperty("name", name);
            one.addProperty("reason", reason);
            all.add(one);
        });
        return all;
    }
}
