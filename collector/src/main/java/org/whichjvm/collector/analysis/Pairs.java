package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Gate;
import org.whichjvm.collector.campaign.Gates;
import org.whichjvm.collector.campaign.fork.Fork;

/**
 * The forks of a contender beside those of the baseline, a pair for each block in which both count.
 *
 * @param contender the contender
 * @param baseline what it is compared with
 * @param forks of both, in the order of the blocks
 * @param contenderOverloaded forks of the contender that could not keep the rate
 * @param baselineOverloaded forks of the baseline that could not
 * @param excluded blocks left out because a gate excludes one of the two forks
 * @param gates how many of these blocks each gate excludes; a block may be several's
 * @param emulated which of the two has no forks but those of an emulated CPU; null if neither
 */
record Pairs(
    String contender,
    String baseline,
    List<Pair> forks,
    int contenderOverloaded,
    int baselineOverloaded,
    int excluded,
    Map<Gate, Integer> gates,
    String emulated) {
  /**
   * Two forks of one block.
   *
   * @param contender the contender's
   * @param baseline the baseline's
   */
  record Pair(Fork contender, Fork baseline) {
    int block() {
      return contender.name().block();
    }
  }

  /** The pairs of the blocks up to {@code lastBlock}. */
  static Pairs of(
      final ContenderForks contender, final ContenderForks baseline, final int lastBlock) {
    final Map<Integer, Fork> baselines = new TreeMap<>();
    baseline.ok().forEach(fork -> baselines.put(fork.name().block(), fork));
    final Map<Integer, Pair> pairs = new TreeMap<>();
    for (final Fork fork : contender.ok()) {
      final int block = fork.name().block();
      if (block <= lastBlock && baselines.containsKey(block)) {
        pairs.put(block, new Pair(fork, baselines.get(block)));
      }
    }
    final List<ContenderForks.Excluded> excluded =
        Stream.concat(contender.excluded().stream(), baseline.excluded().stream())
            .filter(each -> each.fork().name().block() <= lastBlock)
            .toList();
    return new Pairs(
        contender.name(),
        baseline.name(),
        new ArrayList<>(pairs.values()),
        contender.overloaded(),
        baseline.overloaded(),
        (int) excluded.stream().map(each -> each.fork().name().block()).distinct().count(),
        byGate(excluded),
        Stream.of(contender, baseline)
            .filter(ContenderForks::onlyEmulated)
            .map(ContenderForks::name)
            .findFirst()
            .orElse(null));
  }

  /** The number of blocks in which each gate excludes a fork. */
  static Map<Gate, Integer> byGate(final List<ContenderForks.Excluded> excluded) {
    final Map<Gate, Set<Integer>> blocks = new EnumMap<>(Gate.class);
    for (final ContenderForks.Excluded each : excluded) {
      for (final Gates.Trip trip : each.trips()) {
        blocks
            .computeIfAbsent(trip.gate(), gate -> new TreeSet<>())
            .add(each.fork().name().block());
      }
    }
    return blocks.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                each -> each.getValue().size(),
                (one, other) -> one,
                () -> new EnumMap<>(Gate.class)));
  }

  /** The log ratio of each pair: above 0 where the contender is slower. */
  double[] logRatios(final Metric metric) {
    return forks.stream()
        .mapToDouble(
            pair ->
                Math.log(metric.cost(pair.contender())) - Math.log(metric.cost(pair.baseline())))
        .toArray();
  }

  /** Those pairs of which both forks have this figure. */
  Pairs having(final Metric metric) {
    return new Pairs(
        contender,
        baseline,
        forks.stream()
            .filter(pair -> metric.cost(pair.contender()) > 0 && metric.cost(pair.baseline()) > 0)
            .toList(),
        contenderOverloaded,
        baselineOverloaded,
        excluded,
        gates,
        emulated);
  }

  /** How many pairs there are in the blocks up to this one. */
  int upTo(final int block) {
    return (int) forks.stream().filter(pair -> pair.block() <= block).count();
  }

  /** Why there is no pair, where there is none. */
  Reason none() {
    if (emulated != null) {
      return new Reason.OnlyEmulated(emulated);
    }
    return excluded == 0
        ? Reason.Plain.NO_COMMON_BLOCK
        : new Reason.AllExcluded(Reason.Unit.BLOCKS, excluded, gates);
  }
}
