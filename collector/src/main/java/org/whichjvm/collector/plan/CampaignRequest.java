package org.whichjvm.collector.plan;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.collector.model.Search;
import org.whichjvm.collector.model.Within;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.common.WrongUsage;

/**
 * {@code asked.json}: the request for a campaign, before it is known what of it can run here. It is
 * gone once campaign.json is there.
 *
 * @param contenders in the order of the report
 * @param options as somebody gave them, with a seed
 * @param confines what forks have of memory, network and folders that is not usual
 */
public record CampaignRequest(
    String campaign,
    Execution execution,
    Purpose purpose,
    List<String> contenders,
    CompareOptions options,
    Limits limits,
    Planner.Runner runner,
    Map<String, String> confines) {
  private static final String SCHEMA = "whichjvm.asked/2";

  static final String FILE = "asked.json";

  /**
   * What a campaign is for beside comparing; null is what it is not for.
   *
   * @param found the winner of a race, which it confirms
   */
  record Purpose(CampaignSettings.Question study, Search.Found found, Calibrate calibration) {}

  /**
   * How long a campaign may be.
   *
   * @param blocks null for as many as fit into the time
   * @param precision a share to which all is known when it stops by itself; null, as {@code
   *     maxSeconds}, if it does not
   * @param retries null for the usual number
   */
  record Limits(Integer blocks, Double precision, Integer maxSeconds, Integer retries) {}

  /**
   * A campaign of one JVM against itself.
   *
   * @param effect of each message, in ns; null for 5 % of the p50 of a first fork
   * @param contenders of each kind
   */
  public record Calibrate(Long effect, int contenders) {}

  CampaignRequest with(final Execution changed) {
    return new CampaignRequest(
        campaign, changed, purpose, contenders, options, limits, runner, confines);
  }

  long seed() {
    return Long.parseLong(options.seed);
  }

  Workload workload() {
    return Workload.of(execution.workload());
  }

  boolean byTurns() {
    return execution.interleave() == Interleave.TURNS;
  }

  /** Whether its contenders are all that the runner has, because nobody named one. */
  boolean usual() {
    return options.contenders.isEmpty();
  }

  boolean searches() {
    return options.race && purpose.found == null;
  }

  /** The part of a race that this is; null for another campaign. */
  Search raced() {
    return options.race || purpose.found != null
        ? new Search(options.within.stream().map(Within::of).toList(), purpose.found)
        : null;
  }

  /** Whether a campaign has more than checks: it waits for their outcome no more. */
  public static boolean hasBegun(final Path folder) {
    return !Files.exists(folder.resolve(FILE));
  }

  /** Whether block 0 has a fork, whose result is kept, and not only checks. */
  public static boolean beginsWithFork(final Path folder) throws IOException {
    return !hasBegun(folder) && read(folder).needsFirstFork();
  }

  void write(final Path folder) throws IOException {
    final JsonObject json = Json.tree(this).getAsJsonObject();
    json.addProperty("schema", SCHEMA);
    AtomicFiles.write(folder.resolve(FILE), Json.write(json));
  }

  static CampaignRequest read(final Path folder) throws IOException {
    try {
      return Json.record(Json.read(folder.resolve(FILE), SCHEMA), CampaignRequest.class);
    } catch (final UnusableFile exception) {
      throw new WrongUsage(
          folder.resolve(FILE) + " " + exception.getMessage() + "; start the campaign anew");
    }
  }

  /** Whether one JVM may refuse what a contender has, and another take it. */
  boolean hasOwn(final String name) {
    final Contender contender = Contender.of(name);
    return contender.memory() != null
        || contender.waitStrategy() != null
        || contender.hasFlags()
        || contender.app() != null
        || !execution.javaOptions().isBlank()
        // A server need not start on every JVM, and each is as fast as it is.
        || workload().underLoad()
        || Values.last("--wait", execution.options()) != null
        || Values.last("--queue-memory", execution.options()) != null;
  }

  /** Whether a fork is run first, from which a calibration takes its effect. */
  boolean needsFirstFork() {
    return purpose.calibration != null && purpose.calibration.effect() == null;
  }
}
