package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.Unusable;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.ForkName;
import org.whichjvm.collector.campaign.fork.ForkScore;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.Measure;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.campaign.fork.Summary;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Percentile;

/**
 * Writes {@code result.csv} (RFC 4180): a line a fork, in the order in which they ran, then those
 * that do not count. All times in ns but where the column says otherwise; a cell is empty where the
 * fork does not say. A campaign of scores has a column for each in place of those of latencies,
 * named by its threads and unit: {@code adjacent@2_ns_per_op}.
 */
public final class ResultCsv {
  private static final List<String> IDENTITY =
      List.of("block", "contender", "status", "reason", "started");

  // These columns come last: the others are older. Their names end with their unit.
  private static final List<Measure> MORE =
      Arrays.stream(Measure.values())
          .filter(each -> each != Measure.GC_COUNT && each != Measure.GC_MILLIS)
          .toList();

  private ResultCsv() {}

  public static String of(final Result result) {
    final List<ForkScore> scores = List.copyOf(ScoreTables.keys(result).values());
    final List<String> header = header(result, scores);
    final StringBuilder csv = new StringBuilder(line(header));
    result.forks().forEach(fork -> csv.append(line(row(result, scores, fork))));
    final Set<ForkName> shown = result.forks().stream().map(Fork::name).collect(Collectors.toSet());
    for (final Unusable file : result.unusable()) {
      name(file)
          .filter(name -> !shown.contains(name))
          .ifPresent(name -> csv.append(line(row(name, file, header.size()))));
    }
    return csv.toString();
  }

  private static List<String> header(final Result result, final List<ForkScore> scores) {
    final List<String> names = new ArrayList<>(IDENTITY);
    names.addAll(List.of("floor_before_ns", "floor_after_ns"));
    for (final Latency latency : latencies(result)) {
      names.add(latency.key + "_count");
      Percentile.REPORTED.forEach(each -> names.add(latency.key + "_" + each.key + "_ns"));
      names.add(latency.key + "_max_ns");
      Percentile.REPORTED.forEach(each -> names.add(latency.key + "_" + each.key + "_events"));
    }
    names.addAll(List.of("gc_count", "gc_ms", "delay_ns", "excluded_by"));
    for (final Latency latency : latencies(result)) {
      names.add(latency.key + "_p50_floors");
    }
    names.addAll(List.of("turns", "turns_that_count"));
    MORE.forEach(each -> names.add(each.name().toLowerCase(Locale.ROOT)));
    scores.forEach(each -> names.add(each.key() + "_" + each.unit().replace("/", "_per_")));
    return names;
  }

  private static List<Latency> latencies(final Result result) {
    return result.ofScores() ? List.of() : List.of(Latency.values());
  }

  private static List<String> row(
      final Result result, final List<ForkScore> scores, final Fork fork) {
    final List<String> cells = new ArrayList<>(identity(fork.name()));
    cells.addAll(List.of(fork.emulated() ? EmulatedText.STATUS : fork.status(), ""));
    cells.add(fork.started() == null ? "" : fork.started().toString());
    cells.add(number(fork.floorBeforeNs()));
    cells.add(number(fork.floorAfterNs()));
    for (final Latency latency : latencies(result)) {
      addLatency(cells, fork.summaries().get(latency));
    }
    cells.add(number(fork.disturbances().get(Measure.GC_COUNT)));
    cells.add(number(fork.disturbances().get(Measure.GC_MILLIS)));
    cells.add(Long.toString(Contender.of(fork.name().contender()).delayNanos()));
    cells.add(
        result.excluded().getOrDefault(fork.name(), List.of()).stream()
            .map(trip -> trip.gate().option())
            .collect(Collectors.joining(" ")));
    for (final Latency latency : latencies(result)) {
      final double floors = fork.summaries().get(latency).at(Percentile.P50) / fork.floorNs();
      cells.add(Double.isNaN(floors) ? "" : String.format(Locale.ROOT, "%.3f", floors));
    }
    cells.add(fork.byTurns() ? Integer.toString(fork.turns().count()) : "");
    cells.add(fork.byTurns() ? Long.toString(fork.turns().counting().count()) : "");
    MORE.forEach(each -> cells.add(number(fork.disturbances().get(each))));
    for (final ForkScore each : scores) {
      final ForkScore score = fork.scores().get(each.key());
      cells.add(score == null ? "" : number(score.value()));
    }
    return cells;
  }

  private static void addLatency(final List<String> cells, final Summary summary) {
    cells.add(Long.toString(summary.count()));
    Percentile.REPORTED.forEach(each -> cells.add(Long.toString(summary.at(each))));
    cells.add(Long.toString(summary.max()));
    for (final Percentile percentile : Percentile.REPORTED) {
      final Long events = summary.events().get(percentile);
      cells.add(events == null ? "" : events.toString());
    }
  }

  private static List<String> row(final ForkName name, final Unusable file, final int width) {
    final List<String> cells = new ArrayList<>(identity(name));
    cells.add(file.failure() ? "not usable" : "excluded");
    cells.add(text(file.reason()));
    cells.addAll(Collections.nCopies(width - cells.size(), ""));
    return cells;
  }

  private static List<String> identity(final ForkName name) {
    return List.of(Integer.toString(name.block()), name.contender());
  }

  private static Optional<ForkName> name(final Unusable file) {
    final String folder = Names.FORKS + "/";
    return file.file().startsWith(folder)
        ? ForkName.parse(file.file().substring(folder.length()), ForkNames.JSON)
        : Optional.empty();
  }

  // A cell that begins like a formula would be one in a spreadsheet:
  // https://owasp.org/www-community/attacks/CSV_Injection
  private static String text(final String untrusted) {
    final String line = Escape.oneLine(untrusted);
    final String cell = line.matches("[=+\\-@].*") ? "'" + line : line;
    return cell.matches(".*[\",].*") ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
  }

  private static String number(final double number) {
    if (Double.isNaN(number)) {
      return "";
    }
    return number == Math.rint(number)
        ? Long.toString(Math.round(number))
        : String.format(Locale.ROOT, number < 10 ? "%.3f" : "%.1f", number);
  }

  private static String line(final List<String> cells) {
    return String.join(",", cells) + "\r\n";
  }
}
