package org.whichjvm.collector.across;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.RankedContender;
import org.whichjvm.collector.analysis.Ranking;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.ScoreSum;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.Table;
import org.whichjvm.collector.report.Words;

/** Campaigns side by side: what is measured on different hosts is never pooled. */
final class AcrossTables {
  private final List<Result> results;
  private final IntFunction<String> host;

  /**
   * Of these campaigns.
   *
   * @param host the name of the host that a campaign ran on, by the campaign's index
   */
  AcrossTables(final List<Result> results, final IntFunction<String> host) {
    this.results = results;
    this.host = host;
  }

  /** A row for each contender and campaign of latencies. */
  Table latencies() {
    final Table table =
        new Table("Side by side")
            .words("contender")
            .words("host")
            .words("campaign")
            .numbers("floor")
            .numbers("p50\nservice time")
            .numbers("p50 service\n÷ floor")
            .numbers("ratio to its\nbaseline")
            .numbers("interval")
            .words("verdict");
    results.stream()
        .flatMap(result -> result.contenders().stream())
        .map(ContenderResult::name)
        .distinct()
        .forEach(contender -> addRows(table, contender));
    table.footnotes.add(
        "Times of different hosts are never pooled and never tested against one another: compare"
            + " ratios and multiples of the floor.");
    return table;
  }

  /** A row for each contender, score and campaign. */
  Table scores() {
    final Table table =
        new Table("Scores side by side")
            .words("contender")
            .words("score")
            .words("host")
            .words("campaign")
            .numbers("floor")
            .numbers("median of\nits forks")
            .numbers("ratio to its\nbaseline")
            .numbers("interval")
            .words("verdict");
    results.stream()
        .flatMap(result -> result.contenders().stream())
        .map(ContenderResult::name)
        .distinct()
        .forEach(
            contender -> {
              for (int i = 0; i < results.size(); i++) {
                addScores(table, i, contender);
              }
            });
    table.footnotes.add(
        "Scores of different hosts are never pooled and never tested against one another: compare"
            + " ratios.");
    return table;
  }

  private void addScores(final Table table, final int index, final String name) {
    final Result result = results.get(index);
    for (final ContenderResult contender : result.contenders()) {
      for (final ScoreSum each : contender.scores().values()) {
        if (contender.name().equals(name)) {
          final List<String> cells = new ArrayList<>();
          cells.add(Words.contender(contender));
          cells.add(each.score().key());
          cells.add(host.apply(index));
          cells.add(result.settings().campaign());
          cells.add(Quantity.time(contender.floorNs()));
          cells.add(each.score().shown(each.median()));
          cells.addAll(verdict(result, name, each.score().key()));
          table.row(cells);
        }
      }
    }
  }

  private static List<String> verdict(final Result result, final String name, final String key) {
    return result.comparisons().stream()
        .filter(each -> each.contender().equals(name) && each.figure().key().equals(key))
        .findAny()
        .map(
            each ->
                List.of(
                    Quantity.ratio(each.ratio()),
                    Quantity.interval(each.low(), each.high()),
                    each.decidable() ? each.verdict().key : "not decided"))
        .orElse(List.of(Quantity.NONE, Quantity.NONE, Quantity.NONE));
  }

  private void addRows(final Table table, final String name) {
    for (int i = 0; i < results.size(); i++) {
      final Result result = results.get(i);
      final String itsHost = host.apply(i);
      result.contenders().stream()
          .filter(contender -> contender.name().equals(name) && !contender.latencies().isEmpty())
          .forEach(contender -> table.row(row(itsHost, result, contender)));
    }
  }

  private static List<String> row(
      final String host, final Result result, final ContenderResult contender) {
    final List<String> cells =
        new ArrayList<>(List.of(Words.contender(contender), host, result.settings().campaign()));
    cells.add(Quantity.time(contender.floorNs()));
    final double typical =
        Ranking.of(result).places().stream()
            .filter(each -> each.contender() == contender)
            .mapToDouble(RankedContender::typicalNs)
            .findAny()
            .orElse(Double.NaN);
    cells.add(Quantity.time(typical));
    cells.add(Quantity.ratio(typical / contender.floorNs(), 1));
    final Comparison headline =
        result.comparisons().stream()
            .filter(each -> each.headline() && each.contender().equals(contender.name()))
            .findAny()
            .orElse(null);
    cells.addAll(
        headline == null
            ? List.of("its baseline", "", "")
            : List.of(
                Quantity.ratio(headline.ratio()),
                Quantity.interval(headline.low(), headline.high()),
                headline.verdict().key));
    return cells;
  }
}
