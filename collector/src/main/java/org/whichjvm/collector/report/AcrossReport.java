package org.whichjvm.collector.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.Across;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.fork.Contender;
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
              // A score gets a sentence only if it differs; the table has all scores.
              .filter(each -> each.headline() || each.latency() == null && differs(each))
              .map(VerdictText::sentence)
              .toList());
      document.table(changeTable());
    }
    final AcrossTables tables = new AcrossTables(results, this::host);
    if (results.stream().anyMatch(result -> !result.ofScores())) {
      document.table(tables.latencies());
    }
    if (results.stream().anyMatch(Result::ofScores)) {
      document.table(tables.scores());
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
        "Ratio: later over earlier, above 1 is slower. Where both campaigns have the earlier one's"
            + " baseline, and it is the same JVM, each fork is first divided by the baseline's fork of"
            + " its block. Mann-Whitney test with Holm's correction. Nothing is pooled.");
    return table;
  }

  private static boolean differs(final Comparison each) {
    return each.verdict() == Verdict.SLOWER || each.verdict() == Verdict.FASTER;
  }

  private String host(final int index) {
    return hosts.stream()
        .filter(each -> each.contains(index))
        .map(this::name)
        .findAny()
        .orElseThrow();
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
