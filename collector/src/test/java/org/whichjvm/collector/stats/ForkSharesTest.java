package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Many things that forks have or not: how often one goes with a group by chance, and for a reason.
 */
class ForkSharesTest {
  private static final double LEVEL = 0.05;

  private static BitSet first(final int some) {
    final BitSet set = new BitSet();
    set.set(0, some);
    return set;
  }

  /** Things that forks have by chance, many of them together. */
  private static List<BitSet> things(final Random random, final int forks) {
    final List<BitSet> things = new ArrayList<>();
    for (int group = 0; group < 40; group++) {
      final double share = random.nextDouble();
      final BitSet one = new BitSet();
      for (int fork = 0; fork < forks; fork++) {
        one.set(fork, random.nextDouble() < share);
      }
      things.add(one);
      final BitSet near = (BitSet) one.clone();
      near.flip(random.nextInt(forks));
      things.add(near);
      things.add((BitSet) one.clone());
    }
    return things;
  }

  @Test
  void nothingIsFoundByChanceInMoreThanOneOfTwenty() {
    final long seed = System.nanoTime();
    System.out.println("seed " + seed);
    final Random random = new Random(seed);
    final int times = 1_000;
    int any = 0;
    for (int i = 0; i < times; i++) {
      final int some = 3 + random.nextInt(10);
      final List<BitSet> things = things(random, 24);
      final ForkShares shares = new ForkShares(first(some), 24, things);
      any += things.stream().anyMatch(shares::found) ? 1 : 0;
    }
    assertTrue(any <= times * (LEVEL + 4 * Math.sqrt(LEVEL * 0.95 / times)), any + " of " + times);
  }

  @Test
  void whatGoesWithAGroupIsFound() {
    final Random random = new Random(7);
    for (int i = 0; i < 50; i++) {
      final List<BitSet> things = things(random, 36);
      // Nine of eleven have it, and none of the other 25.
      things.add(first(9));
      final ForkShares shares = new ForkShares(first(11), 36, things);
      assertTrue(shares.found(first(9)));
      assertEquals(9, ForkShares.inBoth(first(9), first(11)));
    }
  }

  @Test
  void fishersPIsThatOfTheTeaTasting() {
    // "The Design of Experiments", 1935: all eight cups right by chance in one of 70, two-sided
    // two.
    final ForkShares tea = new ForkShares(first(4), 8, List.of(first(4)));
    assertEquals(2.0 / 70, tea.p(first(4)), 1e-12);
    assertTrue(tea.found(first(4)));
  }

  @Test
  void whatCouldNeverBeFoundIsNoQuestion() {
    final List<BitSet> things = new ArrayList<>();
    for (int fork = 0; fork < 8; fork++) {
      things.add(new BitSet());
      things.get(fork).set(fork);
    }
    things.add(first(4));
    assertTrue(new ForkShares(first(4), 8, things).found(first(4)));
    final List<BitSet> couldBe = new ArrayList<>(things);
    for (int fork = 1; fork < 5; fork++) {
      final BitSet other = new BitSet();
      other.set(fork, fork + 4);
      couldBe.add(other);
    }
    // Each of these could have been found, so that there are four questions at a level of 1.25 %.
    assertFalse(new ForkShares(first(4), 8, couldBe).found(first(4)));
  }

  @Test
  void withoutAGroupNothingGoesWithIt() {
    assertFalse(new ForkShares(new BitSet(), 8, List.of(first(4))).found(first(4)));
    assertFalse(new ForkShares(first(8), 8, List.of(first(4))).found(first(4)));
  }
}
