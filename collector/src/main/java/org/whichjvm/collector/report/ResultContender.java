package org.whichjvm.collector.report;

import com.google.gson.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/**
 * A contender in {@code result.json}; all times in ns.
 *
 * @param substitute the build that stands in for the one that the name promises; null if none
 * @param emulated true if its figures are those of an emulator, else null
 * @param leftAfter the block after which it left the race; null if it stayed
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

  /** Vendor, version, compiler and garbage collector in a line; empty if not told. */
  public String jvmLine() {
    return Stream.of("vendor", "version", "compiler", "garbageCollector")
        .map(key -> Escape.oneLine(Json.shown(jvm, key)).strip())
        .filter(each -> !each.isEmpty())
        .collect(Collectors.joining(" "));
  }

  public List<Score> knownScores() {
    return ResultFile.there(scores).stream()
        .filter(each -> each.score != null && each.unit != null)
        .toList();
  }

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
      Double perFloor) {}
}
