package org.whichjvm.collector.report;

import static org.whichjvm.common.Percentile.P50;
import static org.whichjvm.common.Percentile.P99;
import static org.whichjvm.common.Percentile.P99_9;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Percentile;

/** Producer × consumer, for campaigns in which two JVMs exchange the messages. */
public final class PairTables {
  private static final List<Percentile> SHOWN = List.of(P50, P99, P99_9);

  private PairTables() {}

  /** A table for each percentile, and for each way in which the pairs ran; none without a pair. */
  public static List<Table<?>> of(final Result result) {
    final Set<String> ways = new TreeSet<>();
    result.contenders().stream()
        .filter(each -> Contender.of(each.name()).pair())
        .forEach(each -> ways.add(Contender.mods(each.name())));
    final List<Table<?>> tables = new ArrayList<>();
    for (final String way : ways) {
      SHOWN.forEach(each -> tables.add(table(result, way, each)));
    }
    return tables;
  }

  private static Table<?> table(
      final Result result, final String way, final Percentile percentile) {
    final Map<String, ContenderResult> contenders = new TreeMap<>();
    // In the campaign's order, rows and columns alike.
    final Set<String> jvms = new LinkedHashSet<>();
    final Set<String> producers = new LinkedHashSet<>();
    final Set<String> consumers = new LinkedHashSet<>();
    for (final ContenderResult contender : result.contenders()) {
      if (Contender.mods(contender.name()).equals(way)) {
        final Contender parsed = Contender.of(contender.name());
        contenders.put(parsed.variant(), contender);
        jvms.addAll(List.of(parsed.producer(), parsed.consumer()));
        if (parsed.pair()) {
          producers.add(parsed.producer());
          consumers.add(parsed.consumer());
        }
      }
    }
    final Table<String> table =
        new Table<>(
                "Producer × consumer: "
                    + Words.figure(Latency.SERVICE, percentile)
                    + (way.isEmpty() ? "" : ", " + way),
                jvms.stream().filter(producers::contains).toList())
            .words("producer", each -> each);
    jvms.stream()
        .filter(consumers::contains)
        .forEach(
            consumer ->
                table.numbers(
                    "to\n" + consumer,
                    each ->
                        cell(result, contenders.get(each + ForkNames.TO + consumer), percentile)));
    return table
        .numbers(
            "producer's JVM\nalone, one process",
            each -> cell(result, contenders.get(each), percentile))
        .note(
            ("Times are those of the typical block. Behind each stands the ratio to %s with its"
                    + " interval, above 1 is slower%s")
                .formatted(
                    result.baseline(),
                    elsewhere(result, contenders.values())
                        ? ", or to the contender that the table of verdicts names."
                        : "."))
        .notes(Report.substituteNote(result));
  }

  private static String cell(
      final Result result, final ContenderResult contender, final Percentile percentile) {
    final Comparison own = comparison(result, contender, percentile, Comparison::contender);
    if (own != null && !Double.isNaN(own.ratio())) {
      return Quantity.time(own.typicalNs())
          + Words.marks(contender)
          + ", "
          + VerdictText.ratioWithInterval(own);
    }
    final Comparison others = comparison(result, contender, percentile, Comparison::baseline);
    return others == null
        ? Quantity.NONE
        : Quantity.time(others.baselineNs()) + Words.marks(contender);
  }

  private static Comparison comparison(
      final Result result,
      final ContenderResult contender,
      final Percentile percentile,
      final Function<Comparison, String> name) {
    return result.comparisons().stream()
        .filter(each -> contender != null && name.apply(each).equals(contender.name()))
        .filter(each -> each.figure().equals(Figure.of(Latency.SERVICE, percentile)))
        .findFirst()
        .orElse(null);
  }

  private static boolean elsewhere(
      final Result result, final Collection<ContenderResult> contenders) {
    return result.comparisons().stream()
        .filter(each -> !each.baseline().equals(result.baseline()))
        .anyMatch(each -> contenders.stream().anyMatch(one -> one.name().equals(each.contender())));
  }
}
