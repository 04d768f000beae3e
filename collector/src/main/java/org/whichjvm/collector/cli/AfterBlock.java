package org.whichjvm.collector.cli;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.Stopping;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.CampaignReader;
import org.whichjvm.collector.campaign.CampaignSettings;
import org.whichjvm.collector.campaign.Rounds;
import org.whichjvm.collector.campaign.Stopped;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.ForkName;
import org.whichjvm.collector.campaign.fork.ForkReader;
import org.whichjvm.collector.campaign.fork.ForkScore;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.campaign.plan.CampaignPlan;
import org.whichjvm.collector.campaign.plan.Estimate;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.io.UserError;
import org.whichjvm.collector.report.ReasonText;

/**
 * What follows from the blocks that have run. It is computed from all of them each time: whoever
 * asks twice, or was killed in between, gets no block too many.
 *
 * @param ended whether nothing more is to be run
 * @param lines what a person should know of the last block, and how long the rest takes
 */
record AfterBlock(boolean ended, List<String> lines) {
  /** Reasons that fit on a line; the report has all. */
  private static final int TOLD = 2;

  static AfterBlock of(final Path folder) throws IOException {
    try {
      final CampaignSettings settings = CampaignSettings.read(folder);
      if (!settings.planned()) {
        throw new UserError(folder.getFileName() + " has no campaign.json: nothing is planned");
      }
      return new Blocks(folder, settings).after();
    } catch (final UnusableFile exception) {
      throw new UserError(
          folder.resolve(Names.CAMPAIGN_JSON) + " " + exception.getMessage() + "; restore it");
    }
  }

  /** All complete blocks of a campaign. */
  private static final class Blocks {
    private final Path folder;
    private final CampaignSettings settings;
    private final TreeMap<Integer, List<Fork>> blocks = new TreeMap<>();
    private final List<ForkName> files = new ArrayList<>();

    Blocks(final Path folder, final CampaignSettings settings) throws IOException {
      this.folder = folder;
      this.settings = settings;
      for (final ForkName name : ForkName.list(folder.resolve(Names.FORKS))) {
        if (settings.contenders().contains(name.contender())) {
          files.add(name);
          blocks.computeIfAbsent(name.block(), block -> new ArrayList<>()).addAll(read(name));
        }
      }
    }

    /** Empty if it cannot be used; the report says why. */
    private List<Fork> read(final ForkName name) throws IOException {
      try {
        final Path file = folder.resolve(Names.FORKS).resolve(name.json());
        final JsonObject json = Json.read(file, ForkReader.SCHEMA);
        return List.of(ForkReader.read(json, name, settings.campaign()));
      } catch (final UnusableFile exception) {
        return List.of();
      }
    }

    private AfterBlock after() throws UnusableFile, IOException {
      final int complete = complete();
      if (complete == 0) {
        return new AfterBlock(false, List.of());
      }
      final Stopped before = settings.design().stops() ? Stopped.read(folder) : null;
      if (before != null) {
        return new AfterBlock(
            true, List.of("the campaign has stopped: " + ReasonText.of(before, settings.design())));
      }
      final List<String> lines = new ArrayList<>();
      lines.add(summary(complete));
      if (settings.design().stops()) {
        final boolean timeUp = seconds() >= settings.design().maxSeconds();
        if (settings.design().looks().contains(complete) || timeUp) {
          final String stopped = look(timeUp);
          if (stopped != null) {
            return new AfterBlock(true, List.of(lines.get(0), stopped));
          }
        }
      }
      int planned = settings.plannedBlocks();
      final List<Integer> excluded = excluded(lines);
      final int wanted = settings.blocks() + Math.min(settings.gates().retries(), excluded.size());
      if (!settings.design().stops() && wanted > planned) {
        // As many as were added so far have their block again.
        final int added = planned - settings.blocks();
        CampaignPlan.addBlocks(
            folder, settings, excluded.subList(added, wanted - settings.blocks()));
        planned = wanted;
      }
      if (complete >= planned) {
        return new AfterBlock(true, List.of(String.join("; ", lines)));
      }
      return new AfterBlock(false, List.of(String.join("; ", lines), left(complete, planned)));
    }

    private int complete() {
      return settings.plan().complete(files);
    }

    private String summary(final int block) {
      return "block "
          + block
          + " of "
          + settings.plannedBlocks()
          + ": "
          + blocks.get(block).stream()
              .sorted(
                  Comparator.comparing(
                      fork -> settings.contenders().indexOf(fork.name().contender())))
              .map(fork -> fork.name().contender() + " " + shown(fork))
              .collect(Collectors.joining(", "));
    }

