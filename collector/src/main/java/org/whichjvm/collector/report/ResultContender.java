package org.whichjvm.collector.report;

import com.google.gson.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.RankedContender;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.ScoreSum;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Json;

/**
 * A contender in {@code result.json}; all times in ns.
 *
 * @param name its name
 * @param substitute the build that stands in for the one that the name promises; null if none
 * @param jvm as its forks tell it
 * @param emulated true if its figures are those of an emulator, else null
 * @param forks how many there are
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
    Double floorNs,
    Double typicalNs,
    List<Score> scores,
    JsonObject disturbances) {
  /** What is missing of another host's file is empty. */
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
        new Forks(
            contender.ok(), contender.failed(), contender.emulatedForks(), contender.excluded()),
        Json.orNull(contender.floorNs()),
        Json.orNull(place.typicalNs()),
        result.ofScores()
            ? contender.scores().values().stream().map(each -> Score.of(contender, each)).toList()
            : null,
        ContenderJson.disturbances(result, contender));
  }

  /** Vendor, version, compiler and garbage collector in a line; empty if not told. */
  public String jvmLine() {
    return Stream.of("vendor", "version", "compiler", "garbageCollector")
        .map(key -> Escape.oneLine(Json.shown(jvm, key)).strip())
        .filter(each -> !each.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** Its scores that have a name and a unit. */
  public List<Score> knownScores() {
    return ResultFile.there(scores).stream()
        .filter(each -> each.score != null && each.unit != null)
        .toList();
  }

  /** What it has values of, with these: the p50 service time, or scores. */
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
    final Double millis = ResultFile.amount(disturbances, "throttledMillis");
    return millis != null && millis > 0;
  }

  /** How many forks count, failed, ran on an emulated CPU, and are excluded by gates. */
  public record Forks(int ok, int failed, int emulated, int excluded) {}

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
          Json.orNull(ScoreTables.perFloor(contender, sum)));
    }
  }
}
