package org.whichjvm.collector.across;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.whichjvm.collector.report.Document;

/**
 * Several campaigns of one question, each whole on one host; what is not told is null.
 *
 * @param arguments of the campaigns, in one line
 * @param warnings what limits what can be told, in a sentence each
 */
public record Fleet(
    String name,
    Instant created,
    String context,
    String image,
    String arguments,
    List<FleetHost> hosts,
    Matrix matrix,
    List<String> warnings) {
  public boolean anyFork() {
    return hosts.stream().anyMatch(FleetHost::measured);
  }

  /** Every host has its whole campaign, and no fork failed. */
  public boolean whole() {
    return hosts.stream().allMatch(each -> each.whole() && !each.result().anyFailure());
  }

  public List<String> notMeasured() {
    return hosts.stream().map(FleetHost::notMeasured).flatMap(Optional::stream).toList();
  }

  public Document document() {
    final FleetText text = new FleetText(matrix);
    final FleetTables tables = new FleetTables(matrix);
    final Document report = new Document();
    report.heading("whichjvm fleet: " + name);
    text.answer().forEach(report::paragraph);
    report.items(warnings);
    report.items(notMeasured());
    addMatrix(report, matrix);
    report.table(FleetTables.hosts(hosts));
    final Document numbers = new Document();
    numbers.tables(List.of(tables.others()));
    numbers.tables(tables.values());
    report.folded("The numbers", numbers);
    report.items(text.notes());
    return report;
  }

  static void addMatrix(final Document report, final Matrix matrix) {
    if (matrix.rows().isEmpty()) {
      return;
    }
    final FleetTables tables = new FleetTables(matrix);
    report.items(new FleetText(matrix).agreement());
    report.items(new FleetText(matrix).apart());
    report.table(tables.agreement(matrix.rows()));
    final Document ratios = new Document();
    ratios.table(tables.ratios());
    report.folded("Every host", ratios);
  }
}
