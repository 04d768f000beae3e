package org.whichjvm.collector.campaign.plan;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.ForkName;
import org.whichjvm.collector.campaign.fork.ForkReader;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.Percentile;

/** The fork of block 0 that a calibration takes its effect from. */
final class FirstFork {
  private static final double EFFECT = 0.05;
  private static final long MAX_NS = 1_000_000_000_000L;

  private FirstFork() {}

  /** Whether there is to be one. */
  static boolean isNeeded(final Asked asked) {
    return asked.calibration() != null && asked.calibration().effect() == null;
  }

  /**
   * 5 % of its p50 service time, at least 1 ns.
   *
   * @throws Refused with its words, if it could not even start
   * @throws NotHere if it failed
   */
  static Long effect(final Path campaign, final String contender) throws IOException {
    final Path file = campaign.resolve(Names.FORKS).resolve(new ForkName(0, contender).json());
    if (!Files.exists(file)) {
      throw new NotHere("there is no first fork to take 5 % of its p50; give --effect NS");
    }
    if (Check.isIn(file)) {
      final Check check = Check.read(campaign, contender);
      throw Refused.by(check);
    }
    try {
      final JsonObject fork = Json.read(file, ForkReader.SCHEMA);
      if (!Fork.OK.equals(Json.text(fork, "status"))) {
        throw new NotHere(
            "the first fork failed ("
                + Json.text(fork, "reason")
                + "), so there is no p50 to take 5 % of; mend that, or give --effect NS");
      }
      final JsonObject service = Json.object(fork, Latency.SERVICE.key);
      final long p50 = Json.whole(service, Percentile.P50.key, 1, MAX_NS);
      return Math.max(1, Math.round(p50 * EFFECT));
    } catch (final UnusableFile exception) {
      throw new NotHere(
          "the first fork " + exception.getMessage() + "; give --effect NS, or try again");
    }
  }
}
