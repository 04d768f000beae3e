package org.whichjvm.workload.command;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.score.Score;

/**
 * Renaissance. Each benchmark is a score: the mean time of the second half of its repetitions, by
 * when the JIT has had the first half.
 */
final class RenaissanceAdapter implements Adapter {
  private static final String FILE = "renaissance.json";

  @Override
  public List<String> arguments(final Path scratch) {
    return Arrays.asList("--json", scratch.resolve(FILE).toString());
  }

  @Override
  public List<Score> scores(final Path scratch) throws IOException {
    return Adapter.read("Renaissance", scratch.resolve(FILE), RenaissanceAdapter::takeScores);
  }

  private static void takeScores(final JsonElement json, final List<Score> scores) {
    final ScoreNames names = new ScoreNames();
    for (final Map.Entry<String, JsonElement> each :
        json.getAsJsonObject().getAsJsonObject("data").entrySet()) {
      final List<Double> millis = new ArrayList<>();
      for (final JsonElement result : each.getValue().getAsJsonObject().getAsJsonArray("results")) {
        millis.add(result.getAsJsonObject().get("duration_ns").getAsDouble() / 1e6);
      }
      scores.add(Score.of(names.of(each.getKey()), "ms", secondHalf(millis)).better("less"));
    }
  }

  /** The mean of the last half of them, of three that of the last two. */
  static double secondHalf(final List<Double> millis) {
    if (millis.isEmpty()) {
      throw new ForkFailure("Renaissance has a benchmark without a repetition; see the output");
    }
    return millis.subList(millis.size() / 2, millis.size()).stream()
        .mapToDouble(each -> each)
        .average()
        .getAsDouble();
  }
}
