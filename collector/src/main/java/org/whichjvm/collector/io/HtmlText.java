package org.whichjvm.collector.io;

import java.util.List;
import java.util.stream.Collectors;

/** Text of any origin, harmless in HTML and in SVG. */
public final class HtmlText {
    /** The text on one line, for content and for quoted attributes alike. */
    public static String escape(String text) {
        return markup(Escape.oneLine(text));
    }

    /** The text with nothing in it that is markup: of any length, and with whatever characters. */
    public static String markup(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** Texts as one, separated by commas, escaped each by itself: a long text is cut. */
    public static String join(String first, List<String> texts) {
        return texts.stream().map(HtmlText::escape).collect(Collectors.joining(", ", escape(first), "."));
    }
}
