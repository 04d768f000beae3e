package org.whichjvm.collector.campaign.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.whichjvm.collector.campaign.fork.ForkName;

/** Random complete blocks: every contender once in each block, in an order drawn for that block. */
public final class Plan {
  private Plan() {}

  /** The forks in the order they are to run: the same for the same arguments, on every JVM. */
  public static List<ForkName> of(
      final List<String> contenders, final int blocks, final long seed) {
    // java.util.Random, because its Javadoc prescribes every number; other generators may change.
    final Random random = new Random(seed);
    random.nextInt(); // Neighbouring seeds begin with almost the same number.
    final List<ForkName> forks = new ArrayList<>(blocks * contenders.size());
    for (int block = 1; block <= blocks; block++) {
      final List<String> order = shuffled(contenders, random);
      for (int i = 0; i < order.size(); i++) {
        forks.add(new ForkName(block, order.get(i)));
      }
    }
    return forks;
  }

  // Fisher-Yates as in Knuth, TAOCP 2, 3.4.2 P; Collections.shuffle does not promise its draws.
  private static List<String> shuffled(final List<String> contenders, final Random random) {
    final List<String> order = new ArrayList<>(contenders);
    for (int i = order.size() - 1; i > 0; i--) {
      Collections.swap(order, i, random.nextInt(i + 1));
    }
    return order;
  }
}
