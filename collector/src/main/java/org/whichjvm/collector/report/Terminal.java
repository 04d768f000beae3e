package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Escape;

/**
 * The end of a report on the screen: the answer, the table, what to know before choosing, what to do next, and where
 * the report is. With eight contenders it has at most 30 lines of 100 columns; only the table may be wider.
 */
public final class Terminal {
    private static final int COLUMNS = 100;
    private static final int LEAST_COLUMNS = 80;
    private static final String GAP = "  ";
    private static final int MOST_LEAD_LINES = 3;
    private static final int LINES = 30;
    private static final int MOST_ROWS = 20;
    private static final int MOST_PARAGRAPHS = 3;
    private static final int LABEL = 7;
    // For what follows the findings.
    private static final int RESERVED = 11;
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
        this.columns = columns == 0 ? COLUMNS : Math.max(LEAST_COLUMNS, columns);
    }

    /**
     * The lines, each with its end, and last the path of the page as a person opens it.
     *
     * @param columns of the screen, 0 for 100: where there are more, the table may have them
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
        parts(document, Document.Paragraph.class)
                .limit(MOST_PARAGRAPHS)
                .forEach(each -> lines.addAll(wrapped(each.text(), "", 2)));
        List<Document.Labelled> labelled =
                parts(document, Document.Labelled.class).toList();
        lines.add("");
        lines.add(painted(Report.BEFORE, BOLD));
        int begun = lines.size();
        everywhere(document)
                .flatMap(each -> each.all().stream())
                // What a campaign notes is on its page.
                .filter(each -> labelled.isEmpty() || each.level() != Finding.Level.NOTE)
                .sorted(Comparator.comparing(Finding::level))
                .limit(MOST_FINDINGS)
                .forEach(this::finding);
        labelled.stream().filter(each -> each.title().equals(Report.BEFORE)).forEach(this::texts);
        if (lines.size() == begun) {
            lines.remove(begun - 1);
        }
        labelled.stream().filter(each -> !each.title().equals(Report.BEFORE)).forEach(each -> {
            lines.add("");
            lines.add(painted(each.title(), BOLD));
            texts(each);
        });
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

    private List<String> wrapped(String text, String indent, int most) {
        return text.isEmpty() ? List.of() : Lines.wrap(text, indent, textColumns(), most);
    }

    private int textColumns() {
        return Math.min(COLUMNS, columns);
    }

    private void texts(Document.Labelled part) {
        int widest = part.texts().keySet().stream().mapToInt(Lines::width).max().orElse(0);
        part.texts().forEach((label, text) -> labelled(label, text, Math.max(LABEL, widest)));
    }

    private void labelled(String label, String text, int width) {
        String head = GAP + label + " ".repeat(Math.max(0, width - Lines.width(label))) + GAP;
        List<String> wrapped = Lines.wrap(text, "", textColumns() - width - 2 * GAP.length(), FINDING_LINES);
        for (int i = 0; i < wrapped.size(); i++) {
            lines.add((i == 0 ? head : " ".repeat(width + 2 * GAP.length())) + wrapped.get(i));
        }
    }

    private void finding(Finding finding) {
        String level = finding.level().key;
        if (finding.level() == Finding.Level.DOUBT || lines.size() + FINDING_LINES <= LINES - RESERVED) {
            labelled(
                    Character.toUpperCase(level.charAt(0)) + level.substring(1),
                    finding.what() + " " + finding.next(),
                    LABEL);
        }
    }

    /** The first table that fits into the columns, or else the last one. */
    private void table() {
        List<Table<?>> tables = parts(document, Document.Tabular.class)
                .<Table<?>>map(each -> each.table().brief(MOST_ROWS))
                .toList();
        if (tables.isEmpty()) {
            return;
        }
        // No name is cut for a drawing.
        Stream<Table<?>> drawn = TextBars.WIDTHS.stream()
                .flatMap(width -> tables.stream().<Table<?>>map(each -> each.withBars(width)))
                .filter(each -> fits(each, Integer.MAX_VALUE));
        Table<?> table = Stream.concat(drawn, tables.stream().filter(each -> fits(each, columns)))
                .findFirst()
                .orElse(tables.get(tables.size() - 1));
        lines.addAll(wrapped((table.title + " " + table.scale).strip(), "", 1));
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

    private boolean fits(Table<?> table, int room) {
        return TextFormat.lines(table, room, (cell, column, row) -> cell).stream()
                .allMatch(each -> Lines.width(each) <= columns);
    }

    private String verdict(String cell) {
        return Verdict.shownIn(cell)
                .filter(each -> each != Verdict.INCONCLUSIVE)
                .map(each -> painted(cell, each.better() ? GREEN : each.worse() ? RED : BOLD))
                .orElse(cell);
    }

    private String painted(String text, String how) {
        return colour ? how + text + PLAIN : text;
    }
}
