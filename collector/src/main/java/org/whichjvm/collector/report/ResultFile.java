package org.whichjvm.collector.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonDeserializationContext;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Missing;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.SlowStarts;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.Gate;
import org.whichjvm.collector.model.fork.Figure;
import org.whichjvm.collector.model.fork.Names;

/**
 * The part of {@code result.json} that is read back, for reports over hosts. A number that is
 * unknown is null. A file of another host may lack anything.
 *
 * @param workload what was run; null if no fork counts
 * @param host the machine, as its forks tell it
 * @param gates those that are on
 * @param unusable files that do not count
 */
public record ResultFile(
    String campaign,
    String baseline,
    String workload,
    JsonObject parameters,
    JsonObject host,
    List<Contender> contenders,
    Decided decision,
    List<Gated> gates,
    List<Compared> comparisons,
    List<Finding> findings,
    List<Refused> unusable,
    List<Missing> missing) {
  // A thousand scores of ten contenders take half of that; the tree in memory takes ten times as
  // much.
  private static final int MAX_BYTES = 8 << 20;

  /** Fields that are absent where there is nothing to tell. */
  private static final Set<String> OPTIONAL =
      Set.of("scores", "latency", "percentile", "score", "unit", "starts");

  /** A number; null if it is unknown or infinite, which JSON does not have. */
  private static final JsonSerializer<Double> FINITE =
      (number, type, context) ->
          Double.isFinite(number) ? new JsonPrimitive(number) : JsonNull.INSTANCE;

  private static final Gson GSON =
      new GsonBuilder()
          .serializeNulls()
          .disableHtmlEscaping()
          .registerTypeAdapter(String.class, (JsonDeserializer<String>) ResultFile::line)
          .registerTypeAdapter(int.class, (JsonDeserializer<Integer>) ResultFile::count)
          .registerTypeAdapter(double.class, FINITE)
          .registerTypeAdapter(Double.class, FINITE)
          .registerTypeAdapter(Verdict.class, written((Verdict each) -> each.key))
          .registerTypeAdapter(Verdict.class, (JsonDeserializer<Verdict>) ResultFile::verdict)
          .registerTypeHierarchyAdapter(DoubleSupplier.class, written(DoubleSupplier::getAsDouble))
          .registerTypeAdapter(Figure.class, written(Figure::key))
          .registerTypeAdapter(Gate.class, written((Gate each) -> each.key))
          .registerTypeAdapter(
              SlowStarts.Mover.class,
              written((SlowStarts.Mover each) -> each.name().toLowerCase(Locale.ROOT)))
          .create();

  /** Writes a value as another one, which JSON has. */
  private static <T> JsonSerializer<T> written(final Function<T, Object> as) {
    return (value, type, context) -> context.serialize(as.apply(value));
  }

  /** A verdict that is unknown here is none. */
  private static Verdict verdict(
      final JsonElement key, final Type type, final JsonDeserializationContext context) {
    final String told = context.deserialize(key, String.class);
    return Arrays.stream(Verdict.values())
        .filter(each -> each.key.equals(told))
        .findAny()
        .orElse(null);
  }

  /** A text on one line; null if it is blank. */
  private static String line(
      final JsonElement json, final Type type, final JsonDeserializationContext context) {
    if (!json.isJsonPrimitive() || json.getAsJsonPrimitive().isBoolean()) {
      throw new JsonParseException(json + " is no text");
    }
    final String text = Escape.oneLine(json.getAsString()).strip();
    return text.isEmpty() ? null : text;
  }

  /** A whole number of 0 or more; Gson itself would cut others off. */
  private static Integer count(
      final JsonElement json, final Type type, final JsonDeserializationContext context) {
    final double count = context.<Double>deserialize(json, double.class);
    if (count != (int) count || count < 0) {
      throw new JsonParseException(count + " is no count");
    }
    return (int) count;
  }

  /** A field that another host's file lacks is empty. */
  public ResultFile {
    parameters = parameters == null ? new JsonObject() : parameters;
    host = host == null ? new JsonObject() : host;
    contenders = there(contenders).stream().filter(each -> each.name() != null).toList();
    decision = decision == null ? new Decided(null, 0, null) : decision;
    gates = there(gates);
    comparisons = there(comparisons);
    findings = there(findings);
    unusable = there(unusable);
    missing =
        there(missing).stream()
            .filter(each -> each.contender() != null && each.score() != null)
            .toList();
  }

  /** The elements that are there of a list that may not be. */
  public static <T> List<T> there(final List<T> list) {
    return list == null ? List.of() : list.stream().filter(Objects::nonNull).toList();
  }

  /**
   * A contender in {@code result.json}; all times in ns.
   *
   * @param substitute the build that stands in for the one that the name promises; null if none
   * @param leftAfter the block after which it left the race; null if it stayed
   * @param typicalNs its p50 service time in the campaign's typical block
   * @param scores null of a campaign of latencies
   * @param disturbances of its median fork
   */
  public record Contender(
      String name,
      String substitute,
      JsonObject jvm,
      Forks forks,
      Integer leftAfter,
      Double floorNs,
      Double typicalNs,
      List<Score> scores,
      JsonObject disturbances) {
    /** A field that another host's file lacks is empty. */
    public Contender {
      jvm = jvm == null ? new JsonObject() : jvm;
      forks = forks == null ? new Forks(0, 0, 0) : forks;
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
      return there(scores).stream()
          .filter(each -> each.score != null && each.unit != null)
          .toList();
    }

    public Map<Figure, Double> figures() {
      final Map<Figure, Double> figures = new LinkedHashMap<>();
      if (known(typicalNs) > 0) {
        figures.put(Figure.HEADLINE, typicalNs);
      }
      knownScores()
          .forEach(each -> figures.put(Figure.score(each.score, 0, each.unit), known(each.median)));
      return figures;
    }

    boolean throttled() {
      return Json.number(disturbances, "throttledMillis") > 0;
    }
  }

  /**
   * A comparison in {@code result.json}, of two contenders by a percentile of a latency or by a
   * score; what belongs to the other of these is null.
   *
   * @param ratio above 1 is slower; null also if it is 0 or infinite
   * @param blocks in which both have a fork that counts
   * @param verdict null if it is unknown here
   * @param decidable whether the campaign decides it
   * @param control whether the two are the same JVM
   */
  public record Compared(
      String contender,
      String baseline,
      String latency,
      String percentile,
      String score,
      String unit,
      Double ratio,
      Double low,
      Double high,
      int blocks,
      Verdict verdict,
      boolean decidable,
      boolean control) {
    /** The two are compared by this figure; empty if the file names none. */
    public Optional<Figure> figure() {
      return score == null
          ? Figure.ofLatency(latency + "-" + percentile)
          : Optional.of(Figure.score(score, 0, unit == null ? "" : unit));
    }
  }

  /** Forks count, failed, or are excluded by gates. */
  public record Forks(int ok, int failed, int excluded) {
    static Forks of(final ContenderResult contender) {
      return new Forks(contender.ok(), contender.failed(), contender.excluded());
    }

    static Forks of(final Result result) {
      return sum(result.contenders().stream().map(Forks::of));
    }

    static Forks sum(final Stream<Forks> all) {
      return all.reduce(new Forks(0, 0, 0), Forks::plus);
    }

    private Forks plus(final Forks other) {
      return new Forks(ok + other.ok, failed + other.failed, excluded + other.excluded);
    }

    /** Forks that ended well, also those that decide nothing. */
    public int ended() {
      return ok + excluded;
    }

    public int all() {
      return ended() + failed;
    }
  }

  /** A score over a contender's forks. */
  public record Score(
      String score, String unit, int forks, Double median, Double min, Double max) {}

  /** The margin 0.03 is 3 %; {@code stopped} says why the campaign ended early. */
  public record Decided(Double margin, int completeBlocks, String stopped) {}

  public record Gated(String gate, Double limit, int forks, int blocks, int turns) {}

  public record Refused(String file, String reason) {}

  public static ResultFile of(final Answer answer) {
    return GSON.fromJson(ResultJson.tree(answer), ResultFile.class);
  }

  /** Reads a campaign's result; an UnusableFile says that it is missing, or why it is none. */
  public static ResultFile read(final Path campaign) throws UnusableFile, IOException {
    final JsonObject json =
        Json.read(campaign.resolve(Names.RESULT_JSON), ResultJson.SCHEMA, MAX_BYTES);
    return parse(json, ResultFile.class);
  }

  /** A record as JSON tells it, null what it does not; an UnusableFile refuses other types. */
  public static <T> T parse(final JsonObject json, final Class<T> type) throws UnusableFile {
    try {
      return GSON.fromJson(json, type);
    } catch (final JsonParseException | IllegalArgumentException exception) {
      throw new UnusableFile("has a field of another type: " + exception.getMessage());
    }
  }

  static JsonElement json(final Object value) {
    return GSON.toJsonTree(value);
  }

  public static JsonObject tree(final Record part) {
    final JsonObject json = json(part).getAsJsonObject();
    OPTIONAL.stream().filter(key -> JsonNull.INSTANCE.equals(json.get(key))).forEach(json::remove);
    return json;
  }

  /** A contender; null if it has none of that name. */
  public Contender contender(final String name) {
    return contenders.stream().filter(each -> each.name().equals(name)).findAny().orElse(null);
  }

  public Forks forks() {
    return Forks.sum(contenders.stream().map(Contender::forks));
  }

  /** Whether a fork failed or lacks a score that it must have, or a file could not be used. */
  public boolean anyFailure() {
    return forks().failed() > 0
        || !unusable.isEmpty()
        || missing.stream().anyMatch(Missing::failure);
  }

  /** The baseline's median floor, in ns; NaN if it was not measured. */
  public double floorNs() {
    final Contender reference = contender(baseline);
    return reference == null ? Double.NaN : known(reference.floorNs());
  }

  /** Returns what counts as no difference, 0.03 being 3 %; NaN if not told. */
  public double margin() {
    return known(decision.margin);
  }

  public static double known(final Double number) {
    return number == null ? Double.NaN : number;
  }

  /** Findings that put every verdict in doubt, in a sentence each. */
  public List<String> doubts() {
    return findings.stream()
        .filter(each -> each.level() == Finding.Level.DOUBT)
        .map(Finding::what)
        .filter(Objects::nonNull)
        .toList();
  }

  /** Whether a CPU quota held any fork back, also one that no gate excludes. */
  public boolean throttled() {
    return gates.stream()
            .filter(each -> Gate.THROTTLED_SHARE.key.equals(each.gate))
            .anyMatch(each -> each.forks + each.turns > 0)
        || contenders.stream().anyMatch(Contender::throttled);
  }
}
