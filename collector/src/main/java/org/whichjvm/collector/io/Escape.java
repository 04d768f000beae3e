package org.whichjvm.collector.io;

/** Makes strings of unknown origin harmless to a terminal. */
public final class Escape {
    private static final int MAX_LENGTH = 400;

    /** A caption of this project's own is longer than a cell may be, and is not to be cut. */
    private static final int MAX_PROSE = 10 * MAX_LENGTH;

    /**
     * The text on one line: control and format characters (escape sequences, reversed writing) are shown as one
     * replacement character each, and more than 400 characters are cut.
     */
    public static String oneLine(String text) {
        return oneLine(text, MAX_LENGTH);
    }

    /** Sentences on one line, harmless in the same way, and cut after 4,000 characters. */
    public static String prose(String text) {
        return oneLine(text, MAX_PROSE);
    }

    private static String oneLine(String text, int most) {
        StringBuilder clean = new StringBuilder();
        text.codePoints().limit(most).map(Escape::visible).forEach(clean::appendCodePoint);
        return text.codePointCount(0, text.length()) > most ? clean + "…" : clean.toString();
    }

    private static int visible(int codePoint) {
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
                    Character.PARAGRAPH_SEPARATOR -> '\uFFFD';
            default -> codePoint;
        };
    }
}
