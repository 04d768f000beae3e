package org.whichjvm.workload.gc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What gc-steal makes of pauses. */
class GcStealTest {
  @Test
  void pausesAreRankedNotInterpolated() {
    final double[] pauses = {3, 1, 2, 4};
    final List<Double> scores =
        GcSteal.scores(2, pauses, 1e6).stream()
            .map(score -> score.json().get("score").getAsDouble())
            .collect(Collectors.toList());
    assertEquals(List.of(2.0, 4.0, 4.0, 10.0, 1e6, 4.0), scores);
  }
}
