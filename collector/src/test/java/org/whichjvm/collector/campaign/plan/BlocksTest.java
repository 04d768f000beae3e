package org.whichjvm.collector.campaign.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.campaign.PlanFile;

class BlocksTest {
  private static final List<String> CONTENDERS = List.of("a", "b", "c", "d");

  @Test
  void everyBlockHasEveryContenderOnce() {
    for (final List<String> block : Blocks.orders(CONTENDERS, 50, 7)) {
      assertEquals(4, block.size());
      assertEquals(Set.copyOf(CONTENDERS), Set.copyOf(block));
    }
  }

  @Test
  void theSameSeedIsTheSamePlanAndAnotherSeedIsAnother() {
    assertEquals(Blocks.orders(CONTENDERS, 30, 42), Blocks.orders(CONTENDERS, 30, 42));
    assertNotEquals(Blocks.orders(CONTENDERS, 30, 42), Blocks.orders(CONTENDERS, 30, 43));
  }

  @Test
  void thePlanOfASeedNeverChanges() {
    // Computed apart from java.util.Random, from the formulas in its Javadoc.
    assertEquals("bcdacadbdabcbacd", text(Blocks.orders(CONTENDERS, 4, 42)));
  }

  private static String text(final List<List<String>> orders) {
    return String.join("", orders.stream().map(order -> String.join("", order)).toList());
  }

  @Test
  void neighbouringSeedsDoNotBeginAlike() {
    final Set<String> first = new HashSet<>();
    for (long seed = 1; seed <= 100; seed++) {
      first.add(text(Blocks.orders(CONTENDERS, 1, seed)));
    }
    assertTrue(first.size() > 20, "of 24 orders, only " + first);
  }

  @Test
  void everyContenderIsAtEveryPlaceAboutEquallyOften() {
    final long seed = System.nanoTime();
    final Map<String, Integer> times = new HashMap<>();
    for (final List<String> order : Blocks.orders(CONTENDERS, 8_000, seed)) {
      for (int i = 0; i < 4; i++) {
        times.merge(i + order.get(i), 1, Integer::sum);
      }
    }
    assertEquals(16, times.size());
    // 2,000 expected, standard deviation 39: 7 of them is less than one false alarm in 10^10.
    times.forEach((place, n) -> assertEquals(2_000, n, 270, () -> place + " with seed " + seed));
  }

  @Test
  void theCommandsOfOneContenderAreOneStepAndStepsFollowOneAnother() {
    final Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put("a", List.of("commands/fork/a"));
    commands.put("b-to-c", List.of("commands/producer/b-to-c", "commands/consumer/b-to-c"));
    final List<PlanFile.Line> lines = Blocks.lines(commands, 1, 1, 2, 1);
    assertEquals(6, lines.size());
    for (final PlanFile.Line line : lines) {
      final long ofStep = lines.stream().filter(each -> each.step() == line.step()).count();
      assertEquals(line.contender().equals("a") ? 1 : 2, ofStep);
    }
    assertEquals(
        List.of(1, 2, 3, 4), lines.stream().map(PlanFile.Line::step).distinct().sorted().toList());
  }

  @Test
  void aLongerPlanBeginsAsAShorterOne() {
    final Map<String, List<String>> commands = Map.of("a", List.of("x"), "b", List.of("y"));
    final List<PlanFile.Line> all = Blocks.lines(commands, 5, 1, 9, 1);
    assertEquals(all.subList(12, 18), Blocks.lines(commands, 5, 7, 9, 13));
  }
}
