package org.whichjvm.collector.campaign.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.campaign.ForkFixture;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.KeptJson;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.Percentile;

class ForkReaderTest {
  @TempDir Path out;
  private Path campaign;

  @BeforeEach
  void anEmptyCampaign() throws IOException {
    campaign = Files.createDirectory(out.resolve("c"));
  }

  @Test
  void everyFieldIsRead() throws Exception {
    final Fork fork =
        read(ForkFixture.typical(campaign, 2, "a", 500).events(Percentile.P99_9, 3).write());

    assertEquals(Instant.parse("2026-11-21T12:20:00.590510Z"), fork.end().started());
    assertEquals(4.5, fork.end().wallSeconds());
    assertEquals(135.2, fork.floor().before());
    assertEquals(136.0, fork.floor().after());
    assertEquals(135.6, fork.floorNs(), 1e-9);
    assertEquals(2, fork.measured().disturbances().get(Disturbances.COMPILER_MILLIS));
    assertEquals(0.5, fork.measured().disturbances().get(Disturbances.VM_THREADS_MILLIS));
    assertEquals(1, fork.measured().disturbances().get(Disturbances.OTHER_THREADS_MILLIS));
    assertFalse(fork.byTurns());
    assertEquals(
        Map.of(
            Percentile.P50, 5_000L,
            Percentile.P90, 1_000L,
            Percentile.P99, 100L,
            Percentile.P99_9, 3L,
            Percentile.P99_99, 1L),
        fork.summaries().get(Latency.RESPONSE).events());
  }

  @Test
  void whatAForkDoesNotSayIsUnknown() throws Exception {
    final ForkFixture fixture = ForkFixture.typical(campaign, 2, "a", 500).write();
    for (final String key :
        new String[] {"started", "wallSeconds", "floorNs", "disturbances", "warmUp"}) {
      fixture.json.remove(key);
    }
    final Fork fork = read(fixture.writeJson());

    assertNull(fork.end().started());
    assertEquals(Double.NaN, fork.end().wallSeconds());
    assertEquals(Double.NaN, fork.floor().before());
    assertEquals(Double.NaN, fork.floor().after());
    assertFalse(fork.measured().disturbances().any(Disturbances.of(Disturbances.Of.JVM)));
    assertFalse(fork.measured().disturbances().any(Disturbances.of(Disturbances.Of.HOST)));
    assertTrue(fork.measured().attribution().isEmpty());
    assertNull(fork.measured().memory());
  }

  @Test
  void partsThatAreEqualAreKeptOnce() throws Exception {
    final KeptJson kept = new KeptJson();
    final Fork one = read(ForkFixture.typical(campaign, 2, "a", 500).write()).keptIn(kept);
    final Fork other = read(ForkFixture.typical(campaign, 2, "a", 500).write()).keptIn(kept);
    assertTrue(
        one.setup().jvm() == other.setup().jvm() && one.setup().host() == other.setup().host());
  }

  private Fork read(final ForkFixture fixture) throws UnusableFile, IOException {
    return ForkReader.read(
        Json.read(fixture.jsonFile(), ForkReader.SCHEMA), new ForkName(2, "a"), "c");
  }
}
