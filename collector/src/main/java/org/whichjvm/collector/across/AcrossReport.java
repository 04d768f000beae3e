package org.whichjvm.collector.across;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UserError;
import org.whichjvm.collector.report.Answer;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.Report;
import org.whichjvm.collector.report.ResultFile;

/**
 * Several campaigns in one report, side by side. What was not measured together is not tested
 * against one another.
 */
public final class AcrossReport {
  private static final String SCHEMA = "whichjvm.across/1";

  private final List<Result> results;
  private final List<List<Integer>> hosts = new ArrayList<>();
  private Matrix joint; // null if all campaigns are of one host

  private AcrossReport(final List<Result> results) {
    this.results = results;
  }

  /**
   * Of campaigns in the order in which they were named.
   *
   * @throws UserError if two of one host did not measure the same
   */
  public static AcrossReport of(final List<Answer> answers) {
    final List<Result> results = answers.stream().map(Answer::result).toList();
    final AcrossReport report = new AcrossReport(results);
    for (int i = 0; i < results.size(); i++) {
      report.addToHost(i);
    }
    for (final List<Integer> host : report.hosts) {
      host.forEach(each -> checkSame(results.get(host.get(0)), results.get(each)));
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
                    FleetHost.of(name(host), ResultFile.of(answers.get(host.get(host.size() - 1)))))
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
      if (sameHost(results.get(host.get(0)), results.get(index))) {
        host.add(index);
        return;
      }
    }
    hosts.add(new ArrayList<>(List.of(index)));
  }

  /** Whether two campaigns may have run on the same machine, as far as their forks tell. */
  private static boolean sameHost(final Result one, final Result other) {
    return List.of("cpuModel", "arch", "onlineCpus").stream()
        .allMatch(key -> Json.shown(one.host(), key).equals(Json.shown(other.host(), key)));
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
    if (joint != null) {
      json.add("matrix", FleetJson.matrix(joint));
    }
    return Json.write(json);
  }
}
