package org.whichjvm.collector.campaign.fork;

import java.util.Optional;
import java.util.regex.Pattern;
import org.whichjvm.common.WaitStrategy;

/** What a word behind a + of a contender's name changes. */
public enum Suffix {
  /** Nothing: it is the same contender once more. */
  AGAIN(null, "again([2-9]|[1-9][0-9])?"),
  /** Each message is delayed by a known time. */
  DELAY("--delay", "delay([1-9][0-9]{0,5}|1000000)ns(-([2-9]|[1-9][0-9]))?"),
  /** The queue lies in other memory. */
  MEMORY("--queue-memory", "huge"),
  /** A thread that has nothing to do does something else. */
  WAIT("--wait", null),
  /** Messages are sent at another rate: so many a second, k being thousands. */
  RATE("--rate", "rate[1-9][0-9]{0,5}k?"),
  /** The program is that version of it. */
  APP(null, "app-[a-z0-9][a-z0-9-]*"),
  /** The JVM gets the options of a flag set. */
  FLAGS(null, "[a-z][a-z0-9-]*");

  private final String option;
  private final Pattern form;

  Suffix(final String option, final String form) {
    this.option = option;
    this.form = form == null ? null : Pattern.compile(form);
  }

  /** What such a word changes; a word that may name a flag set is one. Empty if it is no suffix. */
  public static Optional<Suffix> of(final String word) {
    for (final Suffix each : values()) {
      if (each == WAIT
          ? !word.isEmpty() && WaitStrategy.ofSuffix(word).isPresent()
          : each.form.matcher(word).matches()) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** The workload's option that takes the value; empty of what is none of its business. */
  public Optional<String> option() {
    return Optional.ofNullable(option);
  }

  /**
   * What a word of this kind says, in the workload's words: a delay with its unit, a wait strategy,
   * messages a second, a name. Words that differ only in a number that counts contenders say the
   * same.
   */
  String says(final String word) {
    return switch (this) {
      case AGAIN -> "";
      case DELAY -> word.substring("delay".length(), word.indexOf("ns") + 2);
      case WAIT -> WaitStrategy.ofSuffix(word).orElseThrow().toString();
      case RATE -> rateNumber(word.substring("rate".length()));
      case APP -> word.substring("app-".length());
      case MEMORY, FLAGS -> word;
    };
  }

  /** Messages a second, from a number that may end with k. */
  public static String rateNumber(final String text) {
    return text.endsWith("k") ? text.substring(0, text.length() - 1) + "000" : text;
  }
}
