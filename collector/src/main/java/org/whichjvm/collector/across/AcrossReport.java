package org.whichjvm.collector.across;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.ContenderResult.ScoreSum;
import org.whichjvm.collector.decide.Ranking.RankedContender;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Figure;
import org.whichjvm.collector.report.Answer;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.Report;
import org.whichjvm.collector.report.ResultFile;
import org.whichjvm.collector.report.Table;
import org.whichjvm.collector.report.Words;
import org.whichjvm.common.WrongUsage;

/**
 * Several campaigns in one report, side by side. What was not measured together is not tested
 * against one another.
 *
 * @param hosts the campaigns of each
 * @param joint has the last campaign of each known host; empty if there are fewer than two
 */
public record AcrossReport(
    List<CampaignOnHost> campaigns,
    Map<String, List<CampaignOnHost>> hosts,
    Optional<Matrix> joint) {
  private static final String SCHEMA = "whichjvm.across/1";

  /** Of campaigns in which no fork counts, so that none tells of a machine. */
  private static final String UNKNOWN = "unknown";

  /** A campaign, and a letter for the host that measured it, or {@link #UNKNOWN}. */
  record CampaignOnHost(String host, Answer answer) {
    Result result() {
      return answer.result();
    }

    String campaign() {
      return result().settings().campaign();
    }
  }

  /**
   * The report of campaigns as named; a WrongUsage refuses two of one host that differ, and one
   * that is named twice.
   */
  public static AcrossReport of(final List<Answer> answers) {
    if (answers.stream().map(each -> each.result().settings().campaign()).distinct().count()
        < answers.size()) {
      throw new WrongUsage("a campaign is named twice; beside itself it tells nothing");
    }
    final List<List<String>> machines = new ArrayList<>();
    final List<CampaignOnHost> campaigns = new ArrayList<>();
    final Map<String, Result> first = new HashMap<>();
    for (final Answer each : answers) {
      final List<String> machine = CampaignsAlike.machine(each.result().host());
      final boolean known = each.result().host().size() > 0;
      if (known && !machines.contains(machine)) {
        machines.add(machine);
      }
      final String host = known ? Character.toString('A' + machines.indexOf(machine)) : UNKNOWN;
      campaigns.add(new CampaignOnHost(host, each));
      CampaignsAlike.checkSame(first.computeIfAbsent(host, key -> each.result()), each.result());
    }
    final Map<String, List<CampaignOnHost>> hosts =
        campaigns.stream()
            .collect(
                Collectors.groupingBy(
                    CampaignOnHost::host, LinkedHashMap::new, Collectors.toList()));
    return new AcrossReport(
        campaigns, hosts, machines.size() < 2 ? Optional.empty() : Optional.of(joint(hosts)));
  }

  private static Matrix joint(final Map<String, List<CampaignOnHost>> hosts) {
    final List<FleetHost> all = new ArrayList<>();
    hosts.forEach(
        (host, campaigns) -> {
          if (host.equals(UNKNOWN)) {
            return;
          }
          final Stream<ResultFile> results =
              campaigns.stream().map(each -> ResultFile.of(each.answer()));
          all.add(FleetHost.of(host, CampaignsAlike.sessions(results.toList())));
        });
    return Matrix.of(all);
  }

  private List<String> notes(final FleetText text) {
    final List<String> notes = new ArrayList<>(text.notes());
    if (hosts.size() < campaigns.size()) {
      notes.add(
          "Of a host with several campaigns the matrix has the last one that was named, or of three"
              + " or more that are alike what they say as sessions.");
    }
    notes.addAll(text.warnings(text.matrix().hosts()));
    return notes;
  }

  public Document document() {
    final Document document = new Document();
    document.heading("whichjvm across " + campaigns.size() + " campaigns");
    hosts.forEach((host, all) -> document.items(introduction(host, all)));
    joint.ifPresent(
        matrix -> {
          final FleetText text = new FleetText(matrix);
          text.answer().forEach(document::paragraph);
          Fleet.addMatrix(document, matrix);
          document.items(notes(text));
        });
    for (final boolean scores : new boolean[] {false, true}) {
      if (campaigns.stream().anyMatch(each -> each.result().ofScores() == scores)) {
        document.table(sideBySide(scores));
      }
    }
    return document;
  }

  private static List<String> introduction(final String host, final List<CampaignOnHost> all) {
    return Stream.concat(
            Stream.of(
                "Host "
                    + host
                    + ": "
                    + (host.equals(UNKNOWN) ? "no fork counts" : Report.host(all.get(0).result()))),
            all.stream()
                .map(each -> "Campaign " + each.campaign() + ": " + Report.forks(each.result())))
        .toList();
  }

  /** {@code across.json}, schema {@code whichjvm.across/1}. */
  public String json() {
    final JsonArray machines = new JsonArray();
    for (final List<CampaignOnHost> host : hosts.values()) {
      final JsonObject machine = new JsonObject();
      machine.add("campaigns", Json.tree(host.stream().map(CampaignOnHost::campaign).toList()));
      machine.add("host", host.get(0).result().host());
      machines.add(machine);
    }
    final JsonObject json = new JsonObject();
    json.addProperty("schema", SCHEMA);
    json.add("hosts", machines);
    joint.ifPresent(matrix -> json.add("matrix", FleetJson.matrix(matrix)));
    return Json.write(json);
  }

  /** A row is of a contender in one campaign, by its p50 service time or by a score. */
  private record Row(CampaignOnHost campaign, ContenderResult contender, Figure figure) {
    double value() {
      return figure.ofScore()
          ? contender.scores().get(figure.key()).median()
          : campaign.answer.ranking().places().stream()
              .filter(each -> each.contender() == contender)
              .mapToDouble(RankedContender::typicalNs)
              .findAny()
              .orElse(Double.NaN);
    }

    Optional<Comparison> comparison() {
      return campaign.result().comparisons().stream()
          .filter(each -> each.contender().equals(contender.name()))
          .filter(each -> each.figure().key().equals(figure.key()))
          .findAny();
    }

    String compared(final Function<Comparison, String> what) {
      return comparison().map(what).orElse(figure.ofScore() ? Quantity.NONE : "");
    }

    String verdict() {
      return comparison().isEmpty() && !figure.ofScore()
          ? "its baseline"
          : compared(
              each ->
                  each.decidable() || !figure.ofScore()
                      ? each.verdict().key
                      : HostVerdict.NOT_DECIDED);
    }
  }

  private static Stream<Figure> figures(final ContenderResult contender, final boolean scores) {
    return scores
        ? contender.scores().values().stream().map(ScoreSum::score)
        : contender.latencies().isEmpty() ? Stream.empty() : Stream.of(Figure.HEADLINE);
  }

  /** The rows of a contender follow one another. */
  private List<Row> rows(final boolean scores) {
    final Map<String, List<Row>> rows = new LinkedHashMap<>();
    for (final CampaignOnHost campaign : campaigns) {
      for (final ContenderResult each : campaign.result().contenders()) {
        final List<Row> its = rows.computeIfAbsent(each.name(), name -> new ArrayList<>());
        figures(each, scores).forEach(figure -> its.add(new Row(campaign, each, figure)));
      }
    }
    return rows.values().stream().flatMap(List::stream).toList();
  }

  private Table<Row> sideBySide(final boolean scores) {
    return new Table<>(scores ? "Scores side by side" : "Side by side", rows(scores))
        .words("contender", each -> Words.contender(each.contender))
        .words(scores, "score", each -> each.figure.key())
        .words("host", each -> each.campaign.host())
        .words("campaign", each -> each.campaign.campaign())
        .numbers("floor", each -> Quantity.time(each.contender.floorNs()))
        .numbers(
            scores ? "median of\nits forks" : "p50\nservice time",
            each -> each.figure.shown(each.value()))
        .numbers(
            !scores,
            "p50 service\n÷ floor",
            each -> Quantity.ratio(each.value() / each.contender.floorNs(), 1))
        .numbers(
            "ratio to its\nbaseline", each -> each.compared(one -> Quantity.ratio(one.ratio())))
        .numbers("interval", each -> each.compared(one -> Quantity.interval(one.low(), one.high())))
        .words("verdict", Row::verdict)
        .note(
            "%s of different hosts are never pooled and never tested against one another: compare %s."
                .formatted(
                    scores ? "Scores" : "Times",
                    scores ? "ratios" : "ratios and multiples of the floor"));
  }
}
