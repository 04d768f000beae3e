package org.whichjvm.collector.campaign.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.whichjvm.collector.io.UserError;

/**
 * The value of {@code --flags}: lists of flag sets with × between, of each of which a contender has
 * one, as in {@code zgc,serial × compact-headers,- × heap=512m,2g}. A dash is none of the list.
 */
final class FlagGrid {
  private static final String OPTION = "--flags";
  private static final String HEAP = "heap=";
  private static final Pattern WORD = Pattern.compile("-|[a-z][a-z0-9-]*(\\+[a-z][a-z0-9-]*)*");

  private FlagGrid() {}

  /**
   * What stands behind each JVM's name, from the first of each list on.
   *
   * @param value as a person wrote it; null for no flag set at all
   * @throws UserError if it is none
   */
  static List<String> suffixes(final String value) {
    List<String> suffixes = List.of("");
    for (final String list : value == null ? new String[0] : value.split(" *× *| +x +", -1)) {
      final List<String> words = words(list.strip());
      suffixes =
          suffixes.stream()
              .flatMap(suffix -> words.stream().map(word -> suffix + suffix(word)))
              .toList();
    }
    return suffixes;
  }

  private static List<String> words(final String list) {
    final boolean heaps = list.startsWith(HEAP);
    final List<String> words = new ArrayList<>();
    for (final String word : list.substring(heaps ? HEAP.length() : 0).split(" *, *", -1)) {
      words.add(heaps && !word.equals("-") ? heap(list, word) : word);
    }
    if (!words.stream().allMatch(word -> WORD.matcher(word).matches())) {
      throw wrong(list);
    }
    return words;
  }

  private static String heap(final String list, final String size) {
    if (!size.matches("[1-9][0-9]{0,5}[mg]")) {
      throw wrong(list);
    }
    return "heap" + size;
  }

  private static UserError wrong(final String list) {
    return Values.wrong(
        OPTION,
        list,
        "lists of flag sets with × or x between, as in 'g1,zgc x compact-headers,- x"
            + " heap=512m,2g', a dash being none; whichjvm list flags prints them");
  }

  private static String suffix(final String word) {
    return word.equals("-") ? "" : "+" + word;
  }
}
