package org.whichjvm.collector.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.ByTurns;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.ContenderResult.ScoreSum;
import org.whichjvm.collector.decide.Decision;
import org.whichjvm.collector.decide.Modes;
import org.whichjvm.collector.decide.Ranking.RankedContender;
import org.whichjvm.collector.decide.Reason;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.Gates;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Figure;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.model.fork.SlowMessages;
import org.whichjvm.common.Percentile;

/**
 * Writes {@code result.json}, schema {@code whichjvm.result/3}: all times in ns, and null where a
 * number is unknown or infinite. {@link ResultFile} is the part of it that is read back.
 */
public final class ResultJson {
  public static final String SCHEMA = "whichjvm.result/3";

  private static final MathContext DIGITS = new MathContext(7);

  /** An object, field by field. */
  private record Fields(JsonObject json) {
    Fields() {
      this(new JsonObject());
    }

    Fields with(final String key, final Object value) {
      json.add(key, ResultFile.json(value));
      return this;
    }

    /** The field is absent where there is nothing to tell. */
    Fields withKnown(final String key, final Object value) {
      return value == null ? this : with(key, value);
    }

    Fields withAll(final String key, final Stream<JsonObject> objects) {
      return with(key, objects.collect(JsonArray::new, JsonArray::add, JsonArray::addAll));
    }
  }

  public static String of(final Answer answer) {
    return Json.write(tree(answer));
  }

  static JsonObject tree(final Answer answer) {
    final Result result = answer.result();
    final CampaignSettings.Question study = result.settings().study();
    final Fields fields =
        new Fields()
            .with("schema", SCHEMA)
            .with("campaign", result.settings().campaign())
            .with("baseline", result.baseline())
            .with("workload", result.workload())
            .with("parameters", result.parameters())
            .with("host", result.host())
            .withAll(
                "contenders",
                answer.ranking().places().stream()
                    .sorted(
                        Comparator.comparing(
                            place -> result.contenders().indexOf(place.contender())))
                    .map(place -> contender(result, place)))
            .with("decision", decision(result))
            .with("gates", result.gates())
            .withAll("comparisons", result.comparisons().stream().map(ResultJson::comparison))
            .with("findings", answer.findings().stream().map(Finding::escaped).toList())
            .with(
                "unusable",
                result.unusable().stream()
                    .map(each -> new ResultFile.Refused(each.file(), each.reason()))
                    .toList())
            .with("missing", result.missing())
            .with("created", result.created().truncatedTo(ChronoUnit.MILLIS).toString())
            .withKnown("study", study == null ? null : study.name())
            .withKnown("studySays", study == null ? null : study.asks())
            .with("turns", result.byTurns() == null ? null : turns(result.byTurns()))
            .withAll("excluded", result.excluded().entrySet().stream().map(ResultJson::excluded))
            .with("pairs", result.best().direct())
            .withAll("modes", result.modes().stream().map(ResultJson::modes));
    return (result.ofScores()
            ? fields.withAll("contrasts", result.contrasts().stream().map(ResultJson::contrast))
            : fields)
        .json;
  }

  private static JsonObject contender(final Result result, final RankedContender place) {
    final ContenderResult contender = place.contender();
    final Fields fields =
        new Fields()
            .with("name", contender.name())
            .with("substitute", contender.substitute().isEmpty() ? null : contender.substitute())
            .with("jvm", contender.jvm())
            .with("forks", ResultFile.Forks.of(contender))
            .with("leftAfter", result.progress().left().get(contender.name()))
            .with("floorNs", contender.floorNs())
            .with("typicalNs", place.typicalNs())
            .with("disturbances", disturbances(result, contender))
            .with("mayBeFastest", place.fastest())
            .with("spread", contender.spread());
    if (result.ofScores()) {
      fields.withAll("scores", contender.scores().values().stream().map(ResultJson::score));
    }
    for (final Latency latency : Latency.values()) {
      fields.with(
          latency.key, contender.latencies().isEmpty() ? null : latency(contender, latency));
    }
    final List<Fork> forks = result.forksOf(contender.name());
    return fields
        .with("memory", JvmTables.kinds(forks).isEmpty() ? null : memory(contender, forks))
        .with("attribution", attribution(contender.attribution()))
        .json;
  }

