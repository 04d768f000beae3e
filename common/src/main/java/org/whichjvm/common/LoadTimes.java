package org.whichjvm.common;

/** How a fork that is under open load by turns divides its time: one rate in each round. */
public final class LoadTimes {
  /** Rounds of a pass in which a closed loop finds the greatest throughput. */
  public static final int SATURATING = 3;

  /**
   * The time of a slot beside its turn, in ns: requests under way end, and threads come to rest.
   */
  public static final long REST_NANOS = 400_000_000;

  /** Length of a turn if none is given, in ns. */
  public static final long TURN_NANOS = 1_500_000_000;

  /** Rounds of a block with so many rates. */
  public static int rounds(final int points, final int passes) {
    return passes * (points + SATURATING);
  }

  /** Time of a block's rounds in ns, in each of which each contender has one turn. */
  public static long nanos(final int rounds, final int contenders, final long turnNanos) {
    return (turnNanos + REST_NANOS) * rounds * contenders;
  }
}
