package org.whichjvm.workload.score;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One figure of a fork that has no latencies of messages. What is better follows from the unit:
 * more of {@code objects/s}, less of {@code ns/op}, {@code ms} and {@code ms/GB}; a {@code count}
 * is neither.
 */
public final class Score {
  private final String name;
  private final int threads;
  private final String unit;
  private final double value;
  private final double error;
  private final double[] iterations;

  /**
   * @param threads that did it, 1 or more
   * @param value finite
   * @param error half of the interval that the harness gives, in the unit; NaN if it gives none
   * @param iterations what the value is the mean of; empty if of nothing that is kept
   */
  public Score(
      final String name,
      final int threads,
      final String unit,
      final double value,
      final double error,
      final double... iterations) {
    this.name = name;
    this.threads = threads;
    this.unit = unit;
    this.value = value;
    this.error = error;
    this.iterations = iterations.clone();
  }

  /** The score as a fork has it. */
  public JsonObject json() {
    final JsonObject json = new JsonObject();
    json.addProperty("name", name);
    json.addProperty("threads", threads);
    json.addProperty("unit", unit);
    json.add("score", number(value));
    json.add("error", number(error));
    final JsonArray each = new JsonArray();
    for (final double iteration : iterations) {
      each.add(number(iteration));
    }
    json.add("iterations", each);
    return json;
  }

  static JsonArray json(final List<Score> scores) {
    final JsonArray json = new JsonArray();
    scores.forEach(score -> json.add(score.json()));
    return json;
  }

  /** A line for each, for a person. */
  static String table(final List<Score> scores) {
    final StringBuilder table =
        new StringBuilder(
            String.format(Locale.ROOT, "%-18s %7s %16s  unit%n", "", "threads", "score"));
    for (final Score score : scores) {
      table.append(
          String.format(
              Locale.ROOT,
              "%-18s %7d %,16.2f  %s%n",
              score.name,
              score.threads,
              score.value,
              score.unit));
    }
    return table.toString();
  }

  /** The first two, and how many more there are, for a line. */
  static String first(final List<Score> scores) {
    final String first =
        scores.stream()
            .limit(2)
            .map(
                each ->
                    String.format(
                        Locale.ROOT,
                        "%s@%d %,.2f %s",
                        each.name,
                        each.threads,
                        each.value,
                        each.unit))
            .collect(Collectors.joining(", "));
    return scores.size() > 2 ? first + " and " + (scores.size() - 2) + " more" : first;
  }

  private static JsonElement number(final double value) {
    // JSON has no NaN; a thousandth of a nanosecond is beyond every clock.
    return Double.isNaN(value)
        ? JsonNull.INSTANCE
        : new JsonPrimitive(Math.round(value * 1e3) / 1e3);
  }
}
