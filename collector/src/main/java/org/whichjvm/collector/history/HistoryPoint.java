package org.whichjvm.collector.history;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.whichjvm.collector.across.CampaignsAlike;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.Consistency;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;

/**
 * The summary of a campaign that is kept for years: a few KB.
 *
 * @param began in ISO 8601
 * @param host what may change on it, by its name
 * @param floorNs of the reference's forks; null if it was not measured
 * @param parameters of the workload, as JSON
 * @param reference the contender that all others are compared with, whose build stays the same
 * @param builds of each contender what may change, by its name
 */
public record HistoryPoint(
    String schema,
    String campaign,
    String began,
    Map<String, String> host,
    Double floorNs,
    Map<String, String> parameters,
    String reference,
    Map<String, Map<String, String>> builds,
    List<Value> values) {
  public static final String SCHEMA = "whichjvm.history/1";

  private static final List<String> HOST =
      List.of("cpuModel", "arch", "onlineCpus", "kernel", "microcode", "bootId");
  private static final List<String> BUILD =
      Stream.concat(Consistency.JVM.stream(), Stream.of("base")).toList();

  /**
   * A figure of a contender over the reference's; of the reference itself, its own.
   *
   * @param logRatio above 0 where the contender is slower; of the reference the log of its cost
   * @param error standard error of that; null if unknown
   */
  public record Value(String contender, String figure, double logRatio, Double error) {}

  /** Whether all is there that a file of a history has, which people may have edited. */
  boolean whole() {
    return Stream.of(campaign, began, host, parameters, reference, builds, values)
            .allMatch(Objects::nonNull)
        && builds.values().stream().allMatch(Objects::nonNull)
        && values.stream()
            .allMatch(each -> each != null && each.contender != null && each.figure != null);
  }

  static HistoryPoint of(final Result result) {
    final String reference = result.baseline();
    final Map<String, String> parameters = new TreeMap<>();
    for (final Map.Entry<String, JsonElement> each : result.parameters().entrySet()) {
      if (!CampaignsAlike.MAY_DIFFER.contains(each.getKey())) {
        parameters.put(each.getKey(), each.getValue().toString());
      }
    }
    final Map<String, Map<String, String>> builds = new LinkedHashMap<>();
    result.contenders().forEach(each -> builds.put(each.name(), told(each.jvm(), BUILD)));
    return new HistoryPoint(
        SCHEMA,
        result.settings().campaign(),
        Sessions.began(result).toString(),
        told(result.host(), HOST),
        result.contenders().stream()
            .filter(each -> each.name().equals(reference))
            .map(ContenderResult::floorNs)
            .findAny()
            .map(Json::orNull)
            .orElse(null),
        parameters,
        reference,
        builds,
        values(result));
  }

  private static Map<String, String> told(final JsonObject json, final List<String> keys) {
    final Map<String, String> told = new LinkedHashMap<>();
    keys.stream()
        .filter(key -> !Json.shown(json, key).isEmpty())
        .forEach(key -> told.put(key, Json.shown(json, key)));
    return told;
  }

  private static List<Value> values(final Result result) {
    final List<Value> values = new ArrayList<>();
    final Set<Figure> figures = new LinkedHashSet<>();
    for (final Comparison each : result.comparisons()) {
      final double[] ratios = finite(each);
      if (each.decidable() && each.baseline().equals(result.baseline()) && ratios.length > 0) {
        final PairedTest test = new PairedTest(ratios, ScoreFunction.REDESCENDING);
        values.add(
            new Value(
                each.contender(),
                each.figure().label(),
                test.shift(),
                Json.orNull(test.spread() / Math.sqrt(ratios.length))));
        figures.add(each.figure());
      }
    }
    for (final Figure figure : figures) {
      final double cost = Medians.of(Sessions.costs(result, figure));
      if (cost > 0) {
        values.add(new Value(result.baseline(), figure.label(), Math.log(cost), null));
      }
    }
    return values;
  }

  /** The log ratios of blocks in which both could keep the rate. */
  static double[] finite(final Comparison each) {
    return each.logRatios().stream().mapToDouble(ratio -> ratio).filter(Double::isFinite).toArray();
  }
}
