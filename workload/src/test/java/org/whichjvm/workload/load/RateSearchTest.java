package org.whichjvm.workload.load;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.workload.fork.ForkFailure;

/** The greatest rate that a system keeps up with. */
class RateSearchTest {
  private int stalls;

  @ParameterizedTest
  @ValueSource(doubles = {500, 950, 1_000, 3_000})
  void itIsFoundToTwoPerCentWhateverTheWorkersDid(final double truth) {
    final double found = search(truth).run(1_000, 1);
    assertTrue(found <= truth, found + " is above " + truth);
    assertTrue(found * 1.021 >= truth, found + " is more than 2 % below " + truth);
  }

  @Test
  void aStallOfTheHostDoesNotEndIt() {
    stalls = 1;
    assertTrue(search(1_000).run(1_000, 1) > 950);
  }

  @Test
  void aSystemThatNeverKeepsUpIsToldAndEnds() {
    final String reason =
        assertThrows(ForkFailure.class, () -> search(0).run(1_000, 1)).getMessage();
    assertTrue(reason.startsWith("no rate was found that the system keeps up with"), reason);
  }

  private RateSearch search(final double truth) {
    return new RateSearch((rate, nanos) -> run(rate, truth), 1);
  }

  private RateStep run(final double rate, final double truth) {
    final boolean stalled = stalls-- == 1;
    return new RateStep(
        rate, 1, 1, 1, 0, rate <= truth && !stalled, new Histogram(2), new Histogram(2));
  }
}
