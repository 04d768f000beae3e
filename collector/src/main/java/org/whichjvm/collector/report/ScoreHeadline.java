package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Contrasted;
import org.whichjvm.collector.analysis.Ranking;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.campaign.fork.Contender;

/** The sentence that answers the question of a campaign of scores: how many differ, and most. */
final class ScoreHeadline {
  // Of more contenders one sentence counts all.
  private static final int MOST_SENTENCES = 2;

  private ScoreHeadline() {}

  static String of(final Result result, final Ranking ranking) {
    final List<String> sentences = new ArrayList<>();
    contrasts(result, sentences);
    final List<Comparison> plain =
        ranking.scores().stream().filter(each -> Contender.of(each.contender()).plain()).toList();
    final List<String> contenders = plain.stream().map(Comparison::contender).distinct().toList();
    if (contenders.size() > MOST_SENTENCES) {
      sentences.add(
          contenders.size()
              + " contenders are compared with "
              + Report.label(result, result.baseline())
              + ": "
              + counts(plain)
              + ".");
    } else {
      for (final String each : contenders) {
        sentences.add(
            of(result, plain.stream().filter(one -> one.contender().equals(each)).toList()));
      }
    }
    return String.join(" ", sentences);
  }

  private static String of(final Result result, final List<Comparison> scores) {
    return Report.label(result, scores.get(0).contender())
        + " against "
        + Report.label(result, scores.get(0).baseline())
        + ": "
        + counts(scores)
        + ".";
  }

  /** As in "slower at 3 of 9 scores, most at adjacent@2 (1.88 times), faster at none". */
  private static String counts(final List<Comparison> scores) {
    final List<Comparison> slower = scores.stream().filter(each -> each.verdict().worse()).toList();
    final List<Comparison> faster =
        scores.stream().filter(each -> each.verdict().better()).toList();
    final int open = with(scores, Verdict.INCONCLUSIVE).size();
    return "slower at "
        + slower.size()
        + " of "
        + scores.size()
        + (scores.size() == 1 ? " score" : " scores")
        + (slower.isEmpty() ? "" : most(slower.get(0)))
        + ", faster at "
        + faster.size()
        + (faster.isEmpty() ? "" : most(faster.get(faster.size() - 1)))
        + (open == 0 ? "" : ", open at " + open);
  }

  private static String most(final Comparison each) {
    return " (most at " + each.figure().label() + ": " + VerdictText.ratioWithInterval(each) + ")";
  }

  private static List<Comparison> with(final List<Comparison> scores, final Verdict verdict) {
    return scores.stream().filter(each -> each.verdict() == verdict).toList();
  }

  private static void contrasts(final Result result, final List<String> sentences) {
    final List<Contrasted> decided =
        result.contrasts().stream().filter(each -> each.verdict() != Verdict.INCONCLUSIVE).toList();
    if (!decided.isEmpty()) {
      sentences.add(ScoreText.sentence(result, decided.get(0)));
    }
  }
}
