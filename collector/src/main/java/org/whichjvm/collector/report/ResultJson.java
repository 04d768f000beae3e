package org.whichjvm.collector.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import org.whichjvm.collector.analysis.ByTurns;
import org.whichjvm.collector.analysis.CarryOver;
import org.whichjvm.collector.analysis.Contrasted;
import org.whichjvm.collector.analysis.Decision;
import org.whichjvm.collector.analysis.Modes;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.Steadiness;
import org.whichjvm.collector.campaign.Gates;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.Json;

/** Writes {@code result.json}, schema {@code whichjvm.result/3}: all times in ns. */
public final class ResultJson {
  /** The format, and its version. */
  public static final String SCHEMA = "whichjvm.result/3";

  private ResultJson() {}

  /** The file's content. */
  public static String of(final Answer answer) {
    return Json.write(tree(answer));
  }

  private static JsonObject tree(final Answer answer) {
    final Result result = answer.result();
    final JsonObject json = new JsonObject();
    json.addProperty("schema", SCHEMA);
    ResultFile.tree(ResultFile.of(answer))
        .entrySet()
        .forEach(each -> json.add(each.getKey(), each.getValue()));
    json.addProperty("created", result.created().truncatedTo(ChronoUnit.MILLIS).toString());
    if (result.settings().study() != null) {
      json.addProperty("study", result.settings().study().name());
      json.addProperty("studySays", result.settings().study().asks());
    }
    final JsonArray contenders = new JsonArray();
    answer.ranking().places().stream()
        .sorted(Comparator.comparing(place -> result.contenders().indexOf(place.contender())))
        .forEach(place -> contenders.add(ContenderJson.of(result, place)));
    json.add("contenders", contenders);
    decision(json.getAsJsonObject("decision"), result);
    json.add("turns", turns(result.byTurns()));
    json.add("excluded", excluded(result));
    final JsonArray comparisons = new JsonArray();
    result.comparisons().forEach(comparison -> comparisons.add(ComparisonJson.of(comparison)));
    json.add("comparisons", comparisons);
    final JsonArray pairs = new JsonArray();
    result.best().direct().forEach(each -> pairs.add(ComparisonJson.of(each)));
    json.add("pairs", pairs);
    if (result.ofScores()) {
      final JsonArray contrasts = new JsonArray();
      result.contrasts().forEach(each -> contrasts.add(contrast(each)));
      json.add("contrasts", contrasts);
    }
    final JsonArray modes = new JsonArray();
    result.modes().forEach(each -> modes.add(modes(each)));
    json.add("modes", modes);
    return json;
  }

  private static JsonArray excluded(final Result result) {
    final JsonArray excluded = new JsonArray();
    result
        .excluded()
        .forEach(
            (fork, trips) -> {
              final JsonObject json = new JsonObject();
              json.addProperty("file", Names.FORKS + "/" + fork.json());
              json.addProperty("block", fork.block());
              json.addProperty("contender", fork.contender());
              final JsonArray all = new JsonArray();
              for (final Gates.Trip trip : trips) {
                final JsonObject each = new JsonObject();
                each.addProperty("gate", trip.gate().key);
                each.addProperty("value", Json.orNull(trip.value()));
                each.addProperty("limit", Json.orNull(trip.limit()));
                if (trip.turns() > 0) {
                  each.addProperty("turns", trip.turns());
                }
                all.add(each);
              }
              json.add("gates", all);
              excluded.add(json);
            });
    return excluded;
  }

