package org.whichjvm.collector.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.RankedContender;
import org.whichjvm.collector.analysis.RareValue;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.ScoreSum;
import org.whichjvm.collector.campaign.fork.Disturbances;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.SlowMessages;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.Percentile;

/**
 * A contender in {@code result.json}; all times in ns.
 *
 * @param name its name
 * @param substitute the build that stands in for the one that the name promises; null if none
 * @param jvm as its forks tell it
 * @param emulated true if its figures are those of an emulator, else null
 * @param forks how many there are
 * @param leftAfter the block after which it left the race; null if it stayed
 * @param floorNs its median floor
 * @param typicalNs its p50 service time in the campaign's typical block
 * @param scores null of a campaign of latencies
 * @param disturbances of its median fork
 */
public record ResultContender(
    String name,
    String substitute,
    JsonObject jvm,
    Boolean emulated,
    Forks forks,
    Integer leftAfter,
    Double floorNs,
    Double typicalNs,
    List<Score> scores,
    JsonObject disturbances) {
  /** A field that another host's file lacks is empty. */
  public ResultContender {
    jvm = jvm == null ? new JsonObject() : jvm;
    forks = forks == null ? new Forks(0, 0, 0, 0) : forks;
    disturbances = disturbances == null ? new JsonObject() : disturbances;
  }

  static ResultContender of(final Result result, final RankedContender place) {
    final ContenderResult contender = place.contender();
    return new ResultContender(
        contender.name(),
        contender.substitute().isEmpty() ? null : contender.substitute(),
        contender.jvm(),
        contender.onlyEmulated() ? true : null,
        Forks.of(contender),
        result.progress().left().get(contender.name()),
        Json.orNull(contender.floorNs()),
        Json.orNull(place.typicalNs()),
        result.ofScores()
            ? contender.scores().values().stream().map(each -> Score.of(contender, each)).toList()
            : null,
        disturbances(result, contender));
  }

  /** Vendor, version, compiler and garbage collector in a line; empty if not told. */
  public String jvmLine() {
    return Stream.of("vendor", "version", "compiler", "garbageCollector")
        .map(key -> Escape.oneLine(Json.shown(jvm, key)).strip())
        .filter(each -> !each.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** Returns its scores that have a name and a unit. */
  public List<Score> knownScores() {
    return ResultFile.there(scores).stream()
        .filter(each -> each.score != null && each.unit != null)
        .toList();
  }

  /** Maps the p50 service time, or its scores, to their values. */
  public Map<Figure, Double> figures() {
    final Map<Figure, Double> figures = new LinkedHashMap<>();
    if (ResultFile.known(typicalNs) > 0) {
      figures.put(Figure.HEADLINE, typicalNs);
    }
    knownScores()
        .forEach(
            each ->
                figures.put(Figure.score(each.score, 0, each.unit), ResultFile.known(each.median)));
    return figures;
  }

  boolean throttled() {
    try {
      return Json.amount(disturbances, "throttledMillis") > 0;
    } catch (final UnusableFile exception) {
      return false; // of unknown origin: any value may be there
    }
  }

  /** Forks count, failed, ran on an emulated CPU, or are excluded by gates. */
  public record Forks(int ok, int failed, int emulated, int excluded) {
    static Forks of(final ContenderResult contender) {
      return new Forks(
          contender.ok(), contender.failed(), contender.emulatedForks(), contender.excluded());
    }

    static Forks of(final Result result) {
      return sum(result.contenders().stream().map(Forks::of));
    }

    static Forks sum(final Stream<Forks> all) {
      return all.reduce(new Forks(0, 0, 0, 0), Forks::plus);
    }

    private Forks plus(final Forks other) {
      return new Forks(
          ok + other.ok,
          failed + other.failed,
          emulated + other.emulated,
          excluded + other.excluded);
    }

    /** Forks that ended well, also those that decide nothing. */
    public int ended() {
      return ok + emulated + excluded;
    }

    public int all() {
      return ended() + failed;
    }
  }

  /**
   * A score over a contender's forks; {@code perFloor} is the median in round trips of two CPUs.
   */
  public record Score(
      String score,
      String unit,
      int forks,
      Double median,
      Double min,
      Double max,
      Double perFloor) {
    static Score of(final ContenderResult contender, final ScoreSum sum) {
      return new Score(
          sum.score().key(),
          sum.score().unit(),
          sum.forks(),
          sum.median(),
          sum.min(),
          sum.max(),
          Json.orNull(FigureTables.perFloor(contender, sum)));
    }
  }

  /** All that {@code result.json} has of a contender: these fields, and what is not read back. */
  static JsonObject tree(final Result result, final RankedContender place) {
    final ContenderResult contender = place.contender();
    final JsonObject json = ResultFile.tree(of(result, place));
    if (contender.producerJvm().size() > 0) {
      json.add("producerJvm", contender.producerJvm());
    }
    json.addProperty("mayBeFastest", place.fastest());
    json.addProperty("spread", Json.orNull(contender.spread()));
    for (final Latency latency : Latency.values()) {
      json.add(latency.key, contender.latencies().isEmpty() ? null : latency(contender, latency));
    }
    final boolean told = !JvmTables.kinds(result.forksOf(contender)).isEmpty();
    json.add("memory", told ? memory(result, contender) : null);
    final SlowMessages slow = contender.attribution();
    json.add("attribution", slow.isEmpty() ? null : attribution(slow));
    return json;
  }

  private static JsonObject latency(final ContenderResult contender, final Latency latency) {
    final ContenderResult.Pooled pooled = contender.latencies().get(latency);
    final JsonObject json = new JsonObject();
    json.addProperty("count", pooled.summary().count());
    pooled.summary().ns().forEach((percentile, ns) -> json.addProperty(percentile.key, ns));
    json.addProperty("max", pooled.summary().max());
    json.add("forkP50", ResultFile.json(List.of(pooled.forkP50Min(), pooled.forkP50Max())));
    json.addProperty("p50PerFloor", Json.orNull(contender.p50PerFloor(latency)));
    final RareValue rare = contender.rare().get(latency);
    if (rare != null) {
      json.add(Percentile.P99_999.key, ResultFile.json(rare));
    }
    return json;
  }

  /** Returns the medians over the forks of the figures that were recorded. */
  static JsonObject disturbances(final Result result, final ContenderResult contender) {
    final JsonObject json = new JsonObject();
    for (final Figure measure : Disturbances.all()) {
      final double median = DisturbanceTables.median(result, contender, measure);
      if (!Double.isNaN(median)) {
        json.addProperty(measure.key(), median);
      }
    }
    return json;
  }

  private static JsonObject memory(final Result result, final ContenderResult contender) {
    final List<Fork> forks = result.forksOf(contender);
    final JsonObject json = new JsonObject();
    json.addProperty("queue", String.join(", ", JvmTables.kinds(forks)));
    json.addProperty("hugeShare", Json.orNull(JvmTables.hugeShare(forks)));
    json.addProperty("pageFaultShare", Json.orNull(JvmTables.pageFaults(contender)));
    return json;
  }

  private static JsonObject attribution(final SlowMessages attribution) {
    final JsonObject json = new JsonObject();
    attribution
        .levels()
        .forEach(
            (latency, levels) -> {
              final JsonArray all = new JsonArray();
              levels.forEach((level, causes) -> all.add(causes(level, causes)));
              json.add(latency.key, all);
            });
    return json;
  }

  private static JsonObject causes(
      final SlowMessages.Level level, final SlowMessages.Causes causes) {
    final JsonObject json = new JsonObject();
    json.addProperty("above", level.key);
    json.addProperty("messages", causes.messages());
    final JsonObject counts = new JsonObject();
    causes.counts().forEach((cause, count) -> counts.addProperty(cause.key, count));
    json.add("causes", counts);
    return json;
  }
}
