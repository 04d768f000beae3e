package org.whichjvm.workload.contention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.whichjvm.common.WrongUsage;

/** What contention runs: which benchmarks, with how many threads, in which order. */
class ContentionTest {
  @Test
  void byDefaultThreadsDoubleUpToAllCpus() {
    assertEquals(List.of(1), Contention.threadCounts(null, 1));
    assertEquals(List.of(1, 2), Contention.threadCounts(null, 2));
    assertEquals(List.of(1, 2, 4, 8), Contention.threadCounts(null, 8));
    assertEquals(List.of(1, 2, 4, 8, 16, 32, 64, 80), Contention.threadCounts(null, 80));
  }

  @Test
  void askedNumbersAreSortedAndMaxIsAllCpus() {
    assertEquals(List.of(2, 3, 6), Contention.threadCounts(List.of("max", "3", "2", "6"), 6));
  }

  @Test
  void moreThreadsThanCpusOrNoneAreRefused() {
    for (final String wrong : List.of("0", "-1", "5", "two", "", "9999999999")) {
      final WrongUsage refused =
          assertThrows(
              WrongUsage.class, () -> Contention.threadCounts(Collections.singletonList(wrong), 4));
      assertTrue(
          refused
              .getMessage()
              .startsWith("--threads is " + wrong + "; each number goes from 1 to 4"),
          refused.getMessage());
    }
  }

  @Test
  void anUnknownBenchmarkIsRefusedWithAllNames() {
    final WrongUsage refused = assertThrows(WrongUsage.class, () -> ContentionBenchmark.of("swap"));
    for (final ContentionBenchmark each : ContentionBenchmark.values()) {
      assertTrue(refused.getMessage().contains(each.toString()), refused.getMessage());
      assertEquals(each, ContentionBenchmark.of(each.toString()));
    }
  }

  @Test
  void contendedOnesNeedTwoThreadsAndPairsTakeNoMore() {
    final List<Integer> counts = Arrays.asList(1, 2, 4);
    assertEquals(counts, ContentionBenchmark.CAS.threads(counts));
    assertEquals(List.of(2, 4), ContentionBenchmark.CAS_CONTENDED.threads(counts));
    assertEquals(List.of(2), ContentionBenchmark.ADJACENT.threads(counts));
  }

  @Test
  void eachForkHasAnOrderOfItsOwnAndNoneIsPreferred() {
    int straight = 0;
    for (int fork = 0; fork < 1000; fork++) {
      final List<Integer> order = Contention.order(2, fork);
      assertEquals(Set.of(0, 1), new HashSet<>(order));
      assertEquals(order, Contention.order(2, fork));
      straight += 1 - order.get(0);
    }
    assertTrue(straight > 400 && straight < 600, straight + " of 1000");
  }
}
