package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A report without a format: written once, rendered as text, as Markdown and on a page. */
public final class Document {
  public final List<Part> parts = new ArrayList<>();

  public sealed interface Part {}

  public record Heading(String text) implements Part {}

  public record Paragraph(String text) implements Part {}

  public record Items(List<String> texts) implements Part {}

  public record Tabular(Table<?> table) implements Part {}

  /** A reader opens this part, where the format can hide it. */
  public record Folded(String title, Document content) implements Part {}

  /** A format escapes the texts that it is given; what it writes ends with a newline. */
  public interface Format {
    String heading(String text);

    String paragraph(String text);

    String items(List<String> texts);

    String table(Table<?> table);

    /** A part that a reader opens; its content is already written in this format. */
    String folded(String title, String content);
  }

  public void heading(final String text) {
    parts.add(new Heading(text));
  }

  /** Adds a text, if there is anything to say. */
  public void paragraph(final String text) {
    if (!text.isEmpty()) {
      parts.add(new Paragraph(text));
    }
  }

  public void items(final List<String> texts) {
    if (!texts.isEmpty()) {
      parts.add(new Items(texts));
    }
  }

  public void table(final Table<?> table) {
    parts.add(new Tabular(table));
  }

  /** Adds the tables that have a row. */
  public void tables(final List<Table<?>> tables) {
    tables.stream().filter(each -> !each.isEmpty()).forEach(this::table);
  }

  public void folded(final String title, final Document part) {
    if (!part.parts.isEmpty()) {
      parts.add(new Folded(title, part));
    }
  }

  public String render(final Format format) {
    return parts.stream().map(part -> render(part, format)).collect(Collectors.joining("\n"));
  }

  private static String render(final Part part, final Format format) {
    if (part instanceof Heading heading) {
      return format.heading(heading.text);
    }
    if (part instanceof Paragraph paragraph) {
      return format.paragraph(paragraph.text);
    }
    if (part instanceof Items items) {
      return format.items(items.texts);
    }
    if (part instanceof Folded folded) {
      return format.folded(folded.title, folded.content.render(format));
    }
    return format.table(((Tabular) part).table);
  }
}
