package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Escape;

/**
 * At the end the screen shows of a report the answer, the table, the gravest findings, and where the report is. Of
 * eight contenders it is at most 30 lines, of 100 columns but for the table on a wider screen.
 */
public final class Terminal {
    private static final int COLUMNS = 100;
    private static final String GAP = "  ";
    private static final int MOST_LEAD_LINES = 3;
    private static final int LINES = 30;
    private static final int MOST_ROWS = 20;
    private static final int MOST_PARAGRAPHS = 2;
    private static final int MOST_FINDINGS = 3;
    private static final int FINDING_LINES = 2;

    private static final String BOLD = "\u001b[1m";
    private static final String GREEN = "\u001b[32m";
    private static final String RED = "\u001b[31m";
    private static final String PLAIN = "\u001b[0m";

    private final Document document;
    private final boolean colour;
    private final int columns;
    private final List<String> lines = new ArrayList<>();

    private Terminal(Document document, boolean colour, int columns) {
        this.document = document;
        this.colour = colour;
        this.columns = Math.max(COLUMNS, columns);
    }

    /**
     * The lines, each with its end, and last the path of the page as a person opens it.
     *
     * @param columns of the screen: where there are more than 100, the table may have them
     */
    public static String of(Document document, String page, boolean colour, int columns) {
        return new Terminal(document, colour, columns).text(page);
    }

    private String text(String page) {
        boolean doubt = parts(document, Document.Findings.class).anyMatch(Document.Findings::doubts);
        String read = doubt ? " Read the doubt below before you rely on it." : "";
        parts(document, Document.Lead.class)
                .flatMap(each -> wrapped(each.text() + read, "", MOST_LEAD_LINES).stream())
                .forEach(line -> lines.add(painted(line, BOLD)));
        lines.add("");
        table();
        List<String> paragraphs = parts(document, Document.Paragraph.class)
                .map(Document.Paragraph::text)
                .toList();
        paragraphs.stream().limit(1).forEach(each -> lines.addAll(wrapped(each, "", 2)));
        lines.add("");
        paragraphs.stream().skip(1).limit(MOST_PARAGRAPHS).forEach(each -> lines.addAll(wrapped(each, GAP, 1)));
        everywhere(document)
                .flatMap(each -> each.all().stream())
                .sorted(Comparator.comparing(Finding::level))
                .limit(MOST_FINDINGS)
                .forEach(this::finding);
        if (!lines.get(lines.size() - 1).isEmpty()) {
            lines.add("");
        }
        lines.add("Report: " + Escape.oneLine(page));
        return String.join("\n", lines) + "\n";
    }

    private static <P> Stream<P> parts(Document document, Class<P> type) {
        return document.parts.stream().filter(type::isInstance).map(type::cast);
    }

    private static Stream<Document.Findings> everywhere(Document document) {
        return Stream.concat(
                parts(document, Document.Findings.class),
                parts(document, Document.Folded.class).flatMap(each -> everywhere(each.content())));
    }

    private static List<String> wrapped(String text, String indent, int most) {
        return text.isEmpty() ? List.of() : Lines.wrap(text, indent, COLUMNS, most);
    }

    private void finding(Finding finding) {
        String level = finding.level().key;
        String name = Character.toUpperCase(level.charAt(0)) + level.substring(1) + ":";
        List<String> wrapped = wrapped(name + " " + finding.what() + " " + finding.next(), GAP, FINDING_LINES);
        if (finding.level() != Finding.Level.DOUBT && lines.size() + wrapped.size() > LINES - 2) {
            return;
        }
        lines.add(painted(name, BOLD) + wrapped.get(0).substring(name.length()));
        lines.addAll(wrapped.subList(1, wrapped.size()));
    }

    /** The first table that fits into the columns, or else the last one. */
    private void table() {
        List<Table<?>> tables = parts(document, Document.Tabular.class)
                .<Table<?>>map(each -> each.table().brief(MOST_ROWS))
                .toList();
        if (tables.isEmpty()) {
            return;
        }
        Table<?> table = tables.stream().filter(this::fits).findFirst().orElse(tables.get(tables.size() - 1));
        lines.addAll(wrapped((table.title + ". " + table.scale).strip(), "", 1));
        lines.addAll(TextFormat.lines(
                table,
                columns,
                (cell, column, row) ->
                        table.columns.get(column).header().equals(List.of("verdict")) ? verdict(cell) : cell));
        if (!table.left().isEmpty()) {
            lines.add(table.left());
        }
        table.footnotes.forEach(each -> lines.addAll(wrapped(each, "", 2)));
    }

    private boolean fits(Table<?> table) {
        return TextFormat.lines(table, columns, (cell, column, row) -> cell).stream()
                .allMatch(each -> Lines.width(each) <= columns);
    }

    private String verdict(String cell) {
        return Arrays.stream(Verdict.values())
                .filter(each -> each.key.equals(cell) && each != Verdict.INCONCLUSIVE)
                .findAny()
                .map(each -> painted(cell, each.better() ? GREEN : each.worse() ? RED : BOLD))
                .orElse(cell);
    }

    private String painted(String text, String how) {
        return colour ? how + text + PLAIN : text;
    }
}
