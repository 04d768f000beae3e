package org.whichjvm.workload.command;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Names of scores, made of what a harness calls its benchmarks. */
final class ScoreNames {
  private static final int LONGEST = 60;

  private final Set<String> given = new HashSet<>();

  /** A name in lower case of a-z, 0-9 and -, which no other of this fork has. */
  String of(final String text) {
    String plain =
        text.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^[^a-z]+|-+$", "");
    if (plain.isEmpty()) {
      plain = "score";
    }
    String name = cut(plain, LONGEST);
    for (int i = 2; !given.add(name); i++) {
      name = cut(plain, LONGEST - 4) + "-" + i;
    }
    return name;
  }

  private static String cut(final String text, final int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }
}
