package org.whichjvm.collector.io;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Text of any origin, harmless in HTML and in SVG. */
public final class HtmlText {
  private static final int MAX_LONG = 10 * Escape.MAX_LENGTH;

  /** The text on one line, for content and for quoted attributes alike. */
  public static String escape(final String text) {
    return markup(Escape.oneLine(text));
  }

  /** The text with nothing in it that is markup: of any length, and with whatever characters. */
  public static String markup(final String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** Texts as one, separated by commas, escaped each by itself: a long text is cut. */
  public static String join(final String first, final List<String> texts) {
    return texts.stream()
        .map(HtmlText::escape)
        .collect(Collectors.joining(", ", escape(first), "."));
  }

  /** A text that may be ten times as long as others, in parts that are not cut. */
  public static List<String> parts(final String text) {
    final int[] codePoints = text.codePoints().limit(MAX_LONG).toArray();
    final List<String> parts = new ArrayList<>();
    for (int from = 0; from < codePoints.length; from += Escape.MAX_LENGTH) {
      final int length = Math.min(Escape.MAX_LENGTH, codePoints.length - from);
      parts.add(new String(codePoints, from, length));
    }
    if (text.codePointCount(0, text.length()) > MAX_LONG) {
      parts.add("…");
    }
    return parts;
  }
}
