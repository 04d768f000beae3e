package org.whichjvm.workload.retail;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What counts as a rate that the system settles at. */
class OpenLoopTest {
  @Test
  void settledIsWhatAnsweredNearlyEverything() {
    assertTrue(OpenLoop.settled(10_000, 20, 9_950));
    assertFalse(OpenLoop.settled(10_000, 20, 9_949));
    // 20 of them came last.
    assertTrue(OpenLoop.settled(1_000, 20, 980));
    assertFalse(OpenLoop.settled(1_000, 20, 979));
  }
}
