package org.whichjvm.collector.campaign.fork;

import java.util.regex.Pattern;
import org.whichjvm.common.WaitStrategy;

/** What a word behind a + of a contender's name changes. */
public enum Suffix {
  /** Nothing: it is the same contender once more. */
  AGAIN("again([2-9]|[1-9][0-9])?"),
  /** Each message is delayed by a known time. */
  DELAY("delay([1-9][0-9]{0,5}|1000000)ns(-([2-9]|[1-9][0-9]))?"),
  /** The queue lies in other memory. */
  MEMORY("huge"),
  /** A thread that has nothing to do does something else. */
  WAIT(null),
  /** Messages are sent at another rate: so many a second, k being thousands. */
  RATE("rate[1-9][0-9]{0,5}k?"),
  /** The JVM gets the options of a flag set. */
  FLAGS("[a-z][a-z0-9-]*");

  private final Pattern form;

  Suffix(final String form) {
    this.form = form == null ? null : Pattern.compile(form);
  }

  /** What such a word changes; a word that may name a flag set is one. Null if it is no suffix. */
  public static Suffix of(final String word) {
    for (final Suffix each : values()) {
      if (each == WAIT
          ? !word.isEmpty() && WaitStrategy.ofSuffix(word).isPresent()
          : each.form.matcher(word).matches()) {
        return each;
      }
    }
    return null;
  }

  /** The rate that a word of {@link #RATE} names, as the workload takes it. */
  static String rate(final String word) {
    return rateNumber(word.substring("rate".length()));
  }

  /** Messages a second, from a number that may end with k. */
  public static String rateNumber(final String text) {
    return text.endsWith("k") ? text.substring(0, text.length() - 1) + "000" : text;
  }

  /** The delay that a word of {@link #DELAY} names, in ns. */
  static long delayNanos(final String word) {
    return Long.parseLong(word.substring("delay".length(), word.indexOf("ns")));
  }
}
