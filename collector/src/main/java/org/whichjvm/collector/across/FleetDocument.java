package org.whichjvm.collector.across;

import java.util.List;
import org.whichjvm.collector.report.Document;

/** A fleet's report without a format, and the joint matrix as a part of another report. */
public final class FleetDocument {
  private FleetDocument() {}

  /** The whole report: the answer, then the matrix, the hosts and the numbers. */
  public static Document of(final Fleet fleet) {
    final Matrix matrix = fleet.matrix();
    final Document report = new Document();
    report.heading("whichjvm fleet: " + fleet.name());
    FleetText.answer(matrix).forEach(report::paragraph);
    report.items(fleet.warnings());
    report.items(fleet.notMeasured());
    addMatrix(report, matrix);
    report.table(FleetTables.hosts(fleet.hosts()));
    addNumbers(report, matrix);
    report.items(FleetText.notes(matrix));
    return report;
  }

  /** The matrix of several hosts, and what it comes to. */
  static void addMatrix(final Document report, final Matrix matrix) {
    if (matrix.rows().isEmpty()) {
      return;
    }
    final FleetTables tables = new FleetTables(matrix);
    report.items(FleetText.agreement(matrix));
    report.items(FleetText.heterogeneity(matrix));
    report.table(tables.agreement(matrix.rows()));
    final Document ratios = new Document();
    ratios.table(tables.ratios());
    report.folded("Every host", ratios);
  }

  private static void addNumbers(final Document report, final Matrix matrix) {
    final FleetTables tables = new FleetTables(matrix);
    final Document numbers = new Document();
    numbers.tables(List.of(tables.others()));
    numbers.tables(tables.values());
    report.folded("The numbers", numbers);
  }
}
