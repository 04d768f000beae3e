package org.whichjvm.workload.queue;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.whichjvm.workload.host.WrongUsage;
import org.whichjvm.workload.queue.pair.Role;
import org.whichjvm.workload.queue.turn.Alone;
import org.whichjvm.workload.queue.turn.SharedTurns;
import org.whichjvm.workload.queue.turn.TurnMeeting;

/** The folder in which the contenders of a block meet, for as long as this JVM is one of them. */
final class TurnPlace implements AutoCloseable {
  /** It holds a file of words and a file for each contender. */
  private static final long BYTES = 1 << 20;

  private static final Path PARENT = Paths.get("/dev/shm");

  private final QueueFolder folder;
  private final TurnMeeting meeting;

  private TurnPlace(final QueueFolder folder, final TurnMeeting meeting) {
    this.folder = folder;
    this.meeting = meeting;
  }

  /**
   * Goes there, if the fork takes turns with others.
   *
   * @throws WrongUsage if nobody said where they meet
   */
  static TurnPlace of(final QueueLatencyOptions options, final OnSignal signal) throws IOException {
    final TurnOptions turns = options.turns;
    if (turns.members == 1) {
      return new TurnPlace(null, turns.any() ? new Alone() : null);
    }
    final String step = QueueLatencyOptions.step();
    if (step == null || !QueueFolder.PAIR.matcher(step).matches()) {
      throw new WrongUsage(
          "WHICHJVM_STEP is '%s'; the contenders of a block meet by it: give all of them the same"
              + " number",
          step);
    }
    final QueueFolder folder = QueueFolder.join(PARENT, step, BYTES, 0, 1);
    try {
      return new TurnPlace(
          folder,
          options.role == Role.PRODUCER
              ? SharedTurns.follower(folder.path(), turns.members, turns.member, signal::came)
              : new SharedTurns(
                  folder.path(), turns.members, turns.member, options.warmupNanos, signal::came));
    } catch (final IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** Null if the fork takes no turns. */
  TurnMeeting meeting() {
    return meeting;
  }

  @Override
  public void close() {
    if (folder != null) {
      meeting.close();
      folder.close();
    }
  }
}
