package org.whichjvm.collector.campaign.fork;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.ForkNames;

/** Reads the scores of a fork, which a workload without messages measured. */
public final class Scores {
  private static final Pattern NAME = Pattern.compile(ForkNames.SCORE);
  private static final Pattern UNIT = Pattern.compile("[A-Za-z]{1,12}(/[A-Za-z]{1,12})?");
  private static final int MAX_SCORES = 1_000;
  private static final int MAX_THREADS = 9_999;
  private static final int MAX_ITERATIONS = 10_000;
  private static final String BETTER = "better";

  private Scores() {}

  /**
   * Reads the scores of a fork, in its order: each the median of its iterations, or without any its
   * value, which is above 0.
   *
   * @throws UnusableFile if one is none, or there is none
   */
  static Map<Figure, Double> of(final JsonObject fork) throws UnusableFile {
    final List<JsonObject> json = Json.objects(fork, "scores");
    if (json.isEmpty() || json.size() > MAX_SCORES) {
      throw new UnusableFile("is ok, but has " + json.size() + " scores, not 1 to " + MAX_SCORES);
    }
    final Map<Figure, Double> scores = new LinkedHashMap<>();
    final Set<String> keys = new HashSet<>();
    for (final JsonObject each : json) {
      final Figure score = figure(each);
      if (!keys.add(score.key())) {
        throw new UnusableFile("has the score " + score.key() + " twice: which one counts?");
      }
      scores.put(score, value(each, score));
    }
    return scores;
  }

  private static Figure figure(final JsonObject json) throws UnusableFile {
    final String name = Json.text(json, "name");
    final String unit = Json.text(json, "unit");
    if (name == null || !NAME.matcher(name).matches()) {
      throw new UnusableFile("has a score named " + name + ", which is no score's name");
    }
    if (unit == null || !UNIT.matcher(unit).matches()) {
      throw new UnusableFile("its score " + name + " has the unit " + unit + ", which is none");
    }
    return Figure.score(
        name,
        (int) Json.whole(json, "threads", 0, MAX_THREADS),
        unit,
        more(json, name, unit),
        !Json.isTrue(json, "beside"));
  }

  private static double value(final JsonObject json, final Figure figure) throws UnusableFile {
    final double score = Json.positive(json, "score");
    if (Double.isNaN(score)) {
      throw new UnusableFile("its score " + figure.name() + " has no value");
    }
    final double median = median(Json.array(json, "iterations"));
    return Double.isNaN(median) ? score : median;
  }

  private static boolean more(final JsonObject json, final String name, final String unit)
      throws UnusableFile {
    final String better = Json.text(json, BETTER);
    if (better == null) {
      return Figure.isRate(unit);
    }
    if (!better.equals("more") && !better.equals("less")) {
      throw new UnusableFile("its score " + name + " has better " + better + ", not more or less");
    }
    return better.equals("more");
  }

  private static double median(final JsonArray iterations) throws UnusableFile {
    if (iterations.size() > MAX_ITERATIONS) {
      throw new UnusableFile("has a score of more than " + MAX_ITERATIONS + " iterations");
    }
    final List<Double> values = new ArrayList<>();
    for (final JsonElement each : iterations) {
      final JsonObject one = new JsonObject();
      one.add("list of iterations", each);
      values.add(Json.positive(one, "list of iterations"));
    }
    return Medians.of(values.stream().mapToDouble(each -> each));
  }
}
