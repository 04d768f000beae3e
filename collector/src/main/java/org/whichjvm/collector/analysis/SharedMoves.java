package org.whichjvm.collector.analysis;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.stats.Groups;
import org.whichjvm.collector.stats.Medians;

/**
 * How far each fork lies from its contender's usual p50 service time, and how much of that is its
 * own: what the other contenders of its block share is the host's doing.
 *
 * @param own the own part of each contender's forks by their blocks, as a logarithm
 * @param byBlock the median move of a block's contenders, as a logarithm, of those blocks in which
 *     a move of a contender was shared by the others
 */
record SharedMoves(Map<String, Map<Integer, Double>> own, Map<Integer, Double> byBlock) {
  /** Of the forks of each contender, none of which is empty. */
  static SharedMoves of(final List<List<Fork>> contenders) {
    final Map<String, Map<Integer, Double>> logs = new LinkedHashMap<>();
    for (final List<Fork> forks : contenders) {
      final Map<Integer, Double> its = new TreeMap<>();
      forks.forEach(fork -> its.put(fork.name().block(), Math.log(fork.p50())));
      logs.put(forks.get(0).name().contender(), its);
    }
    // Twice: a contender's median may lie in another of the host's states than that of the others.
    final Map<Integer, Double> first = common(centred(logs, Map.of()));
    final Map<String, Map<Integer, Double>> moves = centred(logs, first);
    final Map<String, Map<Integer, Double>> own = new HashMap<>();
    final TreeSet<Integer> shared = new TreeSet<>();
    for (final Map.Entry<String, Map<Integer, Double>> each : moves.entrySet()) {
      final Map<String, Map<Integer, Double>> others = new LinkedHashMap<>(moves);
      others.remove(each.getKey());
      own.put(each.getKey(), own(each.getValue(), common(others), shared));
    }
    final Map<Integer, Double> byBlock = new TreeMap<>(common(moves));
    byBlock.keySet().retainAll(shared);
    return new SharedMoves(own, byBlock);
  }

  /** Each contender's logarithms less those of the blocks, and less their median then. */
  private static Map<String, Map<Integer, Double>> centred(
      final Map<String, Map<Integer, Double>> logs, final Map<Integer, Double> ofBlocks) {
    final Map<String, Map<Integer, Double>> centred = new LinkedHashMap<>();
    logs.forEach(
        (name, its) -> {
          final double median =
              Medians.of(
                  its.entrySet().stream()
                      .mapToDouble(
                          each -> each.getValue() - ofBlocks.getOrDefault(each.getKey(), 0.0)));
          final Map<Integer, Double> moves = new TreeMap<>();
          its.forEach((block, log) -> moves.put(block, log - median));
          centred.put(name, moves);
        });
    return centred;
  }

  /** The median over the contenders of each block. */
  private static Map<Integer, Double> common(final Map<String, Map<Integer, Double>> moves) {
    final TreeSet<Integer> blocks = new TreeSet<>();
    moves.values().forEach(each -> blocks.addAll(each.keySet()));
    final Map<Integer, Double> common = new TreeMap<>();
    blocks.forEach(
        block ->
            common.put(
                block,
                Medians.of(
                    moves.values().stream()
                        .filter(each -> each.containsKey(block))
                        .mapToDouble(each -> each.get(block)))));
    return common;
  }

  /**
   * The own part of a contender's moves. The others share its moves only if they move twice as
   * often, and more, in the blocks in which it does: modes of two contenders meet by chance too.
   */
  private static Map<Integer, Double> own(
      final Map<Integer, Double> moves,
      final Map<Integer, Double> others,
      final TreeSet<Integer> shared) {
    final Map<Integer, Double> own = new HashMap<>();
    final TreeSet<Integer> together = new TreeSet<>();
    int moved = 0;
    int othersAlone = 0;
    for (final Map.Entry<Integer, Double> each : moves.entrySet()) {
      final double move = each.getValue();
      final double other = others.getOrDefault(each.getKey(), 0.0);
      final double rest = between(move, move - other);
      own.put(each.getKey(), rest);
      moved += far(move) ? 1 : 0;
      othersAlone += far(other) && !far(move) ? 1 : 0;
      if (far(move) && !far(rest)) {
        together.add(each.getKey());
      }
    }
    if (together.size() * (moves.size() - moved) <= 2 * othersAlone * moved) {
      return moves;
    }
    shared.addAll(together);
    return own;
  }

  /** The part of a move that is left, which is no larger than the move, and in its direction. */
  private static double between(final double move, final double rest) {
    return Medians.of(Arrays.stream(new double[] {0, move, rest}));
  }

  private static boolean far(final double move) {
    return Math.abs(move) >= Groups.LEAST_GAP;
  }

  double own(final Fork fork) {
    return own.get(fork.name().contender()).get(fork.name().block());
  }
}
