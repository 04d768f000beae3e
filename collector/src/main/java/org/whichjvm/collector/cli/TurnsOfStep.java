package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.campaign.fork.OwnFolder;
import org.whichjvm.collector.campaign.plan.CampaignPlan;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.turns.Referee;
import org.whichjvm.collector.turns.RefereeThread;
import org.whichjvm.common.RefereeFiles;

/** The referee of a step's contenders, if several take turns. */
final class TurnsOfStep implements AutoCloseable {
  private final Referee referee;
  private final RefereeThread thread;

  private TurnsOfStep(final Referee referee) {
    this.referee = referee;
    thread = referee == null ? null : RefereeThread.start(referee);
  }

  /**
   * Starts it, with empty folders.
   *
   * @param turns has a folder for each contender by its number, and one of the referee. Those that
   *     are not there are made; null where nobody takes turns
   * @param campaign its folder
   * @throws OwnFolder.NotEmptied if an earlier step has left what cannot be removed
   */
  static TurnsOfStep start(final Path turns, final int members, final Path campaign)
      throws IOException, UnusableFile {
    if (turns == null || members < 2) {
      return new TurnsOfStep(null);
    }
    final Path folder = Files.createDirectories(turns.resolve(RefereeFiles.REFEREE));
    new OwnFolder(folder).empty();
    final List<Path> own = new ArrayList<>();
    for (int member = 0; member < members; member++) {
      final Path place = turns.resolve(Integer.toString(member));
      own.add(place.resolve(RefereeFiles.OWN));
      if (!Files.exists(own.get(member))) {
        Files.createDirectories(own.get(member));
        Files.createSymbolicLink(
            place.resolve(RefereeFiles.REFEREE), Path.of("..", RefereeFiles.REFEREE));
      }
      new OwnFolder(own.get(member)).empty();
    }
    return new TurnsOfStep(new Referee(own, folder, CampaignPlan.warmUpNanos(campaign)));
  }

  /** A contender has no process any more: the others need not wait for it. */
  void ended(final int member) {
    if (referee != null) {
      referee.ended(member);
    }
  }

  @Override
  public void close() throws IOException {
    if (thread != null) {
      thread.close();
    }
  }
}
