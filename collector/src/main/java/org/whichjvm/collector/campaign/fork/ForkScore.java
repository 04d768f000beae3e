package org.whichjvm.collector.campaign.fork;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.ForkNames;

/**
 * What a workload without messages measured, one of several of a fork.
 *
 * @param name of the benchmark, such as adjacent
 * @param threads that ran it, or that the garbage collector had; 0 for a score of a whole program
 * @param unit such as ns/op
 * @param value above 0, in that unit: the median of the fork's iterations, or without any its score
 * @param more whether more of it is better
 * @param beside whether it is told beside what the fork is about, and not decided unless asked for
 */
public record ForkScore(
    String name, int threads, String unit, double value, boolean more, boolean beside) {
  /** The workloads whose forks have scores and no latencies. */
  public static final Set<String> WORKLOADS =
      Set.of("contention", "gc-steal", "command", "retail", "queue-rate");

  /** The unit of an operation's whole time: it can be set beside the floor. */
  public static final String NS_PER_OP = "ns/op";

  private static final String COUNT = "count";
  private static final String A_SECOND = "/s";
  private static final Pattern NAME = Pattern.compile(ForkNames.SCORE);
  private static final Pattern UNIT = Pattern.compile("[A-Za-z]{1,12}(/[A-Za-z]{1,12})?");
  private static final int MAX_SCORES = 1_000;
  private static final int MAX_THREADS = 9_999;
  private static final int MAX_ITERATIONS = 10_000;

  private static final String BETTER = "better";

  /** A score whose unit says what is better. */
  public ForkScore(final String name, final int threads, final String unit, final double value) {
    this(name, threads, unit, value, isRate(unit), false);
  }

  /** Its name in a campaign: name@threads, or its name where it is of no number of threads. */
  public String key() {
    return key(name, threads);
  }

  /** The same of a score that is not at hand. */
  public static String key(final String name, final int threads) {
    return threads == 0 ? name : name + "@" + threads;
  }

  /** Whether it is a number of something, of which neither more nor less is better. */
  public boolean counted() {
    return unit.equals(COUNT);
  }

  /** A figure that grows where the score gets worse: a rate's inverse, a time itself. */
  public double cost() {
    return more ? 1 / value : value;
  }

  /** Whether a unit is one of something per second. */
  private static boolean isRate(final String unit) {
    return unit.endsWith(A_SECOND);
  }

  /** A value as tables show it, with its unit. */
  public static String shown(final double value, final String unit) {
    if (Double.isNaN(value)) {
      return Quantity.NONE;
    }
    final boolean whole = isRate(unit) || unit.equals(COUNT);
    final String number = whole ? Quantity.count(Math.round(value)) : Quantity.ratio(value);
    return unit.equals(COUNT) ? number : number + " " + unit;
  }

  /**
   * The scores of a fork, by their keys, in its order.
   *
   * @throws UnusableFile if one is none, or there is none
   */
  static Map<String, ForkScore> of(final JsonObject fork) throws UnusableFile {
    final JsonArray json = Json.array(fork, "scores");
    if (json.isEmpty() || json.size() > MAX_SCORES) {
      throw new UnusableFile("is ok, but has " + json.size() + " scores, not 1 to " + MAX_SCORES);
    }
    final Map<String, ForkScore> scores = new LinkedHashMap<>();
    for (final JsonElement each : json) {
      if (!each.isJsonObject()) {
        throw new UnusableFile("its scores is not a list of objects");
      }
      final ForkScore score = one(each.getAsJsonObject());
      if (scores.put(score.key(), score) != null) {
        throw new UnusableFile("has the score " + score.key() + " twice: which one counts?");
      }
    }
    return scores;
  }

  private static ForkScore one(final JsonObject json) throws UnusableFile {
    final String name = Json.text(json, "name");
    final String unit = Json.text(json, "unit");
    if (name == null || !NAME.matcher(name).matches()) {
      throw new UnusableFile("has a score named " + name + ", which is no score's name");
    }
    if (unit == null || !UNIT.matcher(unit).matches()) {
      throw new UnusableFile("its score " + name + " has the unit " + unit + ", which is none");
    }
    final int threads = (int) Json.whole(json, "threads", 0, MAX_THREADS);
    final double score = Json.positive(json, "score");
    final double median = median(Json.array(json, "iterations"));
    if (Double.isNaN(score)) {
      throw new UnusableFile("its score " + name + " has no value");
    }
    return new ForkScore(
        name,
        threads,
        unit,
        Double.isNaN(median) ? score : median,
        more(json, name, unit),
        Json.isTrue(json, "beside"));
  }

  private static boolean more(final JsonObject json, final String name, final String unit)
      throws UnusableFile {
    final String better = Json.text(json, BETTER);
    if (better == null) {
      return isRate(unit);
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
