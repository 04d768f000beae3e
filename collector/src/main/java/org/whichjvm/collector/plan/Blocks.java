package org.whichjvm.collector.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.collector.model.PlanFile;

/**
 * Random blocks: every contender of a block once, in an order drawn for that block. By turns it is the order in which
 * they warm up, by forks that in which they run.
 */
public final class Blocks {
    /** The contenders of so many blocks, which have the groups in turn. */
    static List<List<String>> of(List<List<String>> groups, int blocks) {
        return IntStream.range(0, blocks)
                .mapToObj(i -> groups.get(i % groups.size()))
                .toList();
    }

    /**
     * The lines of a plan: the same for the same arguments, on every JVM. By turns a block is one step, by forks each
     * contender is one.
     *
     * @param blocks the contenders of each block from the first one on, in the campaign's order
     * @param from the first block of the lines, from 1
     * @param firstStep the number of their first step
     */
    public static List<PlanFile.Line> lines(
            List<List<String>> blocks, Interleave interleave, long seed, int from, int firstStep) {
        List<PlanFile.Line> lines = new ArrayList<>();
        List<List<String>> orders = orders(blocks, seed);
        int step = firstStep;
        for (int block = from; block <= blocks.size(); block++) {
            for (String contender : orders.get(block - 1)) {
                lines.add(new PlanFile.Line(block, step, contender));
                step += interleave == Interleave.FORKS ? 1 : 0;
            }
            step += interleave == Interleave.TURNS ? 1 : 0;
        }
        return lines;
    }

    static List<List<String>> orders(List<List<String>> blocks, long seed) {
        // java.util.Random, because its Javadoc prescribes every number; other generators may change.
        Random random = new Random(seed);
        random.nextInt(); // Neighbouring seeds begin with almost the same number.
        List<List<String>> orders = new ArrayList<>(blocks.size());
        blocks.forEach(contenders -> orders.add(shuffled(contenders, random)));
        return orders;
    }

    // Fisher-Yates as in Knuth, TAOCP 2, 3.4.2 P; Collections.shuffle does not promise its draws.
    private static List<String> shuffled(List<String> contenders, Random random) {
        List<String> order = new ArrayList<>(contenders);
        for (int i = order.size() - 1; i > 0; i--) {
            Collections.swap(order, i, random.nextInt(i + 1));
        }
        return order;
    }
}
