package org.whichjvm.collector.campaign.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.campaign.fork.ForkName;

class PlanTest {
  private static final List<String> CONTENDERS = List.of("a", "b", "c", "d");

  @Test
  void everyBlockHasEveryContenderOnce() {
    final Map<Integer, List<ForkName>> blocks =
        Plan.of(CONTENDERS, 50, 7).stream().collect(Collectors.groupingBy(ForkName::block));

    assertEquals(50, blocks.size());
    for (int block = 1; block <= 50; block++) {
      final List<ForkName> forks = blocks.get(block);
      assertEquals(
          Set.copyOf(CONTENDERS),
          forks.stream().map(ForkName::contender).collect(Collectors.toSet()));
    }
  }

  @Test
  void theSameSeedIsTheSamePlan() {
    assertEquals(Plan.of(CONTENDERS, 30, 42), Plan.of(CONTENDERS, 30, 42));
  }

  @Test
  void thePlanOfASeedNeverChanges() {
    // Computed apart from java.util.Random, from the formulas in its Javadoc.
    final String order =
        Plan.of(CONTENDERS, 4, 42).stream().map(ForkName::contender).collect(Collectors.joining());
    assertEquals("bcdacadbdabcbacd", order);
  }

  @Test
  void anotherSeedIsAnotherPlan() {
    assertNotEquals(Plan.of(CONTENDERS, 30, 42), Plan.of(CONTENDERS, 30, 43));
  }

  @Test
  void neighbouringSeedsDoNotBeginAlike() {
    final Set<String> first = new HashSet<>();
    for (long seed = 1; seed <= 100; seed++) {
      first.add(
          Plan.of(CONTENDERS, 1, seed).stream()
              .map(ForkName::contender)
              .collect(Collectors.joining()));
    }
    assertTrue(first.size() > 20, "of 24 orders, only " + first);
  }

  @Test
  void everyContenderIsAtEveryPositionAboutEquallyOften() {
    final long seed = System.nanoTime();
    final Map<String, Integer> times = new HashMap<>();
    final List<ForkName> plan = Plan.of(CONTENDERS, 8_000, seed);
    for (int i = 0; i < plan.size(); i++) {
      times.merge(i % 4 + plan.get(i).contender(), 1, Integer::sum);
    }
    assertEquals(16, times.size());
    // 2,000 expected, standard deviation 39: 7 of them is less than one false alarm in 10^10.
    times.forEach((place, n) -> assertEquals(2_000, n, 270, () -> place + " with seed " + seed));
  }
}
