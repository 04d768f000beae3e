package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Decision;
import org.whichjvm.collector.decide.Ranking;
import org.whichjvm.collector.decide.Ranking.RankedContender;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.stats.PairedTest;

/** The sentence that answers the question: who is the fastest, or why nothing was decided. */
record Headline(Result result, Ranking ranking) {
  // One sentence counts the scores of more contenders.
  private static final int MOST_SENTENCES = 2;

  static String of(final Result result, final Ranking ranking) {
    return new Headline(result, ranking).sentence() + stamp(result);
  }

  /** The licence of SPECjbb2015 asks this of whoever does not follow its run rules. */
  private static String stamp(final Result result) {
    return Json.shown(result.parameters(), "adapter").equals("specjbb2015")
        ? " Research use: this is not a compliant SPECjbb2015 result, and not for publication as one."
        : "";
  }

  private String sentence() {
    return switch (ranking.outcome()) {
      case DECIDED ->
          result.ofScores() ? ofScores() : ranking.fastest().isEmpty() ? unranked() : ranked();
      case ALONE -> alone();
      default -> "Nothing was decided: " + why();
    };
  }

  private String ranked() {
    final List<String> left =
        ranking.places().stream()
            .filter(each -> each.runs() && Contender.of(each.name()).plain())
            .filter(each -> Double.isNaN(each.level()))
            .map(Headline::name)
            .toList();
    return fastest()
        + (left.isEmpty() ? "" : " Not compared, and not ranked: " + Words.list(left) + ".");
  }

  /** The verdicts themselves, where the baseline cannot rank the contenders. */
  private String unranked() {
    final List<String> sentences =
        ranking.places().stream()
            .filter(each -> each.comparison() != null && Contender.of(each.name()).plain())
            .filter(each -> !hasVerdict(each, Verdict.INCONCLUSIVE))
            .map(
                each ->
                    "%s %s."
                        .formatted(
                            name(each),
                            VerdictText.predicate(
                                each.comparison(), label(each.comparison().baseline()))))
            .toList();
    final int more = sentences.size() - MOST_SENTENCES;
    return String.join(" ", sentences.subList(0, Math.min(MOST_SENTENCES, sentences.size())))
        + (more > 0 ? " The table has %s more.".formatted(more) : "");
  }

  private String fastest() {
    final List<RankedContender> fastest = ranking.fastest();
    if (fastest.size() == 1) {
      return one(fastest.get(0));
    }
    return names(fastest)
        + (Double.isNaN(ranking.within())
            ? " may each be the fastest here"
            : ranking.within() <= result.margin()
                ? " are tied within " + Quantity.percent(ranking.within()) + " as the fastest here"
                : " may each be the fastest here, none of them by more than "
                    + Quantity.percent(ranking.within()))
        + others()
        + "."
        + baseline();
  }

  /** Says with whom the table compares, where a row is open of which it was said to be slower. */
  private String baseline() {
    return rest().stream()
        .filter(each -> equivalent(each).isEmpty())
        .filter(each -> each.comparison() != null && !hasVerdict(each, Verdict.SLOWER))
        .findFirst()
        .map(each -> " The table compares with " + label(each.comparison().baseline()) + ".")
        .orElse("");
  }

  /** Those that are not the fastest. */
  private List<RankedContender> rest() {
    return ranking.places().stream()
        .filter(each -> each.runs() && !each.fastest() && !Double.isNaN(each.level()))
        .filter(each -> Contender.of(each.name()).plain())
        .toList();
  }

  /**
   * The part of the headline on the others. It calls none slower that the table calls equivalent.
   */
  private String others() {
    final Map<String, List<RankedContender>> said = new LinkedHashMap<>();
    for (final boolean alike : List.of(true, false)) {
      rest().stream()
          .filter(each -> equivalent(each).isPresent() == alike)
          .forEach(
              each ->
                  said.computeIfAbsent(
                          alike ? equivalent(each).orElseThrow() : " slower" + than(each),
                          key -> new ArrayList<>())
                      .add(each));
    }
    final List<String> parts = new ArrayList<>();
    for (final Map.Entry<String, List<RankedContender>> each : said.entrySet()) {
      final boolean last = parts.size() == said.size() - 1 && said.size() <= MOST_SENTENCES;
      final boolean one = each.getValue().size() == 1;
      if (parts.size() == MOST_SENTENCES) {
        parts.add("each other one is slower than at least one of them");
        break;
      }
      parts.add(
          (last ? one ? "the other one" : "all others" : names(each.getValue()))
              + (one ? " is" : " are")
              + each.getKey());
    }
    final int more = parts.size() - 1;
    return parts.isEmpty()
        ? ""
        : "; "
            + (more == 0
                ? parts.get(0)
                : String.join(", ", parts.subList(0, more)) + ", and " + parts.get(more));
  }

