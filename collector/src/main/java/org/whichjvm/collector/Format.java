package org.whichjvm.collector;

import java.util.List;

/** How a document's parts are written; each escapes what it is given, and ends with a newline. */
interface Format {
  String heading(String text);

  String paragraph(String text);

  String items(List<String> texts);

  String table(Table table);
}
