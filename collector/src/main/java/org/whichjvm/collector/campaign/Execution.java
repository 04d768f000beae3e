package org.whichjvm.collector.campaign;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.whichjvm.collector.campaign.CampaignSettings.FlagSet;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Workload;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.Profiling;

/**
 * The workload of a campaign's forks, and how they are started.
 *
 * @param runner docker or host; null if unknown
 * @param workload what forks run; null if unknown
 * @param preset named settings; null if unknown
 * @param interleave how the contenders of a block share the time; null if there is no plan
 * @param turnSeconds length of a turn, in s; null by forks
 * @param options of the workload; the last one counts
 * @param javaOptions JAVA_OPTS of whoever asked
 * @param flagSets those of the contenders, by name; of unknown origin
 * @param apps the folders of the versions of a program, by their names
 */
public record Execution(
    String runner,
    String workload,
    String preset,
    Interleave interleave,
    Double turnSeconds,
    List<String> options,
    String javaOptions,
    Map<String, FlagSet> flagSets,
    Map<String, String> apps) {
  public static final Execution UNKNOWN =
      new Execution(null, null, null, null, null, List.of(), "", Map.of(), Map.of());

  /** The workload's option by which a program is profiled. */
  private static final String PROFILE = "--profile";

  /** The workload's option by which messages keep their stages. */
  public static final String STAGES = "--stages";

  /** The workload's option by which what the JVM compiles is kept. */
  private static final String COMPILATIONS = "--compilations";

  static Execution read(final JsonObject json) throws UnusableFile {
    final Interleave interleave =
        Interleave.of(Json.text(json, "interleave"))
            .orElseThrow(
                () ->
                    new UnusableFile(
                        "does not say whether it interleaves " + Interleave.choices()));
    final double turn = Json.amount(json, "turnSeconds");
    return new Execution(
        Json.text(json, "runner"),
        Json.text(json, "workload"),
        Json.text(json, "preset"),
        interleave,
        Json.orNull(turn),
        Json.texts(json, "options"),
        textOrEmpty(json, "javaOptions"),
        flagSets(Json.object(json, "flagSets")),
        apps(Json.object(json, "apps")));
  }

  /** What forks profile the program for that they run; empty if they do not. */
  public Optional<Profiling> profiled() {
    final int end = options.indexOf("--");
    final int at = options.indexOf(PROFILE);
    return at >= 0 && at + 1 < end ? Profiling.of(options.get(at + 1)) : Optional.empty();
  }

  /** Whether forks keep the stages of messages. */
  public boolean staged() {
    return Workload.QUEUE_LATENCY.text().equals(workload) && options.contains(STAGES);
  }

  /** Whether forks keep what their optimizing compilers decide. */
  public boolean compilers() {
    return profiled().equals(Optional.of(Profiling.COMPILERS))
        || Workload.QUEUE_LATENCY.text().equals(workload) && options.contains(COMPILATIONS);
  }

  /** Whether forks measure to explain. */
  public boolean explains() {
    return staged() || compilers() || profiled().isPresent();
  }

  /**
   * This, with forks that keep the stages of messages.
   *
   * @param seed of the order of turns
   */
  public Execution withStages(final long seed) {
    return withMore("--turn-seed", Long.toString(seed), STAGES);
  }

  /** This, with forks that exchange messages and keep what their compilers decide. */
  public Execution withCompilations() {
    return withMore(COMPILATIONS);
  }

  private Execution withMore(final String... behind) {
    final List<String> more = new ArrayList<>(options);
    more.addAll(List.of(behind));
    return with(interleave, turnSeconds, more);
  }

  /** This, with forks that profile the program that they run, one after another. */
  public Execution withProfiles(final Profiling profiling) {
    final List<String> more = new ArrayList<>(options);
    more.addAll(options.indexOf("--"), List.of(PROFILE, profiling.text()));
    return with(Interleave.FORKS, null, more);
  }

  private Execution with(
      final Interleave shared, final Double seconds, final List<String> changed) {
    return new Execution(
        runner,
        workload,
        preset,
        shared,
        seconds,
        List.copyOf(changed),
        javaOptions,
        flagSets,
        apps);
  }

  /** The JVM options of a contender's flag sets, with blanks between; empty if it has none. */
  public String flags(final Contender contender) {
    return contender.flagSets().stream()
        .map(each -> flagSets.get(each).options())
        .collect(Collectors.joining(" "));
  }

  private static Map<String, FlagSet> flagSets(final JsonObject json) throws UnusableFile {
    final Map<String, FlagSet> flagSets = new TreeMap<>();
    for (final String name : json.keySet()) {
      final JsonObject set = Json.object(json, name);
      flagSets.put(
          name,
          new FlagSet(
              textOrEmpty(set, "options"), textOrEmpty(set, "says"), Json.text(set, "needs")));
    }
    return flagSets;
  }

  private static Map<String, String> apps(final JsonObject json) throws UnusableFile {
    final Map<String, String> apps = new TreeMap<>();
    for (final String name : json.keySet()) {
      apps.put(name, textOrEmpty(json, name));
    }
    return apps;
  }

  private static String textOrEmpty(final JsonObject json, final String key) throws UnusableFile {
    final String text = Json.text(json, key);
    return text == null ? "" : text;
  }
}
