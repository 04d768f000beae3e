package org.whichjvm.collector.campaign.fork;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/**
 * A fork as it was read from its JSON.
 *
 * @param fork what its JSON tells; null if that is unusable
 * @param latencies that it measured; empty if it has scores, null if it is not to be counted
 * @param problem why it cannot be used; null if it can
 */
public record ForkRead(
    ForkName name, Fork fork, Map<Latency, Counts> latencies, UnusableFile problem) {
  public static ForkRead of(final Path forks, final ForkName name, final String campaign)
      throws IOException {
    Fork fork = null;
    try {
      final JsonObject json = Json.read(forks.resolve(name.json()), ForkReader.SCHEMA);
      final Map<Latency, Counts> latencies = new EnumMap<>(Latency.class);
      fork = ForkReader.read(json, name, campaign, latencies);
      if (!fork.status().equals(Fork.OK)) {
        final String reason = fork.reason() == null ? "it did not say why" : fork.reason();
        throw new UnusableFile(fork.status() + ": " + reason);
      }
      return new ForkRead(name, fork, latencies, null);
    } catch (final UnusableFile exception) {
      return new ForkRead(name, fork, null, exception);
    }
  }

  public boolean isBroken() {
    return problem != null && (fork == null || fork.status().equals(Fork.OK));
  }
}
