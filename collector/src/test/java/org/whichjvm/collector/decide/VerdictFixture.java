package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.plan.PlannedFixture;
import org.whichjvm.common.Percentile;

/** A campaign of known forks, and what the command line makes of it. */
abstract class VerdictFixture {
  static final int BLOCKS = 12;

  @TempDir Path out;

  Path campaign;

  void campaign(final IntToLongFunction otherNs) throws IOException {
    plan();
    forks(otherNs);
  }

  final Random noise = new Random(3);

  @BeforeEach
  void folder() {
    campaign = out.resolve("c");
  }

  void plan(final String... more) throws IOException {
    final List<String> args = new ArrayList<>();
    args.addAll(List.of("--out", out.toString(), "--campaign", "c"));
    args.addAll(List.of("--seed", "1", "--baseline", "base"));
    args.addAll(List.of("--contender", "base", "--contender", "other"));
    args.addAll(List.of(more));
    if (!args.contains("--blocks")) {
      args.addAll(List.of("--blocks", Integer.toString(BLOCKS)));
    }
    final Cli cli = PlannedFixture.run(args.toArray());
    assertEquals(0, cli.code(), cli.err());
  }

  void forks(final IntToLongFunction otherNs) throws IOException {
    forks(otherNs, BLOCKS);
  }

  void forks(final IntToLongFunction otherNs, final int blocks) throws IOException {
    plainForks(1, blocks, otherNs);
  }

  void plainForks(final int first, final int last, final IntToLongFunction otherNs)
      throws IOException {
    for (int block = first; block <= last; block++) {
      fork(block, "base", 500 + noise.nextInt(3), 100);
      fork(block, "other", otherNs.applyAsLong(block) + noise.nextInt(3), 100);
    }
  }

  /** A fork whose percentiles from p99.9 on rest on so many events. */
  void fork(final int block, final String contender, final long ns, final int events)
      throws IOException {
    final ForkFixture fork = ForkFixture.typical(campaign, block, contender, ns).write();
    for (final Latency latency : Latency.values()) {
      final JsonObject json = new JsonObject();
      Percentile.REPORTED.forEach(
          each -> json.addProperty(each.key, each.compareTo(Percentile.P99) > 0 ? events : 100));
      fork.json.getAsJsonObject(latency.key).add("events", json);
    }
    fork.writeJson();
  }

  Cli report() throws IOException {
    final Cli cli = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(0, cli.code(), cli.err() + cli.out());
    assertEquals(
        List.of(),
        Schemas.validate(Schemas.RESULT, Files.readString(campaign.resolve("result.json"))));
    return cli;
  }

  JsonObject result() throws IOException {
    return Cli.json(campaign.resolve("result.json"));
  }

  String verdict(final String contender, final String latency, final String percentile)
      throws IOException {
    return comparison(contender, latency, percentile).get("verdict").getAsString();
  }

  JsonObject comparison(final String contender, final String latency, final String percentile)
      throws IOException {
    for (final JsonElement element : result().getAsJsonArray("comparisons")) {
      final JsonObject each = element.getAsJsonObject();
      if (each.get("contender").getAsString().equals(contender)
          && each.get("latency").getAsString().equals(latency)
          && each.get("percentile").getAsString().equals(percentile)) {
        return each;
      }
    }
    throw new AssertionError("no comparison of " + contender);
  }
}
