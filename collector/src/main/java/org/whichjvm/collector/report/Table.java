package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A table without a format: a row for each of its items, and columns each of which says in one place what its head is
 * and what stands in its cells. Cells may hold text of unknown origin: formats escape all of it.
 */
public final class Table<T> {
    public final String title;
    public final List<Column> columns = new ArrayList<>();
    public final List<List<String>> rows = new ArrayList<>();

    /** What the ratios are to, in a sentence; empty without ratios. */
    public String scale = "";

    /** Sentences below the table. */
    public final List<String> footnotes = new ArrayList<>();

    private final List<T> items;
    private final List<String> briefNotes = new ArrayList<>();
    private final Set<Integer> minor = new HashSet<>();
    private boolean ofChanges;
    private int most = Integer.MAX_VALUE;
    private int mostOnPage = Integer.MAX_VALUE;
    private String where = "";
    private int left;

    public Table(String title, Collection<? extends T> items) {
        this.title = title;
        this.items = List.copyOf(items);
        this.items.forEach(each -> rows.add(new ArrayList<>()));
    }

    public Table<T> words(String header, Function<? super T, String> cell) {
        return column(header, false, cell);
    }

    public Table<T> words(boolean shown, String header, Function<? super T, String> cell) {
        return shown ? words(header, cell) : this;
    }

    /** Adds a column of numbers, which are aligned to the right. */
    public Table<T> numbers(String header, Function<? super T, String> cell) {
        return column(header, true, cell);
    }

    public Table<T> numbers(boolean shown, String header, Function<? super T, String> cell) {
        return shown ? numbers(header, cell) : this;
    }

    private Table<T> column(String header, boolean right, Function<? super T, String> cell) {
        columns.add(new Column(List.of(header.split("\n")), right, false, List.of()));
        for (int i = 0; i < rows.size(); i++) {
            rows.get(i).add(cell.apply(items.get(i)));
        }
        return this;
    }

    /** On a page a cell of the last column also has these intervals as a drawing. */
    public Table<T> drawn(Function<? super T, List<Bar>> bars) {
        Column last = columns.remove(columns.size() - 1);
        columns.add(new Column(
                last.header,
                last.right,
                last.onPage,
                items.stream().<List<Bar>>map(bars::apply).toList()));
        return this;
    }

    /** The drawings, one for each row, show changes in per cent; the screen has them too, made of characters. */
    public Table<T> ofChanges() {
        ofChanges = true;
        return this;
    }

    public boolean isOfChanges() {
        return ofChanges;
    }

    /** Only a page has the last column. */
    public Table<T> onPageOnly() {
        Column last = columns.remove(columns.size() - 1);
        columns.add(new Column(last.header, last.right, true, last.drawn));
        return this;
    }

    /** Only a page has these rows, in grey. */
    public Table<T> minor(Predicate<? super T> which) {
        IntStream.range(0, items.size()).filter(i -> which.test(items.get(i))).forEach(minor::add);
        return this;
    }

    public boolean isMinor(int row) {
        return minor.contains(row);
    }

    public Table<T> scale(String sentence) {
        scale = sentence;
        return this;
    }

    public Table<T> notes(Collection<String> sentences) {
        sentences.forEach(this::note);
        return this;
    }

    /** Adds a footnote, if there is anything to say. */
    public Table<T> note(String sentence) {
        if (!sentence.isEmpty()) {
            footnotes.add(sentence);
            briefNotes.add(sentence);
        }
        return this;
    }

    /** Adds a footnote that a page does not need. */
    public Table<T> briefNote(String sentence) {
        if (!sentence.isEmpty()) {
            briefNotes.add(sentence);
        }
        return this;
    }

    /** Keeps at most this many rows, and adds a note on where the others are. */
    public Table<T> limited(int rowsAtMost, String whereOthersAre) {
        return limited(rowsAtMost, Integer.MAX_VALUE, whereOthersAre);
    }

    /** The same, with another limit for a page. */
    public Table<T> limited(int rowsAtMost, int onPageAtMost, String whereOthersAre) {
        most = rowsAtMost;
        mostOnPage = onPageAtMost;
        where = whereOthersAre;
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    public int rowsOnPage() {
        return Math.min(rows.size(), mostOnPage);
    }

    /** Says where the rows are that a page leaves out; empty if it has all. */
    public String leftOnPage() {
        return rows.size() > mostOnPage ? rows.size() - mostOnPage + " more are in " + where + "." : "";
    }

    /** The table without what only a page shows. */
    Table<?> brief() {
        return brief(Integer.MAX_VALUE);
    }

    /** The same, with at most this many rows. */
    Table<?> brief(int rowsAtMost) {
        Table<T> brief = new Table<>(title, List.of());
        List<Integer> shown = IntStream.range(0, columns.size())
                .filter(i -> !columns.get(i).onPage)
                .boxed()
                .toList();
        shown.forEach(i -> brief.columns.add(columns.get(i)));
        for (int i = 0; i < rows.size(); i++) {
            List<String> row = rows.get(i);
            if (!minor.contains(i) && brief.rows.size() < Math.min(most, rowsAtMost)) {
                brief.rows.add(shown.stream().map(row::get).toList());
            }
        }
        brief.left = rows.size() - minor.size() - brief.rows.size();
        brief.where = where;
        brief.scale = scale;
        brief.ofChanges = ofChanges;
        brief.footnotes.addAll(briefNotes);
        return brief;
    }

    /** The table with its drawn intervals as text, in a column after the one that has them. */
    Table<?> withBars(int width) {
        if (!ofChanges || rows.isEmpty()) {
            return this;
        }
        int at = IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).isDrawn())
                .findFirst()
                .orElseThrow();
        TextBars bars = TextBars.of(
                columns.get(at).drawn.stream()
                        .limit(rows.size())
                        .map(each -> each.get(0))
                        .toList(),
                width);
        if (bars.isEmpty()) {
            return this;
        }
        Table<?> with = brief();
        with.columns.add(at + 1, new Column(List.of(bars.scale()), false, false, List.of()));
        List<String> drawn = bars.rows();
        with.rows.clear();
        for (int i = 0; i < rows.size(); i++) {
            List<String> row = new ArrayList<>(rows.get(i));
            row.add(at + 1, drawn.get(i));
            with.rows.add(row);
        }
        with.left = left;
        with.footnotes.clear();
        with.footnotes.addAll(footnotes);
        return with;
    }

    /** Says where the rows are that are left out, such as "4 more in report.html"; may be empty. */
    String left() {
        return left == 0 ? "" : left + " more in " + where;
    }

    /** All that stands below a brief table. */
    List<String> below() {
        List<String> below = new ArrayList<>(footnotes);
        if (!scale.isEmpty()) {
            String first = below.isEmpty() ? "" : below.remove(0);
            below.add(0, (scale + " " + first).strip());
        }
        if (left > 0) {
            below.add(left + " more are in " + where + ".");
        }
        return below;
    }

    /**
     * A column.
     *
     * @param header in lines
     * @param right whether its cells are aligned to the right
     * @param onPage whether only a page has it
     * @param drawn what its cells draw, by row; empty if it has words alone
     */
    public record Column(List<String> header, boolean right, boolean onPage, List<List<Bar>> drawn) {
        public boolean isDrawn() {
            return !drawn.isEmpty();
        }
    }

    /**
     * An interval as a drawing.
     *
     * @param margin within which a difference counts as none; NaN if none is told
     * @param open whether it decides nothing
     */
    public record Bar(RatioInterval of, double margin, boolean open) {}
}
