package org.whichjvm.collector.report;

import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.Map;

/** A text for a terminal that shows nothing but ASCII. What has a column of its own keeps its width. */
public final class Ascii {
    private static final Map<String, String> SIGNS = new LinkedHashMap<>();

    static {
        String[] signs = {
            "─ -", "├ |", "┤ |", "│ |", "● o", "◂ <", "▸ >", "− -", "– -", "± +/-", "× x", "÷ /", "· -", "µ u", "… ~",
            "≥ >=", "≤ <=", "→ ->", "’ '"
        };
        for (String sign : signs) {
            SIGNS.put(sign.substring(0, 1), sign.substring(2));
        }
    }

    private Ascii() {}

    /** The same without other characters; one for which there is nothing similar becomes a question mark. */
    public static String of(String text) {
        String plain = text;
        for (Map.Entry<String, String> sign : SIGNS.entrySet()) {
            plain = plain.replace(sign.getKey(), sign.getValue());
        }
        // Digits of footnotes, and letters with accents.
        return Normalizer.normalize(plain, Normalizer.Form.NFKD)
                .replaceAll("\\p{M}", "")
                .replaceAll("[^\\p{ASCII}]", "?");
    }
}