  /** Of several that may be the fastest those that it is found to be slower than. */
  private String than(final RankedContender other) {
    final List<String> faster = result.best().fasterThan(other.name());
    final int all = ranking.fastest().size();
    if (all == 1) {
      return "";
    }
    return faster.size() == all
        ? all == 2 ? " than both" : " than each of them"
        : " than "
            + Words.list(
                (faster.isEmpty() ? result.best().slowerThan().get(other.name()) : faster)
                    .stream().map(this::label).toList());
  }

  /**
   * That the table calls it equivalent to one that may be the fastest, or each of these to it, as
   * in " equivalent to a within the margin of 3.0 %"; empty if it does not. A row may be open for
   * how often it starts slow, while its typical start is equivalent.
   */
  private Optional<String> equivalent(final RankedContender other) {
    final List<RankedContender> fastest = ranking.fastest();
    final boolean open = hasVerdict(other, Verdict.INCONCLUSIVE);
    final boolean alike =
        open && other.comparison().shift() == Verdict.EQUIVALENT
            || hasVerdict(other, Verdict.EQUIVALENT);
    final boolean toIt =
        fastest.stream()
            .allMatch(
                each ->
                    hasVerdict(each, Verdict.EQUIVALENT)
                        && each.comparison().baseline().equals(other.name()));
    return fastest.stream()
        .filter(each -> toIt || alike && other.comparison().baseline().equals(each.name()))
        .findFirst()
        .map(
            each ->
                " equivalent%s%s the margin of %s"
                    .formatted(
                        fastest.size() == 1 ? "" : " to " + (toIt ? names(fastest) : name(each)),
                        alike && open ? " in its typical start, within" : " within",
                        Quantity.percent(result.margin())));
  }

  private static boolean hasVerdict(final RankedContender one, final Verdict verdict) {
    return one.comparison() != null && one.comparison().verdict() == verdict;
  }

  private String one(final RankedContender first) {
    if (hasVerdict(first, Verdict.FASTER)) {
      final Comparison own = first.comparison();
      return "%s is the fastest here, %s."
          .formatted(name(first), VerdictText.difference(own, label(own.baseline())));
    }
    final RankedContender next =
        ranking.places().stream()
            .filter(each -> each != first && each.comparison() != null)
            .filter(each -> each.comparison().baseline().equals(first.name()))
            .filter(each -> Contender.of(each.name()).plain() && !Double.isNaN(each.level()))
            .findFirst()
            .filter(each -> hasVerdict(each, Verdict.SLOWER))
            .orElse(null);
    return name(first)
        + " is the fastest here"
        + (next == null
            ? others()
            : "; the next, " + name(next) + ", " + VerdictText.predicate(next.comparison(), "it"))
        + ".";
  }

  private String alone() {
    final RankedContender only = ranking.places().get(0);
    return "%s ran alone%s: there is nothing to compare it with. %s"
        .formatted(
            name(only),
            Double.isNaN(only.typicalNs())
                ? ""
                : ", with a p50 service time of " + Quantity.time(only.typicalNs()),
            result.settings().skipped().isEmpty()
                ? "Name two variants: scripts/compare A B."
                : "The others were skipped; the warnings say why.");
  }

