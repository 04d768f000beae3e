package org.whichjvm.workload.command;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
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
    final Path file = scratch.resolve(FILE);
    if (!Files.exists(file)) {
      throw new ForkFailure("Renaissance wrote no results (--json); is this its jar?");
    }
    final List<Score> scores = new ArrayList<>();
    final ScoreNames names = new ScoreNames();
    try (Reader reader = Files.newBufferedReader(file)) {
      final JsonObject data =
          JsonParser.parseReader(reader).getAsJsonObject().getAsJsonObject("data");
      for (final Map.Entry<String, JsonElement> each : data.entrySet()) {
        final List<Double> millis = new ArrayList<>();
        for (final JsonElement result :
            each.getValue().getAsJsonObject().getAsJsonArray("results")) {
          millis.add(result.getAsJsonObject().get("duration_ns").getAsDouble() / 1e6);
        }
        scores.add(
            new Score(names.of(each.getKey()), 0, "ms", secondHalf(millis), Double.NaN)
                .better("less"));
      }
    } catch (final JsonParseException | IllegalStateException | NullPointerException e) {
      throw new ForkFailure("Renaissance's results cannot be read: " + e.getMessage(), e);
    }
    if (scores.isEmpty()) {
      throw new ForkFailure("Renaissance ran no benchmark; see the output for why");
    }
    return scores;
  }

  /** The mean of the last half of them, of three that of the last two. */
  static double secondHalf(final List<Double> millis) {
    if (millis.isEmpty()) {
      throw new ForkFailure("Renaissance has a benchmark without a repetition; see the output");
    }
    return millis.subList(millis.size() / 2, millis.size()).stream()
        .mapToDouble(each -> each)
        .average()
        .orElse(Double.NaN);
  }
}
