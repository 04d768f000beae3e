package org.whichjvm.workload.command;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.whichjvm.workload.score.Score;

/**
 * A jar of JMH benchmarks. It runs in this fork's JVM ({@code -f 0}), because the forks of a
 * campaign are whichjvm's; each benchmark with each combination of parameters is a score.
 */
final class JmhAdapter implements Adapter {
  private static final String FILE = "jmh.json";

  @Override
  public List<String> arguments(final Path scratch) {
    return Arrays.asList("-f", "0", "-rf", "json", "-rff", scratch.resolve(FILE).toString());
  }

  @Override
  public List<Score> scores(final Path scratch) throws IOException {
    final ScoreNames names = new ScoreNames();
    return Adapter.read(
        "JMH",
        scratch.resolve(FILE),
        (json, scores) ->
            json.getAsJsonArray()
                .forEach(each -> scores.add(score(each.getAsJsonObject(), names))));
  }

  private static Score score(final JsonObject json, final ScoreNames names) {
    final JsonObject metric = json.getAsJsonObject("primaryMetric");
    final String[] path = json.get("benchmark").getAsString().split("\\.");
    final StringBuilder name = new StringBuilder();
    name.append(path[Math.max(0, path.length - 2)]).append('-').append(path[path.length - 1]);
    if (json.has("params")) {
      for (final Map.Entry<String, JsonElement> each : json.getAsJsonObject("params").entrySet()) {
        name.append('-').append(each.getKey()).append('-').append(each.getValue().getAsString());
      }
    }
    final String mode = json.get("mode").getAsString();
    if (!mode.equals("thrpt") && !mode.equals("avgt")) {
      name.append('-').append(mode);
    }
    return ScoreUnits.score(
            "JMH's " + name,
            names.of(name.toString()),
            metric.get("score").getAsDouble(),
            metric.get("scoreUnit").getAsString(),
            mode.equals("thrpt") ? "more" : "less")
        .threads(json.get("threads").getAsInt());
  }
}
