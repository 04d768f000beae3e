package org.whichjvm.collector.across;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.Across;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.io.UserError;
import org.whichjvm.collector.report.Answer;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.ReasonText;
import org.whichjvm.collector.report.Report;
import org.whichjvm.collector.report.ResultJson;
import org.whichjvm.collector.report.Table;
import org.whichjvm.collector.report.VerdictText;

/** Several campaigns in one report: of one host over time, of several hosts side by side. */
public final class AcrossReport {
  /** What is surer than any comparison of two campaigns. */
  public static final String ADVICE =
      "Measure the old and the new build in one campaign, which turns make cheap: scripts/compare"
          + " --jdk old=… --jdk new=… old new, or of images scripts/compare --image old=my/jdk:1"
          + " --image new=my/jdk:2 old new.";

  private static final String SCHEMA = "whichjvm.across/1";

  private final List<Campaign> campaigns;
  private final List<Result> results;
  private final List<List<Integer>> hosts = new ArrayList<>();
  private final List<Across> pairs = new ArrayList<>();
  private Matrix joint; // null if all campaigns are of one host

  private AcrossReport(final List<Campaign> campaigns, final List<Result> results) {
    this.campaigns = campaigns;
    this.results = results;
  }

  /**
   * Campaigns in the order in which they were named: the earliest of a host is the stored baseline.
   */
  public static AcrossReport of(final List<Campaign> campaigns, final List<Answer> answers) {
    final List<Result> results = answers.stream().map(Answer::result).toList();
    final AcrossReport report = new AcrossReport(campaigns, results);
    for (int i = 0; i < results.size(); i++) {
      report.addToHost(i);
    }
    for (final List<Integer> host : report.hosts) {
      for (final int later : host.subList(1, host.size())) {
        checkSame(results.get(host.get(0)), results.get(later));
        report.pairs.add(Across.of(campaigns.get(host.get(0)), campaigns.get(later)));
      }
    }
    if (report.hosts.size() > 1) {
      report.joint = report.joint(answers);
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

  /** The last campaign of each host beside those of the others. */
  private Matrix joint(final List<Answer> answers) {
    return Matrix.of(
        hosts.stream()
            .map(
                host ->
                    FleetHost.of(
                        name(host),
                        HostResult.of(ResultJson.tree(answers.get(host.get(host.size() - 1))))))
            .toList());
  }

  private List<String> jointNotes() {
    final List<String> notes = new ArrayList<>(FleetText.notes(joint));
    if (hosts.stream().anyMatch(host -> host.size() > 1)) {
      notes.add("Of a host with several campaigns the matrix has the last one that was named.");
    }
    notes.addAll(FleetWarnings.of(joint.hosts(), joint));
    return notes;
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
    return pairs.stream().flatMap(each -> each.changes().stream()).toList();
  }

  /** A sentence for each campaign that no verdict is on, because something is missing. */
  public List<String> missing() {
    final List<String> sentences = new ArrayList<>();
    for (final List<Integer> host : hosts) {
      if (host.size() == 1 && results.size() > 1) {
        sentences.add(
            campaign(host.get(0))
                + " ran on another host than the others: it is never compared with them.");
      }
    }
    pairs.stream()
        .filter(each -> each.missing() != null)
        .map(AcrossReport::missing)
        .forEach(sentences::add);
    return sentences;
  }

  private static String missing(final Across pair) {
    return "No verdict of "
        + pair.later()
        + " against "
        + pair.earlier()
        + ": "
        + ReasonText.of(pair.missing())
        + ".";
  }

  private static String restsOn(final Across pair) {
    final Across.Floor floor = pair.floors().get(0);
    return pair.later()
        + " against "
        + pair.earlier()
        + ": each contender is divided by "
        + pair.reference()
        + " in its block, at the floor of "
        + Quantity.time(floor.earlierNs())
        + " in the earlier and "
        + Quantity.time(floor.laterNs())
        + " in the later campaign. Whether "
        + pair.reference()
        + " itself or the host changed cannot be told.";
  }

  private String campaign(final int index) {
    return results.get(index).settings().campaign();
  }

  /** The report without a format. */
  public Document document() {
    final Document document = new Document();
    document.heading("whichjvm across " + results.size() + " campaigns");
    for (final List<Integer> host : hosts) {
      document.items(introduction(host));
    }
    if (!pairs.isEmpty()) {
      document.items(verdicts());
    }
    if (changes().stream().anyMatch(Comparison::decidable)) {
      document.table(changeTable());
    }
    if (joint != null) {
      FleetText.answer(joint).forEach(document::paragraph);
      FleetDocument.addMatrix(document, joint);
      document.items(jointNotes());
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

  private List<String> verdicts() {
    final List<String> lines = new ArrayList<>();
    for (final Across pair : pairs) {
      if (pair.missing() != null) {
        lines.add(missing(pair));
        continue;
      }
      lines.add(restsOn(pair));
      pair.changes().stream()
          // A score gets a sentence only if it differs; the table has all scores.
          .filter(each -> each.headline() || each.latency() == null && each.verdict().differs())
          .map(VerdictText::sentence)
          .forEach(lines::add);
    }
    lines.add(ADVICE);
    return lines;
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
            .numbers("difference")
            .words("verdict")
            .numbers("p, of all")
            .numbers("blocks");
    changes().stream()
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
                        VerdictText.difference(each.differenceNs()),
                        each.verdict().key,
                        Quantity.p(each.adjustedP()),
                        Quantity.count(each.blocks()))));
    table.footnotes.add(
        "Ratio: later over earlier, above 1 is slower, each fork divided by the reference's fork of"
            + " its block, at the floor that both campaigns saw. Difference: how much more"
            + " than before the contender takes longer than the reference. Mann-Whitney test with"
            + " a correction for all figures that are decided (Bonferroni). Nothing is pooled.");
    return table;
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
    final JsonArray machines = new JsonArray();
    for (final List<Integer> host : hosts) {
      final JsonObject machine = new JsonObject();
      final JsonArray names = new JsonArray();
      host.forEach(each -> names.add(campaign(each)));
      machine.add("campaigns", names);
      machine.add("host", results.get(host.get(0)).host());
      machines.add(machine);
    }
    json.addProperty("schema", SCHEMA);
    json.add("hosts", machines);
    AcrossJson.add(json, pairs, changes());
    if (joint != null) {
      json.add("matrix", FleetJson.matrix(joint));
    }
    return Json.write(json);
  }
}
