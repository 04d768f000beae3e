package org.whichjvm.collector;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of variants whose messages are delayed on purpose, to see whether a campaign finds a
 * difference that is known to be there: {@code VARIANT+delay30ns}, and {@code -2} behind it for a
 * second one.
 */
final class DelayName {
  static final String PARAMETER = "delayNanos";

  private static final Pattern SUFFIX = Pattern.compile("\\+delay([0-9]{1,9})ns(-[0-9]{1,4})?$");
  private static final long MAX_NANOS = 999_999_999;

  private DelayName() {}

  /** The delay in ns that a variant's name tells; 0 if it tells none. */
  static long of(final String variant) {
    final Matcher matcher = SUFFIX.matcher(variant);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  /** Refuses a fork whose delay is not the one that its variant's name tells. */
  static void check(final Fork fork) throws UnusableFile {
    final long actual =
        fork.parameters().has(PARAMETER)
            ? Json.whole(fork.parameters(), PARAMETER, 0, MAX_NANOS)
            : 0;
    final long named = of(fork.name().variant());
    if (actual == named) {
      return;
    }
    if (named == 0) {
      throw new UnusableFile(
          "its messages were delayed by "
              + actual
              + " ns on purpose, but its variant's name does not say so");
    }
    throw new UnusableFile(
        "its variant's name says a delay of "
            + named
            + " ns on purpose, but its messages were delayed by "
            + actual
            + " ns");
  }
}
