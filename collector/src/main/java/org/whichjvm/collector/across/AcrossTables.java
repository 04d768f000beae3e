package org.whichjvm.collector.across;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.RankedContender;
import org.whichjvm.collector.analysis.Ranking;
import org.whichjvm.collector.analysis.ScoreSum;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.Table;
import org.whichjvm.collector.report.Words;

/** Campaigns side by side: what is measured on different hosts is never pooled. */
final class AcrossTables {
  private final List<AcrossReport.Measured> campaigns;

  AcrossTables(final List<AcrossReport.Measured> campaigns) {
    this.campaigns = campaigns;
  }

  /** A contender in one campaign, and one score of it where the campaign is of scores. */
  private record Row(
      AcrossReport.Measured campaign, ContenderResult contender, Optional<ScoreSum> score) {
    double typicalNs() {
      return Ranking.of(campaign.result()).places().stream()
          .filter(each -> each.contender() == contender)
          .mapToDouble(RankedContender::typicalNs)
          .findAny()
          .orElse(Double.NaN);
    }

    /** The comparison of its p50 service time, or of its score. */
    Optional<Comparison> comparison() {
      return campaign.result().comparisons().stream()
          .filter(each -> each.contender().equals(contender.name()))
          .filter(
              each ->
                  score.isEmpty()
                      ? each.headline()
                      : each.figure().key().equals(score.get().score().key()))
          .findAny();
    }

    String compared(final Function<Comparison, String> what) {
      return comparison().map(what).orElse(score.isEmpty() ? "" : Quantity.NONE);
    }

    String verdict() {
      return comparison().isEmpty() && score.isEmpty()
          ? "its baseline"
          : compared(
              each -> each.decidable() || score.isEmpty() ? each.verdict().key : Cell.NOT_DECIDED);
    }
  }

  /** A row for each contender and campaign of latencies. */
  Table<?> latencies() {
    return table(
            "Side by side",
            false,
            each -> each.latencies().isEmpty() ? Stream.empty() : Stream.of(Optional.empty()))
        .note(
            "Times of different hosts are never pooled and never tested against one another:"
                + " compare ratios and multiples of the floor.");
  }

  /** A row for each contender, score and campaign. */
  Table<?> scores() {
    return table(
            "Scores side by side", true, each -> each.scores().values().stream().map(Optional::of))
        .note(
            "Scores of different hosts are never pooled and never tested against one another:"
                + " compare ratios.");
  }

  /** Contender by contender, what the campaigns have of it. */
  private List<Row> rows(final Function<ContenderResult, Stream<Optional<ScoreSum>>> scores) {
    return campaigns.stream()
        .flatMap(each -> each.result().contenders().stream())
        .map(ContenderResult::name)
        .distinct()
        .flatMap(name -> campaigns.stream().flatMap(each -> rows(each, name, scores)))
        .toList();
  }

  private static Stream<Row> rows(
      final AcrossReport.Measured campaign,
      final String contender,
      final Function<ContenderResult, Stream<Optional<ScoreSum>>> scores) {
    return campaign.result().contenders().stream()
        .filter(each -> each.name().equals(contender))
        .flatMap(each -> scores.apply(each).map(score -> new Row(campaign, each, score)));
  }

  private Table<Row> table(
      final String title,
      final boolean scores,
      final Function<ContenderResult, Stream<Optional<ScoreSum>>> of) {
    return new Table<>(title, rows(of))
        .words("contender", each -> Words.contender(each.contender))
        .words(scores, "score", each -> each.score.get().score().key())
        .words("host", each -> each.campaign.host())
        .words("campaign", each -> each.campaign.campaign())
        .numbers("floor", each -> Quantity.time(each.contender.floorNs()))
        .numbers(!scores, "p50\nservice time", each -> Quantity.time(each.typicalNs()))
        .numbers(
            !scores,
            "p50 service\n÷ floor",
            each -> Quantity.ratio(each.typicalNs() / each.contender.floorNs(), 1))
        .numbers(
            scores,
            "median of\nits forks",
            each -> each.score.get().score().shown(each.score.get().median()))
        .numbers(
            "ratio to its\nbaseline", each -> each.compared(one -> Quantity.ratio(one.ratio())))
        .numbers("interval", each -> each.compared(one -> Quantity.interval(one.low(), one.high())))
        .words("verdict", Row::verdict);
  }
}
