package org.whichjvm.collector.across;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.report.Finding;
import org.whichjvm.collector.report.ResultJson;

/**
 * What the joint report needs of one host's campaign: its {@code result.json}, not its forks.
 *
 * @param campaign its name
 * @param baseline what its contenders are compared with
 * @param workload what was run; null if no fork counts
 * @param parameters of the workload
 * @param host the machine, as its forks tell it
 * @param margin what counts as no difference, 0.03 being 3 %; NaN if not told
 * @param completeBlocks in which every planned fork is there
 * @param stopped whether it ended before its last planned block, as it was meant to
 * @param throttled whether a CPU quota throttled forks or turns, so that gates exclude them
 * @param contenders in the campaign's order, by their names
 * @param cells comparisons of what is no control, in the campaign's order
 * @param unusable files that do not count, also forks on an emulated CPU
 * @param doubts findings that put every verdict in doubt, in a sentence each
 */
record HostResult(
    String campaign,
    String baseline,
    String workload,
    JsonObject parameters,
    JsonObject host,
    double margin,
    int completeBlocks,
    boolean stopped,
    boolean throttled,
    Map<String, HostContender> contenders,
    Map<Key, Cell> cells,
    int unusable,
    List<String> doubts) {
  // With a thousand scores of ten contenders it has half of that; as a tree it takes ten times as
  // much.
  private static final int MAX_BYTES = 8 << 20;

  /**
   * A comparison, and what it is of.
   *
   * @param contender its name
   * @param against what it is compared with
   * @param figure by which
   */
  record Key(String contender, String against, Figure figure) {}

  /**
   * Reads a campaign's result.
   *
   * @throws UnusableFile if there is none, or it is of another version
   */
  static HostResult read(final Path campaign) throws UnusableFile, IOException {
    return of(Json.read(campaign.resolve(Names.RESULT_JSON), ResultJson.SCHEMA, MAX_BYTES));
  }

  /** Of a result's tree. */
  static HostResult of(final JsonObject json) {
    final Map<String, HostContender> contenders = new LinkedHashMap<>();
    for (final JsonObject each : Told.objects(json, "contenders")) {
      final HostContender contender = HostContender.of(each);
      if (contender.name() != null) {
        contenders.put(contender.name(), contender);
      }
    }
    final JsonObject decision = Told.object(json, "decision");
    return new HostResult(
        Told.text(json, "campaign"),
        Told.text(json, "baseline"),
        Told.text(json, "workload"),
        Told.object(json, "parameters"),
        Told.object(json, "host"),
        Told.number(decision, "margin"),
        Told.count(decision, "completeBlocks"),
        Told.text(decision, "stopped") != null,
        throttled(json),
        contenders,
        cells(json),
        Told.array(json, "unusable").size(),
        doubts(json));
  }

  private static Map<Key, Cell> cells(final JsonObject json) {
    final Map<Key, Cell> cells = new LinkedHashMap<>();
    for (final JsonObject each : Told.objects(json, "comparisons")) {
      final String contender = Told.text(each, "contender");
      final String against = Told.text(each, "baseline");
      final Figure figure = Figure.of(each);
      if (contender != null && against != null && figure != null && !Told.isTrue(each, "control")) {
        cells.put(new Key(contender, against, figure), Cell.of(each));
      }
    }
    return cells;
  }

  private static boolean throttled(final JsonObject json) {
    return Told.objects(json, "gates").stream()
        .filter(each -> "throttledShare".equals(Told.text(each, "gate")))
        .anyMatch(each -> Told.count(each, "forks") + Told.count(each, "turns") > 0);
  }

  private static List<String> doubts(final JsonObject json) {
    final List<String> doubts = new ArrayList<>();
    for (final JsonObject each : Told.objects(json, "findings")) {
      final String what = Told.text(each, "what");
      if (what != null && Finding.Level.DOUBT.key.equals(Told.text(each, "level"))) {
        doubts.add(what);
      }
    }
    return doubts;
  }

  /** Forks that ended well, also those that gates exclude. */
  int ended() {
    return sum(each -> each.ok() + each.excluded() + each.emulatedForks());
  }

  int failed() {
    return sum(HostContender::failed);
  }

  /** Whether a fork failed or a file could not be used. */
  boolean anyFailure() {
    return failed() > 0 || unusable > sum(HostContender::emulatedForks);
  }

  int excluded() {
    return sum(HostContender::excluded);
  }

  private int sum(final ToIntFunction<HostContender> what) {
    return contenders.values().stream().mapToInt(what).sum();
  }

  /** The baseline's median floor, in ns; NaN if it was not measured. */
  double floorNs() {
    final HostContender reference = contenders.get(baseline);
    return reference == null ? Double.NaN : reference.floorNs();
  }

  /** A contender's value with its unit; null if it has none. */
  String value(final String contender, final Figure figure) {
    final HostContender found = contenders.get(contender);
    return found == null ? null : found.value(figure);
  }

  /** Whether it tells the ratio of each block, of the headline where it has such a comparison. */
  boolean toldBlocks() {
    return cells.entrySet().stream()
        .filter(each -> each.getKey().figure().first() && each.getValue().verdict() != null)
        .allMatch(each -> each.getValue().blocks() == 0 || each.getValue().logRatios().length > 0);
  }

  /** Whether a CPU quota held any fork back, also one that no gate excludes. */
  boolean throttledAtAll() {
    return throttled || contenders.values().stream().anyMatch(each -> each.throttledMillis() > 0);
  }
}
