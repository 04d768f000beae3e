package org.whichjvm.collector.across;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.campaign.fork.ForkScore;
import org.whichjvm.collector.io.Quantity;

/**
 * A contender on one host, as {@code result.json} has it.
 *
 * @param name of the contender
 * @param substitute whether another build stands in for the one that the name promises
 * @param emulated whether its figures are those of an emulator, and mean nothing
 * @param jvm vendor, version, compiler and garbage collector in a line; empty if not told
 * @param ok forks that count
 * @param failed forks
 * @param excluded forks
 * @param emulatedForks forks on an emulated CPU
 * @param floorNs its median floor, in ns; NaN if not measured
 * @param throttledMillis of its median fork, in ms; NaN if not recorded
 * @param p50Ns its p50 service time in the campaign's typical block, in ns; NaN if it has none
 * @param scores by their key, as they are told; those without a unit are left out
 */
record HostContender(
    String name,
    boolean substitute,
    boolean emulated,
    String jvm,
    int ok,
    int failed,
    int excluded,
    int emulatedForks,
    double floorNs,
    double throttledMillis,
    double p50Ns,
    Map<String, JsonObject> scores) {
  private static final String SCORE = "score";
  private static final String UNIT = "unit";

  static HostContender of(final JsonObject json) {
    final JsonObject forks = Told.object(json, "forks");
    final Map<String, JsonObject> scores = new LinkedHashMap<>();
    for (final JsonObject each : Told.objects(json, "scores")) {
      if (Told.text(each, SCORE) != null && Told.text(each, UNIT) != null) {
        scores.put(Told.text(each, SCORE), each);
      }
    }
    return new HostContender(
        Told.text(json, "name"),
        Told.text(json, "substitute") != null,
        Told.isTrue(json, "emulated"),
        jvm(Told.object(json, "jvm")),
        Told.count(forks, "ok"),
        Told.count(forks, "failed"),
        Told.count(forks, "excluded"),
        Told.count(forks, "emulated"),
        Told.number(json, "floorNs"),
        Told.number(Told.object(json, "disturbances"), "throttledMillis"),
        Told.number(json, "typicalNs"),
        scores);
  }

  private static String jvm(final JsonObject jvm) {
    return Stream.of("vendor", "version", "compiler", "garbageCollector")
        .map(key -> Told.text(jvm, key))
        .filter(Objects::nonNull)
        .collect(Collectors.joining(" "));
  }

  /** Its forks, whatever became of them. */
  int forks() {
    return ok + failed + excluded + emulatedForks;
  }

  /** Why it has no comparison. */
  String without() {
    if (emulated) {
      return "emulated";
    }
    return ok > 0 ? "not compared" : excluded > 0 ? "excluded" : failed > 0 ? "failed" : "not run";
  }

  /** What it has of a figure, with its unit; null if nothing. */
  String value(final Figure figure) {
    if (!figure.score()) {
      return p50Ns > 0 ? Quantity.time(p50Ns) : null;
    }
    final JsonObject score = scores.get(figure.label());
    return score == null
        ? null
        : ForkScore.shown(Told.number(score, "median"), Told.text(score, UNIT));
  }

  /** What it has values of: the p50 service time, or scores. */
  List<Figure> figures() {
    final List<Figure> figures = new ArrayList<>(p50Ns > 0 ? List.of(Figure.HEADLINE) : List.of());
    scores.forEach((key, score) -> figures.add(Figure.score(key, Told.text(score, UNIT))));
    return figures;
  }
}
