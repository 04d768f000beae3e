package org.whichjvm.collector.model.fork;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Percentile;

/** Reads a fork's JSON and refuses one that contradicts itself or its file's name. */
public final class ForkReader {
  public static final String SCHEMA = "whichjvm.fork/3";

  /** The most that the workload takes: 100 million a second for 24 hours. */
  static final long MAX_MESSAGES = 100_000_000L * 24 * 3_600;

  private static final String HISTOGRAM = "histogram";
  private static final Pattern SCORE_NAME = Pattern.compile(ForkNames.BENCHMARK);
  private static final Pattern SCORE_UNIT = Pattern.compile(Figure.UNIT);
  private static final int MAX_SCORES = 1_000;
  private static final int MAX_REASON = 200;
  private static final int MAX_THREADS = 9_999;
  private static final int MAX_ITERATIONS = 10_000;

  /**
   * A fork as it was read from its JSON.
   *
   * @param fork what its JSON tells; null if that is unusable
   * @param latencies that it measured; empty if it has scores, null if it is not to be counted
   * @param problem why it cannot be used; null if it can
   */
  public record Read(
      ForkName name, Fork fork, Map<Latency, Histogram> latencies, UnusableFile problem) {
    public boolean isBroken() {
      return problem != null && (fork == null || fork.end().status().equals(Fork.OK));
    }
  }

  /** Reads the fork of that name in a folder of forks. */
  public static Read read(final Path forks, final ForkName name, final String campaign)
      throws IOException {
    return readFile(forks.resolve(name.json()), name, campaign);
  }

  /** Reads the fork of that name in a file that may have another name. */
  static Read readFile(final Path file, final ForkName name, final String campaign)
      throws IOException {
    Fork fork = null;
    try {
      final Map<Latency, Histogram> latencies = new EnumMap<>(Latency.class);
      fork = read(Json.read(file, SCHEMA), name, campaign, latencies);
      if (!fork.end().status().equals(Fork.OK)) {
        final String reason =
            fork.end().reason() == null ? "it did not say why" : fork.end().reason();
        throw new UnusableFile(fork.end().status() + ": " + reason);
      }
      return new Read(name, fork, latencies, null);
    } catch (final UnusableFile exception) {
      return new Read(name, fork, null, exception);
    } catch (final RuntimeException defect) {
      return new Read(name, null, null, defect(defect));
    }
  }

  /**
   * A defect of this program that a fork's file has met costs that fork, not the report of all
   * others. Where assertions are on, as in tests, it ends whoever met it.
   */
  private static UnusableFile defect(final RuntimeException defect) {
    assert false : defect;
    return new UnusableFile(
        "cannot be read, by a defect of whichjvm: %s at %s; report it, with this file",
        defect, defect.getStackTrace()[0]);
  }

  /** Reads a fork whose latencies nobody counts. */
  public static Fork read(final JsonObject json, final ForkName name, final String campaign)
      throws UnusableFile {
    return read(json, name, campaign, new EnumMap<>(Latency.class));
  }

