package org.whichjvm.collector.report;

import java.util.List;

/** How a document's parts are written; each escapes what it is given, and ends with a newline. */
public interface Format {
  String heading(String text);

  String paragraph(String text);

  String items(List<String> texts);

  String table(Table<?> table);

  /** What only those read who look for it, already written in this format. */
  String folded(String title, String content);
}