  private static JsonObject score(final ScoreSum sum) {
    return new Fields(ResultFile.tree(sum)).with("unit", sum.score().unit()).json;
  }

  private static JsonObject latency(final ContenderResult contender, final Latency latency) {
    final ContenderResult.Pooled pooled = contender.latencies().get(latency);
    final Fields fields = new Fields().with("count", pooled.summary().count());
    Percentile.REPORTED.forEach(each -> fields.with(each.key, pooled.summary().at(each)));
    return fields
        .with("max", pooled.summary().max())
        .with("forkP50", List.of(pooled.forkP50Min(), pooled.forkP50Max()))
        .with("p50PerFloor", contender.p50PerFloor(latency))
        .withKnown(Percentile.P99_999.key, contender.rare().get(latency))
        .json;
  }

  private static JsonObject disturbances(final Result result, final ContenderResult contender) {
    final Fields fields = new Fields();
    Disturbances.all()
        .forEach(
            each ->
                fields.withKnown(
                    each.key(), Json.orNull(DisturbanceTables.median(result, contender, each))));
    return fields.json;
  }

  private static JsonObject memory(final ContenderResult contender, final List<Fork> forks) {
    return new Fields()
        .with("queue", String.join(", ", JvmTables.kinds(forks)))
        .with("hugeShare", JvmTables.hugeShare(forks))
        .with("pageFaultShare", JvmTables.pageFaults(contender))
        .json;
  }

  private static JsonObject attribution(final SlowMessages slow) {
    final Fields fields = new Fields();
    slow.levels()
        .forEach(
            (latency, levels) ->
                fields.withAll(latency.key, levels.entrySet().stream().map(ResultJson::causes)));
    return slow.isEmpty() ? null : fields.json;
  }

  private static JsonObject causes(final Map.Entry<SlowMessages.Level, SlowMessages.Causes> level) {
    final Fields counts = new Fields();
    level.getValue().counts().forEach((cause, count) -> counts.with(cause.key, count));
    return new Fields()
        .with("above", level.getKey().key)
        .with("messages", level.getValue().messages())
        .with("causes", counts.json)
        .json;
  }

  private static JsonObject decision(final Result result) {
    final Progress progress = result.progress();
    final Fields fields =
        new Fields()
            .with("completeBlocks", progress.completeBlocks())
            .with(
                "stopped",
                progress.stopped() == null
                    ? null
                    : Reason.of(progress.stopped(), progress.design()))
            .with("significanceLevel", Decision.ALPHA);
    progress.design().write(fields.json);
    final Collection<Figure> figures =
        result.ofScores() ? FigureTables.keys(result).values() : Figure.OF_LATENCIES;
    return fields.with(
            "decide",
            figures.stream()
                .filter(each -> !each.counted() && progress.design().decides(each))
                .map(Figure::key)
                .toList())
        .json;
  }

  private static JsonObject comparison(final Comparison comparison) {
    final Figure figure = comparison.figure();
    final JsonObject json = ResultFile.tree(comparison);
    final JsonObject test = json.remove("test").getAsJsonObject();
    json.add("shift", test.remove("verdict"));
    test.entrySet().forEach(each -> json.add(each.getKey(), each.getValue()));
    json.add("smallestDetectable", json.remove("mde"));
    List.of("figure", "against", "falseAlarm", "margin", "logRatios").forEach(json::remove);
    for (final String ratio : List.of("ratio", "low", "high", "singleLow", "singleHigh")) {
      if (new JsonPrimitive(0.0).equals(json.get(ratio))) {
        json.add(ratio, JsonNull.INSTANCE); // as one that is infinite
      }
    }
    final Fields fields =
        new Fields(json)
            .withKnown("latency", figure.latency().map(each -> each.key).orElse(null))
            .withKnown("percentile", figure.percentile().map(each -> each.key).orElse(null))
            .with("blocks", comparison.blocks())
            .with("slowerIn", comparison.slowerIn())
            .with("fasterIn", comparison.fasterIn())
            .with("control", comparison.control());
    if (comparison.decidable() || figure.headline() && comparison.blocks() > 0) {
      fields.with("blockRatios", comparison.logRatios().stream().map(ResultJson::ratio).toArray());
    }
    if (figure.ofLatency()) {
      fields.with("differenceNs", comparison.differenceNs());
    } else {
      json.remove("baselineNs");
    }
    if (figure.ofScore()) {
      fields.with("score", figure.key()).with("unit", figure.unit()).with("better", better(figure));
    }
    if (!figure.is(Percentile.P50)) {
      json.remove("byFloor");
    }
    return json;
  }

