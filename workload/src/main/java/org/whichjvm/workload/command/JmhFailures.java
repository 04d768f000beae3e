package org.whichjvm.workload.command;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.common.BenchmarkName;

/**
 * The benchmarks that threw an exception, from JMH's output: its results do not have them. JMH says
 * first what runs, and in place of an iteration's time {@code <failure>}, before the exception.
 */
final class JmhFailures {
  private static final Pattern HEADER =
      Pattern.compile("# (Benchmark mode|Benchmark|Parameters): (.*)");
  private static final Pattern PARAM = Pattern.compile("(\\w+) = (.*?)(?:, (?=\\w+ = )|\\)?$)");
  private static final String FAILURE = ": <failure>";
  private static final int MOST = 1_000;
  private static final int LONGEST = 200;

  private static final Map<String, String> MODES = new HashMap<>();

  static {
    MODES.put("Throughput", "thrpt");
    MODES.put("Average time", "avgt");
    MODES.put("Sampling time", "sample");
    MODES.put("Single shot invocation time", "ss");
  }

  private final Map<String, String> failed = new LinkedHashMap<>();
  private final Map<String, String> params = new LinkedHashMap<>();
  private String mode = "";
  private String method = "";
  private boolean comes;

  void look(final String line) {
    final Matcher header = HEADER.matcher(line);
    if (header.matches()) {
      header(header.group(1), header.group(2));
    } else if (line.endsWith(FAILURE)) {
      comes = true;
    } else if (comes && !line.trim().isEmpty() && failed.size() < MOST) {
      comes = false;
      try {
        failed.putIfAbsent(
            new BenchmarkName(method, mode, params).text(),
            line.substring(0, Math.min(line.length(), LONGEST)));
      } catch (final IllegalArgumentException e) {
        // JMH did not print this: a name that it does not give.
      }
    }
  }

  private void header(final String what, final String value) {
    if (what.equals("Benchmark mode")) {
      mode = MODES.getOrDefault(value.split(",")[0], "");
    } else if (what.equals("Benchmark")) {
      method = value;
      params.clear();
    } else {
      final Matcher each = PARAM.matcher(value);
      while (each.find()) {
        params.put(each.group(1), each.group(2));
      }
    }
  }

  /** The exception of each, by its score's name. */
  Map<String, String> failed() {
    return failed;
  }

  JsonArray json() {
    final JsonArray all = new JsonArray();
    failed.forEach(
        (name, reason) -> {
          final JsonObject one = new JsonObject();
          one.addProperty("name", name);
          one.addProperty("reason", reason);
          all.add(one);
        });
    return all;
  }
}
