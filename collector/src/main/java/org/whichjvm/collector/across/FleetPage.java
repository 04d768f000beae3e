package org.whichjvm.collector.across;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.whichjvm.collector.html.ContenderMarks;
import org.whichjvm.collector.html.PageOutput;
import org.whichjvm.collector.html.RatioBars;
import org.whichjvm.collector.report.Table;
import org.whichjvm.collector.report.Words;

/**
 * The templates of {@code fleet.html} show this.
 *
 * @param rows of the matrix, so many that the page keeps its size
 */
public record FleetPage(Fleet fleet, ContenderMarks marks, RatioBars bars, List<Matrix.Row> rows) {
  private static final int MOST_ROWS = 500;
  private static final int MOST_VALUES = 20;
  // A reader unfolds more rows.
  private static final int FIRST_ROWS = 20;
  // A drawn cell takes some 900 characters of the 3 MB that a page may have, one in words 250.
  private static final int MOST_DRAWN = 2_500;
  private static final int MOST_CELLS = 4_000;
  // Columns that leave room for wide drawings.
  private static final int ROOMY = 3;
  private static final double USUAL_MARGIN = 0.03;

  public static String of(final Fleet fleet) {
    final Matrix matrix = fleet.matrix();
    final int hosts = Math.max(1, matrix.hosts().size());
    final double margin =
        matrix.hosts().isEmpty() ? Double.NaN : matrix.hosts().get(0).result().margin();
    final FleetPage page =
        new FleetPage(
            fleet,
            new ContenderMarks(List.copyOf(matrix.contenders().values())),
            new RatioBars(
                matrix.rows().stream()
                    .flatMap(row -> row.cells().values().stream())
                    .limit(MOST_DRAWN)
                    .map(HostVerdict::interval),
                margin > 0 ? margin : USUAL_MARGIN,
                matrix.hosts().size() > ROOMY && !matrix.many()),
            matrix.rows().stream().limit(MOST_CELLS / hosts).toList());
    return PageOutput.of(out -> JtefleetGenerated.render(out, null, page));
  }

  static String rules() {
    return PageOutput.resource(FleetPage.class, "fleet.css");
  }

  String measured() {
    final int all = fleet.hosts().size();
    final long whole = fleet.hosts().stream().filter(FleetHost::whole).count();
    return Words.count(all, "host")
        + (whole == all ? all == 1 ? "" : ", each" : ", " + whole + " of them")
        + " with a whole campaign";
  }

  List<String> told() {
    final List<String> lines = new ArrayList<>(List.of(Words.time(fleet.created())));
    Optional.ofNullable(fleet.context()).ifPresent(each -> lines.add("cluster: " + each));
    Optional.ofNullable(fleet.image()).ifPresent(each -> lines.add("image: " + each));
    Optional.ofNullable(fleet.arguments()).ifPresent(each -> lines.add("arguments: " + each));
    return lines;
  }

  List<Matrix.Row> firstRows() {
    return rows.subList(0, Math.min(FIRST_ROWS, rows.size()));
  }

  List<Matrix.Row> otherRows() {
    return rows.subList(firstRows().size(), rows.size());
  }

  int rowsLeft() {
    return fleet.matrix().rows().size() - rows.size();
  }

  /** The ratios of the first rows are drawn; those of the others are in words alone. */
  boolean drawn(final Matrix.Row row) {
    return rows.indexOf(row) < MOST_DRAWN / Math.max(1, row.cells().size());
  }

  String sentence(final Matrix.Row row) {
    return new FleetText(fleet.matrix()).agreement(List.of(row)).get(0);
  }

  /** Sentences say how far the hosts agree, where the matrix does not. */
  List<String> sentences() {
    final List<String> sentences =
        fleet.matrix().many() ? List.of() : new FleetText(fleet.matrix()).agreement();
    return sentences.subList(0, Math.min(MOST_ROWS, sentences.size()));
  }

  boolean foldsSentences() {
    return sentences().size() > 2 * Matrix.MOST_COLUMNS;
  }

  List<Table<?>> values() {
    return new FleetTables(fleet.matrix())
        .values().stream().limit(MOST_VALUES).<Table<?>>map(this::limited).toList();
  }

  int valuesLeft() {
    return fleet.matrix().figures().size() - MOST_VALUES;
  }

  boolean anyNumber() {
    return !values().isEmpty() || !fleet.matrix().others().isEmpty();
  }

  Table<?> limited(final Table<?> table) {
    return table.limited(MOST_ROWS, "fleet.json");
  }
}
