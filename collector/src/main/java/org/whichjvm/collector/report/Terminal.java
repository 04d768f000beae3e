package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.io.Escape;

/**
 * What the screen shows at a campaign's end: the answer, the ranked table, what was excluded, the
 * gravest findings, and where the report is. Of eight contenders it is at most 30 lines of 100
 * columns.
 */
public final class Terminal {
  private static final int COLUMNS = 100;
  private static final String GAP = "  ";
  private static final int MOST_HEADLINE_LINES = 3;
  private static final int MOST_FINDINGS = 3;
  private static final int FINDING_LINES = 2;
  private static final int LEAST_NAME = 8;
  private static final Set<String> NAMES = Set.of("contender", "score", "against");

  private static final String BOLD = "\u001b[1m";
  private static final String GREEN = "\u001b[32m";
  private static final String RED = "\u001b[31m";
  private static final String PLAIN = "\u001b[0m";

  private final Answer answer;
  private final boolean colour;
  private final List<String> lines = new ArrayList<>();

  private Terminal(final Answer answer, final boolean colour) {
    this.answer = answer;
    this.colour = colour;
  }

  /**
   * The lines, each with its end.
   *
   * @param report the path of report.html as a person opens it
   * @param colour whether the terminal understands colours
   */
  public static String of(final Answer answer, final String report, final boolean colour) {
    return new Terminal(answer, colour).text(report);
  }

  private String text(final String report) {
    final String doubt = answer.inDoubt() ? " Read the doubt below before you rely on it." : "";
    wrapped(answer.headline() + doubt, "", MOST_HEADLINE_LINES).forEach(this::bold);
    lines.add("");
    table();
    lines.add("");
    if (!answer.excluded().isEmpty()) {
      lines.addAll(wrapped(answer.excluded(), GAP, 1));
    }
    answer.findings().stream().limit(MOST_FINDINGS).forEach(this::finding);
    if (!lines.get(lines.size() - 1).isEmpty()) {
      lines.add("");
    }
    lines.add("Report: " + Escape.oneLine(report));
    return String.join("\n", lines) + "\n";
  }

  private static List<String> wrapped(final String text, final String indent, final int most) {
    return Lines.wrap(text, indent, COLUMNS, most);
  }

  private void bold(final String line) {
    lines.add(painted(BOLD, line));
  }

  private String painted(final String how, final String text) {
    return colour ? how + text + PLAIN : text;
  }

  private void finding(final Finding finding) {
    final String level = finding.level().key;
    final String name = Character.toUpperCase(level.charAt(0)) + level.substring(1) + ":";
    final List<String> wrapped =
        wrapped(name + " " + finding.what() + " " + finding.next(), GAP, FINDING_LINES);
    lines.add(painted(BOLD, name) + wrapped.get(0).substring(name.length()));
    lines.addAll(wrapped.subList(1, wrapped.size()));
  }

  private void table() {
    final Table table = answer.table(Answer.MOST_ROWS);
    final List<List<String>> cells = fitted(table);
    final List<String> header = table.columns.stream().map(each -> each.header().get(0)).toList();
    final int[] widths =
        IntStream.range(0, header.size())
            .map(i -> Math.max(Lines.width(header.get(i)), widest(cells, i)))
            .toArray();
    lines.add(wrapped((answer.title() + ". " + answer.ratios()).strip(), "", 1).get(0));
    lines.add(line(table, header, widths, null));
    lines.add(line(table, IntStream.of(widths).mapToObj("-"::repeat).toList(), widths, null));
    for (int i = 0; i < cells.size(); i++) {
      lines.add(line(table, cells.get(i), widths, answer.rows().get(i)));
    }
    final int left = answer.rows().size() - cells.size();
    if (left > 0) {
      lines.add(left + " more in report.html");
    }
    if (!answer.legend().isEmpty()) {
      lines.add(answer.legend());
    }
  }

  private static int widest(final List<List<String>> cells, final int column) {
    return cells.stream().mapToInt(each -> Lines.width(each.get(column))).max().orElse(0);
  }

  /** The cells, with names so short that a row fits. */
  private static List<List<String>> fitted(final Table table) {
    final int count = table.columns.size();
    final int[] widths = new int[count];
    final boolean[] name = new boolean[count];
    final List<List<String>> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      final int column = i;
      final String header = table.columns.get(i).header().get(0);
      columns.add(table.rows.stream().map(row -> Escape.oneLine(row.get(column))).toList());
      widths[i] =
          Math.max(header.length(), columns.get(i).stream().mapToInt(Lines::width).max().orElse(0));
      name[i] = NAMES.contains(header);
    }
    final int[] fitted = Lines.fit(widths, name, COLUMNS - GAP.length() * (count - 1), LEAST_NAME);
    for (int i = 0; i < count; i++) {
      columns.set(i, Lines.shortened(columns.get(i), fitted[i]));
    }
    return IntStream.range(0, table.rows.size())
        .mapToObj(row -> columns.stream().map(column -> column.get(row)).toList())
        .toList();
  }

  private String line(
      final Table table, final List<String> cells, final int[] widths, final RankedRow row) {
    final StringBuilder line = new StringBuilder();
    int end = 0; // of what is not blank
    for (int i = 0; i < widths.length; i++) {
      line.append(i == 0 ? "" : GAP);
      final String space = " ".repeat(widths[i] - Lines.width(cells.get(i)));
      if (table.columns.get(i).right()) {
        line.append(space).append(cells.get(i));
        end = line.length();
      } else {
        line.append(verdict(cells.get(i), table.columns.get(i), row));
        end = cells.get(i).isEmpty() ? end : line.length();
        line.append(space);
      }
    }
    return line.substring(0, end);
  }

  private String verdict(final String cell, final Table.Column column, final RankedRow row) {
    if (row == null || row.verdict() == null || !column.header().contains("verdict")) {
      return cell;
    }
    return switch (row.verdict()) {
      case FASTER, FASTER_AT_TIMES -> painted(GREEN, cell);
      case SLOWER, SLOWER_AT_TIMES -> painted(RED, cell);
      default -> row.verdict() == Verdict.EQUIVALENT ? painted(BOLD, cell) : cell;
    };
  }
}
