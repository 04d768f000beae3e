package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * A table without a format: a row for each of its items, and columns each of which says in one
 * place what its head is and what stands in its cells. Cells may hold text of unknown origin:
 * formats escape all of it.
 */
public final class Table<T> {
  public final String title;
  public final List<Column> columns = new ArrayList<>();
  public final List<List<String>> rows = new ArrayList<>();
  public final List<String> footnotes = new ArrayList<>();
  private final List<T> items;

  public Table(final String title, final Collection<? extends T> items) {
    this.title = title;
    this.items = List.copyOf(items);
    this.items.forEach(each -> rows.add(new ArrayList<>()));
  }

  public Table<T> words(final String header, final Function<? super T, String> cell) {
    return column(header, false, cell);
  }

  public Table<T> words(
      final boolean shown, final String header, final Function<? super T, String> cell) {
    return shown ? words(header, cell) : this;
  }

  /** Adds a column of numbers, which are aligned to the right. */
  public Table<T> numbers(final String header, final Function<? super T, String> cell) {
    return column(header, true, cell);
  }

  public Table<T> numbers(
      final boolean shown, final String header, final Function<? super T, String> cell) {
    return shown ? numbers(header, cell) : this;
  }

  private Table<T> column(
      final String header, final boolean right, final Function<? super T, String> cell) {
    columns.add(new Column(List.of(header.split("\n")), right));
    for (int i = 0; i < rows.size(); i++) {
      rows.get(i).add(cell.apply(items.get(i)));
    }
    return this;
  }

  public Table<T> notes(final Collection<String> sentences) {
    sentences.forEach(this::note);
    return this;
  }

  /** Adds a footnote, if there is anything to say. */
  public Table<T> note(final String sentence) {
    if (!sentence.isEmpty()) {
      footnotes.add(sentence);
    }
    return this;
  }

  /** Keeps so many rows at most, and adds a note on where the others are. */
  public Table<T> limited(final int most, final String where) {
    final int left = rows.size() - most;
    if (left > 0) {
      rows.subList(most, rows.size()).clear();
      note(left + " more are in " + where + ".");
    }
    return this;
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** A column's head, in lines, and whether its cells are aligned to the right. */
  public record Column(List<String> header, boolean right) {}
}
