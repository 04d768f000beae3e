package org.whichjvm.collector.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.Across;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.ScoreSum;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.ForkScore;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.Percentile;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.io.UserError;

/** Several campaigns in one report: of one host over time, of several hosts side by side. */
public final class AcrossReport {
  private static final String SCHEMA = "whichjvm.across/1";

  private final List<Campaign> campaigns;
  private final List<Result> results;
  private final List<List<Integer>> hosts = new ArrayList<>();
  private final List<Comparison> changes = new ArrayList<>();

  private AcrossReport(final List<Campaign> campaigns, final List<Result> results) {
    this.campaigns = campaigns;
    this.results = results;
  }

  /**
   * Campaigns in the order in which they were named: the earliest of a host is the stored baseline.
   */
  public static AcrossReport of(final List<Campaign> campaigns, final List<Result> results) {
    final AcrossReport report = new AcrossReport(campaigns, results);
    for (int i = 0; i < results.size(); i++) {
      report.addToHost(i);
    }
    for (final List<Integer> host : report.hosts) {
      for (final int later : host.subList(1, host.size())) {
        checkSame(results.get(host.get(0)), results.get(later));
        report.changes.addAll(Across.of(campaigns.get(host.get(0)), campaigns.get(later)));
      }
    }
    return report;
  }

  private static void checkSame(final Result earlier, final Result later) {
    final JsonObject before = earlier.parameters();
    final JsonObject after = later.parameters();
    for (final String key : after.keySet()) {
      if (!key.equals(Contender.DELAY_NANOS) && !after.get(key).equals(before.get(key))) {
        throw new UserError(
            "the campaigns did not measure the same: "
                + Escape.oneLine(key)
                + " is "
                + Json.shown(after, key)
                + " in "
                + later.settings().campaign()
                + ", but "
                + Json.shown(before, key)
                + " in "
                + earlier.settings().campaign()
                + "; compare campaigns of equal settings");
      }
    }
  }

  private void addToHost(final int index) {
    for (final List<Integer> host : hosts) {
      if (Across.sameHost(results.get(host.get(0)), results.get(index))) {
        host.add(index);
        return;
      }
    }
    hosts.add(new ArrayList<>(List.of(index)));
  }

  /** The later campaigns of each host against its first. */
  public List<Comparison> changes() {
    return changes;
  }

  /** The report without a format. */
  public Document document() {
    final Document document = new Document();
    document.heading("whichjvm across " + results.size() + " campaigns");
    for (final List<Integer> host : hosts) {
      document.items(introduction(host));
    }
    if (!changes.isEmpty()) {
      document.items(
          changes.stream()
              // Of many scores those that differ: the table has all.
              .filter(each -> each.headline() || each.latency() == null && differs(each))
              .map(VerdictText::sentence)
              .toList());
      document.table(changeTable());
    }
    if (results.stream().anyMatch(result -> !result.ofScores())) {
      document.table(sideBySide());
    }
    if (results.stream().anyMatch(Result::ofScores)) {
      document.table(scoresSideBySide());
    }
    return document;
  }

  private List<String> introduction(final List<Integer> host) {
    final List<String> lines = new ArrayList<>();
    lines.add("Host " + name(host) + ": " + Report.host(results.get(host.get(0))));
    for (final int each : host) {
      final Result result = results.get(each);
      lines.add("Campaign " + result.settings().campaign() + ": " + Report.forks(result));
    }
    return lines;
  }

  private String name(final List<Integer> host) {
    return Character.toString('A' + hosts.indexOf(host));
  }

