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
  public static int width(final String text) {
    return text.codePoints().map(Lines::width).sum();
  }

  private static int width(final int codePoint) {
    if (codePoint < LATIN_ENDS) {
      return 1;
    }
    final int type = Character.getType(codePoint);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    final boolean wide =
        codePoint >= WIDE_BEGINS
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
   * The text in so many lines at most, the later ones indented; what does not fit ends with its
   * last whole sentence, or if it has none with its last whole word and an ellipsis.
   */
  static List<String> wrap(
      final String text, final String indent, final int columns, final int most) {
    final String clean = Escape.prose(text).strip();
    final List<String> lines = broken(clean, indent, columns);
    if (lines.size() <= most) {
      return lines;
    }
    for (int end = clean.lastIndexOf(". "); end > 0; end = clean.lastIndexOf(". ", end - 1)) {
      final List<String> shorter = broken(clean.substring(0, end + 1), indent, columns);
      if (shorter.size() <= most) {
        return shorter;
      }
    }
    final List<String> cut = new ArrayList<>(lines.subList(0, most));
    cut.set(most - 1, cutAtAWord(cut.get(most - 1), columns - 2) + " " + MORE);
    return cut;
  }

  private static String cutAtAWord(final String line, final int columns) {
    String cut = line;
    while (width(cut) > columns) {
      final int space = cut.lastIndexOf(' ');
      cut = space > 0 ? cut.substring(0, space) : fitting(cut, columns);
    }
    return cut.stripTrailing().replaceFirst("[,;:(]+$", "");
  }

  private static List<String> broken(final String text, final String indent, final int columns) {
    final List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (final String word : text.split(" +")) {
      String rest = word;
      if (line.length() > 0 && width(line.toString()) + 1 + width(rest) > columns) {
        lines.add(line.toString());
        line = new StringBuilder(indent);
      } else if (line.length() > 0) {
        line.append(' ');
      }
      while (width(line.toString()) + width(rest) > columns) { // longer than a line
        final String part = fitting(rest, columns - width(line.toString()));
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
  private static String fitting(final String text, final int columns) {
    int end = text.offsetByCodePoints(0, 1);
    while (end < text.length() && width(text.substring(0, end)) < columns) {
      final int next = text.offsetByCodePoints(end, 1);
      if (width(text.substring(0, next)) > columns) {
        break;
      }
      end = next;
    }
    return text.substring(0, end);
  }

  /** Cuts each name in its middle to so many columns at most; names that differ stay different. */
  public static List<String> shortened(final List<String> names, final int columns) {
    final List<String> clean = names.stream().map(Escape::oneLine).toList();
    final List<String> all = clean.stream().distinct().toList();
    final int half = (columns - 1) / 2;
    for (int off = 0; off <= half; off++) {
      for (final int head : new int[] {columns - 1 - half + off, columns - 1 - half - off}) {
        if (head >= 0 && head <= columns - 1) {
          final List<String> cut =
              clean.stream().map(each -> shortened(each, head, columns - 1 - head)).toList();
          if (cut.stream().distinct().count() == all.size()) {
            return cut;
          }
        }
      }
    }
    // Names that differ in their middles alone: their numbers tell them apart.
    return clean.stream()
        .map(
            each -> {
              final String number = MORE + (all.indexOf(each) + 1);
              return width(each) <= columns
                  ? each
                  : fitting(each, columns - number.length()) + number;
            })
        .toList();
  }

  private static String shortened(final String name, final int head, final int tail) {
    if (width(name) <= head + 1 + tail) {
      return name;
    }
    final int[] codePoints = name.codePoints().toArray();
    int from = codePoints.length;
    int taken = 0;
    while (from > 0 && taken + width(codePoints[from - 1]) <= tail) {
      from--;
      taken += width(codePoints[from]);
    }
    return (head == 0 ? "" : fitting(name, head))
        + MORE
        + new String(codePoints, from, codePoints.length - from);
  }

  /**
   * Returns how wide each column may be so that all of them fit: of those that may be narrower than
   * their contents, the widest gives way first.
   */
  static int[] fit(final int[] widths, final IntPredicate may, final int columns, final int least) {
    final int[] fitted = widths.clone();
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
