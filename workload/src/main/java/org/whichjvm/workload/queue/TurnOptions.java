package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import java.nio.file.Paths;
import java.util.function.BooleanSupplier;
import org.whichjvm.common.RefereeFiles;
import org.whichjvm.common.TurnTimes;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.queue.pair.Role;
import org.whichjvm.workload.queue.turn.RefereedTurns;
import org.whichjvm.workload.queue.turn.TurnMeeting;
import picocli.CommandLine.Option;

/** Whether and how a fork takes turns with the other contenders of its block. */
final class TurnOptions {
  /**
   * The part of a turn's messages that is not counted, while caches and CPUs settle: 1 in so many.
   */
  private static final int SETTLES = 5;

  @Option(
      names = TurnTimes.TURN,
      converter = OptionTypes.Duration.class,
      defaultValue = "0",
      paramLabel = "T",
      description =
          "Measure in turns of this length, which together last --duration, and sleep in between while"
              + " the other contenders of the block have theirs (such as 100ms; default: one window).")
  long turnNanos;

  @Option(
      names = "--turn-seed",
      defaultValue = "0",
      paramLabel = "N",
      description = "Draws the order of the turns, with the block's number (default 0).")
  long seed;

  /** Contenders of the block, this one among them. */
  int members = 1;

  /** The number of this one, from 0. */
  int member;

  /** Whether the fork takes turns. */
  boolean any() {
    return turnNanos > 0;
  }

  /**
   * Refuses what no run could mean.
   *
   * @param durationNanos of all turns together
   * @param rate messages a second
   */
  void validate(final long durationNanos, final long rate) {
    members = number("WHICHJVM_MEMBERS", 1, 1, RefereeFiles.MOST_MEMBERS);
    member = number("WHICHJVM_MEMBER", 0, 0, members - 1);
    if (!any()) {
      if (members > 1) {
        throw new WrongUsage(
            "WHICHJVM_MEMBERS is %d, and contenders that run together take turns; give --turn too,"
                + " such as 100ms",
            members);
      }
      return;
    }
    TurnTimes.of(turnNanos, durationNanos, rate, 1);
  }

  /** How many turns there are. */
  int rounds(final long durationNanos) {
    return any() ? Math.toIntExact(durationNanos / turnNanos) : 0;
  }

  /** How many of a producer's messages in a turn are sent first and not counted. */
  static long settling(final long perTurn) {
    return perTurn / SETTLES;
  }

  /** How many queues lie in the same memory at once. */
  int queuesTogether() {
    // WHICHJVM_SHM says that the fork has memory of its own, of so many bytes.
    return ThisJvm.environment("WHICHJVM_SHM") == null ? members : 1;
  }

  /** Adds every effective setting. */
  void describe(final JsonObject json, final long durationNanos) {
    json.addProperty("turnSeconds", any() ? Units.seconds(turnNanos) : null);
    json.addProperty("rounds", any() ? rounds(durationNanos) : null);
    json.addProperty("members", members);
  }

  private static int number(final String name, final int usual, final int least, final int most) {
    final String text = ThisJvm.environment(name);
    if (text == null) {
      return usual;
    }
    final long value = text.matches("\\d{1,9}") ? Long.parseLong(text) : -1;
    if (value < least || value > most) {
      throw new WrongUsage("%s is '%s'; it goes from %d to %d", name, text, least, most);
    }
    return (int) value;
  }

  /**
   * Where the contenders of the block meet.
   *
   * @param role of this JVM in a pair, or null
   * @param stopped whether this JVM is to stop
   * @throws WrongUsage if nobody said where they meet
   */
  TurnMeeting meeting(final Role role, final long warmupNanos, final BooleanSupplier stopped) {
    if (members == 1) {
      return TurnMeeting.alone();
    }
    if (QueueLatencyOptions.step() == null) {
      throw new WrongUsage(
          "WHICHJVM_MEMBERS is %d and WHICHJVM_STEP is not set; give all contenders of the block the"
              + " same number: by it a report knows that their rounds were the same",
          members);
    }
    final String folder = ThisJvm.environment("WHICHJVM_TURNS");
    if (folder == null) {
      throw new WrongUsage(
          "WHICHJVM_MEMBERS is %d and WHICHJVM_TURNS is not set; start 'collector/collect referee'"
              + " for the contenders, and make WHICHJVM_TURNS this contender's folder of it",
          members);
    }
    final RefereedTurns meeting =
        new RefereedTurns(Paths.get(folder), member, warmupNanos, stopped);
    return role == Role.PRODUCER ? meeting.follower() : meeting;
  }

  /** How long the fork takes beside its warm-up and its own turns, at most, in ns. */
  long waitNanos(final long warmupNanos) {
    return any() ? members * (RefereeFiles.LIMIT_NANOS + 2 * warmupNanos) : 0;
  }
}
