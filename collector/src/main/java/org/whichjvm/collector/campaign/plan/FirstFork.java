package org.whichjvm.collector.campaign.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.ForkName;
import org.whichjvm.collector.campaign.fork.ForkReader;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/** The fork of block 0 that a calibration takes its effect from. */
final class FirstFork {
  private static final double EFFECT = 0.05;

  private FirstFork() {}

  /** Whether there is to be one. */
  static boolean isNeeded(final Asked asked) {
    return asked.calibration() != null && asked.calibration().effect() == null;
  }

  /** 5 % of its p50 service time, at least 1 ns. */
  static Long effect(final Path campaign, final String name) throws IOException {
    try (Stream<Path> files = Files.list(campaign.resolve(Names.FORKS))) {
      final List<Path> forks = files.filter(file -> file.toString().endsWith(Names.JSON)).toList();
      for (final Path file : forks) {
        try {
          final ForkName fork =
              new ForkName(0, file.getFileName().toString().replaceAll("^000-|\\.json$", ""));
          final Fork read = ForkReader.read(Json.read(file, ForkReader.SCHEMA), fork, name);
          if (read.status().equals(Fork.OK)) {
            return Math.max(1, Math.round(read.p50() * EFFECT));
          }
          throw new CannotRun(
              "the first fork failed ("
                  + read.reason()
                  + "), so there is no p50 to take 5 % of; mend that, or give --effect NS");
        } catch (final UnusableFile exception) {
          throw new CannotRun(
              "the first fork " + exception.getMessage() + "; give --effect NS, or try again");
        }
      }
    }
    throw new CannotRun("there is no first fork to take 5 % of its p50; give --effect NS");
  }
}