  /** What turns tell; null if no fork measured by turns. */
  private static JsonElement turns(final ByTurns byTurns) {
    if (byTurns == null) {
      return JsonNull.INSTANCE;
    }
    final JsonObject json = new JsonObject();
    json.addProperty("all", byTurns.count().turns());
    json.addProperty("excluded", byTurns.count().excluded());
    json.addProperty("rounds", byTurns.count().rounds());
    json.addProperty("roundsLeftOut", byTurns.count().leftOut());
    if (byTurns.sleep() != null) {
      json.addProperty("asleepShare", byTurns.sleep().median());
      json.addProperty("worstAsleepShare", byTurns.sleep().worst());
    }
    json.add("carryOver", carryOver(byTurns.carryOver()));
    final JsonArray steadiness = new JsonArray();
    for (final Steadiness each : byTurns.steadiness()) {
      final JsonObject one = new JsonObject();
      one.addProperty("contender", each.contender());
      one.addProperty("forks", each.forks());
      one.addProperty("lastOverFirst", Json.orNull(each.drift()));
      one.addProperty("spread", Json.orNull(each.spread()));
      final JsonArray byRound = new JsonArray();
      for (final double round : each.byRound()) {
        byRound.add(Json.orNull(Math.round(round * 1e4) / 1e4));
      }
      one.add("byRound", byRound);
      steadiness.add(one);
    }
    json.add("steadiness", steadiness);
    return json;
  }

  private static JsonObject carryOver(final CarryOver carryOver) {
    final JsonObject json = new JsonObject();
    final JsonArray after = new JsonArray();
    for (final CarryOver.After each : carryOver.after()) {
      final JsonObject one = new JsonObject();
      one.addProperty("contender", each.contender());
      one.addProperty("previous", each.previous());
      one.addProperty("ratio", Json.orNull(each.ratio()));
      one.addProperty("blocks", each.blocks());
      one.addProperty("adjustedP", each.adjustedP());
      after.add(one);
    }
    json.add("after", after);
    final JsonArray inside = new JsonArray();
    for (final CarryOver.Inside each : carryOver.inside()) {
      final JsonObject one = new JsonObject();
      one.addProperty("contender", each.contender());
      one.addProperty("lastOverFirst", each.ratio());
      inside.add(one);
    }
    json.add("inside", inside);
    return json;
  }

  private static JsonObject contrast(final Contrasted contrast) {
    final JsonObject json = new JsonObject();
    json.addProperty("contender", contrast.contender());
    json.addProperty("score", contrast.score().key());
    json.addProperty("unit", contrast.score().unit());
    json.addProperty("better", contrast.score().more() ? "more" : "less");
    json.addProperty("against", contrast.against().key());
    json.addProperty("ratio", Json.orNull(contrast.ratio()));
    json.addProperty("low", Json.orNull(contrast.low()));
    json.addProperty("high", Json.orNull(contrast.high()));
    json.addProperty("p", Json.orNull(contrast.p()));
    json.addProperty("adjustedP", Json.orNull(contrast.adjustedP()));
    json.addProperty("forks", contrast.forks());
    json.addProperty("verdict", contrast.verdict().key);
    json.addProperty("smallestDetectable", Json.orNull(contrast.mde()));
    json.addProperty("reason", ReasonText.of(contrast.reason()));
    return json;
  }

  private static void decision(final JsonObject json, final Result result) {
    json.addProperty("significanceLevel", Decision.ALPHA);
    result.progress().design().write(json);
    final Collection<Figure> figures =
        result.ofScores() ? ScoreTables.keys(result).values() : Figure.OF_LATENCIES;
    final JsonArray decide = new JsonArray();
    figures.stream()
        .filter(each -> !each.counted() && result.progress().design().decides(each))
        .forEach(each -> decide.add(each.key()));
    json.add("decide", decide);
  }

  private static JsonObject modes(final Modes modes) {
    final JsonObject json = new JsonObject();
    json.addProperty("contender", modes.contender());
    final JsonArray groups = new JsonArray();
    for (final Modes.Group group : modes.groups()) {
      final JsonObject each = new JsonObject();
      each.addProperty("forks", group.forks());
      each.addProperty("p50", group.p50Ns());
      each.addProperty("floorNs", Json.orNull(group.floorNs()));
      each.addProperty("p50PerFloor", Json.orNull(group.p50Ns() / group.floorNs()));
      groups.add(each);
    }
    json.add("groups", groups);
    return json;
  }
}
