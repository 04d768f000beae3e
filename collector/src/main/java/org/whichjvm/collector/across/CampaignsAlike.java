package org.whichjvm.collector.across;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Json;
import org.whichjvm.common.WrongUsage;

/** Whether two campaigns may be set beside one another. */
public final class CampaignsAlike {
  /** Each campaign draws an order of turns of its own. */
  public static final Set<String> MAY_DIFFER = Set.of(Contender.DELAY_NANOS, "turnSeed");

  private CampaignsAlike() {}

  /** Two campaigns may have run on the same machine if these agree. */
  public static List<String> machine(final Result result) {
    return Stream.of("cpuModel", "arch", "onlineCpus")
        .map(key -> Json.shown(result.host(), key))
        .toList();
  }

  /** Refuses campaigns of other parameters. */
  public static void checkSame(final Result earlier, final Result later) {
    final JsonObject before = earlier.parameters();
    final JsonObject after = later.parameters();
    for (final String key : after.keySet()) {
      if (!MAY_DIFFER.contains(key) && !after.get(key).equals(before.get(key))) {
        throw new WrongUsage(
            ("the campaigns did not measure the same: %s is %s in %s, but %s in %s; compare"
                    + " campaigns of equal settings")
                .formatted(
                    Escape.oneLine(key),
                    Json.shown(after, key),
                    later.settings().campaign(),
                    Json.shown(before, key),
                    earlier.settings().campaign()));
      }
    }
  }
}