  private Table changeTable() {
    final Table table =
        new Table("Changes since the first campaign of each host")
            .words("contender")
            .words("against")
            .words("figure")
            .numbers("ratio")
            .numbers("95 % interval")
            .words("verdict")
            .numbers("p, of all")
            .numbers("forks");
    changes.stream()
        .filter(Comparison::decidable)
        .forEach(
            each ->
                table.row(
                    List.of(
                        each.contender(),
                        each.baseline(),
                        VerdictText.figure(each),
                        Quantity.ratio(each.ratio()),
                        Quantity.interval(each.low(), each.high()),
                        each.verdict().key,
                        Quantity.p(each.adjustedP()),
                        Quantity.count(each.blocks()))));
    table.footnotes.add(
        "Ratio: later over earlier, above 1 is slower; where both campaigns have the earlier one's"
            + " baseline, and it is the same JVM, each fork is divided by its fork of the block first. Mann-Whitney test, Holm's"
            + " correction; nothing is pooled.");
    return table;
  }

  private Table sideBySide() {
    final Table table =
        new Table("Side by side")
            .words("contender")
            .words("host")
            .words("campaign")
            .numbers("floor")
            .numbers("service\n50 %")
            .numbers("service 50 %\n÷ floor")
            .numbers("ratio to its\nbaseline")
            .numbers("95 % interval")
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

  private static boolean differs(final Comparison each) {
    return each.verdict() == Verdict.SLOWER || each.verdict() == Verdict.FASTER;
  }

  private Table scoresSideBySide() {
    final Table table =
        new Table("Scores side by side")
            .words("contender")
            .words("score")
            .words("host")
            .words("campaign")
            .numbers("floor")
            .numbers("median of\nits forks")
            .numbers("ratio to its\nbaseline")
            .numbers("95 % interval")
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
          cells.add(contender.label());
          cells.add(each.score().key());
          cells.add(host(index));
          cells.add(result.settings().campaign());
          cells.add(Quantity.time(contender.floorNs()));
          cells.add(ForkScore.shown(each.score().value(), each.score().unit()));
          cells.addAll(verdict(result, name, each.score().key()));
          table.row(cells);
        }
      }
    }
  }

  private static List<String> verdict(final Result result, final String name, final String label) {
    return result.comparisons().stream()
        .filter(each -> each.contender().equals(name) && each.metric().label().equals(label))
        .findAny()
        .map(
            each ->
                List.of(
                    Quantity.ratio(each.ratio()),
                    Quantity.interval(each.low(), each.high()),
                    each.decidable() ? each.verdict().key : "not decided"))
        .orElse(List.of(Quantity.NONE, Quantity.NONE, Quantity.NONE));
  }

  private String host(final int index) {
    return hosts.stream()
        .filter(each -> each.contains(index))
        .map(this::name)
        .findAny()
        .orElseThrow();
  }

  private void addRows(final Table table, final String name) {
    for (int i = 0; i < results.size(); i++) {
      final Result result = results.get(i);
      final String host = host(i);
      result.contenders().stream()
          .filter(contender -> contender.name().equals(name) && !contender.latencies().isEmpty())
          .forEach(contender -> table.row(row(host, result, contender)));
    }
  }

  private static List<String> row(
      final String host, final Result result, final ContenderResult contender) {
    final List<String> cells =
        new ArrayList<>(List.of(contender.label(), host, result.settings().campaign()));
    cells.add(Quantity.time(contender.floorNs()));
    cells.add(
        Quantity.time(contender.latencies().get(Latency.SERVICE).summary().at(Percentile.P50)));
    cells.add(Quantity.ratio(contender.p50PerFloor(Latency.SERVICE), 1));
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

  /** {@code across.json}, schema {@code whichjvm.across/1}. */
  public String json() {
    final JsonObject json = new JsonObject();
    json.addProperty("schema", SCHEMA);
    final JsonArray machines = new JsonArray();
    for (final List<Integer> host : hosts) {
      final JsonObject machine = new JsonObject();
      final JsonArray names = new JsonArray();
      host.forEach(each -> names.add(results.get(each).settings().campaign()));
      machine.add("campaigns", names);
      machine.add("host", results.get(host.get(0)).host());
      machines.add(machine);
    }
    json.add("hosts", machines);
    final JsonArray comparisons = new JsonArray();
    changes.forEach(each -> comparisons.add(ResultJson.comparison(each)));
    json.add("comparisons", comparisons);
    return Json.write(json);
  }
}
