package org.whichjvm.collector;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The forks of a variant beside those of the baseline, a pair for each block in which both count.
 *
 * @param variant the variant
 * @param baseline what it is compared with
 * @param forks of both, in the order of the blocks
 * @param variantOverloaded forks of the variant that could not keep the rate
 * @param baselineOverloaded forks of the baseline that could not
 */
record Pairs(
    String variant,
    String baseline,
    List<Pair> forks,
    int variantOverloaded,
    int baselineOverloaded) {
  /**
   * Two forks of one block.
   *
   * @param variant the variant's
   * @param baseline the baseline's
   */
  record Pair(Fork variant, Fork baseline) {
    int block() {
      return variant.name().block();
    }
  }

  /** The pairs of the blocks up to {@code lastBlock}. */
  static Pairs of(final VariantForks variant, final VariantForks baseline, final int lastBlock) {
    final Map<Integer, Fork> baselines = new TreeMap<>();
    baseline.ok().forEach(fork -> baselines.put(fork.name().block(), fork));
    final Map<Integer, Pair> pairs = new TreeMap<>();
    for (final Fork fork : variant.ok()) {
      final int block = fork.name().block();
      if (block <= lastBlock && baselines.containsKey(block)) {
        pairs.put(block, new Pair(fork, baselines.get(block)));
      }
    }
    return new Pairs(
        variant.name(),
        baseline.name(),
        new ArrayList<>(pairs.values()),
        variant.overloaded(),
        baseline.overloaded());
  }

  /** The log ratio of each pair: above 0 where the variant is slower. */
  double[] logRatios(final Latency latency, final Percentile percentile) {
    return forks.stream()
        .mapToDouble(
            pair ->
                Math.log(pair.variant().summaries().get(latency).at(percentile))
                    - Math.log(pair.baseline().summaries().get(latency).at(percentile)))
        .toArray();
  }

  /** How many pairs there are in the blocks up to this one. */
  int upTo(final int block) {
    return (int) forks.stream().filter(pair -> pair.block() <= block).count();
  }
}