  /** Reads a fork, and puts its latencies, if it is ok and has some, into the map. */
  private static Fork read(
      final JsonObject json,
      final ForkName name,
      final String campaign,
      final Map<Latency, Histogram> latencies)
      throws UnusableFile {
    checkIdentity(json, name, campaign);
    final String status = Json.text(json, "status");
    if (status == null || !Fork.STATUSES.contains(status)) {
      throw new UnusableFile("its status is " + status + ", not ok, failed or overloaded");
    }
    final JsonObject host = Json.object(json, "host");
    final Map<Latency, Summary> summaries = new EnumMap<>(Latency.class);
    Map<Figure, Double> scores = Map.of();
    long messages = 0;
    final boolean ok = status.equals(Fork.OK);
    final boolean ofScores = ofScores(json);
    if (ok && ofScores) {
      scores = scores(json);
    } else if (ok) {
      messages = checkedMessages(Json.object(json, "messages"));
      for (final Latency latency : Latency.values()) {
        final Histogram counts = counts(json, latency, messages);
        latencies.put(latency, counts);
        summaries.put(latency, Summary.of(counts, events(json, latency)));
      }
    }
    final JsonObject floor = Json.object(json, "floorNs");
    final JsonObject warmUp = Json.object(json, "warmUp");
    final Turns turns =
        ok || status.equals(Fork.OVERLOADED) ? Turns.of(json, scores.keySet(), ok) : null;
    return new Fork(
        name,
        new Fork.End(
            status,
            Json.text(json, "reason"),
            Json.time(json, "started"),
            Json.positive(json, "wallSeconds"),
            warmUp.has("compilersIdle") && !Json.isTrue(warmUp, "compilersIdle")),
        new Fork.Setup(
            Json.text(json, "workload"),
            Json.object(json, "parameters"),
            Json.object(json, "jvm"),
            host,
            Json.text(Json.object(json, "cost"), "classData")),
        new Fork.Floor(floor(floor, "before", status), floor(floor, "after", status)),
        new Fork.Measured(
            summaries,
            scores,
            failed(json),
            ok ? LoadCurve.of(json) : null,
            // The record of a failed fork may be half of it, and nobody counts it.
            status.equals(Fork.FAILED) ? Disturbances.NONE : Disturbances.of(json, messages, turns),
            ofScores ? SlowMessages.NONE : SlowMessages.of(json),
            ofScores ? null : Fork.QueuePages.of(json)),
        turns);
  }

  private static boolean ofScores(final JsonObject json) throws UnusableFile {
    final boolean known = Workload.hasScores(Json.text(json, "workload"));
    final boolean scores = !Json.array(json, "scores").isEmpty();
    if ((known || scores)
        && Json.object(json, Latency.SERVICE.key).size()
                + Json.object(json, Latency.RESPONSE.key).size()
            > 0) {
      throw new UnusableFile("has latencies, which a fork with scores has not");
    }
    return known || scores;
  }

  /** A round trip in ns; NaN if it was not measured, which a fork that failed says as 0. */
  private static double floor(final JsonObject json, final String key, final String status)
      throws UnusableFile {
    final double ns = status.equals(Fork.OK) ? Json.positive(json, key) : Json.amount(json, key);
    return ns == 0 ? Double.NaN : ns;
  }

  private static void checkIdentity(
      final JsonObject json, final ForkName name, final String campaign) throws UnusableFile {
    final String says = Json.text(json, "campaign");
    if (!campaign.equals(says)) {
      throw new UnusableFile("is a fork of campaign " + says + ", not of " + campaign);
    }
    final ForkName inside =
        new ForkName(
            (int) Json.whole(json, "block", 0, ForkNames.MAX_BLOCKS), Json.text(json, "contender"));
    if (!inside.equals(name)) {
      throw new UnusableFile("is inside the fork " + inside.json() + ": it was renamed or copied");
    }
  }

  private static long checkedMessages(final JsonObject messages) throws UnusableFile {
    final long sent = Json.whole(messages, "sent", 1, MAX_MESSAGES);
    for (final String key : List.of("received", "verified")) {
      final long count = Json.whole(messages, key, 0, MAX_MESSAGES);
      if (count != sent) {
        throw new UnusableFile("sent " + sent + " messages, but " + key + " " + count);
      }
    }
    return sent;
  }

  /** The histogram that all figures of a latency are read from, which has every message. */
  private static Histogram counts(final JsonObject json, final Latency latency, final long messages)
      throws UnusableFile {
    final String field = latency.key + "." + HISTOGRAM;
    final String histogram = Json.text(Json.object(json, latency.key), HISTOGRAM);
    if (histogram == null) {
      throw new UnusableFile("is ok, but has no " + field);
    }
    try {
      final Histogram counts = HistogramDecoder.decode(histogram);
      if (counts.getValueAtPercentile(Percentile.P50.percent) == 0) {
        throw new UnusableFile("has no latency above 0 at its p50");
      }
      if (counts.getTotalCount() != messages) {
        throw new UnusableFile(
            "counts %s messages, and %s were sent", counts.getTotalCount(), messages);
      }
      return counts;
    } catch (final UnusableFile exception) {
      throw new UnusableFile("its " + field + " " + exception.getMessage());
    }
  }

