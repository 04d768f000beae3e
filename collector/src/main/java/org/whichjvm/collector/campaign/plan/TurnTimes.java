package org.whichjvm.collector.campaign.plan;

import java.util.List;
import org.whichjvm.collector.campaign.Interleave;
import org.whichjvm.collector.io.UserError;

/**
 * How a fork's turns divide its time.
 *
 * @param turnNanos length of a turn, in ns
 * @param rounds turns of each contender in a block, at least {@link #LEAST_ROUNDS}
 */
record TurnTimes(long turnNanos, int rounds) {
  /** The option of the workload and of scripts/compare. */
  static final String TURN = "--turn";

  /** With fewer a block's ratio, the median over them, counts for nothing. */
  private static final int LEAST_ROUNDS = 5;

  /** A turn with fewer has no percentiles to speak of; the workload refuses it too. */
  private static final long LEAST_MESSAGES = 1_000;

  private static final int MOST_ROUNDS = 1_000_000;

  /**
   * The length of a turn, in s; null by forks.
   *
   * @throws UserError if the turns cannot be meant
   */
  static Double seconds(final Interleave interleave, final List<String> options) {
    if (interleave == Interleave.TURNS) {
      return of(options).turnSeconds();
    }
    if (Values.last(TURN, options) != null) {
      throw new UserError(
          "--turn is the length of a turn, and by --interleave forks there are none; leave one of"
              + " them out");
    }
    return null;
  }

  /**
   * Those of a workload's options, the last of which counts.
   *
   * @throws UserError if no campaign could mean them
   */
  static TurnTimes of(final List<String> options) {
    final long turn = nanos(TURN, options);
    final long duration = nanos("--duration", options);
    if (turn == 0) {
      throw Values.wrong(TURN, Values.last(TURN, options), "a time above 0, such as 100ms");
    }
    final String ofThem = "--duration, of all turns together, is " + Values.shortTime(duration);
    if (turn > duration) {
      throw new UserError(
          "--turn is "
              + Values.shortTime(turn)
              + " and "
              + ofThem
              + ": there would be 0 rounds; give a shorter turn or a longer duration");
    }
    final long rounds = duration / turn;
    if (duration % turn != 0) {
      throw new UserError(
          ofThem
              + ", which is not a whole number of turns of "
              + Values.shortTime(turn)
              + "; give "
              + Values.shortTime(rounds * turn)
              + " or "
              + Values.shortTime((rounds + 1) * turn));
    }
    if (rounds < LEAST_ROUNDS || rounds > MOST_ROUNDS) {
      throw new UserError(
          ofThem
              + ", which is "
              + Estimate.counted((int) Math.min(rounds, Integer.MAX_VALUE), "round")
              + " of "
              + Values.shortTime(turn)
              + "; a comparison takes "
              + LEAST_ROUNDS
              + " to "
              + MOST_ROUNDS
              + ": give another duration, such as "
              + Values.shortTime(25 * turn)
              + ", or another turn");
    }
    checkMessages(turn, options);
    return new TurnTimes(turn, (int) rounds);
  }

  double turnSeconds() {
    return turnNanos / 1e9;
  }

  private static long nanos(final String option, final List<String> options) {
    return Math.round(1e9 * Values.seconds(option, Values.last(option, options)));
  }

  private static void checkMessages(final long turn, final List<String> options) {
    final long rate = Values.number("--rate", options, QueueSize.USUAL_RATE);
    final long messages = (long) (turn / 1e9 * rate);
    if (rate > 0 && messages < LEAST_MESSAGES) {
      throw new UserError(
          "a turn of "
              + Values.shortTime(turn)
              + " at "
              + rate
              + " messages a second has "
              + messages
              + " messages and needs "
              + LEAST_MESSAGES
              + "; give --turn "
              + Values.shortTime((long) Math.ceil(LEAST_MESSAGES * 1e9 / rate))
              + " or more, or a higher --rate");
    }
  }
}
