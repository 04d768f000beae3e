package org.whichjvm.collector.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.report.ResultFile;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.WrongUsage;

/**
 * A folder of campaigns' summaries, and the series that they make.
 *
 * @param points in the order of time
 * @param alike how many points are at the usual floor
 */
public record History(List<HistoryPoint> points, List<Series> series, int alike) {
  /** A point of many contenders has some 10 KB. */
  private static final int MOST_BYTES = 1 << 20;

  /** Floors within this factor of the usual one are alike. */
  private static final double ALIKE = 1.4;

  /** Of fewer values no change is looked for, as in scripts/lib/change-points.py. */
  static final int FEWEST = 4;

  /** So many further sessions confirm a change. */
  static final int CONFIRMING = 3;

  /** One point of a series. */
  record At(int session, double value, double error) {}

  /**
   * One figure of a contender over the reference's; of the reference, its own cost, and the floor.
   *
   * @param points in the order of time, those at another floor left out
   */
  record Series(String contender, String figure, boolean ofHost, List<At> points) {}

  /**
   * A change point.
   *
   * @param at the first point of the series that has changed
   * @param before mean log ratio since the change before
   * @param after mean log ratio until the next change
   * @param further sessions after the first one that show it too
   */
  record Change(Series series, int at, double before, double after, int further) {
    boolean confirmed() {
      return further >= CONFIRMING;
    }

    /** By how much it costs more, 0.03 being 3 %. */
    double slower() {
      return Math.expm1(after - before);
    }

    int session() {
      return series.points().get(at).session();
    }
  }

