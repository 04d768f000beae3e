package org.whichjvm.collector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/** What forks without messages measured, and how two of their scores compare. */
final class ScoreTables {
  private ScoreTables() {}

  /**
   * One score over the forks of a variant that are shown.
   *
   * @param score its name, threads and unit; the value is the median over the forks
   * @param forks that have it
   * @param min the least of a fork
   * @param max the greatest of a fork
   */
  record Summed(Score score, int forks, double min, double max) {}

  /** Every score of these forks by its key, in their order. */
  static Map<String, Summed> sum(final List<Fork> forks) {
    final Map<String, Score> keys = new LinkedHashMap<>();
    forks.forEach(fork -> fork.scores().forEach(keys::putIfAbsent));
    final Map<String, Summed> sums = new LinkedHashMap<>();
    keys.forEach(
        (key, score) -> {
          final double[] values =
              forks.stream()
                  .filter(fork -> fork.scores().containsKey(key))
                  .mapToDouble(fork -> fork.scores().get(key).value())
                  .toArray();
          sums.put(
              key,
              new Summed(
                  new Score(
                      score.name(),
                      score.threads(),
                      score.unit(),
                      Modes.median(DoubleStream.of(values))),
                  values.length,
                  DoubleStream.of(values).min().orElseThrow(),
                  DoubleStream.of(values).max().orElseThrow()));
        });
    return sums;
  }

  /** The keys of all variants' scores, in the order in which they come. */
  static Map<String, Score> keys(final Result result) {
    final Map<String, Score> keys = new LinkedHashMap<>();
    result
        .variants()
        .forEach(
            variant ->
                variant.scores().forEach((key, each) -> keys.putIfAbsent(key, each.score())));
    return keys;
  }

  /** A row for each score and variant. */
  static Table scores(final Result result) {
    final boolean floors =
        result.variants().stream()
            .anyMatch(
                variant ->
                    variant.scores().values().stream()
                        .anyMatch(each -> !Double.isNaN(perFloor(variant, each))));
    final Table table =
        new Table("Table 2. Scores")
            .words("variant")
            .words("score")
            .numbers("threads")
            .numbers("median of\nits forks")
            .numbers("range of\nits forks")
            .words("unit");
    if (floors) {
      table.numbers("÷ floor");
    }
    table.numbers("forks");
    for (final String key : keys(result).keySet()) {
      result.variants().stream()
          .filter(variant -> variant.scores().containsKey(key))
          .forEach(variant -> table.row(row(variant, variant.scores().get(key), floors)));
    }
    table.footnotes.add(
        "A fork's score is the median of its iterations, where it has some."
            + (floors
                ? " ÷ floor: an operation of several threads in round trips of a cache line between"
                    + " two CPUs; less than 1 where it seldom waits for one."
                : ""));
    table.footnotes.addAll(Report.gatedNote(result));
    table.footnotes.addAll(Report.substituteNote(result));
    return table;
  }

  private static List<String> row(
      final VariantResult variant, final Summed each, final boolean floors) {
    final String unit = each.score().unit();
    final List<String> cells = new ArrayList<>();
    cells.add(variant.label());
    cells.add(each.score().name());
    cells.add(Quantity.count(each.score().threads()));
    cells.add(number(each.score().value(), unit));
    cells.add(
        each.forks() == 1
            ? Quantity.NONE
            : number(each.min(), unit) + "–" + number(each.max(), unit));
    cells.add(unit);
    if (floors) {
      cells.add(Quantity.ratio(perFloor(variant, each)));
    }
    cells.add(Quantity.count(each.forks()));
    return cells;
  }

  /**
   * A time of an operation of several threads in round trips; NaN if it is none, or no floor was.
   */
  static double perFloor(final VariantResult variant, final Summed each) {
    return each.score().unit().equals(Score.NS_PER_OP) && each.score().threads() > 1
        ? each.score().value() / variant.floorNs()
        : Double.NaN;
  }

  private static String number(final double value, final String unit) {
    return Score.shown(value, unit).replace(" " + unit, "");
  }

  /** A row for each contrast, variant and number of threads; null if there is none. */
  static Table contrasts(final Result result) {
    final Table table =
        new Table("Contrasts inside each fork")
            .words("variant")
            .words("score")
            .words("against")
            .numbers("ratio")
            .numbers("95 % interval")
            .words("verdict")
            .numbers("p, of all")
            .numbers("found from")
            .numbers("forks")
            .words("what to know");
    for (final Contrasted each : result.contrasts()) {
      final List<String> cells = new ArrayList<>();
      cells.add(Report.label(result, each.variant()));
      cells.add(each.score().key());
      cells.add(each.against().key());
      cells.add(Quantity.ratio(each.ratio()));
      cells.add(Quantity.interval(each.low(), each.high()));
      cells.add(each.verdict().key);
      cells.add(Quantity.p(each.adjustedP()));
      cells.add(Quantity.percent(each.mde()));
      cells.add(Quantity.count(each.forks()));
      cells.add(each.reason() == null ? "" : each.reason());
      table.row(cells);
    }
    table.footnotes.add(
        "Ratio: median over the forks of the one score's cost over the other's, above 1 is slower. p:"
            + " sign test, corrected for all contrasts of the campaign (Holm). Equivalent: the whole"
            + " interval within ± "
            + Quantity.percent(result.margin())
            + ".");
    return table.rows.isEmpty() ? null : table;
  }
}
