package org.whichjvm.collector;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the campaign comes to: sentences at the top, and the table of every comparison. */
final class PageVerdict {
  private PageVerdict() {}

  // The one place where a verdict is put in words.
  private static String sentence(final Comparison each) {
    final String numbers =
        ": "
            + ChartForest.numbers(each)
            + ", "
            + each.blocks()
            + (each.blocks() == 1 ? " block" : " blocks");
    final String place = " " + each.baseline() + " at the service 50 %" + numbers;
    if (Double.isNaN(each.ratio())) {
      return each.variant() + " has no block in common with " + each.baseline();
    }
    final String size = String.format(Locale.ROOT, "%.0f %% ", Math.abs(each.ratio() - 1) * 100);
    return each.variant()
        + switch (each.verdict()) {
          case FASTER -> " is " + size + "faster than" + place;
          case SLOWER -> " is " + size + "slower than" + place;
          case EQUIVALENT -> " is as fast as" + place;
          case INCONCLUSIVE -> " may or may not differ from" + place;
        };
  }

  /** A list item for each variant that is compared. */
  static String sentences(final Result result, final HtmlFormat format) {
    final List<Comparison> shown =
        result.comparisons().stream()
            .filter(each -> each.latency() == Latency.SERVICE)
            .filter(each -> each.percentile() == Percentile.P50)
            .toList();
    if (shown.isEmpty()) {
      return format.paragraph("One variant alone: there is nothing to compare it with.");
    }
    return shown.stream()
        .map(
            each ->
                "<li>"
                    + format.swatch(label(result, each.variant()))
                    + "<span>"
                    + HtmlText.escape(sentence(each))
                    + "</span><b class=\"verdict "
                    + each.verdict().key
                    + "\">"
                    + each.verdict().key
                    + "</b></li>\n")
        .collect(Collectors.joining("", "<ul class=\"verdicts\">\n", "</ul>\n"));
  }

  /** Every comparison; grey where too little was seen to decide. */
  static String table(final Result result, final HtmlFormat format) {
    final Table table =
        new Table("Ratios to " + label(result, result.baseline()))
            .words("variant")
            .words("latency")
            .numbers("percentile")
            .numbers("ratio")
            .numbers("95 % interval")
            .words("verdict")
            .numbers("adjusted p")
            .numbers("smallest it\ncould find")
            .numbers("blocks")
            .words("what to know");
    final List<Comparison> rows = new ArrayList<>();
    for (final Latency latency : Latency.values()) {
      for (final Percentile percentile : Percentile.REPORTED) {
        result.comparisons().stream()
            .filter(each -> each.latency() == latency && each.percentile() == percentile)
            .forEach(rows::add);
      }
    }
    rows.forEach(each -> table.row(row(result, each)));
    table.footnotes.add(
        "Above 1 is slower than the baseline; the median over blocks, with the interval of the sign"
            + " test. A grey row rests on too few events and decides nothing.");
    table.footnotes.addAll(Report.substituteNote(result));
    return format.table(
        table,
        row ->
            (rows.get(row).decidable() ? "" : "grey ")
                + (row > 0 && rows.get(row).percentile() != rows.get(row - 1).percentile()
                    ? "group"
                    : ""));
  }

  private static List<String> row(final Result result, final Comparison each) {
    return List.of(
        label(result, each.variant()),
        each.latency().key,
        each.percentile().label,
        ratio(each.ratio()),
        Double.isNaN(each.low()) || Double.isNaN(each.high())
            ? Quantity.NONE
            : ratio(each.low()) + "–" + ratio(each.high()),
        each.decidable() ? each.verdict().key : Quantity.NONE,
        p(each.adjustedP()),
        Double.isNaN(each.mde())
            ? Quantity.NONE
            : String.format(Locale.ROOT, "%.1f %%", each.mde() * 100),
        Quantity.count(each.blocks()),
        each.reason() == null ? "" : each.reason());
  }

  /** With as many digits as say something. */
  private static String ratio(final double value) {
    return Quantity.ratio(value, value < 2 ? 3 : value < 10 ? 2 : 1);
  }

  private static String p(final double value) {
    if (Double.isNaN(value)) {
      return Quantity.NONE;
    }
    return value < 0.0001 ? "< 0.0001" : String.format(Locale.ROOT, "%.4f", value);
  }

  private static String label(final Result result, final String name) {
    return result.variants().stream()
        .filter(variant -> variant.name().equals(name))
        .map(VariantResult::label)
        .findFirst()
        .orElse(name);
  }
}
