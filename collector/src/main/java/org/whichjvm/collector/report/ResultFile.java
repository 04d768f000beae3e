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
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.whichjvm.collector.analysis.SlowStarts;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.campaign.Gate;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/**
 * The part of {@code result.json} that is read back, for reports over hosts. A number that is
 * unknown is null. A file of another host may lack anything.
 *
 * @param workload what was run; null if no fork counts
 * @param host the machine, as its forks tell it
 * @param gates those that are on
 * @param unusable files that do not count, also forks on an emulated CPU
 */
public record ResultFile(
    String campaign,
    String baseline,
    String workload,
    JsonObject parameters,
    JsonObject host,
    List<ResultContender> contenders,
    Decided decision,
    List<Gated> gates,
    List<ResultComparison> comparisons,
    List<Finding> findings,
    List<Refused> unusable) {
  // A thousand scores of ten contenders take half of that; the tree in memory takes ten times as
  // much.
  private static final int MAX_BYTES = 8 << 20;

  /** Fields that are absent where there is nothing to tell. */
  private static final Set<String> OPTIONAL =
      Set.of("emulated", "scores", "latency", "percentile", "score", "unit", "starts");

  /** A number; null if it is unknown or infinite, which JSON does not have. */
  private static final JsonSerializer<Double> FINITE =
      (number, type, context) ->
          Double.isFinite(number) ? new JsonPrimitive(number) : JsonNull.INSTANCE;

  private static final Gson GSON =
      new GsonBuilder()
          .serializeNulls()
          .disableHtmlEscaping()
          .registerTypeAdapter(String.class, new OneLineText().nullSafe())
          .registerTypeAdapter(int.class, (JsonDeserializer<Integer>) ResultFile::count)
          .registerTypeAdapter(double.class, FINITE)
          .registerTypeAdapter(Double.class, FINITE)
          .registerTypeAdapter(Verdict.class, written((Verdict each) -> each.key))
          .registerTypeAdapter(Verdict.class, (JsonDeserializer<Verdict>) ResultFile::verdict)
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
  private static final class OneLineText extends TypeAdapter<String> {
    @Override
    public void write(final JsonWriter out, final String text) throws IOException {
      out.value(text);
    }

    @Override
    public String read(final JsonReader in) throws IOException {
      final String text = Escape.oneLine(in.nextString()).strip();
      return text.isEmpty() ? null : text;
    }
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
  }

  /** The elements that are there of a list that may not be. */
  public static <T> List<T> there(final List<T> list) {
    return list == null ? List.of() : list.stream().filter(Objects::nonNull).toList();
  }

  /** The margin 0.03 is 3 %; {@code stopped} says why the campaign ended early. */
  public record Decided(Double margin, int completeBlocks, String stopped) {}

  public record Gated(String gate, Double limit, int forks, int blocks, int turns) {}

  public record Refused(String file, String reason) {}

  public static ResultFile of(final Answer answer) {
    return GSON.fromJson(ResultJson.tree(answer), ResultFile.class);
  }

  /**
   * Reads a campaign's result.
   *
   * @throws UnusableFile if there is none, it is of another version, or a field has another type
   */
  public static ResultFile read(final Path campaign) throws UnusableFile, IOException {
    final JsonObject json =
        Json.read(campaign.resolve(Names.RESULT_JSON), ResultJson.SCHEMA, MAX_BYTES);
    return parse(json, ResultFile.class);
  }

  /**
   * A record as JSON tells it, each text on one line; null what is not told.
   *
   * @throws UnusableFile if a field has another type
   */
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
  public ResultContender contender(final String name) {
    return contenders.stream().filter(each -> each.name().equals(name)).findAny().orElse(null);
  }

  public ResultContender.Forks forks() {
    return ResultContender.Forks.sum(contenders.stream().map(ResultContender::forks));
  }

  /** Whether a fork failed or a file could not be used. */
  public boolean anyFailure() {
    return forks().failed() > 0 || unusable.size() > forks().emulated();
  }

  /** The baseline's median floor, in ns; NaN if it was not measured. */
  public double floorNs() {
    final ResultContender reference = contender(baseline);
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
        || contenders.stream().anyMatch(ResultContender::throttled);
  }
}