  private static Map<Percentile, Long> events(final JsonObject fork, final Latency latency)
      throws UnusableFile {
    final JsonObject json = Json.object(Json.object(fork, latency.key), "events");
    final Map<Percentile, Long> events = new EnumMap<>(Percentile.class);
    for (final Percentile percentile : Percentile.REPORTED) {
      events.put(percentile, Json.whole(json, percentile.key, 0, MAX_MESSAGES));
    }
    return events;
  }

  /** The scores of a fork, in its order: each the median of its iterations, or its value. */
  private static Map<Figure, Double> scores(final JsonObject fork) throws UnusableFile {
    final List<JsonObject> json = Json.objects(fork, "scores");
    if (json.isEmpty() || json.size() > MAX_SCORES) {
      throw new UnusableFile("is ok, but has " + json.size() + " scores, not 1 to " + MAX_SCORES);
    }
    final Map<Figure, Double> scores = new LinkedHashMap<>();
    final Set<String> keys = new HashSet<>();
    for (final JsonObject each : json) {
      final Figure score = score(each);
      if (!keys.add(score.key())) {
        throw new UnusableFile("has the score " + score.key() + " twice: which one counts?");
      }
      scores.put(score, value(each));
    }
    return scores;
  }

  /** Why benchmarks have no score, by the names that their scores would have. */
  private static Map<String, String> failed(final JsonObject fork) throws UnusableFile {
    final Map<String, String> failed = new LinkedHashMap<>();
    for (final JsonObject each : Json.objects(Json.object(fork, "program"), "failed")) {
      final String name = Json.text(each, "name");
      if (name == null || !SCORE_NAME.matcher(name).matches() || failed.size() == MAX_SCORES) {
        throw new UnusableFile("says that a benchmark failed that has no score's name: " + name);
      }
      final String reason = Json.shown(each, "reason");
      failed.put(name, reason.substring(0, Math.min(reason.length(), MAX_REASON)));
    }
    return failed;
  }

  private static Figure score(final JsonObject json) throws UnusableFile {
    final String name = Json.text(json, "name");
    final String unit = Json.text(json, "unit");
    if (name == null || !SCORE_NAME.matcher(name).matches()) {
      throw new UnusableFile("has a score named " + name + ", which is no score's name");
    }
    if (unit == null || !SCORE_UNIT.matcher(unit).matches()) {
      throw new UnusableFile("its score " + name + " has the unit " + unit + ", which is none");
    }
    final boolean beside = Json.isTrue(json, "beside");
    return Figure.score(
        name,
        (int) Json.whole(json, "threads", 0, MAX_THREADS),
        unit,
        more(json, name, unit),
        !beside,
        beside || Json.isTrue(json, "optional"));
  }

  private static double value(final JsonObject json) throws UnusableFile {
    final double score = Json.positive(json, "score");
    if (Double.isNaN(score)) {
      throw new UnusableFile("its score " + Json.text(json, "name") + " has no value");
    }
    final JsonArray iterations = Json.array(json, "iterations");
    if (iterations.size() > MAX_ITERATIONS) {
      throw new UnusableFile("has a score of more than " + MAX_ITERATIONS + " iterations");
    }
    final List<Double> values = new ArrayList<>();
    for (final JsonElement each : iterations) {
      final JsonObject one = new JsonObject();
      one.add("list of iterations", each);
      values.add(Json.positive(one, "list of iterations"));
    }
    final double median = Medians.of(values.stream().mapToDouble(each -> each));
    return Double.isNaN(median) ? score : median;
  }

  private static boolean more(final JsonObject json, final String name, final String unit)
      throws UnusableFile {
    final String better = Json.text(json, "better");
    if (better == null) {
      return Figure.isRate(unit);
    }
    if (!better.equals("more") && !better.equals("less")) {
      throw new UnusableFile("its score " + name + " has better " + better + ", not more or less");
    }
    return better.equals("more");
  }
}
