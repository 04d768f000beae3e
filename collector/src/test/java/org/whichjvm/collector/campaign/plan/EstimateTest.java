package org.whichjvm.collector.campaign.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a campaign says of how long it takes. */
class EstimateTest {
  @TempDir Path out;

  private String words(final int runs, final int blocks, final String... arguments)
      throws IOException {
    final Asking asking = new Asking(out.resolve("of" + String.join("", arguments)));
    Files.createDirectory(asking.out);
    return Estimate.words(asking.plan(arguments).asked(), 2, blocks, runs);
  }

  @Test
  void theTimeIsThatOfTheForks() throws IOException {
    assertEquals("2 contenders × 12 blocks of 1 s: about 2 min", words(0, 12));
    assertEquals("2 contenders × 1 block of 100 s: about 4 min", words(0, 1, "--preset=article"));
    assertEquals("2 contenders × 15 blocks of 120 s: about 66 min", words(0, 15, "--preset=deep"));
  }

  @Test
  void aCampaignThatStopsTakesItsTimeAtMost() throws IOException {
    assertEquals(
        "2 contenders × at most 225 blocks of 1 s: at most 30 min",
        words(0, 225, "--precision=2%"));
    assertEquals(
        "2 contenders × at most 3 blocks of 1 s: at most 24 s", words(0, 3, "--precision=3%"));
  }

  @Test
  void aForkOfContentionTakesTheTimeOfItsRuns() throws IOException {
    assertEquals(
        "2 contenders × 12 blocks of 2 runs of 200 ms: about 77 s",
        words(2, 12, "--workload=contention"));
    assertEquals(
        "2 contenders × 12 blocks of 13 runs of 200 ms: about 4 min",
        words(0, 12, "--workload=contention", "--seed=1"));
  }

  @Test
  void timesAreInTheUnitThatPeopleSay() {
    assertEquals("89 s", Estimate.time(89));
    assertEquals("2 min", Estimate.time(90));
    assertEquals("99 min", Estimate.time(5_950));
    assertEquals("2 h 05 min", Estimate.time(7_500));
  }
}