  private static String better(final Figure score) {
    return score.more() ? "more" : "less";
  }

  private static Double ratio(final double log) {
    return log == Double.POSITIVE_INFINITY
        ? null
        : Double.valueOf(new BigDecimal(Math.exp(log)).round(DIGITS).doubleValue());
  }

  private static JsonObject contrast(final Comparison contrast) {
    return new Fields()
        .with("contender", contrast.contender())
        .with("score", contrast.figure())
        .with("against", contrast.against())
        .with("unit", contrast.figure().unit())
        .with("better", better(contrast.figure()))
        .with("ratio", contrast.ratio())
        .with("low", contrast.low())
        .with("high", contrast.high())
        .with("p", contrast.p())
        .with("adjustedP", contrast.adjustedP())
        .with("forks", contrast.blocks())
        .with("verdict", contrast.verdict())
        .with("smallestDetectable", contrast.mde())
        .with("reason", contrast.reason())
        .json;
  }

  private static JsonObject turns(final ByTurns byTurns) {
    final Fields fields =
        new Fields()
            .with("all", byTurns.count().turns())
            .with("excluded", byTurns.count().excluded())
            .with("rounds", byTurns.count().rounds())
            .with("roundsLeftOut", byTurns.count().leftOut())
            .with("carryOver", byTurns.carryOver())
            .withAll("steadiness", byTurns.steadiness().stream().map(ResultJson::steadiness));
    if (byTurns.sleep() != null) {
      fields
          .with("asleepShare", byTurns.sleep().median())
          .with("worstAsleepShare", byTurns.sleep().worst());
    }
    return fields.json;
  }

  private static JsonObject steadiness(final ByTurns.Steadiness steadiness) {
    return new Fields()
        .with("contender", steadiness.contender())
        .with("forks", steadiness.forks())
        .with("lastOverFirst", steadiness.drift())
        .with("spread", steadiness.spread())
        .with(
            "byRound",
            Arrays.stream(steadiness.byRound())
                .map(round -> Double.isNaN(round) ? round : Math.round(round * 1e4) / 1e4)
                .toArray())
        .json;
  }

  private static JsonObject excluded(final Map.Entry<ForkName, List<Gates.Trip>> excluded) {
    final ForkName fork = excluded.getKey();
    return new Fields()
        .with("file", Names.FORKS + "/" + fork.json())
        .with("block", fork.block())
        .with("contender", fork.contender())
        .withAll("gates", excluded.getValue().stream().map(ResultJson::trip))
        .json;
  }

  private static JsonObject trip(final Gates.Trip trip) {
    final JsonObject json = ResultFile.tree(trip);
    json.remove("ofTurns");
    if (trip.turns() == 0) {
      json.remove("turns");
    }
    return json;
  }

  private static JsonObject modes(final Modes modes) {
    return new Fields()
        .with("contender", modes.contender())
        .withAll("groups", modes.groups().stream().map(ResultJson::group))
        .with("moved", modes.moved())
        .json;
  }

  private static JsonObject group(final Modes.Group group) {
    return new Fields()
        .with("forks", group.forks())
        .with("p50", group.p50Ns())
        .with("floorNs", group.floorNs())
        .with("p50PerFloor", group.p50Ns() / group.floorNs())
        .json;
  }
}
