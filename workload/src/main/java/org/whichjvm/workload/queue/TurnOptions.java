package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import java.nio.file.Paths;
import java.util.function.BooleanSupplier;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.host.Units;
import org.whichjvm.workload.host.WrongUsage;
import org.whichjvm.workload.queue.pair.Role;
import org.whichjvm.workload.queue.turn.Alone;
import org.whichjvm.workload.queue.turn.RefereedTurns;
import org.whichjvm.workload.queue.turn.TurnMeeting;
import picocli.CommandLine.Option;

/** Whether and how a fork takes turns with the other contenders of its block. */
final class TurnOptions {
  /** A turn with fewer messages has no percentiles to speak of. */
  static final int LEAST_MESSAGES = 1_000;

  /**
   * The part of a turn's messages that is not counted, while caches and CPUs settle: 1 in so many.
   */
  private static final int SETTLES = 5;

  @Option(
      names = "--turn",
      converter = Units.Duration.class,
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
    members = number("WHICHJVM_MEMBERS", 1, 1, RefereedTurns.MOST_MEMBERS);
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
    if (turnNanos > durationNanos) {
      throw new WrongUsage(
          "--turn is %s and --duration, of all turns together, is %s: there would be 0 rounds; give a"
              + " shorter turn or a longer duration",
          Units.shortTime(turnNanos), Units.shortTime(durationNanos));
    }
    if (durationNanos % turnNanos != 0) {
      throw new WrongUsage(
          "--duration %s is not a whole number of turns of %s; give %s or %s",
          Units.shortTime(durationNanos),
          Units.shortTime(turnNanos),
          Units.shortTime(durationNanos / turnNanos * turnNanos),
          Units.shortTime((durationNanos / turnNanos + 1) * turnNanos));
    }
    final long messages = (long) (Units.seconds(turnNanos) * rate);
    if (messages < LEAST_MESSAGES) {
      throw new WrongUsage(
          "a turn of %s at %,d messages a second has %,d messages and needs %,d; give --turn %s or"
              + " more, or a higher --rate",
          Units.shortTime(turnNanos),
          rate,
          messages,
          LEAST_MESSAGES,
          Units.shortTime((long) Math.ceil(LEAST_MESSAGES * 1e9 / rate)));
    }
  }

  /** How many turns there are. */
  int rounds(final long durationNanos) {
    return any() ? Math.toIntExact(durationNanos / turnNanos) : 0;
  }

  /** Of a producer's messages in a turn, those that are sent first and not counted. */
  static long settling(final long perTurn) {
    return perTurn / SETTLES;
  }

  /** How many queues lie in the same memory at once. */
  int queuesTogether() {
    // Whoever started this fork gave it memory of its own, of so many bytes.
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
   * @return null if the fork takes no turns
   * @throws WrongUsage if nobody said where they meet
   */
  TurnMeeting meeting(final Role role, final long warmupNanos, final BooleanSupplier stopped) {
    if (members == 1) {
      return any() ? new Alone() : null;
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
    return any() ? members * (RefereedTurns.LIMIT_NANOS + 2 * warmupNanos) : 0;
  }
}
