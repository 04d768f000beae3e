package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.whichjvm.collector.io.Escape;

/** Text fitted into a terminal's columns. */
public final class Lines {
    private static final String MORE = "…";
    private static final int LATIN_ENDS = 0x300;
    private static final int WIDE_BEGINS = 0x1100;

    /** An ideograph or an emoji takes two columns, a combining mark none. */
    public static int width(String text) {
        return text.codePoints().map(Lines::width).sum();
    }

    private static int width(int codePoint) {
        if (codePoint < LATIN_ENDS) {
            return 1;
        }
        int type = Character.getType(codePoint);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        boolean wide = codePoint >= WIDE_BEGINS
                && (codePoint <= 0x115F
                        || codePoint >= 0x2E80 && codePoint <= 0xA4CF
                        || codePoint >= 0xAC00 && codePoint <= 0xD7A3
                        || codePoint >= 0xF900 && codePoint <= 0xFAFF
                        || codePoint >= 0xFE30 && codePoint <= 0xFE6F
                        || codePoint >= 0xFF00 && codePoint <= 0xFF60
                        || codePoint >= 0x1F000);
        return wide ? 2 : 1;
    }

    /**
     * The text in at most {@code most} lines, the later ones indented. A text that does not fit ends with its last
     * whole sentence. If no sentence is whole, it ends with its last whole word and an ellipsis.
     */
    static List<String> wrap(String text, String indent, int columns, int most) {
        String clean = Escape.prose(text).strip();
        List<String> lines = broken(clean, indent, columns);
        if (lines.size() <= most) {
            return lines;
        }
        for (int end = clean.lastIndexOf(". "); end > 0; end = clean.lastIndexOf(". ", end - 1)) {
            List<String> shorter = broken(clean.substring(0, end + 1), indent, columns);
            if (shorter.size() <= most) {
                return shorter;
            }
        }
        List<String> cut = new ArrayList<>(lines.subList(0, most));
        cut.set(most - 1, cutAtAWord(cut.get(most - 1), columns - 2) + " " + MORE);
        return cut;
    }

    private static String cutAtAWord(String line, int columns) {
        String cut = line;
        while (width(cut) > columns) {
            int space = cut.lastIndexOf(' ');
            cut = space > 0 ? cut.substring(0, space) : fitting(cut, columns);
        }
        return cut.stripTrailing().replaceFirst("[,;:(]+$", "");
    }

    private static List<String> broken(String text, String indent, int columns) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" +")) {
            String rest = word;
            if (line.length() > 0 && width(line.toString()) + 1 + width(rest) > columns) {
                lines.add(line.toString());
                line = new StringBuilder(indent);
            } else if (line.length() > 0) {
                line.append(' ');
            }
            while (width(line.toString()) + width(rest) > columns) { // longer than a line
                String part = fitting(rest, columns - width(line.toString()));
                lines.add(line + part);
                rest = rest.substring(part.length());
                line = new StringBuilder(indent);
            }
            line.append(rest);
        }
        lines.add(line.toString());
        return lines;
    }

    /** As much of a text's beginning as fits, at least one character. */
    private static String fitting(String text, int columns) {
        int end = text.offsetByCodePoints(0, 1);
        while (end < text.length() && width(text.substring(0, end)) < columns) {
            int next = text.offsetByCodePoints(end, 1);
            if (width(text.substring(0, next)) > columns) {
                break;
            }
            end = next;
        }
        return text.substring(0, end);
    }

    /** Cuts each name in its middle to at most {@code columns} columns; names that differ stay different. */
    public static List<String> shortened(List<String> names, int columns) {
        List<String> clean = names.stream().map(Escape::oneLine).toList();
        List<String> all = clean.stream().distinct().toList();
        int half = (columns - 1) / 2;
        for (int off = 0; off <= half; off++) {
            for (int head : new int[] {columns - 1 - half + off, columns - 1 - half - off}) {
                if (head >= 0 && head <= columns - 1) {
                    List<String> cut = clean.stream()
                            .map(each -> shortened(each, head, columns - 1 - head))
                            .toList();
                    if (cut.stream().distinct().count() == all.size()) {
                        return cut;
                    }
                }
            }
        }
        // Names that differ in their middles alone: their numbers tell them apart.
        return clean.stream()
                .map(each -> {
                    String number = MORE + (all.indexOf(each) + 1);
                    return width(each) <= columns ? each : fitting(each, columns - number.length()) + number;
                })
                .toList();
    }

    private static String shortened(String name, int head, int tail) {
        if (width(name) <= head + 1 + tail) {
            return name;
        }
        int[] codePoints = name.codePoints().toArray();
        int from = codePoints.length;
        int taken = 0;
        while (from > 0 && taken + width(codePoints[from - 1]) <= tail) {
            from--;
            taken += width(codePoints[from]);
        }
        return (head == 0 ? "" : fitting(name, head)) + MORE + new String(codePoints, from, codePoints.length - from);
    }

    /**
     * Returns how wide each column may be so that all of them fit: of those that may be narrower than their contents,
     * the widest gives way first.
     */
    static int[] fit(int[] widths, IntPredicate may, int columns, int least) {
        int[] fitted = widths.clone();
        while (IntStream.of(fitted).sum() > columns) {
            int widest = -1;
            for (int i = 0; i < fitted.length; i++) {
                if (may.test(i) && fitted[i] > least && (widest < 0 || fitted[i] > fitted[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                return fitted;
            }
            fitted[widest]--;
        }
        return fitted;
    }
}
