package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.whichjvm.collector.io.Escape;

/** Plain text with aligned columns, for a terminal. */
public final class TextFormat implements Document.Format {
    private static final String GAP = "  ";
    private static final int LEAST_NAME = 8;
    // Columns that give way to numbers where there is little room.
    private static final Set<String> NAMES = Set.of("contender", "JVM", "score", "against");

    /** Colours a cell of words, of a column and a row from 0; the colour takes no room. */
    interface Painter {
        String paint(String cell, int column, int row);
    }

    @Override
    public String heading(Document.Heading heading) {
        return Escape.oneLine(heading.text()) + "\n";
    }

    @Override
    public String paragraph(String text) {
        return Escape.prose(text) + "\n";
    }

    @Override
    public String items(List<String> texts) {
        return texts.stream().map(this::paragraph).collect(Collectors.joining());
    }

    /** A terminal cannot hide anything. */
    @Override
    public String folded(String title, Document content) {
        return content.render(this);
    }

    @Override
    public String table(Table<?> whole) {
        Table<?> table = whole.brief();
        StringBuilder text = new StringBuilder(paragraph(table.title));
        lines(table, Integer.MAX_VALUE, (cell, column, row) -> cell)
                .forEach(line -> text.append(line).append('\n'));
        table.below().forEach(note -> text.append(paragraph(note)));
        return text.toString();
    }

    /** A table's head, a rule and its rows; names that do not fit into the room are cut. */
    static List<String> lines(Table<?> table, int room, Painter painter) {
        List<Table.Column> columns = table.columns;
        List<List<String>> heads = heads(columns);
        List<List<String>> cells = new ArrayList<>(); // by column
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            cells.add(table.rows.stream()
                    .map(row -> Escape.oneLine(row.get(column)))
                    .toList());
        }
        int[] fitted = Lines.fit(
                widths(heads, cells),
                column -> NAMES.contains(columns.get(column).header().get(0)),
                room - GAP.length() * (columns.size() - 1),
                LEAST_NAME);
        for (int i = 0; i < fitted.length; i++) {
            cells.set(i, Lines.shortened(cells.get(i), fitted[i]));
        }
        int[] widths = widths(heads, cells);
        List<String> lines = new ArrayList<>();
        heads.forEach(head -> lines.add(line(columns, head, widths, (cell, i) -> cell)));
        lines.add(IntStream.of(widths).mapToObj("-"::repeat).collect(Collectors.joining(GAP)));
        for (int i = 0; i < table.rows.size(); i++) {
            int row = i;
            lines.add(line(
                    columns,
                    cells.stream().map(column -> column.get(row)).toList(),
                    widths,
                    (cell, column) -> painter.paint(cell, column, row)));
        }
        return lines;
    }

    /** The head's lines, the shorter heads at the bottom. */
    private static List<List<String>> heads(List<Table.Column> columns) {
        int height =
                columns.stream().mapToInt(each -> each.header().size()).max().orElse(0);
        return IntStream.range(0, height)
                .mapToObj(line -> columns.stream()
                        .map(Table.Column::header)
                        .map(each -> line < height - each.size() ? "" : each.get(line - height + each.size()))
                        .toList())
                .toList();
    }

    private static int[] widths(List<List<String>> heads, List<List<String>> cells) {
        return IntStream.range(0, cells.size())
                .map(i -> Stream.concat(heads.stream().map(each -> each.get(i)), cells.get(i).stream())
                        .mapToInt(Lines::width)
                        .max()
                        .orElse(0))
                .toArray();
    }

    private static String line(
            List<Table.Column> columns, List<String> cells, int[] widths, BiFunction<String, Integer, String> painted) {
        StringBuilder line = new StringBuilder();
        int end = 0; // of what is not blank
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i);
            String space = " ".repeat(widths[i] - Lines.width(cell));
            line.append(i == 0 ? "" : GAP).append(columns.get(i).right() ? space : "");
            line.append(columns.get(i).right() ? cell : painted.apply(cell, i));
            end = cell.isEmpty() ? end : line.length();
            line.append(columns.get(i).right() ? "" : space);
        }
        return line.substring(0, end);
    }
}