  private String why() {
    final String blocks = Integer.toString(Math.max(1, result.settings().blocks()) * 2);
    return switch (ranking.outcome()) {
      case NOTHING_COUNTS ->
          "no fork counts. report.html has the reason of each; mend it and run the campaign again.";
      case ONE_LEFT ->
          "only "
              + names(ranking.places().stream().filter(RankedContender::runs).toList())
              + " has forks that count. report.html says what became of the others; run them again.";
      case NO_BASELINE ->
          "the baseline "
              + label(result.baseline())
              + " has no fork that counts. Choose another one with --baseline, or run it again.";
      case TOO_EARLY ->
          "the first interim look comes after block %s. Go on with scripts/compare --resume %s."
              .formatted(result.progress().design().looks().get(0), result.settings().campaign());
      case TOO_FEW_BLOCKS ->
          blocks("common block")
              + (Ranking.blocks(result) == 1 ? " is" : " are")
              + " too few for an interval. Run more: --blocks "
              + 2 * PairedTest.leastPairs(Decision.ALPHA)
              + ".";
      case FLOOR_MOVED ->
          "the floor was not the same beside every contender, which hides small differences."
              + " Run more blocks: --blocks "
              + blocks
              + ".";
      default -> notFound(blocks);
    };
  }

  private String notFound(final String more) {
    if (result.contrasts().isEmpty()
        && result.comparisons().stream()
            .noneMatch(each -> Contender.of(each.contender()).plain())) {
      return "no other JVM is compared with %s, only itself. Name another variant."
          .formatted(label(result.baseline()));
    }
    final double largest = // NaN if one is
        Stream.concat(result.comparisons().stream(), result.contrasts().stream())
            .filter(each -> each.headline() || result.ofScores() && each.decidable())
            .mapToDouble(Comparison::mde)
            .max()
            .orElse(Double.NaN);
    final String blocks = blocks("block");
    return (Double.isNaN(largest)
            ? blocks + " are too few to decide all that this campaign compares"
            : blocks + " find only differences above " + Quantity.percent(largest))
        + ". Run more: --blocks "
        + more
        + ".";
  }

  /**
   * How much was compared: so many blocks, or forks where contrasts inside them are all there is.
   */
  private String blocks(final String unit) {
    return Words.count(Ranking.blocks(result), result.comparisons().isEmpty() ? "fork" : unit);
  }

  private String label(final String name) {
    return Report.label(result, name);
  }

  private static String name(final RankedContender place) {
    return Words.contender(place.contender());
  }

  private static String names(final List<RankedContender> places) {
    return Words.list(places.stream().map(Headline::name).toList());
  }

  private String ofScores() {
    final List<String> sentences = new ArrayList<>();
    result.contrasts().stream()
        .filter(each -> each.verdict() != Verdict.INCONCLUSIVE)
        .limit(1)
        .forEach(each -> sentences.add(VerdictText.contrast(result, each)));
    final Map<String, List<Comparison>> plain =
        ranking.scores().stream()
            .filter(each -> Contender.of(each.contender()).plain())
            .collect(
                Collectors.groupingBy(
                    Comparison::contender, LinkedHashMap::new, Collectors.toList()));
    if (plain.size() > MOST_SENTENCES) {
      sentences.add(
          "%s contenders are compared%s with %s: %s."
              .formatted(
                  plain.size(),
                  VerdictTables.elsewhere(result) ? "," : "",
                  label(result.baseline())
                      + (VerdictTables.elsewhere(result) ? " or what the table names" : ""),
                  counts(
                      ranking.scores().stream()
                          .filter(each -> plain.containsKey(each.contender()))
                          .toList())));
    } else {
      plain.forEach(
          (contender, scores) ->
              sentences.add(
                  "%s against %s: %s."
                      .formatted(
                          label(contender), label(scores.get(0).baseline()), counts(scores))));
    }
    return String.join(" ", sentences);
  }

  /** Reads as in "slower at 3 of 9 scores, most at adjacent@2 (1.88 times), faster at none". */
  private static String counts(final List<Comparison> scores) {
    final List<Comparison> slower = scores.stream().filter(each -> each.verdict().worse()).toList();
    final List<Comparison> faster =
        scores.stream().filter(each -> each.verdict().better()).toList();
    final long open =
        scores.stream().filter(each -> each.verdict() == Verdict.INCONCLUSIVE).count();
    return "slower at %s of %s%s, faster at %s%s%s"
        .formatted(
            slower.size(),
            Words.count(scores.size(), "score"),
            slower.isEmpty() ? "" : most(slower.get(0)),
            faster.size(),
            faster.isEmpty() ? "" : most(faster.get(faster.size() - 1)),
            open == 0 ? "" : ", open at " + open);
  }

  private static String most(final Comparison each) {
    return " (most at %s: %s)".formatted(each.figure().label(), RatioInterval.of(each).both());
  }
}
