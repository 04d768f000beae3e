package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.whichjvm.collector.campaign.Contrast;
import org.whichjvm.collector.campaign.Design;
import org.whichjvm.collector.campaign.Gates;
import org.whichjvm.collector.campaign.fork.ForkScore;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.campaign.plan.CampaignSpec;
import org.whichjvm.collector.campaign.plan.CampaignWriter;
import org.whichjvm.collector.io.UserError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plan}: writes a new campaign's folder. */
@Command(
    name = "plan",
    description = "Plans a campaign: random complete blocks, one fork of every contender in each.")
final class PlanCommand implements Callable<Integer> {
  @Option(names = "--out", required = true, description = "Folder of all campaigns.")
  private Path out;

  @Option(names = "--campaign", required = true, description = "Name of the new campaign.")
  private String campaign;

  @Option(names = "--contender", required = true, description = "A contender; once for each.")
  private List<String> contenders;

  @Option(names = "--blocks", required = true, description = "Number of blocks, 1 to 10000.")
  private int blocks;

  @Option(names = "--seed", required = true, description = "Seed of the order inside the blocks.")
  private long seed;

  @Option(names = "--baseline", required = true, description = "The contender to compare with.")
  private String baseline;

  @Option(
      names = "--margin",
      defaultValue = "3%",
      description = "What counts as no difference (default: ${DEFAULT-VALUE}).")
  private String margin;

  @Option(
      names = "--decide",
      description =
          "Percentiles to decide (default: p50,p90,p99,p99.9,p99.99), or scores, as adjacent or"
              + " adjacent@2 (default: all, but pause-p99 and pause-max); the fewer, the surer.")
  private String decide;

  @Option(
      names = "--precision",
      description = "Stop when every comparison is decided or its interval is within it, as in 2%.")
  private String precision;

  @Option(names = "--max-time", description = "Stop after so many seconds; with --precision.")
  private Integer maxTime;

  @Option(
      names = "--gate",
      paramLabel = "NAME=LIMIT|off",
      description =
          "What sets a fork aside: floor-in-fork=1.25, floor-in-block=1.5, throttled-share=0.001,"
              + " steal-share=0.02, waiting-share=0.25, jit-share=0.5, overloaded=on; repeatable.")
  private List<String> gates = List.of();

  @Option(
      names = "--retries",
      description =
          "Blocks that may be run once more because a fork was set aside (default: a quarter of the"
              + " blocks; none with --precision).")
  private Integer retries;

  @Option(
      names = "--contrast",
      paramLabel = "SCORE/SCORE",
      description =
          "Two scores of each fork to compare, as adjacent/padded, or with their threads as in"
              + " add@2/add@1; repeatable.")
  private List<String> contrasts = List.of();

  @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A setting to keep; repeatable.")
  private List<String> settings = List.of();

  @Override
  public Integer call() throws IOException {
    final CampaignSpec spec =
        CampaignSpec.checked(
            campaign,
            contenders,
            blocks,
            seed,
            baseline,
            design(),
            gates(),
            contrasts(),
            settings());
    CampaignWriter.create(out, spec, Instant.now());
    return Exit.OK;
  }

  /** What the forks will run; null if nobody said. */
  private String workload() {
    return settings().get("workload");
  }

  private List<Contrast> contrasts() {
    if (!contrasts.isEmpty() && workload() != null && !ForkScore.WORKLOADS.contains(workload())) {
      throw new UserError(
          "--contrast compares two scores of a fork, and "
              + workload()
              + " has none; use it with --workload contention");
    }
    return Contrast.parse("--contrast", contrasts);
  }

  private Gates gates() {
    // Its range is checked later, with a sentence of its own.
    final int valid = Math.max(1, Math.min(blocks, Names.MAX_BLOCKS));
    return Gates.of(gates, retries, valid, precision != null);
  }

  private Design design() {
    if ((precision == null) != (maxTime == null) || (maxTime != null && maxTime < 1)) {
      throw new UserError("--precision and --max-time SECONDS, at least 1, belong together");
    }
    final Design fixed = decided(Design.FIXED.withMargin(Design.share("--margin", margin)));
    return precision == null
        ? fixed
        : fixed.stopping(Design.share("--precision", precision), maxTime, blocks);
  }

  private Design decided(final Design design) {
    if (workload() != null && ForkScore.WORKLOADS.contains(workload())) {
      return design.decidingScores(decide == null ? Set.of() : Design.scores("--decide", decide));
    }
    return decide == null ? design : design.deciding(Design.percentiles("--decide", decide));
  }

  private Map<String, String> settings() {
    final Map<String, String> result = new LinkedHashMap<>();
    for (final String setting : settings) {
      final int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new UserError("--set '" + setting + "' is not KEY=VALUE; write --set rate=100000");
      }
      final String key = setting.substring(0, equals);
      if (result.put(key, setting.substring(equals + 1)) != null) {
        throw new UserError("--set " + key + " is there twice; give each setting once");
      }
    }
    return result;
  }
}
