package org.whichjvm.collector;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a variant's name says about an arm of a campaign: the plain JVM, the same again (the A' of
 * an A/A comparison), or the same with a known effect added.
 *
 * @param service the JVM: the name up to an arm's suffix
 * @param again whether it is a JVM of the campaign once more, unchanged
 * @param delayNanos added to each message on purpose, in ns; 0 if none
 */
record Arm(String service, boolean again, long delayNanos) {
  /** The workload's parameter that a delay is recorded in. */
  static final String DELAY_NANOS = "delayNanos";

  private static final long MAX_NANOS = 9_999_999;
  private static final Pattern AGAIN = Pattern.compile("(.+)\\+again[0-9]{0,2}");
  private static final Pattern DELAY = Pattern.compile("(.+)\\+delay([0-9]{1,7})ns(-[0-9]{1,2})?");

  static Arm of(final String variant) {
    final Matcher again = AGAIN.matcher(variant);
    if (again.matches()) {
      return new Arm(again.group(1), true, 0);
    }
    final Matcher delay = DELAY.matcher(variant);
    return delay.matches()
        ? new Arm(delay.group(1), false, Long.parseLong(delay.group(2)))
        : new Arm(variant, false, 0);
  }

  /** Refuses a fork whose delay is not the one that its variant's name tells. */
  static void check(final Fork fork) throws UnusableFile {
    final long named = of(fork.name().variant()).delayNanos();
    final long actual =
        fork.parameters().has(DELAY_NANOS)
            ? Json.whole(fork.parameters(), DELAY_NANOS, 0, MAX_NANOS)
            : 0;
    if (actual != named) {
      throw new UnusableFile(
          "its messages were delayed by "
              + actual
              + " ns on purpose, but its variant's name "
              + (named == 0 ? "does not say so" : "says " + named + " ns"));
    }
  }

  /** Whether it is a JVM as it is, and no control of another arm or with a known effect. */
  boolean plain() {
    return !again && delayNanos == 0;
  }

  /** Whether the two differ in nothing but their name: a difference between them is a false one. */
  boolean sameAs(final Arm other) {
    return service.equals(other.service) && delayNanos == other.delayNanos;
  }
}
