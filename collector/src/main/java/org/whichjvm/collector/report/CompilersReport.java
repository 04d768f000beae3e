package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.CompilersExplained;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.common.JitDecision;

/**
 * Tells in words and tables which decisions optimizing compilers make in another way.
 *
 * @param cost what it costs to watch the forks, in sentences
 */
public record CompilersReport(String campaign, CompilersExplained explained, List<String> cost) {
  /** Writes the answer with tables of at most so many rows. */
  public Document document(final int most) {
    final Document document = new Document();
    document.heading("whichjvm explain: " + campaign);
    document.items(answer());
    document.table(
        table(
            "What the optimizing compilers decide in another way",
            explained.differ(),
            explained.contender(),
            explained.baseline(),
            most));
    for (final CompilersExplained.Starts each : explained.starts()) {
      document.tables(
          List.of(
              table(
                  "What goes with slow starts of " + each.jvm(),
                  each.with(),
                  "slow starts",
                  "others",
                  most)));
    }
    document.items(
        List.of(
            "Each decision is of the code that a fork ran at its end. A method whose caller is compiled in another way is not named beside it.",
            "A JVM that logs what it compiles takes longer to compile it, so that its times are not for comparing JVMs."));
    document.items(cost);
    return document;
  }

  private List<String> answer() {
    final List<String> lines = new ArrayList<>();
    if (explained.asked() == 0) {
      lines.add(
          "Nothing is explained: no fork has logged a decision about code that matters here. HotSpot JVMs log them; OpenJ9 does not, and Graal logs what it compiles, and not what it inlines.");
    } else {
      lines.add(
          explained.differ().isEmpty()
              ? "The compilers of %s and %s decide nothing in another way for sure, of %,d decisions."
                  .formatted(explained.contender(), explained.baseline(), explained.asked())
              : "The compilers of %s and %s decide in another way at %s in their code, of %,d decisions."
                  .formatted(
                      explained.contender(),
                      explained.baseline(),
                      Words.count(explained.differ().size(), "place"),
                      explained.asked()));
      lines.add(ExplainReport.control(explained.baseline(), explained.control(), "place"));
      explained.starts().forEach(each -> lines.add(starts(each)));
    }
    lines.addAll(ExplainReport.unusable(explained.unusable()));
    return lines;
  }

  private static String starts(final CompilersExplained.Starts starts) {
    if (starts.slow() == 0) {
      return "No start of %s was slow, of %d.".formatted(starts.jvm(), starts.forks());
    }
    return "%s started slow in %d of %d forks, %s times what the others take: %s."
        .formatted(
            starts.jvm(),
            starts.slow(),
            starts.forks(),
            String.format(Locale.ROOT, "%.2f", starts.by()),
            starts.with().isEmpty()
                ? "no decision goes with it for sure"
                : Words.count(starts.with().size(), "place")
                    + " of its code "
                    + (starts.with().size() == 1 ? "goes" : "go")
                    + " with it");
  }

  /** A row of a table: places in which the same is decided about one method. */
  private record Row(List<CompilersExplained.Place> places) {
    CompilersExplained.Place first() {
      return places.get(0);
    }

    String where(final boolean whole) {
      final String root = shown(first().site().root(), whole);
      return first().site().isRoot()
          ? ""
          : places.size() == 1 ? root : root + " and %d more".formatted(places.size() - 1);
    }
  }

  private static List<Row> rows(final List<CompilersExplained.Place> places) {
    return places.stream()
        .collect(
            Collectors.groupingBy(
                each ->
                    List.<Object>of(
                        each.site().isRoot(),
                        each.site().subject(),
                        most(each.some()),
                        most(each.others())),
                LinkedHashMap::new,
                Collectors.toList()))
        .values()
        .stream()
        .map(Row::new)
        .toList();
  }

  private static Table<Row> table(
      final String title,
      final List<CompilersExplained.Place> places,
      final String some,
      final String others,
      final int most) {
    // A screen has no room for packages.
    final boolean whole = most > ExplainReport.MOST_ON_SCREEN;
    return new Table<>(title, rows(places))
        .words("method", each -> shown(each.first().site().subject(), whole))
        .words("in", each -> each.where(whole))
        .words(some, each -> most(each.first().some()))
        .words(others, each -> most(each.first().others()))
        .numbers(
            places.stream().anyMatch(each -> !Double.isNaN(each.millis())),
            "itself\nms",
            each -> millis(each.first().millis()))
        .numbers("p", each -> Quantity.p(each.first().p()))
        .limited(most, Names.EXPLAIN_MD + " of the campaign's folder");
  }

  private static String shown(final String method, final boolean whole) {
    return whole ? ExplainReport.shown(method) : method.substring(method.lastIndexOf('/') + 1);
  }

  private static String millis(final double millis) {
    return Double.isNaN(millis) ? Quantity.NONE : ExplainReport.number(millis);
  }

  private static String most(final CompilersExplained.Most most) {
    if (most.decision().isEmpty()) {
      return "nothing";
    }
    final boolean says = most.decision().get() != JitDecision.INLINED && !most.reason().isEmpty();
    return "%s in %d of %d%s"
        .formatted(
            most.decision().get().text(),
            most.forks(),
            most.of(),
            says ? ": " + most.reason() : "");
  }
}
