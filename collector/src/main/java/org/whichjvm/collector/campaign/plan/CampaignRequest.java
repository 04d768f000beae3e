package org.whichjvm.collector.campaign.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.campaign.CampaignSettings;
import org.whichjvm.collector.campaign.Execution;
import org.whichjvm.collector.campaign.Search;
import org.whichjvm.collector.campaign.Within;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Workload;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.io.UserError;

/**
 * {@code asked.json}: the request for a campaign, before it is known what of it can run here. It is
 * gone once campaign.json is there.
 *
 * @param study null without one
 * @param contenders in the order of the report
 * @param usual whether these are all that the runner has, because nobody named one
 * @param options as somebody gave them
 * @param blocks null for as many as fit into the time
 * @param precision as a share; null, as {@code maxSeconds}, for a campaign that does not stop by
 *     itself
 * @param retries null for the usual number
 * @param found the winner of a race, which this campaign confirms; null for another
 * @param confines what forks have of memory, network and folders that is not usual
 * @param calibration null unless this is one
 */
public record CampaignRequest(
    String schema,
    String campaign,
    long seed,
    Execution execution,
    CampaignSettings.Question study,
    List<String> contenders,
    boolean usual,
    CompareOptions options,
    Integer blocks,
    Double precision,
    Integer maxSeconds,
    Integer retries,
    Search.Found found,
    Planner.Runner runner,
    Map<String, String> confines,
    Calibrate calibration) {
  static final String SCHEMA = "whichjvm.asked/1";

  private static final String FILE = "asked.json";

  /**
   * A campaign of one JVM against itself.
   *
   * @param effect of each message, in ns; null for 5 % of the p50 of a first fork
   * @param contenders of each kind
   */
  public record Calibrate(Long effect, int contenders) {}

  boolean searches() {
    return options.race && found == null;
  }

  /** The part of a race that this is; null for another campaign. */
  Search raced() {
    return searches() || found != null
        ? new Search(options.within.stream().map(Within::of).toList(), found)
        : null;
  }

  static boolean isIn(final Path folder) {
    return Files.exists(folder.resolve(FILE));
  }

  void write(final Path folder) throws IOException {
    AtomicFiles.write(folder.resolve(FILE), Json.write(Json.tree(this)));
  }

  static CampaignRequest read(final Path folder) throws IOException {
    try {
      return Json.record(Json.read(folder.resolve(FILE), SCHEMA), CampaignRequest.class);
    } catch (final UnusableFile exception) {
      throw new UserError(
          folder.resolve(FILE) + " " + exception.getMessage() + "; start the campaign anew");
    }
  }

  static void delete(final Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(FILE));
  }

  /** Whether one JVM may refuse what a contender has, and another take it. */
  boolean hasOwn(final String name) {
    final Contender contender = Contender.of(name);
    return contender.memory() != null
        || contender.waitStrategy() != null
        || contender.hasFlags()
        || contender.app() != null
        || !execution.javaOptions().isBlank()
        || Values.last("--wait", execution.options()) != null
        || Values.last("--queue-memory", execution.options()) != null;
  }

  /** Whether a fork is run first, from which a calibration takes its effect. */
  boolean needsFirstFork() {
    return calibration != null && calibration.effect() == null;
  }

  boolean hasScores() {
    return Workload.of(execution.workload()).hasScores();
  }
}
