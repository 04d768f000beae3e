package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Escape;

/**
 * At a campaign's end the screen shows the answer, the ranked table, what was excluded, the gravest
 * findings, and where the report is. Of eight contenders it is at most 30 lines, of 100 columns but
 * for the table on a wider screen.
 */
public final class Terminal {
  private static final int COLUMNS = 100;
  private static final String GAP = "  ";
  private static final int MOST_HEADLINE_LINES = 3;
  private static final int MOST_FINDINGS = 3;
  private static final int FINDING_LINES = 2;

  private static final String BOLD = "\u001b[1m";
  private static final String GREEN = "\u001b[32m";
  private static final String RED = "\u001b[31m";
  private static final String PLAIN = "\u001b[0m";

  private final Answer answer;
  private final boolean colour;
  private final int columns;
  private final List<String> lines = new ArrayList<>();

  private Terminal(final Answer answer, final boolean colour, final int columns) {
    this.answer = answer;
    this.colour = colour;
    this.columns = Math.max(COLUMNS, columns);
  }

  /**
   * The lines, each with its end, and last the path of report.html as a person opens it.
   *
   * @param columns of the screen: where there are more than 100, the table may have them
   */
  public static String of(
      final Answer answer, final String report, final boolean colour, final int columns) {
    return new Terminal(answer, colour, columns).text(report);
  }

  private String text(final String report) {
    final String doubt = answer.inDoubt() ? " Read the doubt below before you rely on it." : "";
    wrapped(answer.headline() + doubt, "", MOST_HEADLINE_LINES)
        .forEach(line -> lines.add(bold(line, colour)));
    lines.add("");
    table();
    lines.addAll(wrapped(answer.speaksFor(), "", 2));
    lines.add("");
    lines.addAll(wrapped(answer.excluded(), GAP, 1));
    answer.findings().stream().limit(MOST_FINDINGS).forEach(this::finding);
    if (!lines.get(lines.size() - 1).isEmpty()) {
      lines.add("");
    }
    lines.add("Report: " + Escape.oneLine(report));
    return String.join("\n", lines) + "\n";
  }

  private static List<String> wrapped(final String text, final String indent, final int most) {
    return text.isEmpty() ? List.of() : Lines.wrap(text, indent, COLUMNS, most);
  }

  private void finding(final Finding finding) {
    final String level = finding.level().key;
    final String name = Character.toUpperCase(level.charAt(0)) + level.substring(1) + ":";
    final List<String> wrapped =
        wrapped(name + " " + finding.what() + " " + finding.next(), GAP, FINDING_LINES);
    lines.add(bold(name, colour) + wrapped.get(0).substring(name.length()));
    lines.addAll(wrapped.subList(1, wrapped.size()));
  }

  private void table() {
    final Table<?> table = answer.table().limited(Answer.MOST_ROWS, "report.html");
    lines.add(wrapped((answer.title() + ". " + answer.ratios()).strip(), "", 1).get(0));
    lines.addAll(
        TextFormat.lines(
            table,
            columns,
            (cell, column, row) ->
                table.columns.get(column).header().contains("verdict")
                    ? verdict(cell, answer.rows().get(row).verdict(), colour)
                    : cell));
    final int left = answer.rows().size() - table.rows.size();
    if (left > 0) {
      lines.add(left + " more in report.html");
    }
    if (!answer.legend().isEmpty()) {
      lines.add(answer.legend());
    }
  }

  public static String verdict(final String text, final Verdict verdict, final boolean colour) {
    if (!colour || verdict == null || verdict == Verdict.INCONCLUSIVE) {
      return text;
    }
    final String how = verdict.better() ? GREEN : verdict.worse() ? RED : BOLD;
    return how + text + PLAIN;
  }

  public static String bold(final String text, final boolean colour) {
    return colour ? BOLD + text + PLAIN : text;
  }
}
