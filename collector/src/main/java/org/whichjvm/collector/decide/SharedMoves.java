package org.whichjvm.collector.decide;

import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.stats.Groups;
import org.whichjvm.collector.stats.Medians;

/**
 * How far each fork lies from its contender's usual p50 service time, and how much of that is its own.
 *
 * <p>A block is the host's doing if every contender that ran in it moved far to the same side, in more blocks than
 * chance explains. Then up to twice the smallest of these moves is the host's: one host slowed four JVMs by 11 to 25 %
 * at once.
 *
 * @param moves of each contender's forks by their blocks, as a logarithm
 * @param byBlock the host's parts of these moves, in the host's blocks
 */
record SharedMoves(Map<String, Map<Integer, Double>> moves, Map<Integer, DoubleSummaryStatistics> byBlock) {
    private static final double MOST_TIMES = 2;
    private static final double LEVEL = 0.05;

    /** Of the forks of each contender, none of which is empty. */
    static SharedMoves of(List<List<Fork>> contenders) {
        Map<String, Map<Integer, Double>> logs = new LinkedHashMap<>();
        for (List<Fork> forks : contenders) {
            Map<Integer, Double> its = new TreeMap<>();
            forks.forEach(fork -> its.put(fork.name().block(), Math.log(fork.p50())));
            logs.put(forks.get(0).name().contender(), its);
        }
        return ofLogs(logs);
    }

    /** Of the logarithms of each contender's p50 service times by their blocks. */
    static SharedMoves ofLogs(Map<String, Map<Integer, Double>> logs) {
        // Twice: a contender's median may lie in another of the host's states than that of the others.
        Map<String, Map<Integer, Double>> moves = centred(logs, common(centred(logs, Map.of())));
        Map<Integer, DoubleSummaryStatistics> byBlock = new TreeMap<>();
        for (int block : common(moves).keySet()) {
            List<Map<Integer, Double>> ran = moves.values().stream()
                    .filter(each -> each.containsKey(block))
                    .toList();
            if (shared(block, ran)) {
                double least = ran.stream()
                        .mapToDouble(each -> Math.abs(each.get(block)))
                        .min()
                        .orElseThrow();
                byBlock.put(
                        block,
                        ran.stream()
                                .mapToDouble(each -> hosts(each.get(block), least))
                                .summaryStatistics());
            }
        }
        return new SharedMoves(moves, byBlock);
    }

    /** Each contender's logarithms less those of the blocks, and less their median then. */
    private static Map<String, Map<Integer, Double>> centred(
            Map<String, Map<Integer, Double>> logs, Map<Integer, Double> ofBlocks) {
        Map<String, Map<Integer, Double>> centred = new LinkedHashMap<>();
        logs.forEach((name, its) -> {
            double median = Medians.of(its.entrySet().stream()
                    .mapToDouble(each -> each.getValue() - ofBlocks.getOrDefault(each.getKey(), 0.0)));
            Map<Integer, Double> moves = new TreeMap<>();
            its.forEach((block, log) -> moves.put(block, log - median));
            centred.put(name, moves);
        });
        return centred;
    }

    /** The median over the contenders of each block. */
    private static Map<Integer, Double> common(Map<String, Map<Integer, Double>> moves) {
        TreeSet<Integer> blocks = new TreeSet<>();
        moves.values().forEach(each -> blocks.addAll(each.keySet()));
        Map<Integer, Double> common = new TreeMap<>();
        blocks.forEach(block -> common.put(
                block,
                Medians.of(moves.values().stream()
                        .filter(each -> each.containsKey(block))
                        .mapToDouble(each -> each.get(block)))));
        return common;
    }

    private static boolean shared(int block, List<Map<Integer, Double>> ran) {
        double side = Math.signum(ran.get(0).get(block));
        if (!together(block, ran, side)) {
            return false;
        }
        List<Integer> blocks = ran.get(0).keySet().stream()
                .filter(each -> ran.stream().allMatch(its -> its.containsKey(each)))
                .toList();
        long found = blocks.stream().filter(each -> together(each, ran, side)).count();
        long[] moved = ran.stream()
                .mapToLong(its -> blocks.stream()
                        .filter(each -> far(side * its.get(each)))
                        .count())
                .toArray();
        // If each contender moved in blocks of its own, all would meet in this many sets of as many
        // blocks as were found, on average: an upper bound of the p, and of two contenders, one of
        // which was always met, the hypergeometric p itself.
        double byChance = 1;
        for (int i = 0; i < found; i++) {
            double left = blocks.size() - i;
            byChance *= left / (found - i);
            for (long its : moved) {
                byChance *= (its - i) / left;
            }
        }
        return byChance <= LEVEL;
    }

    /** Whether all moved far, and one of them so far that it looks like a mode. */
    private static boolean together(int block, List<Map<Integer, Double>> ran, double side) {
        return ran.stream().allMatch(its -> far(side * its.get(block)))
                && ran.stream().anyMatch(its -> side * its.get(block) >= Groups.LEAST_GAP);
    }

    /** Whether the host's part, if this is the smallest move, may be as wide as a gap of modes. */
    private static boolean far(double move) {
        return MOST_TIMES * move >= Groups.LEAST_GAP;
    }

    private static double hosts(double move, double least) {
        return Math.copySign(Math.min(Math.abs(move), MOST_TIMES * least), move);
    }

    double own(Fork fork) {
        double move = moves.get(fork.name().contender()).get(fork.name().block());
        DoubleSummaryStatistics hosts = byBlock.get(fork.name().block());
        return hosts == null ? move : move - hosts(move, Math.min(Math.abs(hosts.getMin()), Math.abs(hosts.getMax())));
    }
}
