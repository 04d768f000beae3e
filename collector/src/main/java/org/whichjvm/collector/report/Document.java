package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A report without a format: written once, rendered as text and as Markdown. */
public final class Document {
  private final List<Function<Format, String>> parts = new ArrayList<>();

  public void heading(final String text) {
    parts.add(format -> format.heading(text));
  }

  public void paragraph(final String text) {
    parts.add(format -> format.paragraph(text));
  }

  public void items(final List<String> texts) {
    if (!texts.isEmpty()) {
      parts.add(format -> format.items(texts));
    }
  }

  public void table(final Table table) {
    parts.add(format -> format.table(table));
  }

  /** A part of its own that a reader opens where the format can hide it. */
  public void folded(final String title, final Document part) {
    if (!part.parts.isEmpty()) {
      parts.add(format -> format.folded(title, part.render(format)));
    }
  }

  public String render(final Format format) {
    return parts.stream().map(part -> part.apply(format)).collect(Collectors.joining("\n"));
  }
}