    private static String shown(final Fork fork) {
      if (!fork.status().equals(Fork.OK)) {
        return fork.overloaded() ? "overloaded" : "failed";
      }
      return fork.ofScores()
          ? fork.scores().values().stream()
              .findFirst()
              .map(score -> ForkScore.shown(score.value(), score.unit()))
              .orElse("")
          : Quantity.time(fork.p50());
    }

    /** The blocks that a gate excludes a fork of; why the last one, is added to the lines. */
    private List<Integer> excluded(final List<String> lines) {
      final List<Integer> excluded = new ArrayList<>();
      for (final int block : blocks.keySet()) {
        final List<String> reasons = reasons(blocks.get(block));
        if (!reasons.isEmpty()) {
          excluded.add(block);
        }
        if (!reasons.isEmpty() && block == complete()) {
          final String again =
              settings.gates().retries() >= excluded.size() && !settings.design().stops()
                  ? "it is run again because "
                  : "it is not run again, though ";
          lines.add(
              again
                  + String.join(", ", reasons.subList(0, Math.min(TOLD, reasons.size())))
                  + (reasons.size() > TOLD ? ", and " + (reasons.size() - TOLD) + " more" : ""));
        }
      }
      return excluded;
    }

    private List<String> reasons(final List<Fork> forks) {
      final List<Fork> ok = forks.stream().filter(fork -> fork.status().equals(Fork.OK)).toList();
      final List<String> reasons =
          forks.stream()
              .filter(fork -> !fork.emulated() && (ok.contains(fork) || fork.overloaded()))
              .flatMap(
                  fork ->
                      settings.gates().trips(fork, ok).stream()
                          .map(trip -> fork.name().contender() + ": " + trip.sentence()))
              .toList();
      return reasons.isEmpty() ? tooFewRounds(ok) : reasons;
    }

    /** Contenders that gates left too few rounds to be compared with their baselines. */
    private List<String> tooFewRounds(final List<Fork> ok) {
      final List<String> reasons = new ArrayList<>();
      for (final Fork fork : ok) {
        final String name = fork.name().contender();
        final String baseline =
            Contender.baselineOf(name, settings.contenders(), settings.baseline());
        for (final Fork other : ok) {
          if (!name.equals(baseline) && other.name().contender().equals(baseline)) {
            final Rounds rounds =
                Rounds.of(
                    settings.gates().judged(fork, ok),
                    settings.gates().judged(other, ok),
                    settings.gates());
            if (rounds != null && !rounds.enough()) {
              reasons.add(
                  name
                      + ": "
                      + rounds.count()
                      + " of "
                      + fork.turns().count()
                      + " rounds are left to compare it with "
                      + baseline
                      + ", and it needs "
                      + Rounds.LEAST);
            }
          }
        }
      }
      return reasons;
    }

    /** What an interim look finds: why the campaign stops; null if it goes on. */
    private String look(final boolean timeUp) throws IOException {
      final Campaign campaign = CampaignReader.read(folder);
      final Stopped stopped = Stopping.decide(Result.of(campaign, Instant.now()), timeUp);
      if (stopped == null) {
        return null;
      }
      if (campaign.progress().stopped() == null) {
        stopped.write(folder);
      }
      return "the campaign stops: " + ReasonText.of(stopped, settings.design());
    }

    /** What the blocks took, without pauses between them, in s. */
    private double seconds() {
      return blocks.values().stream().mapToDouble(Blocks::seconds).sum();
    }

    private static double seconds(final List<Fork> forks) {
      final Stream<Fork> timed = forks.stream().filter(fork -> fork.started() != null);
      final List<Fork> known = timed.toList();
      if (known.isEmpty()) {
        return 0;
      }
      final Instant first = known.stream().map(Fork::started).min(Comparator.naturalOrder()).get();
      final Instant last =
          known.stream()
              .map(fork -> fork.started().plusMillis(Math.round(1e3 * fork.wallSeconds())))
              .max(Comparator.naturalOrder())
              .get();
      return Duration.between(first, last).toMillis() / 1e3;
    }

    private String left(final int complete, final int planned) {
      final double rest = seconds() / complete * (planned - complete);
      final double time =
          settings.design().stops()
              ? Math.min(rest, Math.max(0, settings.design().maxSeconds() - seconds()))
              : rest;
      return String.format(Locale.ROOT, "about %s left", Estimate.time(Math.round(time)));
    }
  }
}