  /**
   * Reads a folder; a WrongUsage names the file that is none, or no point of the others' history.
   */
  public static History read(final Path folder) throws IOException {
    final List<HistoryPoint> points = new ArrayList<>();
    final List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(each -> each.toString().endsWith(".json")).sorted().toList();
    }
    for (final Path file : files) {
      try {
        final HistoryPoint point =
            ResultFile.parse(Json.read(file, HistoryPoint.SCHEMA, MOST_BYTES), HistoryPoint.class);
        if (!point.whole()) {
          throw new UnusableFile("lacks a part of what a campaign's summary has");
        }
        points.add(point);
      } catch (final UnusableFile exception) {
        throw new WrongUsage("%s %s; move it elsewhere", file, exception.getMessage());
      }
    }
    points.sort(Comparator.comparing(HistoryPoint::began));
    return of(points);
  }

  /** Adds a campaign; a WrongUsage says why it is none of this history. */
  public static void add(final Path folder, final Result result) throws IOException {
    final HistoryPoint point = HistoryPoint.of(result);
    if (result.forksOf(result.baseline()).stream().noneMatch(result::counts)) {
      throw new WrongUsage(
          "%s is no point of a history: no fork of its reference %s counts; the next campaign may"
              + " be one",
          point.campaign(), point.reference());
    }
    final List<HistoryPoint> before = read(folder).points;
    if (!before.isEmpty()) {
      final HistoryPoint last = before.get(before.size() - 1);
      check(point, "the reference", last.reference(), point.reference());
      check(
          point,
          "the build of the reference " + point.reference(),
          last.builds().get(last.reference()),
          point.builds().get(point.reference()));
      check(point, "the settings", last.parameters(), point.parameters());
      check(point, "the CPU", last.host().get("cpuModel"), point.host().get("cpuModel"));
    }
    AtomicFiles.write(
        folder.resolve(point.campaign() + ".json"), Json.write(ResultFile.tree(point)));
  }

  private static void check(
      final HistoryPoint point, final String what, final Object before, final Object now) {
    if (!Objects.equals(before, now)) {
      throw new WrongUsage(
          "%s is no point of this history: %s was %s, and is %s; a history has one reference, whose"
              + " build stays, one host and one comparison: give others another folder",
          point.campaign(), what, before, now);
    }
  }

  private static History of(final List<HistoryPoint> points) {
    final double usual =
        Medians.of(
            points.stream()
                .map(HistoryPoint::floorNs)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue));
    final Map<List<String>, List<At>> values = new LinkedHashMap<>();
    final List<At> floors = new ArrayList<>();
    int alike = 0;
    for (int session = 0; session < points.size(); session++) {
      final HistoryPoint point = points.get(session);
      final Double floor = point.floorNs();
      if (floor != null) {
        floors.add(new At(session, Math.log(floor), 0));
      }
      if (floor != null && Math.abs(Math.log(floor / usual)) > Math.log(ALIKE)) {
        continue; // Ratios at another floor are others.
      }
      alike++;
      for (final HistoryPoint.Value each : point.values()) {
        values
            .computeIfAbsent(List.of(each.contender(), each.figure()), key -> new ArrayList<>())
            .add(new At(session, each.logRatio(), each.error() == null ? 0 : each.error()));
      }
    }
    final List<Series> series = new ArrayList<>();
    values.forEach(
        (key, at) ->
            series.add(
                new Series(
                    key.get(0), key.get(1), key.get(0).equals(points.get(0).reference()), at)));
    if (!floors.isEmpty()) {
      series.add(new Series("the host", "floor", true, floors));
    }
    return new History(points, series, alike);
  }

  String reference() {
    return points.get(0).reference();
  }

  public boolean isEmpty() {
    return points.isEmpty();
  }

  /** Each value of each series, a line: the series' number, and the value, with a tab between. */
  public String values() {
    final StringBuilder lines = new StringBuilder();
    for (int i = 0; i < series.size(); i++) {
      for (final At each : series.get(i).points) {
        lines.append(i).append('\t').append(each.value).append('\n');
      }
    }
    return lines.toString();
  }

  /**
   * The change points of lines that each have the number of a series and of its first point that
   * has changed, from 0, with a tab between.
   */
  List<Change> changes(final List<String> lines) {
    final Map<Series, List<Integer>> found = new LinkedHashMap<>();
    for (final String line : lines) {
      final String[] numbers = line.split("\t");
      found
          .computeIfAbsent(series.get(Integer.parseInt(numbers[0])), key -> new ArrayList<>())
          .add(Integer.valueOf(numbers[1]));
    }
    final List<Change> changes = new ArrayList<>();
    found.forEach(
        (each, at) -> {
          for (int i = 0; i < at.size(); i++) {
            final int from = i == 0 ? 0 : at.get(i - 1);
            final int to = i + 1 < at.size() ? at.get(i + 1) : each.points.size();
            changes.add(
                new Change(
                    each,
                    at.get(i),
                    mean(each, from, at.get(i)),
                    mean(each, at.get(i), to),
                    to - at.get(i) - 1));
          }
        });
    changes.sort(Comparator.comparing(Change::session));
    return changes;
  }

  private static double mean(final Series series, final int from, final int to) {
    return series.points.subList(from, to).stream()
        .mapToDouble(At::value)
        .average()
        .orElse(Double.NaN);
  }

  /**
   * Whether most contenders changed at the same session, by the same figure, to the same side: then
   * it was the reference or the host.
   */
  boolean ofAll(final Change change, final List<Change> changes) {
    final String figure = change.series.figure;
    final long contenders =
        series.stream().filter(each -> !each.ofHost && each.figure.equals(figure)).count();
    final long moved =
        changes.stream()
            .filter(each -> !each.series.ofHost && each.series.figure.equals(figure))
            .filter(each -> Math.abs(each.session() - change.session()) <= 1)
            .filter(each -> each.slower() > 0 == change.slower() > 0)
            .map(each -> each.series)
            .distinct()
            .count();
    return contenders > 1 && 3 * moved >= 2 * contenders;
  }

  /** Names what is new on the host and of a contender since the session before. */
  List<String> changed(final Change change) {
    final HistoryPoint now = points.get(change.session());
    final HistoryPoint before =
        points.get(change.at == 0 ? 0 : change.series.points.get(change.at - 1).session());
    final List<String> changed = new ArrayList<>();
    final String contender = change.series.contender;
    if (now.builds().containsKey(contender) && before.builds().containsKey(contender)) {
      add(changed, contender, before.builds().get(contender), now.builds().get(contender));
    }
    add(changed, "the host", before.host(), now.host());
    return changed;
  }

  private static void add(
      final List<String> changed,
      final String of,
      final Map<String, String> before,
      final Map<String, String> now) {
    final Set<String> keys = new LinkedHashSet<>(now.keySet());
    keys.addAll(before.keySet());
    for (final String key : keys) {
      final String was = before.getOrDefault(key, "unknown");
      final String is = now.getOrDefault(key, "unknown");
      if (!was.equals(is)) {
        changed.add("%s of %s from %s to %s".formatted(key, of, was, is));
      }
    }
  }
}
