package org.whichjvm.collector.campaign.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.whichjvm.collector.campaign.PlanFile;

/** Random complete blocks: every contender once in each block, in an order drawn for that block. */
public final class Blocks {
  private Blocks() {}

  /**
   * The lines of a plan: the same for the same arguments, on every JVM.
   *
   * @param commands of each contender, in the campaign's order; those of one are a step
   * @param from the first block of the lines
   * @param to the last
   * @param firstStep the number of their first step
   */
  public static List<PlanFile.Line> lines(
      final Map<String, List<String>> commands,
      final long seed,
      final int from,
      final int to,
      final int firstStep) {
    final List<PlanFile.Line> lines = new ArrayList<>();
    int step = firstStep;
    int block = 1;
    for (final List<String> order : orders(List.copyOf(commands.keySet()), to, seed)) {
      for (final String contender : block < from ? List.<String>of() : order) {
        for (final String command : commands.get(contender)) {
          lines.add(new PlanFile.Line(block, step, contender, command));
        }
        step++;
      }
      block++;
    }
    return lines;
  }

  /** The order of each block. */
  static List<List<String>> orders(
      final List<String> contenders, final int blocks, final long seed) {
    // java.util.Random, because its Javadoc prescribes every number; other generators may change.
    final Random random = new Random(seed);
    random.nextInt(); // Neighbouring seeds begin with almost the same number.
    final List<List<String>> orders = new ArrayList<>(blocks);
    for (int block = 1; block <= blocks; block++) {
      orders.add(shuffled(contenders, random));
    }
    return orders;
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
