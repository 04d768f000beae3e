package org.whichjvm.collector.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.across.AcrossFixture;
import org.whichjvm.collector.cli.Cli;

/** What the next step of a search is, by the campaigns that were measured. */
class BisectTest extends AcrossFixture {
  @BeforeEach
  void ends() throws IOException {
    campaign("ends", 500, 600, "EPYC");
  }

  @Test
  void aBuildBetweenTheEndsIsNext() {
    final Cli cli = bisect("base", "one", "two", "build");
    assertEquals(0, cli.code(), cli.err());
    assertEquals("one\t2", cli.out().strip());
  }

  @Test
  void aBuildWhoseForksFailIsNotMeasuredForEver() throws IOException {
    campaign("step", 500, 600, "EPYC");
    edit("step", "-build", "\"status\":\\s*\"ok\"", "\"status\":\"failed\"");
    final Cli cli = bisect("base", "other", "build");
    assertEquals(2, cli.code(), cli.out());
    assertTrue(
        cli.err().contains("the campaign step has no block with a ratio of build to base"),
        cli.err());
  }

  @Test
  void anEndThatCouldNotKeepTheRateHasNoStepThatIsMeasuredByNoBlocks() throws IOException {
    edit("ends", "-build", "\"status\":\\s*\"ok\"", "\"status\":\"overloaded\"");
    final Cli cli = bisect("base", "other", "build");
    assertEquals(2, cli.code(), cli.out());
    assertTrue(cli.err().contains("the campaign ends has no block with a ratio"), cli.err());
  }

  @Test
  void endsThatDoNotDifferSayWhichCampaignIsInTheWayOfAnother() throws IOException {
    edit("ends", "-build", "\"status\":\\s*\"ok\"", "\"status\":\"failed\"");
    final Cli cli = bisect("base", "other", "build");
    assertEquals(2, cli.code(), cli.out());
    assertTrue(
        cli.err()
            .contains("build is not shown to differ from base (inconclusive) in the campaign ends"),
        cli.err());
  }

  private Cli bisect(final String... builds) {
    final Object[] all = new Object[builds.length + 3];
    all[0] = "bisect";
    all[1] = "--out";
    all[2] = out;
    System.arraycopy(builds, 0, all, 3, builds.length);
    return Cli.run(all);
  }
}
