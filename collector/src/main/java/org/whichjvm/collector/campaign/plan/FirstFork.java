package org.whichjvm.collector.campaign.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.ForkName;
import org.whichjvm.collector.campaign.fork.ForkRead;
import org.whichjvm.collector.campaign.fork.Names;

/** The fork of block 0 that a calibration takes its effect from. */
final class FirstFork {
  private static final double EFFECT = 0.05;

  private FirstFork() {}

  /** Whether there is to be one. */
  static boolean isNeeded(final CampaignRequest asked) {
    return asked.calibration() != null && asked.calibration().effect() == null;
  }

  /**
   * 5 % of its p50 service time, at least 1 ns.
   *
   * @throws Refused with its words, if it could not even start
   * @throws CannotRunHere if it failed
   */
  static Long effect(final Path campaign, final String contender) throws IOException {
    final ForkName name = new ForkName(0, contender);
    final Path file = campaign.resolve(Names.FORKS).resolve(name.json());
    if (!Files.exists(file)) {
      throw new CannotRunHere("there is no first fork to take 5 % of its p50; give --effect NS");
    }
    if (Check.isIn(file)) {
      throw Refused.by(Check.read(campaign, contender).orElseThrow());
    }
    final ForkRead read =
        ForkRead.of(campaign.resolve(Names.FORKS), name, campaign.getFileName().toString());
    if (read.isBroken()) {
      throw new CannotRunHere(
          "the first fork " + read.problem().getMessage() + "; give --effect NS, or try again");
    }
    final Fork fork = read.fork();
    if (!Fork.OK.equals(fork.status())) {
      throw new CannotRunHere(
          "the first fork failed ("
              + fork.reason()
              + "), so there is no p50 to take 5 % of; mend that, or give --effect NS");
    }
    return Math.max(1, Math.round(fork.p50() * EFFECT));
  }
}
