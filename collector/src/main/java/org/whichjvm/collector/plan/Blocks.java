package org.whichjvm.collector.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.whichjvm.collector.model.Interleave;

/**
 * Random blocks: every contender of a block once, in an order drawn for that block. By turns it is the order in which
 * they warm up, by forks that in which they run.
 */
public final class Blocks {
    /** The contenders of each of {@code blocks} blocks: the groups in turn. */
    static List<List<String>> of(List<List<String>> groups, int blocks) {
        return IntStream.range(0, blocks)
                .mapToObj(i -> groups.get(i % groups.size()))
                .toList();
    }

    /**
     * Forks that are started together.
     *
     * @param block 0 of checks
     * @param number from 1, over all blocks
     */
    public record Step(int block, int number, List<String> contenders) {}

    /**
     * The steps of all blocks: the same for the same arguments, on every JVM. By turns a block is one step, by forks
     * each contender is one.
     *
     * @param blocks the contenders of each, in the campaign's order
     */
    static List<Step> steps(List<List<String>> blocks, Interleave interleave, long seed) {
        List<Step> steps = new ArrayList<>();
        int block = 0;
        for (List<String> order : orders(blocks, seed)) {
            block++;
            List<List<String>> together = interleave == Interleave.TURNS
                    ? List.of(order)
                    : order.stream().map(List::of).toList();
            for (List<String> contenders : together) {
                steps.add(new Step(block, steps.size() + 1, contenders));
            }
        }
        return steps;
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
