package org.whichjvm.collector.io;

/** Makes strings of unknown origin harmless to a terminal. */
public final class Escape {
  static final int MAX_LENGTH = 400;

  /**
   * The text on one line: control and format characters (escape sequences, reversed writing) are
   * shown as one replacement character each, and more than 400 characters are cut.
   */
  public static String oneLine(final String text) {
    final StringBuilder clean = new StringBuilder();
    text.codePoints().limit(MAX_LENGTH).map(Escape::visible).forEach(clean::appendCodePoint);
    return text.codePointCount(0, text.length()) > MAX_LENGTH ? clean + "…" : clean.toString();
  }

  private static int visible(final int codePoint) {
    if (Character.isWhitespace(codePoint)) {
      return ' ';
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          '\uFFFD';
      default -> codePoint;
    };
  }
}
