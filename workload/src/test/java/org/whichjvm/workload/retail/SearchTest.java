package org.whichjvm.workload.retail;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.workload.fork.ForkFailure;

/** The greatest rate that a system settles at. */
class SearchTest {
  private int stalls;

  @ParameterizedTest
  @ValueSource(doubles = {500, 950, 1_000, 3_000})
  void itIsFoundToTwoPerCentWhateverTheWorkersDid(final double truth) {
    final double found = search(truth).max(1_000);
    assertTrue(found <= truth, found + " is above " + truth);
    assertTrue(found * 1.021 >= truth, found + " is more than 2 % below " + truth);
  }

  @Test
  void aStallOfTheHostDoesNotEndIt() {
    stalls = 1;
    assertTrue(search(1_000).max(1_000) > 950);
  }

  @Test
  void aSystemThatNeverSettlesIsToldAndEnds() {
    final String reason = assertThrows(ForkFailure.class, () -> search(0).max(1_000)).getMessage();
    assertTrue(reason.startsWith("no rate was found that the system settles at"), reason);
  }

  @Test
  void settledIsWhatAnsweredNearlyEverything() {
    assertTrue(step(100, 10_000, 9_950).settled());
    assertFalse(step(100, 10_000, 9_949).settled());
    // 20 of them came last.
    assertTrue(step(100, 1_000, 980).settled());
    assertFalse(step(100, 1_000, 979).settled());
  }

  private Search search(final double truth) {
    return new Search(rate -> run(rate, truth), rate -> run(rate, truth));
  }

  private Step run(final double rate, final double truth) {
    final boolean stalled = stalls-- == 1;
    return step(rate, 1_000, rate <= truth && !stalled ? 1_000 : 900);
  }

  static Step step(final double rate, final long injected, final long answered) {
    return new Step(rate, injected, 20, answered, new Histogram(2), new Histogram(2));
  }
}
