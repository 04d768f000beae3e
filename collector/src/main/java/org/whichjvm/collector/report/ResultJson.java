package org.whichjvm.collector.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.stream.Stream;
import org.whichjvm.collector.analysis.ByTurns;
import org.whichjvm.collector.analysis.Contrasted;
import org.whichjvm.collector.analysis.Decision;
import org.whichjvm.collector.analysis.Modes;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.Steadiness;
import org.whichjvm.collector.campaign.Gates;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.ForkName;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.Json;

/** Writes {@code result.json}, schema {@code whichjvm.result/3}: all times in ns. */
public final class ResultJson {
  public static final String SCHEMA = "whichjvm.result/3";

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
    json.add(
        "contenders",
        array(
            answer.ranking().places().stream()
                .sorted(
                    Comparator.comparing(place -> result.contenders().indexOf(place.contender())))
                .map(place -> ResultContender.tree(result, place))));
    decision(json.getAsJsonObject("decision"), result);
    json.add("turns", turns(result.byTurns()));
    json.add("excluded", excluded(result));
    json.add("comparisons", array(result.comparisons().stream().map(ResultComparison::tree)));
    json.add("pairs", array(result.best().direct().stream().map(ResultFile::tree)));
    if (result.ofScores()) {
      json.add("contrasts", array(result.contrasts().stream().map(ResultJson::contrast)));
    }
    json.add("modes", array(result.modes().stream().map(ResultJson::modes)));
    return json;
  }

  static JsonArray array(final Stream<? extends JsonElement> elements) {
    return elements.collect(JsonArray::new, JsonArray::add, JsonArray::addAll);
  }

  private static JsonArray excluded(final Result result) {
    return array(
        result.excluded().entrySet().stream()
            .map(
                each -> {
                  final ForkName fork = each.getKey();
                  final JsonObject json = new JsonObject();
                  json.addProperty("file", Names.FORKS + "/" + fork.json());
                  json.addProperty("block", fork.block());
                  json.addProperty("contender", fork.contender());
                  json.add("gates", array(each.getValue().stream().map(ResultJson::trip)));
                  return json;
                }));
  }

  private static JsonObject trip(final Gates.Trip trip) {
    final JsonObject json = ResultFile.tree(trip);
    json.remove("ofTurns");
    if (trip.turns() == 0) {
      json.remove("turns");
    }
    return json;
  }

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
    json.add("carryOver", ResultFile.tree(byTurns.carryOver()));
    json.add("steadiness", array(byTurns.steadiness().stream().map(ResultJson::steadiness)));
    return json;
  }

  private static JsonObject steadiness(final Steadiness steadiness) {
    final JsonObject json = new JsonObject();
    json.addProperty("contender", steadiness.contender());
    json.addProperty("forks", steadiness.forks());
    json.addProperty("lastOverFirst", Json.orNull(steadiness.drift()));
    json.addProperty("spread", Json.orNull(steadiness.spread()));
    final JsonArray byRound = new JsonArray();
    for (final double round : steadiness.byRound()) {
      byRound.add(Json.orNull(Math.round(round * 1e4) / 1e4));
    }
    json.add("byRound", byRound);
    return json;
  }

  private static JsonObject contrast(final Contrasted contrast) {
    final JsonObject json = ResultFile.tree(contrast);
    json.addProperty("unit", contrast.score().unit());
    json.addProperty("better", contrast.score().more() ? "more" : "less");
    json.add("smallestDetectable", json.remove("mde"));
    return json;
  }

  private static void decision(final JsonObject json, final Result result) {
    json.addProperty("significanceLevel", Decision.ALPHA);
    result.progress().design().write(json);
    final Collection<Figure> figures =
        result.ofScores() ? FigureTables.keys(result).values() : Figure.OF_LATENCIES;
    final JsonArray decide = new JsonArray();
    figures.stream()
        .filter(each -> !each.counted() && result.progress().design().decides(each))
        .forEach(each -> decide.add(each.key()));
    json.add("decide", decide);
  }

  private static JsonObject modes(final Modes modes) {
    final JsonObject json = new JsonObject();
    json.addProperty("contender", modes.contender());
    json.add("groups", array(modes.groups().stream().map(ResultJson::group)));
    return json;
  }

  private static JsonObject group(final Modes.Group group) {
    final JsonObject json = ResultFile.tree(group);
    json.add("p50", json.remove("p50Ns"));
    json.addProperty("p50PerFloor", Json.orNull(group.p50Ns() / group.floorNs()));
    return json;
  }
}
